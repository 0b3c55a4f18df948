/**
 * The factors from joules of the model to joules of the runs: one scale for all sides, unless the runs show several.
 *
 * If each side were scaled by its own runs, their spread would appear as a change of everything that both sides do
 * alike. Sides whose scales differ by no more than chance therefore share one: the energy of all runs, divided by the
 * model's energy of all runs (a ratio of sums). Sides whose scales differ by far more than operations can explain also
 * share one, the least of them: the other sides' runs then spent energy on more than the counted operations.
 */
import { at } from '../../base/check';
import {
  type MeanOfRuns,
  compareMeans,
  significance,
  spreadOfRounds,
  timesMean,
} from '../significance/significance';
import { formatEnergy, JOULES } from '../../words/energy-text';

/** A side whose runs were measured. */
export interface ScaledSide {
  readonly name: string;
  /** The energy of its runs, as far as its operations are modeled. */
  readonly total: MeanOfRuns;
  /** The factor from the model's joules to those of the runs. */
  readonly scale: number;
  /** The energy of a run, of which `total` is a part: what was counted cannot take more. */
  readonly whole?: number;
  /** True if its JVM interpreted the code: the same operations then take ten times as much as compiled ones, or more. */
  readonly isInterpreted?: boolean;
}

/** The choice of scales; `common` is absent if each side keeps its own. */
interface ScaleChoice {
  readonly common?: MeanOfRuns;
  readonly note: string;
}

/**
 * The greatest ratio of scales that operations themselves can explain. Unit costs miss programs that they were not
 * fitted to by 45 to 77 % (docs/research/accuracy.md), which puts two of them 2.6 to 7.7 times apart (1.45 / 0.55,
 * 1.77 / 0.23).
 */
const mostRatio = 5;

/**
 * Chooses the scale of all sides; undefined if the runs do not say how much they spread, and the scales are not too
 * far apart.
 */
export function chooseScale(sides: readonly ScaledSide[]): ScaleChoice | undefined {
  const failed = scaleDespite(sides);
  if (failed !== undefined) return failed;
  if (sides.length < 2 || sides.some(({ total }) => total.runs < 2 || !(total.mean > 0))) return undefined;
  const scales = sides.map(scaleOfRuns);
  const pairs = scales.flatMap((first, index) =>
    scales.slice(index + 1).map((second, next) => ({
      chance: compareMeans(first, second).p,
      ratio: second.mean / first.mean,
      names: [at(sides, index).name, at(sides, index + 1 + next).name] as const,
    })),
  );
  // Bonferroni's correction: of all pairs that might differ by chance.
  const apart = pairs.filter(({ chance }) => chance * pairs.length <= significance);
  if (apart.length > 0)
    return {
      note: `the same operations took ${describeApart(apart)}, by more than chance: each side is scaled to its own runs, so that also what both did equally often differs by that`,
    };
  const common = poolScales(sides);
  return {
    common,
    note: `what the same operations took differs by no more than chance: all sides have the same costs, from what all runs took, so that what was counted equally often takes the same (by what was counted: ${describeCounted(sides, common.mean)})`,
  };
}

interface ScalesApart {
  readonly ratio: number;
  readonly names: readonly [string, string];
}

/** The pairs of programs that are furthest apart, in words. If there are many, only some are named. */
function describeApart(pairs: readonly ScalesApart[]): string {
  const distance = ({ ratio }: ScalesApart): number => Math.abs(Math.log(ratio));
  const told = [...pairs]
    .sort((one, other) => distance(other) - distance(one))
    .slice(0, MOST_PAIRS)
    .map(
      ({ ratio, names: [first, second] }) =>
        `${ratio.toPrecision(3)} times in ${second} of what they took in ${first}`,
    );
  const more = pairs.length - told.length;
  return `${told.join(', ')}${more > 0 ? ` (and other than that in ${more} more of all pairs)` : ''}`;
}

/** The most pairs that a note has room for. */
const MOST_PAIRS = 3;

/**
 * The choice of the least scale, if a side's counted operations cannot explain the energy of its runs; undefined if
 * they can.
 */
function scaleDespite(sides: readonly ScaledSide[]): ScaleChoice | undefined {
  const byScale = sides.filter(({ scale }) => scale > 0).sort((one, other) => one.scale - other.scale);
  const [least, most] = [byScale[0], byScale.at(-1)];
  if (least === undefined || most === undefined || byScale.length < sides.length) return undefined;
  if (new Set(sides.map(({ isInterpreted }) => isInterpreted === true)).size > 1) return undefined;
  const ratio = most.scale / least.scale;
  if (ratio <= mostRatio) return undefined;
  return {
    // No side's operations can take more than its runs did; how surely it is known no runs say.
    common: { mean: least.scale, variance: 0, runs: 0 },
    note: `totals differ by more than the counted operations tell: by them the same operations would have taken ${ratio.toPrecision(3)} times in ${most.name} of what they took in ${least.name}, which is other work (compiling, code that was still interpreted, library methods that are not modeled), and can't be laid on them. Methods, lines and tasks are compared by counts: all sides have the costs of ${least.name}, whose counted operations took least, and their differences have no bounds (by what was counted: ${describeCounted(sides, least.scale)})`,
  };
}

function describeCounted(sides: readonly ScaledSide[], common: number): string {
  return sides
    .map(({ name, total, scale }) => `${name} ${formatEnergy((total.mean / scale) * common, JOULES)}`)
    .join(', ');
}

function scaleOfRuns({ total, scale }: ScaledSide): MeanOfRuns {
  return timesMean(total, scale / total.mean);
}

function poolScales(sides: readonly ScaledSide[]): MeanOfRuns {
  let [taken, modeled, variance, runs] = [0, 0, 0, 1];
  for (const { total, scale } of sides) {
    taken += total.runs * total.mean;
    modeled += (total.runs * total.mean) / scale;
    variance += total.runs ** 2 * total.variance;
    runs += total.runs - 1;
  }
  // What a round's runs have in common is in all of them.
  const paired = spreadOfRounds(sides.map(({ total }) => ({ ...total, times: total.runs })));
  const spread = paired ?? { variance, runs };
  const most = Math.min(...sides.map(({ total, scale, whole = Infinity }) => (scale * whole) / total.mean));
  return {
    mean: Math.min(taken / modeled, most),
    variance: spread.variance / modeled ** 2,
    runs: spread.runs,
  };
}
