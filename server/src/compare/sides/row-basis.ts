/**
 * The energies of a counted side's methods, lines and tasks: those of its own report, wherever the sides can be compared
 * by them.
 *
 * Where they cannot, all sides have the same costs, so that counts alone are compared: if some runs' energy is not laid
 * on lines, or if the scales of the reports differ by far more than operations can explain. Energies that nothing
 * measured are the model's.
 */
import { at } from '../../base/check';
import type { CostModel } from '../../cost/model/cost-model';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { type LibraryPlace, layCallsOnLines } from '../../profile/account/called-lines';
import {
  isInterpreted,
  type MeasuredProfile,
  type ScaledModel,
  scaleToProfile,
} from '../../profile/account/measured-profile';
import { compareMeans, type MeanOfRuns, significance, timesMean } from '../significance/significance';
import type { AccountedSide, ModeledSide, RawSide } from './compared-side';
import { describeSwallowedPair } from './describe-sides';

/** A side as its report has it. */
interface ReportedSide extends ScaledModel {
  /** The profile with rows for what lines call of code that is not counted; `model` has the costs of it. */
  readonly laid: ProfileDocument;
}

export type RowBasis =
  /** The sides in their order. */
  | { readonly kind: 'reports'; readonly sides: readonly ReportedSide[] }
  /** One factor from the model's joules, of all sides, and the reason for it. */
  | { readonly kind: 'counts'; readonly scale: number; readonly note: string }
  | { readonly kind: 'model' };

/**
 * The greatest ratio of scales that operations themselves are taken to explain. Costs that were fitted to other programs
 * miss the total of most compiled ones by less: scripts/build-compiled-model.mjs prints them.
 */
const mostRatio = 5;

/** The sides as their reports have them, if the runs of all were measured. */
export function reportSides(
  sides: readonly AccountedSide[],
  model: CostModel,
  place: LibraryPlace | undefined,
): RowBasis {
  const reports = sides.map(({ reported }) => {
    const laid = layCallsOnLines(reported, place);
    return { laid, ...scaleToProfile(model, laid) };
  });
  return reports.some(({ measured }) => measured === undefined)
    ? { kind: 'model' }
    : { kind: 'reports', sides: reports };
}

/** The basis of sides that have one unit; `given` is that of {@link reportSides}. Counts of one side compare with nothing. */
export function chooseBasis(sides: readonly AccountedSide[], given: RowBasis): RowBasis {
  if (given.kind !== 'reports' || sides.length < 2) return given;
  const measured = given.sides.flatMap((side) => side.measured ?? []);
  const why = describeUnscaled(sides, measured) ?? describeRatio(sides, measured);
  return why === undefined
    ? given
    : {
        kind: 'counts',
        scale: Math.min(...measured.map(leastScale)),
        note: `${why}. Methods, lines and tasks are compared by their counts: all sides have the same costs there, and what lines call of code that was not counted is in no row. Their differences have no bounds`,
      };
}

function describeUnscaled(
  sides: readonly AccountedSide[],
  measured: readonly MeasuredProfile[],
): string | undefined {
  const names = sides.flatMap(({ name }, index) => (at(measured, index).factor === undefined ? [name] : []));
  return names.length === 0
    ? undefined
    : `what the runs of ${names.join(', ')} took is not laid on lines, as a report of each says`;
}

function describeRatio(
  sides: readonly AccountedSide[],
  measured: readonly MeasuredProfile[],
): string | undefined {
  if (new Set(measured.map(({ measurement }) => isInterpreted(measurement))).size > 1) return undefined;
  const byScale = sides
    .map(({ name }, index) => ({ name, scale: scaleOfModel(at(measured, index)) ?? NaN }))
    .sort((one, other) => one.scale - other.scale);
  const [least, most] = [byScale[0], byScale.at(-1)];
  const ratio = (most?.scale ?? NaN) / (least?.scale ?? NaN);
  return ratio > mostRatio
    ? `if the counted operations had taken all that is left of the runs, each would have taken ${ratio.toPrecision(3)} times as much in ${most?.name ?? ''} as in ${least?.name ?? ''}: the runs did other work, too, such as running code that was not compiled yet`
    : undefined;
}

/** The factor from the model's joules, by which rows have no more than the run leaves for them. */
function leastScale(measured: MeasuredProfile): number {
  const { modeled, account } = measured;
  const scale = scaleOfModel(measured);
  if (scale !== undefined) return scale;
  // Lines that are no part of the measured total have nothing of the account.
  const { lines = 0, unattributed, total, idle } = account;
  const left = lines + unattributed;
  return modeled.mean > 0 ? Math.min(1, (left > 0 ? left : total - idle) / modeled.mean) : 1;
}

/** The factor from the model's joules, whatever samples say of single calls; undefined where nothing is scaled. */
export function scaleOfModel({ factor, factorOfModel = factor }: MeasuredProfile): number | undefined {
  return factorOfModel;
}

/** Notes on sides of which the same operations took more than on others, by more than chance. */
export function describeScales(sides: readonly RawSide[]): readonly string[] {
  const pairs = sides.flatMap((first, index) =>
    sides.slice(index + 1).flatMap((second) => {
      const [one, other] = [scaleOfRuns(first), scaleOfRuns(second)];
      return one === undefined || other === undefined || describeSwallowedPair(first, second).length > 0
        ? []
        : [
            {
              chance: compareMeans(one, other).p,
              ratio: other.mean / one.mean,
              names: [first.name, second.name],
            },
          ];
    }),
  );
  // Bonferroni's correction: of all pairs that might differ by chance.
  const apart = pairs.filter(({ chance }) => chance * pairs.length <= significance);
  const told = apart
    .sort((one, other) => Math.abs(Math.log(other.ratio)) - Math.abs(Math.log(one.ratio)))
    .slice(0, MOST_PAIRS)
    .map(
      ({ ratio, names: [first = '', second = ''] }) =>
        `${ratio.toPrecision(3)} times as much in ${second} as in ${first}`,
    );
  const more = apart.length - told.length;
  return told.length === 0
    ? []
    : [
        `the same operations took ${told.join(', ')}, by more than chance${more > 0 ? `, and ${more} more pairs of programs differ so` : ''}: also what both did equally often differs by that`,
      ];
}

/** The most pairs that a note has room for. */
const MOST_PAIRS = 3;

/** The chance that the same operations take so much more in one of two sides than in the other; NaN if it is unknown. */
export function chanceOfScales(a: ModeledSide, b: ModeledSide): number {
  const [one, other] = [scaleOfRuns(a), scaleOfRuns(b)];
  return one === undefined || other === undefined ? NaN : compareMeans(one, other).p;
}

/** The factor from the model's joules, with the same parts taken off all sides. */
function scaleOfRuns({ countedWork, scale }: ModeledSide): MeanOfRuns | undefined {
  return scale === undefined || countedWork === undefined || !(countedWork.reported.mean > 0)
    ? undefined
    : timesMean(countedWork.alike, scale / countedWork.reported.mean);
}
