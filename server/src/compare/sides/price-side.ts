/**
 * Gives one side of a comparison its energies: a counted profile by the model, scaled to what was measured, and
 * another tool's recording by one of its measures.
 */
import { counted } from '../../base/counted';
import type { Measure } from '../../base/measure';
import { at, present, withDefined } from '../../base/check';
import type { Joules } from '../../base/units';
import type { CostModel } from '../../cost/model/cost-model';
import { energyOfRow, listRowCosts, type RowCosts, scaleRowCosts } from '../../cost/pricing/counted-rows';
import { isLibraryWork, type LibraryPlace } from '../../profile/account/called-lines';
import { withoutCountedBodies } from '../../profile/account/counted-bodies';
import { layFollowedWork, withFollowedCosts } from '../../profile/account/followed-work';
import { isInterpreted, type ScaledModel } from '../../profile/account/measured-profile';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { leftForUnscaled, runOf } from '../../recordings/model/profile-recording';
import type { ImportedRecording } from '../../recordings/model/imported-profile';
import { describeProblem } from '../../recordings/model/summarize-recording';
import { accountForRuns } from '../../runs/account-for-runs';
import { allowForDrift, energiesByRound } from '../../runs/comparable-runs';
import type { MeasurementRecord } from '../../runs/measurement-record';
import { varianceOfMean } from '../../runs/summarize-runs';
import { formatAmount } from '../../words/amount-text';
import { formatShare } from '../../words/energy-text';
import { listNotes, listSome } from '../../words/text-sections';
import type { MeanOfRuns } from '../significance/significance';
import { contextsOf } from '../trees/call-contexts';
import { contextsOfRecording, hasUnnamedLines } from '../trees/recorded-contexts';
import { contextsOfTrace } from '../trees/trace-contexts';
import { type CalledRows, listCalledRows, listLaidRows, sumCalled } from './called-rows';
import { type RowBasis, scaleOfModel } from './row-basis';
import type { ComparedRecording, AccountedSide, Origin, RawSide } from './compared-side';
import { partsOfProfile, partsOfRecording, statedTotals, tellOneRun, withRestOf } from './run-parts';

interface PricingOfSide {
  readonly basis: RowBasis;
  /** The side's place among the counted sides. */
  readonly place: number;
  readonly libraryPlace: LibraryPlace | undefined;
  readonly hasDescriptors: boolean;
}

/** Gives a profile its energies. */
export function priceProfile(
  { name, profile, reported }: AccountedSide,
  given: CostModel,
  { basis, place, libraryPlace, hasDescriptors }: PricingOfSide,
): RawSide {
  const { measurement } = profile;
  // A call of a counted body is an execution of its own.
  const ofBodies = given.unit === 'executions' ? given : withoutCountedBodies(given, profile);
  const model = withFollowedCosts(ofBodies);
  const laid = layFollowedWork(profile);
  const { keys } = laid;
  const report = basis.kind === 'reports' ? at(basis.sides, place) : undefined;
  const scale =
    (report?.measured && scaleOfModel(report.measured)) ??
    (basis.kind === 'counts' ? basis.scale : undefined);
  const work = listRowCosts(keys, model);
  const called: CalledRows =
    report === undefined ? new Map() : listCalledRows(profile, report.laid, report.model);
  const ofCalled = [...called.values()].reduce((sum, rows) => sum + sumCalled(rows).energy, 0);
  const costs =
    report === undefined ? scaleRowCosts(work, scale ?? 1) : costsOfReport(laid, report, ofCalled);
  const isModeled = keys.map((key) => (report?.model ?? model).price(key) !== undefined);
  const isGuessed = keys.map((key) => model.price(key)?.basis !== undefined);
  let [modeled, unmodeled, guessed] = [0, 0, 0];
  for (const { methods } of laid.classes)
    for (const { operations } of methods)
      for (const [key, , count, sizes] of operations) {
        const energy = energyOfRow(costs, key, count, sizes);
        modeled += energy;
        if (isGuessed[key] === true) guessed += energy;
        if (isModeled[key] !== true) unmodeled += count;
      }
  const traced = contextsOfTrace(profile, costs, hasDescriptors, isModeled, called);
  const ofRuns =
    basis.kind === 'model' || measurement === undefined ? undefined : totalsOfRuns(measurement, ofCalled);
  return {
    name,
    ...(ofRuns === undefined || scale === undefined
      ? {
          total: { mean: modeled + ofCalled, variance: 0, runs: 0 },
          ...(ofRuns && { run: { whole: ofRuns.whole } }),
        }
      : energiesOfRuns(
          ofRuns,
          report && reported.measurement && totalsOfRuns(allowForDrift(reported.measurement), ofCalled),
        )),
    parts:
      basis.kind === 'model'
        ? partsOfRecording(modeled, new Map())
        : partsOfProfile(reported, given, libraryPlace),
    scale,
    isByCounts: basis.kind === 'counts',
    isProxy: measurement?.source.isProxy === true,
    isMeasured: basis.kind !== 'model',
    contexts: contextsOf(profile, costs, hasDescriptors, isModeled, called) ?? traced?.tree,
    tellsCallers: true,
    isDividedByTime: traced !== undefined,
    counted: {
      ...{ profile: { ...profile, keys }, laid: listLaidRows(profile, laid), costs, work, called, isModeled },
      takesAlways: given.unit !== 'bytes',
      apart: new Set(
        keys.flatMap((key, index) => (libraryPlace === 'apart' && isLibraryWork(key) ? [index] : [])),
      ),
    },
    kind: given.unit ?? 'joules',
    sum: modeled + ofCalled,
    isInterpreted: measurement !== undefined && isInterpreted(measurement),
    origin: originOf(profile, basis.kind === 'model' ? model : undefined),
    ...(basis.kind === 'model' ? {} : withDefined({ measuredRun: runOf(reported.measurement) })),
    notes: listNotes(
      basis.kind === 'model' && given.unit === undefined && whyModeled(name, profile),
      !profile.counting.isExact && `${name}: threads may have lost counts of each other`,
      guessed >= 0.005 * modeled &&
        guessed > 0 &&
        `${name}: ${formatShare(guessed / modeled)} of what its operations take is estimated from the bodies of library methods, or by similar operations`,
      libraryPlace === 'apart' &&
        `${name}: the energy of library calls stands apart from methods and lines (--library-energy apart); tasks have it`,
      unmodeled > 0 &&
        `${name}: ${counted(unmodeled, 'operation is not modeled, and is', 'operations are not modeled, and are')} in no ${given.unit === undefined ? 'energy' : 'sum'}`,
      ...(traced?.notes ?? []).map((note) => `${name}: ${note}`),
    ),
  };
}

/** The costs of a report. Rows that it does not scale have no more than its account leaves for them. */
function costsOfReport(
  { keys, classes }: ProfileDocument,
  { model, measured }: ScaledModel,
  called: Joules,
): RowCosts {
  const costs = listRowCosts(keys, model);
  if (measured === undefined || measured.factor !== undefined) return costs;
  const sum = classes
    .flatMap(({ methods }) => methods.flatMap(({ operations }) => operations))
    .reduce((all, [key, , count, sizes]) => all + energyOfRow(costs, key, count, sizes), 0);
  const left = leftForUnscaled(measured, called);
  return sum > left ? scaleRowCosts(costs, left / sum) : costs;
}

interface TotalsOfRuns {
  readonly total: MeanOfRuns;
  readonly whole: MeanOfRuns;
  /** The part of the total that was counted, and the deviation by which samples tell it from the rest. */
  readonly counted: MeanOfRuns;
  readonly sampled: Joules;
}

/** The energies of a side's runs, and of the same runs as its report accounts for them. */
function energiesOfRuns(
  { total, whole, counted: alike }: TotalsOfRuns,
  reported: TotalsOfRuns | undefined,
): Pick<RawSide, 'total' | 'run' | 'reported' | 'countedWork'> {
  return {
    total,
    run: { whole },
    ...(reported && {
      reported: reported.total,
      countedWork: { alike, reported: reported.counted, sampled: reported.sampled },
    }),
  };
}

/**
 * The means of a profile's runs: the whole of a run, and the program's own work of it. Start-up was measured by itself;
 * everything else is subtracted by an estimate, which is the same for all runs, and in no difference of rounds. What
 * lines call is their own work, though it was not counted: both spread as the runs do, and samples tell them apart.
 *
 * @param ofCalls the energy that samples give to lines.
 */
function totalsOfRuns(measurement: MeasurementRecord, ofCalls: Joules): TotalsOfRuns {
  const energy = present(measurement.energy, 'the energy of measured runs');
  const parts = present(accountForRuns(measurement), 'the account of measured runs');
  // Where code that is not counted is taken off no side, it is left.
  const called = parts.uncounted === undefined ? 0 : ofCalls;
  const { left, leftVariance, total, idle, runtime, uncounted = 0, workDeviation } = parts;
  const rounds = energiesByRound(measurement);
  const turns = measurement.inTurn;
  const { runs, tick = 0 } = energy;
  const roundsOf = (values: readonly number[] | undefined, readings: number): Pick<MeanOfRuns, 'rounds'> =>
    values === undefined || turns === undefined
      ? {}
      : { rounds: { ...turns, values, least: readings * varianceOfMean({ runs, tick }) } };
  const ownOf = (mean: Joules, variance: number): MeanOfRuns => ({
    mean,
    variance,
    runs,
    takenOff: total - idle - (runtime.startUp ?? 0) - mean,
    ...roundsOf(rounds?.beyondStart, measurement.startUp === undefined ? 1 : 2),
  });
  const work = left + uncounted;
  const own = left + called;
  const ofRuns = (mean: Joules): number => (mean * workDeviation) ** 2;
  // Samples that tell a part from the rest are binomial: they tell nothing of all.
  const bySamples = Math.max(0, leftVariance - ofRuns(left));
  const spreadOf = (mean: Joules): number => Math.max(0, mean * (work - mean));
  const ofOwn =
    called === 0 ? bySamples : spreadOf(left) > 0 ? (bySamples * spreadOf(own)) / spreadOf(left) : 0;
  return {
    total: ownOf(own, called === 0 ? leftVariance : ofRuns(own) + ofOwn),
    whole: { mean: total - idle, variance: varianceOfMean(energy), runs, ...roundsOf(rounds?.whole, 1) },
    counted: ownOf(left, leftVariance),
    sampled: Math.sqrt(Math.max(0, bySamples - ofOwn * (left / own) ** 2)),
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

function whyModeled(name: string, { measurement }: ProfileDocument): string {
  return measurement?.energy === undefined
    ? `${name} was counted, and not measured: its energies are the model's, and nothing says how much runs spread`
    : `${name} was measured, but its energies are the model's alone, as those of the other side are`;
}

interface SummingOfSide {
  /** The measures that are compared, which are added up. */
  readonly chosen: readonly number[];
  readonly hasDescriptors: boolean;
  /** The counted sides, of which a recording may tell the run again. */
  readonly counted: readonly RawSide[];
}

/** True if a recording keeps the run that a counted side was measured by, however its file words the rest. */
function keepsRun({ run }: ImportedRecording, { measuredRun: other }: RawSide): boolean {
  return (
    run !== undefined &&
    run.energy === other?.energy &&
    run.interval?.low === other.interval?.low &&
    run.interval?.high === other.interval?.high
  );
}

/** The evidence of a recording's whole: of its stated total, or of the one that a merge divides among places. */
function evidenceOf(measure: Measure | undefined): readonly [provenance: string, isProxy: boolean] {
  const { provenance = '', told, isProxy = false } = measure ?? {};
  return [told?.provenance ?? provenance, told === undefined && isProxy];
}

/** Gives a recording the sums of its measures. */
export function sumRecording(
  { name, recording }: ComparedRecording,
  { chosen, hasDescriptors, counted }: SummingOfSide,
): RawSide {
  const { source, measures, problems } = recording;
  const [measure, ...more] = chosen.map((index) => at(measures, index));
  const contexts = contextsOfRecording(recording, chosen, hasDescriptors);
  const { tree, total, tellsCallers } = contexts;
  const stated = statedTotals(
    measures,
    chosen.map((index) => at(measures, index)),
  );
  const beside = withRestOf(stated, contexts);
  const [provenance, isProxy] = evidenceOf(stated[0] ?? measure);
  const besideSum = [...beside.values()].reduce((sum, amount) => sum + amount, 0);
  const whole = total + besideSum;
  const parts = partsOfRecording(total, beside);
  const others = measures.flatMap(({ name: of, unit: as, total: sum }, index) =>
    chosen.includes(index) ? [] : [`${of} (${formatAmount(sum, as)})`],
  );
  const compared = [measure, ...more].flatMap((each) => each?.component ?? []);
  const left = measures.flatMap((each, index) =>
    each.component === undefined ||
    compared.includes(each.component) ||
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
  const told = counted.find((side) => tellOneRun(parts, side.parts));
  const same = unit === 'joules' ? (told ?? counted.find((side) => keepsRun(recording, side))) : undefined;
  return {
    name,
    total: { mean: total, variance: 0, runs: 0 },
    run: { whole: { mean: whole, variance: 0, runs: 0 } },
    parts,
    scale: undefined,
    isByCounts: false,
    sum: total,
    isProxy: same?.isProxy ?? isProxy,
    isMeasured: same?.isMeasured ?? (unit === 'joules' && provenance === 'measured'),
    contexts: tree,
    tellsCallers,
    isDividedByTime: false,
    kind: unit,
    isInterpreted: false,
    origin: same?.origin ?? {
      format: source.format,
      meter: [provenance, [...compared].sort().join(' + '), isProxy && 'by CPU time']
        .filter((each) => typeof each === 'string' && each !== '')
        .join(', '),
      ...withDefined({ device }),
    },
    notes: listNotes(
      total === 0
        ? `${name} is empty: it holds no amounts of Java methods`
        : same === undefined
          ? `${name} was recorded once: nothing says how much runs spread`
          : `${name} tells the run of ${same.name} again${same === told ? ', to the last digits' : ''}: nothing differs by chance`,
      (others.length > 0 || compared.length > 1 || unit === 'seconds') &&
        `${name}: compared by its ${measure?.name ?? ''}${compared.length > 1 ? ` (${compared.join(', ')} together)` : ''}${others.length > 0 ? `, not by its ${listSome(others)}` : ''}`,
      chosen.some((index) => hasUnnamedLines(recording, index)) &&
        `${name}: its lines name no methods, and are matched by their numbers: 'jouleline import --source' finds the methods`,
      left.length > 0 &&
        `${name}: the energy of ${left.join(', ')} is in no figure, because another side does not tell it apart`,
      besideSum > 0 &&
        `${name}: ${formatAmount(besideSum, unit)} (${formatShare(besideSum / whole)}) of it is idling, the JVM's own work or nobody's, and in no method or task`,
      loss &&
        `${name}, as it was imported: ${describeProblem(loss)}${losses.length > 0 ? ` (and ${losses.length} more)` : ''}`,
    ),
  };
}
