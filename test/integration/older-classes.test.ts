/** Classes that are older than the text: what ran of another text colors no line, and that is said. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { readFileSync } from 'node:fs';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { lineOf, startSession } from './server-session';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const home = findJdks()[0]?.home ?? '';

const compiled = `package demo;

public class Work {
    static int before(int n) {
        return n * n;
    }

    static int changed(int n) {
        int twice = n + n;
        return twice - 1;
    }

    static int never(int n) {
        return n - 1;
    }

    public static void main(String[] args) {
        int sum = before(2);
        for (int i = 0; i < 5000; i++) {
            sum = changed(i);
        }
        System.out.println(sum);
    }
}
`;

const launch = {
  configurations: [
    { type: 'java', name: 'Old', request: 'launch', mainClass: 'demo.Work', classPaths: ['bin'] },
  ],
};

/** A folder whose classes were compiled from one text, and whose source is another by now. */
async function profiled(edited: string): Promise<string> {
  const folder = makeTemporaryFolder({
    'src/demo/Work.java': compiled,
    '.vscode/launch.json': JSON.stringify(launch),
  });
  runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'bin'), join(folder, 'src/demo/Work.java')]);
  const past = new Date(Date.now() - 60_000);
  utimesSync(join(folder, 'bin/demo/Work.class'), past, past);
  writeFileSync(join(folder, 'src/demo/Work.java'), edited);
  mkdirSync(join(folder, '.jouleline/profiles'), { recursive: true });
  const args = ['--runs', '0', '--out', '.jouleline/profiles/run.json', '--source', 'src', '--launch', 'Old'];
  const done = await runCommand(cli, ['profile', ...args], {
    cwd: folder,
    env: { ...process.env, JAVA_HOME: home },
  });
  expect(done.stdout).toBe('9997\n');
  expect(done.stderr).toContain(
    '1 class that ran is older than the source (demo.Work): methods with another text',
  );
  return folder;
}

/** The lines that a report colors, as their texts. */
async function coloredIn(
  folder: string,
): Promise<{ readonly lines: readonly string[]; readonly said: string }> {
  const args = ['report', '--profile', '.jouleline/profiles/run.json', '--format', 'json', 'src'];
  const done = await runCommand(cli, args, { cwd: folder });
  const { files } = JSON.parse(done.stdout) as {
    readonly files: readonly {
      readonly lines: readonly { readonly line: number }[];
      readonly problems: readonly { readonly message: string }[];
    }[];
  };
  const text = readFileSync(join(folder, 'src/demo/Work.java'), 'utf8').split('\n');
  return {
    lines: files.flatMap((file) => file.lines.map(({ line }) => (text[line - 1] ?? '').trim())),
    said: files.flatMap((file) => file.problems.map(({ message }) => message)).join('\n'),
  };
}

describe('classes that are older than the text', () => {
  it('color all lines where their text is the same', async () => {
    const folder = await profiled(compiled);
    const { classes } = JSON.parse(
      readFileSync(join(folder, '.jouleline/profiles/run.json'), 'utf8'),
    ) as ProfileDocument;
    expect(classes.map(({ isOlder }) => isOlder)).toEqual([true]);
    const { lines, said } = await coloredIn(folder);
    expect(lines).toContain('int twice = n + n;');
    expect(lines).toContain('sum = changed(i);');
    expect(said).toBe('');
  });

  it.each([
    [
      'below an inserted line',
      compiled.replace('    static int changed', '\n    static int changed'),
      ['int twice = n + n;', 'return twice - 1;', 'sum = changed(i);', ''],
      '2 methods were left out: their classes are older than the text. Build, then profile again',
    ],
    [
      'in a method with another operation',
      compiled.replace('n + n', 'n * 2'),
      ['int twice = n * 2;', 'return twice - 1;'],
      '1 method was left out',
    ],
    [
      'in a method with a new line',
      compiled.replace('        return twice', '        twice *= 3;\n        return twice'),
      ['twice *= 3;', 'return twice - 1;', 'sum = changed(i);'],
      '2 methods were left out',
    ],
    [
      'above a removed line',
      compiled.replace('        int twice = n + n;\n        return twice - 1;', '        return n + n - 1;'),
      ['return n + n - 1;', 'sum = changed(i);'],
      '2 methods were left out',
    ],
  ])('color no line %s', async (_, edited, uncolored, message) => {
    const { lines, said } = await coloredIn(await profiled(edited));
    expect(lines).toContain('return n * n;');
    for (const line of uncolored) expect(lines).not.toContain(line);
    expect(said).toContain(message);
  });

  it.each([
    ['of another folder', { 'elsewhere/nothing.txt': '' }, 'elsewhere', [], false],
    ['with two sources of the class', { 'copy/demo/Work.java': compiled }, '.', [], false],
    ['whose sources are found', {}, '.', [], true],
    ['whose sources are named', { 'copy/demo/Work.java': compiled }, '.', ['--source', 'src'], true],
  ])('color no wrong line of a text edited after a profile %s', async (_, files, where, sources, isKnown) => {
    const folder = makeTemporaryFolder({
      'src/demo/Work.java': compiled,
      '.jouleline/profiles/of.txt': '',
      ...files,
    });
    runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'bin'), join(folder, 'src/demo/Work.java')]);
    const [out, bin] = [join(folder, '.jouleline/profiles/run.json'), join(folder, 'bin')];
    const args = ['--runs', '0', '--out', out, '--class-path', bin, '--main', 'demo.Work', ...sources];
    const environment = { ...process.env, JAVA_HOME: home };
    await runCommand(cli, ['profile', ...args], { cwd: join(folder, where), env: environment });
    const unchanged = await coloredIn(folder);
    expect(unchanged.said).toBe('');
    expect(unchanged.lines).toContain('int twice = n + n;');
    const below = compiled.replace('    static int changed', '\n    static int changed');
    writeFileSync(join(folder, 'src/demo/Work.java'), below);
    const { lines, said } = await coloredIn(folder);
    if (isKnown) expect([lines.toSorted(), said]).toEqual([unchanged.lines.toSorted(), '']);
    expect(lines.filter((line) => !unchanged.lines.includes(line))).toEqual([]);
    expect(lines).toContain('return n * n;');
    // Of another constant nothing but the text that ran can tell.
    writeFileSync(join(folder, 'src/demo/Work.java'), compiled.replace('twice - 1', 'twice - 2'));
    const constant = await coloredIn(folder);
    expect(constant.lines.includes('return twice - 2;')).toBe(!isKnown);
    expect(constant.lines).toContain('sum = changed(i);');
    writeFileSync(join(folder, 'src/demo/Work.java'), `\n\n${compiled.replace('n + n', 'n * n')}`);
    const shifted = await coloredIn(folder);
    expect(shifted.lines).not.toContain('int twice = n * n;');
    expect(shifted.lines.filter((line) => !unchanged.lines.includes(line))).toEqual([]);
    expect(shifted.said).toContain('older than the text. Build, then profile again');
  });

  it('have a row of their own in exports, merges and reports, and are on no line', async () => {
    const edited = compiled.replace('    static int changed', '\n    static int changed');
    const folder = await profiled(edited);
    const run = '.jouleline/profiles/run.json';
    const line = lineOf(edited, 'return n * n') + 1;
    const say = async (...args: readonly string[]): ReturnType<typeof runCommand> =>
      runCommand(cli, args, { cwd: folder });
    const words =
      'jouleline: src/demo/Work.java: 2 methods were left out: their classes are older than the text. Build, then profile again\n';
    const exported = await say('export', run, '--source', 'src', '--format', 'csv');
    expect(exported.stderr).toBe(words);
    const rows = exported.stdout.trim().split('\n').slice(1);
    expect(rows.map((row) => row.split(',').slice(0, 2).join()).filter((place) => place !== ',')).toEqual([
      `demo/Work.java,${line}`,
    ]);
    for (const name of ['changed', 'main'])
      expect(rows.filter((row) => row.includes(`[left out: demo.Work.${name}]`))).toHaveLength(1);
    const sarif = await say('export', run, '--source', 'src', '--format', 'sarif', '--over', '0');
    const starts = [...sarif.stdout.matchAll(/"startLine": ?(\d+)/g)].map(([, start]) => Number(start));
    expect([...new Set(starts)].every((start) => start === line || start === line - 1)).toBe(true);
    writeFileSync(join(folder, 'src/demo/Work.java'), edited.replaceAll('n * n', 'n - n * n'));
    const none = await say('export', run, '--source', 'src', '--format', 'sarif', '--over', '0');
    expect([none.status, none.stdout]).toEqual([1, '']);
    expect(none.stderr).toContain(
      'jouleline: none of its methods lies in a source: 3 are left out as older than the text. Build, then profile again\n',
    );
    writeFileSync(join(folder, 'src/demo/Work.java'), edited);
    const budgets = [{ method: 'demo.Work.changed', energy: 1, unit: 'J' }];
    writeFileSync(
      join(folder, 'b.json'),
      JSON.stringify({ format: 'jouleline-budget', version: 1, budgets }),
    );
    const checked = await say('check', run, '--budget', 'b.json', '--source', 'src');
    expect(checked.stdout).toMatch(
      /^unknown +method demo\.Work\.changed: demo\.Work\.changed ran with another text/,
    );
    const merged = await say('merge', run, '--source', 'src', '--out', 'merged.json');
    expect(merged.stderr).toContain(words);
    const { stdout } = await say(
      'export',
      'merged.json',
      '--source',
      'src',
      '--format',
      'csv',
      '--recording',
      '1',
    );
    expect(stdout).toContain('[left out: demo.Work.changed]');
    expect(stdout).not.toMatch(/Work\.java,(?!5,)\d/);
  });

  it('are told of in the editor: in a message, the status, and above the methods', async () => {
    const edited = compiled.replace('    static int changed', '\n    static int changed');
    const folder = await profiled(edited);
    const session = await startSession({ folder });
    session.open('src/demo/Work.java', edited);
    await session.client.request('jouleline/showProfiles', {
      paths: [join(folder, '.jouleline/profiles/run.json')],
    });
    const words =
      '2 methods were left out: their classes are older than the text. Build, then profile again.';
    const overlay = await session.overlay(
      'src/demo/Work.java',
      ({ legend }) => legend.provenance === 'modeled',
    );
    expect(overlay.lines.map(({ line }) => line)).toEqual([lineOf(edited, 'return n * n')]);
    expect(overlay.statusTooltip).toContain(words);
    expect((await session.message(/left out/)).message).toContain(`Work.java: ${words}`);
    const titles = (await session.lenses('src/demo/Work.java')).map(({ command }) => command.title);
    expect(titles.filter((title) => title.includes('left out: its class is older'))).toHaveLength(2);
  });
});
