/**
 * A machine that a fit knows nothing of: what an execution takes depends on the data that its method works on, on what
 * ran before, on how predictable its branches are just then, and on whether it was compiled yet.
 */
import { outside } from '../../server/src/base/check';
import type { Random } from '../../server/src/models/solve/random';
import type { ProfileDocument, ProfiledMethod } from '../../server/src/profile/document/profile-document';

/** The machine; energies are relative to the mean operation. */
const ASSUMED = {
  /** Deviations of the logarithms of operations, of library calls, and of one site's calls from its method's. */
  operations: { deviation: 0.8 },
  calls: { mean: 8, deviation: 1, site: 0.3 },
  probe: 0.5,
  cache: { bytes: 1 << 20, line: 64, always: 0.02, cold: 0.25, miss: 12, from: 4096, to: 1 << 20 },
  /** What a branch that went the other way takes, and the share of a branch's surprises that history foretells, from and to. */
  branch: { miss: 15, learned: [0.2, 0.9] },
  /** Before a method is compiled: times as much, until so many executions. */
  interpreted: { times: 8, until: 5000 },
};
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/_(?:double|long)/, 8],
  [/_(?:boolean|byte)/, 1],
  [/_(?:char|short)/, 2],
];

/** A path, with the operations of one execution. */
export interface CodePath {
  readonly method: number;
  readonly blocks: readonly number[];
  readonly entries: readonly {
    readonly name: string;
    readonly line: string;
    readonly count: number;
    readonly isMemory: boolean;
  }[];
  /** The lines of branches, by block. */
  readonly lineOf: (block: number) => string;
  readonly owner: ProfiledMethod;
}

/** The paths that ran, by the number of their counter. */
export function listCodePaths({ classes, keys, trace }: ProfileDocument): ReadonlyMap<number, CodePath> {
  const paths = new Map<number, CodePath>();
  for (const [method, [first, ownerIndex, index]] of (trace?.methods ?? []).entries()) {
    const { name: className = '' } = classes[ownerIndex] ?? {};
    const owner = classes[ownerIndex]?.methods[index];
    if (owner === undefined) continue;
    const nameLine = (line: number): string => `${className}:${line}`;
    for (const [path, , , , blocks] of owner.paths ?? []) {
      if (path < 0) continue;
      const entries = blocks.flatMap((block) =>
        (owner.code ?? []).flatMap(([of, key, line, count]) => {
          if (of !== block) return [];
          const name = keys[key]?.name ?? '';
          const isMemory = /^(?:Array|Field)(?:Reference|Store)|^NewArray/.test(name);
          return [{ name, line: nameLine(line), count, isMemory }];
        }),
      );
      const lineOf = (block: number): string => nameLine(owner.blocks[block]?.[2] ?? 0);
      paths.set(first + path, { method, blocks, entries, lineOf, owner });
    }
  }
  return paths;
}

type Entries = readonly (readonly [line: string, energy: number])[];

export function createMachine(
  { keys, program: { command } }: ProfileDocument,
  paths: ReadonlyMap<number, CodePath>,
  random: Random,
) {
  const { operations, calls, probe, cache, branch, interpreted } = ASSUMED;
  const costs = new Map<string, number>();
  for (const { name, family } of keys)
    if (!costs.has(name))
      costs.set(
        name,
        family === 'LibraryFunction'
          ? calls.mean * Math.exp(calls.deviation * random.normal())
          : Math.exp(operations.deviation * random.normal()),
      );
  const perSite = new Map<string, number>();
  const sets = new Map<number, number>();
  const learned = new Map<string, number>();
  const isInterpreted = command.includes('-Xint');
  for (const { method, owner } of paths.values())
    if (!sets.has(method)) {
      const bytes = allocatedBy(owner, keys);
      sets.set(method, bytes ?? cache.from * (cache.to / cache.from) ** random.uniform());
    }
  const resident = new Map<number, number>();
  const ran = new Map<number, number>();

  return {
    assumed: ASSUMED,
    reset: (): void => {
      resident.clear();
      ran.clear();
    },
    /** What the executions of a window take, which ran together; a line of no name is that of probes. */
    run(
      rows: readonly { readonly path: CodePath; readonly count: number }[],
      take: (path: CodePath, count: number, entries: Entries) => void,
    ): void {
      const misses = new Map<number, number>();
      for (const { path, count } of rows) load(path, count, misses);
      const branches = findBranches(rows);
      for (const { path, count } of rows) {
        const before = ran.get(path.method) ?? 0;
        ran.set(path.method, before + count);
        const warm = isInterpreted
          ? 1
          : 1 + (interpreted.times - 1) / (1 + (before / interpreted.until) ** 2);
        const each: [string, number][] = path.entries.map(({ name, line, count: of, isMemory }) => [
          line,
          warm *
            count *
            of *
            (costOf(name, line) + (isMemory ? cache.miss * (misses.get(path.method) ?? 0) : 0)),
        ]);
        for (const block of path.blocks) {
          const surprise = branches.get(`${path.method} ${block}`) ?? 0;
          if (surprise > 0)
            each.push([path.lineOf(block), count * branch.miss * surprise * learn(path, block)]);
        }
        each.push(['', count * probe]);
        take(path, count, each);
      }
    },
  };

  function costOf(name: string, line: string): number {
    const cost = costs.get(name) ?? 1;
    if (!name.includes('.')) return cost;
    const id = `${line} ${name}`;
    let factor = perSite.get(id);
    if (factor === undefined) perSite.set(id, (factor = Math.exp(calls.site * random.normal())));
    return cost * factor;
  }

  function learn({ method }: CodePath, block: number): number {
    const [from = 0, to = 1] = branch.learned;
    const id = `${method} ${block}`;
    let share = learned.get(id);
    if (share === undefined) learned.set(id, (share = 1 - from - (to - from) * random.uniform()));
    return share;
  }

  /** Loads what a method works on into the cache; what others had there makes room. */
  function load({ method, entries }: CodePath, count: number, misses: Map<number, number>): void {
    const set = sets.get(method) ?? outside(method);
    const has = Math.min(set, resident.get(method) ?? 0);
    const share = Math.min(1, has / set);
    if (!misses.has(method)) misses.set(method, cache.always + cache.cold * (1 - share));
    const accesses = count * entries.reduce((sum, entry) => sum + (entry.isMemory ? entry.count : 0), 0);
    const most = Math.min(set, cache.bytes);
    resident.set(method, Math.min(most, has + accesses * cache.line * cache.cold * (1 - share)));
    const all = [...resident.values()].reduce((sum, each) => sum + each, 0);
    if (all <= cache.bytes) return;
    for (const [other, bytes] of resident) resident.set(other, (bytes * cache.bytes) / all);
  }
}

/** The mean bytes of the arrays that one run of a method makes; undefined if it makes none. */
function allocatedBy(
  { operations, calls }: ProfiledMethod,
  keys: ProfileDocument['keys'],
): number | undefined {
  let bytes = 0;
  for (const [key, , , sizes = 0] of operations) {
    const { name = '', family } = keys[key] ?? {};
    if (family !== 'NewArray') continue;
    bytes += sizes * (WIDTHS.find(([pattern]) => pattern.test(name))?.[1] ?? 4);
  }
  return bytes > 0 ? Math.max(64, bytes / Math.max(1, calls)) : undefined;
}

/** The share of executions of a block that went another way than one guess would say, by method and block. */
function findBranches(
  rows: readonly { readonly path: CodePath; readonly count: number }[],
): ReadonlyMap<string, number> {
  const ways = new Map<string, Map<number, number>>();
  for (const { path, count } of rows)
    for (const [index, block] of path.blocks.entries()) {
      const next = path.blocks[index + 1];
      if (next === undefined) continue;
      const id = `${path.method} ${block}`;
      let own = ways.get(id);
      if (own === undefined) ways.set(id, (own = new Map<number, number>()));
      own.set(next, (own.get(next) ?? 0) + count);
    }
  const surprises = new Map<string, number>();
  for (const [id, own] of ways) {
    if (own.size < 2) continue;
    const all = [...own.values()].reduce((sum, each) => sum + each, 0);
    surprises.set(
      id,
      [...own.values()].reduce((sum, each) => sum - (each / all) ** 2, 1),
    );
  }
  return surprises;
}
