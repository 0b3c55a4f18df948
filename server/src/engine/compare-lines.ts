/**
 * Two profiles compared on the lines of a text as it is now: cheaper, dearer, new, or gone.
 *
 * Sits in `engine/`, over `compare-profiles.ts`, for whoever shows lines: the SeeSoft panel and the editor. Lines of the
 * later profile are found in the text by the checksums that it has of its sources; a line that only the earlier one ran
 * has a place where it still stands, by its own checksums, and else is counted among what has none. A difference that is
 * no more than chance is no change.
 */
import type { CostModel } from '../cost/cost-model';
import { matchLines, type LineMatch } from '../placing/match-lines';
import type { ProfileDocument } from '../profile/profile-document';
import { countSteps, stepOfChange, type Change } from '../seesoft/changes';
import type { Joules, LineIndex } from '../units';
import type { LineDelta, MethodDelta } from './compare-methods';
import { compareProfiles, type ProfileComparison } from './compare-profiles';
import type { ComparedProfile } from './compared-sides';
import { placeOf } from './counted-file';
import type { FileOperations } from './file-operations';
import { computeHeat, distinctEnergies } from './heat';
import { hashLines, placeOfClass, readHashes } from './source-lines';
import type { ScaleSetting } from '../protocol/settings';

export interface ComparedLine {
  readonly line: LineIndex;
  readonly change: Change;
  readonly energyA: Joules;
  readonly energyB: Joules;
}

export interface ComparedFile {
  /** In their order. */
  readonly lines: readonly ComparedLine[];
  /** Lines that ran, and have no place in the text: they were changed or removed. */
  readonly unplaced: { readonly lines: number; readonly energyA: Joules; readonly energyB: Joules };
}

export interface LineComparison {
  readonly names: readonly [string, string];
  readonly totals: ProfileComparison['totals'];
  /** How much lines changed by, ascending and distinct: what colours are ranked in. */
  readonly amounts: readonly Joules[];
  /** Undefined where neither ran anything of the file, or did not keep its text. */
  readonly inText: (file: FileOperations, text: string) => ComparedFile | undefined;
}

type Delta = LineDelta & { readonly differs: boolean };

export function compareLines(a: ComparedProfile, b: ComparedProfile, model: CostModel): LineComparison {
  const comparison = compareProfiles(withoutTree(a), withoutTree(b), model, {
    alpha: 0,
    isApplication: () => true,
  });
  const bySource = groupBySource(comparison, [a.profile, b.profile]);
  const all = [...bySource.values()].flat().filter(({ differs }) => differs);
  return {
    names: comparison.names,
    totals: comparison.totals,
    amounts: distinctEnergies(all.map(({ energyA, energyB }) => Math.abs(energyB - energyA))),
    inText(file, text) {
      const place = placeOf(file);
      const deltas = bySource.get(place);
      if (deltas === undefined) return undefined;
      const now = readHashes(hashLines(text));
      const later = matchTo(b.profile, place, now);
      const earlier = matchTo(a.profile, place, now);
      return later === undefined && earlier === undefined ? undefined : placeLines(deltas, earlier, later);
    },
  };
}

/** Tasks are compared elsewhere: here they would be time for nothing. */
function withoutTree({ name, profile }: ComparedProfile): ComparedProfile {
  const { tree, ...rest } = profile;
  return { name, profile: tree === undefined ? profile : rest };
}

function groupBySource(
  { methods, scales }: ProfileComparison,
  profiles: readonly [ProfileDocument, ProfileDocument],
): ReadonlyMap<string, readonly Delta[]> {
  const [inA, inB] = profiles.map(
    ({ classes }) => new Map(classes.map((each) => [each.name.replaceAll('/', '.'), placeOfClass(each)])),
  );
  const bySource = new Map<string, Delta[]>();
  for (const method of methods) {
    const { methodA, methodB } = method;
    const place = inB?.get(methodB?.class ?? '') ?? inA?.get(methodA?.class ?? '');
    if (place === undefined) continue;
    const deltas = method.lines.map((line) => ({ ...line, differs: differs(line, method, scales) }));
    bySource.set(place, [...(bySource.get(place) ?? []), ...deltas]);
  }
  return bySource;
}

/** Relative: what adding up in another order makes of equal sums. */
const rounding = 1e-9;

/** What was counted otherwise did change; what was counted alike only where its method's runs say so. */
function differs(
  { executionsA, executionsB, energyA, energyB }: LineDelta,
  { isSignificant }: MethodDelta,
  [scaleA, scaleB]: ProfileComparison['scales'],
): boolean {
  const [workA, workB] = [energyA / scaleA, energyB / scaleB];
  return (
    isSignificant ||
    executionsA !== executionsB ||
    Math.abs(workA - workB) > rounding * Math.max(workA, workB)
  );
}

function matchTo(profile: ProfileDocument, place: string, now: Uint32Array): LineMatch | undefined {
  const ran = profile.sources?.find(({ path }) => path === place);
  return ran === undefined ? undefined : matchLines(readHashes(ran.lines), now);
}

/** From 1; undefined where it has no place. */
function placeIn(match: LineMatch | undefined, line: number): number | undefined {
  if (line === 0) return undefined;
  const shift = match?.shiftOf(line, line);
  return shift === undefined ? undefined : line + shift;
}

interface Sum {
  energyA: Joules;
  energyB: Joules;
  executionsA: number;
  executionsB: number;
  differs: boolean;
}

function placeLines(
  deltas: readonly Delta[],
  earlier: LineMatch | undefined,
  later: LineMatch | undefined,
): ComparedFile {
  const sums = new Map<number, Sum>();
  const unplaced = { lines: 0, energyA: 0, energyB: 0 };
  for (const delta of deltas) {
    const at = delta.lineB === 0 ? placeIn(earlier, delta.lineA) : placeIn(later, delta.lineB);
    if (at === undefined) {
      unplaced.lines++;
      unplaced.energyA += delta.energyA;
      unplaced.energyB += delta.energyB;
      continue;
    }
    // A line may be a part of several methods: those of lambdas, and copies of constructors.
    const sum = sums.get(at) ?? { energyA: 0, energyB: 0, executionsA: 0, executionsB: 0, differs: false };
    sum.energyA += delta.energyA;
    sum.energyB += delta.energyB;
    sum.executionsA += delta.executionsA;
    sum.executionsB += delta.executionsB;
    sum.differs ||= delta.differs;
    sums.set(at, sum);
  }
  const lines = [...sums]
    .sort(([one], [other]) => one - other)
    .map(([at, sum]): ComparedLine => ({
      line: at - 1,
      change: changeOf(sum),
      energyA: sum.energyA,
      energyB: sum.energyB,
    }));
  return { lines, unplaced };
}

function changeOf({ energyA, energyB, executionsA, executionsB, differs: isOther }: Sum): Change {
  if (!isOther) return 'same';
  if (executionsA === 0 && executionsB > 0) return 'new';
  if (executionsB === 0 && executionsA > 0) return 'gone';
  // Where nothing of it has a price, nothing is known to cost less or more.
  if (energyA === energyB) return 'same';
  return energyB < energyA ? 'cheaper' : 'dearer';
}

/** Each line's step on a scale for so many amounts; `amounts` as {@link LineComparison} has them. */
export function stepsOfChanges(
  lines: readonly ComparedLine[],
  amounts: readonly Joules[],
  scale: ScaleSetting,
  count: number,
): readonly number[] {
  const source = {
    ranks: amounts.length,
    lines: lines.map(({ line, energyA, energyB }) => ({
      line,
      own: { mean: Math.abs(energyB - energyA) },
      rank: 0,
    })),
  };
  const heat = computeHeat(source, { scale, scope: 'workspace', steps: count, workspace: amounts });
  return lines.map(({ change }, index) => stepOfChange(change, heat[index]?.step ?? 0, countSteps(count)));
}
