/** Two revisions of a git repository profiled and compared: nothing but profiles stays, whatever becomes of it. */
import { placeOfIds } from '../../server/src/host/processes/process-ids';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTool } from '../../scripts/tools.mjs';
import { living } from '../host/run/ill-program';
import { git, makeRepository } from '../support/git';
import { mavenModules, sums } from '../support/java-projects';
import { findJdks } from '../support/jdks';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { waitFor } from '../support/wait-for';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
/** A build tool's JVMs take their time to start. */
const PATIENCE_MS = 420_000;

const file = 'src/demo/Sums.java';
const improved = sums.replace('for (int i = 0; i < n; i++) s += i;', 's = n * (n - 1) / 2;');
const program = ['--source', 'src', '--main', 'demo.Sums'];

interface Place {
  readonly folder: string;
  readonly temporary: string;
}

function placeOf(folder: string): Place {
  return { folder, temporary: makeTemporaryFolder() };
}

function diff({ folder, temporary }: Place, ...args: readonly string[]): Promise<Outcome> {
  const env = { ...process.env, TMPDIR: temporary };
  return runCommand(cli, ['diff', '--runs', '0', ...args], { cwd: folder, env });
}

/** Beside the profiles, which git leaves alone, all is as it was. */
function expectNothingLeft({ folder, temporary }: Place): void {
  expect(readdirSync(temporary).filter((name) => name.startsWith('jouleline'))).toEqual([]);
  expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1);
  expect(git(folder, 'status', '--porcelain', '--untracked-files=all')).toBe('');
}

function savedIn(folder: string): readonly string[] {
  return readdirSync(join(folder, '.jouleline', 'profiles')).sort();
}

describe.runIf(findJdks().length > 0)('two revisions', () => {
  test('are compiled, run and compared, and their profiles are kept by their names', async () => {
    const place = placeOf(makeRepository({ [file]: sums }, { [file]: improved }));
    const done = await diff(place, '--git', 'main~1', ...program, '3000');
    expect(done.status, done.stderr).toBe(0);
    expect(done.stdout).toMatch(/^main~1 \([0-9a-f]{8}\) .* HEAD \([0-9a-f]{8}\) .* a run, by the model/);
    expect(done.stdout).toMatch(/demo\.Sums\.sum +1 .*−.*counts differ/);
    expect(done.stdout).not.toContain('the work tree has changes');
    expect(done.stderr).toContain('sum 4498500');
    const saved = savedIn(place.folder);
    expect(saved.map((name) => name.replace(/[0-9a-f]{8}-\d{8}-\d{6}/, 'HASH-TIME'))).toEqual([
      'HEAD-HASH-TIME.json',
      'main-1-HASH-TIME.json',
    ]);
    for (const name of saved) {
      const path = join(place.folder, '.jouleline', 'profiles', name);
      const { sources, classes } = JSON.parse(readFileSync(path, 'utf8')) as Readonly<
        Record<string, unknown[]>
      >;
      expect([sources?.length, classes?.length]).toEqual([1, 1]);
    }
    expectNothingLeft(place);
  });

  test('are those of the commits, whatever is changed in the work tree, from any folder of it', async () => {
    const folder = makeRepository({ [`app/${file}`]: sums }, { [`app/${file}`]: improved });
    const place = placeOf(folder);
    writeFileSync(join(folder, 'app', file), 'no Java');
    const names = ['a.json', 'b.json'].map((name) => join(place.temporary, name));
    const outs = names.flatMap((name) => ['--out', name]);
    const wanted = ['--git', 'HEAD', '--git', 'HEAD~1', ...outs, '--format', 'json'];
    const done = await diff({ ...place, folder: join(folder, 'app') }, ...wanted, ...program);
    expect(done.status, done.stderr).toBe(0);
    const { a, totals, notes } = JSON.parse(done.stdout) as {
      a: string;
      notes: readonly string[];
      totals: { energyA: number; energyB: number };
    };
    expect(a).toMatch(/^HEAD \(/);
    expect(notes.at(-1)).toMatch(
      /^the work tree has changes that are in neither side \(app\/src\/demo\/Sums\.java\)/,
    );
    expect(totals.energyA).toBeLessThan(totals.energyB);
    expect(readFileSync(join(folder, 'app', file), 'utf8')).toBe('no Java');
    git(folder, 'checkout', '-q', '.');
    for (const name of names) expect(readFileSync(name, 'utf8')).toContain('"demo/Sums"');
    expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1);
  });

  test('of which one does not compile are refused, with its name', async () => {
    const place = placeOf(
      makeRepository({ [file]: sums.replace('int s = 0', 'int s = x') }, { [file]: sums }),
    );
    const done = await diff(place, '--git', 'HEAD~1', ...program);
    expect(done.status).toBe(1);
    expect(done.stderr).toMatch(/HEAD~1 \([0-9a-f]{8}\): the sources do not compile/);
    expect(done.stdout).toBe('');
    expectNothingLeft(place);
  });

  test.each([
    [
      'what is none',
      ['--git', 'elsewhere'],
      /elsewhere names no commit of .*, or not only one: give a branch/,
    ],
    ['a range', ['--git', 'HEAD~1..HEAD'], /names no commit/],
    ['a file', ['--git', 'HEAD:src'], /names no commit/],
    ['an option', ['--git=--all'], /--all names no commit/],
    ['one commit twice', ['--git', 'HEAD', '--git', 'main'], /HEAD and main are one commit/],
    ['three', ['--git', 'HEAD', '--git', 'main', '--git', 'HEAD~1'], /--git is given once or twice/],
    ['programs, too', ['--git', 'HEAD', '--program', 'A'], /two ways/],
  ])('that name %s are refused in words', async (_, given, message) => {
    const place = placeOf(makeRepository({ [file]: sums }, { [file]: improved }));
    const done = await diff(place, ...given, ...program);
    expect(done.status).not.toBe(0);
    expect(done.stderr).toMatch(message);
    expectNothingLeft(place);
    // What makes no sense makes no folder.
    expect(readdirSync(place.folder)).not.toContain('.jouleline');
  });

  test('outside of a repository are refused, with another way', async () => {
    const place = placeOf(makeTemporaryFolder({ [file]: sums }));
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: join(place.folder, '..') };
    const done = await runCommand(cli, ['diff', '--git', 'HEAD~1', ...program], { cwd: place.folder, env });
    expect(done.status).toBe(1);
    expect(done.stderr).toMatch(/is in no git repository.*--program CLASS@FOLDER/);
  });

  test('that are missing yet are no misspelt ones', async () => {
    const place = placeOf(makeRepository());
    const done = await diff(place, '--git', 'HEAD', ...program);
    expect(done.status).toBe(1);
    expect(done.stderr).toMatch(/has no commits yet: commit what is to be compared/);
    expect(done.stderr).not.toContain('HEAD~1');
  });

  test('are refused with a way out that --git takes', async () => {
    const place = placeOf(makeRepository({ [file]: sums }, { [file]: improved }));
    const wanted: readonly (readonly [readonly string[], RegExp])[] = [
      [['--class-path', 'out', '--main', 'demo.Sums'], /each side has classes of its own.*with --source/],
      [['--source', 'src'], /what to run of each revision is missing: --main CLASS, --test SELECTOR or/],
      [[...program, '--model', 'none.json'], /--model none\.json: does not exist/],
    ];
    for (const [given, message] of wanted) {
      const done = await diff(place, '--git', 'HEAD~1', ...given);
      expect(done.status).toBe(2);
      expect(done.stderr).toMatch(message);
      expect(done.stderr).not.toMatch(/is needed|--attach|COMMAND/);
      expectNothingLeft(place);
    }
  });

  test('need a place among the temporary files, which is said in words', async () => {
    const folder = makeRepository({ [file]: sums }, { [file]: improved });
    const temporary = join(makeTemporaryFolder({ file: '' }), 'file');
    const env = { ...process.env, TMPDIR: temporary };
    const done = await runCommand(cli, ['diff', '--git', 'HEAD~1', ...program], { cwd: folder, env });
    expect(done.status).toBe(1);
    expect(done.stderr).toContain(
      `no folder can be made in ${temporary}: a part of its path is not a folder (TMPDIR names another`,
    );
  });

  test('are kept out of git where their folder is new; what else lies there is the project’s', async () => {
    const place = placeOf(makeRepository({ [file]: sums }, { [file]: improved }));
    expect((await diff(place, '--git', 'HEAD~1', ...program)).status).toBe(0);
    expectNothingLeft(place);
    const own = join(place.folder, '.jouleline');
    mkdirSync(join(own, 'models'));
    writeFileSync(join(own, 'models', 'mine.json'), '{}');
    expect(git(place.folder, 'status', '--porcelain', '--untracked-files=all').trim()).toBe(
      '?? .jouleline/models/mine.json',
    );
    // One that is there is the user's, whatever it says.
    writeFileSync(join(own, '.gitignore'), '# mine\n');
    expect((await diff(place, '--git', 'HEAD~1', ...program)).status).toBe(0);
    expect(readFileSync(join(own, '.gitignore'), 'utf8')).toBe('# mine\n');
  });

  test('have profiles that can be written, which is seen before anything runs', async () => {
    const folder = makeRepository({ [file]: sums }, { [file]: improved });
    const place = placeOf(folder);
    const sealed = join(place.temporary, 'sealed');
    mkdirSync(sealed);
    writeFileSync(join(place.temporary, 'file'), '');
    // Whoever may do anything may write there, too.
    const isRoot = process.getuid?.() === 0;
    chmodSync(sealed, 0o555);
    const wanted: readonly (readonly [readonly string[], RegExp])[] = [
      [['--save', '/proc/q'], /\/proc\/q can't be made: nothing can be made there/],
      [['--save', join(place.temporary, 'file')], /file can't be made: something else has that name/],
      [['--save', join(place.temporary, 'file', 'q')], /q can't be made: a part of its path is not a folder/],
      [['--out', '/proc/a.json', '--out', 'b.json'], /\/proc\/a\.json can't be written/],
      [['--out', 'a.json', '--out', 'none/b.json'], /none\/b\.json can't be written: there is no folder/],
      ...(isRoot ? [] : [[['--save', sealed], /sealed.* can't be written: permission denied/] as const]),
    ];
    for (const [given, message] of wanted) {
      const done = await diff(place, '--git', 'HEAD~1', ...given, ...program);
      expect(done.status, given.join(' ')).toBe(1);
      expect(done.stderr).toMatch(message);
      expect(done.stderr, given.join(' ')).not.toContain('sum ');
    }
    expectNothingLeft(place);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('leave nothing when they are ended by %s', async (signal) => {
    const endless = sums.replace('System.out', 'while (args.length == 0) sum(1000);\n    System.out');
    const place = placeOf(makeRepository({ [file]: endless }, { [file]: improved }));
    const env = { ...process.env, TMPDIR: place.temporary };
    const child = spawn(process.execPath, [cli, 'diff', '--git', 'HEAD~1', ...program], {
      ...{ cwd: place.folder, env, stdio: ['ignore', 'ignore', 'pipe'] },
    });
    const said: Buffer[] = [];
    child.stderr.on('data', (bytes: Buffer) => said.push(bytes));
    const ended = once(child, 'close');
    const running = (): Promise<number> => Promise.resolve(living(place.temporary).length);
    const started = (): Promise<boolean> =>
      Promise.resolve(living(place.temporary).some(({ line }) => line.includes(' demo.Sums')));
    await waitFor('the program', started, (isRunning) => isRunning);
    child.kill(signal);
    await ended;
    expect(Buffer.concat(said).toString('utf8')).toContain('canceled: nothing is compared');
    await waitFor('its end', running, (programs) => programs === 0);
    expectNothingLeft(place);
    expect(savedIn(place.folder)).toEqual([]);
  });

  test('find what a killed comparison left, and remove it', async () => {
    const place = placeOf(makeRepository({ [file]: sums }, { [file]: improved }));
    const gone = 2 ** 22 - 1;
    const left = join(place.temporary, `jouleline-revision-${gone}-${placeOfIds()}-abc`, 'tree');
    mkdirSync(join(left, '..'));
    git(place.folder, 'worktree', 'add', '-q', '--detach', left, 'HEAD');
    const done = await diff(place, '--git', 'HEAD~1', ...program);
    expect(done.status, done.stderr).toBe(0);
    expectNothingLeft(place);
  });
});

test.runIf(findTool('Maven') !== undefined)(
  'two revisions of a Maven project are built by it, each by itself',
  async () => {
    const changed = 'core/src/main/java/demo/Sums.java';
    const ignored = { '.gitignore': 'target\n' };
    const place = placeOf(makeRepository({ ...mavenModules, ...ignored }, { [changed]: improved }));
    const done = await diff(place, '--git', 'HEAD~1', '--main', 'app.Main');
    expect(done.status, done.stderr).toBe(0);
    expect(done.stderr.match(/building .* with Maven/g)).toHaveLength(2);
    expect(done.stdout).toMatch(/demo\.Sums\.sum +1 .*−.*counts differ/);
    expectNothingLeft(place);
  },
  PATIENCE_MS,
);

describe.runIf(findJdks().length > 0)('two programs', () => {
  const reads = `package demo;

public class Reads {
  public static void main(String[] args) throws java.io.IOException {
    int sum = 0;
    for (int read = System.in.read(); read >= 0; read = System.in.read()) sum += read;
    System.out.println(args[0] + " " + sum);
  }
}
`;
  const readsAll = reads
    .replace(
      'int read = System.in.read(); read >= 0; read = System.in.read()',
      'byte read : System.in.readAllBytes()',
    )
    .replace('class Reads', 'class ReadsAll');

  test('are driven with one workload, the same arguments and the same input', async () => {
    const folder = makeTemporaryFolder({
      'src/demo/Reads.java': reads,
      'src/demo/ReadsAll.java': readsAll,
      'input.txt': 'ab',
    });
    const programs = ['--program', 'demo.Reads', '--program', 'demo.ReadsAll', '--source', 'src'];
    const place = placeOf(folder);
    const done = await diff(place, ...programs, '--input', 'input.txt', '--', 'sum');
    expect(done.status, done.stderr).toBe(0);
    expect(done.stdout).toMatch(/^demo\.Reads .*, demo\.ReadsAll .* a run/);
    expect(done.stderr.match(/^sum 195$/gm)).toHaveLength(2);
    expect(done.stdout).toMatch(/Tasks/);
    expect(savedIn(folder).map((name) => name.replace(/\d{8}-\d{6}/, 'TIME'))).toEqual([
      'demo.Reads-TIME.json',
      'demo.ReadsAll-TIME.json',
    ]);
  });

  test('of which there are three say which uses the least energy for each task', async () => {
    const folder = makeTemporaryFolder({
      'src/demo/Reads.java': reads,
      'src/demo/ReadsAll.java': readsAll,
      'src/demo/Third.java': readsAll.replace('class ReadsAll', 'class Third'),
      'input.txt': 'ab',
    });
    const programs = ['demo.Reads', 'demo.ReadsAll', 'demo.Third'].flatMap((main) => ['--program', main]);
    const done = await diff(
      placeOf(folder),
      ...programs,
      '--source',
      'src',
      '--input',
      'input.txt',
      '--',
      'sum',
    );
    expect(done.status, done.stderr).toBe(0);
    for (const name of ['demo.Reads', 'demo.ReadsAll', 'demo.Third']) expect(done.stdout).toContain(name);
    expect(savedIn(folder)).toHaveLength(3);
  });

  test('of one name are those of two folders', async () => {
    const folder = makeTemporaryFolder({
      'old/src/demo/Sums.java': sums,
      'new/src/demo/Sums.java': improved,
    });
    const programs = ['--program', 'demo.Sums@old', '--program', 'demo.Sums@new', '--source', 'src'];
    const done = await diff(placeOf(folder), ...programs);
    expect(done.status, done.stderr).toBe(0);
    expect(done.stdout).toMatch(/^demo\.Sums in old .*, demo\.Sums in new .* a run/);
    expect(done.stdout).toMatch(/demo\.Sums\.sum +1 .*−.*counts differ/);
  });

  const twice = ['--program', 'demo.Sums', '--program', 'demo.Sums', '--source', 'src'];

  test('may be one program, run twice', async () => {
    const folder = makeTemporaryFolder({ [file]: sums });
    const done = await diff(placeOf(folder), ...twice, '--', '500');
    expect(done.status, done.stderr).toBe(0);
    expect(done.stdout).toMatch(/^demo\.Sums \(1\) .*, demo\.Sums \(2\) .*±0/);
    expect(savedIn(folder)).toHaveLength(2);
  });

  test('are not compared if one fails, which is said with its output', async () => {
    const folder = makeTemporaryFolder({ [file]: sums });
    const done = await diff(placeOf(folder), ...twice, '--', 'many');
    expect(done.status).toBe(1);
    expect(done.stderr).toMatch(/demo\.Sums.* failed \(exit code 1\)/);
    expect(done.stderr).toContain('java.lang.NumberFormatException: For input string: "many"');
    expect(done.stdout).toBe('');
  });

  test.each([
    [['--program', 'demo.Sums'], /--program is given twice, or more often/],
    [['--program', 'demo.Sums', '--program', 'demo.Sums', '--out', 'a.json'], /--out .*once for each side/],
    [
      ['--program', 'demo.Sums@nowhere', '--program', 'demo.Sums'],
      /nowhere is no folder to run in: it does not exist$/m,
    ],
    [['--program', 'demo.Sums', '--program', 'demo.None'], /demo\.None/],
    [['--program', '@src', '--program', 'demo.Sums'], /names no class/],
    [['--program', 'demo.Sums', '--program', 'demo.Sums', '--main', 'demo.Sums'], /--main and --program/],
    [['a.json', 'b.json'], /--source is for --git and --program/],
    [['--program', 'demo.Sums', '--program', 'demo.Sums', '--input', 'none.txt'], /none\.txt/],
  ])('named as %j are refused in words', async (given, message) => {
    const folder = makeTemporaryFolder({ [file]: sums });
    const done = await diff(placeOf(folder), ...given, '--source', 'src');
    expect(done.status).not.toBe(0);
    expect(done.stderr).toMatch(message);
    if (done.status === 2) expect(readdirSync(folder)).toEqual(['src']);
  });
});
