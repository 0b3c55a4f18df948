/**
 * Recordings of sources that were changed since: laid on what git had then, and
 * moved to what is there now. Lines are told by their texts, which name what
 * they take.
 */
import { readImport } from '../../server/src/recordings/document/import-document';
import { type PlacedRecording, placeValues } from '../../server/src/recordings/place/placed-values';
import { existsSync, readFileSync, renameSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand, runProcess } from '../support/run-command';
import { makeTemporaryFolder, writeFiles } from '../support/temporary-folder';

const cli = join(resolve(import.meta.dirname, '../..'), 'dist/cli.js');

/** Energies are named by the lines and methods that took them. */
const THEN = {
  'src/app/Feed.java': `package app;
class Feed {
  int load() {
    return 10; // takes 10
  }
  int changed() {
    return 20;
  }
  int gone() {
    return 5;
  }
}
`,
  'src/app/Old.java': `package app;
class Old {
  int moved() {
    return 7; // takes 7
  }
}
`,
  'src/app/Removed.java': 'package app;\nclass Removed {\n  int all() {\n    return 3;\n  }\n}\n',
};

const NOW = {
  'src/app/Feed.java': `package app;
/** A comment that was written later. */
class Feed {
  int added() {
    return 99;
  }

  int load() {
    return 10; // takes 10
  }
  int changed() {
    return 20 + added();
  }
}
`,
  'src/app/News.java': THEN['src/app/Old.java'].replace('class Old', '// Old news.\nclass Old'),
};

/** Recorded on the second of May. */
const RECORDED = JSON.stringify({
  format: 'jouleline-energy',
  version: 1,
  unit: 'J',
  date: '2026-05-02T12:00:00Z',
  entries: [
    ['app.Feed', 'load', 'Feed.java', 4, 10],
    ['app.Feed', 'changed', 'Feed.java', 7, 20],
    ['app.Feed', 'gone', 'Feed.java', 10, 5],
    ['app.Old', 'moved', 'Old.java', 4, 7],
    ['app.Removed', 'all', 'Removed.java', 4, 3],
    ['java.lang.String', 'length', 'String.java', 1, 1],
  ].map(([owner, method, file, line, energy]) => ({ class: owner, method, file, line, energy })),
});

async function git(folder: string, time: string, ...args: readonly string[]): Promise<void> {
  const who = { GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time };
  const names = ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'init.defaultBranch=main'];
  const { status, stderr } = await runProcess('git', [...names, ...args], {
    cwd: folder,
    env: { ...process.env, ...who },
  });
  expect(stderr + String(status)).toMatch(/0$/);
}

/** Committed on the first of May, changed on the third. */
async function makeRepository(): Promise<string> {
  const folder = makeTemporaryFolder({ ...THEN, 'recorded.json': RECORDED });
  const [first, third] = ['2026-05-01T12:00:00Z', '2026-05-03T12:00:00Z'];
  await git(folder, first, 'init', '-q');
  await git(folder, first, 'add', 'src');
  await git(folder, first, 'commit', '-qm', 'then');
  await git(folder, third, 'mv', 'src/app/Old.java', 'src/app/News.java');
  await git(folder, third, 'rm', '-q', 'src/app/Removed.java');
  writeFiles(folder, NOW);
  await git(folder, third, 'add', 'src');
  await git(folder, third, 'commit', '-qm', 'now');
  await git(folder, third, 'tag', 'now');
  return folder;
}

function importInto(folder: string, args: readonly string[] = [], env = process.env) {
  const all = ['import', 'recorded.json', '--source', 'src', '--lines', '--out', 'i.json', ...args];
  return runCommand(cli, all, { cwd: folder, env });
}

function placedIn(folder: string): PlacedRecording {
  const read = readImport(readFileSync(join(folder, 'i.json'), 'utf8'));
  const placed = read.ok ? read.value.recordings[0] : undefined;
  if (placed === undefined) throw new Error('i.json');
  return placed;
}

/** The energies of lines by number, of methods by name, and of the rest by its reason. */
function energiesIn(folder: string): Readonly<Record<string, number>> {
  const { places, unplaced, accounts } = placeValues(placedIn(folder));
  const [account] = accounts;
  const parts = Object.values(account?.unplaced ?? {}).reduce((sum, value) => sum + value, 0);
  expect((account?.placed ?? 0) + (account?.called ?? 0) + parts).toBeCloseTo(46, 9);
  const named = places.map(({ placement, values }) => {
    const { path } = placement;
    const at = placement.kind === 'line' ? `line ${placement.line}` : '';
    const method = placement.kind === 'method' ? placement.method.name : '';
    return [`${path} ${at}${method}`, values[0] ?? 0] as const;
  });
  return Object.fromEntries([
    ...named,
    ...unplaced.map(({ name, reason, values }) => [`${reason}: ${name}`, values[0] ?? 0] as const),
  ]);
}

/** The energies if the recording were of the texts that are there: lines are those that stand there now. */
const AS_IT_IS = { 'src/app/News.java line 4': 7, 'library: app.Removed.all': 3 };

const MOVED = {
  'src/app/Feed.java line 9': 10,
  'src/app/Feed.java app/Feed.changed': 20,
  'src/app/News.java line 5': 7,
  'no place: app.Feed.gone': 5,
  'no place: app.Removed.all': 3,
  'library: java.lang.String.length': 1,
};

test('lines are those of the commit before it was recorded, moved to where they are now', async () => {
  const folder = await makeRepository();
  const { stderr } = await importInto(folder);
  expect(energiesIn(folder)).toEqual(MOVED);
  expect(stderr).toMatch(
    /3 files were others in [0-9a-f]{10} of 2026-05-01 \(the last commit before the recording\)/,
  );
  expect(stderr).toMatch(/these methods have changed or are gone: .*app\.Feed\.changed/);
});

test('a revision can be named, and no history asked for', async () => {
  const folder = await makeRepository();
  await importInto(folder, ['--revision', 'now~1']);
  expect(energiesIn(folder)).toEqual(MOVED);
  await importInto(folder, ['--no-history']);
  expect(energiesIn(folder)).toMatchObject(AS_IT_IS);
  await importInto(folder, ['--revision', 'now']);
  expect(energiesIn(folder)).toMatchObject(AS_IT_IS);
  for (const revision of ['nothing', '--output=x', '--exec=touch x']) {
    const { status, stderr } = await importInto(folder, [`--revision=${revision}`]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`no commit ${revision}`)]);
  }
  expect(existsSync(join(folder, 'x'))).toBe(false);
});

test('files that were not written since it was recorded are what ran, committed or not', async () => {
  const folder = await makeRepository();
  const april = new Date('2026-04-01T12:00:00Z');
  for (const name of Object.keys(NOW)) utimesSync(join(folder, name), april, april);
  const { stderr } = await importInto(folder);
  expect(stderr).not.toContain('were others');
  expect(energiesIn(folder)).toMatchObject(AS_IT_IS);
});

test('nothing that a repository configures is run', async () => {
  const folder = await makeRepository();
  const run = `touch ${join(folder, 'ran')}; cat`;
  const settings = {
    'core.fsmonitor': run,
    'core.pager': run,
    'core.hooksPath': folder,
    'core.sshCommand': run,
    'diff.external': run,
    'diff.java.textconv': run,
    'filter.all.smudge': run,
    'filter.all.clean': run,
    'alias.ls-tree': `!${run}`,
    'uploadpack.packObjectsHook': run,
    'remote.origin.url': `ext::sh -c ${JSON.stringify(run)}`,
    'remote.origin.promisor': 'true',
    'extensions.partialClone': 'origin',
    'core.repositoryFormatVersion': '1',
  };
  writeFiles(folder, { '.gitattributes': '*.java diff=java filter=all\n' });
  for (const [name, value] of Object.entries(settings))
    await git(folder, '2026-05-03T12:00:00Z', 'config', name, value);
  await importInto(folder);
  expect(energiesIn(folder)).toEqual(MOVED);
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});

test('a repository of another user is not asked, unless a revision is named', async () => {
  const folder = await makeRepository();
  // Threads, too, take the user for another one.
  const env = { ...process.env, NODE_OPTIONS: '--import=data:text/javascript,process.getuid=()=>4242' };
  const { stderr } = await importInto(folder, [], env);
  expect(stderr).toMatch(/git is not asked how sources were .* another user owns the repository/);
  expect(energiesIn(folder)).toMatchObject(AS_IT_IS);
  await importInto(folder, ['--revision', 'now~1'], env);
  expect(energiesIn(folder)).toEqual(MOVED);
});

test('without a repository the sources are what ran', async () => {
  const folder = makeTemporaryFolder({ ...THEN, 'recorded.json': RECORDED });
  const { status } = await importInto(folder);
  expect(status).toBe(0);
  expect(energiesIn(folder)).toMatchObject({ 'src/app/Feed.java line 4': 10, 'src/app/Old.java line 4': 7 });
});

test('a saved import is moved to texts that were changed since it was laid on them', async () => {
  const folder = makeTemporaryFolder({ ...THEN, 'recorded.json': RECORDED });
  await importInto(folder);
  writeFiles(folder, { 'src/app/Feed.java': NOW['src/app/Feed.java'] });
  const args = ['export', 'i.json', '--source', 'src', '--lines', '--format', 'json', '--out', 'i.json.new'];
  const { stderr } = await runCommand(cli, args, { cwd: folder });
  renameSync(join(folder, 'i.json.new'), join(folder, 'i.json'));
  expect(energiesIn(folder)).toEqual({
    ...MOVED,
    'src/app/News.java line 5': undefined,
    'src/app/Old.java line 4': 7,
    'no place: app.Removed.all': undefined,
    'src/app/Removed.java line 4': 3,
  });
  expect(stderr).toContain('these methods have changed or are gone: app.Feed.changed, app.Feed.gone');
});
