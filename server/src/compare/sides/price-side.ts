/**
 * Gives one side of a comparison its energies: a counted profile by the model, scaled to what was measured, and
 * another tool's recording by one of its measures.
 */
import { at, withDefined } from '../../base/check';
import type { CostModel } from '../../cost/model/cost-model';
import { energyOfRow, listRowCosts, scaleRowCosts } from '../../cost/pricing/counted-rows';
import { withoutCountedBodies } from '../../profile/account/counted-bodies';
import { isInterpreted, scaleToProfile } from '../../profile/account/measured-profile';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { describeProblem } from '../../recordings/model/summarize-recording';
import { accountForRuns, type RunParts } from '../../runs/account-for-runs';
import { energiesByRound } from '../../runs/comparable-runs';
import type { MeasurementRecord } from '../../runs/measurement-record';
import { type RunSummary, varianceOfMean } from '../../runs/summarize-runs';
import { formatAmount } from '../../words/amount-text';
import { formatCount, formatShare } from '../../words/energy-text';
import { listNotes } from '../../words/text-sections';
import type { MeanOfRuns } from '../significance/significance';
import { contextsOf } from '../trees/call-contexts';
import { contextsOfRecording, hasUnnamedLines } from '../trees/recorded-contexts';
import { contextsOfTrace } from '../trees/trace-contexts';
import type { ComparedProfile, ComparedRecording, Origin, RawSide } from './compared-side';

/**
 * Gives a profile its energies. `isScaled` scales them to what was measured: joules of one side's meter and of the
 * other side's model do not compare.
 */
export function priceProfile(
  { name, profile }: ComparedProfile,
  given: CostModel,
  isScaled: boolean,
  hasDescriptors: boolean,
): RawSide {
  const { measurement, keys } = profile;
  const { measured } = scaleToProfile(given, profile);
  const model = withoutCountedBodies(given, profile);
  const parts = measurement === undefined ? undefined : accountForRuns(measurement);
  const scale = isScaled ? measured?.factor : undefined;
  const isModeled = keys.map((key) => model.price(key) !== undefined);
  const costs = scaleRowCosts(listRowCosts(keys, model), scale ?? 1);
  const isGuessed = keys.map((key) => model.price(key)?.basis !== undefined);
  let [modeled, unmodeled, guessed] = [0, 0, 0];
  for (const { methods } of profile.classes)
    for (const { operations } of methods)
      for (const [key, , count, sizes] of operations) {
        const energy = energyOfRow(costs, key, count, sizes);
        modeled += energy;
        if (isGuessed[key] === true) guessed += energy;
        if (isModeled[key] !== true) unmodeled += count;
      }
  const traced = contextsOfTrace(profile, costs, hasDescriptors);
  return {
    name,
    ...(scale === undefined || parts === undefined || measurement?.energy === undefined
      ? { total: { mean: modeled, variance: 0, runs: 0 } }
      : totalsOfRuns(parts, measurement.energy, measurement)),
    scale,
    isProxy: measurement?.source.isProxy === true,
    isMeasured: scale !== undefined,
    contexts: contextsOf(profile, costs, hasDescriptors, isModeled) ?? traced?.tree,
    isDividedByTime: traced !== undefined,
    counted: { profile, costs, isModeled },
    kind: 'joules',
    isInterpreted: measurement !== undefined && isInterpreted(measurement),
    origin: originOf(profile, scale === undefined ? model : undefined),
    notes: listNotes(
      scale === undefined && whyModeled(name, profile, measured?.factor),
      !profile.counting.isExact && `${name}: threads may have lost counts of each other`,
      guessed >= 0.005 * modeled &&
        guessed > 0 &&
        `${name}: ${formatShare(guessed / modeled)} of what its operations take is estimated from the bodies of library methods, or by similar operations`,
      unmodeled > 0 && `${name}: ${formatCount(unmodeled)} operations are not modeled, and are in no energy`,
      ...(traced?.notes ?? []).map((note) => `${name}: ${note}`),
    ),
  };
}

/**
 * The means of a profile's runs: the whole of a run, and the program's own work of it. Start-up was measured by itself;
 * everything else is subtracted by an estimate, which is the same for all runs, and in no difference of rounds.
 */
function totalsOfRuns(
  { left, leftVariance, total, idle, runtime }: RunParts,
  energy: RunSummary,
  measurement: MeasurementRecord,
): Pick<RawSide, 'total' | 'run'> {
  const takenOff = total - idle - (runtime.startUp ?? 0) - left;
  const rounds = energiesByRound(measurement);
  const turns = measurement.inTurn;
  const { runs, tick = 0 } = energy;
  const roundsOf = (values: readonly number[] | undefined, readings: number): Pick<MeanOfRuns, 'rounds'> =>
    values === undefined || turns === undefined
      ? {}
      : { rounds: { ...turns, values, least: readings * varianceOfMean({ runs, tick }) } };
  return {
    total: {
      mean: left,
      variance: leftVariance,
      runs,
      takenOff,
      ...roundsOf(rounds?.beyondStart, measurement.startUp === undefined ? 1 : 2),
    },
    run: {
      whole: { mean: total - idle, variance: varianceOfMean(energy), runs, ...roundsOf(rounds?.whole, 1) },
    },
  };
}

/** The origin of a profile's energies. `model` is the model that gave them, if they are not scaled to a measurement. */
function originOf({ measurement }: ProfileDocument, model: CostModel | undefined): Origin {
  if (model !== undefined) return { meter: `the model ${model.id}` };
  if (measurement === undefined) return { meter: '' };
  const { source, machine } = measurement;
  return {
    meter: source.isProxy ? source.description : source.name,
    ...(machine.onBattery === undefined ? {} : { supply: machine.onBattery ? 'a battery' : 'mains' }),
  };
}

function whyModeled(name: string, { measurement }: ProfileDocument, factor: number | undefined): string {
  if (factor !== undefined)
    return `${name} was measured, but its energies are the model's alone, as those of the other side are`;
  return measurement === undefined
    ? `${name} was counted, and not measured: its energies are the model's, and nothing says how much runs spread`
    : `${name}: what was measured is not its lines': its energies are the model's`;
}

export function sumRecording(
  { name, recording }: ComparedRecording,
  chosen: readonly number[],
  hasDescriptors: boolean,
): RawSide {
  const { source, measures, problems } = recording;
  const [measure, ...more] = chosen.map((index) => at(measures, index));
  const { tree, total, beside } = contextsOfRecording(recording, chosen, hasDescriptors);
  const others = measures.length - chosen.length;
  const compared = [measure, ...more].flatMap((each) => each?.component ?? []);
  const left = measures.flatMap((each, index) =>
    each.component === undefined ||
    chosen.includes(index) ||
    each.level !== measure?.level ||
    each.device !== measure?.device ||
    each.unit !== measure?.unit
      ? []
      : [each.component],
  );
  const unit = measure?.unit ?? 'share';
  const device = measure?.device ?? source.device;
  const [loss, ...losses] = problems.filter(({ isDoubt }) => isDoubt !== true);
  return {
    name,
    total: { mean: total, variance: 0, runs: 0 },
    scale: undefined,
    isProxy: measure?.isProxy === true,
    isMeasured: unit === 'joules' && measure?.provenance === 'measured',
    contexts: tree,
    isDividedByTime: false,
    kind: unit,
    isInterpreted: false,
    origin: {
      format: source.format,
      meter: [measure?.provenance, [...compared].sort().join(' + '), measure?.isProxy && 'by CPU time']
        .filter((each) => typeof each === 'string' && each !== '')
        .join(', '),
      ...withDefined({ device }),
    },
    notes: listNotes(
      total > 0
        ? `${name} was recorded once: nothing says how much runs spread`
        : `${name} is empty: it holds no amounts of Java methods`,
      (others > 0 || compared.length > 1) &&
        `${name}: its ${measure?.name ?? ''}${compared.length > 1 ? ` (${compared.join(', ')} together)` : ''} is compared${others > 0 ? `, and not its ${others} other measures` : ''}`,
      chosen.some((index) => hasUnnamedLines(recording, index)) &&
        `${name}: its lines name no methods, and are matched by their numbers: 'jouleline import --source' finds the methods`,
      left.length > 0 &&
        `${name}: the energy of ${left.join(', ')} is in no figure, because another side does not tell it apart`,
      beside > 0 &&
        `${name}: ${formatAmount(beside, unit)} (${formatShare(beside / (beside + total))}) is idling, the JVM's own work or nobody's, and in no figure`,
      loss &&
        `${name}: parts of it were left out when it was imported: ${describeProblem(loss)}${losses.length > 0 ? ` (and ${losses.length} more)` : ''}`,
    ),
  };
}
