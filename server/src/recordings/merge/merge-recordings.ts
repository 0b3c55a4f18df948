/**
 * Several recordings as one: for each method the best evidence there is, with
 * the others beside it.
 *
 * Sits in `recordings/`. Lines of a method are those of one source, so that they
 * add up; where better evidence knows the method's energy only, they are scaled
 * to it, as all places of a source are to a measured total of the whole
 * program. The run has one total (`one-run.ts`): places that only worse sources know stand beside it without a part, or
 * share what a stated total leaves. Components are merged apart, and devices are never put together.
 */
import { isRounding } from '../../base/statistics';
import { MERGED_FORMAT } from '../model/imported-profile';
import { addTo, groupBy } from '../../base/groups';
import { createGroups, type Evidence, gatherEvidence } from './evidence';
import { fitComponents } from './fit-components';
import { isOnlyTotal, mergeGroup, type MergedComponent, type MergedPlace, type Scale } from './merge-group';
import { findCopies, findRunSources } from './one-run';
import { balance, restOf, sumOfPlaces } from './run-total';
import type { PlacedRecording } from '../place/placed-values';

/** `proxy`: CPU time stood in for a meter. */
export const EVIDENCE_KINDS = ['measured', 'modeled', 'proxy', 'estimated'] as const;

/** The best first: kinds of evidence, and names of recordings. What is not named follows in the usual order. */
export type EvidenceOrder = readonly string[];

export function mergeRecordings(
  recordings: readonly PlacedRecording[],
  order: EvidenceOrder,
): readonly MergedComponent[] {
  const copies = findCopies(recordings);
  const groupOf = createGroups(recordings);
  const all = gatherEvidence(
    recordings.filter(
      ({ recording }, index) => recording.source.format !== MERGED_FORMAT && copies[index] === index,
    ),
    groupOf,
  );
  const devices = devicesOf(all);
  const subjects = new Map<string, Evidence[]>();
  for (const evidence of all) {
    for (const device of isShared(evidence, devices) ? devices : [evidence.device])
      addTo(subjects, JSON.stringify([device, componentFor(evidence, device, all)]), evidence);
  }
  const components = Array.from(subjects, ([key, evidence]): MergedComponent => {
    const [device = '', component = ''] = JSON.parse(key) as readonly string[];
    const ranked = [...evidence].sort((one, other) => compareEvidence(one, other, order, device));
    const isBeside =
      component !== '' && evidence.every(({ isCounted }) => isCounted) && measuredOn(device, all).length > 0;
    return { device, component, isBeside, ...mergeComponent(ranked, isBeside) };
  });
  return [...groupBy(components, ({ device }) => device).values()].flatMap((ofDevice) =>
    leaveRest(fitComponents(ofDevice, groupOf)),
  );
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

function measuredOn(device: string, all: readonly Evidence[]): readonly Evidence[] {
  return all.filter((each) => !each.isCounted && each.device === device);
}

/**
 * The component that evidence belongs to. A cost model tells the energy of a processor, so beside
 * measurements of single components it belongs to the CPU's.
 */
function componentFor(evidence: Evidence, device: string, all: readonly Evidence[]): string {
  if (!evidence.isCounted || evidence.component !== '') return evidence.component;
  const beside = measuredOn(device, all);
  const isWhole = beside.some(({ component, isTotal }) => component === '' && !isTotal);
  if (isWhole || beside.every(({ component }) => component === '')) return '';
  return beside.find(({ component }) => /^cpu$/i.test(component))?.component ?? 'CPU';
}

/** Leaves of a total of all components what none of them has. */
function leaveRest(components: readonly MergedComponent[]): readonly MergedComponent[] {
  const named = components.filter(({ component, isBeside }) => component !== '' && !isBeside);
  const known = named.reduce((sum, each) => sum + sumOfPlaces(each.places), 0);
  return components.map((each) => {
    const { whole } = each.sources;
    if (!isOnlyTotal(each) || whole === undefined || named.length === 0) return each;
    return { ...each, places: restOf(whole, whole.total.mean - known) };
  });
}

function mergeComponent(
  ranked: readonly Evidence[],
  isBeside: boolean,
): Pick<MergedComponent, 'places' | 'sources'> {
  const sources = findRunSources(ranked);
  const { own, strangers, counting, whole } = sources;
  const all = [...own, ...strangers];
  const groups = new Set(all.flatMap(({ groups: places }) => [...places.keys()]));
  const scales = new Map(own.map((source) => [source, scaleToTotal(source, whole, ranked)]));
  const isCounting = (group: string): boolean => counting.some(({ groups: places }) => places.has(group));
  const places = [...groups].flatMap((group) =>
    mergeGroup(group, sources, scales).map((place): MergedPlace => ({
      ...place,
      isAside: isBeside || !isCounting(group),
    })),
  );
  return { sources, places: isBeside || whole === undefined ? places : balance(places, whole, sources) };
}

/**
 * The factor that scales a source to a better total of the whole program; 1 if there is no better one. A table that
 * measured some places only is no more than it says: the rest of the total is elsewhere.
 */
function scaleToTotal(source: Evidence, best: Evidence | undefined, ranked: readonly Evidence[]): Scale {
  if (best === undefined || ranked.indexOf(best) > ranked.indexOf(source) || source.total.mean === 0)
    return { factor: 1 };
  const factor = best.total.mean / source.total.mean;
  if (Math.abs(factor - 1) < 1e-9) return { factor: 1 };
  const isPart = source.isPart || (source.provenance === 'measured' && !source.isProxy && !source.isWholeRun);
  return isPart && factor > 1 ? { factor: 1 } : { factor, by: best };
}

/**
 * The better first: by the order that was given, then what is of `device` itself, if one is given, then a recording before a
 * counted profile, then by what is surer, then by what is newer. A copy that lost its intervals comes after its original.
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
  const isBare = [one, other].map(({ total }) => total.variance === undefined);
  if (isRounding(one.total.mean, other.total.mean) && isBare[0] !== isBare[1])
    return isBare[0] === true ? 1 : -1;
  if (one.isCounted !== other.isCounted) return one.isCounted ? 1 : -1;
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
