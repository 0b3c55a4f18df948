/**
 * A comparison of two profiles for people: as text, and as Markdown for a review.
 *
 * Sits in `compare/`, so that command line and editor say the same.
 */
import { listedName } from '../../operations/catalogue/operation-words';
import { energyIfModeled, unmodeledSideOf } from '../../pages/changes';
import { isRounding } from '../../base/statistics';
import { significance } from '../significance/significance';
import type { ComparedUnit } from '../sides/compared-side';
import type { TaskPart } from '../match/task-parts';
import { hasChanged, type MethodDelta } from '../deltas/compare-methods';
import { type BlockDelta, byChange, describeLines, hasBlockChanged } from '../deltas/compare-blocks';
import type { ProfileComparison, TaskDelta, TaskDeltas } from '../deltas/compare-profiles';
import { byDelta, type EnergyDelta, type PartlyModeled } from '../deltas/energy-delta';
import { formatCompared } from '../../words/amount-text';
import { formatChangedShare, formatCount, formatShare } from '../../words/energy-text';
import {
  formatPageMarkdown,
  formatPageText,
  creationInWords,
  nameOfMethod,
  section,
  type TextPage,
  type TextSection,
  tellOverloads,
} from '../../words/text-sections';

export function formatComparisonText(comparison: ProfileComparison): string {
  return formatPageText(pageOf(comparison));
}

export function formatComparisonMarkdown(comparison: ProfileComparison): string {
  return formatPageMarkdown(pageOf(comparison));
}

/** The names of what is compared; shares may be of anything. */
const AMOUNTS: Readonly<Record<ComparedUnit, string>> = {
  joules: 'Energy',
  seconds: 'Time',
  bytes: 'Allocation',
  executions: 'Executions',
  share: 'Shares',
};

export function nounOf(unit: ComparedUnit): string {
  return AMOUNTS[unit].toLowerCase();
}

function pageOf(comparison: ProfileComparison): TextPage {
  const { names, notes } = comparison;
  return {
    title: `${AMOUNTS[comparison.unit]}: ${names[0]} → ${names[1]}`,
    headline: headlineOf(comparison),
    sections: sectionsOf(comparison),
    notes: [...describeFrameworks(comparison), ...notes, ...describeAlike(comparison)],
  };
}

/** The note on frameworks: "frameworks take 98.8 % of A and 94.1 % of B; …". */
function describeFrameworks({ tasks }: ProfileComparison): readonly string[] {
  if (tasks === undefined) return [];
  const shares = tasks.split.map(({ applicationEnergy, frameworkEnergy }) => {
    const total = applicationEnergy + frameworkEnergy;
    return total > 0 ? formatShare(frameworkEnergy / total) : 'nothing';
  });
  const [common, methods] = [formatShare(tasks.overlap.tasks), formatShare(tasks.overlap.methods)];
  return [
    `frameworks take ${shares[0] ?? ''} of A and ${shares[1] ?? ''} of B; both do ${common} of the tasks, and call ${methods} of the framework methods, of the side that has fewer`,
  ];
}

/** The note on counted methods that are in no table, though their energies differ: as much as the runs or their accounts do. */
function describeAlike({ methods, isByModel, unit }: ProfileComparison): readonly string[] {
  if (!isByModel) return [];
  const alike = methods.filter(
    (method) => !hasChanged(method, isByModel) && !isRounding(method.energyA, method.energyB),
  );
  const [most] = alike.filter(({ delta }) => !Number.isNaN(delta)).sort(byDelta);
  if (most === undefined) return [];
  const [name, delta] = [nameOf(most.methodB ?? most.methodA), signed(most.delta, unit)];
  return [
    alike.length === 1
      ? `${name} ran alike on both sides, and is not said to differ, though its energies do by ${delta}`
      : `${formatCount(alike.length)} methods ran alike on both sides, and are not said to differ, though their energies do: ${name} by ${delta}, the others by less (--format json has all)`,
  ];
}

/**
 * The headline: "old 1.2 mJ, new 1.1 mJ a run, measured: −0.1 mJ …". If the difference is no more than chance, the
 * verdict comes first.
 */
export function headlineOf(comparison: ProfileComparison): string {
  const { names, totals, unit } = comparison;
  const [a, b] = names;
  if (unit === 'share') return `${a} and ${b}, each in shares of its own total`;
  const { energyA, energyB } = totals;
  const both = `${a} ${formatCompared(energyA, unit)}, ${b} ${formatCompared(energyB, unit)} a run, ${describeSource(totals, comparison)}`;
  if (Number.isNaN(totals.p)) return `${both}: ${describeDelta(totals, unit)}`;
  return totals.isSignificant
    ? `${both}: ${describeDelta(totals, unit)}, more than chance (p ${formatChance(totals.p)})`
    : `${both}: no difference found (the smallest that would have been found in 8 of 10 cases: ${formatCompared(totals.smallest, unit)}); ${describeByChance(totals, unit)}`;
}

/** A difference that is no more than chance, as a sentence. */
function describeByChance(totals: EnergyDelta, unit: ComparedUnit): string {
  return totals.delta === 0
    ? 'both took the same'
    : `the difference of ${describeChange(totals, unit)} is within chance`;
}

/** The source of the energies: "measured", "by the model …". */
export function describeSource(
  { isMeasured, isProxy }: Pick<ProfileComparison['totals'], 'isMeasured' | 'isProxy'>,
  { model, isByModel, unit }: Pick<ProfileComparison, 'model' | 'isByModel' | 'unit'>,
): string {
  if (isByModel && unit === 'bytes') return 'or more, allocated by counted code';
  if (isByModel && unit === 'executions') return 'as counted';
  if (isMeasured) return isProxy ? 'measured by CPU time, a proxy' : 'measured';
  return isByModel ? `by the model ${model}` : 'as recorded';
}

function sectionsOf({
  methods,
  tasks,
  totals,
  parts,
  isByModel,
  areCounted,
  scales,
  unit,
}: ProfileComparison): readonly TextSection[] {
  const changed = methods.filter((method) => hasChanged(method, isByModel));
  return [
    ...(parts.length < 2
      ? []
      : [
          section(
            unit === 'share' ? 'Parts of a run' : `Where the ${nounOf(unit)} of a run went`,
            ['part', 'A', 'B'],
            [
              ...parts.map(({ part, energyA, energyB }) => [part, energyA, energyB] as const),
              ['a run', totals.energyA, totals.energyB] as const,
            ],
            ([name, ...energies]) => [
              name,
              ...energies.map((energy) =>
                energy === undefined ? 'not told apart' : formatCompared(energy, unit),
              ),
            ],
          ),
        ]),
    section(
      isByModel
        ? 'Methods that ran differently (all calls of each)'
        : `Methods that took more or less${unit === 'share' ? '' : ` ${nounOf(unit)}`} (without what they call)`,
      ['method', 'calls', 'A', 'B', 'difference', ''],
      changed,
      (method) => rowOfMethod(method, unit),
    ),
    ...operationSections(methods, unit),
    ...blockSections(methods, unit),
    ...(tasks === undefined
      ? []
      : [
          section(
            `Tasks (paths of calls that differ by at most ${tasks.alpha} edits are one task)`,
            ['task', 'calls', 'A', 'B', 'difference', ''],
            tellOverloads(tasks.list).filter(
              (task) =>
                task.atLeast !== undefined ||
                (unmodeledSideOf(task.energyA, task.energyB) !== 'both' && !isEven(task, scales)) ||
                !task.matched ||
                (task.callsA !== undefined && task.callsB !== undefined && task.callsA !== task.callsB),
            ),
            (task) => rowOfTask(task, unit),
          ),
          section(
            'What tasks of both sides do on one side only',
            ['task', 'calls', unit === 'share' ? 'share' : nounOf(unit), 'on', 'what'],
            listParts(tasks),
            ({ task, part, side }) => [
              nameOf(task.method),
              part.calls === undefined ? NOT_TOLD : formatCount(part.calls),
              formatModeled(energyIfModeled(part.energy, part.calls, areCounted[side === 'A' ? 0 : 1]), unit),
              side,
              [...part.path, part.method].map(nameOf).join(' > '),
            ],
          ),
        ].filter(({ rows }, index) => index === 0 || rows.length > 0)),
  ];
}

/** True if a task was counted alike on both sides, and differs by no more than chance. */
function isEven(
  { energyA, energyB, delta, p }: EnergyDelta,
  [scaleA, scaleB]: ProfileComparison['scales'],
): boolean {
  return delta === 0 || (p > significance && isRounding(energyA / scaleA, energyB / scaleB));
}

/**
 * The table of operations that ran differently: in one run, in one call of the method, and for one execution, as the
 * columns say.
 */
function operationSections(methods: readonly MethodDelta[], unit: ComparedUnit): readonly TextSection[] {
  const changed = methods
    .flatMap((method) => method.operations.map((operation) => ({ method, operation })))
    .sort((one, other) => byDelta(one.operation, other.operation));
  if (changed.length === 0) return [];
  const header = ['operation', 'method', 'line', 'in a run', 'in a call', 'one takes', 'difference of a run'];
  return [
    section('Operations that ran differently', header, changed, ({ method, operation }) => [
      listedName(operation.operation),
      nameOf(method.methodB ?? method.methodA),
      describePair(operation.lineA, operation.lineB, (line) => (line === 0 ? '–' : String(line))),
      describePair(operation.countA, operation.countB, formatCount),
      describePair(operation.perCallA, operation.perCallB, formatCount),
      describePair(
        eachOf(operation.energyA, operation.eachA),
        eachOf(operation.energyB, operation.eachB),
        (each) => formatModeled(each, unit),
      ),
      describeDelta(operation, unit),
    ]),
  ];
}

/** The table of blocks that changed by more than chance; if no runs tell that, of all blocks whose counts differ. */
function blockSections(methods: readonly MethodDelta[], unit: ComparedUnit): readonly TextSection[] {
  const changed = methods
    .flatMap((method) => method.blocks.map((block) => ({ method, block })))
    .filter(({ block }) => hasBlockChanged(block))
    .sort((one, other) => byChange(one.block, other.block));
  if (changed.length === 0) return [];
  const header = [
    'block',
    'method',
    'lines',
    'in a run',
    'in a call',
    'one takes',
    'a call takes',
    'difference of a run',
    '',
  ];
  const energyOf = (energy: number): string => formatModeled(energy, unit);
  /** An energy of a block; undefined if the profile does not say what the block holds. */
  const of = (block: BlockDelta, energy: number, each: number | undefined): number | undefined =>
    isUntold(block) ? undefined : eachOf(energy, each);
  return [
    section('Blocks that ran differently', header, changed, ({ method, block }) => [
      describePair(block.roleA, block.roleB, describeRole),
      nameOf(method.methodB ?? method.methodA),
      describePair(linesOf(block.lineA, block.lastA), linesOf(block.lineB, block.lastB), (lines) => lines),
      describePair(block.executionsA, block.executionsB, formatCount),
      describePair(block.perCallA, block.perCallB, formatCount),
      describePair(of(block, block.energyA, block.eachA), of(block, block.energyB, block.eachB), energyOf),
      describePair(
        of(block, block.energyA, block.energyPerCallA),
        of(block, block.energyB, block.energyPerCallB),
        energyOf,
      ),
      isUntold(block) ? 'not known' : describeDelta(block, unit),
      placeOf(block),
    ]),
  ];
}

/** The name of a block's role: "loop body". */
function describeRole(role: string): string {
  return role.replace('-', ' ');
}

/** True if the profile does not say what a block holds: the block has no role then. */
function isUntold({ roleA, roleB }: BlockDelta): boolean {
  return roleA === undefined && roleB === undefined;
}

/** The energy of one execution: NaN if it ran but is not modeled, undefined if it did not run. */
function eachOf(energy: number, each: number | undefined): number | undefined {
  return Number.isNaN(energy) ? NaN : each;
}

/** The words for a block's place: "moved", "new" or "gone"; empty if it has the same role on both sides or none. */
function placeOf({ isMoved, roleA, roleB }: BlockDelta): string {
  if (isMoved) return 'moved';
  if (roleA === roleB) return '';
  return roleA === undefined ? 'new' : roleB === undefined ? 'gone' : '';
}

/** The lines of a block as text; undefined if the side has no such block. */
function linesOf(first: number, last: number): string | undefined {
  return first === 0 ? undefined : describeLines(first, last);
}

/** Both values as text: "3 → 2", or "3" if they are the same. */
function describePair<T>(a: T | undefined, b: T | undefined, write: (value: T) => string): string {
  const [one, other] = [a, b].map((value) => (value === undefined ? '–' : write(value)));
  return one === other ? (one ?? '') : `${one ?? ''} → ${other ?? ''}`;
}

interface ListedPart {
  readonly task: TaskDelta;
  readonly part: TaskPart;
  readonly side: 'A' | 'B';
}

/** The parts of all tasks, the hottest first. A part of a task within another task is listed with the inner task alone. */
function listParts({ list }: TaskDeltas): readonly ListedPart[] {
  const innermost = new Map<string, ListedPart>();
  for (const task of list)
    for (const side of ['A', 'B'] as const)
      for (const part of side === 'A' ? task.missing : task.extra) {
        const known = innermost.get(`${side}${part.row}`);
        if (known === undefined || known.task.rows[0] < task.rows[0])
          innermost.set(`${side}${part.row}`, { task, part, side });
      }
  return [...innermost.values()].sort((one, other) => other.part.energy - one.part.energy);
}

function rowOfMethod(delta: MethodDelta, unit: ComparedUnit): readonly string[] {
  const { methodA, methodB, callsA, callsB, countsDiffer, isSignificant } = delta;
  return [
    describePair(methodA ?? methodB, methodB ?? methodA, nameOf),
    describeCalls(callsA, callsB, methodA !== undefined, methodB !== undefined),
    ...energiesOf(delta, unit),
    methodA === undefined
      ? 'new'
      : methodB === undefined
        ? 'gone'
        : countsDiffer
          ? 'counts differ'
          : isSignificant
            ? 'significant'
            : '',
  ];
}

function rowOfTask(delta: TaskDelta, unit: ComparedUnit): readonly string[] {
  const { inB, matched, callsA, callsB, isNested, isSignificant, rows } = delta;
  const [isInA, isInB] = [rows[0] >= 0, rows[1] >= 0];
  return [
    inB === undefined ? describeTask(delta) : `${describeTask(delta)} = ${describeTask(inB)}`,
    `${describeCalls(callsA, callsB, isInA, isInB)}${describeSizes(delta)}`,
    ...energiesOf(delta, unit),
    [
      matched ? '' : isInA ? 'only A' : 'only B',
      isNested ? 'within another' : '',
      isSignificant ? 'significant' : '',
    ]
      .filter((each) => each !== '')
      .join(', '),
  ];
}

function nameOf(method: MethodDelta['methodA']): string {
  return method === undefined ? '' : creationInWords(nameOfMethod(method));
}

const NOT_TOLD = 'not told';

/** The number of calls on both sides: "3 → 2", with a dash on a side that does not do the task. */
function describeCalls(
  callsA: number | undefined,
  callsB: number | undefined,
  isInA: boolean,
  isInB: boolean,
): string {
  const text = (calls: number | undefined, isThere: boolean): string =>
    calls === undefined ? (isThere ? NOT_TOLD : '–') : formatCount(calls);
  return describePair(text(callsA, isInA), text(callsB, isInB), (calls) => calls);
}

/** The path and the method of a task; the path has the names of methods alone. */
export function describeTask({ method, path }: Pick<TaskDelta, 'method' | 'path'>): string {
  return [...path.map(({ name }) => name), creationInWords(nameOfMethod(method))].join(' > ');
}

/** The mean size of what each call got, on both sides; empty if it was not recorded. */
function describeSizes({ sizeA, sizeB, rows }: TaskDelta): string {
  return sizeA === undefined && sizeB === undefined
    ? ''
    : ` of size ${describeCalls(sizeA, sizeB, rows[0] >= 0, rows[1] >= 0)}`;
}

function energiesOf(delta: EnergyDelta & PartlyModeled, unit: ComparedUnit): readonly string[] {
  const { atLeast, energyA, energyB } = delta;
  const least = (side: 'A' | 'B', energy: number): string => {
    const text = formatModeled(energy, unit);
    return atLeast === side || atLeast === 'both' ? `at least ${text}` : text;
  };
  const isWhole = atLeast === undefined || unmodeledSideOf(energyA, energyB) !== undefined;
  const difference = isWhole
    ? describeDelta(delta, unit)
    : `not comparable: partly not modeled in ${atLeast === 'both' ? 'A and B' : atLeast}`;
  return [least('A', energyA), least('B', energyB), difference];
}

function formatModeled(energy: number, unit: ComparedUnit): string {
  return Number.isNaN(energy) ? NOT_MODELED : formatCompared(energy, unit);
}

const NOT_MODELED = 'not modeled';

/** The difference as text. If it is no more than chance, the text says so before any figure. */
function describeDelta(compared: EnergyDelta, unit: ComparedUnit): string {
  const { energyA, energyB, delta, p, isSignificant, smallest } = compared;
  const unmodeled = unmodeledSideOf(energyA, energyB);
  if (unmodeled !== undefined)
    return unmodeled === 'both' ? NOT_MODELED : `not comparable: not modeled in ${unmodeled}`;
  const change = describeChange(compared, unit);
  if (delta === 0 || Number.isNaN(p) || isSignificant) return change;
  // Of many differences some stand by chance that each would be none of by itself.
  if (p <= significance) return `could be chance among so many: ${change}`;
  const found = Number.isNaN(smallest) ? '' : ` (${formatCompared(smallest, unit)} would have been found)`;
  return `could be chance${found}: ${change}`;
}

function describeChange({ delta, energyA, low, high }: EnergyDelta, unit: ComparedUnit): string {
  // A share of a share would be read as a share.
  const share =
    energyA > 0 && delta !== 0 && unit !== 'share' ? ` (${formatChangedShare(delta / energyA)})` : '';
  const interval = Number.isNaN(low) ? '' : ` [${signed(low, unit)} to ${signed(high, unit)}]`;
  return delta === 0 ? '±0' : `${signed(delta, unit)}${share}${interval}`;
}

function signed(amount: number, unit: ComparedUnit): string {
  const sign = amount === 0 ? '' : amount < 0 ? '−' : '+';
  return `${sign}${formatCompared(Math.abs(amount), unit)}`;
}

function formatChance(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`;
}
