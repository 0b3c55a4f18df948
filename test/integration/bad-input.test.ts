/** Files that nobody would want to open: the server names them, goes on, and answers about all others meanwhile. */
import { describe, expect, it } from 'vitest';
import { entryAt, startSession } from './server-session';
import type { Session } from './server-session';

const small = 'class Small {\n    int twice(int n) {\n        return n * 2;\n    }\n}\n';

/** 100,000 lines: methods of five lines each. */
const manyLines = `class Huge {\n${Array.from(
  { length: 20_000 },
  (_, index) =>
    `    int method${index}(int n) {\n        int sum = n + ${index};\n        sum *= 3;\n        return sum;\n    }\n`,
).join('')}}\n`;

const megabyte = 1024 * 1024;

/** One line of 1 MB each. */
const longLines: Readonly<Record<string, string>> = {
  'a text': `class Long { String s = "${'x'.repeat(megabyte)}"; int f() { return 1 + s.length(); } }\n`,
  'a sum': `class Long { int f(int n) { return n${' + n'.repeat(megabyte / 4)}; } }\n`,
  'a chain of calls': `class Long { Long f() { return this${'.f()'.repeat(megabyte / 4)}; } }\n`,
  'nested parentheses': `class Long { int f() { return ${'('.repeat(megabyte / 2)}1${')'.repeat(megabyte / 2)}; } }\n`,
  'nested blocks': `class Long { void f() { ${'{'.repeat(megabyte / 2)}${'}'.repeat(megabyte / 2)} } }\n`,
  'nested classes': `${'class A { '.repeat(megabyte / 12)}${'} '.repeat(megabyte / 12)}\n`,
  'opening braces': `class Long { void f() { ${'{ if (x) '.repeat(megabyte / 9)}\n`,
  'many statements': `class Long { void f(int n) { ${'n++; '.repeat(megabyte / 5)} } }\n`,
  'an array': `class Long { int[] a = {${'1, '.repeat(megabyte / 3)}1}; }\n`,
  'type arguments': `class Long { ${'List<'.repeat(megabyte / 10)}X${'>'.repeat(megabyte / 10)} x = null; }\n`,
  'no Java at all': `${'lorem ipsum '.repeat(megabyte / 12)}\n`,
  quotes: `class Long { String s = ${'"\\\\" '.repeat(megabyte / 5)}; }\n`,
};

function overlaysOf(session: Session, name: string): number {
  return session.client
    .notifications()
    .filter(
      ({ method, params }) =>
        method === 'jouleline/overlay' && (params as { readonly uri: string }).uri === session.uriOf(name),
    ).length;
}

async function openSmall(session: Session): Promise<void> {
  session.open('Small.java', small);
  await session.overlay('Small.java');
}

/** Half a minute on a machine that others use too. */
const patience = 150_000;

describe('a huge file', { timeout: 3 * patience }, () => {
  it('does not keep others waiting while it is analyzed, and is colored in the end', async () => {
    const session = await startSession({ patience });
    await openSmall(session);
    session.open('Huge.java', manyLines);
    expect(await session.hover('Small.java', 'return n')).toContain('Multi_int_int');
    expect(await session.lenses('Small.java')).toHaveLength(1);
    expect(await session.client.request('jouleline/models')).toHaveLength(2);
    expect(overlaysOf(session, 'Huge.java')).toBe(0);
    const overlay = await session.overlay('Huge.java');
    // With the constructor that nobody wrote.
    expect(overlay.lines).toHaveLength(60_001);
    session.edit('Huge.java', 'sum = n + 12345;', 'sum = n / 12345;');
    const edited = await session.overlay('Huge.java');
    expect(entryAt(edited, session.textOf('Huge.java'), 'n / 12345').share).toBeGreaterThan(0);
  });

  it('of the workspace does not keep an open one waiting', async () => {
    const session = await startSession({ patience, files: { 'Huge.java': manyLines, 'Small.java': small } });
    // On a scale of the file alone, while the workspace is still being read.
    const colored = (): Promise<unknown> =>
      session.client.waitForNotification<{ readonly uri: string; readonly version: number }>(
        'jouleline/overlay',
        ({ uri, version }) =>
          uri === session.uriOf('Small.java') && version === session.versionOf('Small.java'),
        patience,
      );
    session.open('Small.java', small);
    await colored();
    session.edit('Small.java', 'n * 2', 'n / 2');
    await colored();
    expect(await session.hover('Small.java', 'return n')).toContain('Division_int_int');
    const ended = session.client
      .notifications()
      .some(({ method, params }) => method === '$/progress' && JSON.stringify(params).includes('"end"'));
    expect(ended).toBe(false);
    await session.indexed();
  });
});

it('a request with wrong parameters is refused by the name of the member', async () => {
  const session = await startSession();
  const hotList = { list: 'lines', search: '', order: 'price', isAscending: false, blocks: 'once' };
  await expect(
    session.client.request('jouleline/hotList', { ...hotList, offset: 0, count: 1 }),
  ).rejects.toThrow('jouleline/hotList: order is missing or not what it should be');
  await expect(session.client.request('jouleline/revisions')).rejects.toThrow('jouleline/revisions: ');
  expect(await session.client.request('jouleline/models')).toHaveLength(2);
});

describe('a line of 1 MB', () => {
  for (const [what, text] of Object.entries(longLines)) {
    it(`with ${what} harms nobody`, async () => {
      const session = await startSession();
      await openSmall(session);
      session.open('Long.java', text);
      expect(await session.hover('Small.java', 'return n')).toContain('Multi_int_int');
      expect(await session.lenses('Small.java')).toHaveLength(1);
      session.client.notify('textDocument/didClose', { textDocument: { uri: session.uriOf('Long.java') } });
      expect(await session.client.request('jouleline/models')).toHaveLength(2);
    });
  }

  it('is colored where it is Java', async () => {
    const session = await startSession();
    session.open('Long.java', longLines['a text'] ?? '');
    expect((await session.overlay('Long.java')).lines).toHaveLength(1);
    session.open('Prose.java', longLines['no Java at all'] ?? '');
    expect((await session.overlay('Prose.java')).lines).toEqual([]);
  });

  it('that takes too long is given up by name, and what waited goes on', async () => {
    const session = await startSession();
    await openSmall(session);
    // Each name is looked for among all before it.
    const locals = Array.from({ length: 150_000 }, (_, index) => `int v${index} = n + ${index};`);
    session.open('Long.java', `class Long { void f(int n) { ${locals.join(' ')} } }\n`);
    session.edit('Small.java', 'n * 2', 'n / 2');
    const overlay = await session.overlay('Small.java');
    expect(entryAt(overlay, session.textOf('Small.java'), 'n / 2').rank).toBe(1);
    expect((await session.message(/analysis worker 1 stopped .* at .*Long\.f\(int\)/)).type).toBe(2);
    expect((await session.overlay('Long.java')).statusTooltip).toContain('could not be read');
  });
});

describe('a workspace of bad files', () => {
  const files = {
    'Small.java': small,
    'Binary.java': new Uint8Array([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 65, 0, 1]),
    'Latin.java': Buffer.from('class Grösse { int f(int n) { return n * 3; } }', 'latin1'),
    'Empty.java': '',
    'Folder.java/Inside.java': small,
    'NotJava.java': '<html>{{{</html>',
  };

  it('is read to its end, and each bad file is named', async () => {
    const session = await startSession({ files });
    await session.indexed();
    expect((await session.message(/Binary\.java is binary/)).type).toBe(2);
    await session.message(/Latin\.java is not UTF-8/);
    await openSmall(session);
    expect(await session.hover('Small.java', 'return n')).toContain('Multi_int_int');
  });

  it('colors what an editor shows of them', async () => {
    const session = await startSession({ files });
    for (const [name, text, lines] of [
      ['Binary.java', '\uFFFD\uFFFD\u0000\u0000A', 0],
      ['Latin.java', 'class A { /* Gr\uFFFDsse */ int f(int n) { return n * 3; } }', 1],
      ['Empty.java', '', 0],
      ['Lone.java', 'class A { int f(int n) { return n * 3; } String s = "\uD800"; }', 1],
    ] as const) {
      session.open(name, text);
      expect([name, (await session.overlay(name)).lines.length]).toEqual([name, lines]);
    }
  });
});
