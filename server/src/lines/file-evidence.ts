/**
 * The evidence that recordings give of the lines of one text, as it is now.
 *
 * Sits in `lines/`. Energies of whole methods stand on the line of the
 * method's name. Lines count from 0.
 */
import { withDefined } from '../base/check';
import { groupBy } from '../base/groups';
import { hashLines } from '../base/line-hashes';
import type { FileEnergy, OperationEnergy } from '../cost/pricing/file-energy';
import { joinsStrings } from '../profile/account/called-lines';
import { type Amount, sumOf } from '../recordings/merge/evidence';
import { movePlacement } from '../recordings/place/move-placements';
import type { MethodPlace } from '../recordings/place/place-frame';
import type {
  ComponentPart,
  PlacedPlacement,
  ShownEvidence,
  ShownMeasure,
  ShownPlace,
} from '../recordings/merge/side-by-side';
import type { LineIndex } from '../base/units';
import { countAbove } from '../words/energy-scale';
import { rankLines } from './heat';
import { laterText, nameOf } from './later-texts';
import { methodInWords } from '../words/text-sections';

export interface EvidenceLine {
  readonly line: LineIndex;
  /**
   * The amount that is shown; its mean is 0 if only devices other than the shown one are known to have run
   * the line.
   */
  readonly own: Amount;
  readonly isShown: boolean;
  /** The parts of the amount, by component; empty unless several components are shown. */
  readonly parts: readonly ComponentPart[];
  /** The line's rank: 1 is the hottest of the file, and equal figures share a rank. */
  readonly rank: number;
  readonly method?: string;
  readonly places: readonly ShownPlace[];
  /** True if something that was measured on this line has changed since. */
  readonly isChanged: boolean;
}

/** The amount that is shown for a method: the sum of its lines, or that of the method as a whole. */
interface MethodEvidence {
  readonly name: string;
  /** The line on which the method's name stands. */
  readonly line: LineIndex;
  readonly own: Amount;
  readonly parts: readonly ComponentPart[];
  readonly isChanged: boolean;
}

export interface FileEvidence {
  readonly measure: ShownMeasure;
  /** Ascending. */
  readonly lines: readonly EvidenceLine[];
  /** The sum of what is shown in this file. */
  readonly total: number;
  readonly methods: readonly MethodEvidence[];
  /** The names of methods and lines that changed since they were measured and have no place any more. */
  readonly gone: readonly string[];
}

/** An operation's part of what recordings have for its line or method. */
export interface DividedOperation {
  readonly name: string;
  readonly mean: number;
}

/**
 * A measured amount divided over the operations that the text has there, in the proportions of the model; the largest
 * first. What library code took is that of the calls that it was recorded below, else divided over the calls of
 * libraries; the rest is divided over the other operations. Of these, what is not modeled gets no part, or all of them
 * one without a name if a share has nothing else to go to. None if nothing there is modeled or recorded.
 */
export function divideOver(
  { mean, called = 0, calls = [] }: Pick<Amount, 'mean' | 'called' | 'calls'>,
  operations: readonly DividedSite[],
): readonly DividedOperation[] {
  const modeled = operations.flatMap(({ name, group, energy }) =>
    energy !== undefined && energy.mean > 0
      ? [{ name, mean: energy.mean, isCall: isLibraryCall({ group }) }]
      : [],
  );
  const callSites = operations.filter(isLibraryCall);
  const recorded = called > 0 ? calls.filter((part) => part.mean > 0) : [];
  if (modeled.length + recorded.length === 0) return [];
  const isKnown = called > 0 && (recorded.length > 0 || callSites.length > 0);
  const ofCalls = isKnown ? Math.min(called, mean) : mean;
  const others = modeled.filter(({ isCall }) => !isCall);
  const parts = new Map<string, number>();
  const divide = (share: number, over: readonly Weight[]): void => {
    const sum = over.reduce((all, each) => all + each.mean, 0);
    for (const each of over) parts.set(each.name, (parts.get(each.name) ?? 0) + (share * each.mean) / sum);
  };
  if (recorded.length > 0)
    divide(
      ofCalls,
      recorded.map((part) => ({ ...part, name: nameOfCall(part.name, operations) })),
    );
  else if (isKnown) divide(ofCalls, weighCalls(callSites, ofCalls, rateOf(mean - ofCalls, others)));
  else divide(ofCalls, modeled);
  if (mean > ofCalls) divide(mean - ofCalls, others.length > 0 ? others : [{ name: '', mean: 1 }]);
  return Array.from(parts, ([name, part]) => ({ name, mean: part })).sort((a, b) => b.mean - a.mean);
}

type DividedSite = Pick<OperationEnergy, 'name' | 'group' | 'energy'>;

interface Weight {
  readonly name: string;
  readonly mean: number;
}

function isLibraryCall({ group }: Pick<DividedSite, 'group'>): boolean {
  return group === 'library function';
}

/** How much of the recorded amount a modeled joule of other operations stands for; undefined where there are none. */
function rateOf(amount: number, others: readonly Weight[]): number | undefined {
  const modeled = others.reduce((sum, { mean }) => sum + mean, 0);
  return modeled > 0 && amount > 0 ? amount / modeled : undefined;
}

/**
 * The weights of calls whose parts no stack tells. Where some are not modeled, the modeled ones have what they take at
 * the rate of the other operations, and the others share the rest; without a rate, all are alike.
 */
function weighCalls(
  sites: readonly DividedSite[],
  amount: number,
  rate: number | undefined,
): readonly Weight[] {
  const known = sites.flatMap(({ name, energy }) =>
    energy === undefined ? [] : [{ name, mean: energy.mean }],
  );
  const unknown = [...new Set(sites.flatMap(({ name, energy }) => (energy === undefined ? [name] : [])))];
  const sum = known.reduce((all, { mean }) => all + mean, 0);
  if (unknown.length === 0) return sum > 0 ? known : known.map(({ name }) => ({ name, mean: 1 }));
  if (rate === undefined)
    return [...known.map(({ name }) => name), ...unknown].map((name) => ({ name, mean: 1 }));
  const rest = amount - sum * rate;
  if (rest <= 0) return known;
  return [
    ...known.map(({ name, mean }) => ({ name, mean: mean * rate })),
    ...unknown.map((name) => ({ name, mean: rest / unknown.length })),
  ];
}

/** The operation of a recorded call: of the same name, or the only call of a method with this simple name; else a new one. */
function nameOfCall(called: string, sites: readonly DividedSite[]): string {
  const names = [
    ...new Set(sites.filter(isLibraryCall).map(({ name }) => name.replace(/ per element$/, ''))),
  ];
  if (names.includes(called)) return called;
  if (joinsStrings(called)) return sites.find(({ name }) => name.startsWith('Concatenation'))?.name ?? called;
  const simple = called.slice(called.lastIndexOf('.'));
  const [only, ...further] = simple.startsWith('.') ? names.filter((name) => name.endsWith(simple)) : [];
  return only !== undefined && further.length === 0 ? only : called;
}

/** The operations that a text has on its lines, from the first to the last, with the energies that a model gives them. */
export type OperationsOn = (first: LineIndex, last: LineIndex) => readonly OperationEnergy[];

/** Library calls are left out where amounts are none of theirs. */
export function operationsOnLines(
  { lines }: Pick<FileEnergy, 'lines'>,
  { isOwn }: Pick<ShownMeasure, 'isOwn'>,
): OperationsOn {
  const all: OperationsOn = (first, last) =>
    lines.filter(({ line }) => line >= first && line <= last).flatMap(({ operations }) => operations);
  if (isOwn !== true) return all;
  return (first, last) =>
    all(first, last).filter(
      ({ name, group }) => group !== 'library function' && !name.startsWith('Concatenation'),
    );
}

/** The name of what {@link divideOver} makes of an amount, which says that a source told only the sum. */
export function basisOfDivision({ unit, provenance }: Pick<ShownMeasure, 'unit' | 'provenance'>): string {
  const isMeasured = unit === 'joules' && provenance === 'measured';
  return `modeled division of a ${isMeasured ? 'measured' : 'recorded'} total`;
}

export interface DividedAmount {
  /** They add up to the amount; none if nothing there is modeled. */
  readonly parts: readonly DividedOperation[];
  /** The names of operations without a cost, which have no part. */
  readonly unmodeled: readonly string[];
}

/** Divides amounts of places over the operations that their texts have there. */
export interface Division {
  /** The title of the cost model, whose proportions the parts have. */
  readonly model: string;
  /** `isOwn`: the amount is none of what the place calls of libraries. */
  readonly divide: (
    place: Pick<ShownPlace, 'placement' | 'amount'>,
    of?: Pick<ShownMeasure, 'isOwn'>,
  ) => DividedAmount;
}

/** Operations are those of the files' energies, by their paths. */
export function createDivision(
  model: string,
  energies: ReadonlyMap<string, FileEnergy>,
  measure: Pick<ShownMeasure, 'isOwn'>,
): Division {
  const known = new Map<string, OperationsOn>();
  return {
    model,
    divide(place, { isOwn = measure.isOwn } = measure) {
      const { path } = place.placement;
      const energy = energies.get(path);
      if (energy === undefined) return { parts: [], unmodeled: [] };
      const key = `${path} ${isOwn === true}`;
      const operationsOn = known.get(key) ?? operationsOnLines(energy, withDefined({ isOwn }));
      known.set(key, operationsOn);
      const { operations, parts } = divideOfPlace(place, operationsOn);
      const divided = new Set(parts.map(({ name }) => name));
      const without = operations.filter(({ name, energy: cost }) => cost === undefined && !divided.has(name));
      return { parts, unmodeled: [...new Set(without.map(({ name }) => name))] };
    },
  };
}

/** The operations of a place, and the parts of its amount; nothing of a place that is neither a line nor one method. */
export function divideOfPlace(
  { placement, amount }: Pick<ShownPlace, 'placement' | 'amount'>,
  operationsOn: OperationsOn,
): { readonly operations: readonly OperationEnergy[]; readonly parts: readonly DividedOperation[] } {
  if (amount === undefined || (placement.kind !== 'line' && placement.kind !== 'method'))
    return { operations: [], parts: [] };
  const [first, last] =
    placement.kind === 'line'
      ? [placement.line, placement.line]
      : [placement.method.first, placement.method.last];
  const operations = operationsOn(first - 1, last - 1);
  return { operations, parts: divideOver(amount, operations) };
}

/**
 * Adds up the joules that recordings have for each line of a text. The amount of a method as a whole is divided over its lines
 * in the proportions of `modeled`; nothing of a class or of a method without modeled lines is on a line.
 */
export function recordedOnLines(
  places: readonly ShownPlace[],
  modeled: readonly RecordedLine[],
): readonly RecordedLine[] {
  const lines = new Map<LineIndex, { mean: number; variance: number }>();
  const add = (line: LineIndex, mean: number, variance: number): void => {
    const known = lines.get(line) ?? { mean: 0, variance: 0 };
    lines.set(line, { mean: known.mean + mean, variance: known.variance + variance });
  };
  for (const { placement, amount } of places) {
    if (amount === undefined) continue;
    const { mean, variance = 0 } = amount;
    if (placement.kind === 'line') add(placement.line - 1, mean, variance);
    if (placement.kind !== 'method') continue;
    const { first, last } = placement.method;
    const within = modeled.filter(({ line, own }) => line >= first - 1 && line < last && own.mean > 0);
    const all = within.reduce((sum, { own }) => sum + own.mean, 0);
    for (const { line, own } of within) add(line, (mean * own.mean) / all, variance * (own.mean / all) ** 2);
  }
  return Array.from(lines, ([line, own]) => ({ line, own }));
}

interface RecordedLine {
  readonly line: LineIndex;
  readonly own: { readonly mean: number; readonly variance: number };
}

/** `base`: checksums of the text that the places are of. */
export function evidenceInText(
  { measure, byPath }: ShownEvidence,
  path: string,
  base: string | undefined,
  text: string,
): FileEvidence | undefined {
  const places = byPath.get(path);
  if (places === undefined) return undefined;
  const later = laterText(path, base, text, hashLines(text));
  const texts = text.split(/\r\n|\r|\n/);
  const gone = new Set<string>();
  const methods = new Map<string, { method: MethodPlace; places: ShownPlace[]; isChanged: boolean }>();
  const byLine = new Map<LineIndex, { places: ShownPlace[]; isChanged: boolean }>();
  for (const place of places) {
    const { placement, isChanged } = movePlacement(place.placement, later);
    if (placement.kind === 'unplaced') {
      gone.add(nameOf(place.placement));
      continue;
    }
    const line = lineOf(placement, texts);
    const isOld = isChanged || (placement.kind === 'method' && placement.isStale === true);
    const within = placement.kind === 'line' || placement.kind === 'method' ? placement.method : undefined;
    if (within !== undefined && place.amount !== undefined) {
      const key = `${within.name}:${within.first}`;
      const method = methods.get(key) ?? { method: within, places: [], isChanged: false };
      method.places.push(place);
      method.isChanged ||= isOld;
      methods.set(key, method);
    }
    const known = byLine.get(line) ?? { places: [], isChanged: false };
    known.places.push({ ...place, placement });
    known.isChanged ||= isOld;
    byLine.set(line, known);
  }
  const figures = [...byLine]
    .map(([line, { places: here, isChanged }]) => {
      const amounts = amountsOf(here);
      const of = { line, isChanged, places: here, parts: partsOf(here) };
      return { ...of, own: sumOf(amounts), isShown: amounts.length > 0 };
    })
    .sort((a, b) => a.line - b.line);
  const shown = figures.filter(({ isShown }) => isShown);
  const means = rankLines(shown).energies;
  return {
    measure,
    lines: figures.map((figure): EvidenceLine => {
      const named = figure.places
        .map(({ placement }) => methodOf(placement))
        .find((each) => each !== undefined);
      const method = named === undefined ? undefined : methodInWords(named);
      return {
        ...figure,
        rank: 1 + countAbove(means, figure.own.mean),
        ...withDefined({ method }),
      };
    }),
    total: shown.reduce((sum, { own }) => sum + own.mean, 0),
    methods: Array.from(methods.values(), ({ method, places: here, isChanged }) => ({
      name: methodInWords(method.name),
      line: lineOfName(method, texts),
      own: sumOf(amountsOf(here)),
      parts: partsOf(here),
      isChanged,
    })),
    gone: [...gone],
  };
}

function amountsOf(places: readonly ShownPlace[]): readonly Amount[] {
  return places.flatMap(({ amount }) => (amount === undefined ? [] : [amount]));
}

/** The sum of each component's parts at several places. */
function partsOf(places: readonly ShownPlace[]): readonly ComponentPart[] {
  const parts = groupBy(
    places.flatMap((place) => place.parts),
    ({ component }) => component,
  );
  return Array.from(parts, ([component, of]) => ({
    component,
    amount: sumOf(of.map(({ amount }) => amount)),
  }));
}

function methodOf(placement: PlacedPlacement): string | undefined {
  switch (placement.kind) {
    case 'line':
    case 'method':
      return placement.method?.name;
    case 'overloads':
      return placement.methods[0]?.name;
    case 'class':
      return undefined;
  }
}

function lineOf(placement: PlacedPlacement, texts: readonly string[]): LineIndex {
  switch (placement.kind) {
    case 'line':
      return Math.min(placement.line, texts.length) - 1;
    case 'method':
      return lineOfName(placement.method, texts);
    case 'overloads': {
      const [first] = placement.methods;
      return first === undefined ? 0 : lineOfName(first, texts);
    }
    case 'class':
      return Math.min(placement.line, texts.length) - 1;
  }
}

/** Annotations stand before it. */
function lineOfName({ name, first, last }: MethodPlace, texts: readonly string[]): LineIndex {
  const simple = name.slice(name.lastIndexOf('.') + 1);
  const owner = name.slice(0, name.lastIndexOf('.')).replace(/^.*[/$]/, '');
  const wanted = simple === '<init>' ? owner : simple;
  const head = texts.slice(first - 1, last).findIndex((text) => {
    const at = text.indexOf(`${wanted}(`);
    return at >= 0 && !/[\w$@.]/.test(text[at - 1] ?? ' ');
  });
  return Math.min(first + Math.max(0, head), texts.length) - 1;
}
