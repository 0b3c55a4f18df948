/**
 * Checksums of the lines of the sources that ran, for a profile: what is
 * changed later is told from what ran by them.
 *
 * Sits in `tasks/`, where pure rooms meet `host/`.
 */
import { hashLines } from '../../base/line-hashes';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSource } from '../../host/files/source-files';

/** `roots`: folders of packages, or files. What was written since the program started may not be what ran. */
export async function readRanSources(
  { classes, started }: ProfileDocument,
  roots: readonly string[],
): Promise<NonNullable<ProfileDocument['sources']>> {
  const places = new Set(
    classes.flatMap(({ name, source, methods }) =>
      source === undefined || methods.every(({ calls }) => calls === 0)
        ? []
        : [`${name.slice(0, name.lastIndexOf('/') + 1)}${source}`],
    ),
  );
  const sources: { readonly path: string; readonly lines: string }[] = [];
  for (const path of places) {
    const file = roots
      .map((root) => (root.endsWith('.java') && basename(root) === basename(path) ? root : join(root, path)))
      .find((each) => isOlder(each, Date.parse(started)));
    const read = file === undefined ? undefined : await readSource(file);
    if (read?.kind === 'text') sources.push({ path, lines: hashLines(read.text) });
  }
  return sources;
}

function isOlder(path: string, started: number): boolean {
  const state = statSync(path, { throwIfNoEntry: false });
  return state?.isFile() === true && state.mtimeMs <= started;
}
