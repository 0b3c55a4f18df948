/**
 * Compares two profiles on each line of their sources and finds the differences that are more than chance.
 * `line-comparison.ts` lays these lines on texts.
 *
 * If both sides ran a line alike, a difference that is no more than chance among all lines is no change.
 */
import { withDefined } from '../../base/check';
import { addTo } from '../../base/groups';
import { rememberShares } from './energy-delta';
import type { ComparedProfile, ComparedUnit } from '../sides/compared-side';
import type { CostModel } from '../../cost/model/cost-model';
import { findSignificant } from '../significance/significance';
import type { LibraryPlace } from '../../profile/account/called-lines';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { isRounding } from '../../base/statistics';
import type { Joules } from '../../base/units';
import type { LineDelta, MethodDelta } from './compare-methods';
import { compareProfiles, type ProfileComparison } from './compare-profiles';
import { rankAmong } from '../../lines/heat';
import { type Judge, type JudgedLine, sumUp } from './place-changes';
import { placeOfClass } from '../../lines/source-lines';

/** The result holds only data, because it crosses threads. */
export interface LineDifferences extends Pick<ProfileComparison, 'names' | 'totals' | 'spread' | 'scales'> {
  /** The unit of every energy here: joules, unless the sides were compared by something else. */
  readonly unit: ComparedUnit;
  /** The sizes of the lines' changes, ascending and distinct. Colors are ranked among them. */
  readonly amounts: readonly Joules[];
  /** The differences of each source, by its path with its package: `com/example/Grid.java`. */
  readonly sources: ReadonlyMap<string, SourceDifferences>;
}

/** The lines of one source. Checksums are those of `source-lines.ts`; they are absent if a profile kept none of the text. */
export interface SourceDifferences {
  readonly lines: readonly JudgedLine[];
  readonly earlier: string | undefined;
  readonly later: string | undefined;
}

/** `place` says whether lines have what they call of code that is not counted. */
export function compareLines(
  a: ComparedProfile,
  b: ComparedProfile,
  model: CostModel,
  place?: LibraryPlace,
): LineDifferences {
  // Tasks are compared elsewhere, and would only take time here.
  const ofLines = (side: ComparedProfile): ComparedProfile => ({ ...side, profile: linesOf(side.profile) });
  const options = { alpha: 0, isApplication: () => true, ...withDefined({ place }) };
  const comparison = compareProfiles(ofLines(a), ofLines(b), model, options);
  const { names, unit, totals, spread, scales } = comparison;
  const judge: Judge = { compare: rememberShares(spread), scales };
  const bySource = groupBySource(comparison, [a.profile, b.profile], judge);
  const all = [...bySource.values()].flatMap((lines) => amountsOf(lines, judge));
  const [earlier, later] = [hashesBySource(a.profile), hashesBySource(b.profile)];
  return {
    ...{ names, unit, totals, spread, scales },
    amounts: rankAmong(all, all.length).distinct,
    sources: new Map(
      [...bySource].map(([place, lines]) => [
        place,
        { lines, earlier: earlier.get(place), later: later.get(place) },
      ]),
    ),
  };
}

function hashesBySource({ sources = [] }: ProfileDocument): ReadonlyMap<string, string> {
  return new Map(sources.map(({ path, lines }) => [path, lines]));
}

/**
 * The profile without what lines have no use for: its tree of contexts, and the times of its trace. The energy of
 * library calls stays in the trace, because the costs of lines need it.
 */
export function linesOf(profile: ProfileDocument): ProfileDocument {
  const { tree, trace, ...rest } = profile;
  if (tree === undefined && trace === undefined) return profile;
  const timeless = trace && { ...trace, machines: trace.machines.map((each) => ({ ...each, data: '' })) };
  return { ...rest, ...withDefined({ trace: timeless }) };
}

function groupBySource(
  { methods }: ProfileComparison,
  profiles: readonly [ProfileDocument, ProfileDocument],
  judge: Judge,
): ReadonlyMap<string, readonly JudgedLine[]> {
  const [inA, inB] = profiles.map(
    ({ classes }) => new Map(classes.map((each) => [each.name.replaceAll('/', '.'), placeOfClass(each)])),
  );
  const bySource = new Map<string, JudgedLine[]>();
  for (const line of judgeLines(methods, judge)) {
    const { methodA, methodB } = line.method;
    const place = inB?.get(methodB?.class ?? '') ?? inA?.get(methodA?.class ?? '');
    if (place !== undefined) addTo(bySource, place, line);
  }
  return bySource;
}

/** Judges all lines together: the correction for chance covers every line. */
export function judgeLines(methods: readonly MethodDelta[], { compare }: Judge): readonly JudgedLine[] {
  const lines = methods.flatMap(({ lines, ...method }) => lines.map((line) => ({ ...line, method })));
  const stands = findSignificant(
    lines.map(({ energyA, energyB, sampled, atLeast }) =>
      atLeast === undefined ? compare(energyA, energyB, sampled).p : NaN,
    ),
  );
  return lines.map((line, index) => ({
    ...line,
    countsDiffer: countsDiffer(line),
    isSignificant: stands[index] === true,
  }));
}

/**
 * True if a line ran another number of times, or other operations that are not modeled, or its counts are worth more
 * or less to the model. Both sides have the same unit costs.
 */
function countsDiffer({ executionsA, executionsB, workA, workB, atLeast }: LineDelta): boolean {
  return executionsA !== executionsB || atLeast !== undefined || !isRounding(workA, workB);
}

/** The size of each line's change, taken by itself, wherever the line stands in a text. */
function amountsOf(lines: readonly JudgedLine[], judge: Judge): readonly Joules[] {
  return lines
    .map((line) => sumUp(0, [line], judge))
    .flatMap(({ change, amount }) => (change === 'same' ? [] : [Math.abs(amount)]));
}
