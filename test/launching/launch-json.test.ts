/** launch.json as people have it: with comments, variables, and what the debugger writes by itself. */
import { expect, test } from 'vitest';
import { readLaunchJson, splitWords, launchVariables } from '../../server/src/launching/launch-json';

const values = new Map([
  ['workspaceFolder', '/w'],
  ['env:NAME', 'x y'],
]);

function read(text: string): ReturnType<typeof readLaunchJson> {
  return readLaunchJson(text, (name) => values.get(name));
}

test('reads entries of type java, with comments and variables', () => {
  const text = `{
    // by the debugger
    "version": "0.2.0",
    "configurations": [
      { "type": "java", "name": "Main", "request": "launch", "mainClass": "demo.Main", "projectName": "demo", },
      { "type": "java", "name": "All", "request": "launch", "mainClass": "m/demo.Main", "args": "a 'b c' \${env:NAME}",
        "vmArgs": ["-Xmx1g", "-Dx=\${workspaceFolder}/y"], "cwd": "\${workspaceFolder}/run", "env": { "A": 1 },
        "classPaths": ["\${workspaceFolder}/out"], "modulePaths": [], "javaExec": "/jdk/bin/java" },
      { "type": "java", "name": "Attach", "request": "attach", "port": 5005 },
      { "type": "node", "name": "Other", "request": "launch", "program": "x.js" },
    ],
  }`;
  expect(read(text)).toEqual({
    entries: [
      { name: 'Main', mainClass: 'demo.Main', arguments: [], vmArguments: [], environment: {} },
      {
        name: 'All',
        mainClass: 'm/demo.Main',
        arguments: ['a', 'b c', 'x', 'y'],
        vmArguments: ['-Xmx1g', '-Dx=/w/y'],
        workingDirectory: '/w/run',
        environment: { A: '1' },
        classPaths: ['/w/out'],
        modulePaths: [],
        javaExec: '/jdk/bin/java',
      },
    ],
    problems: [],
  });
});

test('refuses what only an editor can resolve, by name, and keeps the rest', () => {
  const text = `{ "configurations": [
    { "type": "java", "name": "Asks", "request": "launch", "mainClass": "A", "args": "\${input:size}" },
    { "type": "java", "request": "launch", "args": "1" },
    { "type": "java", "name": "Current", "request": "launch", "mainClass": "\${file}" },
    { "type": "java", "name": "Shell", "request": "launch", "mainClass": "A; rm -rf" },
    { "type": "java", "name": "Good", "request": "launch", "mainClass": "B" } ] }`;
  const { entries, problems } = read(text);
  expect(entries.map(({ name }) => name)).toEqual(['Good']);
  expect(problems).toEqual([
    'the entry "Asks" needs ${input:size}, which only the editor knows',
    'the entry number 2 runs the file that is open, and none with a program is',
    'the entry "Current" runs the file that is open, and none with a program is',
    'the entry "Shell" names no class: A; rm -rf',
  ]);
});

test.each([
  ['', ['line 1 is no JSON: ValueExpected']],
  ['{\n"configurations": [', ['line 2 is no JSON: CloseBracketExpected']],
  ['[1]', ['it has no list "configurations"']],
  ['{"configurations": {"type": "java"}}', ['it has no list "configurations"']],
  ['{"configurations": [null, 1, "java", []]}', []],
])('says what is wrong with %j', (text, problems) => {
  expect(read(text)).toEqual({ entries: [], problems });
});

test.each([
  ['a  b\tc', ['a', 'b', 'c']],
  ['"a b" c', ['a b', 'c']],
  [`-Dx="a b"'c d'e`, ['-Dx=a bc de']],
  ['"say \\"hi\\"" \\"x', ['say "hi"', '"x']],
  ['C:\\dir\\file $HOME `x` ; | &&', ['C:\\dir\\file', '$HOME', '`x`', ';', '|', '&&']],
  ['"" a', ['', 'a']],
  ['"open end', ['open end']],
  ['  ', []],
])('splits %j as a shell would, and expands nothing', (line, words) => {
  expect(splitWords(line)).toEqual(words);
});

test('takes the class of the open file where an entry says so', () => {
  const text = `{ "configurations": [
    { "type": "java", "name": "Current", "request": "launch", "mainClass": "\${file}" },
    { "type": "java", "name": "Open", "request": "launch" } ] }`;
  const { entries } = readLaunchJson(text, () => undefined, 'demo.Main');
  expect(entries.map(({ mainClass }) => mainClass)).toEqual(['demo.Main', 'demo.Main']);
});

test.each([
  ['/', '/w', '/w/src/demo/Main.java'],
  ['\\', 'C:\\w', 'C:\\w\\src\\demo\\Main.java'],
])('variables stand for the places of a file, with %s between folders', (separator, folder, file) => {
  const valueOf = launchVariables({ folder, file, separator, home: 'h', environment: { A: 'b' } });
  const names = 'workspaceFolderBasename relativeFile relativeFileDirname fileBasename'.split(' ');
  const more = 'fileBasenameNoExtension fileExtname fileDirnameBasename env:A env:B userHome'.split(' ');
  const relative = ['src', 'demo', 'Main.java'].join(separator);
  expect([...names, ...more].map(valueOf)).toEqual([
    ...['w', relative, ['src', 'demo'].join(separator), 'Main.java'],
    ...['Main', '.java', 'demo', 'b', '', 'h'],
  ]);
  expect(['command:pick', 'input:x', 'constructor'].map(valueOf)).toEqual([undefined, undefined, undefined]);
  const without = launchVariables({ folder, separator, home: 'h', environment: {} });
  expect(without('file')).toBeUndefined();
});

test('levels without end are no error of the reader', () => {
  expect(read('['.repeat(200_000))).toEqual({ entries: [], problems: ['it has too many levels'] });
});
