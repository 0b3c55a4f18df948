/**
 * The sources of the classes that ran: which classes are older than theirs, the checksums of the lines of the
 * others, by which a text that was edited since is recognized, and the statements that their jumps belong to.
 *
 * Sits in `tasks/`. Sources that nobody named are looked for below the folder of the program.
 */
import { statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { createSourceJumps } from '../../analysis/source-jumps';
import { hashLines } from '../../base/line-hashes';
import type { SignatureSource } from '../../classfile/signatures/class-signature';
import { findSources, readSource } from '../../host/files/source-files';
import { placeOfClass } from '../../lines/source-lines';
import type { JumpsOf } from '../../operations/bytecode/name-jumps';
import type { ProfileDocument, ProfiledClass } from '../../profile/document/profile-document';

interface SourcePlaces {
  readonly classPath: readonly string[];
  /** When the program was started, as ISO 8601: a file that changed since is left out. */
  readonly started: string;
  /** The folders of packages and the files that the user named. */
  readonly roots: readonly string[];
  /** The folder that the program ran in. */
  readonly folder: string;
}

/** The files that may be a source, such as `com/example/Grid.java`. */
type FindFiles = (place: string) => readonly string[];

/** A class that was loaded, with the name of its source file. */
type CompiledClass = Pick<ProfiledClass, 'name' | 'source'>;

export interface RanSources {
  readonly isOlder: (each: CompiledClass) => boolean;
  /** The texts by place, such as `com/example/Grid.java`, without those of older classes. */
  readonly texts: ReadonlyMap<string, string>;
}

export async function readRanSources(
  classes: readonly CompiledClass[],
  { classPath, started, roots, folder }: SourcePlaces,
): Promise<RanSources> {
  const filesOf = roots.length > 0 ? filesBelow(roots) : await filesAround(folder, classes);
  const isOlder = createOlder(classPath, filesOf);
  const texts = new Map<string, string>();
  for (const each of classes) {
    const place = placeOfClass(each);
    if (each.source === undefined || texts.has(place) || isOlder(each)) continue;
    const file = filesOf(place).find((path) => isUnchanged(path, Date.parse(started)));
    const read = file === undefined ? undefined : await readSource(file);
    if (read?.kind === 'text') texts.set(place, read.text);
  }
  return { isOlder, texts };
}

/** The profile with the checksums of its sources, and with marks at classes that are older than theirs. */
export function addSources(profile: ProfileDocument, { isOlder, texts }: RanSources): ProfileDocument {
  const classes = profile.classes.map((each) => (isOlder(each) ? { ...each, isOlder: true } : each));
  const places = new Set(
    classes.flatMap((each) =>
      each.isOlder === true || each.methods.every(({ calls }) => calls === 0) ? [] : [placeOfClass(each)],
    ),
  );
  const sources = [...places].flatMap((path) => {
    const text = texts.get(path);
    return text === undefined ? [] : [{ path, lines: hashLines(text) }];
  });
  return { ...profile, classes, ...(sources.length === 0 ? {} : { sources }) };
}

/** The statements of jumps, of classes that are as old as their sources. */
export function jumpsOfSources(
  classes: readonly CompiledClass[],
  { isOlder, texts }: RanSources,
  signatures: SignatureSource,
): JumpsOf {
  const byName = new Map(classes.map((each) => [each.name, each]));
  const known = new Map<string, JumpsOf>();
  return (method) => {
    const owner = byName.get(method.owner);
    const place = owner === undefined || isOlder(owner) ? '' : placeOfClass(owner);
    const text = texts.get(place);
    if (text === undefined) return undefined;
    const jumpsOf = known.get(place) ?? createSourceJumps(text, place, signatures);
    known.set(place, jumpsOf);
    return jumpsOf(method);
  };
}

function filesBelow(roots: readonly string[]): FindFiles {
  return (place) =>
    roots.flatMap((root) => {
      if (!root.endsWith('.java')) return [join(root, place)];
      return basename(root) === basename(place) ? [root] : [];
    });
}

/** Larger folders than a project are not searched, for time. */
const MOST_FOLDERS = 5_000;

/** Files of one place that stand twice tell nothing: which of them was compiled is not known. */
async function filesAround(folder: string, classes: readonly CompiledClass[]): Promise<FindFiles> {
  const places = new Set(classes.filter(({ source }) => source !== undefined).map(placeOfClass));
  const names = new Set(Array.from(places, (place) => basename(place)));
  const { paths, isComplete } = await findSources(folder, {
    include: [],
    exclude: ['**/node_modules/**', '**/.git/**'],
    mostFolders: MOST_FOLDERS,
  });
  const found = isComplete ? paths.filter((path) => names.has(basename(path))) : [];
  return (place) => {
    const end = join(sep, ...place.split('/'));
    const files = found.filter((path) => path.endsWith(end));
    return files.length === 1 ? files : [];
  };
}

/** Tells classes that are older than their sources: what ran may be another text. */
function createOlder(classPath: readonly string[], filesOf: FindFiles): RanSources['isOlder'] {
  const timeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  // Jars hold no files that could be older.
  const folders = classPath.filter(
    (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  );
  const known = new Map<string, boolean>();
  const isOlder = (each: CompiledClass): boolean => {
    const found = folders.map((element) => timeOf(join(element, `${each.name}.class`)));
    const compiled = found.find((time) => time !== undefined);
    const written = filesOf(placeOfClass(each)).map(timeOf);
    return compiled !== undefined && written.some((time) => time !== undefined && time > compiled);
  };
  return (each) => {
    const answer = known.get(each.name) ?? isOlder(each);
    known.set(each.name, answer);
    return answer;
  };
}

/** False for files that changed since the start of the run. */
function isUnchanged(path: string, started: number): boolean {
  const state = statSync(path, { throwIfNoEntry: false });
  return state?.isFile() === true && state.mtimeMs <= started;
}
