/**
 * Runs `jouleline diff --git REV` and `jouleline diff --program A --program B`: they first profile the programs to
 * compare, with one workload. Sits in `cli/`, beside `diff.ts`.
 */
import { at } from '../../base/check';
import type { ComparedSide } from '../../compare/sides/compared-side';
import { basename, join, resolve } from 'node:path';
import { Failure, UsageError } from '../../base/failure';
import { reasonOf } from '../../host/files/random-access-file';
import { CANCELED, withCancellation, removeEachLater } from '../../tasks/cancellation';
import { findRevisions, type RevisionTree } from '../../tasks/compare/revision-trees';
import type { ProfiledSide } from '../../tasks/profile/profile-request';
import type { MainTarget } from '../../tasks/programs/program-command';
import { expectWritable } from '../../host/files/write-file';
import { makeFolder, makeProfilesFolder, readChunks } from '../files';
import { profileSides, type SideProfile, type SidesRequest } from '../profile-sides';
import type { Terminal, ParsedArguments } from '../terminal';
import { readStart, saveProfile } from './profile';

export function wantsRuns(given: ParsedArguments): boolean {
  return given.texts('git').length + given.texts('program').length > 0;
}

export interface RunSides {
  readonly sides: readonly ComparedSide[];
  /** Further facts about the sides for people. */
  readonly notes: readonly string[];
  /** True if all sides ran to their ends and nothing was left out. */
  readonly isWhole: boolean;
}

/** @param rest of the command line, behind `--` or without an option: what the program is given. */
export async function profileBoth(
  given: ParsedArguments,
  rest: readonly string[],
  terminal: Terminal,
): Promise<RunSides> {
  const [revisions, programs] = [given.texts('git'), given.texts('program')];
  if (revisions.length > 0 && programs.length > 0)
    throw new UsageError('--git and --program are two ways to say what is compared: choose one');
  if (revisions.length > 2) throw new UsageError('two revisions are compared: --git is given once or twice');
  if (programs.length === 1)
    throw new UsageError('programs are compared with each other: --program is given twice, or more often');
  const outs = given.texts('out').map((path) => resolve(path));
  if (outs.length > 0 && outs.length !== Math.max(2, programs.length))
    throw new UsageError('--out names a profile: it is given once for each side');
  const request =
    revisions.length > 0 ? readRequest(given, rest) : readProgramsRequest(programs, given, rest);
  const input = readInput(given.text('input'));
  const progress = given.text('progress');
  const watched = progress === undefined ? undefined : resolve(progress);

  return withCancellation(async (canceled) => {
    const planned =
      revisions.length > 0 ? await planRevisions(revisions, request, canceled) : planPrograms(programs, rest);
    const places = outs.length > 0 ? outs : placesIn(given.text('save'), fileNames(planned.names));
    for (const place of places) await expectWritable(place);
    const sides = await planned.open((opened) =>
      profileSides(opened, { ...request, input }, watched, terminal),
    );
    const saved = await saveSides(sides, places, terminal);
    return { ...saved, notes: [...planned.notes, ...saved.notes] };
  });
}

/** The sides, before anything is checked out, built or run. */
interface PlannedSides {
  readonly names: readonly string[];
  /** Facts about the choice of sides for people. */
  readonly notes: readonly string[];
  /** Makes the folders, works in them, and removes them in any case. */
  readonly open: <T>(work: (sides: readonly ProfiledSide[]) => Promise<T>) => Promise<T>;
}

/** The folders of all revisions exist at once, since their runs take turns. */
async function planRevisions(
  named: readonly string[],
  request: SidesRequest,
  canceled: AbortSignal,
): Promise<PlannedSides> {
  const [first = 'HEAD', second = 'HEAD'] = named;
  const { commits, uncommitted, open } = await findRevisions([first, second]);
  if (commits[0] === commits[1])
    throw new Failure(`${first} and ${second} are one commit: there is nothing to compare`);
  const names = [first, second].map((revision, index) => nameRevision(revision, at(commits, index)));
  return {
    names,
    notes: describeUncommitted(uncommitted),
    async open(work) {
      const trees: RevisionTree[] = [];
      const removeAll = (): Promise<void> => removeEachLater(trees.map(({ remove }) => remove));
      let done: Awaited<ReturnType<typeof work>>;
      try {
        for (const index of [0, 1]) {
          trees.push(await open(index));
          if (canceled.aborted) throw new Failure(CANCELED);
        }
        done = await work(trees.map((tree, index) => sideOf(at(names, index), tree, request)));
      } catch (error) {
        // The first error says more than what stays behind after it.
        await removeAll().catch((left: unknown) => {
          throw new Failure([error, left].map(reasonOf).join('\n'));
        });
        throw error;
      }
      await removeAll();
      return done;
    },
  };
}

function describeUncommitted([first, ...others]: readonly string[]): readonly string[] {
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [
    `the work tree has changes that are in neither side (${first}${more}): what is to be compared has to be committed`,
  ];
}

function nameRevision(revision: string, commit: string): string {
  const short = commit.slice(0, 8);
  return commit.startsWith(revision) ? short : `${revision} (${short})`;
}

function sideOf(
  name: string,
  tree: RevisionTree,
  { target, classPath, sources }: SidesRequest,
): ProfiledSide {
  const { folder, temporaryFolder, pathThere } = tree;
  // How it is run is said here, also where no revision has it; what is run is the revision's.
  const entry = target.kind === 'launch' ? { ...target, place: resolve('.') } : undefined;
  const openFile = entry?.openFile === undefined ? {} : { openFile: pathThere(entry.openFile) };
  return {
    name,
    folder,
    temporaryFolders: [temporaryFolder],
    own: {
      // Classes that were built in this folder belong to neither revision.
      classPath: [],
      libraries: classPath.map(pathThere),
      sources: sources.map(pathThere),
      builds: true,
      ...(entry === undefined ? {} : { target: { ...entry, ...openFile } }),
    },
  };
}

function planPrograms(programs: readonly string[], rest: readonly string[]): PlannedSides {
  const named = programs.map(readProgram);
  const names = nameApart(named);
  const sides = named.map(({ main, folder }, index): ProfiledSide => {
    return { name: names[index] ?? main, folder, own: { target: targetOf(main, rest) } };
  });
  return { names, notes: [], open: (work) => work(sides) };
}

/** The request that all programs share. */
function readProgramsRequest(
  programs: readonly string[],
  given: ParsedArguments,
  rest: readonly string[],
): SidesRequest {
  for (const option of ['main', 'test', 'launch'])
    if (given.text(option) !== undefined)
      throw new UsageError(`--${option} and --program name different programs: name each with --program`);
  const [first] = programs.map(readProgram);
  return absolute(readStart(given, [], { target: targetOf(first?.main ?? '', rest), record: 'tree' }));
}

function targetOf(main: string, given: readonly string[]): MainTarget {
  return { kind: 'main', main, arguments: given };
}

/** The shortest names that tell the programs apart. */
function nameApart(programs: readonly NamedProgram[]): readonly string[] {
  const ways: readonly ((program: NamedProgram, index: number) => string)[] = [
    ({ main }) => main,
    ({ main, folder }) => `${main} in ${basename(folder)}`,
    ({ main }, index) => `${main} (${index + 1})`,
  ];
  const all = ways.map((nameOf) => programs.map(nameOf));
  return all.find((names) => new Set(names).size === names.length) ?? [];
}

interface NamedProgram {
  readonly main: string;
  readonly folder: string;
}

function readProgram(text: string): NamedProgram {
  const [, main = '', folder = '.'] = /^([^@]+)(?:@(.+))?$/s.exec(text) ?? [];
  if (main === '') throw new UsageError(`--program ${text} names no class: it is CLASS or CLASS@FOLDER`);
  return { main: main.replaceAll('/', '.'), folder: resolve(folder) };
}

function readRequest(given: ParsedArguments, rest: readonly string[]): SidesRequest {
  if (rest.length === 0 && ['main', 'test', 'launch'].every((name) => given.text(name) === undefined))
    throw new UsageError(
      'what to run of each revision is missing: --main CLASS, --test SELECTOR or --launch NAME',
    );
  const request = readStart(given, rest, { record: 'tree' });
  if (request.target.kind === 'command')
    throw new UsageError(
      'a command finds its classes by itself, and not those of a revision: name the program with --main, --test or --launch (profiles that are there already are compared without --git)',
    );
  return absolute(request);
}

/** The request with absolute paths for files that don't belong to a side. */
function absolute(request: SidesRequest): SidesRequest {
  const { power, timedCalls, javaHome } = request;
  return {
    ...request,
    power: power.kind === 'file' ? { ...power, path: resolve(power.path) } : power,
    timedCalls: timedCalls === undefined ? undefined : resolve(timedCalls),
    javaHome: javaHome === '' ? '' : resolve(javaHome),
  };
}

function readInput(path: string | undefined): Uint8Array {
  if (path === undefined) return new Uint8Array(0);
  const pieces: Uint8Array[] = [];
  for (const piece of readChunks(path)) pieces.push(new Uint8Array(piece));
  return Buffer.concat(pieces);
}

/** The files that get the profiles; their folder is made where it isn't there. */
function placesIn(wanted: string | undefined, names: readonly string[]): readonly string[] {
  if (wanted !== undefined) makeFolder(resolve(wanted));
  const folder = wanted === undefined ? makeProfilesFolder(resolve('.')) : resolve(wanted);
  return names.map((name) => join(folder, name));
}

async function saveSides(
  sides: readonly SideProfile[],
  places: readonly string[],
  terminal: Terminal,
): Promise<RunSides> {
  let areSaved = true;
  for (const [index, { profile }] of sides.entries()) {
    const place = places[index] ?? '';
    const problems = await saveProfile(profile, place);
    if (problems.length > 0) areSaved = false;
    for (const told of problems.length > 0 ? problems : [`wrote ${place}`])
      await terminal.errors.write(`jouleline: ${told}\n`);
  }
  return {
    sides,
    notes: sides.flatMap(({ name, profile: { measurement } }) =>
      measurement?.fewer === undefined ? [] : [`${name}: fewer runs than asked for: ${measurement.fewer}`],
    ),
    isWhole:
      areSaved &&
      sides.every(({ profile, problems }) => profile.program.exitCode === 0 && problems.length === 0),
  };
}

/** `main-1a2b3c4d-20261121-153000.json`: each says what it is of, and stands in a file's name everywhere. */
function fileNames(names: readonly string[]): readonly string[] {
  const words = names.map((name) =>
    name.replaceAll(/[^\p{L}\p{N}.]+/gu, '-').replaceAll(/^-+|(?<!-)-+$/g, ''),
  );
  const now = new Date().toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  // Names may differ in nothing that a file's name may have everywhere: `a_b` and `a-b`, `Main` and `main`.
  const areApart = new Set(words.map((each) => each.toLowerCase())).size === words.length;
  return words.map((each, index) => `${each}${areApart ? '' : `-${index + 1}`}-${now}.json`);
}
