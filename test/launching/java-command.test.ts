/** The argument lists, read by the `java` of each JDK on this machine. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { javaCommand, type JavaProgram } from '../../server/src/launching/java-command';
import { toolOf } from '../classfile/jdk-modules';
import { compile } from '../profile/compile-program';
import { findJdks } from '../support/jdks';
import { runProcess } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const program = `public class Echo {
  public static void main(String[] args) {
    System.out.println(String.join("|", args) + "|" + System.getProperty("x"));
  }
}`;

function programOf(release: number, classPath: readonly string[]): JavaProgram {
  return {
    java: 'java',
    release,
    vmArguments: ['-Xint'],
    classPath,
    modulePath: [],
    mainClass: 'Echo',
    arguments: ['a b', '@c', '$HOME'],
  };
}

describe.each(findJdks().map((jdk) => [jdk.version, jdk] as const))('JDK %s', (version, jdk) => {
  test.each([
    ['a short class path', 0],
    ['one of a thousand entries', 1000],
  ])('takes %s in a folder of any name', async (_, entries) => {
    const parent = makeTemporaryFolder({});
    const folder = join(parent, `a b#c"d\\e'f é`);
    renameSync(compile(jdk, 'Echo', program).folder, folder);
    const others = Array.from({ length: entries }, (_, at) =>
      join(parent, `not-there-${at}-${'x'.repeat(40)}`),
    );
    const argumentFile = join(parent, 'arguments');
    const java = toolOf(jdk.home, 'java');
    const made = javaCommand(
      { ...programOf(version, [...others, folder]), java, vmArguments: ['-Dx=y z'] },
      ':',
      argumentFile,
    );
    if ('problem' in made) throw new Error(made.problem);
    expect(made.argumentFile === undefined).toBe(entries === 0);
    if (made.argumentFile !== undefined) writeFileSync(argumentFile, made.argumentFile);
    mkdirSync(join(parent, 'run'));
    const { stdout, stderr } = await runProcess(made.command, made.arguments, { cwd: join(parent, 'run') });
    expect(`${stdout}${stderr}`).toBe('a b|@c|$HOME|y z\n');
  });
});

test('a class path that Java 8 cannot take is refused, with the way out', () => {
  const classPath = Array.from({ length: 2000 }, (_, at) => `/libraries/number-${at}.jar`);
  expect(javaCommand(programOf(8, classPath), ':', '/tmp/arguments')).toEqual({
    problem: expect.stringMatching(/class path takes \d+ characters.*newer JDK/) as unknown,
  });
});

test('a class of a module is started in its module', () => {
  const modular = { ...programOf(17, []), modulePath: ['/m'], mainClass: 'demo/demo.Main' };
  expect(javaCommand(modular, ':', '/tmp/arguments')).toEqual({
    command: 'java',
    arguments: ['-Xint', '--module-path', '/m', '--module', 'demo/demo.Main', 'a b', '@c', '$HOME'],
  });
});
