/**
 * Several recordings as one: for each method the best evidence there is, with
 * the others beside it.
 *
 * Sits in `placing/`. Lines of a method are those of one source, so that they
 * add up; where better evidence knows the method's energy only, they are scaled
 * to it, as all places of a source are to a measured total of the whole
 * program. Components are merged apart, and devices are never put together.
 */
import {
  type Amount,
  type Evidence,
  gatherEvidence,
  keyOf,
  NORMAL_95,
  type PlaceAmount,
  sumOf,
} from './evidence';
import type { PlacedRecording } from './placed-values';

export const MERGED_FORMAT = 'merged';

/** `proxy`: CPU time stood in for a meter. */
export const EVIDENCE_KINDS = ['measured', 'modelled', 'proxy', 'estimated'] as const;

/** The best first: kinds of evidence, and names of recordings. What is not named follows in the usual order. */
export type EvidenceOrder = readonly string[];

/** At one line or method, what one source says. */
export interface Statement {
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
  /** Whose total the lines were scaled to. */
  readonly constrainedBy?: Evidence;
  /** Of each source that knows the place, or its method; the chosen one first. */
  readonly statements: readonly Statement[];
  /** Sources whose intervals don't meet that of the chosen one. */
  readonly disagreeing: readonly Evidence[];
}

export interface MergedComponent {
  readonly device: string;
  readonly component: string;
  readonly places: readonly MergedPlace[];
  /** The best that tells the whole program's energy, where one does. */
  readonly whole?: Evidence;
}

export function mergeRecordings(
  recordings: readonly PlacedRecording[],
  order: EvidenceOrder,
): readonly MergedComponent[] {
  const all = gatherEvidence(recordings.filter(({ recording }) => recording.source.format !== MERGED_FORMAT));
  const byRank = (one: Evidence, other: Evidence): number => compareEvidence(one, other, order);
  const devices = devicesOf(all);
  const subjects = new Map<string, Evidence[]>();
  for (const evidence of all) {
    for (const device of isShared(evidence, devices) ? devices : [evidence.device]) {
      const key = JSON.stringify([device, componentFor(evidence, device, all)]);
      subjects.set(key, [...(subjects.get(key) ?? []), evidence]);
    }
  }
  return Array.from(subjects, ([key, evidence]): MergedComponent => {
    const [device = '', component = ''] = JSON.parse(key) as readonly string[];
    return { device, component, ...mergeComponent([...evidence].sort(byRank)) };
  });
}

/** What was measured somewhere; without any, whatever the models are of. */
function devicesOf(all: readonly Evidence[]): readonly string[] {
  const measured = all.filter(({ isCounted }) => !isCounted);
  return [...new Set((measured.length > 0 ? measured : all).map(({ device }) => device))];
}

/**
 * A counted profile that is priced for another machine says how energy is shared on any: it stands beside what a device
 * was measured to take, which then scales it.
 */
function isShared({ isCounted, device }: Evidence, devices: readonly string[]): boolean {
  return isCounted && !devices.includes(device);
}

/** A cost model prices what a processor does: beside measurements of it alone it stands as one of them. */
function componentFor(evidence: Evidence, device: string, all: readonly Evidence[]): string {
  if (!evidence.isCounted || evidence.component !== '') return evidence.component;
  const beside = all.filter((each) => !each.isCounted && each.device === device);
  const isWhole = beside.some(({ component }) => component === '');
  return isWhole ? '' : (beside.find(({ component }) => /^cpu$/i.test(component))?.component ?? '');
}

function mergeComponent(ranked: readonly Evidence[]): Pick<MergedComponent, 'places' | 'whole'> {
  const totals = ranked.filter(({ isTotal }) => isTotal);
  const sources = ranked.filter(({ isTotal }) => !isTotal);
  const groups = new Set(sources.flatMap(({ groups: own }) => [...own.keys()]));
  const scales = new Map(sources.map((source) => [source, scaleToTotal(source, totals, ranked)]));
  const [whole] = totals;
  return {
    places: [...groups].flatMap((group) => mergeGroup(group, sources, scales)),
    ...(whole === undefined ? {} : { whole }),
  };
}

interface Scale {
  readonly factor: number;
  readonly by?: Evidence;
}

/** To a better total of the whole program. */
function scaleToTotal(source: Evidence, totals: readonly Evidence[], ranked: readonly Evidence[]): Scale {
  const [best] = totals;
  if (best === undefined || ranked.indexOf(best) > ranked.indexOf(source) || source.total.mean === 0)
    return { factor: 1 };
  return { factor: best.total.mean / source.total.mean, by: best };
}

function mergeGroup(
  group: string,
  sources: readonly Evidence[],
  scales: ReadonlyMap<Evidence, Scale>,
): readonly MergedPlace[] {
  const here = sources.filter(({ groups }) => groups.has(group));
  const placesOf = (source: Evidence): readonly PlaceAmount[] => [
    ...(source.groups.get(group)?.values() ?? []),
  ];
  const totalOf = (source: Evidence): Amount =>
    scaled(sumOf(placesOf(source).map(({ amount }) => amount)), scales.get(source)?.factor ?? 1);
  const [best] = here;
  const chosen =
    here.find((source) => placesOf(source).some(({ placement }) => placement.kind === 'line')) ?? best;
  if (chosen === undefined || best === undefined) return [];
  const program = scales.get(chosen) ?? { factor: 1 };
  const own = totalOf(chosen);
  const isBound = best !== chosen && own.mean > 0;
  const factor = program.factor * (isBound ? totalOf(best).mean / own.mean : 1);
  const by = isBound ? best : program.by;
  return placesOf(chosen).map((place): MergedPlace => {
    const key = keyOf(place.placement);
    const amount = scaled(
      place.amount,
      factor,
      by === undefined ? undefined : totalsOf(by, isBound ? group : undefined),
    );
    const others = here.filter((source) => source !== chosen);
    const statements = others.map((source): Statement => {
      const same = source.groups.get(group)?.get(key);
      const factorOfSource = scales.get(source)?.factor ?? 1;
      return {
        evidence: source,
        amount: same === undefined ? totalOf(source) : scaled(same.amount, factorOfSource),
        isOfMethod: same === undefined,
      };
    });
    const disagreeing = others.filter((source) => {
      const same = source.groups.get(group)?.get(key);
      // As they were: scaling makes them agree.
      return same === undefined
        ? isApart(totalOf(source), totalOf(chosen))
        : isApart(same.amount, place.amount);
    });
    return {
      place,
      amount,
      chosen,
      ...(by === undefined ? {} : { constrainedBy: by }),
      statements: [{ evidence: chosen, amount: place.amount, isOfMethod: false }, ...statements],
      disagreeing,
    };
  });
}

/** What something was scaled to. */
function totalsOf(by: Evidence, group: string | undefined): Amount {
  if (group === undefined) return by.total;
  return sumOf([...(by.groups.get(group)?.values() ?? [])].map(({ amount }) => amount));
}

/** With the error of what it was scaled to, which is the same for all lines. */
function scaled({ mean, variance }: Amount, factor: number, to?: Amount): Amount {
  const share = to?.variance === undefined || to.mean === 0 ? 0 : to.variance / to.mean ** 2;
  return {
    mean: mean * factor,
    ...(variance === undefined ? {} : { variance: variance * factor ** 2 + share * (mean * factor) ** 2 }),
  };
}

/** Whether the intervals of both don't meet; of what has none, nothing is said. */
function isApart(one: Amount, other: Amount): boolean {
  if (one.variance === undefined || other.variance === undefined) return false;
  const reach = NORMAL_95 * (Math.sqrt(one.variance) + Math.sqrt(other.variance));
  return Math.abs(one.mean - other.mean) > reach;
}

/** The better first: by the order that was given, then by what is surer, then by what is newer. */
export function compareEvidence(one: Evidence, other: Evidence, order: EvidenceOrder): number {
  const [a, b] = [one, other].map((evidence) => rankOf(evidence, order)) as [number, number];
  if (a !== b) return a - b;
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
