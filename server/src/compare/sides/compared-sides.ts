/**
 * The sides of a comparison: counted profiles and other tools' recordings, with energies from the model or from a
 * meter, in one unit.
 *
 * Sits in `compare/`, under `compare-profiles.ts`. Joules of different devices, meters or models cannot be compared,
 * and neither can joules and samples: each side is then shown in shares of its own total, and a note says why.
 */
import type { ComparedProfile, ComparedRecording, ComparedSide } from './compared-side';
import type { Measure } from '../../base/measure';
import type { CostModel } from '../../cost/model/cost-model';
import { meanOf } from '../../cost/pricing/price-member';
import type { ContextTree } from '../trees/context-tree';
import type { MeanOfRuns } from '../significance/significance';
import { accountForRuns, type RunParts } from '../../runs/account-for-runs';
import { tellAlike } from '../../runs/account-alike';
import { compareByMeans, energiesByRound } from '../../runs/comparable-runs';
import type { MeasurementRecord } from '../../runs/measurement-record';
import type { RunSummary } from '../../runs/summarize-runs';
import type { OperationKey } from '../../operations/catalogue/operation';
import type { ProfileDocument } from '../../profile/document/profile-document';
import type { Joules } from '../../base/units';
import { formatAmount } from '../../words/amount-text';
import { contextsOf } from '../trees/call-contexts';
import { chooseScale } from './common-scale';
import { describeMeans, describeRounds, describeSingleRuns, describeSwallowed } from './compared-runs';
import { describeEndings } from './describe-endings';
import { formatCount, formatShare } from '../../words/energy-text';
import { isInterpreted, scaleToProfile } from '../../profile/account/measured-profile';
import { contextsOfTrace } from '../trees/trace-contexts';
import { chooseMeasures, contextsOfRecording, namesDescriptors } from '../trees/recorded-contexts';
import { describeProblem } from '../../recordings/model/summarize-recording';

/** The unit of a comparison; `share` means shares of each side's own total. */
export type ComparedUnit = Exclude<Measure['unit'], 'samples'>;

export interface PricedSide {
  readonly name: string;
  /** The energy of the program's own work, in the unit of the comparison. */
  readonly total: MeanOfRuns;
  /**
   * The factor from the model's joules to those shown; undefined if one side was not measured, or no model gave its
   * energies.
   */
  readonly scale: number | undefined;
  readonly isProxy: boolean;
  readonly isMeasured: boolean;
  /** The calling context tree, in the unit of the comparison; undefined if no calls were recorded. */
  readonly contexts: ContextTree | undefined;
  /** True if the tree is that of a trace: the work was divided among its contexts by time, and nothing says how surely. */
  readonly isDividedByTime: boolean;
  /** The counts of a counted profile; absent for a recording. */
  readonly counted?: SideCosts;
}

export interface SideCosts {
  readonly profile: ProfileDocument;
  /**
   * The energy of one execution in the unit of the comparison, by index of the profile's key; 0 if the model has no
   * cost for it.
   */
  readonly unitCosts: Float64Array;
}

export interface PricedSides {
  readonly unit: ComparedUnit;
  /** The sides, in the order given. */
  readonly sides: readonly PricedSide[];
  /** The factor from the model's joules to those shown, as one mean of all runs; absent unless all sides share one. */
  readonly commonScale?: MeanOfRuns;
  /** Notes that people should read beside the figures. */
  readonly notes: readonly string[];
}

/** One side, before the unit of the comparison is known. */
interface RawSide extends PricedSide {
  readonly kind: Measure['unit'];
  readonly origin: Origin;
  /** The summary of the runs; absent if the total does not come from measured runs. */
  readonly runs?: RunSummary;
  /** True if every JVM of this side ran in interpreter mode. */
  readonly isInterpreted: boolean;
  readonly notes: readonly string[];
}

/**
 * The origin of amounts. Amounts of two origins do not compare if both name a meter, device or supply and the names
 * differ.
 */
interface Origin {
  readonly meter: string;
  /** The format of a recording's file, which names no meter. */
  readonly format?: string;
  readonly device?: string;
  readonly supply?: string;
}

export function priceSides(recorded: readonly ComparedSide[], model: CostModel): PricedSides {
  const priced = priceAll(recorded, model);
  return { ...priced, notes: [...describeEndings(recorded), ...priced.notes] };
}

function priceAll(recorded: readonly ComparedSide[], model: CostModel): PricedSides {
  const { sides: given, notes: takenOff } = accountAlike(recorded);
  const profiles = given.flatMap((side) => ('profile' in side ? [side.profile] : []));
  const recordings = given.flatMap((side) => ('recording' in side ? [side.recording] : []));
  const wasMeasured = profiles.every(
    (profile) => scaleToProfile(model, profile).measured?.factor !== undefined,
  );
  const measures = chooseMeasures(recordings, profiles.length > 0 ? 'joules' : undefined);
  // A profile's calls of libraries have no descriptor, and many tools name none.
  const hasDescriptors =
    recordings.length === 0 || (profiles.length === 0 && recordings.every(namesDescriptors));
  let next = 0;
  const raw = given.map((side) =>
    'profile' in side
      ? priceProfile(side, model, wasMeasured, hasDescriptors)
      : sumRecording(side, measures[next++] ?? -1, hasDescriptors),
  );
  const hasCalls = raw.some(({ contexts }) => contexts !== undefined);
  const notes = [
    ...raw.flatMap(({ name, contexts, notes: own }) =>
      hasCalls && contexts === undefined
        ? [`${name} has no tree of calls (--record tree): its tasks are in no list`, ...own]
        : own,
    ),
    ...describeMeans(raw),
    ...describeSingleRuns(raw),
    ...(wasMeasured ? takenOff : []),
    ...describeSwallowed(raw),
    ...describeUneven(raw),
  ];
  const why = whyShares(raw);
  const [only] = raw;
  if (why === undefined && only !== undefined && only.kind !== 'samples')
    return {
      unit: only.kind,
      ...scaleAlike(raw, [...notes, ...describeRounds(raw), ...describeUnnamed(raw)]),
    };
  const amounts = raw.map(({ name, total, kind }) => `${name} ${formatAmount(total.mean, kind)}`);
  return {
    unit: 'share',
    sides: raw.map(inShares),
    notes: [`compared as shares of each total (${amounts.join(', ')}), since ${why ?? ''}`, ...notes],
  };
}

/** Notes on facts that the sides do not name, and that might make amounts impossible to compare if they were known. */
function describeUnnamed(sides: readonly RawSide[]): readonly string[] {
  const devices = sides.flatMap(({ name, origin: { device } }) =>
    device === undefined ? [] : [`${name} of ${device}`],
  );
  const without = sides.flatMap(({ name, origin: { device } }) => (device === undefined ? [name] : []));
  const formats = [...new Set(sides.flatMap(({ origin: { format } }) => format ?? []))];
  return [
    ...(devices.length === 0 || without.length === 0
      ? []
      : [
          `${devices.join(', ')}, and ${without.join(', ')} of a device that is not named: they are compared as of one`,
        ]),
    ...(formats.length < 2 || sides[0]?.kind !== 'joules'
      ? []
      : [`files of ${formats.join(' and ')} don't name their meters: joules are compared as of one meter`]),
  ];
}

/** A note on sides whose trees come from traces beside others with whole trees: the former may have fewer contexts. */
function describeUneven(sides: readonly RawSide[]): readonly string[] {
  const [traced, whole] = [true, false].map((isOfTrace) =>
    sides.flatMap(({ name, contexts, isDividedByTime }) =>
      contexts !== undefined && isDividedByTime === isOfTrace ? [name] : [],
    ),
  );
  if (traced === undefined || whole === undefined || traced.length * whole.length === 0) return [];
  return [
    `${traced.join(', ')} shows calls of a millisecond or more, ${whole.join(', ')} every call that was recorded: what the shorter ones do stands nearer to the root in the first`,
  ];
}

/** The sides with their measured runs by means, and with the same parts subtracted from each. */
function accountAlike(recorded: readonly ComparedSide[]): {
  readonly sides: readonly ComparedSide[];
  readonly notes: readonly string[];
} {
  const measured = recorded.flatMap((side) =>
    'profile' in side && side.profile.measurement?.energy !== undefined
      ? [{ side, name: side.name, record: compareByMeans(side.profile.measurement) }]
      : [],
  );
  const { records, notes } = tellAlike(measured);
  const alike = new Map<ComparedSide, MeasurementRecord>();
  measured.forEach(({ side }, index) => {
    const measurement = records[index];
    if (measurement !== undefined) alike.set(side, measurement);
  });
  return {
    sides: recorded.map((side) => {
      const measurement = alike.get(side);
      return measurement === undefined || !('profile' in side)
        ? side
        : { ...side, profile: { ...side.profile, measurement } };
    }),
    notes,
  };
}

/** The reason why amounts of the sides cannot be compared; undefined if they can. */
function whyShares(sides: readonly RawSide[]): string | undefined {
  const kinds = [...new Set(sides.map(({ kind }) => kind))];
  if (kinds.length > 1) return `${kinds.join(' and ')} can't be compared`;
  if (kinds[0] === 'samples') return 'samples do not say how much time each stands for';
  if (kinds[0] === 'share') return 'nothing more is known of them';
  const namesOf = (read: (origin: Origin) => string | undefined): readonly string[] => [
    ...new Set(sides.flatMap(({ origin }) => read(origin) ?? [])),
  ];
  const [meters, devices, supplies] = [
    namesOf(({ meter }) => meter),
    namesOf(({ device }) => device),
    namesOf(({ supply }) => supply),
  ];
  if (meters.length > 1) return `they were measured in different ways: ${meters.join('; ')}`;
  if (devices.length > 1) return `they are of different devices: ${devices.join('; ')}`;
  if (supplies.length > 1) return `they had different power: ${supplies.join(', ')}`;
  return undefined;
}

/** A side in shares of its total. A part's share of its total does not depend on how much runs spread. */
function inShares(side: RawSide): PricedSide {
  const factor = side.total.mean > 0 ? 1 / side.total.mean : 0;
  return { ...timesFactor(side, factor), total: { mean: side.total.mean * factor, variance: 0, runs: 0 } };
}

/** A side with the energies of its parts times a factor; the total stays as it was measured. */
function timesFactor(side: PricedSide, factor: number): PricedSide {
  const { contexts, counted, scale } = side;
  return {
    ...side,
    scale: scale === undefined ? undefined : scale * factor,
    contexts: contexts && { ...contexts, exclusive: contexts.exclusive.map((value) => value * factor) },
    ...(counted && {
      counted: { ...counted, unitCosts: counted.unitCosts.map((cost) => cost * factor) },
    }),
  };
}

/** The sides by one scale, if all were counted and measured, and differ by no more than chance. */
function scaleAlike(sides: readonly RawSide[], notes: readonly string[]): Omit<PricedSides, 'unit'> {
  const scaled = sides.flatMap(({ name, total, scale, isInterpreted: wasInterpreted }) =>
    scale === undefined ? [] : [{ name, total, scale, isInterpreted: wasInterpreted }],
  );
  const choice = scaled.length === sides.length ? chooseScale(scaled) : undefined;
  if (choice === undefined) return { sides, notes };
  const { common, note } = choice;
  if (common === undefined) return { sides, notes: [note, ...notes] };
  return {
    commonScale: common,
    sides: sides.map((side) => timesFactor(side, common.mean / (side.scale ?? common.mean))),
    notes: [...notes, note],
  };
}

/**
 * Gives a profile its energies. `isScaled` scales them to what was measured: joules of one side's meter and of the
 * other side's model do not compare.
 */
function priceProfile(
  { name, profile }: ComparedProfile,
  model: CostModel,
  isScaled: boolean,
  hasDescriptors: boolean,
): RawSide {
  const { measurement, keys } = profile;
  const { measured } = scaleToProfile(model, profile);
  const parts = measurement === undefined ? undefined : accountForRuns(measurement);
  const scale = isScaled ? measured?.factor : undefined;
  const means = keys.map((key) => priceOf(key));
  const unitCosts = Float64Array.from(means, (mean) => (mean ?? 0) * (scale ?? 1));
  let [modeled, unpriced] = [0, 0];
  for (const { methods } of profile.classes)
    for (const { operations } of methods)
      for (const [key, , count] of operations) {
        modeled += (unitCosts[key] ?? 0) * count;
        if (means[key] === undefined) unpriced += count;
      }
  const traced = contextsOfTrace(profile, unitCosts, hasDescriptors);
  return {
    name,
    total:
      scale === undefined || parts === undefined
        ? { mean: modeled, variance: 0, runs: 0 }
        : { ...totalOf(parts, measurement?.energy?.runs ?? 0), ...roundsOf(measurement) },
    scale,
    isProxy: measurement?.source.isProxy === true,
    isMeasured: scale !== undefined,
    contexts: contextsOf(profile, unitCosts, hasDescriptors) ?? traced?.tree,
    isDividedByTime: traced !== undefined,
    counted: { profile, unitCosts },
    kind: 'joules',
    isInterpreted: measurement !== undefined && isInterpreted(measurement),
    ...(scale === undefined || measurement?.energy === undefined ? {} : { runs: measurement.energy }),
    origin: originOf(profile, scale === undefined ? model : undefined),
    notes: [
      ...(scale === undefined ? [whyModeled(name, profile, measured?.factor)] : []),
      ...(profile.counting.isExact ? [] : [`${name}: threads may have lost counts of each other`]),
      ...(unpriced > 0
        ? [`${name}: ${formatCount(unpriced)} operations have no price, and are in no energy`]
        : []),
      ...(traced?.notes ?? []).map((note) => `${name}: ${note}`),
    ],
  };

  function priceOf(key: OperationKey): Joules | undefined {
    const price = model.price(key);
    return price === undefined ? undefined : meanOf(price, model);
  }
}

/** The mean of a profile's runs. Start-up was measured by itself; everything else is subtracted by an estimate. */
function totalOf({ left, leftVariance, total, idle, runtime }: RunParts, runs: number): MeanOfRuns {
  const takenOff = total - idle - (runtime.startUp ?? 0) - left;
  return { mean: left, variance: leftVariance, runs, takenOff };
}

/**
 * The energies of the rounds of runs. What is subtracted beside start-up is the same for all runs, and in no
 * difference of rounds.
 */
function roundsOf(measurement: MeasurementRecord | undefined): Pick<MeanOfRuns, 'rounds'> {
  const values = measurement === undefined ? undefined : energiesByRound(measurement);
  const turns = measurement?.inTurn;
  if (values === undefined || turns === undefined) return {};
  return { rounds: { series: turns.series, place: turns.place, values } };
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
    return `${name} was measured, and is priced by the model alone, as the other side is`;
  return measurement === undefined
    ? `${name} was counted, and not measured: its energies are the model's, and nothing says how much runs spread`
    : `${name} does too little to be told from its start-up: its energies are the model's`;
}

function sumRecording(
  { name, recording }: ComparedRecording,
  index: number,
  hasDescriptors: boolean,
): RawSide {
  const { source, measures, problems } = recording;
  const measure = measures[index];
  const { tree, total, beside } = contextsOfRecording(recording, index, hasDescriptors);
  const others = measures.length - 1;
  const unit = measure?.unit ?? 'share';
  const device = measure?.device ?? source.device;
  const [loss, ...more] = problems.filter(({ isDoubt }) => isDoubt !== true);
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
      meter: [measure?.provenance, measure?.component, measure?.isProxy && 'by CPU time']
        .filter((each) => typeof each === 'string')
        .join(', '),
      ...(device === undefined ? {} : { device }),
    },
    notes: [
      total > 0
        ? `${name} was recorded once: nothing says how much runs spread`
        : `${name} is empty: it holds no amounts of Java methods`,
      ...(others > 0
        ? [`${name}: its ${measure?.name ?? ''} is compared, and not its ${others} other measures`]
        : []),
      ...(beside > 0
        ? [
            `${name}: ${formatAmount(beside, unit)} (${formatShare(beside / (beside + total))}) is idling, the JVM's own work or nobody's, and in no figure`,
          ]
        : []),
      ...(loss === undefined
        ? []
        : [
            `${name}: parts of it were left out when it was imported: ${describeProblem(loss)}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
          ]),
    ],
  };
}
