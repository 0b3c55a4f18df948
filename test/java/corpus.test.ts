/**
 * Real sources nobody here wrote: the JDKs' own. A sample by default; all of
 * `java.base` with `JOULELINE_CORPUS=full`.
 */

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ClassDeclaration } from '../../server/src/java/syntax/ast';
import { parseDeclarations } from '../../server/src/java/headers/declarations';
import { readModuleSources, readSampleSources } from '../support/jdk-sources';
import type { SourceFile } from '../support/jdk-sources';
import { findJdks } from '../support/jdks';
import { parseFile, takeInventory } from './our-tree';
import { readStockInventory } from './stock-tree';
import type { Inventory } from './stock-tree';
import { walkTree } from './walk-tree';

const full = process.env['JOULELINE_CORPUS'] === 'full';
const jdks = findJdks().filter(({ sources }) => sources !== undefined);
const TIMEOUT = full ? 900_000 : 60_000;

/**
 * The constructs that stock java-parser 3.0.1 can't read, or reads as something else (a record as a method, a `yield`
 * as a type).
 */
const STOCK_HOLES =
  /\\u[0-9a-fA-F]{4}|import module|0[xX][0-9a-fA-F_.]+[pP]|^\s*record\s+\w+\s*[(<]|yield \w+;/m;

describe.each(jdks)('java.base of JDK $version', (jdk) => {
  const sources: readonly SourceFile[] = full
    ? readModuleSources(jdk, 'java.base')
    : readSampleSources(jdk, 'java.base', { largest: 12, others: 65 });

  it(
    'has no file with a problem, and nothing missing',
    async () => {
      const found: string[] = [];
      for (const { path, text } of sources) {
        const { problems, roots } = parseFile(text);
        const words = problems.map(({ message }) => message);
        walkTree(roots, ({ kind }) => {
          if (kind === 'missing' || kind === 'missing-statement') words.push(kind);
        });
        if (words.length > 0) found.push(`${path}: ${words.join('; ')}`);
        await setImmediate();
      }
      expect(found).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'declares and does what stock java-parser reads',
    async () => {
      const step = full ? 1 : 8;
      const differing: string[] = [];
      let compared = 0;
      for (const { path, text } of sources.filter((_, index) => index % step === 0)) {
        if (STOCK_HOLES.test(text)) continue;
        differing.push(
          ...differences(takeInventory(parseFile(text)), readStockInventory(text)).map(
            (one) => `${path}: ${one}`,
          ),
        );
        compared++;
        await setImmediate();
      }
      expect(differing).toEqual([]);
      expect(compared).toBeGreaterThan(sources.length / step / 2);
    },
    TIMEOUT,
  );

  it.each(['{', '}', '(', ')', ';', '"'])(
    'keeps 95 %% of its members where one %s is deleted from each file',
    (mark) => {
      let kept = 0;
      let total = 0;
      sources.slice(0, 60).forEach(({ text }, index) => {
        const places = [...text.matchAll(new RegExp(`\\${mark}`, 'g'))].map((match) => match.index);
        const place = places[(index * 7919) % Math.max(places.length, 1)];
        if (place === undefined) return;
        const before = memberNames(parseDeclarations(text).classes);
        const after = countNames(
          memberNames(parseDeclarations(text.slice(0, place) + text.slice(place + 1)).classes),
        );
        for (const [name, times] of countNames(before)) kept += Math.min(times, after.get(name) ?? 0);
        total += before.length;
      });
      expect(total).toBeGreaterThan(300);
      expect(kept / total).toBeGreaterThan(0.95);
    },
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

/** The differences of two inventories. An explicit call of a constructor is a statement with a call to us. */
function differences(ours: Inventory, stock: Inventory): readonly string[] {
  const stockNames = countNames(stock.declared);
  const ourNames = countNames(ours.declared);
  const stockCounts = new Map(stock.counts);
  const constructorCalls = stockCounts.get('constructor-call') ?? 0;
  stockCounts.delete('constructor-call');
  for (const kind of ['call', 'expression-statement']) {
    stockCounts.set(kind, (stockCounts.get(kind) ?? 0) + constructorCalls);
  }
  return [...compareCounts(ourNames, stockNames), ...compareCounts(ours.counts, stockCounts)];
}

function compareCounts(
  ours: ReadonlyMap<string, number>,
  theirs: ReadonlyMap<string, number>,
): readonly string[] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((key) => {
    const [one, other] = [ours.get(key) ?? 0, theirs.get(key) ?? 0];
    return one === other ? [] : [`${key}: ${one}, stock ${other}`];
  });
}

function countNames(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Fields and methods with the classes around them. */
function memberNames(classes: readonly ClassDeclaration[], outer = ''): readonly string[] {
  return classes.flatMap((declaration) => {
    const path = `${outer}${declaration.name}.`;
    return declaration.members.flatMap((member): readonly string[] => {
      switch (member.kind) {
        case 'field':
          return member.declarators.map(({ name }) => path + name);
        case 'class-member':
          return memberNames([member.declaration], path);
        case 'initializer':
          return [];
        case 'enum-constant':
          return [path + member.name];
        default:
          return [`${path}${member.name}/${member.parameters.length}`];
      }
    });
  });
}
