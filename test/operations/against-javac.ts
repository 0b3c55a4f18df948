/**
 * Holds a source's operations against what javac makes of it.
 *
 * Compared is what has a source: bridges, accessors of records, `values` of
 * enums and the like have none. Lambda bodies are compared per class, since javac numbers them in an order of
 * its own; initializers together with the one constructor they are copied into.
 */
import type { MemberAnalysis } from '../../server/src/analysis/analyze-member';
import type { Region } from '../../server/src/flow/source/region';
import type { OperationSite } from '../../server/src/operations/catalogue/operation';
import type { Jdk } from '../support/jdks';
import { compileAndCount, type CompiledMethod, type Counts } from './bytecode-counts';
import { extractText, platformOf } from './extract-text';
import { javacHabits } from '../../server/src/operations/source/javac-habits';
import { addOpcodes, writtenSites } from './operation-opcodes';
import { listSites } from '../../server/src/operations/catalogue/site-table';

export interface Difference {
  /** Method, or `class: lambdas`, `class: constructors`. */
  readonly place: string;
  readonly opcode: string;
  readonly source: number;
  readonly bytecode: number;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  /** Instructions that both count. */
  readonly agreed: number;
  readonly fromSource: number;
  readonly fromBytecode: number;
}

export function compareWithJavac(jdk: Jdk, fileName: string, text: string): Comparison {
  return compareCounts(
    extractText(text, platformOf(jdk), fileName, javacHabits(jdk.version)),
    compileAndCount(jdk, fileName, text),
  );
}

export function compareCounts(
  members: readonly MemberAnalysis[],
  compiled: readonly CompiledMethod[],
): Comparison {
  const source = new Map<string, Counts>();
  const bytecode = new Map<string, Counts>();
  for (const member of members) {
    const { keys, callees, region } = member.operations;
    const sites = writtenSites(listSites(member.operations.sites));
    const inLambda = lambdaBlocks(region);
    const compiledKey = asCompiled(member.key);
    const place = placeOf(compiledKey);
    const owner = ownerOf(compiledKey);
    const add = (key: string, part: readonly OperationSite[]): void => {
      addOpcodes(countsAt(source, key), part, keys, callees);
    };
    add(
      place,
      sites.filter((site) => !inLambda.has(site.block)),
    );
    add(
      `${owner}: lambdas`,
      sites.filter((site) => inLambda.has(site.block)),
    );
  }
  for (const { key, counts } of compiled) {
    const into = countsAt(bytecode, key.includes('.lambda$') ? `${ownerOf(key)}: lambdas` : placeOf(key));
    for (const [opcode, count] of counts) into.set(opcode, (into.get(opcode) ?? 0) + count);
  }
  const places = [...source.keys()].sort();
  let agreed = 0;
  let fromSource = 0;
  let fromBytecode = 0;
  const differences: Difference[] = [];
  for (const place of places) {
    const left = source.get(place) ?? new Map<string, number>();
    const right = bytecode.get(place) ?? new Map<string, number>();
    for (const opcode of [...new Set([...left.keys(), ...right.keys()])].sort()) {
      const a = left.get(opcode) ?? 0;
      const b = isEndOfInitializer(place, opcode) ? a : (right.get(opcode) ?? 0);
      agreed += Math.min(a, b);
      fromSource += a;
      fromBytecode += b;
      if (a !== b) differences.push({ place, opcode, source: a, bytecode: b });
    }
  }
  return { differences, agreed, fromSource, fromBytecode };
}

function countsAt(map: Map<string, Counts>, key: string): Counts {
  const counts: Counts = map.get(key) ?? new Map<string, number>();
  map.set(key, counts);
  return counts;
}

function ownerOf(key: string): string {
  return key.slice(0, key.search(/\.[^./]*$|\.[^.]*[(@]/));
}

/** A static initializer's return belongs to none of its parts. */
function isEndOfInitializer(place: string, opcode: string): boolean {
  return opcode === 'return' && place.endsWith(': static initializer');
}

/** Local classes as javac names them, which does not say in which member they stand. */
function asCompiled(key: string): string {
  return key.replaceAll(/\$[^$./:(]*_[^$./:(]*(?=\$\d)/g, '');
}

/** Methods by name and descriptor; constructors and static initializers of a class together. */
function placeOf(key: string): string {
  const owner = ownerOf(key);
  const name = key.slice(owner.length + 1);
  if (name.startsWith('<init>')) return `${owner}: constructors`;
  if (name.startsWith('<clinit>')) return `${owner}: static initializer`;
  return key.replace(/@.*$/, '');
}

function lambdaBlocks(root: Region): ReadonlySet<number> {
  const found = new Set<number>();
  visit(root, false);
  return found;

  function visit(region: Region, inside: boolean): void {
    switch (region.kind) {
      case 'block':
        if (inside) found.add(region.block);
        return;
      case 'sequence':
        for (const part of region.regions) visit(part, inside);
        return;
      case 'branch':
        for (const { region: part } of region.alternatives) visit(part, inside);
        return;
      case 'loop':
        for (const part of [region.test, region.body, region.update])
          if (part !== undefined) visit(part, inside);
        return;
      case 'deferred':
        visit(region.region, true);
        return;
    }
  }
}
