/**
 * The modules that `corpus.mjs` bundles: the tests' own way to parse a file and to find
 * the sources of JDKs, so that the whole corpus is held to the same as the sample.
 */
import { parseFile } from '../test/java/our-tree';
import { walkTree } from '../test/java/walk-tree';
import type { SourceFile } from '../test/support/jdk-sources';

export { readModuleSources } from '../test/support/jdk-sources';
export { findJdks } from '../test/support/jdks';

export interface CorpusResult {
  readonly files: number;
  readonly lines: number;
  /** The number of methods, constructors, initializers and fields, without those of local classes. */
  readonly bodies: number;
  readonly seconds: number;
  /** `path:line: message`, those of broken nodes included. */
  readonly problems: readonly string[];
}

export function parseCorpus(sources: readonly SourceFile[]): CorpusResult {
  const started = performance.now();
  const problems: string[] = [];
  let lines = 0;
  let bodies = 0;
  for (const { path, text } of sources) {
    lines += text.split('\n').length;
    const parsed = parseFile(text);
    bodies += parsed.roots.length;
    for (const { message, start } of parsed.problems) {
      problems.push(`${path}:${parsed.text.slice(0, start).split('\n').length}: ${message}`);
    }
    walkTree(parsed.roots, ({ kind }) => {
      if (kind === 'missing' || kind === 'missing-statement') problems.push(`${path}: a node is missing`);
    });
  }
  return { files: sources.length, lines, bodies, seconds: (performance.now() - started) / 1000, problems };
}
