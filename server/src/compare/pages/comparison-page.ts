/**
 * The page of a comparison: both sides in words, tasks and their trees, methods and lines, in columns; and the page
 * that stands alone.
 *
 * Sits in `compare/`, over `compare-profiles.ts` and `comparison-tasks.ts`, so that command line and editor write the
 * same page.
 */
import { energyIfModeled } from '../../pages/changes';
import { isRounding } from '../../base/statistics';
import { keyOfMethod } from '../../base/method-name';
import { at } from '../../base/check';
import { createNumbering } from '../../base/numbering';
import { type AloneAssets, formatPageHead } from '../../words/page-head';
import type { ComparedSide } from '../sides/compared-side';
import type { PackageMarks } from '../trees/frameworks';
import { fillColumns } from '../../pages/column-file';
import {
  BLOCKS,
  CHANGED,
  type ComparisonHead,
  type ComparisonPage,
  encodeComparison,
  type EnergyOfPackage,
  Flag,
  LINES,
  METHODS,
  type PackageOfBoth,
} from '../../pages/comparison-file';
import type { ComparedUnit } from '../sides/compared-side';
import { comparisonWords, type ComparisonWords } from '../../pages/comparison-words';
import { hasBlockChanged } from '../deltas/compare-blocks';
import { judgeLines } from '../deltas/compare-lines';
import { hasChanged, type LineDelta, type MethodDelta } from '../deltas/compare-methods';
import { rememberShares } from '../deltas/energy-delta';
import { type Judge, sumUp } from '../deltas/place-changes';
import { describeTasks, leastFlags, numberOf, type PageMethods } from './comparison-tasks';
import { headlineOf } from './comparison-text';
import type { ProfileComparison, TaskDeltas } from '../deltas/compare-profiles';
import { machineOfRun } from '../../recordings/document/saved-profile';

/** The most methods on the page, the most changed first: as many as are drawn while one waits. */
const MOST_METHODS = 2000;

/** The facts that a page shows beside the comparison itself. */
export interface PageDetails extends Pick<ComparisonHead, 'details' | 'wantedAlpha' | 'words' | 'version'> {
  readonly marks: PackageMarks;
  readonly isApplication: (className: string) => boolean;
}

/** The words, where something else than energy is compared. */
function wordsFor(words: ComparisonWords, unit: ComparedUnit): ComparisonWords {
  if (unit === 'joules' || unit === 'share') return words;
  return { ...words, moreEnergy: words.moreOfAmount, lessEnergy: words.lessOfAmount };
}

/** Describes a comparison for its page. Throws what `check` throws. */
export function describeComparison(
  comparison: ProfileComparison,
  { marks, isApplication, ...details }: PageDetails,
  check: () => void = () => undefined,
): ComparisonPage {
  const { names, unit, totals, notes, tasks } = comparison;
  const { energyA, energyB, delta, low, high, p, smallest } = totals;
  const methods = createNumbering(keyOfMethod);
  const tree = describeTasks(comparison, methods, check);
  const changed = describeMethods(comparison, methods);
  return {
    head: {
      ...details,
      words: wordsFor(details.words, unit),
      headline: headlineOf(comparison),
      names,
      unit,
      isSignificant: totals.isSignificant,
      isMeasured: totals.isMeasured,
      areCounted: comparison.areCounted,
      ...(tasks === undefined ? {} : { alpha: tasks.alpha, split: tasks.split, overlap: tasks.overlap }),
      packages: tasks === undefined ? [] : sumPackages(tasks, marks, isApplication, comparison.areCounted),
      notes,
      leftOut: { ...tree.leftOut, methods: changed.leftOut },
    },
    totals: Float64Array.of(energyA, energyB, delta, low, high, p, smallest),
    ...tree.columns,
    ...changed.columns,
    ...fillColumns(METHODS, methods.list, {
      classes: (method) => method.class,
      names: ({ name }) => name,
      descriptors: ({ descriptor }) => descriptor,
    }),
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
  const packages = new Map<string, { readonly oneClass: string; readonly sums: PackageSums }>();
  for (const [side, { names, frames, exclusive, calls }] of matching.contexts.entries())
    for (const [row, method] of frames.entries()) {
      const owner = names[method]?.class ?? '';
      if (owner === '') continue;
      // A class of no package is one by itself.
      const name = owner.includes('.') ? owner.slice(0, owner.lastIndexOf('.')) : owner;
      const known = packages.get(name) ?? { oneClass: owner, sums: [undefined, undefined] };
      const sum = (known.sums[side === 0 ? 0 : 1] ??= { energy: 0, ran: false });
      sum.energy += at(exclusive, row);
      sum.ran ||= calls[row] !== 0;
      packages.set(name, known);
    }
  const marked = new Set([...marks.application, ...marks.framework]);
  const energyOf = (sum: PackageSum | undefined, isCounted: boolean): EnergyOfPackage => {
    if (sum === undefined) return 'none';
    const modeled = energyIfModeled(sum.energy, sum.ran ? undefined : 0, isCounted);
    return Number.isNaN(modeled) ? 'unmodeled' : modeled;
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
  ran: boolean;
}

/** The sums of both sides; undefined on a side that has none of the package's methods. */
type PackageSums = [PackageSum | undefined, PackageSum | undefined];

function sumOf(sums: PackageSums): number {
  return sums.reduce((energy, sum) => energy + (sum?.energy ?? 0), 0);
}

/** The methods that ran otherwise, or whose energy changed by more than chance, with the lines and blocks that changed. */
function describeMethods(
  { methods: all, isByModel, spread, scales }: ProfileComparison,
  methods: PageMethods,
) {
  const changed = all.filter((method) => hasChanged(method, isByModel));
  const shown = changed.slice(0, MOST_METHODS);
  const marked = findMarked(all, { compare: rememberShares(spread), scales });
  const lines = shown.map(({ lines: ofMethod, isSignificant }) =>
    ofMethod.filter(
      (line) =>
        line.executionsA !== line.executionsB ||
        line.atLeast !== undefined ||
        (isSignificant && !isRounding(line.energyA, line.energyB)) ||
        marked.has(line),
    ),
  );
  // A block is shown if its energy is known on at least one side.
  const blocks = shown.map((method) =>
    method.blocks.filter(
      (block) => hasBlockChanged(block) && !(Number.isNaN(block.energyA) && Number.isNaN(block.energyB)),
    ),
  );
  return {
    columns: {
      ...fillColumns(CHANGED, shown, {
        methodA: ({ methodA }) => numberOf(methods, methodA),
        methodB: ({ methodB }) => numberOf(methods, methodB),
        methodEnergyA: ({ energyA }) => energyA,
        methodEnergyB: ({ energyB }) => energyB,
        methodLow: ({ low }) => low,
        methodHigh: ({ high }) => high,
        methodCallsA: ({ callsA = NaN }) => callsA,
        methodCallsB: ({ callsB = NaN }) => callsB,
        methodFlags: ({ isSignificant, countsDiffer, atLeast }) =>
          (isSignificant ? Flag.significant : 0) |
          (countsDiffer ? Flag.countsDiffer : 0) |
          leastFlags(atLeast),
      }),
      ...fillColumns(LINES, lines.flat(), {
        lineA: ({ lineA }) => lineA,
        lineB: ({ lineB }) => lineB,
        lineExecutionsA: ({ executionsA }) => executionsA,
        lineExecutionsB: ({ executionsB }) => executionsB,
        lineEnergyA: ({ energyA }) => energyA,
        lineEnergyB: ({ energyB }) => energyB,
        lineFlags: ({ atLeast }) => leastFlags(atLeast),
      }),
      ...fillColumns(BLOCKS, blocks.flat(), {
        blockRole: ({ roleA = '', roleB = roleA }) => roleB,
        blockLineA: ({ lineA }) => lineA,
        blockLastA: ({ lastA }) => lastA,
        blockLineB: ({ lineB }) => lineB,
        blockLastB: ({ lastB }) => lastB,
        blockExecutionsA: ({ executionsA }) => executionsA,
        blockExecutionsB: ({ executionsB }) => executionsB,
        blockEnergyA: ({ energyA }) => energyA,
        blockEnergyB: ({ energyB }) => energyB,
        blockLow: ({ low }) => low,
        blockHigh: ({ high }) => high,
        blockFlags: ({ isSignificant, isMoved, roleA, roleB }) =>
          (isSignificant ? Flag.significant : 0) |
          (isMoved ? Flag.moved : 0) |
          (roleB === undefined ? Flag.onlyA : roleA === undefined ? Flag.onlyB : 0),
      }),
      methodLines: startsOf(lines),
      methodBlocks: startsOf(blocks),
    },
    leftOut: changed.length - shown.length,
  };
}

/** The lines that the editor marks. */
function findMarked(methods: readonly MethodDelta[], judge: Judge): ReadonlySet<LineDelta> {
  const judged = judgeLines(methods, judge);
  const lines = methods.flatMap((method) => method.lines);
  return new Set(lines.filter((_, index) => sumUp(0, [at(judged, index)], judge).change !== 'same'));
}

/** The index at which each list starts if the lists follow each other, and the index after the last list. */
function startsOf(lists: readonly { readonly length: number }[]): Uint32Array {
  const starts = new Uint32Array(lists.length + 1);
  for (const [index, { length }] of lists.entries()) starts[index + 1] = at(starts, index) + length;
  return starts;
}

/**
 * Writes a comparison as one page that needs nothing else: the page that the editor shows, with its data in it. The
 * page loads nothing. Its content security policy admits its own style and script by hash, and nothing else. Names of
 * programs stand in its data alone, in base 64, and get onto the page as text.
 */
export function* formatComparisonHtml(
  page: ComparisonPage,
  { style, script, hashOf }: AloneAssets,
): Generator<string> {
  yield formatPageHead({ title: 'Two programs compared', style, script }, { hashOf });
  yield `<noscript>This page draws itself with a script, which this browser does not run.</noscript>
<script type="application/octet-stream" id="data">`;
  yield* inBase64(encodeComparison(page));
  yield `</script>
<script>${script}</script>
</body>
</html>
`;
}

/** Encodes pieces of any length as one text: each piece but the last ends with a whole group of three bytes. */
function* inBase64(pieces: readonly Uint8Array[]): Generator<string> {
  let left = Buffer.alloc(0);
  for (const piece of pieces) {
    const bytes = Buffer.concat([left, piece]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    left = bytes.subarray(whole);
  }
  yield left.toString('base64');
}
