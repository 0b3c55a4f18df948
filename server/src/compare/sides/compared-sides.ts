/**
 * The sides of a comparison: counted profiles and other tools' recordings, with energies from the model or from a
 * meter, in one unit.
 *
 * Joules of different devices, meters or models cannot be compared, and neither can joules and samples: each side is
 * then shown in shares of its own total, and a note says why.
 */
import { scaleRowCosts } from '../../cost/pricing/counted-rows';
import { at } from '../../base/check';
import type { CostModel } from '../../cost/model/cost-model';
import { scaleToProfile } from '../../profile/account/measured-profile';
import { tellAlike } from '../../runs/account-alike';
import { allowForDrift } from '../../runs/comparable-runs';
import type { MeasurementRecord } from '../../runs/measurement-record';
import { formatAmount } from '../../words/amount-text';
import type { MeanOfRuns } from '../significance/significance';
import { chooseMeasures, namesDescriptors } from '../trees/recorded-contexts';
import { chooseScale } from './common-scale';
import type { ComparedSide, ComparedUnit, ModeledSide, RawSide } from './compared-side';
import {
  describeEndings,
  describeRounds,
  describeSingleRuns,
  describeSwallowed,
  describeUneven,
  describeUnnamed,
} from './describe-sides';
import { priceProfile, sumRecording } from './price-side';

export interface ModeledSides {
  readonly unit: ComparedUnit;
  /** The sides, in the order given. */
  readonly sides: readonly ModeledSide[];
  /** The factor from the model's joules to those shown, as one mean of all runs; absent unless all sides share one. */
  readonly commonScale?: MeanOfRuns;
  /** Notes that people should read beside the figures. */
  readonly notes: readonly string[];
}

export function priceSides(recorded: readonly ComparedSide[], model: CostModel): ModeledSides {
  const modeled = priceAll(recorded, model);
  return { ...modeled, notes: [...describeEndings(recorded), ...modeled.notes] };
}

function priceAll(recorded: readonly ComparedSide[], model: CostModel): ModeledSides {
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
      : sumRecording(side, at(measures, next++), hasDescriptors),
  );
  const hasCalls = raw.some(({ contexts }) => contexts !== undefined);
  const notes = [
    ...raw.flatMap(({ name, contexts, notes: own }) =>
      hasCalls && contexts === undefined
        ? [`${name} has no tree of calls (--record tree): its tasks are in no list`, ...own]
        : own,
    ),
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

/** The sides with a spread of their runs that allows for drift, and with the same parts subtracted from each. */
function accountAlike(recorded: readonly ComparedSide[]): {
  readonly sides: readonly ComparedSide[];
  readonly notes: readonly string[];
} {
  const measured = recorded.flatMap((side) =>
    'profile' in side && side.profile.measurement?.energy !== undefined
      ? [{ side, name: side.name, record: allowForDrift(side.profile.measurement) }]
      : [],
  );
  const { records, notes } = tellAlike(measured);
  const alike = new Map<ComparedSide, MeasurementRecord>(
    measured.map(({ side }, index) => [side, at(records, index)]),
  );
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
  for (const [of, why, between] of ORIGINS) {
    const names = [...new Set(sides.flatMap(({ origin }) => origin[of] ?? []))];
    if (names.length > 1) return `${why}: ${names.join(between)}`;
  }
  return undefined;
}

/** The facts by which amounts cannot be compared if they differ. */
const ORIGINS = [
  ['meter', 'they were measured in different ways', '; '],
  ['device', 'they are of different devices', '; '],
  ['supply', 'they had different power', ', '],
] as const;

/** A side in shares of its total. A part's share of its total does not depend on how much runs spread. */
function inShares(side: RawSide): ModeledSide {
  const factor = side.total.mean > 0 ? 1 / side.total.mean : 0;
  const total = { mean: side.total.mean * factor, variance: 0, runs: 0 };
  return { ...timesFactor(side, factor), total, run: undefined };
}

/** A side with the energies of its parts times a factor; the total stays as it was measured. */
function timesFactor(side: ModeledSide, factor: number): ModeledSide {
  const { contexts, counted, scale } = side;
  return {
    ...side,
    scale: scale === undefined ? undefined : scale * factor,
    contexts: contexts && { ...contexts, exclusive: contexts.exclusive.map((value) => value * factor) },
    ...(counted && {
      counted: { ...counted, costs: scaleRowCosts(counted.costs, factor) },
    }),
  };
}

/** The sides by one scale, if all were counted and measured, and differ by no more than chance. */
function scaleAlike(sides: readonly RawSide[], notes: readonly string[]): Omit<ModeledSides, 'unit'> {
  const scaled = sides.flatMap(({ name, total, run, scale, isInterpreted: wasInterpreted }) =>
    scale === undefined
      ? []
      : [{ name, total, scale, isInterpreted: wasInterpreted, whole: run?.whole.mean ?? total.mean }],
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
