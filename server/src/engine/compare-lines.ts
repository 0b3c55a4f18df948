/**
 * Two profiles compared on the lines of a text as it is now: cheaper, dearer, new, or gone.
 *
 * Sits in `engine/`, over `compare-profiles.ts`, for whoever shows lines: the SeeSoft panel and the editor. Lines of the
 * later profile are found in the text by the checksums that it has of its sources (`place-changes.ts`). A difference that
 * is no more than chance, with all lines looked at, is no change where both ran the line alike.
 */
import type { CostModel } from '../cost/cost-model';
import { findSignificant } from '../diff/significance';
import { matchLines } from '../placing/match-lines';
import type { ProfileDocument, RanSource } from '../profile/profile-document';
import { countSteps, isRounding, stepOfChange } from '../seesoft/changes';
import type { Joules } from '../units';
import type { LineDelta, MethodDelta } from './compare-methods';
import { compareProfiles, type ProfileComparison } from './compare-profiles';
import type { ComparedProfile, ComparedUnit } from './compared-sides';
import { placeOf } from './counted-file';
import type { FileOperations } from './file-operations';
import { computeHeat, distinctEnergies } from './heat';
import {
  type ComparedFile,
  type ComparedLine,
  type Judge,
  type JudgedLine,
  placeChanges,
  type RanText,
  sumUp,
} from './place-changes';
import { rememberShares } from './remember-shares';
import { hashLines, placeOfClass, readHashes } from './source-lines';
import type { ScaleSetting } from '../protocol/settings';

export interface LineComparison {
  readonly names: readonly [string, string];
  /** What every energy here is in: joules, unless sides were compared by something else. */
  readonly unit: ComparedUnit;
  readonly totals: ProfileComparison['totals'];
  /** How much lines changed by, ascending and distinct: what colours are ranked in. */
  readonly amounts: readonly Joules[];
  /** Checksums of the file's lines as the earlier profile ran it, where it kept them: {@link hashLines}. */
  readonly earlierHashes: (file: FileOperations) => string | undefined;
  /** Undefined where neither ran anything of the file, or did not keep its text. */
  readonly inText: (file: FileOperations, text: string) => ComparedFile | undefined;
}

export function compareLines(a: ComparedProfile, b: ComparedProfile, model: CostModel): LineComparison {
  const comparison = compareProfiles(withoutTree(a), withoutTree(b), model, {
    alpha: 0,
    isApplication: () => true,
  });
  const { spread, scales } = comparison;
  const judge: Judge = { compare: rememberShares(spread), scales };
  const bySource = groupBySource(comparison, [a.profile, b.profile], judge);
  const all = [...bySource.values()].flatMap((lines) => amountsOf(lines, judge));
  return {
    names: comparison.names,
    unit: comparison.unit,
    totals: comparison.totals,
    amounts: distinctEnergies(all),
    earlierHashes: (file) => sourceAt(a.profile, placeOf(file))?.lines,
    inText(file, text) {
      const place = placeOf(file);
      const lines = bySource.get(place);
      if (lines === undefined) return undefined;
      const now = readHashes(hashLines(text));
      const [earlier, later] = [ranText(a.profile, place, now), ranText(b.profile, place, now)];
      return later === undefined && earlier === undefined
        ? undefined
        : placeChanges(lines, { earlier, later, now }, judge);
    },
  };
}

/** Tasks are compared elsewhere: here they would be time for nothing. */
function withoutTree({ name, profile }: ComparedProfile): ComparedProfile {
  const { tree, ...rest } = profile;
  return { name, profile: tree === undefined ? profile : rest };
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
  const lines = methods.flatMap((method) => method.lines.map((line) => ({ ...line, method })));
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

function sourceAt(profile: ProfileDocument, place: string): RanSource | undefined {
  return profile.sources?.find(({ path }) => path === place);
}

function ranText(profile: ProfileDocument, place: string, now: Uint32Array): RanText | undefined {
  const ran = sourceAt(profile, place);
  if (ran === undefined) return undefined;
  const hashes = readHashes(ran.lines);
  return { hashes, match: matchLines(hashes, now) };
}

/** Each line's step on a scale for so many amounts; `amounts` as {@link LineComparison} has them. */
export function stepsOfChanges(
  lines: readonly Pick<ComparedLine, 'line' | 'change' | 'amount'>[],
  amounts: readonly Joules[],
  scale: ScaleSetting,
  count: number,
): readonly number[] {
  const source = {
    ranks: amounts.length,
    lines: lines.map(({ line, amount }) => ({ line, own: { mean: Math.abs(amount) }, rank: 0 })),
  };
  const heat = computeHeat(source, { scale, scope: 'workspace', steps: count, workspace: amounts });
  return lines.map(({ change }, index) => stepOfChange(change, heat[index]?.step ?? 0, countSteps(count)));
}
