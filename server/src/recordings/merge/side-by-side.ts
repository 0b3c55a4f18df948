/**
 * The amounts that several recordings have for each place, with the figure that is shown: the best evidence
 * of one device or, if no recording has energies, the shares of one recording.
 *
 * Sits in `recordings/`, over `merge-recordings.ts`. What is told of a method as a
 * whole stands beside each of its lines that another source tells.
 */
import { MERGED_FORMAT } from '../model/imported-profile';
import { at, withDefined } from '../../base/check';
import { groupBy } from '../../base/groups';
import type { Measure, MeasureUnit, Provenance } from '../../base/measure';
import { type Amount, amountOf, createGroups, type GroupOf, keyOf, mayBeOfOne, sumOf } from './evidence';
import { compareEvidence, type EvidenceOrder, mergeRecordings } from './merge-recordings';
import { describeRun } from './merge-doubts';
import { isOnlyTotal, type MergedComponent, type MergedPlace } from './merge-group';
import { sumOfPlaces } from './run-total';
import type { Placement } from '../place/place-frame';
import { framesWithCalled, type PlacedRecording, placeValues } from '../place/placed-values';

/** The amount that one source has for one place, and how the source came to it. */
export interface Saying {
  /** Names of its recordings; more than one are repeated runs. */
  readonly names: readonly string[];
  readonly tool: string;
  readonly measure: string;
  readonly unit: MeasureUnit;
  readonly provenance: Provenance;
  readonly isProxy: boolean;
  readonly device: string;
  readonly component: string;
  readonly date: string;
  readonly amount: Amount;
  /** The amount as a share of all that the source has by this measure. */
  readonly share: number;
  /** True if the amount is that of the method as a whole. */
  readonly isOfMethod: boolean;
  /** True if the amount is that of single library calls or paths, which the place is more than. */
  readonly isPart: boolean;
  /** True if the shown amount is this one, or is scaled from it. */
  readonly isChosen: boolean;
  /** Its interval does not meet that of the chosen one. */
  readonly disagrees: boolean;
}

export interface ShownPlace {
  readonly placement: PlacedPlacement;
  /**
   * The amount on the device that is shown, all its shown components together; absent if only others are known
   * to have run the place.
   */
  readonly amount?: Amount;
  /** The parts of the amount, by component; empty unless several are shown. */
  readonly parts: readonly ComponentPart[];
  /** The names of the recordings whose totals the amount was scaled to; empty if it was not scaled. */
  readonly constrainedBy: readonly string[];
  readonly sayings: readonly Saying[];
}

/** The amount that one component took at a place. */
export interface ComponentPart {
  readonly component: string;
  readonly amount: Amount;
}

export type PlacedPlacement = Exclude<Placement, { readonly kind: 'unplaced' }>;

/** The measure that the shown figures of all places have. */
export interface ShownMeasure {
  readonly unit: MeasureUnit;
  /** The name of a measure other than energy, such as "samples". */
  readonly name: string;
  /** The names of the recordings that figures are taken from. */
  readonly names: readonly string[];
  /** Placed or not. */
  readonly total: number;
  readonly device: string;
  readonly otherDevices: readonly string[];
  /** The components that the device's energies are told apart by; empty for none. */
  readonly components: readonly string[];
  /** The component that is shown alone; empty for all together. It may be none of {@link components}. */
  readonly component: string;
  /** No better than the worst of its parts. */
  readonly provenance: Provenance;
  readonly isProxy: boolean;
  /** True if library code stands apart: then an amount is none of what its line calls. */
  readonly isOwn?: boolean;
}

export interface ShownChoice {
  readonly order: EvidenceOrder;
  /** The one component that is shown, in upper or lower case; absent or empty for all together. */
  readonly component?: string;
  /** The device that is shown, in upper or lower case; absent for that of the best evidence. */
  readonly device?: string;
}

export interface ShownEvidence {
  readonly measure: ShownMeasure;
  /** Sentences about recordings that are hardly of one program and input. */
  readonly doubts: readonly string[];
  readonly byPath: ReadonlyMap<string, readonly ShownPlace[]>;
}

/**
 * Puts the evidence of all recordings side by side, place by place. If no recording has energy, the samples,
 * times or shares of the first that has any are shown. The result is undefined if the recordings have none of
 * these.
 */
export function putSideBySide(
  recordings: readonly PlacedRecording[],
  choice: ShownChoice,
): ShownEvidence | undefined {
  const components = mergeRecordings(recordings, choice.order);
  const shares = recordings.flatMap(readShares);
  const shown = chooseDevice(components, choice) ?? chooseShares(shares);
  if (shown === undefined) return undefined;
  const groupOf = createGroups(recordings);
  const tellers = [
    ...components.map((each) => tellComponent(each, shown, groupOf)),
    ...shares.map((each) => tellShares(each, shown, groupOf)),
  ];
  const groups = new Map<string, Map<string, PlacedPlacement>>();
  for (const { groups: own } of tellers) {
    for (const [group, places] of own) {
      const known = groups.get(group) ?? new Map<string, PlacedPlacement>();
      groups.set(group, known);
      for (const [key, { placement }] of places) if (!known.has(key)) known.set(key, placement);
    }
  }
  const byPath = new Map<string, ShownPlace[]>();
  for (const [group, places] of groups) {
    for (const placement of places.values()) {
      const said = tellers.map((teller) => sayAt(teller, group, placement));
      const own = said.flatMap(({ shown: amount }, index): readonly ComponentPart[] =>
        amount === undefined ? [] : [{ component: at(tellers, index).component, amount }],
      );
      const named = own.filter(({ component: name }) => name !== '');
      // What is told of all components together has the named ones in it.
      const sum = own.length > named.length ? own.filter(({ component: name }) => name === '') : own;
      const place: ShownPlace = {
        placement,
        ...(sum.length === 0 ? {} : { amount: sumOf(sum.map(({ amount }) => amount)) }),
        parts: own.length > 1 ? named : [],
        constrainedBy: [...new Set(said.flatMap(({ constrainedBy }) => constrainedBy))],
        sayings: said.flatMap(({ sayings }) => sayings),
      };
      const known = byPath.get(placement.path);
      if (known === undefined) byPath.set(placement.path, [place]);
      else known.push(place);
    }
  }
  const problems = components.filter(shown.isShown).flatMap(describeRun);
  return {
    measure: { ...shown.measure, isOwn: recordings.some(leavesCallsApart) },
    doubts: problems.filter(({ isDoubt }) => isDoubt !== true).map(({ message }) => message),
    byPath,
  };
}

/** True if the recording tells libraries from the lines that call them, and these stand apart. */
function leavesCallsApart({ recording, placements, isLibraryApart }: PlacedRecording): boolean {
  if (isLibraryApart !== true) return false;
  const { frames } = recording.tree;
  return framesWithCalled({ recording, placements }).some((frame, context) => frame !== frames[context]);
}

interface ShownTellers {
  readonly measure: ShownMeasure;
  readonly isShown: (teller: MergedComponent | ShareRecording) => boolean;
}

/** The wanted device, or that of the best evidence; the others stand beside it, since devices are never added up. */
function chooseDevice(
  components: readonly MergedComponent[],
  { order, component: wanted = '', device: given }: ShownChoice,
): ShownTellers | undefined {
  const known = components.find(({ device }) => device.toLowerCase() === given?.toLowerCase());
  const best = components
    .filter(({ device }) => known === undefined || device === known.device)
    .flatMap(({ device, places, isBeside }) =>
      isBeside ? [] : places.map(({ chosen }) => ({ device, chosen })),
    )
    .reduce<{ readonly device: string; readonly chosen: MergedPlace['chosen'] } | undefined>(
      (first, each) =>
        first === undefined || compareEvidence(each.chosen, first.chosen, order) < 0 ? each : first,
      undefined,
    );
  if (best === undefined) return undefined;
  const ofDevice = components.filter(({ device, isBeside }) => device === best.device && !isBeside);
  const named = [...new Set(ofDevice.map(({ component }) => component).filter((name) => name !== ''))];
  const component = named.find((name) => name.toLowerCase() === wanted.toLowerCase()) ?? wanted;
  const own = ofDevice.filter((each) => component === '' || each.component === component);
  const places = own.flatMap((each) => each.places).filter(({ isAside }) => !isAside);
  const kinds = new Set(places.map(({ chosen }) => chosen.provenance));
  const isScaled = places.some(({ constrainedBy }) => constrainedBy !== undefined);
  const isModeled = kinds.has('modeled') || isScaled;
  return {
    measure: {
      unit: 'joules',
      name: 'energy',
      names: [...new Set(places.flatMap(({ chosen }) => chosen.names))],
      total: totalOf(own),
      device: best.device,
      otherDevices: [...new Set(components.map(({ device }) => device))].filter(
        (device) => device !== best.device,
      ),
      components: named,
      component,
      provenance: kinds.has('estimated') ? 'estimated' : isModeled ? 'modeled' : 'measured',
      isProxy: places.some(({ chosen }) => chosen.isProxy),
    },
    isShown: (teller) => own.some((each) => each === teller),
  };
}

/** What all components take together; what tells them together has the named ones in it, unless it tells no places. */
function totalOf(components: readonly MergedComponent[]): number {
  const whole = components.find((each) => each.component === '' && !isOnlyTotal(each));
  return (whole === undefined ? components : [whole]).reduce(
    (sum, { places }) => sum + sumOfPlaces(places),
    0,
  );
}

/** A recording without any energy: its samples, times or shares. */
interface ShareRecording {
  readonly placed: PlacedRecording;
  readonly measure: Measure;
  readonly index: number;
}

/** Time tells best where energy may have gone; bytes tell least. */
const SHARE_UNITS: readonly MeasureUnit[] = ['seconds', 'samples', 'share', 'bytes'];

function readShares(placed: PlacedRecording): readonly ShareRecording[] {
  const { measures, source } = placed.recording;
  const has = (unit: MeasureUnit): number =>
    measures.findIndex((each) => each.unit === unit && each.total > 0);
  if (has('joules') >= 0 || source.format === MERGED_FORMAT) return [];
  const index = SHARE_UNITS.map(has).find((each) => each >= 0);
  const measure = index === undefined ? undefined : measures[index];
  return index === undefined || measure === undefined ? [] : [{ placed, measure, index }];
}

function chooseShares([first]: readonly ShareRecording[]): ShownTellers | undefined {
  if (first === undefined) return undefined;
  const { measure, placed } = first;
  const { name, device } = placed.recording.source;
  return {
    measure: {
      unit: measure.unit,
      name: measure.name,
      names: [name],
      total: measure.total,
      device: measure.device ?? device ?? '',
      otherDevices: [],
      components: [],
      component: '',
      provenance: measure.provenance,
      isProxy: false,
    },
    isShown: (teller) => teller === first,
  };
}

interface PlaceSayings {
  readonly placement: PlacedPlacement;
  /** Undefined where a better source tells the whole run, and has nothing here. */
  readonly amount: Amount | undefined;
  readonly constrainedBy: readonly string[];
  readonly sayings: readonly Saying[];
}

/** A component of a device, or a recording of shares. */
interface Teller {
  readonly component: string;
  readonly isShown: boolean;
  readonly groups: ReadonlyMap<string, ReadonlyMap<string, PlaceSayings>>;
}

function tellComponent(component: MergedComponent, { isShown }: ShownTellers, groupOf: GroupOf): Teller {
  const groups = new Map<string, Map<string, PlaceSayings>>();
  for (const merged of component.places) {
    const { place, chosen, constrainedBy, disagreements, statements, isAside } = merged;
    const { placement, name } = place;
    if (placement.kind === 'unplaced') continue;
    addTo(groups, groupOf(placement, name), {
      placement,
      amount: isAside ? undefined : merged.amount,
      constrainedBy: isAside ? [] : (constrainedBy?.names ?? []),
      sayings: statements.map(({ evidence, amount: said, isOfMethod }): Saying => ({
        names: evidence.names,
        tool: evidence.tool,
        measure: evidence.measure,
        unit: 'joules',
        provenance: evidence.provenance,
        isProxy: evidence.isProxy,
        device: component.device,
        component: component.component,
        date: evidence.date,
        amount: said,
        share: shareOf(said.mean, evidence.total.mean),
        isOfMethod,
        isPart: evidence.isPart,
        isChosen: evidence === chosen && !isAside && isShown(component),
        disagrees: disagreements.some(({ other }) => other.evidence === evidence),
      })),
    });
  }
  return { component: component.component, isShown: isShown(component), groups };
}

function tellShares(given: ShareRecording, { isShown }: ShownTellers, groupOf: GroupOf): Teller {
  const { placed, measure } = given;
  const { source } = placed.recording;
  const groups = new Map<string, Map<string, PlaceSayings>>();
  for (const { placement, ...of } of placeValues(placed).places) {
    const { mean, called, calls } = amountOf(of, given.index);
    if (!(mean > 0)) continue;
    const amount: Amount = { mean, ...withDefined({ called, calls }) };
    const saying: Saying = {
      names: [source.name],
      tool: source.tool ?? source.format,
      measure: measure.name,
      unit: measure.unit,
      provenance: measure.provenance,
      isProxy: false,
      device: measure.device ?? source.device ?? '',
      component: measure.component ?? '',
      date: source.date ?? '',
      amount,
      share: shareOf(mean, measure.total),
      isOfMethod: false,
      isChosen: isShown(given),
      isPart: false,
      disagrees: false,
    };
    addTo(groups, groupOf(placement, ''), {
      placement,
      amount,
      constrainedBy: [],
      sayings: [saying],
    });
  }
  return { component: '', isShown: isShown(given), groups };
}

function addTo(groups: Map<string, Map<string, PlaceSayings>>, group: string, said: PlaceSayings): void {
  const places = groups.get(group) ?? new Map<string, PlaceSayings>();
  groups.set(group, places);
  places.set(keyOf(said.placement), said);
}

interface SaidAt {
  readonly shown: Amount | undefined;
  readonly constrainedBy: readonly string[];
  readonly sayings: readonly Saying[];
}

function sayAt({ groups, isShown }: Teller, group: string, place: PlacedPlacement): SaidAt {
  const places = groups.get(group);
  const here = places?.get(keyOf(place));
  if (here !== undefined)
    return {
      shown: isShown ? here.amount : undefined,
      constrainedBy: isShown ? here.constrainedBy : [],
      sayings: here.sayings,
    };
  // Its lines together, where this is the whole method; the whole, where this is a line.
  const others = [...(places?.values() ?? [])].filter(({ placement }) => mayBeOfOne(placement, place));
  const isWhole = others.some(({ placement }) => placement.kind !== 'line');
  if (others.length === 0 || (!isWhole && place.kind === 'line'))
    return { shown: undefined, constrainedBy: [], sayings: [] };
  return { shown: undefined, constrainedBy: [], sayings: joinSayings(others) };
}

/** The amounts of several places, joined to one for each source. */
function joinSayings(places: readonly PlaceSayings[]): readonly Saying[] {
  const bySource = groupBy(
    places.flatMap(({ sayings }) => sayings),
    ({ names, measure, component }) => JSON.stringify([names, measure, component]),
  );
  return [...bySource.values()].flatMap((said): readonly Saying[] => {
    const [first] = said;
    if (first === undefined) return [];
    // A source that tells the whole says so at each of the places.
    const parts = first.isOfMethod ? [first] : said;
    return [
      {
        ...first,
        amount: sumOf(parts.map(({ amount }) => amount)),
        share: parts.reduce((sum, { share }) => sum + share, 0),
        isOfMethod: true,
        disagrees: said.some(({ disagrees }) => disagrees),
      },
    ];
  });
}

function shareOf(part: number, total: number): number {
  return total > 0 ? part / total : 0;
}
