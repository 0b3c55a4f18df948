/**
 * Other people's extensions, as far as tests need them: one fills the Test view as the one for Java does, under its name
 * and with ways of running that other extensions register; one colors lines.
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

/** Packs the one for Java, with a test that stands on a line of a file; answers the path of the .vsix. `line` counts from 0. */
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
  return pack(join(folder, 'java-tests.vsix'), manifest, main);
}

/** Packs an extension that gives each line of Java a background and a border; answers the path of the .vsix. */
export function packLineColors(folder: string): string {
  const main = `const { window, Range } = require('vscode');
const type = window.createTextEditorDecorationType({
  isWholeLine: true, backgroundColor: 'rgba(0, 200, 0, 0.2)', border: '1px solid rgb(0, 200, 0)',
});
exports.activate = () => {
  const paint = () => {
    for (const editor of window.visibleTextEditors)
      if (editor.document.fileName.endsWith('.java'))
        editor.setDecorations(type, [new Range(0, 0, editor.document.lineCount - 1, 0)]);
  };
  window.onDidChangeVisibleTextEditors(paint);
  paint();
};
`;
  return pack(
    join(folder, 'line-colors.vsix'),
    { ...manifest, name: 'line-colors', publisher: 'other' },
    main,
  );
}

function pack(path: string, described: typeof manifest, main: string): string {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const entries = [
    { name: 'extension/package.json', content: encode(JSON.stringify(described)) },
    { name: 'extension/main.js', content: encode(main) },
  ];
  writeFileSync(path, makeZip({ entries }));
  return path;
}
