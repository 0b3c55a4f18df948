/**
 * Changed build files, budgets, models, launch configurations and saved profiles: a reader ends, gives a result or a
 * problem, and what it took is whole.
 */
import { basename, dirname, join } from 'node:path';
import { loadModel } from '../../server/src/cost/model/load-model';
import { type BuildFileReader } from '../../server/src/host/builds/build-file-reader';
import { findGradleClassPath, findMavenClassPath } from '../../server/src/host/builds/project-class-paths';
import { readLaunchEntries } from '../../server/src/launching/launch-json';
import { formatProfile, readProfile } from '../../server/src/profile/document/read-profile';
import { matchCalls, readCallPatterns } from '../../server/src/profile/plan/library-calls';
import { readBudgets } from '../../server/src/recordings/document/budget-file';
import { BLIND_CHANGES } from './byte-edits';
import { changeJson } from './json-changes';
import { createRandom } from './random';
import { PLACES, type SavedSeed } from './saved-seeds';

export function seedOfSaved(seeds: readonly SavedSeed[], number: number): SavedSeed | undefined {
  return seeds[number % seeds.length];
}

/** The reason why case `number` failed; undefined where it did not. Throws what a reader throws. */
export async function runSavedCase(
  seeds: readonly SavedSeed[],
  seed: number,
  number: number,
): Promise<string | undefined> {
  const random = createRandom(seed, number);
  const chosen = seedOfSaved(seeds, number);
  if (chosen === undefined) return 'no such file';
  const encoder = new TextEncoder();
  const other = encoder.encode(random.among(seeds)?.text ?? chosen.text);
  let bytes: Uint8Array = encoder.encode(chosen.text);
  for (let times = 1 + random.below(4); times > 0 && bytes.length > 0; times--)
    bytes = random.pick(BLIND_CHANGES)(bytes, other, random);
  const text =
    (random.oneIn(2) ? changeJson(chosen.text, random) : undefined) ?? new TextDecoder().decode(bytes);
  return faultOf(chosen.format, text, seeds);
}

async function faultOf(
  format: SavedSeed['format'],
  text: string,
  seeds: readonly SavedSeed[],
): Promise<string | undefined> {
  switch (format) {
    case 'budget': {
      const read = readBudgets(text);
      const wrong = read.ok && read.budgets.some(({ energy }) => !(energy >= 0));
      return wrong ? 'a budget of less than nothing' : undefined;
    }
    case 'model': {
      const loaded = loadModel(text, 'model.json');
      return 'problems' in loaded && loaded.problems.length === 0 ? 'neither a model nor a problem' : undefined;
    }
    case 'launch.json': {
      const { entries } = readLaunchEntries(text, { folder: '/w', home: '/h', separator: '/', environment: {} }, undefined);
      return entries.some(({ mainClass }) => mainClass === '') ? 'a program without a class' : undefined;
    }
    case 'calls':
      matchCalls(readCallPatterns(text))('java/util/concurrent/ConcurrentHashMap', 'computeIfAbsent');
      return undefined;
    case 'profile': {
      const read = readProfile(text);
      if (!read.ok) return read.problem.message === '' ? 'no reason is given' : undefined;
      return readProfile([...formatProfile(read.value)].join('')).ok ? undefined : 'what was read is not read again';
    }
    default:
      return faultOfBuild(format, text, seeds);
  }
} // prettier-ignore

/** Reads a build of one changed file beside the others as they were. */
async function faultOfBuild(format: SavedSeed['format'], text: string, seeds: readonly SavedSeed[]): Promise<string | undefined> {
  const files = new Map(seeds.filter((each) => each.format in PLACES).map((each) => [join('/w', PLACES[each.format]), each.text]));
  files.set(join('/w', PLACES[format]), text);
  const reader = readerOf(files);
  const read = /gradle/.test(format) ? findGradleClassPath : findMavenClassPath;
  const { elements } = await read(['/w'], reader, '/h');
  return elements.every((element) => /^\/[wh](?:\/|$)/.test(element)) ? undefined : 'classes elsewhere';
} // prettier-ignore

/** Reads files that are nowhere but in memory. */
function readerOf(files: ReadonlyMap<string, string>): BuildFileReader {
  const folders = new Set([...files.keys()].map((path) => dirname(path)));
  const existing = (path: string): Promise<string | undefined> =>
    Promise.resolve(files.has(path) || folders.has(path) ? path : undefined);
  return {
    asked: new Set(),
    readText: (path) => Promise.resolve(files.get(path)),
    list: (folder) =>
      Promise.resolve([...files.keys()].filter((path) => dirname(path) === folder).map((path) => basename(path))),
    existing,
    realPath: existing,
  };
} // prettier-ignore
