/**
 * The data of a comparison's page, in columns: both sides in words, tasks and their trees, methods and lines.
 *
 * Sits in `compare/`, over `compare-profiles.ts` and `comparison-tasks.ts`.
 */
import type { ComparedSide } from '../sides/compared-side';
import type { PackageMarks } from '../trees/frameworks';
import { isRounding } from '../../pages/changes';
import { Flag, type ComparisonColumns, type ComparisonHead } from '../../pages/comparison-file';
import type { ComparisonPage, EnergyOfPackage, PackageOfBoth } from '../../pages/comparison-file';
import { comparisonWords, type ComparisonWords } from '../../pages/comparison-words';
import { type BlockDelta, hasBlockChanged } from '../deltas/compare-blocks';
import { hasChanged, type MethodDelta } from '../deltas/compare-methods';
import { describeTasks } from '../deltas/comparison-tasks';
import { headlineOf } from './comparison-text';
import type { ProfileComparison, TaskDeltas } from '../deltas/compare-profiles';
import { createMethodTable, type MethodTable } from './method-table';
import { priceOf } from '../../pages/no-price';
import { machineOfRun } from '../../recordings/document/saved-profile';

/** The most methods on the page, the most changed first: as many as are drawn while one waits. */
const MOST_METHODS = 2000;

/** The facts that a page shows beside the comparison itself. */
export interface PageDetails extends Pick<ComparisonHead, 'details' | 'wantedAlpha' | 'words' | 'version'> {
  readonly marks: PackageMarks;
  readonly isApplication: (className: string) => boolean;
}

/** Describes a comparison for its page. Throws what `check` throws. */
export function describeComparison(
  comparison: ProfileComparison,
  { marks, isApplication, ...details }: PageDetails,
  check: () => void = () => undefined,
): ComparisonPage {
  const { names, unit, totals, notes, tasks } = comparison;
  const methods = createMethodTable();
  const tree = describeTasks(comparison, methods, check);
  const changed = describeMethods(comparison, methods);
  return {
    head: {
      ...details,
      headline: headlineOf(comparison),
      names,
      unit,
      isSignificant: totals.isSignificant,
      areCounted: comparison.areCounted,
      ...(tasks === undefined ? {} : { alpha: tasks.alpha, split: tasks.split, overlap: tasks.overlap }),
      packages: tasks === undefined ? [] : sumPackages(tasks, marks, isApplication, comparison.areCounted),
      notes,
      leftOut: { ...tree.leftOut, methods: changed.leftOut },
    },
    totals: Float64Array.of(
      totals.energyA,
      totals.energyB,
      totals.delta,
      totals.low,
      totals.high,
      totals.p,
      totals.smallest,
    ),
    ...tree.columns,
    ...changed.columns,
    ...methods.columns(),
  };
}

/** The texts of the page in English, the language of the command line. */
export function describeWords(): ComparisonWords {
  return comparisonWords({ t: (message) => message });
}

/** The time of a recording and the machine it ran on; empty if they are unknown. */
export function originOf(side: ComparedSide): { readonly started: string; readonly machine: string } {
  if ('profile' in side) return { started: side.profile.started, machine: machineOfRun(side.profile) };
  const { date = '', device = '' } = side.recording.source;
  return { started: date, machine: device };
}

/** The facts of {@link originOf} in one line. */
export function detailsOf({ started, machine }: ReturnType<typeof originOf>): string {
  const date = started.slice(0, 16).replace('T', ' ');
  return [date, machine].filter((text) => text !== '').join(', ');
}

/** The packages of both sides with the energy of their methods, the hottest first. */
function sumPackages(
  { matching }: TaskDeltas,
  marks: PackageMarks,
  isApplication: (className: string) => boolean,
  areCounted: readonly [boolean, boolean],
): readonly PackageOfBoth[] {
  const packages = new Map<string, { oneClass: string; readonly sums: [PackageSum, PackageSum] }>();
  for (const [side, { names, methods, exclusive, calls }] of matching.contexts.entries())
    for (const [row, method] of methods.entries()) {
      const owner = names[method]?.class ?? '';
      if (owner === '') continue;
      // A class of no package is one by itself.
      const name = owner.includes('.') ? owner.slice(0, owner.lastIndexOf('.')) : owner;
      const known = packages.get(name) ?? { oneClass: owner, sums: [noPackage(), noPackage()] };
      const sum = known.sums[side === 0 ? 0 : 1];
      sum.energy += exclusive[row] ?? 0;
      sum.isThere = true;
      sum.ran ||= calls[row] !== 0;
      packages.set(name, known);
    }
  const marked = new Set([...marks.application, ...marks.framework]);
  const energyOf = ({ energy, isThere, ran }: PackageSum, isCounted: boolean): EnergyOfPackage => {
    if (!isThere) return 'none';
    const price = priceOf(energy, ran ? undefined : 0, isCounted);
    return Number.isNaN(price) ? 'unpriced' : price;
  };
  return [...packages]
    .sort(([, { sums: one }], [, { sums: other }]) => sumOf(other) - sumOf(one))
    .map(([name, { oneClass, sums }]) => ({
      name,
      isApplication: isApplication(oneClass),
      isMarked: marked.has(name),
      energyA: energyOf(sums[0], areCounted[0]),
      energyB: energyOf(sums[1], areCounted[1]),
    }));
}

interface PackageSum {
  energy: number;
  isThere: boolean;
  ran: boolean;
}

function noPackage(): PackageSum {
  return { energy: 0, isThere: false, ran: false };
}

function sumOf([a, b]: readonly [PackageSum, PackageSum]): number {
  return a.energy + b.energy;
}

type MethodColumns = Pick<
  ComparisonColumns,
  Extract<keyof ComparisonColumns, `method${string}` | `line${string}` | `block${string}`>
>;

/** The methods that ran otherwise, or whose energy changed by more than chance, with the lines and blocks that changed. */
function describeMethods(
  { methods: all, isPriced }: ProfileComparison,
  methods: MethodTable,
): { readonly columns: MethodColumns; readonly leftOut: number } {
  const changed = all.filter((method) => hasChanged(method, isPriced));
  const shown = changed.slice(0, MOST_METHODS);
  const linesOf = ({ lines, isSignificant }: MethodDelta): MethodDelta['lines'] =>
    lines.filter(
      ({ executionsA, executionsB, energyA, energyB }) =>
        executionsA !== executionsB || (isSignificant && !isRounding(energyA, energyB)),
    );
  const lines = shown.map(linesOf);
  const numbers = (of: (delta: MethodDelta) => number): Float64Array => Float64Array.from(shown, of);
  const flat = lines.flat();
  return {
    columns: {
      methodA: Int32Array.from(shown, ({ methodA }) => methods.indexOf(methodA)),
      methodB: Int32Array.from(shown, ({ methodB }) => methods.indexOf(methodB)),
      methodEnergyA: numbers(({ energyA }) => energyA),
      methodEnergyB: numbers(({ energyB }) => energyB),
      methodLow: numbers(({ low }) => low),
      methodHigh: numbers(({ high }) => high),
      methodCallsA: numbers(({ callsA = NaN }) => callsA),
      methodCallsB: numbers(({ callsB = NaN }) => callsB),
      methodFlags: Uint8Array.from(
        shown,
        ({ isSignificant, countsDiffer }) =>
          (isSignificant ? Flag.significant : 0) | (countsDiffer ? Flag.countsDiffer : 0),
      ),
      methodLines: startsOf(lines),
      ...describeBlocks(shown),
      lineA: Uint32Array.from(flat, ({ lineA }) => lineA),
      lineB: Uint32Array.from(flat, ({ lineB }) => lineB),
      lineExecutionsA: Float64Array.from(flat, ({ executionsA }) => executionsA),
      lineExecutionsB: Float64Array.from(flat, ({ executionsB }) => executionsB),
      lineEnergyA: Float64Array.from(flat, ({ energyA }) => energyA),
      lineEnergyB: Float64Array.from(flat, ({ energyB }) => energyB),
    },
    leftOut: changed.length - shown.length,
  };
}

/** The blocks that changed, if their energy is known on at least one side. */
function describeBlocks(
  methods: readonly MethodDelta[],
): Pick<ComparisonColumns, Extract<keyof ComparisonColumns, `methodBlocks` | `block${string}`>> {
  const changed = methods.map(({ blocks }) =>
    blocks.filter(
      (block) => hasBlockChanged(block) && !(Number.isNaN(block.energyA) && Number.isNaN(block.energyB)),
    ),
  );
  const flat = changed.flat();
  const lines = (of: (block: BlockDelta) => number): Uint32Array => Uint32Array.from(flat, of);
  const numbers = (of: (block: BlockDelta) => number): Float64Array => Float64Array.from(flat, of);
  return {
    methodBlocks: startsOf(changed),
    blockRole: flat.map(({ roleA = '', roleB = roleA }) => roleB),
    blockLineA: lines(({ lineA }) => lineA),
    blockLastA: lines(({ lastA }) => lastA),
    blockLineB: lines(({ lineB }) => lineB),
    blockLastB: lines(({ lastB }) => lastB),
    blockExecutionsA: numbers(({ executionsA }) => executionsA),
    blockExecutionsB: numbers(({ executionsB }) => executionsB),
    blockEnergyA: numbers(({ energyA }) => energyA),
    blockEnergyB: numbers(({ energyB }) => energyB),
    blockLow: numbers(({ low }) => low),
    blockHigh: numbers(({ high }) => high),
    blockFlags: Uint8Array.from(
      flat,
      ({ isSignificant, isMoved, roleA, roleB }) =>
        (isSignificant ? Flag.significant : 0) |
        (isMoved ? Flag.moved : 0) |
        (roleB === undefined ? Flag.onlyA : roleA === undefined ? Flag.onlyB : 0),
    ),
  };
}

/** The index at which each list starts if the lists follow each other, and the index after the last list. */
function startsOf(lists: readonly { readonly length: number }[]): Uint32Array {
  const starts = new Uint32Array(lists.length + 1);
  for (const [index, { length }] of lists.entries()) starts[index + 1] = (starts[index] ?? 0) + length;
  return starts;
}
