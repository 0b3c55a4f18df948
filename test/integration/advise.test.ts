/** `jouleline advise` on the command line: what it prints, and what it writes. */
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const root = resolve(import.meta.dirname, '../..');

function advise(folder: string, ...args: readonly string[]) {
  return runCommand(join(root, 'dist/cli.js'), ['advise', '--no-build-files', ...args], {
    cwd: folder,
    env: { ...process.env, JAVA_HOME: '', XDG_CACHE_HOME: join(folder, 'cache') },
  });
}

function prepare(): string {
  const folder = makeTemporaryFolder();
  copyFileSync(join(root, 'test/fixtures/advice/Advice.java'), join(folder, 'Advice.java'));
  return folder;
}

interface Advice {
  readonly per: string;
  readonly hints: readonly {
    readonly rule: string;
    readonly path: string;
    readonly line: number;
    readonly endLine: number;
    readonly saving: { readonly mean: number; readonly low: number; readonly high: number } | null;
    readonly fixable: boolean;
    readonly message: string;
    readonly weight: number;
    readonly compiled: {
      readonly pair: string;
      readonly rounds: number;
      readonly isKnown: boolean;
      readonly nanoseconds: number;
      readonly shareOfMember: number;
    } | null;
  }[];
}

test('is JSON with savings, the most of heat × saving first, and null where nothing is modeled', async () => {
  const folder = prepare();
  const { status, stdout } = await advise(folder, 'Advice.java', '--java-home', 'bundled', '--format', 'json', '--interpreted'); // prettier-ignore
  expect(status).toBe(0);
  const { per, hints } = JSON.parse(stdout) as Advice;
  expect(per).toBe('call');
  const usual = hints.filter(({ message }) => !message.endsWith('(saves nothing once compiled)'));
  const weights = usual.map(({ weight }) => weight);
  expect(weights.length).toBeGreaterThan(5);
  expect(weights).toEqual(weights.toSorted((one, other) => other - one));
  const looked = hints.find(({ rule }) => rule === 'repeated-lookup');
  expect(looked?.compiled).toMatchObject({
    pair: 'repeated-lookup/HashMap of String',
    rounds: 30,
    isKnown: false,
  });
  expect(looked?.compiled?.nanoseconds).toBeGreaterThan(0);
  const bulk = hints.find(({ rule, line }) => rule === 'bulk-copy' && line === 46);
  expect(bulk).toMatchObject({ path: 'Advice.java', endLine: 46, fixable: false });
  expect(bulk?.saving?.low).toBeLessThan(bulk?.saving?.mean ?? 0);
  expect(bulk?.saving?.high).toBeGreaterThan(bulk?.saving?.mean ?? 0);
  expect(hints.some(({ saving }) => saving === null)).toBe(true);
});

test('is a listing, the largest savings of it if asked', async () => {
  const folder = prepare();
  const { status, stdout } = await advise(folder, '.', '--java-home', 'bundled');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Advice\.java:\d+ {2}compiled-pattern.*\n.*is compiled in every round/);
  expect(stdout).toMatch(
    /\n\n\d+ more of code that runs seldom; --interpreted shows all\nA comment above a line, .*\n$/,
  );
  const all = (await advise(folder, '.', '--java-home', 'bundled', '--interpreted', '--top', '2')).stdout;
  expect(all).toMatch(/\d+ more; --top N shows them\n\nA comment above a line, .*\n$/);
});

test('tells what saves a little in each round where the program is expected to run it often', async () => {
  const words = `public class Words {
    public static int of(java.util.List<String> lines) {
        int sum = 0;
        for (String line : lines) sum += line.split("\\\\s+").length;
        return sum;
    }
}
`;
  const caller = `public class Caller {
    public static void main(String[] given) {
        int sum = 0;
        for (int i = 0; i < 1000; i++) sum += Words.of(java.util.List.of(given));
        System.exit(sum);
    }
}
`;
  const alone = makeTemporaryFolder({ 'Words.java': words });
  expect((await advise(alone, '.', '--java-home', 'bundled')).stdout).toBe(
    'nothing to advise\n1 more of code that runs seldom; --interpreted shows all\n',
  );
  const called = makeTemporaryFolder({ 'Words.java': words, 'Caller.java': caller });
  expect((await advise(called, '.', '--java-home', 'bundled')).stdout).toMatch(
    /^Words\.java:4 {2}compiled-pattern /,
  );
});

test('lists what a compiler does anyway last, and leaves out what a comment ignores', async () => {
  const folder = prepare();
  const hintsIn = async (): Promise<readonly string[]> =>
    (await advise(folder, 'Advice.java', '--java-home', 'bundled', '--interpreted', '--top', '999')).stdout
      .split('\n\n')
      .filter((row) => row.startsWith('Advice.java:'));
  const rows = await hintsIn();
  const isAnyway = (row: string): boolean => row.includes('(saves nothing once compiled)');
  expect(rows.findIndex(isAnyway)).toBeGreaterThan(0);
  expect(rows.slice(rows.findIndex(isAnyway)).every(isAnyway)).toBe(true);
  const [, line = '', rule = ''] = /^Advice\.java:(\d+) {2}(\S+)/.exec(rows[0] ?? '') ?? [];
  const path = join(folder, 'Advice.java');
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, lines.toSpliced(Number(line) - 1, 0, `// jouleline: ignore ${rule}`).join('\n'));
  expect((await hintsIn()).some((row) => row.startsWith(`Advice.java:${Number(line) + 1}  ${rule}`))).toBe(
    false,
  );
  expect(await hintsIn()).toHaveLength(rows.length - 1);
});

test('changes files only when asked, and then says how much', async () => {
  const folder = prepare();
  const path = join(folder, 'Advice.java');
  const before = readFileSync(path, 'utf8');
  await advise(folder, 'Advice.java', '--java-home', 'bundled');
  expect(readFileSync(path, 'utf8')).toBe(before);
  const { status, stderr } = await advise(folder, 'Advice.java', '--java-home', 'bundled', '--fix');
  expect(status).toBe(0);
  expect(stderr).toMatch(/Advice\.java: \d+ changes? made/);
  // What a change saves less than 20 ns of, as of a short array, and what seldom runs is left as it is.
  expect(readFileSync(path, 'utf8')).not.toBe(before);
  expect(readFileSync(path, 'utf8')).toMatch(/private static final java\.util\.regex\.Pattern \w+ = /);
  expect(readFileSync(path, 'utf8')).not.toContain('System.arraycopy(from, 0, to, 0, from.length);');
  await advise(folder, 'Advice.java', '--java-home', 'bundled', '--fix', '--interpreted');
  expect(readFileSync(path, 'utf8')).toContain('System.arraycopy(from, 0, to, 0, from.length);');
});

test('changes bytes of fixes only, and names the files that it leaves alone', async () => {
  const folder = prepare();
  const text = readFileSync(join(folder, 'Advice.java'), 'utf8');
  const old = Buffer.from(`\r\n// ä\u00ff\r\n${text.replaceAll('\n', '\r\n')}`, 'latin1');
  mkdirSync(join(folder, 'old'));
  mkdirSync(join(folder, 'locked'));
  writeFileSync(join(folder, 'old/Advice.java'), old, { mode: 0o750 });
  writeFileSync(join(folder, 'locked/Advice.java'), text, { mode: 0o444 });
  const { status, stderr } = await advise(folder, 'old', 'locked', '--java-home', 'bundled', '--fix');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^jouleline: locked.Advice\.java can't be written: it is read-only$/m);
  expect(readFileSync(join(folder, 'locked/Advice.java'), 'utf8')).toBe(text);
  expect(stderr).toMatch(/^jouleline: old.Advice\.java: \d+ changes? made/m);
  const fixed = readFileSync(join(folder, 'old/Advice.java'));
  expect(fixed.subarray(0, 8).equals(old.subarray(0, 8))).toBe(true);
  expect(fixed.toString('latin1')).not.toMatch(/(?<!\r)\n/);
  expect(statSync(join(folder, 'old/Advice.java')).mode & 0o777).toBe(0o750);
});

test('says what is missing, and that there is no Java', async () => {
  const folder = makeTemporaryFolder({ 'a.txt': 'no Java' });
  expect((await advise(folder)).status).toBe(2);
  expect((await advise(folder, 'a.java')).status).toBe(1);
  const { status, stdout, stderr } = await advise(folder, '.');
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('no Java file was found')]);
});

test('of a broken file is of what can be read of it', async () => {
  const folder = makeTemporaryFolder({
    'B.java':
      'class B { int a(String s) { int n = 0; for (int i = 0; i < s.length(); i++) n++; return n; } int b( { } ',
  });
  const { stdout } = await advise(folder, 'B.java', '--java-home', 'bundled', '--interpreted');
  expect(stdout).toContain('s.length() gives the same in every round');
});
