/**
 * The sides of a comparison: counted profiles and other tools' recordings, with energies from the model or from a
 * meter, in one unit.
 *
 * Joules of different devices, meters or models cannot be compared, and neither can joules and samples: each side is
 * then shown in shares of its own total, and a note says why.
 */
import { scaleRowCosts } from '../../cost/pricing/counted-rows';
import { at, withDefined } from '../../base/check';
import type { CostModel } from '../../cost/model/cost-model';
import type { LibraryPlace } from '../../profile/account/called-lines';
import { tellAlike } from '../../runs/account-alike';
import { MERGED_FORMAT } from '../../recordings/model/imported-profile';
import { allowForDrift } from '../../runs/comparable-runs';
import type { MeasurementRecord } from '../../runs/measurement-record';
import { formatAmount } from '../../words/amount-text';
import { chooseMeasures, namesDescriptors } from '../trees/recorded-contexts';
import { timesCalled } from './called-rows';
import type {
  ComparedRecording,
  ComparedSide,
  ComparedUnit,
  AccountedSide,
  ModeledSide,
  RawSide,
} from './compared-side';
import { inUnit } from './compared-metric';
import {
  describeEndings,
  describeFollowing,
  describeRounds,
  describeSingleRuns,
  describeSwallowed,
  describeUneven,
  describeUnnamed,
} from './describe-sides';
import { priceProfile, sumRecording } from './price-side';
import { chooseBasis, describeScales, reportSides, type RowBasis } from './row-basis';

export interface ModeledSides {
  readonly unit: ComparedUnit;
  /** The sides, in the order given. */
  readonly sides: readonly ModeledSide[];
  /** Notes that people should read beside the figures. */
  readonly notes: readonly string[];
}

/** `place` says whether lines have what they call of code that is not counted. */
export function priceSides(
  recorded: readonly ComparedSide[],
  model: CostModel,
  place?: LibraryPlace,
): ModeledSides {
  const { unit } = model;
  const asked = unit === undefined ? recorded : recorded.map((side) => inUnit(side, unit));
  const modeled = priceAll(asked, model, place);
  return {
    ...modeled,
    notes: [...describeEndings(recorded), ...describeFollowing(recorded), ...modeled.notes],
  };
}

function priceAll(
  recorded: readonly ComparedSide[],
  model: CostModel,
  libraryPlace: LibraryPlace | undefined,
): ModeledSides {
  const { sides: given, notes: takenOff } = accountAlike(asMerged(recorded));
  const profiles = given.flatMap((side) => ('profile' in side ? [side] : []));
  const recordings = given.flatMap((side) => ('recording' in side ? [side.recording] : []));
  const measures = chooseMeasures(recordings, model.unit ?? (profiles.length > 0 ? 'joules' : undefined));
  // A profile's calls of libraries have no descriptor, and many tools name none.
  const hasDescriptors =
    recordings.length === 0 || (profiles.length === 0 && recordings.every(namesDescriptors));
  const priceBy = (basis: RowBasis): readonly RawSide[] => {
    const counted = profiles.map((side, place) =>
      priceProfile(side, model, { basis, place, libraryPlace, hasDescriptors }),
    );
    let [nextProfile, next] = [0, 0];
    return given.map((side) =>
      'profile' in side
        ? at(counted, nextProfile++)
        : sumRecording(side, { chosen: at(measures, next++), hasDescriptors, counted }),
    );
  };
  const byReports = reportSides(profiles, model, libraryPlace);
  const why = whyShares(priceBy(byReports));
  // Shares of each side's own total need no costs in common.
  const basis = why === undefined ? chooseBasis(profiles, byReports) : byReports;
  const raw = priceBy(basis);
  const hasCalls = raw.some(({ contexts }) => contexts !== undefined);
  const notes = [
    ...raw.flatMap(({ name, contexts, notes: own }) =>
      hasCalls && contexts === undefined
        ? [`${name} has no tree of calls (--record tree): its tasks are in no list`, ...own]
        : own,
    ),
    ...describeSingleRuns(raw),
    ...(basis.kind === 'counts' ? [basis.note] : []),
    ...(basis.kind === 'model' ? [] : takenOff),
    ...describeSwallowed(raw),
    ...describeUneven(raw),
  ];
  const [only] = raw;
  if (why === undefined && only !== undefined && only.kind !== 'samples')
    return {
      unit: only.kind,
      sides: raw,
      notes: [...notes, ...describeScales(raw), ...describeRounds(raw), ...describeUnnamed(raw)],
    };
  const amounts = raw.map((side) => `${side.name} ${formatAmount(amountOf(side), side.kind)}`);
  return {
    unit: 'share',
    sides: raw.map(inShares),
    notes: [`compared as shares of each total (${amounts.join(', ')}), since ${why ?? ''}`, ...notes],
  };
}

/** The sides with methods of sources if one is a merge, which knows no others: bodies of lambdas are their method's there. */
function asMerged(sides: readonly ComparedSide[]): readonly ComparedSide[] {
  const isMerge = (side: ComparedSide): boolean =>
    'recording' in side && side.recording.source.format === MERGED_FORMAT;
  if (!sides.some(isMerge)) return sides;
  return sides.map((side) =>
    'recording' in side ? { ...side, recording: side.inSources ?? side.recording } : side,
  );
}

/** The sides with a spread of their runs that allows for drift, and with the same parts subtracted from each. */
function accountAlike(recorded: readonly ComparedSide[]): {
  readonly sides: readonly (AccountedSide | ComparedRecording)[];
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
      if (!('profile' in side)) return side;
      const measurement = alike.get(side);
      const profile = { ...side.profile, ...withDefined({ measurement }) };
      return { ...side, profile, reported: side.profile };
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

/** The amount of a side that shares are of: its whole run, or the sum of its rows if nothing else is known. */
function amountOf({ run, sum }: RawSide): number {
  return run?.whole.mean ?? sum;
}

/** A side in shares of its total. A part's share of its total does not depend on how much runs spread. */
function inShares(side: RawSide): ModeledSide {
  const { contexts, counted, scale, sum, run, parts } = side;
  const amount = amountOf(side);
  const factor = amount > 0 ? 1 / amount : 0;
  return {
    ...side,
    total: { mean: sum * factor, variance: 0, runs: 0 },
    countedWork: undefined,
    run: run && { whole: { mean: amount * factor, variance: 0, runs: 0 } },
    parts: parts.map(({ part, energy }) => ({ part, ...withDefined({ energy: energy && energy * factor }) })),
    scale: scale === undefined ? undefined : scale * factor,
    contexts: contexts && {
      ...contexts,
      exclusive: contexts.exclusive.map((value) => value * factor),
      ...withDefined({ variance: contexts.variance?.map((value) => value * factor ** 2) }),
    },
    ...(counted && {
      counted: {
        ...counted,
        costs: scaleRowCosts(counted.costs, factor),
        called: timesCalled(counted.called, factor),
      },
    }),
  };
}
