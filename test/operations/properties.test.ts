import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_ASSUMPTIONS } from '../../server/src/flow/source/assumptions';
import { computeFrequencies } from '../../server/src/flow/source/frequencies';
import type { Region } from '../../server/src/flow/source/region';
import { divideIntoBlocks } from '../../server/src/flow/source/source-blocks';
import type { BodyRoot, Expression } from '../../server/src/java/syntax/ast';
import { intType } from '../../server/src/java/types/types';
import type { Typing } from '../../server/src/java/typing/typing';
import { findFamily } from '../../server/src/operations/catalogue/catalogue';
import { extractOperations } from '../../server/src/operations/source/extract-source';
import { anyPlatform, extractText } from './extract-text';
import { countSites, listSites } from '../../server/src/operations/catalogue/site-table';

const folder = join(import.meta.dirname, 'sources');
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.java'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

describe.each(sources)('operations of $name', ({ text }) => {
  const members = extractText(text, anyPlatform());

  test('lie in their blocks, and blocks in the body', () => {
    for (const { operations, bodyStart, bodyEnd } of members) {
      for (const block of operations.blocks) {
        expect(block.start).toBeGreaterThanOrEqual(0);
        expect(block.end).toBeLessThanOrEqual(bodyEnd - bodyStart);
      }
      for (const site of listSites(operations.sites)) {
        const block = operations.blocks[site.block];
        const name = operations.keys[site.key]?.name ?? '';
        expect(block, name).toBeDefined();
        expect(site.offset, `${name} in ${block?.name ?? ''}`).toBeGreaterThanOrEqual(
          block?.start ?? Infinity,
        );
        expect(site.offset, `${name} in ${block?.name ?? ''}`).toBeLessThanOrEqual(block?.end ?? -Infinity);
      }
    }
  });

  test('have keys of the catalogue, named after their family', () => {
    for (const key of members.flatMap((member) => member.operations.keys)) {
      expect(findFamily(key.family)?.group).toBe(key.group);
      if (key.family !== 'LibraryFunction') expect(key.name.split('_')[0]).toBe(key.family);
    }
  });

  test('have blocks of unique names, all of them in the region, at frequencies that add up', () => {
    for (const { operations } of members) {
      const names = operations.blocks.map((block) => block.name);
      expect(new Set(names).size).toBe(names.length);
      expect([...blocksIn(operations.region)].sort((a, b) => a - b)).toEqual(
        operations.blocks.map((block) => block.id),
      );
      const { frequency } = computeFrequencies(operations.region, 'estimated', {
        assumptions: DEFAULT_ASSUMPTIONS,
      });
      for (const times of frequency) expect(times).toBeGreaterThanOrEqual(0);
    }
  });

  test('are the same every time', () => {
    expect(extractText(text, anyPlatform())).toEqual(members);
  });
});

test('any text with tokens taken out gives operations, and no exception', { timeout: 120_000 }, () => {
  const source = fc.constantFrom(...sources.map(({ text }) => text));
  fc.assert(
    fc.property(source, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (text, holes) => {
      const tokens = text.split(/(?<=\W)|(?=\W)/);
      for (const hole of holes) tokens.splice(hole % tokens.length, 1);
      for (const { operations } of extractText(tokens.join(''), anyPlatform())) {
        for (const site of listSites(operations.sites)) expect(operations.blocks[site.block]).toBeDefined();
      }
    }),
    { numRuns: 40 },
  );
});

test('chains of ten thousand operands need no deep stack', () => {
  const name: Expression = { kind: 'name', name: 'a', start: 0, end: 1 };
  let chain: Expression = name;
  for (let i = 1; i <= 10_000; i++) {
    chain = {
      kind: 'binary',
      operator: '+',
      operatorStart: i,
      left: chain,
      right: name,
      start: 0,
      end: i + 1,
    };
  }
  const root: BodyRoot = { kind: 'value', expression: chain };
  const { sites } = extractOperations(root, everythingIsInt, divideIntoBlocks(root));
  expect(countSites(sites)).toBe(10_001);
});

/** A typing by hand: what is tested is the walk, not the typer. */
const everythingIsInt: Typing = {
  typeOf: () => intType,
  resolutionOf: () => ({ kind: 'local', name: 'a', type: intType, through: [] }),
  constantOf: () => undefined,
  typeOfSyntax: () => intType,
  typeOfParameter: () => intType,
  typeOfPattern: () => intType,
  typeMatchedBy: () => intType,
  returnTypeOf: () => intType,
  nameOfLocalClass: () => 'Test$1',
  localClasses: new Map(),
  boundsOf: () => undefined,
  problems: [],
};

function blocksIn(root: Region): ReadonlySet<number> {
  const found = new Set<number>();
  const pending = [root];
  for (let region = pending.pop(); region !== undefined; region = pending.pop()) {
    if (region.kind === 'block') found.add(region.block);
    else if (region.kind === 'sequence') pending.push(...region.regions);
    else if (region.kind === 'deferred') pending.push(region.region);
    else if (region.kind === 'branch') {
      const total = region.alternatives.reduce((sum, alternative) => sum + alternative.probability, 0);
      expect(total).toBeCloseTo(1, 9);
      pending.push(...region.alternatives.map((alternative) => alternative.region));
    } else {
      for (const part of [region.test, region.body, region.update])
        if (part !== undefined) pending.push(part);
    }
  }
  return found;
}
