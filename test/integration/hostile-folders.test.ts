/** Folders that somebody prepared to hang the server: it starts, answers, and colors all the same. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { runFolders } from '../faults/folder-run';
import { KIND_NAMES } from '../faults/hostile-folder';
import { savedSeeds } from '../fuzz/saved-seeds';
import { type FolderContent, makeTemporaryFolder } from '../support/temporary-folder';
import { startSession, type Session } from './server-session';

const small = 'class Small {\n    int twice(int n) {\n        return n * 2;\n    }\n}\n';

/** Starts a server on a folder, and waits for all that it shows by itself. */
async function open(folder: string, settings: object = {}): Promise<Session> {
  const session = await startSession({ folder, settings });
  session.open('Small.java', small);
  await session.overlay('Small.java');
  await session.indexed();
  expect(await session.hover('Small.java', 'return')).toContain('Multi_int_int');
  expect(await session.client.request('jouleline/models')).not.toEqual([]);
  return session;
}

function makeFolder(content: FolderContent = {}): string {
  return makeTemporaryFolder({ 'Small.java': small, ...content });
}

function link(folder: string, name: string, target: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  if (target === '') execFileSync('mkfifo', [join(folder, name)]);
  else symlinkSync(target, join(folder, name));
}

it('links to devices, and pipes, in the place of every file that the server reads', async () => {
  const folder = makeFolder();
  const targets = ['/dev/ptmx', '/dev/zero', '', '/dev/tty', '/dev/ptmx', '/dev/ptmx', '/dev/ptmx'];
  for (const [index, target] of targets.entries()) link(folder, `.jouleline/profiles/${index}.json`, target);
  const names = ['pom.xml', 'build.gradle', 'settings.gradle', 'gradle.lockfile', '.mvn/maven.config'];
  const others = [
    '.vscode/launch.json',
    'Linked.java',
    'jouleline.budget',
    'model.json',
    'lib.jar',
    'calls.json',
  ];
  for (const name of names) for (const place of ['', 'a/']) link(folder, `${place}${name}`, '/dev/ptmx');
  for (const name of others) link(folder, name, '');
  const session = await open(folder, {
    budget: 'jouleline.budget',
    modelFiles: ['model.json'],
    classPath: ['lib.jar'],
    profile: { timedCalls: 'calls.json' },
  });
  const listed = await session.client.request<readonly { readonly problem: string }[]>('jouleline/profiles');
  expect(
    listed.map(({ problem }) => /it is (?:not a file$|a link out of the workspace)/.test(problem)),
  ).toEqual(targets.map(() => true));
  const uri = session.uriOf('Small.java');
  expect(await session.client.request('jouleline/profileTargets', { uri, line: 1 })).toMatchObject({
    targets: [],
  });
  // None of the four threads that read files waits for one of them.
  expect(await session.client.request('jouleline/doctor')).toMatchObject({
    version: expect.any(String) as unknown,
  });
});

it('build files that take hours to read', async () => {
  const properties = Array.from({ length: 60 }, (_, at) => `<p${at}>${`\${p${at - 1}}`.repeat(2)}</p${at}>`);
  const pom = (inside: string): string =>
    `<project><groupId>g</groupId><artifactId>a</artifactId><version>\${p59}</version>${inside}</project>`;
  const folder = makeFolder({
    'pom.xml': pom(
      `<properties>${properties.join('')}</properties><build><outputDirectory>/</outputDirectory></build><modules><module>x</module><module>y</module></modules>`,
    ),
    'b/pom.xml': pom('<a>x'.repeat(400_000)),
    'c/build.gradle': '/* '.repeat(1_300_000),
    'd/pom.xml': pom(`<dependencies>${'<dependency/>'.repeat(200_000)}</dependencies>`),
  });
  link(folder, 'x', '.');
  link(folder, 'y', '.');
  const session = await open(folder);
  const uri = session.uriOf('Small.java');
  expect(await session.client.request('jouleline/profileTargets', { uri, line: 1 })).toMatchObject({
    targets: [],
  });
});

it('patterns that take for ever where each way to match is tried', async () => {
  const pattern = `**/${'*a'.repeat(30)}#`;
  const folder = makeFolder({ [`${'a'.repeat(200)}.java`]: small });
  await open(folder, { include: [pattern, '**/*.java'], exclude: [pattern], entryPoints: [pattern] });
});

it('links to everything', async () => {
  const folder = makeFolder();
  for (const [name, target] of Object.entries({ root: '/', proc: '/proc', sys: '/sys', dev: '/dev' }))
    link(folder, name, target);
  const session = await open(folder);
  const names = session.client
    .notifications()
    .filter(({ method }) => method === 'window/logMessage')
    .map(({ params }) => JSON.stringify(params));
  expect(names.join('\n')).not.toContain('/proc/');
});

it('a folder of each kind that `npm run fuzz -- folders` makes: nothing is started, or opened outside', async () => {
  const root = resolve(import.meta.dirname, '../..');
  const results = await runFolders({
    root,
    seed: 3,
    from: 0,
    count: KIND_NAMES.length,
    seeds: savedSeeds(root),
  });
  expect(results.answers).toHaveLength(KIND_NAMES.length);
  expect([...results.effects.lines, ...results.outside.lines, ...results.failures.lines]).toEqual([]);
}, 300_000);
