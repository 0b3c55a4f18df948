/** How programs of two revisions are run: as an entry of `launch.json` says, and by their projects' build tools. */
import { readdirSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTool } from '../../scripts/tools.mjs';
import { git, makeRepository } from '../support/git';
import { gradleProject, mavenModules, sums } from '../support/java-projects';
import { findJdks } from '../support/jdks';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
/** A build tool's JVMs take their time to start. */
const PATIENCE_MS = 420_000;
const improved = sums.replace('for (int i = 0; i < n; i++) s += i;', 's = n * (n - 1) / 2;');

function diff(folder: string, temporary: string, ...args: readonly string[]): Promise<Outcome> {
  const env = { ...process.env, TMPDIR: temporary };
  return runCommand(cli, ['diff', '--runs', '0', '--git', 'HEAD~1', ...args], { cwd: folder, env });
}

function expectNothingLeft(folder: string, temporary: string): void {
  expect(readdirSync(temporary).filter((name) => name.startsWith('jouleline'))).toEqual([]);
  expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1);
}

function launchJson(entry: Readonly<Record<string, unknown>>): string {
  const configurations = [{ type: 'java', name: 'Sums', request: 'launch', ...entry }];
  // Comments are allowed there.
  return `{ // of this project\n"version": "0.2.0", "configurations": ${JSON.stringify(configurations)} }`;
}

/** Writes launch.json as editors do: it is the user's, and in no commit. */
function writeLaunchJson(folder: string, entry: Readonly<Record<string, unknown>>): void {
  mkdirSync(join(folder, '.vscode'));
  writeFileSync(join(folder, '.vscode', 'launch.json'), launchJson(entry));
}

describe.runIf(findJdks().length > 0)('an entry of launch.json', () => {
  const file = 'src/demo/Sums.java';

  test('says how both revisions are run, each in its own folder, though neither has it', async () => {
    const reads = (body: string): string =>
      body
        .replace(
          'Integer.parseInt(args[0])',
          'Integer.parseInt(new java.util.Scanner(new java.io.File(args[0])).next())',
        )
        .replace('main(String[] args)', 'main(String[] args) throws Exception');
    const folder = makeRepository(
      { [file]: reads(sums), 'data/size.txt': '2000' },
      { [file]: reads(improved), 'data/size.txt': '3000' },
    );
    writeLaunchJson(folder, {
      mainClass: 'demo.Sums',
      args: ['${workspaceFolder}/data/size.txt'],
      cwd: '${workspaceFolder}/data',
    });
    const temporary = makeTemporaryFolder();
    const done = await diff(folder, temporary, '--source', 'src', '--launch', 'Sums');
    expect(done.status, done.stderr).toBe(0);
    expect(done.stdout).toMatch(/demo\.Sums\.sum +1 .*counts differ/);
    expect(done.stderr).toContain('sum 1999000');
    expect(done.stderr).toContain('sum 4498500');
    expectNothingLeft(folder, temporary);
  });

  test('that is none is said before anything is built, with those that there are', async () => {
    const folder = makeRepository({ [file]: sums }, { [file]: improved });
    writeLaunchJson(folder, { mainClass: 'demo.Sums' });
    const temporary = makeTemporaryFolder();
    const done = await diff(folder, temporary, '--source', 'src', '--launch', 'Others');
    expect(done.status).toBe(1);
    expect(done.stderr).toMatch(/has no entry "Others" of type java that can be run\n +it has "Sums"/);
    expectNothingLeft(folder, temporary);
  });

  test.runIf(findTool('Maven') !== undefined).each([[undefined], [['$Auto']]])(
    'of a Maven project with modules, whose class path is %j, has both revisions built',
    async (classPaths) => {
      const folder = makeRepository(
        { ...mavenModules, '.gitignore': 'target\n.vscode\n' },
        { 'core/src/main/java/demo/Sums.java': improved },
      );
      writeLaunchJson(folder, { mainClass: 'app.Main', ...(classPaths === undefined ? {} : { classPaths }) });
      const temporary = makeTemporaryFolder();
      const done = await diff(folder, temporary, '--launch', 'Sums');
      expect(done.status, done.stderr).toBe(0);
      expect(done.stdout).toMatch(/demo\.Sums\.sum +1 .*−.*counts differ/);
      expectNothingLeft(folder, temporary);
    },
    PATIENCE_MS,
  );
});

describe.runIf(findTool('Gradle') !== undefined)('a Gradle project', () => {
  test(
    'has both revisions built by it, each by itself, and none of them in the work tree',
    async () => {
      const changed = 'src/main/java/demo/Sums.java';
      const ignored = { '.gitignore': 'build\n.gradle\n' };
      const folder = makeRepository({ ...gradleProject, ...ignored }, { [changed]: improved });
      const temporary = makeTemporaryFolder();
      const done = await diff(folder, temporary, '--main', 'demo.Sums');
      expect(done.status, done.stderr).toBe(0);
      expect(done.stderr.match(/building .* with Gradle/g)).toHaveLength(2);
      expect(done.stdout).toMatch(/demo\.Sums\.sum +1 .*−.*counts differ/);
      expectNothingLeft(folder, temporary);
      expect(readdirSync(folder)).not.toContain('build');
      const profiles = join(folder, '.jouleline', 'profiles');
      for (const name of readdirSync(profiles))
        expect(readFileSync(join(profiles, name), 'utf8')).toContain('"demo/Sums"');
    },
    PATIENCE_MS,
  );
});
