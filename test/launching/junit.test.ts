/** Selections of tests, run by real console launchers of three generations. */
import { describe, expect, test } from 'vitest';
import { findTool } from '../../scripts/tools.mjs';
import {
  CONSOLE_LAUNCHER,
  consoleArguments,
  consoleVersionFor,
  readTestSelector,
  type TestSelection,
} from '../../server/src/launching/junit';
import { toolOf } from '../classfile/jdk-modules';
import { compile } from '../profile/compile-program';
import { findJdks, quickMachine } from '../support/jdks';
import { mavenJar } from '../support/maven';
import { runProcess } from '../support/run-command';

describe('selectors', () => {
  test.each([
    ['demo.SortTest', { className: 'demo.SortTest' }],
    ['demo.SortTest#sorts', { className: 'demo.SortTest', methodName: 'sorts' }],
    ['SortTest::sorts()', { className: 'SortTest', methodName: 'sorts' }],
    ['demo.Outer$Inner#größe', { className: 'demo.Outer$Inner', methodName: 'größe' }],
    ['', undefined],
    ['demo.', undefined],
    ['a b', undefined],
    ['--scan-classpath', undefined],
    ['A#', undefined],
  ])('%j', (text, expected) => {
    expect(readTestSelector(text)).toEqual(expected);
  });
});

describe('the console launcher that fits', () => {
  test.each([
    [['/r/junit-jupiter-api-5.9.3.jar', '/r/junit-platform-commons-1.9.3.jar'], '1.9.3'],
    [['/r/junit-jupiter-api-5.13.0-M2.jar'], '1.13.0-M2'],
    [['C:\\r\\junit-jupiter-api-6.0.1.jar'], '6.0.1'],
    [['/r/junit-4.13.2.jar', '/r/hamcrest-core-1.3.jar'], '1.13.4'],
    [['/r/junit-vintage-support.jar', '/classes'], undefined],
  ])('%j', (classPath, version) => {
    expect(consoleVersionFor(classPath)).toBe(version);
  });
});

const tests = `
import java.util.List;
import org.junit.jupiter.api.*;
import static org.junit.jupiter.api.Assertions.*;
class DemoTest {
  enum Size { SMALL, LARGE }
  static void say(String name) { System.out.println("ran " + name); }
  @Test void plain() { say("plain"); }
  @Test void fails() { say("fails"); assertEquals(1, 2); }
  @Test void informed(TestInfo info, TestReporter reporter) { say("informed"); }
  @Nested class Inner { @Test void deep() { say("deep"); } }
}`;

describe.runIf(findTool('Maven') !== undefined)('tests run', () => {
  const jdk = findJdks().at(-1);
  const api = 'org.junit.jupiter:junit-jupiter-api:5.9.3';
  const jars = [api, 'org.opentest4j:opentest4j:1.2.0', 'org.apiguardian:apiguardian-api:1.1.2'];
  const libraries = [...jars, 'org.junit.platform:junit-platform-commons:1.9.3'].map(mavenJar);
  if (jdk === undefined) throw new Error('no JDK');
  async function run(folder: string, version: string, selection: TestSelection): Promise<string> {
    const console = mavenJar(`org.junit.platform:junit-platform-console-standalone:${version}`);
    const { status, stdout, stderr } = await runProcess(
      toolOf(jdk?.home ?? '', 'java'),
      [
        ...quickMachine,
        '-cp',
        `${folder}:${console}`,
        CONSOLE_LAUNCHER,
        ...consoleArguments(version, [selection]),
      ],
      { cwd: folder },
    );
    const ran = [...stdout.matchAll(/ran (\w+)/g)].map(([, name]) => name).sort();
    return `${status}: ${ran.join(' ')}${ran.length === 0 ? stdout + stderr : ''}`;
  }

  test.each(['1.9.3', '1.13.4', '6.0.1'])('by version %s', async (version) => {
    const { folder } = compile(jdk, 'DemoTest', tests, ['-cp', libraries.join(':')]);
    const className = 'DemoTest';
    const descriptor = '(Lorg/junit/jupiter/api/TestInfo;Lorg/junit/jupiter/api/TestReporter;)V';
    const selections: readonly TestSelection[] = [
      { className },
      { className, methodName: 'plain' },
      { className, methodName: 'informed', descriptor },
      { className: 'DemoTest$Inner', methodName: 'deep' },
      { className: 'DemoTest$Size' },
    ];
    expect(await Promise.all(selections.map((selection) => run(folder, version, selection)))).toEqual([
      '1: deep fails informed plain',
      '0: plain',
      '0: informed',
      '0: deep',
      expect.stringMatching(/^2: /),
    ]);
  });
});
