import { expect, test } from 'vitest';
import { nameProgram } from '../../server/src/launching/program-name';

test.each([
  [['/usr/bin/java', '-cp', 'a.jar:b', 'demo.NBody', '100k'], 'NBody 100k'],
  [['java', '-Xint', '--add-opens', 'java.base/java.util=ALL-UNNAMED', 'Main'], 'Main'],
  [['java', '-jar', '/home/me/lib/app.jar', 'fast', '2'], 'app.jar fast 2'],
  [['java', '-p', 'mods', '-m', 'org.app/org.app.Main$Inner', 'x'], 'Main.Inner x'],
  [
    [
      'C:\\jdk\\bin\\java.exe',
      '-cp',
      'x',
      'org.junit.platform.console.ConsoleLauncher',
      'execute',
      '--select-method=demo.SumsTest#large(int)',
    ],
    'SumsTest.large',
  ],
  [
    ['java', '-jar', 'junit-platform-console-standalone-1.10.2.jar', '--select-class=demo.SumsTest'],
    'SumsTest',
  ],
  [['/opt/maven/bin/mvn', '-q', 'test'], 'mvn -q test'],
  [['java', '-version'], 'java -version'],
  [[], ''],
])('%j is called %s', (command, name) => {
  expect(nameProgram(command)).toBe(name);
});

test('a long name is cut', () => {
  expect(nameProgram(['java', 'Main', 'x'.repeat(100)])).toMatch(/^Main x+…$/);
  expect(nameProgram(['java', 'Main', 'x'.repeat(100)])).toHaveLength(60);
});
