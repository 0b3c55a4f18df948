/**
 * An extension that fills the Test view as the one for Java does, under its name: with one test, which stands on a line
 * of a file, and with ways of running that other extensions register.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeZip } from '../classfile/make-zip';

const manifest = {
  name: 'vscode-java-test',
  publisher: 'vscjava',
  version: '1.0.0',
  engines: { vscode: '^1.100.0' },
  main: './main.js',
  activationEvents: ['onStartupFinished'],
};

/** Packs it into the folder; answers the path of the .vsix. `line` counts from 0. */
export function packJavaTests(folder: string, test: string, file: string, line: number): string {
  const main = `const { Range, tests, TestRunProfileKind, workspace } = require('vscode');
exports.activate = async () => {
  const [uri] = await workspace.findFiles('**/${file}');
  const controller = tests.createTestController('java', 'Java Test');
  const test = controller.createTestItem('${test}', '${test}', uri);
  test.range = new Range(${line}, 0, ${line}, 0);
  controller.items.add(test);
  controller.createRunProfile('Run Tests', TestRunProfileKind.Run, () => undefined, true);
  const registerTestProfile = (name, kind, runner) => {
    controller.createRunProfile(name, kind, async (request, token) => {
      const testRun = controller.createTestRun(request);
      const finished = new Promise((resolve) => runner.onDidFinishTestRun(resolve));
      runner.onDidChangeTestItemStatus(() => undefined);
      await runner.launch({ isDebug: false, testItems: request.include ?? [test], testRun });
      await finished;
      testRun.end();
    });
  };
  return { registerTestProfile };
};
`;
  const path = join(folder, 'java-tests.vsix');
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const entries = [
    { name: 'extension/package.json', content: encode(JSON.stringify(manifest)) },
    { name: 'extension/main.js', content: encode(main) },
  ];
  writeFileSync(path, makeZip({ entries }));
  return path;
}
