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
  accepts: (path: string) => boolean = () => true,
): readonly SourceFile[] {
  const decoder = new TextDecoder();
  const files = unzipSync(readArchive(jdk), {
    filter: ({ name }) => isSource(name, module) && accepts(name),
  });
  return Object.entries(files)
    .map(([path, bytes]) => ({ path, text: decoder.decode(bytes) }))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** A fixed sample of a module: its largest files, and others evenly over the rest by path. */
export function readSampleSources(
  jdk: Jdk,
  module: string,
  counts: { readonly largest: number; readonly others: number },
): readonly SourceFile[] {
  const sizes: { readonly path: string; readonly size: number }[] = [];
  unzipSync(readArchive(jdk), {
    filter: ({ name, originalSize }) => {
      if (isSource(name, module)) sizes.push({ path: name, size: originalSize });
      return false;
    },
  });
  sizes.sort((left, right) => right.size - left.size);
  const rest = sizes.slice(counts.largest).sort((left, right) => (left.path < right.path ? -1 : 1));
  const step = Math.max(1, Math.floor(rest.length / counts.others));
  const chosen = new Set([
    ...sizes.slice(0, counts.largest).map(({ path }) => path),
    ...rest.filter((_, index) => index % step === 0).map(({ path }) => path),
  ]);
  return readModuleSources(jdk, module, (path) => chosen.has(path));
}

function readArchive(jdk: Jdk): Uint8Array {
  if (jdk.sources === undefined) throw new Error(`JDK ${jdk.version} at ${jdk.home} has no src.zip`);
  return readFileSync(jdk.sources);
}

function isSource(name: string, module: string): boolean {
  return name.startsWith(`${module}/`) && name.endsWith('.java');
}
