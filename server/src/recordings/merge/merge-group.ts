/**
 * All that several sources say of one method or place, as one: the finest of it, scaled to the best.
 *
 * Sits in `recordings/`, under `merge-recordings.ts`.
 */
import { REACH_OF_90 } from '../../base/distributions';
import { type Amount, type Evidence, keyOf, mayBeOfOne, type PlaceAmount, sumOf } from './evidence';
import type { RunSources } from './one-run';

/** At one line or method, what one source says. */
export interface EvidenceStatement {
  readonly evidence: Evidence;
  readonly amount: Amount;
  /** It knows the method as a whole, where another knows lines of it. */
  readonly isOfMethod: boolean;
}

export interface MergedPlace {
  readonly place: PlaceAmount;
  /** After it was scaled, if it was. */
  readonly amount: Amount;
  readonly chosen: Evidence;
  /** True if better sources tell the run's total and have nothing here: then the amount is in no sum. */
  readonly isAside: boolean;
  /** The evidence whose total the lines were scaled to; absent if they were not scaled. */
  readonly constrainedBy?: Evidence;
  /**
   * The statements of each source that knows the place or its method; that of the chosen source stands first.
   */
  readonly statements: readonly EvidenceStatement[];
  /** The disagreements with sources whose intervals don't meet that of the chosen one. */
  readonly disagreements: readonly Disagreement[];
}

/** Two amounts of the same: of the place, or of all that the other source tells together. */
export interface Disagreement {
  readonly other: EvidenceStatement;
  readonly chosen: Amount;
}

/** The energy of one device or one of its components. */
export interface MergedComponent {
  readonly device: string;
  readonly component: string;
  readonly places: readonly MergedPlace[];
  readonly sources: RunSources;
  /** True if a counted profile alone tells it, beside the components that were measured. */
  readonly isBeside: boolean;
  /** The places of all components together whose single ones were told to take more; they are scaled down to it. */
  readonly over?: readonly ComponentsOver[];
}

/** A place, and what its components were told to take. */
export interface ComponentsOver {
  readonly place: MergedPlace;
  readonly parts: readonly MergedPlace[];
  /** The sum of the parts as they were told. */
  readonly told: number;
}

/** True for a total of all components together that nothing divides but these components. */
export function isOnlyTotal({ component, sources }: MergedComponent): boolean {
  return component === '' && sources.own.length === 0;
}

export interface Scale {
  readonly factor: number;
  readonly by?: Evidence;
}

type PlaceOfAll = Omit<MergedPlace, 'isAside'>;

/** The places of one source in a group, or in a part of one. */
interface Told {
  readonly source: Evidence;
  readonly places: readonly PlaceAmount[];
  readonly scale: Scale;
  /** 0 for lines and methods, 1 for single calls and paths in them, 2 for other programs: the lowest alone is merged. */
  readonly standing: number;
}

export function mergeGroup(
  group: string,
  { own, strangers }: RunSources,
  scales: ReadonlyMap<Evidence, Scale>,
): readonly PlaceOfAll[] {
  const tell = (source: Evidence, standing: number): Told => {
    const places = [...(source.groups.get(group)?.values() ?? [])];
    return { source, places, scale: scales.get(source) ?? { factor: 1 }, standing };
  };
  const told = [
    ...own.map((source) => tell(source, source.isPart ? 1 : 0)),
    ...strangers.map((source) => tell(source, 2)),
  ];
  const byStanding = [0, 1, 2].flatMap((each) => told.filter(({ standing }) => standing === each));
  return mergeOverloads(keepPlaces(byStanding, () => true));
}

function keepPlaces(told: readonly Told[], keeps: (place: PlaceAmount) => boolean): readonly Told[] {
  return told
    .map((each) => ({ ...each, places: each.places.filter(keeps) }))
    .filter(({ places }) => places.length > 0);
}

/**
 * Merges what the sources say of a group that may have overloads. If the best source tells overloads apart,
 * amounts that others have for them together stand beside its own. Otherwise the sources that tell them apart
 * say how the overloads share the amount.
 */
function mergeOverloads(told: readonly Told[]): readonly PlaceOfAll[] {
  const [best] = told;
  if (best === undefined) return [];
  const isTogether = ({ placement }: PlaceAmount): boolean => placement.kind === 'overloads';
  const together = keepPlaces(told, isTogether);
  if (together.length > 0 && !best.places.some(isTogether)) {
    const apart = keepPlaces(told, (place) => !isTogether(place));
    const methods = new Map(apart.flatMap(({ places }) => places.map((place) => [methodKey(place), place])));
    return [...methods.values()].flatMap((method) =>
      mergeTold(
        keepPlaces(apart, (place) => isAround(place, method)),
        keepPlaces(together, (place) => isAround(place, method)),
      ),
    );
  }
  const merged = mergeTold(told, []);
  const covered = [...best.places, ...merged.map(({ place }) => place)];
  const rest = keepPlaces(told, (place) => !covered.some((each) => isAround(place, each)));
  return [...merged, ...mergeOverloads(rest)];
}

function methodKey({ placement }: PlaceAmount): string {
  return placement.kind === 'line' ? `method ${placement.method?.first ?? ''}` : keyOf(placement);
}

function isAround(one: PlaceAmount, other: PlaceAmount): boolean {
  return mayBeOfOne(one.placement, other.placement);
}

function around({ places }: Told, given: readonly PlaceAmount[]): readonly PlaceAmount[] {
  return places.filter((place) => given.some((each) => isAround(place, each)));
}

/**
 * The finest of what is told, scaled to the best; `beside` has no part in that. Nor have sources of a higher standing
 * than the best.
 */
function mergeTold(given: readonly Told[], besideAll: readonly Told[]): readonly PlaceOfAll[] {
  const told = given.filter(({ standing }) => standing === given[0]?.standing);
  const beside = [...given.slice(told.length), ...besideAll];
  const tells = (kind: PlaceAmount['placement']['kind']): Told | undefined =>
    told.find(({ places }) => places.some(({ placement }) => placement.kind === kind));
  const [best] = told;
  const chosen = tells('line') ?? tells('method') ?? best;
  if (chosen === undefined || best === undefined) return [];
  const totalOf = ({ scale }: Told, places: readonly PlaceAmount[]): Amount =>
    scaled(sumOf(places.map(({ amount }) => amount)), scale.factor);
  const bound = best === chosen ? [] : around(chosen, best.places);
  const own = totalOf(chosen, bound);
  const measured = sumOf(best.places.map(({ amount }) => amount));
  return chosen.places.map((place): PlaceOfAll => {
    const key = keyOf(place.placement);
    const isBound = own.mean > 0 && bound.includes(place);
    const ratio = isBound ? totalOf(best, best.places).mean / own.mean : 1;
    const by = isBound ? best.source : chosen.scale.by;
    const to = isBound ? measured : chosen.scale.by?.total;
    const others = [...told, ...beside].filter((each) => each !== chosen && around(each, [place]).length > 0);
    const sameOf = ({ places }: Told): PlaceAmount | undefined =>
      places.find((each) => keyOf(each.placement) === key);
    const statements = others.map((each) => {
      const same = sameOf(each);
      const wholes = same === undefined ? around(each, [place]) : [same];
      const statement: EvidenceStatement = {
        evidence: each.source,
        amount: totalOf(each, wholes),
        isOfMethod: same === undefined,
      };
      // As they were: scaling makes them agree.
      const compared = same === undefined ? totalOf(chosen, around(chosen, wholes)) : place.amount;
      const stated = same?.amount ?? statement.amount;
      // A part may be as small as it likes.
      const isOther =
        each.standing < 2 &&
        isApart(stated, compared) &&
        !(each.source.isPart && stated.mean < compared.mean);
      return { statement, disagreements: isOther ? [{ other: statement, chosen: compared }] : [] };
    });
    return {
      place,
      amount: scaled(place.amount, chosen.scale.factor * ratio, to),
      chosen: chosen.source,
      ...(by === undefined ? {} : { constrainedBy: by }),
      statements: [
        { evidence: chosen.source, amount: place.amount, isOfMethod: false },
        ...statements.map(({ statement }) => statement),
      ],
      disagreements: statements.flatMap((each) => each.disagreements),
    };
  });
}

/**
 * An amount times a factor, with the error of the amount `to` that it was scaled to; that error is the same
 * for all lines.
 */
export function scaled({ mean, variance, called, calls }: Amount, factor: number, to?: Amount): Amount {
  const share = to?.variance === undefined || to.mean === 0 ? 0 : to.variance / to.mean ** 2;
  return {
    mean: mean * factor,
    ...(called === undefined ? {} : { called: called * factor }),
    ...(calls === undefined ? {} : { calls: calls.map((part) => ({ ...part, mean: part.mean * factor })) }),
    ...(variance === undefined ? {} : { variance: variance * factor ** 2 + share * (mean * factor) ** 2 }),
  };
}

/** True if the intervals of both amounts don't meet; false if one of them has no interval. */
function isApart(one: Amount, other: Amount): boolean {
  if (one.variance === undefined || other.variance === undefined) return false;
  const reach = REACH_OF_90 * (Math.sqrt(one.variance) + Math.sqrt(other.variance));
  return Math.abs(one.mean - other.mean) > reach;
}
