/**
 * Reads Java sources out of a JDK's `src.zip`, as tests and benchmarks need them.
 */

import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Jdk } from './jdks';

export interface SourceFile {
  /** Path in the archive: `java.base/java/util/HashMap.java`. */
  readonly path: string;
  readonly text: string;
}

/** The `.java` files of one module, sorted by path. Fails where the JDK has no sources. */
export function readModuleSources(
  jdk: Jdk,
  module: string,
  accepts?: (path: string) => boolean,
): readonly SourceFile[] {
  if (jdk.sources === undefined) throw new Error(`JDK ${jdk.version} at ${jdk.home} has no src.zip`);
  const decoder = new TextDecoder();
  const files = unzipSync(readFileSync(jdk.sources), {
    filter: ({ name }) =>
      name.startsWith(`${module}/`) && name.endsWith('.java') && (accepts === undefined || accepts(name)),
  });
  return Object.entries(files)
    .map(([path, bytes]) => ({ path, text: decoder.decode(bytes) }))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}
