/** Advice in the editor: hints with the savings of what is shown, and the changes that are offered. */
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { lineOf, type Range, type Session, startSession } from './server-session';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

const text = `public class Words {
    static int commas(String text) {
        int commas = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == ',') commas++;
        }
        return commas;
    }

    static byte[] copy(byte[] from) {
        byte[] to = new byte[from.length];
        for (int i = 0; i < from.length; i++) {
            to[i] = from[i];
        }
        return to;
    }

    static java.nio.FloatBuffer vertices = java.nio.FloatBuffer.allocate(9);

    static int limits() {
        int sum = 0;
        for (int i = 0; i < vertices.limit(); i++) {
            sum += i;
        }
        return sum;
    }

    static byte[] shifted(byte[] from, byte[] to) {
        for (int i = 0; i < 3000; i++) {
            to[i + 1] = from[i];
        }
        return to;
    }

    public static void main(String[] arguments) {
        System.out.println("" + copy(new byte[2000]).length);
    }
}
`;

interface Diagnostic {
  readonly range: Range;
  readonly severity: number;
  readonly code: string;
  readonly source: string;
  readonly message: string;
  readonly codeDescription?: { readonly href: string };
}

interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Diagnostic[];
}

interface Action {
  readonly title: string;
  readonly kind: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly command?: { readonly command: string; readonly arguments: readonly unknown[] };
  readonly edit: {
    readonly documentChanges: readonly {
      readonly textDocument: { readonly uri: string; readonly version: number };
      readonly edits: readonly { readonly range: Range; readonly newText: string }[];
    }[];
  };
}

const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

function published(
  session: Session,
  fits: (published: Published) => boolean = () => true,
): Promise<Published> {
  return session.client.waitForNotification<Published>(
    'textDocument/publishDiagnostics',
    (params) => params.uri === session.uriOf('Words.java') && fits(params),
    50_000,
  );
}

function actions(session: Session, range: Range, only?: readonly string[]): Promise<readonly Action[]> {
  return session.client.request('textDocument/codeAction', {
    textDocument: { uri: session.uriOf('Words.java') },
    range,
    context: { diagnostics: [], ...(only === undefined ? {} : { only }) },
  });
}

/** Applies edits as an editor does: the last edit first. */
function applied(source: string, { edit }: Action): string {
  const lines = source.split('\n');
  const offsetOf = ({ line, character }: Range['start']): number =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, character);
  const edits = edit.documentChanges.flatMap((change) => change.edits);
  return edits
    .map(({ range, newText }) => ({ start: offsetOf(range.start), end: offsetOf(range.end), newText }))
    .sort((one, other) => other.start - one.start)
    .reduce((now, { start, end, newText }) => now.slice(0, start) + newText + now.slice(end), source);
}

async function openWords(settings: object = {}): Promise<Session> {
  const session = await startSession({ settings: { advice: { interpreted: true, ...settings } } });
  session.open('Words.java', text);
  return session;
}

describe('advice', () => {
  it('is silent of what saves nothing once compiled, unless that is asked for', async () => {
    const session = await openWords({ interpreted: false });
    const { diagnostics } = await published(session);
    // A copy of a few bytes saves less than 20 ns.
    expect(diagnostics.map(({ code, range }) => [code, range.start.line])).toEqual([
      ['bulk-copy', lineOf(text, 'i < 3')],
    ]);
    session.changeSettings({ advice: { interpreted: true } });
    const all = await published(session, (params) => params.diagnostics.length === 4);
    expect(all.diagnostics[0]?.message).toContain('(saves nothing once compiled)');
  });

  it('says on its lines what it saves of a call, and what must hold', async () => {
    const session = await openWords();
    const { version, diagnostics } = await published(session);
    expect(version).toBe(1);
    expect(diagnostics.map(({ code, range }) => [code, range.start.line])).toEqual([
      ['loop-invariant-call', lineOf(text, 'i < text.length()')],
      ['bulk-copy', lineOf(text, 'i < from.length;')],
      ['loop-invariant-call', lineOf(text, 'i < vertices.limit()')],
      ['bulk-copy', lineOf(text, 'i < 3')],
    ]);
    const [length, copy, call, shifted] = diagnostics;
    expect(call?.message).toMatch(
      /^vertices\.limit\(\) gives the same in every round: .*\nSaves 3\.97 µJ, 5–95 %: up to 8\.33 µJ per call, 68\.4 % of Words\.limits\(\) · estimated, Raspberry Pi 5, interpreter\nProvided that .*\n\(Li and Gallagher/,
    );
    // What a library method takes is estimated from its body.
    expect(length?.severity).toBe(4); // a compiler does it anyway
    expect(call?.severity).toBe(4);
    expect(length?.message).toMatch(/\nSaves .* per call, .* of Words\./);
    expect(copy).toMatchObject({ source: 'Jouleline', severity: 3 });
    expect(copy?.message).not.toContain('provided that');
    expect(shifted?.message).toMatch(/\nProvided that .*\n/);
    expect(call?.codeDescription?.href).toMatch(/^file:.*advice\.md#L\d+$/);
  });

  it('is changed by quick fixes, where it is safe, in the version that it is of', async () => {
    const session = await openWords();
    await published(session);
    const at = (line: string): Range => {
      const position = { line: lineOf(text, line), character: 30 };
      return { start: position, end: position };
    };
    const [call, ...others] = await actions(session, at('i < text.length()'));
    expect(others.map(({ title }) => title)).toEqual(['Ignore Here: loop-invariant-call']);
    expect(call).toMatchObject({ kind: 'quickfix', isPreferred: true });
    expect(call?.diagnostics.map(({ code }) => code)).toEqual(['loop-invariant-call']);
    expect(call?.edit.documentChanges[0]?.textDocument).toEqual({
      uri: session.uriOf('Words.java'),
      version: 1,
    });
    expect(call && applied(text, call)).toContain(
      'for (int i = 0, textLength = text.length(); i < textLength; i++) {',
    );
    const titles = (await actions(session, at('i < 3'))).map(({ title }) => title);
    expect(titles).toEqual(['Ignore Here: bulk-copy']);
    const [all] = await actions(session, whole, ['source.fixAll']);
    expect(all?.kind).toBe('source.fixAll.jouleline');
    const changed = all && applied(text, all);
    expect(changed).toContain('System.arraycopy(from, 0, to, 0, from.length);');
    expect(changed).toContain('i < textLength');
    expect(await actions(session, whole, ['refactor'])).toEqual([]);
  });

  it('is explained and ignored where it stands', async () => {
    const session = await startSession({ initialization: { learnMoreCommand: 'editor.learnMore' } });
    session.open('Words.java', text);
    await published(session);
    const at = { line: lineOf(text, 'i < 3'), character: 12 };
    const [learn, ignore] = await actions(session, { start: at, end: at });
    expect(learn).toMatchObject({ kind: 'quickfix', command: { command: 'editor.learnMore' } });
    expect(learn?.command?.arguments).toEqual([
      expect.stringMatching(/^file:.*advice\.md#L\d+$/),
      'bulk-copy',
    ]);
    const ignored = ignore && applied(text, ignore);
    expect(ignored).toContain(
      '        // jouleline: ignore bulk-copy\n        for (int i = 0; i < 3000; i++) {',
    );
    session.edit('Words.java', text, ignored ?? '');
    const { diagnostics } = await published(session, ({ version }) => version === 2);
    expect(diagnostics).toEqual([]);
  });

  it('follows what is typed, and an old offer is not made', async () => {
    const session = await openWords();
    await published(session);
    session.edit('Words.java', '    static int commas', '    // new\n    static int commas');
    const [first] = (await published(session, ({ version }) => version === 2)).diagnostics;
    expect(first?.range.start.line).toBe(lineOf(text, 'i < text.length()') + 1);
    session.edit('Words.java', 'i < text.length()', 'i < 3');
    const [all] = await actions(session, whole, ['source.fixAll.jouleline']);
    expect(all?.edit.documentChanges[0]?.textDocument.version).toBe(3);
    expect(all?.diagnostics.map(({ code }) => code)).toEqual(['bulk-copy']);
  });

  it('is given from a threshold on, can be switched off, and goes with its file', async () => {
    const session = await openWords({ minimumSaving: 60 });
    const { diagnostics } = await published(session);
    expect(diagnostics.map(({ code }) => code)).toEqual(['bulk-copy', 'loop-invariant-call', 'bulk-copy']);
    session.changeSettings({ advice: { enable: false } });
    expect((await published(session, (params) => params.diagnostics.length === 0)).diagnostics).toEqual([]);
    session.changeSettings({ advice: { interpreted: true } });
    await published(session, (params) => params.diagnostics.length === 4);
    session.client.notify('textDocument/didClose', { textDocument: { uri: session.uriOf('Words.java') } });
    await published(session, (params) => params.diagnostics.length === 0 && params.version === undefined);
  });

  it('offers to measure what is changed, where the editor can', async () => {
    const session = await startSession({ initialization: { measureChangeCommand: 'editor.measure' } });
    session.open('Words.java', text);
    await published(session);
    const at = { line: lineOf(text, 'i < 3'), character: 12 };
    const there = { start: at, end: at };
    const titles = async (range: Range): Promise<readonly string[]> =>
      (await actions(session, range)).map(({ title }) => title);
    expect(await titles(there)).toEqual(['Ignore Here: bulk-copy']);
    session.edit('Words.java', 'i < 3', 'i < 2');
    expect((await actions(session, there)).slice(1)).toEqual([
      {
        title: 'Measure the energy that this change saves',
        command: {
          title: 'Measure the energy that this change saves',
          command: 'editor.measure',
          arguments: [session.uriOf('Words.java'), at.line],
        },
      },
    ]);
    expect(await titles({ start: { line: 1, character: 0 }, end: { line: 1, character: 0 } })).toEqual([]);
    session.edit('Words.java', 'i < 2', 'i < 3');
    expect(await titles(there)).toEqual(['Ignore Here: bulk-copy']);
  });

  it('is a part of what ran while a profile is shown, and silent of what did not', async () => {
    const folder = makeTemporaryFolder({ 'Words.java': text, '.jouleline/profiles/.keep': '' });
    const out = join(folder, '.jouleline', 'profiles', 'run.json');
    const args = ['profile', '--runs', '0', '--out', out, '--source', '.', '--main', 'Words'];
    expect(await runCommand(cli, args, { cwd: folder })).toMatchObject({ status: 0 });
    const session = await startSession({ folder });
    session.open('Words.java', text);
    await published(session);
    expect(await session.client.request('jouleline/showProfiles', { paths: [out] })).toBeNull();
    const { diagnostics } = await published(session, (params) => params.diagnostics.length === 1);
    expect(diagnostics[0]?.range.start.line).toBe(lineOf(text, 'i < from.length;'));
    expect(diagnostics[0]?.message).toMatch(
      /Saves \d+ µJ, 5–95 %: \d+–\d+ µJ in the profiled run, \d\d\.\d % of Words\.copy\(byte\[\]\).* · modeled: counts measured/,
    );
  });
});
