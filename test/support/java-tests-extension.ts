/** An extension that fills the Test view as the one for Java does: with one test, which stands on a line of a file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeZip } from '../classfile/make-zip';

const manifest = {
  name: 'java-tests',
  publisher: 'example',
  version: '1.0.0',
  engines: { vscode: '^1.100.0' },
  main: './main.js',
  activationEvents: ['onStartupFinished'],
};

/** Packs it into the folder; answers the path of the .vsix. `line` counts from 0. */
export function packJavaTests(folder: string, test: string, file: string, line: number): string {
  const main = `const { Range, tests, workspace } = require('vscode');
exports.activate = async () => {
  const [uri] = await workspace.findFiles('**/${file}');
  const controller = tests.createTestController('java', 'Java');
  const test = controller.createTestItem('${test}', '${test}', uri);
  test.range = new Range(${line}, 0, ${line}, 0);
  controller.items.add(test);
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
