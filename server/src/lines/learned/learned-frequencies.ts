/**
 * Learned frequencies, applied to a text: known calls of its members, and known executions of their blocks.
 *
 * Sits in `lines/learned/`, used by `energy-session.ts` and `program-calls.ts`.
 */
import { at, outside } from '../../base/check';
import type { LearnedRuns } from '../../cost/pricing/file-energy';
import { computeFrequencies } from '../../flow/source/frequencies';
import { type FrequencyAssumptions, partsOf, type Region } from '../../flow/source/region';
import type { MemberRecord } from '../../analysis/file-operations';
import type { MemberOperations, MethodKey } from '../../operations/catalogue/operation';
import { alignBlocks, shapesOf } from './block-shapes';
import { type Frequencies, type LearnedRow, OPERATIONS_OF_A_RUN } from './frequencies-document';
import { split } from './merge-frequencies';

export class LearnedFrequencies {
  readonly #runs: LearnedRuns;
  readonly #frequencies: Frequencies;
  /** The operations of a run: the geometric mean, since runs differ by orders of magnitude. */
  readonly #operations: number;
  readonly #taught = new WeakMap<MemberOperations, TaughtOperations>();

  readonly #lists = new WeakMap<readonly MemberRecord[], TaughtMembers>();

  constructor(frequencies: Frequencies) {
    this.#frequencies = frequencies;
    const { runs } = frequencies;
    this.#operations = Math.exp(
      runs.reduce((sum, { operations }) => sum + Math.log(operations), 0) / runs.length,
    );
    this.#runs = {
      count: runs.length,
      last:
        runs
          .map(({ date }) => date)
          .sort()
          .at(-1) ?? '',
    };
  }

  /** The runs; undefined if none of them knew any of the members. */
  runsOf(members: Iterable<Pick<MemberRecord, 'key'>>): LearnedRuns | undefined {
    for (const member of members) if (this.callsOf(member) !== undefined) return this.#runs;
    return undefined;
  }

  /** The calls of a member in one run: 0 if no run called it, and undefined if no run knew it. */
  callsOf({ key }: Pick<MemberRecord, 'key'>): number | undefined {
    const [type, name] = splitKey(key);
    const own = this.#frequencies.classes.get(type);
    const row = own?.methods.get(name);
    if (row !== undefined) return (row[1] * this.#operations) / OPERATIONS_OF_A_RUN;
    return own?.idle.has(name) === true ? 0 : undefined;
  }

  /** The same list for the same members: what is made of it is kept while they are. */
  teachAll(members: readonly MemberRecord[], assumptions: FrequencyAssumptions): readonly MemberRecord[] {
    const known = this.#lists.get(members);
    if (known?.assumptions === assumptions) return known.members;
    const made = members.map((member) => this.teach(member, assumptions));
    this.#lists.set(members, { assumptions, members: made });
    return made;
  }

  /** The member with its blocks as runs executed them; the member itself if no run did. */
  teach(member: MemberRecord, assumptions: FrequencyAssumptions): MemberRecord {
    const known = this.#taught.get(member.operations);
    const isSame = known?.assumptions === assumptions && known.key === member.key;
    const operations = isSame ? known.operations : this.#teach(member, assumptions);
    if (!isSame) this.#taught.set(member.operations, { assumptions, key: member.key, operations });
    return operations === member.operations ? member : { ...member, operations };
  }

  #teach(member: MemberRecord, assumptions: FrequencyAssumptions): MemberOperations {
    const { operations } = member;
    const [type, name] = splitKey(member.key);
    const row = this.#frequencies.classes.get(type)?.methods.get(name);
    const calls = this.callsOf(member);
    if (row === undefined || calls === undefined) return operations;
    const region = learnedRegion(member, row, calls, assumptions);
    return region === undefined ? operations : { ...operations, region };
  }
}

interface TaughtMembers {
  readonly assumptions: FrequencyAssumptions;
  readonly members: readonly MemberRecord[];
}

interface TaughtOperations {
  readonly assumptions: FrequencyAssumptions;
  readonly key: MethodKey;
  readonly operations: MemberOperations;
}

function splitKey(key: string): readonly [type: string, name: string] {
  const dot = key.indexOf('.');
  return [key.slice(0, dot), key.slice(dot + 1)];
}

/**
 * The weight of heuristics beside the calls that were counted, in calls of a run: what no run executed is rare, however
 * dear it would be, but it is not all alike.
 */
const HEURISTIC_CALLS = 0.0001;

const NEARLY = 0.001;

/** Undefined if no block of the member is one that ran. */
function learnedRegion(
  { operations }: MemberRecord,
  [, , shapes, counts]: LearnedRow,
  calls: number,
  assumptions: FrequencyAssumptions,
): Region | undefined {
  const places = alignBlocks(split(shapes), shapesOf(operations));
  const known = places.map((place) => (place === undefined ? null : at(counts, place)));
  if (known.every((count) => count === null)) return undefined;
  const { frequency: guessed, basis: bases } = computeFrequencies(operations.region, 'estimated', {
    assumptions,
  });
  const ratios = new Float64Array(guessed.length).fill(1);
  spreadRatios(operations.region, 1, { known, guessed, ratios });
  const regions = Array.from(guessed, (guess, block): Region => {
    const count = known[block] ?? undefined;
    const learned = count ?? guess * at(ratios, block);
    // What ran is known; what no run executed may run in another.
    const times = learned > 0 ? learned : (guess * HEURISTIC_CALLS) / (calls + HEURISTIC_CALLS);
    // What the text tells for certain needs no run.
    if (bases[block] === 'exact' && (count === undefined || Math.abs(count - guess) <= NEARLY * guess))
      return { kind: 'deferred', region: { kind: 'block', block }, times: guess, basis: 'exact' };
    const basis = count === undefined ? 'heuristic' : 'learned';
    return { kind: 'deferred', region: { kind: 'block', block }, times, basis };
  });
  return { kind: 'sequence', regions };
}

interface KnownBlocks {
  readonly known: readonly (number | null)[];
  readonly guessed: Float64Array;
  readonly ratios: Float64Array;
}

/** New blocks run as often beside their neighbors as heuristics say: each gets the ratio of what is around it. */
function spreadRatios(region: Region, around: number, blocks: KnownBlocks): void {
  const pending: (readonly [Region, number])[] = [[region, around]];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const [part, outer] = entry;
    const ratio = ratioOf(part, blocks) ?? outer;
    if (part.kind === 'block') blocks.ratios[part.block] = ratio;
    for (const child of partsOf(part)) pending.push([child, ratio]);
  }
}

/** How many times as often as guessed a region is reached; undefined if no block that runs with it is known. */
function ratioOf(region: Region, { known, guessed }: KnownBlocks): number | undefined {
  const first = region.kind === 'loop' ? (region.test ?? region.body) : region;
  const pending: Region[] = [first];
  for (let part = pending.shift(); part !== undefined; part = pending.shift()) {
    if (part.kind === 'sequence') pending.unshift(...part.regions);
    if (part.kind !== 'block') continue;
    const count = known[part.block] ?? undefined;
    const guess = guessed[part.block] ?? outside(part.block);
    if (count !== undefined && guess > 0) return count / guess;
  }
  return undefined;
}
