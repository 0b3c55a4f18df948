/** The targets that `jouleline profile` accepts: sources that nobody compiled, and JUnit's tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTool } from '../../scripts/tools.mjs';
import { compile } from '../profile/compile-program';
import { findJdks } from '../support/jdks';
import { mavenJar } from '../support/maven';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

function profile(cwd: string, ...args: readonly string[]): Promise<Outcome> {
  return runCommand(cli, ['profile', '--runs', '0', '--out', 'profile.json', ...args], { cwd });
}

/** `work(I)I` to its number of calls, of all that ran. */
async function callsIn(cwd: string): Promise<Readonly<Record<string, number>>> {
  const { stdout } = await runCommand(cli, ['counts', 'profile.json', '--json'], { cwd });
  const { methods } = JSON.parse(stdout) as {
    readonly methods: readonly {
      readonly name: string;
      readonly descriptor: string;
      readonly calls: number;
    }[];
  };
  return Object.fromEntries(
    methods.flatMap(({ name, descriptor, calls }) => (calls > 0 ? [[`${name}${descriptor}`, calls]] : [])),
  );
}

/** Profiles with a folder for temporary files of its own: other tests run at the same time. */
function profileWith(temporary: string, cwd: string, ...args: readonly string[]): Promise<Outcome> {
  const env = { ...process.env, TMPDIR: temporary };
  return runCommand(cli, ['profile', '--runs', '0', '--out', 'profile.json', ...args], { cwd, env });
}

function leftBehind(temporary: string): readonly string[] {
  return readdirSync(temporary).filter((name) => name.startsWith('jouleline-classes-'));
}

const program = `package demo;
public class Prog {
  static int work(int n) { return n <= 0 ? 0 : n + work(n - 1); }
  public static void main(String[] args) { System.out.println("sum " + work(Integer.parseInt(args[0]))); }
}
`;

describe('sources', () => {
  test('of a single file are compiled for the run, and leave nothing behind', async () => {
    const folder = makeTemporaryFolder({ 'a b/Prog.java': program });
    const temporary = makeTemporaryFolder();
    const { status, stdout } = await profileWith(
      temporary,
      folder,
      '--source',
      'a b/Prog.java',
      '--main',
      'demo.Prog',
      '9',
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'sum 45\n' });
    expect(await callsIn(folder)).toEqual({ 'main([Ljava/lang/String;)V': 1, 'work(I)I': 10 });
    expect(readdirSync(folder).sort()).toEqual(['a b', 'profile.json']);
    expect(leftBehind(temporary)).toEqual([]);
    expect(readFileSync(join(folder, 'profile.json'), 'utf8')).not.toContain('jouleline-agent');
  });

  test('beside others that do not compile are compiled with what they name', async () => {
    const other = 'package demo; public class Other { static int one() { return 1; } }';
    const uses = program.replace('work(Integer', 'Other.one() + work(Integer');
    const files = {
      'src/demo/Prog.java': uses,
      'src/demo/Other.java': other,
      'src/demo/Broken.java': 'class {',
    };
    const folder = makeTemporaryFolder(files);
    const { status, stdout, stderr } = await profile(folder, '--source', 'src', '--main', 'demo.Prog', '9');
    expect({ status, stdout }).toEqual({ status: 1, stdout: 'sum 145\n' });
    expect(stderr).toMatch(/some sources do not compile, and only what .*Prog\.java names.*Broken\.java/s);
    expect(await callsIn(folder)).toMatchObject({ 'one()I': 1, 'work(I)I': 10 });
  });

  test('that do not compile, or are none, are said to be so', async () => {
    const folder = makeTemporaryFolder({
      'src/Prog.java': 'class Prog { int f() { return ""; } }',
      'empty/x': '',
    });
    const temporary = makeTemporaryFolder();
    const broken = await profileWith(temporary, folder, '--source', 'src', '--main', 'Prog');
    expect(broken).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/do not compile:\n.*Prog\.java:1: error/s) as unknown,
    });
    const empty = await profileWith(temporary, folder, '--source', 'empty', '--main', 'Prog');
    expect(empty).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no Java sources in empty') as unknown,
    });
    const nothing = await profileWith(temporary, folder, '--main', 'Prog');
    expect(nothing).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--class-path is needed') as unknown,
    });
    expect(leftBehind(temporary)).toEqual([]);
    expect(readdirSync(folder)).not.toContain('profile.json');
  });
});

const tests = `package demo;
import org.junit.jupiter.api.*;
public class SumTest {
  static int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
  @Test void small() { Assertions.assertEquals(45, sum(10)); }
  @Test void large(TestInfo info) { Assertions.assertEquals(4950, sum(100)); }
  @Test void wrong() { Assertions.assertEquals(1, sum(3)); }
}
`;

describe.runIf(findTool('Maven') !== undefined)('tests', () => {
  const version = '1.13.4';
  const standalone = `org.junit.platform:junit-platform-console-standalone:${version}`;

  function project(): { readonly folder: string; readonly classPath: string } {
    const console = mavenJar(standalone);
    // The oldest: what it compiles, the `java` of this machine runs.
    const [jdk] = findJdks();
    if (console === undefined || jdk === undefined) throw new Error('there is no JUnit, or no JDK');
    const compiled = compile(jdk, 'SumTest', tests, ['-cp', console]);
    return { folder: compiled.folder, classPath: `${compiled.folder}:${console}` };
  }

  test('run by class and by method, whatever the parameters', async () => {
    const { folder, classPath } = project();
    const given = ['--class-path', classPath, '--test', 'demo.SumTest'];
    const refused = await profile(folder, ...given);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/demo\.SumTest failed \(exit code 1\)\n[^]* 1 tests failed/);
    expect(existsSync(join(folder, 'profile.json'))).toBe(false);
    const all = await profile(folder, '--keep-failed', ...given);
    expect(all.status).toBe(1);
    expect(await callsIn(folder)).toMatchObject({ 'sum(I)I': 3, 'small()V': 1, 'wrong()V': 1 });
    const one = await profile(folder, '--class-path', classPath, '--test', 'demo.SumTest#large');
    expect(one.status).toBe(0);
    expect(await callsIn(folder)).toEqual({
      '<init>()V': 1,
      'large(Lorg/junit/jupiter/api/TestInfo;)V': 1,
      'sum(I)I': 1,
    });
  });

  test.each([
    ['demo.SumTest#none', 1, 'demo.SumTest#none: there is no such method'],
    ['demo.SumTest#lagre', 1, 'there is no such method\nIs it large?'],
    ['SumTest', 1, 'no class SumTest on the class path\nIs it demo.SumTest?'],
    ['demo.SunTest', 1, 'Is it demo.SumTest?'],
    ['demo.SumTest#', 2, 'is no test'],
  ])('%s is refused, and why is said', async (selector, status, message) => {
    const { folder, classPath } = project();
    const outcome = await profile(folder, '--class-path', classPath, '--test', selector);
    expect(outcome).toMatchObject({ status, stderr: expect.stringContaining(message) as unknown });
  });

  test('without JUnit are refused', async () => {
    const { folder } = project();
    const outcome = await profile(folder, '--class-path', folder, '--test', 'demo.SumTest');
    expect(outcome).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no JUnit on the class path') as unknown,
    });
  });
});

describe('entries of launch.json', () => {
  const launch = JSON.stringify({
    configurations: [
      {
        ...{ type: 'java', name: 'Nine', request: 'launch', mainClass: 'demo.Prog', args: ['9'] },
        ...{ vmArgs: '-Da=b', env: { NAME: 'x y' }, cwd: '${workspaceFolder}/run here' },
      },
      { type: 'java', name: 'Open', request: 'launch', mainClass: '${file}', args: '4' },
      { type: 'java', name: 'Asks', request: 'launch', mainClass: 'demo.Prog', args: '${input:n}' },
    ],
  });
  const where = program.replace(
    'System.out.println(',
    'System.out.println(System.getProperty("a") + System.getenv("NAME") + new java.io.File("").getAbsoluteFile().getName() + ',
  );
  const files = {
    '.vscode/launch.json': launch,
    'src/demo/Prog.java': where,
    'run here/x': '',
  };

  test('run as they say, and as they stand for an open file', async () => {
    const folder = makeTemporaryFolder(files);
    const nine = await profile(folder, '--source', 'src', '--launch', 'Nine');
    expect(nine).toMatchObject({ status: 0, stdout: 'bx yrun heresum 45\n' });
    expect(await callsIn(folder)).toMatchObject({ 'work(I)I': 10 });
    expect(readFileSync(join(folder, 'profile.json'), 'utf8')).not.toContain('x y');
    const open = await profile(folder, '--source', 'src', '--launch', 'Open', '--open', 'src/demo/Prog.java');
    expect(open.stdout).toContain('sum 10\n');
  });

  test('that need an editor, or are not there, are refused with the reason', async () => {
    const folder = makeTemporaryFolder(files);
    const asks = await profile(folder, '--source', 'src', '--launch', 'Asks');
    expect(asks).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/no entry "Asks".*needs \$\{input:n\}.*it has "Nine"/s) as unknown,
    });
    const none = await profile(makeTemporaryFolder(), '--launch', 'Nine');
    expect(none).toMatchObject({ status: 1, stderr: expect.stringContaining('launch.json') as unknown });
  });
});
