/**
 * Computes checksums of the lines of the sources that ran, which later tell changed lines from unchanged ones.
 * Sits in `tasks/`.
 */
import { hashLines } from '../../base/line-hashes';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSource } from '../../host/files/source-files';

/** Reads sources below `roots`, which are folders of packages or files. Files that changed since the start are left out. */
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
