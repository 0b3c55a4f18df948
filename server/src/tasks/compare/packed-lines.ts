/**
 * Differences of lines, and the later profile, on their way between threads: as bytes, which are handed over whole, and
 * opened piece by piece: what takes long to open is not opened in one go, and what nobody looks at not at all.
 *
 * Sits in `tasks/`.
 */
import type { ProfileDocument } from '../../profile/document/profile-document';
import { deserialize, serialize } from 'node:v8';
import { type LineDifferences, linesOf, type SourceDifferences } from '../../compare/deltas/compare-lines';

export interface PackedLines {
  /** Differences without their sources. */
  readonly differences: Uint8Array;
  /** Each of {@link LineDifferences.sources}. */
  readonly sources: ReadonlyMap<string, Uint8Array>;
  /** The later profile as bytes: the parts that lines have a use for, without its classes. */
  readonly profile: Uint8Array;
  readonly classes: readonly Uint8Array[];
}

export function packLines({ sources, ...differences }: LineDifferences, later: ProfileDocument): PackedLines {
  const { classes, ...profile } = linesOf(later);
  return {
    differences: serialize(differences),
    sources: new Map([...sources].map(([place, source]) => [place, serialize(source)])),
    profile: serialize(profile),
    classes: classes.map((each) => serialize(each)),
  };
}

/** The buffers that `postMessage` need not copy. */
export function listBuffers({ differences, sources, profile, classes }: PackedLines): readonly ArrayBuffer[] {
  return [differences, profile, ...sources.values(), ...classes].map(({ buffer }) => buffer as ArrayBuffer);
}

export function openDifferences({ differences }: PackedLines): Omit<LineDifferences, 'sources'> {
  return deserialize(differences) as Omit<LineDifferences, 'sources'>;
}

export function openSource({ sources }: PackedLines, place: string): SourceDifferences | undefined {
  const bytes = sources.get(place);
  return bytes === undefined ? undefined : (deserialize(bytes) as SourceDifferences);
}

/** `rest`: waited for after each class, where it says so. */
export async function openProfile(
  { profile, classes }: PackedLines,
  rest: () => Promise<void> | undefined,
): Promise<ProfileDocument> {
  const opened: ProfileDocument['classes'][number][] = [];
  for (const each of classes) {
    opened.push(deserialize(each) as ProfileDocument['classes'][number]);
    await rest();
  }
  return { ...(deserialize(profile) as Omit<ProfileDocument, 'classes' | 'tree'>), classes: opened };
}
