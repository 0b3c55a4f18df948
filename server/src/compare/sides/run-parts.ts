/**
 * The parts of a run, which add up to the whole of it: those of a profile's account, in the words of its report, and those
 * of another tool's recording.
 */
import { withDefined } from '../../base/check';
import type { Measure } from '../../base/measure';
import type { CostModel } from '../../cost/model/cost-model';
import { listAccount } from '../../profile/account/account-text';
import { type LibraryPlace, layCallsOnLines } from '../../profile/account/called-lines';
import { scaleToProfile } from '../../profile/account/measured-profile';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { REST } from '../../recordings/merge/run-total';
import type { Frame } from '../../recordings/model/imported-profile';

export interface RunPart {
  readonly part: string;
  /** Absent where nothing tells the part apart from others. */
  readonly energy?: number;
}

/** A part of a run on both sides, in the unit of the comparison; absent on a side where nothing tells it apart from the others. */
export interface PartDelta {
  /** The name of the part in the account of a run. */
  readonly part: string;
  readonly energyA?: number;
  readonly energyB?: number;
}

/** The part that methods take, with the libraries that they call: a recording does not tell these apart. */
const METHODS = 'methods';
const OF_METHODS: ReadonlySet<string> = new Set(['lines', 'library']);

/** The parts of a profile's run, with the names and the energies that its report shows; none if it was not measured. */
export function partsOfProfile(
  profile: ProfileDocument,
  model: CostModel,
  place: LibraryPlace | undefined,
): readonly RunPart[] {
  const { measured } = scaleToProfile(model, layCallsOnLines(profile, place));
  const parts = measured === undefined ? [] : listAccount(measured);
  return parts.flatMap(({ name: part, energy }) =>
    part === 'idle' ? [] : [{ part, ...withDefined({ energy }) }],
  );
}

/** The parts of a recording: what its methods take, and all others by name. */
export function partsOfRecording(total: number, beside: ReadonlyMap<string, number>): readonly RunPart[] {
  return [{ part: METHODS, energy: total }, ...Array.from(beside, ([part, energy]) => ({ part, energy }))];
}

/** The stated totals that tell the whole of what the chosen measures tell places of; none if no total does. */
export function statedTotals(measures: readonly Measure[], chosen: readonly Measure[]): readonly Measure[] {
  const [first] = chosen;
  if (first?.level === undefined || first.level === 'total') return [];
  const alike = measures.filter(({ unit, device }) => unit === first.unit && device === first.device);
  const components = new Set(chosen.map(({ component }) => component));
  const areAll = alike.every(({ level, component }) => level !== first.level || components.has(component));
  const totals = alike.filter(({ level }) => level === 'total');
  const own = totals.filter(({ component }) => components.has(component));
  // Totals of some of the components say nothing of the others.
  if (own.length === components.size) return own;
  return areAll ? totals.filter(({ component }) => component === undefined) : [];
}

/** The amounts beside those of methods, with what stated totals have more than all places. */
export function withRestOf(
  stated: readonly Measure[],
  { total, beside }: { readonly total: number; readonly beside: ReadonlyMap<string, number> },
): ReadonlyMap<string, number> {
  const sumOf = (amounts: Iterable<number>): number => [...amounts].reduce((sum, amount) => sum + amount, 0);
  const told = sumOf(stated.map((each) => each.total));
  const rest = told - total - sumOf(beside.values());
  return rest > 1e-9 * told
    ? new Map([...beside, [partOfFrame({ kind: 'path', name: REST }), rest]])
    : beside;
}

/** The part that work without a Java method is of: as its frame says, or in the words in which imports tell what has no place. */
export function partOfFrame(frame: Frame | undefined): string {
  const { kind = 'path', name = '' } = frame ?? {};
  if (kind === 'native' || kind === 'runtime' || name === REST) return /^\[(.+)\]$/.exec(name)?.[1] ?? kind;
  return kind === 'java' || kind === 'path' || kind === 'thread' ? 'no place' : kind;
}

/** The parts of both sides by name, in the order of the first. What the methods of both take is one part if either tells no more. */
export function pairParts(ofA: readonly RunPart[], ofB: readonly RunPart[]): readonly PartDelta[] {
  const isJoined = [...ofA, ...ofB].some(({ part }) => part === METHODS);
  const [inA, inB] = [ofA, ofB].map((parts) => energiesByPart(isJoined ? joinMethods(parts) : parts));
  return [...new Set([...(inA?.keys() ?? []), ...(inB?.keys() ?? [])])].flatMap((part) => {
    const [energyA, energyB] = [inA?.get(part), inB?.get(part)];
    // Nothing on one side, and no part of the other: there is no such part.
    return (energyA ?? 0) === 0 && (energyB ?? 0) === 0 && (energyA === undefined || energyB === undefined)
      ? []
      : [{ part, ...withDefined({ energyA, energyB }) }];
  });
}

/** True if both tell one run: its whole and each part of it, to the last digits. */
export function tellOneRun(recorded: readonly RunPart[], reported: readonly RunPart[]): boolean {
  const known = energiesByPart(joinMethods(reported));
  const sumOf = (parts: Iterable<number | undefined>): number =>
    [...parts].reduce<number>((sum, energy = 0) => sum + energy, 0);
  const whole = sumOf(known.values());
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-9 * whole;
  return (
    whole > 0 &&
    isNear(sumOf(recorded.map(({ energy }) => energy)), whole) &&
    recorded.every(({ part, energy = 0 }) => isNear(energy, known.get(part) ?? 0))
  );
}

function joinMethods(parts: readonly RunPart[]): readonly RunPart[] {
  const joined = parts.filter(({ part }) => OF_METHODS.has(part));
  if (joined.length === 0) return parts;
  const energy = joined.reduce((sum, each) => sum + (each.energy ?? 0), 0);
  return [{ part: METHODS, energy }, ...parts.filter(({ part }) => !OF_METHODS.has(part))];
}

function energiesByPart(parts: readonly RunPart[]): ReadonlyMap<string, number | undefined> {
  const least = ROUNDING * parts.reduce((sum, { energy = 0 }) => sum + energy, 0);
  return new Map(
    parts.map(({ part, energy }) => [part, energy !== undefined && Math.abs(energy) <= least ? 0 : energy]),
  );
}

/** A part of less is what adding others up has left, and no energy. */
const ROUNDING = 1e-12;
