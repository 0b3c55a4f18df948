import { describe, expect, test } from 'vitest';
import {
  buildArguments,
  buildToolOf,
  commandOfCmd,
  failedOffline,
  firstBuildError,
  optionsOf,
} from '../../server/src/host/builds/build-project';
import { gradleInitScript } from '../../server/src/host/files/capture-folder';

test.each([
  ['mvn', 'Maven'],
  ['./mvnw', 'Maven'],
  ['C:\\tools\\mvn.cmd', 'Maven'],
  ['/opt/gradle/bin/gradle', 'Gradle'],
  ['gradlew.bat', 'Gradle'],
  ['java', undefined],
  ['my-gradle', undefined],
])('%s is of %s', (program, tool) => {
  expect(buildToolOf(program)).toBe(tool);
});

describe('a build of the classes', () => {
  test('keeps what the own command says of the project, and not what it does', () => {
    const maven = ['-B', '-Pfast', '-pl', 'core', '-Dtest=SumTest#a', '-f', 'x y/pom.xml', 'clean', 'verify'];
    expect(optionsOf('Maven', maven)).toEqual([
      ...['-B', '-Pfast', '-pl', 'core', '-Dtest=SumTest#a', '-f', 'x y/pom.xml'],
    ]);
    const gradle = ['-p', 'app', '--console', 'plain', '-x', 'lint', ':test', '--tests', 'SumTest', '-Pa=b'];
    expect(optionsOf('Gradle', gradle)).toEqual(['-p', 'app', '-Pa=b']);
    const assigned = ['test', '--console=plain', '--tests=SumTest', '--exclude-task=lint', '-m', '-Pa=b'];
    expect(optionsOf('Gradle', assigned)).toEqual(['-Pa=b']);
  });

  test('runs no test, fetches nothing when offline, and leaves no daemon', () => {
    const wish = { offline: true, colors: false, options: ['-Pa'] };
    expect(buildArguments('Maven', wish)).toEqual([
      ...['--batch-mode', '-Dstyle.color=never', '--offline', '-Pa', 'test-compile'],
    ]);
    expect(buildArguments('Gradle', { ...wish, offline: false })).toEqual([
      ...['--no-daemon', '--console=plain', '-Pa', 'testClasses'],
    ]);
  });
});

describe('what a failed build says', () => {
  test.each([
    [
      '[INFO] x\n[\u001b[1;31mERROR\u001b[m] COMPILATION ERROR : \n[ERROR] /p/src/A.java:[3,13] incompatible types\n',
      '/p/src/A.java:[3,13] incompatible types',
    ],
    [
      '> Task :compileJava FAILED\n/p/A.java:3: error: incompatible types\n',
      '/p/A.java:3: error: incompatible types',
    ],
    [
      "* What went wrong:\nTask 'x' not found in root project 'p'.\n",
      "Task 'x' not found in root project 'p'.",
    ],
    ['[ERROR] Unknown lifecycle phase "x".\n', 'Unknown lifecycle phase "x".'],
    ['all is lost', undefined],
  ])('%j', (output, reason) => {
    expect(firstBuildError(output)).toBe(reason);
  });

  test('tells whether it only lacked what may be fetched', () => {
    expect(failedOffline('Cannot access central in offline mode and the artifact a:b:1 has not been')).toBe(
      true,
    );
    expect(failedOffline('No cached version of a:b:1 available for offline mode.')).toBe(true);
    expect(failedOffline('A.java:3: error: incompatible types')).toBe(false);
  });
});

test('the init script takes any path', () => {
  expect(gradleInitScript("-javaagent:C:\\a'b c\\x.jar")).toContain(
    String.raw`def agent = '"-javaagent:C:\\a\'b c\\x.jar"'`,
  );
});

test('words in which cmd.exe would find commands are told', () => {
  expect(commandOfCmd(['mvn.cmd', '-f', 'C:\\a b\\pom.xml', '-Pfast'])).toBeUndefined();
  for (const word of ['C:\\a&calc', '-Dx=%PATH%', 'a|b', 'a>b', 'a^b', '"', 'a\nb'])
    expect(commandOfCmd(['mvn.cmd', word, 'test'])).toBe(word);
});
