/**
 * The sources of the classes that ran: which classes are older than theirs, and the checksums of the lines of the
 * others, by which a text that was edited since is recognized.
 *
 * Sits in `tasks/`. Sources that nobody named are looked for below the folder of the program.
 */
import { statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { hashLines } from '../../base/line-hashes';
import { findSources, readSource } from '../../host/files/source-files';
import { placeOfClass } from '../../lines/source-lines';
import type { ProfileDocument, ProfiledClass } from '../../profile/document/profile-document';

interface SourcePlaces {
  readonly classPath: readonly string[];
  /** The folders of packages and the files that the user named. */
  readonly roots: readonly string[];
  /** The folder that the program ran in. */
  readonly folder: string;
}

/** The files that may be a source, such as `com/example/Grid.java`. */
type FindFiles = (place: string) => readonly string[];

/** The profile with the checksums of its sources, and with marks at classes that are older than theirs. */
export async function addSources(
  profile: ProfileDocument,
  { classPath, roots, folder }: SourcePlaces,
): Promise<ProfileDocument> {
  const filesOf = roots.length > 0 ? filesBelow(roots) : await filesAround(folder, profile);
  const marked = markOlder(profile, classPath, filesOf);
  const sources = await readRanSources(marked, filesOf);
  return sources.length === 0 ? marked : { ...marked, sources };
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
async function filesAround(folder: string, { classes }: ProfileDocument): Promise<FindFiles> {
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

/** Marks the classes that are older than their sources: what ran may be another text. */
function markOlder(
  profile: ProfileDocument,
  classPath: readonly string[],
  filesOf: FindFiles,
): ProfileDocument {
  const timeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  // Jars hold no files that could be older.
  const folders = classPath.filter(
    (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  );
  const isOlderThanSource = (each: ProfiledClass): boolean => {
    const found = folders.map((element) => timeOf(join(element, `${each.name}.class`)));
    const compiled = found.find((time) => time !== undefined);
    const written = filesOf(placeOfClass(each)).map(timeOf);
    return compiled !== undefined && written.some((time) => time !== undefined && time > compiled);
  };
  const classes = profile.classes.map((each) =>
    isOlderThanSource(each) ? { ...each, isOlder: true } : each,
  );
  return { ...profile, classes };
}

/** Files that changed since the start of the run are left out. */
async function readRanSources(
  { classes, started }: ProfileDocument,
  filesOf: FindFiles,
): Promise<NonNullable<ProfileDocument['sources']>> {
  const places = new Set(
    classes.flatMap((each) =>
      each.source === undefined || each.isOlder === true || each.methods.every(({ calls }) => calls === 0)
        ? []
        : [placeOfClass(each)],
    ),
  );
  const sources: { readonly path: string; readonly lines: string }[] = [];
  for (const path of places) {
    const file = filesOf(path).find((each) => isOlder(each, Date.parse(started)));
    const read = file === undefined ? undefined : await readSource(file);
    if (read?.kind === 'text') sources.push({ path, lines: hashLines(read.text) });
  }
  return sources;
}

function isOlder(path: string, started: number): boolean {
  const state = statSync(path, { throwIfNoEntry: false });
  return state?.isFile() === true && state.mtimeMs <= started;
}
