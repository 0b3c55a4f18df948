/**
 * A disk that is full when a recording begins, fills up while it is set up, or has no room for the profile: each is
 * said, the program runs on, and nothing is left. Needs to be root on Linux, who may mount a file system of a few pages.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { runCommand, type Outcome } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const agent = resolve(import.meta.dirname, '../../media/agent/jouleline-agent.jar');
const home = findJdks()[0]?.home ?? '';

const program = `public class Small {
  public static void main(String[] arguments) {
    int sum = 0;
    for (int i = 0; i < 1000; i++) sum += i;
    System.out.println(sum);
  }
}
`;

/** Undefined where this user may not mount. */
function makeSmallDisk(kilobytes: number): string | undefined {
  const folder = join(makeTemporaryFolder(), 'disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => {
    execFileSync('umount', [folder]);
  });
  return folder;
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function profileOn(
  disk: string,
  out: (folder: string) => string,
  words: readonly string[] = [],
): Promise<Outcome> {
  const folder = makeTemporaryFolder({ 'Small.java': program });
  runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'classes'), join(folder, 'Small.java')]);
  const given = ['--runs', '0', '--class-path', 'classes', '--out', out(folder), '--main', 'Small'];
  return runCommand(cli, ['profile', ...given, ...words], {
    cwd: folder,
    env: { ...process.env, JAVA_HOME: home, TMPDIR: disk },
  });
}

describe.runIf(home !== '' && canMount())('a full disk', () => {
  const given = (kilobytes: number): string => {
    const disk = makeSmallDisk(kilobytes);
    if (disk === undefined) throw new Error('a small disk could be mounted a moment ago');
    return disk;
  };

  test('without room for the agent is said to be full, and nothing runs', async () => {
    const disk = given(16);
    const done = await profileOn(disk, () => 'profile.json');
    expect([done.status, done.stdout]).toEqual([1, '']);
    expect(done.stderr).toContain("the capture can't be written: the disk is full");
    expect(readdirSync(disk)).toEqual([]);
  });

  test('without room for counters lets the program run, and says that nothing is counted', async () => {
    // A page each for the table and the classes beside the agent, and none for what it counts.
    const disk = given((Math.ceil(statSync(agent).size / 4096) + 2) * 4);
    const done = await profileOn(disk, () => 'profile.json');
    expect([done.status, done.stdout]).toEqual([1, '499500\n']);
    expect(done.stderr).toMatch(/nothing is counted: .*No space left on device/);
    expect(done.stderr).toContain('nothing was counted');
    expect(readdirSync(disk)).toEqual([]);
  });

  test('without room for the profile is said to be full, and nothing runs', async () => {
    const disk = given(4);
    execFileSync('dd', ['if=/dev/zero', `of=${join(disk, 'other')}`, 'bs=4096', 'count=1'], {
      stdio: 'ignore',
    });
    const folder = makeTemporaryFolder();
    const done = await profileOn(folder, () => join(disk, 'profile.json'));
    expect([done.status, done.stdout]).toEqual([1, '']);
    expect(done.stderr).toContain("can't be written: the disk is full");
    expect(readdirSync(disk)).toEqual(['other']);
  });

  test('with room for a part of the profile has none of it, and the profile is kept elsewhere', async () => {
    const disk = given(4);
    const folder = makeTemporaryFolder();
    // What it was given stands in the profile.
    const words = Array.from({ length: 1000 }, (_, index) => `word${index}`);
    const done = await profileOn(folder, () => join(disk, 'profile.json'), words);
    expect([done.status, done.stdout]).toEqual([1, '499500\n']);
    const [, kept = ''] =
      /can't be written: the disk is full; the profile is in (.+)$/m.exec(done.stderr) ?? [];
    expect(readdirSync(disk)).toEqual([]);
    expect(relative(folder, kept)).toMatch(/^jouleline-[^/]+\/profile\.json$/);
    expect(readFileSync(kept, 'utf8')).toContain('"format": "jouleline-profile"');
  });
});
