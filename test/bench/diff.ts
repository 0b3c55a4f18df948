/** Pairs of call trees of a given size, and how long it takes to match them. Run by `diff.mjs`. */
import { type CallRow, buildMethodTree } from '../../server/src/compare/trees/method-tree';
import { matchTrees } from '../../server/src/compare/trees/match-trees';
import { compareTasks } from '../../server/src/compare/match/tasks';

export interface MatchedSize {
  readonly rows: readonly [number, number];
  readonly alpha: number;
  readonly matched: number;
  readonly pairs: number;
  /** Seconds of processor time, the collector's included: other programs may run beside it. */
  readonly seconds: number;
}

const naming = { isApplication: () => false, extends: () => false };

export function measureMatching(size: number, alpha: number, methods: number, seed: number): MatchedSize {
  const rows = programRows(size, methods, seed);
  const [first, second] = [buildMethodTree(rows), buildMethodTree(changeRows(rows, 0.03, seed + 1))];
  const started = process.cpuUsage();
  const { partners, pairs } = matchTrees(first, second, naming, alpha);
  return {
    rows: [first.parents.length, second.parents.length],
    alpha,
    matched: partners.filter((partner) => partner >= 0).length,
    pairs,
    seconds: secondsSince(started),
  };
}

export interface ComparedSize extends Omit<MatchedSize, 'pairs'> {
  readonly tasks: readonly [number, number];
}

function secondsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

/** All of a comparison: trees of tasks, matched, and with `auto` what is left matched again. */
export function measureTasks(
  size: number,
  alpha: number | 'auto',
  methods: number,
  seed: number,
): ComparedSize {
  const rows = programRows(size, methods, seed);
  const [first, second] = [buildMethodTree(rows), buildMethodTree(changeRows(rows, 0.03, seed + 1))];
  const started = process.cpuUsage();
  const of = { ...naming, isApplication: (name: string) => name === 'app.C' };
  const { trees, matched, onlyFirst, onlySecond, alpha: used } = compareTasks(first, second, of, alpha);
  return {
    rows: [trees[0].parents.length, trees[1].parents.length],
    alpha: used,
    matched: matched.length,
    tasks: [matched.length + onlyFirst.length, matched.length + onlySecond.length],
    seconds: secondsSince(started),
  };
}

/** A tenth of the methods belong to the application. */
const rowOf = (parent: number, method: number | string): CallRow => ({
  parent,
  method: {
    class: typeof method === 'number' && method % 10 === 0 ? 'app.C' : 'C',
    name: `m${method}`,
    descriptor: '()V',
  },
  exclusive: 1,
  calls: 1,
});

/** Makes contexts as programs have them: each method calls a few others, and is called from several. */
function programRows(size: number, methods: number, seed: number): readonly CallRow[] {
  const random = createRandom(seed);
  const callees = Array.from({ length: methods }, (_, method) =>
    Array.from({ length: 1 + Math.floor(random() ** 2 * 6) }, () =>
      Math.min(methods - 1, method + 1 + Math.floor(random() * (methods / 12))),
    ),
  );
  const rows: CallRow[] = [];
  const open: (readonly [parent: number, method: number])[] = [[-1, 0]];
  // Breadth first: a tree of so many rows has all depths that fit.
  for (let next = 0; next < open.length && rows.length < size; next++) {
    const [parent, method] = open[next] ?? [-1, 0];
    for (const callee of callees[method] ?? []) open.push([rows.length, callee]);
    rows.push(rowOf(parent, method));
  }
  return rows;
}

/** Another program: a share of the rows has another name, another row above it, or is left out. */
function changeRows(rows: readonly CallRow[], share: number, seed: number): readonly CallRow[] {
  const random = createRandom(seed);
  const changed: CallRow[] = [];
  const placeOf: number[] = [];
  for (const [index, row] of rows.entries()) {
    const parent = row.parent < 0 ? -1 : (placeOf[row.parent] ?? -1);
    const drawn = random() / share;
    if (drawn < 1 / 3 && index > 0) {
      placeOf[index] = parent;
      continue;
    }
    const above = drawn < 2 / 3 ? changed.push(rowOf(parent, `other${index}`)) - 1 : parent;
    placeOf[index] = changed.length;
    changed.push(drawn >= 2 / 3 && drawn < 1 ? rowOf(above, `new${index}`) : { ...row, parent: above });
  }
  return changed;
}

/** Park and Miller's generator. */
function createRandom(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}
