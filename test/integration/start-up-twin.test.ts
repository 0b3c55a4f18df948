/**
 * The start-up of commands: an empty `main` runs in a JVM with the same options, wherever these come from. Each JVM writes
 * the classes that it loads to a log of its own, which an option names that the twin must have got.
 */
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COUNTED_FORMAT } from '../../server/src/recordings/model/imported-profile';
import { readProfile } from '../../server/src/profile/document/read-profile';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { outputOf, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const home = findJdks()[0]?.home ?? '';
const java = join(home, 'bin/java');
const flag = '-Xlog:class+load:file=loaded-%p.log';

const work = `public class Work {
  public static void main(String[] given) { System.out.println("ran " + given.length); }
}
`;

async function program(): Promise<string> {
  const folder = makeTemporaryFolder({
    'src/Work.java': work,
    'words.txt': `${flag} -cp bin`,
    'manifest.txt': 'Main-Class: Work\n',
    'once.sh': `#!/bin/sh\nexec "${java}" ${flag} -cp bin Work a b\n`,
    'other.sh': `#!/bin/sh\n"${java}" -version && "${java}" -cp bin Work\n`,
    'twice.sh': `#!/bin/sh\n"${java}" -cp bin Work && "${java}" -cp bin Work\n`,
  });
  runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'bin'), join(folder, 'src/Work.java')]);
  await outputOf(join(home, 'bin/jar'), ['cfm', 'work.jar', 'manifest.txt', '-C', 'bin', 'Work.class'], { cwd: folder }); // prettier-ignore
  for (const name of ['once.sh', 'other.sh', 'twice.sh']) chmodSync(join(folder, name), 0o755);
  return folder;
}

async function profiled(folder: string, command: readonly string[], variables: NodeJS.ProcessEnv) {
  const args = [
    'profile',
    '--runs',
    '1',
    '--power',
    'cpu-time:10',
    '--class-path',
    'bin',
    '--out',
    'run.json',
  ];
  const environment = { ...process.env, JAVA_HOME: home, ...variables };
  const { status, stderr } = await runCommand(cli, [...args, '--', ...command], {
    cwd: folder,
    env: environment,
  });
  expect([status, stderr]).toEqual([0, expect.stringContaining('counted 1 of 1 class')]);
  const read = readProfile(readFileSync(join(folder, 'run.json'), 'utf8'));
  if (!read.ok) throw new Error(COUNTED_FORMAT);
  return read.value.measurement;
}

/** The logs of JVMs that loaded the class of the empty `main`, and those of others. */
function logsOf(folder: string): readonly [twins: number, others: number] {
  const logs = readdirSync(folder).filter((name) => name.startsWith('loaded-'));
  const twins = logs.filter((name) =>
    readFileSync(join(folder, name), 'utf8').includes('JoulelineBaseline source:'),
  );
  return [twins.length, logs.length - twins.length];
}

describe('start-up is told apart by an empty twin with the same options', () => {
  it.each([
    ['java, with a file of arguments', [java, '@words.txt', 'Work'], {}],
    ['java -jar, with JDK_JAVA_OPTIONS', [java, '-jar', 'work.jar'], { JDK_JAVA_OPTIONS: flag }],
    ['a script, with its own words', ['./once.sh'], {}],
    ['java, with JAVA_TOOL_OPTIONS', [java, '-cp', 'bin', 'Work'], { JAVA_TOOL_OPTIONS: flag }],
  ])('of %s', async (_, command, variables) => {
    const folder = await program();
    const measurement = await profiled(folder, command, variables);
    expect(measurement?.baseline.map(({ ended }) => ended)).toEqual(['exited with code 0']);
    expect(measurement?.startUp?.runs).toBe(1);
    expect(measurement?.problems.join()).not.toContain('start-up');
    // The program was counted, sampled and measured, and its twin ran beside the measured run.
    expect(logsOf(folder)).toEqual([1, 3]);
  });

  it('of the JVM that ran counted classes, and it is said that there was another', async () => {
    const measurement = await profiled(await program(), ['./other.sh'], {});
    expect(measurement?.startUp?.runs).toBe(1);
    expect(measurement?.problems).toEqual([
      'start-up is that of the JVM that ran the counted classes; that of 1 other JVM is not told apart',
    ]);
  });

  it('but not of a command whose JVMs share the run, which is said', async () => {
    const measurement = await profiled(await program(), ['./twice.sh'], {});
    expect([measurement?.startUp, measurement?.baseline]).toEqual([undefined, []]);
    expect(measurement?.problems).toContain(
      'start-up is not told apart: 2 JVMs ran counted classes, each for a part of the run',
    );
  });
});
