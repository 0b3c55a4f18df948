/**
 * Several recordings as one: for each method the best evidence there is, with
 * the others beside it.
 *
 * Sits in `recordings/`. Lines of a method are those of one source, so that they
 * add up; where better evidence knows the method's energy only, they are scaled
 * to it, as all places of a source are to a measured total of the whole
 * program. The best source that tells a whole run has the run's total: places that only worse sources know stand beside
 * it without a part. Components are merged apart, and devices are never put together.
 */
import { REACH_OF_90 } from '../../base/distributions';
import {
  type Amount,
  createGroups,
  type Evidence,
  gatherEvidence,
  keyOf,
  mayBeOfOne,
  type PlaceAmount,
  sumOf,
} from './evidence';
import { addTo } from '../../base/groups';
import type { PlacedRecording } from '../place/placed-values';

export const MERGED_FORMAT = 'merged';

/** `proxy`: CPU time stood in for a meter. */
export const EVIDENCE_KINDS = ['measured', 'modeled', 'proxy', 'estimated'] as const;

/** The best first: kinds of evidence, and names of recordings. What is not named follows in the usual order. */
export type EvidenceOrder = readonly string[];

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
  /** True if a better source tells the whole run and has nothing here: then the amount is in no sum. */
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

export interface MergedComponent {
  readonly device: string;
  readonly component: string;
  readonly places: readonly MergedPlace[];
  /** The best that tells the whole program's energy, where one does. */
  readonly whole?: Evidence;
  /** The sources that tell whole runs, the best first; more than one may tell different runs. */
  readonly runs: readonly Evidence[];
}

export function mergeRecordings(
  recordings: readonly PlacedRecording[],
  order: EvidenceOrder,
): readonly MergedComponent[] {
  const all = gatherEvidence(
    recordings.filter(({ recording }) => recording.source.format !== MERGED_FORMAT),
    createGroups(recordings),
  );
  const devices = devicesOf(all);
  const subjects = new Map<string, Evidence[]>();
  for (const evidence of all) {
    for (const device of isShared(evidence, devices) ? devices : [evidence.device])
      addTo(subjects, JSON.stringify([device, componentFor(evidence, device, all)]), evidence);
  }
  return Array.from(subjects, ([key, evidence]): MergedComponent => {
    const [device = '', component = ''] = JSON.parse(key) as readonly string[];
    const ranked = [...evidence].sort((one, other) => compareEvidence(one, other, order, device));
    return { device, component, ...mergeComponent(ranked) };
  });
}

/**
 * The devices that have evidence other than counted profiles; if none has, the devices that the models are
 * of.
 */
function devicesOf(all: readonly Evidence[]): readonly string[] {
  const measured = all.filter(({ isCounted }) => !isCounted);
  return [...new Set((measured.length > 0 ? measured : all).map(({ device }) => device))];
}

/**
 * True for a counted profile that is modeled for another machine. It says how energy is shared on any
 * machine: it stands beside the measurements of a device, and is scaled to them.
 */
function isShared({ isCounted, device }: Evidence, devices: readonly string[]): boolean {
  return isCounted && !devices.includes(device);
}

/**
 * The component that evidence belongs to. A cost model tells the energy of a processor, so beside
 * measurements of single components it belongs to the CPU's.
 */
function componentFor(evidence: Evidence, device: string, all: readonly Evidence[]): string {
  if (!evidence.isCounted || evidence.component !== '') return evidence.component;
  const beside = all.filter((each) => !each.isCounted && each.device === device);
  const isWhole = beside.some(({ component }) => component === '');
  return isWhole ? '' : (beside.find(({ component }) => /^cpu$/i.test(component))?.component ?? '');
}

function mergeComponent(ranked: readonly Evidence[]): Pick<MergedComponent, 'places' | 'whole' | 'runs'> {
  const totals = ranked.filter(({ isTotal }) => isTotal);
  const sources = ranked.filter(({ isTotal }) => !isTotal);
  const groups = new Set(sources.flatMap(({ groups: own }) => [...own.keys()]));
  const scales = new Map(sources.map((source) => [source, scaleToTotal(source, totals, ranked)]));
  const [whole] = totals;
  const runs = sources.filter(({ isWholeRun }) => isWholeRun);
  const [run] = runs;
  const isAside = (group: string): boolean =>
    run !== undefined &&
    !sources.slice(0, sources.indexOf(run) + 1).some(({ groups: own }) => own.has(group));
  return {
    runs,
    places: [...groups].flatMap((group) =>
      mergeGroup(group, sources, scales).map((place) => ({ ...place, isAside: isAside(group) })),
    ),
    ...(whole === undefined ? {} : { whole }),
  };
}

interface Scale {
  readonly factor: number;
  readonly by?: Evidence;
}

/**
 * The factor that scales a source to a better total of the whole program; 1 if there is no better one. A table that
 * measured some places only is no more than it says: the rest of the total is elsewhere.
 */
function scaleToTotal(source: Evidence, totals: readonly Evidence[], ranked: readonly Evidence[]): Scale {
  const [best] = totals;
  if (best === undefined || ranked.indexOf(best) > ranked.indexOf(source) || source.total.mean === 0)
    return { factor: 1 };
  const factor = best.total.mean / source.total.mean;
  if (Math.abs(factor - 1) < 1e-9) return { factor: 1 };
  const isPart = source.isPart || (source.provenance === 'measured' && !source.isProxy && !source.isWholeRun);
  return isPart && factor > 1 ? { factor: 1 } : { factor, by: best };
}

type PlaceOfAll = Omit<MergedPlace, 'isAside'>;

/** The places of one source in a group, or in a part of one. */
interface Told {
  readonly source: Evidence;
  readonly places: readonly PlaceAmount[];
  readonly scale: Scale;
}

function mergeGroup(
  group: string,
  sources: readonly Evidence[],
  scales: ReadonlyMap<Evidence, Scale>,
): readonly PlaceOfAll[] {
  const told = sources.map((source): Told => {
    const places = [...(source.groups.get(group)?.values() ?? [])];
    return { source, places, scale: scales.get(source) ?? { factor: 1 } };
  });
  const wholesFirst = [false, true].flatMap((isPart) =>
    told.filter(({ source }) => source.isPart === isPart),
  );
  return mergeOverloads(keepPlaces(wholesFirst, () => true));
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
 * The finest of what is told, scaled to the best; `beside` has no part in that. Nor have sources of single calls and
 * paths, where another tells whole lines or methods.
 */
function mergeTold(given: readonly Told[], besideAll: readonly Told[]): readonly PlaceOfAll[] {
  const wholes = given.filter(({ source }) => !source.isPart);
  const told = wholes.length > 0 ? wholes : given;
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
      const isOther = isApart(stated, compared) && !(each.source.isPart && stated.mean < compared.mean);
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
function scaled({ mean, variance, called }: Amount, factor: number, to?: Amount): Amount {
  const share = to?.variance === undefined || to.mean === 0 ? 0 : to.variance / to.mean ** 2;
  return {
    mean: mean * factor,
    ...(called === undefined ? {} : { called: called * factor }),
    ...(variance === undefined ? {} : { variance: variance * factor ** 2 + share * (mean * factor) ** 2 }),
  };
}

/** True if the intervals of both amounts don't meet; false if one of them has no interval. */
function isApart(one: Amount, other: Amount): boolean {
  if (one.variance === undefined || other.variance === undefined) return false;
  const reach = REACH_OF_90 * (Math.sqrt(one.variance) + Math.sqrt(other.variance));
  return Math.abs(one.mean - other.mean) > reach;
}

/**
 * The better first: by the order that was given, then what is of `device` itself, if one is given, then by what is surer,
 * then by what is newer.
 */
export function compareEvidence(
  one: Evidence,
  other: Evidence,
  order: EvidenceOrder,
  device?: string,
): number {
  const [a, b] = [one, other].map((evidence) => rankOf(evidence, order)) as [number, number];
  if (a !== b) return a - b;
  const [here, there] = [one, other].map((evidence) => device === undefined || evidence.device === device);
  if (here !== there) return here === true ? -1 : 1;
  const [first, second] = [one, other].map(({ total: { mean, variance } }) =>
    variance === undefined ? Infinity : variance / mean ** 2,
  ) as [number, number];
  if (first !== second) return first - second;
  return one.date === other.date ? 0 : one.date > other.date ? -1 : 1;
}

function rankOf({ names, provenance, isProxy }: Evidence, order: EvidenceOrder): number {
  const kind = isProxy && provenance !== 'estimated' ? 'proxy' : provenance;
  const usual = EVIDENCE_KINDS.filter((each) => !order.includes(each));
  const ranks = [...order, ...usual];
  const byName = ranks.findIndex((each) => names.includes(each));
  return byName >= 0 ? byName : ranks.indexOf(kind);
}
