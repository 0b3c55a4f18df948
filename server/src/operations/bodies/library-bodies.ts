/**
 * Summaries of what methods of libraries do, as text that a thread hands over and a cache keeps.
 *
 * Sits in `operations/`. The platform has a bundled table (`body-table.ts`); these are of the jars on a class path,
 * whose methods stand beside it by name.
 */
import { at } from '../../base/check';
import { type Outcome, failAt, succeed } from '../../base/outcome';
import { isRecord, parseJson } from '../../base/shapes';
import type { OperationKey } from '../catalogue/operation';
import type { BodySummary, BodyTable } from './body-table';
import { KINDS } from './kinds';

const FORMAT = 'jouleline-library-bodies 1';

export interface LibraryClass {
  /** As operations name it: `com.example.Outer.Inner`. */
  readonly name: string;
  readonly parents: readonly string[];
  /** The summaries by name and parameters: `get(int)`. */
  readonly methods: ReadonlyMap<string, BodySummary>;
}

type LibraryClasses = ReadonlyMap<string, LibraryClass>;

/** Counts as pairs of a kind and its count, of those that are not 0. */
type Pairs = readonly number[];

export function writeLibraryBodies(classes: readonly LibraryClass[]): string {
  return JSON.stringify({
    format: FORMAT,
    kinds: KINDS.length,
    classes: classes.map(({ name, parents, methods }) => [
      name,
      parents,
      Array.from(methods, ([method, { fixed, sized }]) => [method, pairsOf(fixed), pairsOf(sized)]),
    ]),
  });
}

function pairsOf(counts: Float64Array): Pairs {
  return Array.from(counts, (count, kind) => [kind, Number(count.toPrecision(3))])
    .filter(([, count]) => count !== 0)
    .flat();
}

/** Fails for a text of another version, or a damaged one. */
export function readLibraryBodies(json: string): Outcome<readonly LibraryClass[]> {
  const parsed = parseJson(json);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  if (!isRecord(value) || value['format'] !== FORMAT || value['kinds'] !== KINDS.length)
    return failAt('is of another version');
  const { classes } = value;
  if (!isList(classes)) return failAt('is damaged: classes');
  const read: LibraryClass[] = [];
  for (const each of classes) {
    const [name, parents, methods] = isList(each) ? each : [];
    if (typeof name !== 'string' || !isList(parents) || !isList(methods))
      return failAt('is damaged: a class');
    const summaries = new Map<string, BodySummary>();
    for (const row of methods) {
      const [method, fixed, sized] = isList(row) ? row : [];
      if (typeof method !== 'string' || !isList(fixed) || !isList(sized))
        return failAt(`is damaged: ${name}`);
      summaries.set(method, { fixed: countsOf(fixed), sized: countsOf(sized) });
    }
    read.push({ name, parents: parents.map(String), methods: summaries });
  }
  return succeed(read);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Pairs with an unknown kind, or no count, are left out. */
function countsOf(pairs: readonly unknown[]): Float64Array {
  const counts = new Float64Array(KINDS.length);
  for (let pair = 0; pair + 1 < pairs.length; pair += 2) {
    const [kind, count] = [Number(pairs[pair]), Number(pairs[pair + 1])];
    if (kind in counts && count >= 0 && count < Infinity) counts[kind] = count;
  }
  return counts;
}

/** The platform's table with the classes of libraries; what these inherit is found as well. */
export function withLibraries(platform: BodyTable, classes: readonly LibraryClass[]): BodyTable {
  if (classes.length === 0) return platform;
  const byName: LibraryClasses = new Map(classes.map((each) => [each.name, each]));
  return {
    ...platform,
    find: (operation) => platform.find(operation) ?? findIn(byName, platform, operation),
  };
}

function findIn(
  classes: LibraryClasses,
  platform: BodyTable,
  operation: OperationKey,
): BodySummary | undefined {
  const { name, operands } = operation;
  const dot = name.lastIndexOf('.');
  const [owner, method] = [name.slice(0, dot), name.slice(dot + 1)];
  if (!classes.has(owner)) return undefined;
  const open = [owner];
  for (let next = 0; next < open.length; next++) {
    const type = at(open, next);
    const known = classes.get(type);
    const found =
      known === undefined
        ? platform.find({ ...operation, name: `${type}.${method}` })
        : known.methods.get(`${method}(${operands.join(',')})`);
    if (found !== undefined) return found;
    for (const parent of known?.parents ?? []) if (!open.includes(parent)) open.push(parent);
  }
  return undefined;
}
