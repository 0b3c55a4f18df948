/** Two versions of a program on the command line: profiled, and compared. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeComparison } from '../../server/src/pages/comparison-file';
import { findJdks } from '../support/jdks';
import { type Outcome, runCommand, runProcess } from '../support/run-command';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const home = findJdks()[0]?.home ?? '';

const version = (text: string, kept: string): string => `import java.util.*;
public class Work {
  public static void main(String[] arguments) {
    long sum = 0;
    for (int i = 0; i < 50; i++) sum += text(i).length() + ${kept}(i) + table(i);
    System.out.println(sum);
  }
  static long table(int seed) {
    Map<Integer, Integer> map = new HashMap<>();
    for (int i = 0; i < 100; i++) map.put(i * seed, i);
    return map.size();
  }
${text}
  static long ${kept}(int n) {
    long product = 1;
    for (int i = 1; i < 200; i++)
      product = product * 31 + i ^ n;
    if (product < 0)
      product = -product;
    return product & 7;
  }
}
`;

const slow = `  static String text(int n) {
    String s = "";
    for (int i = 0; i < 40; i++) s = s.concat("x");
    return s;
  }`;

const quick = `  // Builds in place.
  static String text(int n) {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < 40; i++) s.append("x");
    return s.toString();
  }`;

interface Comparison {
  readonly totals: { readonly energyA: number; readonly energyB: number; readonly isMeasured: boolean };
  readonly alpha: number;
  readonly tasks: readonly { method: string; matched: boolean; callsA?: number; callsB?: number }[];
  readonly methods: readonly {
    readonly methodA?: string;
    readonly methodB?: string;
    readonly countsDiffer: boolean;
    readonly delta: number;
    readonly lines: readonly { lineA: number; lineB: number }[];
  }[];
  readonly notes: readonly string[];
}

function jouleline(folder: string, ...args: readonly string[]): Promise<Outcome> {
  const environment = { ...process.env, JAVA_HOME: home };
  return runCommand(cli, args, { cwd: folder, env: environment });
}

describe('jouleline diff', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-diff-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  beforeAll(async () => {
    for (const [name, text] of [
      ['old', version(slow, 'kept')],
      ['new', version(quick, 'hashed')],
    ] as const) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'Work.java'), text);
      const counted = ['--source', name, '--runs', '0', '--record', 'tree', '--out', `${name}.json`];
      const done = await jouleline(folder, 'profile', ...counted, '--main', 'Work');
      if (done.status !== 0) throw new Error(done.stderr);
    }
  });

  test('names what ran otherwise, finds what was renamed, and tells tasks apart', async () => {
    const { status, stdout, stderr } = await jouleline(
      folder,
      'diff',
      'old.json',
      'new.json',
      '--format',
      'json',
    );
    expect(`${status} ${stderr}`).toBe('0 ');
    const { tasks, methods, totals, alpha } = JSON.parse(stdout) as Comparison;
    const changed = methods.filter(({ countsDiffer }) => countsDiffer);
    expect(changed.map(({ methodA }) => methodA)).toEqual(['Work.text(I)Ljava/lang/String;']);
    const renamed = methods.find(({ methodA }) => methodA === 'Work.kept(I)J');
    expect(renamed).toMatchObject({ methodB: 'Work.hashed(I)J', countsDiffer: false, delta: 0 });
    // One line was added above it.
    expect(renamed?.lines).not.toHaveLength(0);
    for (const { lineA, lineB } of renamed?.lines ?? []) expect(lineB).toBe(lineA + 1);
    expect(alpha).toBe(0);
    expect(tasks.find(({ method }) => method === 'java.util.Map.put')).toMatchObject({
      matched: true,
      callsA: 5000,
      callsB: 5000,
    });
    expect(tasks.find(({ method }) => method === 'java.lang.String.concat')).toMatchObject({
      matched: false,
      callsA: 2000,
    });
    expect(tasks.find(({ method }) => method === 'java.lang.StringBuilder.append')).toMatchObject({
      matched: false,
      callsB: 2000,
    });
    expect(totals.isMeasured).toBe(false);
  });

  test('of a profile with itself finds nothing, and says what is not known', async () => {
    const { stdout } = await jouleline(folder, 'diff', 'old.json', 'old.json');
    expect(stdout).toContain('±0');
    expect(stdout).not.toContain('counts differ');
    expect(stdout).toMatch(/Methods that ran differently.*\n {2}none\n/);
    expect(stdout).toContain('was counted, and not measured');
  });

  test('compares no programs that failed or were canceled, and says before all else which ended early', async () => {
    const saveEnd = (name: string, end: object): void => {
      const profile = JSON.parse(readFileSync(join(folder, 'new.json'), 'utf8')) as { program: object };
      const ended = { ...profile, program: { ...profile.program, ...end } };
      writeFileSync(join(folder, name), JSON.stringify(ended));
    };
    const none = { exitCode: null, signal: null };
    saveEnd('loop.json', { ...none, ended: 'did not end within the time limit' });
    saveEnd('canceled.json', { ...none, ended: 'was canceled' });
    saveEnd('gone.json', { ...none, ended: 'ended while it was recorded' });
    saveEnd('killed.json', { exitCode: null, signal: 'SIGKILL', ended: 'was ended by SIGKILL' });
    saveEnd('failed.json', { exitCode: 3, signal: null, ended: 'exited with code 3' });
    for (const [name, how] of [
      ['loop.json', 'did not end within the time limit'],
      ['canceled.json', 'was canceled'],
      ['killed.json', 'was ended by SIGKILL'],
      ['failed.json', 'failed (exit code 3)'],
    ] as const) {
      const refused = await jouleline(folder, 'diff', 'old.json', name);
      expect([refused.status, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain(`${name} has counts of a program that ${how}, which have no energy`);
    }
    const notesOf = async (...names: readonly string[]): Promise<readonly string[]> =>
      (JSON.parse((await jouleline(folder, 'diff', ...names, '--format', 'json')).stdout) as Comparison)
        .notes;
    const [first, ...others] = await notesOf('old.json', 'gone.json');
    expect(first).toMatch(/^gone\.json: the program ended while it was recorded: its profile is not whole/);
    expect([...others, ...(await notesOf('old.json', 'new.json'))].join('\n')).not.toMatch(/the program/);
  });

  test('of three says which uses the least energy for each task', async () => {
    const { status, stdout } = await jouleline(
      folder,
      'diff',
      'old.json',
      'new.json',
      'old.json',
      '--format',
      'json',
    );
    expect(status).toBe(0);
    const { programs, tasks } = JSON.parse(stdout) as {
      readonly programs: readonly { readonly name: string; readonly unmatchedExactly: number }[];
      readonly tasks: readonly {
        readonly method: string;
        readonly sides: readonly ({ calls: number } | null)[];
      }[];
    };
    expect(programs.map(({ name }) => name)).toEqual(['old.json', 'new.json', 'old.json']);
    // A library call takes what its body does.
    const concat = { calls: 2000, size: 1, isPriced: true, energy: expect.any(Number) as unknown };
    expect(tasks.find(({ method }) => method === 'java.lang.String.concat')).toMatchObject({
      method: 'java.lang.String.concat',
      sides: [concat, null, concat],
      alike: [0, 2],
      cheapest: null,
      isNested: false,
    });
    expect(tasks.find(({ method }) => method === 'java.util.Map.put')?.sides).toMatchObject([
      { calls: 5000 },
      { calls: 5000 },
      { calls: 5000 },
    ]);
    expect((await jouleline(folder, 'diff', 'old.json', 'new.json', 'old.json')).stdout).toContain(
      'alone by exact paths',
    );
  });

  test('takes packages for a framework, and shows the calls within a program', async () => {
    const args = ['diff', 'old.json', 'new.json', '--format', 'json', '--framework', 'Work'];
    const { tasks } = JSON.parse((await jouleline(folder, ...args)).stdout) as Comparison;
    // All of the program is a framework's: its only task is the path from the root.
    expect(tasks.filter(({ method }) => method === 'Work.main')).toHaveLength(1);
  });

  test('says which marked packages nothing compared has', async () => {
    const marks = [
      '--app',
      'Work',
      '--app',
      'no/such',
      '--framework',
      'java.util',
      '--framework',
      'lib.none',
    ];
    const { stdout } = await jouleline(folder, 'diff', 'old.json', 'new.json', ...marks, '--format', 'json');
    const { notes } = JSON.parse(stdout) as Comparison;
    expect(notes.filter((note) => note.includes('no method is in'))).toEqual([
      'no method is in package no/such, which was marked as application: names of packages have dots',
      'no method is in package lib.none, which was marked as framework',
    ]);
  });

  test('is Markdown for a review', async () => {
    const { stdout } = await jouleline(folder, 'diff', 'old.json', 'new.json', '--format', 'markdown');
    expect(stdout).toContain('#### Methods that ran differently');
    expect(stdout).toContain('| Work.text | 50 |');
  });

  test('is one page, which lets in nothing but itself', async () => {
    const { status, stdout } = await jouleline(folder, 'diff', 'old.json', 'new.json', '--format', 'html');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/,
    );
    expect(stdout).not.toMatch(/https?:|src=|href=/);
    const bytes = Buffer.from(/id="data">([^<]*)</.exec(stdout)?.[1] ?? '', 'base64');
    const page = decodeComparison(new Uint8Array(bytes).buffer);
    expect(typeof page === 'string' ? page : page.names).toContain('concat');
    const three = await jouleline(folder, 'diff', 'old.json', 'new.json', 'old.json', '--format', 'html');
    expect(three.status).toBe(0);
    expect(three.stdout).toMatch(
      /content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/,
    );
    expect(three.stdout).not.toMatch(/https?:|src=|href=/);
    expect(three.stdout).toContain('<h1>Energy of 3 programs</h1>');
  });

  test.runIf(existsSync('/dev/full'))('says that its output could not be written', async () => {
    const script = 'exec "$0" "$1" diff old.json new.json > /dev/full';
    const { status, stderr } = await runProcess('sh', ['-c', script, process.execPath, cli], { cwd: folder });
    expect(`${status} ${stderr}`).toContain("1 jouleline: the output can't be written: ENOSPC");
  });

  test('says what is wrong with what it is given', async () => {
    writeFileSync(join(folder, 'broken.json'), '{"format": "other"}');
    const broken = await jouleline(folder, 'diff', 'old.json', 'broken.json');
    expect(broken.status).toBe(1);
    expect(broken.stderr).toContain('broken.json');
    for (const format of ['jouleline-profile', 'jouleline-import']) {
      writeFileSync(join(folder, 'later.json'), JSON.stringify({ format, version: 99 }));
      const later = await jouleline(folder, 'diff', 'old.json', 'later.json');
      expect(later.status).toBe(1);
      expect(later.stderr).toMatch(
        /later\.json is an? (?:profile|import) of version 99; this Jouleline reads up to/,
      );
    }
    // The second context calls itself.
    const cycle = readFileSync(join(folder, 'old.json'), 'utf8').replace(
      /("contexts": \[\n.*\n\[)0,/,
      '$11,',
    );
    writeFileSync(join(folder, 'cycle.json'), cycle);
    const endless = await jouleline(folder, 'diff', 'old.json', 'cycle.json');
    expect(`${endless.status} ${endless.stderr}`).toContain(
      '1 jouleline: cycle.json is damaged: tree.contexts[1] points to what is not there',
    );
    // Operations and calls of names that were cut away.
    const whole = readFileSync(join(folder, 'old.json'), 'utf8');
    writeFileSync(join(folder, 'cut.json'), JSON.stringify({ ...JSON.parse(whole), keys: [] }));
    const cut = await jouleline(folder, 'diff', 'old.json', 'cut.json');
    expect(cut.status).toBe(1);
    expect(cut.stderr).toMatch(/^jouleline: cut\.json is damaged: \S+\[\d+\] points to what is not there\n/);
    for (const [message, ...options] of [
      ['--model ./old.json: format is', '--model', './old.json'],
      ['--model none.json: does not exist', '--model', 'none.json'],
      ['--app names no package', '--app', ''],
      ['choose one', '--app', 'a.b', '--framework', 'a.b'],
    ] as const) {
      const refused = await jouleline(folder, 'diff', 'old.json', 'new.json', ...options);
      expect(refused.status).toBe(2);
      expect(refused.stderr).toContain(message);
    }
    expect((await jouleline(folder, 'diff', 'old.json')).stderr).toContain('needs at least two profiles');
    expect((await jouleline(folder, 'diff', 'old.json', 'new.json', '--alpha', '9')).stderr).toContain(
      '--alpha 9',
    );
    expect((await jouleline(folder, 'diff', 'old.json', 'new.json', '--format', 'pdf')).stderr).toContain(
      'text, markdown, json',
    );
  });
});
