/**
 * Real sources nobody here wrote: the JDKs' own. A sample by default; all of
 * `java.base` with `JOULELINE_CORPUS=full`.
 */

import { describe, expect, it } from 'vitest';
import { readModuleSources, readSampleSources } from '../support/jdk-sources';
import type { SourceFile } from '../support/jdk-sources';
import { findJdks } from '../support/jdks';
import { parseFile, takeInventory } from './our-tree';
import { readStockInventory } from './stock-tree';
import { walkTree } from './walk-tree';

const full = process.env['JOULELINE_CORPUS'] === 'full';
const jdks = findJdks().filter(({ sources }) => sources !== undefined);
const TIMEOUT = full ? 900_000 : 60_000;

/** What stock java-parser 3.0.1 can't read; we can. */
const STOCK_HOLES = /\\u[0-9a-fA-F]{4}|import module|0[xX][0-9a-fA-F]*_[0-9a-fA-F_]*\.?[0-9a-fA-F_]*[pP]/;

describe.each(jdks)('java.base of JDK $version', (jdk) => {
  const sources: readonly SourceFile[] = full
    ? readModuleSources(jdk, 'java.base')
    : readSampleSources(jdk, 'java.base', { largest: 12, others: 65 });

  it(
    'has no file with a problem, and nothing missing',
    () => {
      const found = sources.flatMap(({ path, text }) => {
        const { problems, roots } = parseFile(text);
        const words = problems.map(({ message }) => message);
        walkTree(roots, ({ kind }) => {
          if (kind === 'missing' || kind === 'missing-statement') words.push(kind);
        });
        return words.length === 0 ? [] : [`${path}: ${words.join('; ')}`];
      });
      expect(found).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'declares and does what stock java-parser reads',
    () => {
      const step = full ? 1 : 8;
      let compared = 0;
      for (const { path, text } of sources.filter((_, index) => index % step === 0)) {
        if (STOCK_HOLES.test(text)) continue;
        const stock = readStockInventory(text);
        const ours = takeInventory(parseFile(text));
        expect(ours.declared, path).toEqual(stock.declared);
        expect(sorted(ours.counts), path).toEqual(sorted(mergeCalls(stock.counts)));
        compared++;
      }
      expect(compared).toBeGreaterThan(sources.length / step / 2);
    },
    TIMEOUT,
  );

  it('keeps positions inside the file and in order', () => {
    for (const { path, text } of sources.slice(0, 20)) {
      const parsed = parseFile(text);
      for (const declaration of parsed.unit.classes) {
        let end = declaration.start;
        for (const member of declaration.members) {
          expect(member.start, path).toBeGreaterThanOrEqual(end);
          end = member.end;
        }
        expect(end, path).toBeLessThanOrEqual(declaration.end);
      }
    }
  });
});

it('finds the sources of a JDK wherever nothing may be left out', () => {
  expect(jdks.length > 0 || process.env['CI'] === undefined).toBe(true);
});

/** An explicit call of a constructor is a statement with a call to us. */
function mergeCalls(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const merged = new Map(counts);
  const constructorCalls = merged.get('constructor-call') ?? 0;
  merged.delete('constructor-call');
  for (const kind of constructorCalls > 0 ? ['call', 'expression-statement'] : []) {
    merged.set(kind, (merged.get(kind) ?? 0) + constructorCalls);
  }
  return merged;
}

function sorted(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([left], [right]) => (left < right ? -1 : 1));
}
