/** A change of one file, measured on the command line: the program as it was, and as it is. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { type Outcome, outputOf, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const home = findJdks()[0]?.home;

const before = `package demo;
public class Work {
  static long sum(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) sum += i;
    return sum;
  }
  public static void main(String[] arguments) {
    System.out.println(sum(100_000) + Other.base());
  }
}
`;
const after = before.replace(
  'for (int i = 0; i < rounds; i++) sum += i;',
  'sum = rounds * (rounds - 1L) / 2;',
);
const other = 'package demo;\nclass Other { static int base() { return 3; } }\n';

function prepare(): string {
  return makeTemporaryFolder({
    'src/demo/Work.java': before,
    'src/demo/Other.java': other,
    'now/Work.java': after,
  });
}

async function measureChange(
  folder: string,
  ...args: readonly string[]
): Promise<Outcome & { readonly left: readonly string[] }> {
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary, { recursive: true });
  const env = { ...process.env, JAVA_HOME: home ?? '', TMPDIR: temporary };
  const done = await runCommand(cli, ['measure-change', ...args], { cwd: folder, env });
  return { ...done, left: readdirSync(temporary).filter((name) => !name.startsWith('hsperf')) };
}

const versions = ['--before', 'src/demo/Work.java', '--after', 'now/Work.java'];
const counted = ['--source', 'src', '--main', 'demo.Work', '--runs', '0'];

describe.runIf(home !== undefined)('measure-change', () => {
  it('says what the change saves, by which figures, and leaves nothing behind', async () => {
    const folder = prepare();
    const { status, stdout, left } = await measureChange(
      folder,
      ...versions,
      ...counted,
      '--out',
      'answer.md',
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^The change in Work\.java saves [\d.]+ .?J, 9[\d.]+ % of a run, by the model/);
    expect(stdout).toContain('Nothing was measured');
    expect(stdout).toMatch(/demo\.Work\.sum +1 .*counts differ/);
    expect(readFileSync(join(folder, 'answer.md'), 'utf8')).toMatch(/^# The change in Work\.java saves /);
    expect(left).toEqual([]);
    expect(readFileSync(join(folder, 'src/demo/Work.java'), 'utf8')).toBe(before);
    expect(existsSync(join(folder, 'src/demo/Work.class'))).toBe(false);
  });

  it('runs both versions in the place of what is built', async () => {
    const folder = prepare();
    mkdirSync(join(folder, 'classes'));
    const sources = ['Work', 'Other'].map((name) => join(folder, `src/demo/${name}.java`));
    runJdkTool(home ?? '', 'javac', ['-g', '-d', join(folder, 'classes'), ...sources]);
    const given = ['--class-path', 'classes', '--main', 'demo.Work', '--runs', '0'];
    const { status, stdout, stderr } = await measureChange(folder, ...versions, ...given);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^The change in Work\.java saves /);
    // The class that is hidden is not counted beside the one that runs.
    expect(stdout.match(/demo\.Work\.main/g)).toBeNull();
    expect(stderr).not.toMatch(/older|differ/);
  });

  it('measures runs, and says by what and whether it is more than chance', async () => {
    const folder = prepare();
    const { stdout } = await measureChange(
      folder,
      ...versions,
      '--source',
      'src',
      '--main',
      'demo.Work',
      '--runs',
      '2',
    );
    expect(stdout).toMatch(/Measured was (?:CPU time|energy)|too little to be told from start-up/);
    expect(stdout).toMatch(/^The change in Work\.java (?:saves|costs|makes no difference)/);
  });

  it('takes what was before from the last commit', async () => {
    const folder = prepare();
    const git = async (...args: readonly string[]): Promise<void> => {
      await outputOf('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
    };
    await git('init', '-q');
    await git('add', 'src');
    await git('commit', '-q', '-m', 'first');
    const file = 'src/demo/Work.java';
    expect((await measureChange(folder, '--after', file, ...counted)).stderr).toContain(
      'there is no change to measure',
    );
    writeFileSync(join(folder, file), after);
    expect((await measureChange(folder, '--after', file, ...counted)).stdout).toMatch(
      /^The change in Work\.java saves /,
    );
  });

  it('says what is missing or wrong, and runs nothing then', async () => {
    const folder = prepare();
    expect((await measureChange(folder, ...versions, '--', 'java', 'demo.Work')).status).toBe(2);
    expect((await measureChange(folder, '--after', 'now/Work.java', ...counted)).stderr).toContain(
      'in no git repository',
    );
    writeFileSync(join(folder, 'now/Work.java'), after.replace('rounds - 1L', 'missing'));
    const { status, stdout, stderr, left } = await measureChange(folder, ...versions, ...counted);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/Work\.java does not compile by itself.*\nWork\.java:\d+: error/);
    expect(left).toEqual([]);
  });

  it('says where the program never got to the change', async () => {
    const folder = prepare();
    writeFileSync(join(folder, 'now/Other.java'), other.replace('3', '4'));
    writeFileSync(join(folder, 'src/demo/Work.java'), before.replace(' + Other.base()', ''));
    const given = ['--before', 'src/demo/Other.java', '--after', 'now/Other.java'];
    expect((await measureChange(folder, ...given, ...counted)).stdout).toContain('nothing of Other.java ran');
  });
});
