/**
 * What two profiles did on each line of their sources, and which differences stand: `line-comparison.ts` lays them on texts.
 *
 * Sits in `compare/`, over `compare-profiles.ts`. A difference that is no more than chance, with all lines looked at, is no
 * change where both ran the line alike.
 */
import type { ComparedProfile } from '../sides/compared-side';
import type { CostModel } from '../../cost/model/cost-model';
import { findSignificant } from '../significance/significance';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { isRounding } from '../../pages/changes';
import type { Joules } from '../../base/units';
import type { LineDelta, MethodDelta } from './compare-methods';
import { compareProfiles, type ProfileComparison } from './compare-profiles';
import type { ComparedUnit } from '../sides/compared-sides';
import { distinctEnergies } from '../../lines/heat';
import { type Judge, type JudgedLine, sumUp } from './place-changes';
import { rememberShares } from '../sides/remember-shares';
import { placeOfClass } from '../../lines/source-lines';

/** Only data: it crosses threads. */
export interface LineDifferences extends Pick<ProfileComparison, 'names' | 'totals' | 'spread' | 'scales'> {
  /** What every energy here is in: joules, unless sides were compared by something else. */
  readonly unit: ComparedUnit;
  /** How much lines changed by, ascending and distinct: what colors are ranked in. */
  readonly amounts: readonly Joules[];
  /** By sources with their packages, `com/example/Grid.java`. */
  readonly sources: ReadonlyMap<string, SourceDifferences>;
}

/** Checksums are those of `source-lines.ts`, absent where a profile did not keep any of its text. */
export interface SourceDifferences {
  readonly lines: readonly JudgedLine[];
  readonly earlier: string | undefined;
  readonly later: string | undefined;
}

export function compareLines(a: ComparedProfile, b: ComparedProfile, model: CostModel): LineDifferences {
  const comparison = compareProfiles(ofLines(a), ofLines(b), model, {
    alpha: 0,
    isApplication: () => true,
  });
  const { names, unit, totals, spread, scales } = comparison;
  const judge: Judge = { compare: rememberShares(spread), scales };
  const bySource = groupBySource(comparison, [a.profile, b.profile], judge);
  const all = [...bySource.values()].flatMap((lines) => amountsOf(lines, judge));
  const [earlier, later] = [hashesBySource(a.profile), hashesBySource(b.profile)];
  return {
    ...{ names, unit, totals, spread, scales },
    amounts: distinctEnergies(all),
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

/** Tasks are compared elsewhere: here they would be time for nothing. */
function ofLines({ name, profile }: ComparedProfile): ComparedProfile {
  return { name, profile: linesOf(profile) };
}

/** The profile without what lines have no use for: its tree of contexts, and the times of its trace. */
export function linesOf(profile: ProfileDocument): ProfileDocument {
  return withoutTimes(withoutTree(profile));
}

/** What calls of libraries took by a trace stays: lines are priced by it. */
function withoutTimes(profile: ProfileDocument): ProfileDocument {
  const { trace } = profile;
  if (trace === undefined) return profile;
  return { ...profile, trace: { ...trace, machines: trace.machines.map((each) => ({ ...each, data: '' })) } };
}

function withoutTree(profile: ProfileDocument): ProfileDocument {
  const { tree, ...rest } = profile;
  return tree === undefined ? profile : rest;
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
    if (place === undefined) continue;
    const known = bySource.get(place);
    if (known === undefined) bySource.set(place, [line]);
    else known.push(line);
  }
  return bySource;
}

/** All lines are looked at, so all are corrected for. */
function judgeLines(methods: readonly MethodDelta[], { compare, scales }: Judge): readonly JudgedLine[] {
  const lines = methods.flatMap(({ lines, ...method }) => lines.map((line) => ({ ...line, method })));
  const stands = findSignificant(lines.map(({ energyA, energyB }) => compare(energyA, energyB).p));
  return lines.map((line, index) => ({
    ...line,
    countsDiffer: countsDiffer(line, scales),
    isSignificant: stands[index] === true,
  }));
}

/** By what its counts are worth to the model: both sides have the same unit costs. */
function countsDiffer(
  { executionsA, executionsB, energyA, energyB }: LineDelta,
  [scaleA, scaleB]: Judge['scales'],
): boolean {
  const [workA, workB] = [energyA / scaleA, energyB / scaleB];
  return executionsA !== executionsB || !isRounding(workA, workB);
}

/** Of each line by itself, wherever it stands. */
function amountsOf(lines: readonly JudgedLine[], judge: Judge): readonly Joules[] {
  return lines
    .map((line) => sumUp(0, [line], judge))
    .flatMap(({ change, amount }) => (change === 'same' ? [] : [Math.abs(amount)]));
}
