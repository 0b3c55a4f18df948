/**
 * The inputs that builds are asked about: the sample project in two versions, parts of commons-lang3 and java.base, and files
 * that commands read, made once by the build that is recorded. All of it is copied into one folder of a fixed name,
 * so that paths in answers are the same each time.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findJdksWithSources, unpackModule } from '../../test/bench/jdk-sources.mjs';
import { corporaFolder, fetchProject, PROJECTS } from '../../test/bench/project-sources.mjs';

const fixtures = fileURLToPath(new URL('../../test/fixtures', import.meta.url));

/** Less blur, and a longer simulation. */
const EDITS = [
  ['Blur.gaussian(frame, 3)', 'Blur.gaussian(frame, 1)'],
  ['simulation.run(2_000, 0.002)', 'simulation.run(3_000, 0.002)'],
];

/** The folder that all runs work in, one at a time, to ask the build of this checkout. */
export function openWorkFolder(build) {
  const folder = join(tmpdir(), 'jouleline-same-output');
  const owner = join(folder, 'owner');
  if (existsSync(owner) && isAlive(Number(readFileSync(owner, 'utf8'))))
    throw new Error(`another run works in ${folder}: wait for it`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(owner, String(process.pid));
  const [jdk] = findJdksWithSources();
  if (jdk === undefined) throw new Error('no JDK with sources (lib/src.zip) was found');
  return {
    folder,
    build,
    jdk: jdk.home,
    environment: {
      PATH: `${join(jdk.home, 'bin')}:${process.env.PATH}`,
      HOME: join(folder, 'home'),
      JAVA_HOME: jdk.home,
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      NO_COLOR: '1',
    },
    at: (...names) => join(folder, ...names),
    /** Copies the record's inputs, and the libraries' sources. */
    fill(inputs) {
      cpSync(inputs, folder, { recursive: true });
      cpSync(fetchProject(PROJECTS[0]).sources, join(folder, 'lang3'), { recursive: true });
      copyJdkPart(unpackModule(jdk, 'java.base', corporaFolder()), join(folder, 'base'));
      mkdirSync(join(folder, 'made'));
      makeOld(folder);
      commitVersions(folder);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The files directly in java.util and java.math. */
function copyJdkPart(module, target) {
  for (const name of ['java/util', 'java/math'])
    cpSync(join(module, name), join(target, name), {
      recursive: true,
      filter: (path) => path.endsWith('.java') || path.endsWith(name),
    });
}

/** Sources are of a fixed day, long before their classes and profiles. */
function makeOld(folder) {
  const day = new Date('2025-01-01T00:00:00Z');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.name.endsWith('.java')) utimesSync(join(entry.parentPath, entry.name), day, day);
}

/** A repository whose last two commits are the two versions of the sample. */
function commitVersions(folder) {
  const repository = join(folder, 'versions');
  const git = (...args) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=N', '-c', 'user.email=n@example.org', ...args], {
      stdio: 'ignore',
      env: {
        ...process.env,
        GIT_AUTHOR_DATE: '2025-01-01T00:00:00Z',
        GIT_COMMITTER_DATE: '2025-01-01T00:00:00Z',
      },
    });
  mkdirSync(repository);
  git('init', '-q', '-b', 'main');
  for (const version of ['before', 'sample']) {
    cpSync(join(folder, version), repository, { recursive: true });
    git('add', '.');
    git('commit', '-q', '-m', version);
  }
}

/** Makes what a record keeps: sources, classes, profiles and measured cases. */
export function makeInputs(cli, work, inputs) {
  cpSync(join(fixtures, 'sample'), work.at('before'), { recursive: true });
  cpSync(join(fixtures, 'sample'), work.at('sample'), { recursive: true });
  const main = work.at('sample/src/main/java/skysurvey/Main.java');
  const edited = EDITS.reduce((text, [from, to]) => text.replace(from, to), readFileSync(main, 'utf8'));
  writeFileSync(main, edited);
  cpSync(join(fixtures, 'imports'), work.at('imports'), { recursive: true });
  cpSync(join(fixtures, 'golden'), work.at('golden'), {
    recursive: true,
    filter: (path) => !/\.(txt|md)$/.test(path),
  });
  cpSync(join(fixtures, 'advice'), work.at('advice'), { recursive: true });
  mkdirSync(work.at('data'));
  for (const name of ['counts_clean.csv', 'hier_3480.csv'])
    cpSync(join(fixtures, 'fitting', name), work.at('data', name));
  writeFileSync(work.at('data/budgets.json'), JSON.stringify(BUDGETS));
  writeFileSync(work.at('data/table.csv'), 'name,cost [nJ]\niadd,1.5\nimul,2\nisub,1.5\ninvocation,9\n');
  writeFileSync(work.at('data/lines.txt'), '1\n2\n3\n5\n');
  makeOld(work.folder);

  for (const version of ['before', 'sample']) compile(work, version, [version]);
  compile(work, 'nights', ['before', 'imports/program/nights']);
  const run = (...args) => runCli(cli, work, args);
  const count = (version, out, ...args) => {
    const source = [`--class-path`, `classes/${version}`, '--source', `${version}/src/main/java`];
    run(
      'profile',
      '--no-build-files',
      ...source,
      ...args,
      '--out',
      `profiles/${out}.json`,
      '--main',
      'skysurvey.Main',
    );
  };
  mkdirSync(work.at('profiles'));
  count('before', 'before', '--record', 'tree', '--runs', '0');
  count('sample', 'after', '--record', 'tree', '--runs', '0');
  count('sample', 'trace', '--record', 'trace', '--runs', '0');
  count('sample', 'paths', '--record', 'paths', '--runs', '0');
  count('before', 'measured', '--runs', '3', '--power', 'cpu-time:10');
  count('sample', 'measured-after', '--runs', '3', '--power', 'cpu-time:10');
  const cases = [
    '--class-path',
    'classes/nights',
    '--source',
    'before/src/main/java',
    '--runs',
    '2',
    '--power',
    'cpu-time:10',
  ];
  run(
    'cases',
    '--no-build-files',
    ...cases,
    '--main',
    'nights.Nights',
    '--inputs',
    'data/lines.txt',
    '--out',
    'cases',
  );
  run(
    'import',
    'imports/collapsed/nights.collapsed',
    '--energy',
    '12',
    '--source',
    'before',
    '--out',
    'profiles/collapsed.json',
  );
  run('simulate', '--tuples', '20000', '--out', 'simulated');
  run('fit', 'data/counts_clean.csv', '--unit', 'nJ', '--out', 'data/fitted.json', '--local');

  mkdirSync(inputs, { recursive: true });
  for (const name of readdirSync(work.folder))
    if (!['owner', 'cache', 'home', 'config'].includes(name))
      cpSync(work.at(name), join(inputs, name), { recursive: true });
}

/** One budget of each kind: some are kept, some are not. */
const BUDGETS = {
  format: 'jouleline-budget',
  version: 1,
  unit: 'mJ',
  budgets: [
    { method: 'skysurvey.image.Blur.gaussian', energy: 1 },
    { line: 'skysurvey.orbit.*', energy: 0.01 },
    { class: 'skysurvey.catalogue.*', energy: 500 },
    { task: 'skysurvey.Main.main', energy: 2, unit: 'J' },
    { method: 'skysurvey.Nowhere.run', energy: 1, optional: true },
    { program: true, energy: 10, unit: 'µJ' },
  ],
};

function compile(work, name, folders) {
  const sources = folders.flatMap((folder) =>
    readdirSync(work.at(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.java'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const javac = join(work.jdk, 'bin', 'javac');
  execFileSync(javac, ['-g', '--release', '17', '-d', work.at('classes', name), ...sources], {
    stdio: 'ignore',
  });
}

function runCli(cli, work, args) {
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: work.folder,
    env: work.environment,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0)
    console.error(`while making inputs: jouleline ${args.join(' ')} ended with ${status}\n${stderr}`);
}
