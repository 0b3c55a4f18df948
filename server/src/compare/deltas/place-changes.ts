/**
 * Lays the differences of lines on a text as it is now.
 *
 * A line of the later profile is placed where its text stands, by the profile's checksums of its sources. A line that
 * only the earlier profile ran is placed where its text still stands. If the text is gone, the line is placed between
 * two lines, below the last line before it that is still there.
 */
import { addTo } from '../../base/groups';
import type { LineMatch } from '../../recordings/place/match-lines';
import { type Change, differenceOf } from '../../pages/changes';
import type { Joules, JoulesSquared, LineIndex } from '../../base/units';
import { type LineDelta, meanScale, type MethodDelta } from './compare-methods';
import { type EnergyDelta, leastOf, type PartlyModeled, unlessAtLeast } from './energy-delta';

/** The comparison of a method, as it is shown beside one of its lines. */
export type ComparedMethod = Omit<MethodDelta, 'lines'>;

/** A line of a method, and how sure its difference is. */
export interface JudgedLine extends LineDelta {
  readonly method: ComparedMethod;
  /** True if the line executed other operations than before, by exact counts. */
  readonly countsDiffer: boolean;
  readonly isSignificant: boolean;
}

export interface ComparedLine extends EnergyDelta, PartlyModeled {
  /** The line in the text; for a line that is gone, the line that it stood below, or -1 at the beginning of the text. */
  readonly line: LineIndex;
  readonly change: Change;
  /**
   * The amount that colors the line, in joules, from the earlier profile to the later one. It is the difference if
   * that is more than chance. Otherwise it is the worth of the counts that differ; 0 if nothing changed, if the
   * energies that stand beside it differ the other way, or if one of them is the least that it may be.
   */
  readonly amount: Joules;
  readonly executionsA: number;
  readonly executionsB: number;
  readonly countsDiffer: boolean;
  /** The line in the text that the earlier profile ran, from 1; 0 if it has none. */
  readonly lineA: number;
  /** The line in the text that the later profile ran, from 1; 0 if it has none. */
  readonly lineB: number;
  /** The methods that the line is a part of: several if javac made copies, or methods of lambdas. */
  readonly methods: readonly ComparedMethod[];
}

/** Lines that ran before and that the text no longer has. */
export interface GoneLines {
  /** The line that they stood below; -1 at the beginning of the text. */
  readonly after: LineIndex;
  /** The lines, in their order. */
  readonly lines: readonly ComparedLine[];
}

export interface ComparedFile {
  /** The lines that are in the text, in their order. */
  readonly lines: readonly ComparedLine[];
  /** The lines that are gone, in their order, one entry for each place. */
  readonly gone: readonly GoneLines[];
  /** The lines that the later profile ran and that were edited since. */
  readonly unplaced: { readonly lines: number; readonly energyA: Joules; readonly energyB: Joules };
}

/** The checksums of texts: as they ran, if that is known, and as the text is now. */
interface LineTexts {
  readonly earlier: RanText | undefined;
  readonly later: RanText | undefined;
  readonly now: Uint32Array;
}

export interface RanText {
  readonly hashes: Uint32Array;
  readonly match: LineMatch;
}

export interface Judge {
  readonly compare: (
    energyA: Joules,
    energyB: Joules,
    sampled?: JoulesSquared,
  ) => Omit<EnergyDelta, 'isSignificant'>;
  /** The factor from the model's joules to those shown, for each side. */
  readonly scales: readonly [number, number];
}

/**
 * Places the lines of a source on texts that it becomes. A line that stands as it did in the last text is the same
 * object.
 */
export function createChangePlacer(
  lines: readonly JudgedLine[],
  judge: Judge,
): (texts: LineTexts) => ComparedFile {
  const known = new Map<
    JudgedLine | undefined,
    { readonly parts: readonly JudgedLine[]; sum: ComparedLine }
  >();
  const sumOnce: SumUp = (line, parts) => {
    const [first] = parts;
    const before = known.get(first);
    if (
      before === undefined ||
      before.parts.length !== parts.length ||
      before.parts.some((part, index) => part !== parts[index])
    ) {
      const sum = sumUp(line, parts, judge);
      known.set(first, { parts, sum });
      return sum;
    }
    if (before.sum.line !== line) before.sum = { ...before.sum, line };
    return before.sum;
  };
  return (texts) => placeChanges(lines, texts, sumOnce);
}

type SumUp = (line: LineIndex, parts: readonly JudgedLine[]) => ComparedLine;

function placeChanges(lines: readonly JudgedLine[], texts: LineTexts, sumOnce: SumUp): ComparedFile {
  const here = new Map<number, JudgedLine[]>();
  const removed: JudgedLine[] = [];
  const unplaced = { lines: 0, energyA: 0, energyB: 0 };
  /** The present place of each line of the earlier text, or of the line that it became. */
  const places = new Map<number, number>();
  for (const line of lines) {
    const { lineA, lineB, energyA, energyB } = line;
    const at = lineB === 0 ? placeIn(texts.earlier, lineA) : placeIn(texts.later, lineB);
    if (at !== undefined) {
      if (lineA > 0) places.set(lineA, at);
      addTo(here, at, line);
    } else if (lineB === 0 && lineA > 0) removed.push(line);
    else {
      unplaced.lines++;
      unplaced.energyA += energyA;
      unplaced.energyB += energyB;
    }
  }
  return {
    lines: [...here].sort(([one], [other]) => one - other).map(([at, parts]) => sumOnce(at - 1, parts)),
    gone: removed.length === 0 ? [] : placeGone(removed, places, texts, sumOnce),
    unplaced,
  };
}

/** The line's place in the text as it is now, from 1; undefined if it has none. */
function placeIn(ran: RanText | undefined, line: number): number | undefined {
  if (line === 0) return undefined;
  const shift = ran?.match.shiftOf(line, line);
  return shift === undefined ? undefined : line + shift;
}

function placeGone(
  removed: readonly JudgedLine[],
  places: ReadonlyMap<number, number>,
  texts: LineTexts,
  sumOnce: SumUp,
): readonly GoneLines[] {
  const byLine = new Map<number, JudgedLine[]>();
  for (const line of removed) addTo(byLine, line.lineA, line);
  const known = [...places].sort(([one], [other]) => one - other);
  const byPlace = new Map<LineIndex, ComparedLine[]>();
  /** The number of known places above the line at hand. */
  let passed = 0;
  for (const [lineA, parts] of [...byLine].sort(([one], [other]) => one - other)) {
    while ((known[passed]?.[0] ?? Infinity) < lineA) passed++;
    const after = lastKept(known[passed - 1] ?? [0, 0], lineA, texts) - 1;
    addTo(byPlace, after, sumOnce(after, parts));
  }
  return [...byPlace]
    .sort(([one], [other]) => one - other)
    .map(([after, gone]): GoneLines => ({ after, lines: gone }));
}

/**
 * The last line that is still there, from 1; 0 at the beginning of the text. The search starts at a line that ran and
 * passes over lines that run nothing, such as braces.
 */
function lastKept(
  [lineA, place]: readonly [number, number],
  before: number,
  { earlier, now }: LineTexts,
): number {
  let kept = 0;
  while (
    lineA + kept + 1 < before &&
    place + kept < now.length &&
    earlier?.hashes[lineA + kept] === now[place + kept]
  )
    kept++;
  return place + kept;
}

/** Sums up the parts of a line, which may belong to several methods. */
export function sumUp(
  line: LineIndex,
  parts: readonly JudgedLine[],
  { compare, scales }: Judge,
): ComparedLine {
  const sum = (of: (part: JudgedLine) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  const [energyA, energyB] = [sum((part) => part.energyA), sum((part) => part.energyB)];
  const sampled = sum((part) => part.sampled ?? 0);
  const atLeast = leastOf(parts);
  const whole = {
    ...unlessAtLeast(compare(energyA, energyB, sampled), atLeast),
    executionsA: sum((part) => part.executionsA),
    executionsB: sum((part) => part.executionsB),
    countsDiffer: parts.some(({ countsDiffer }) => countsDiffer),
    isSignificant: atLeast === undefined && parts.some(({ isSignificant }) => isSignificant),
  };
  const work = differenceOf(
    sum((part) => part.workA),
    sum((part) => part.workB),
  );
  const amount = amountOf(whole, work * meanScale(scales));
  return {
    ...whole,
    line,
    change: changeOf(whole, amount),
    amount,
    lineA: parts.find((part) => part.lineA > 0)?.lineA ?? 0,
    lineB: parts.find((part) => part.lineB > 0)?.lineB ?? 0,
    methods: parts.map(({ method }) => method),
  };
}

type Judged = Omit<ComparedLine, 'line' | 'change' | 'amount' | 'lineA' | 'lineB' | 'methods'>;

/** The amount of a line or a method, whose counts differ by `work`: ComparedLine says how it is chosen. */
export function amountOf(
  {
    delta,
    isSignificant,
    countsDiffer,
    atLeast,
  }: Pick<Judged, 'delta' | 'isSignificant' | 'countsDiffer' | 'atLeast'>,
  work: Joules,
): Joules {
  if (isSignificant) return delta;
  if (!countsDiffer || atLeast !== undefined) return 0;
  // Less work that took more, or the other way round: nothing is known to use less or more.
  return work * delta < 0 ? 0 : work;
}

function changeOf({ executionsA, executionsB, countsDiffer, isSignificant }: Judged, amount: Joules): Change {
  if (!countsDiffer && !isSignificant) return 'same';
  if (executionsA === 0 && executionsB > 0) return 'new';
  if (executionsB === 0 && executionsA > 0) return 'gone';
  // Where nothing of it is modeled, nothing is known to cost less or more.
  if (amount === 0) return 'same';
  return amount < 0 ? 'lessEnergy' : 'moreEnergy';
}
