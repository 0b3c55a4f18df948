/**
 * Regions as numbers, for {@link PackedMembers}.
 *
 * Sits in `analysis/`, under `packed-members.ts`. A region's parts stand before
 * it, so that reading is a stack of what is done: no depth of nesting is too
 * deep. Chances and trips are no whole numbers, and stand in a list of their
 * own.
 */
import { withDefined } from '../base/check';
import { type FrequencyBasis, partsOf, type Region } from '../flow/source/region';

/** The target that regions are written to, as whole numbers and fractions. */
interface RegionWriter {
  whole(value: number): void;
  fraction(value: number): void;
  text(text: string): void;
}

interface RegionReader {
  whole(): number;
  fraction(): number;
  sharedText(): string;
}

const KINDS = [
  'block',
  'sequence',
  'branch',
  'loop',
  'deferred',
] as const satisfies readonly Region['kind'][];
const BASES = ['exact', 'heuristic', 'default', 'learned'] as const satisfies readonly FrequencyBasis[];

const HAS_TEST = 1;
const HAS_UPDATE = 2;
const TEST_FIRST = 4;
const HAS_LEAVES = 8;
const HAS_ROUNDS = 16;

type Branch = Extract<Region, { kind: 'branch' }>;
type LoopRegion = Extract<Region, { kind: 'loop' }>;

export function packRegion(root: Region, writer: RegionWriter): void {
  const order = inPostorder(root);
  writer.whole(order.length);
  for (const region of order) {
    writer.whole(KINDS.indexOf(region.kind));
    switch (region.kind) {
      case 'block':
        writer.whole(region.block);
        break;
      case 'sequence':
        writer.whole(region.regions.length);
        break;
      case 'branch':
        writer.whole(region.alternatives.length);
        writer.whole(BASES.indexOf(region.basis));
        for (const { probability } of region.alternatives) writer.fraction(probability);
        break;
      case 'loop':
        writer.whole(flagsOf(region));
        writer.whole(BASES.indexOf(region.basis));
        writer.fraction(region.trips);
        if (region.leaves !== undefined) writer.fraction(region.leaves);
        if (region.rounds !== undefined) writer.text(region.rounds);
        break;
      case 'deferred':
        writer.whole(BASES.indexOf(region.basis));
        writer.fraction(region.times);
        break;
    }
  }
}

export function unpackRegion(reader: RegionReader): Region {
  const done: Region[] = [];
  for (let left = reader.whole(); left > 0; left--) done.push(readRegion(reader, done));
  return done.pop() ?? { kind: 'sequence', regions: [] };
}

/** Takes the parts from the end of `done`. */
function readRegion(reader: RegionReader, done: Region[]): Region {
  const basis = (): FrequencyBasis => BASES[reader.whole()] ?? 'default';
  const take = (count: number): Region[] => done.splice(Math.max(0, done.length - count), count);
  switch (KINDS[reader.whole()]) {
    case 'sequence':
      return { kind: 'sequence', regions: take(reader.whole()) };
    case 'branch': {
      const parts = take(reader.whole());
      const certainty = basis();
      const alternatives = parts.map((region) => ({ region, probability: reader.fraction() }));
      return { kind: 'branch', alternatives, basis: certainty } satisfies Branch;
    }
    case 'loop':
      return readLoop(reader, take, basis);
    case 'deferred': {
      const [region = EMPTY] = take(1);
      return { kind: 'deferred', region, basis: basis(), times: reader.fraction() };
    }
    default:
      return { kind: 'block', block: reader.whole() };
  }
}

const EMPTY: Region = { kind: 'sequence', regions: [] };

function readLoop(
  reader: RegionReader,
  take: (count: number) => Region[],
  basis: () => FrequencyBasis,
): LoopRegion {
  const flags = reader.whole();
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const [update] = has(HAS_UPDATE) ? take(1) : [];
  const [body = EMPTY] = take(1);
  const [test] = has(HAS_TEST) ? take(1) : [];
  return {
    kind: 'loop',
    ...withDefined({ test }),
    testFirst: has(TEST_FIRST),
    body,
    ...withDefined({ update }),
    basis: basis(),
    trips: reader.fraction(),
    ...(has(HAS_LEAVES) ? { leaves: reader.fraction() } : {}),
    ...(has(HAS_ROUNDS) ? { rounds: reader.sharedText() } : {}),
  };
}

function flagsOf({ test, update, testFirst, leaves, rounds }: LoopRegion): number {
  return (
    (test === undefined ? 0 : HAS_TEST) |
    (update === undefined ? 0 : HAS_UPDATE) |
    (testFirst ? TEST_FIRST : 0) |
    (leaves === undefined ? 0 : HAS_LEAVES) |
    (rounds === undefined ? 0 : HAS_ROUNDS)
  );
}

/** Parts first, in order. */
function inPostorder(root: Region): readonly Region[] {
  const order: Region[] = [];
  const pending: Region[] = [root];
  for (let region = pending.pop(); region !== undefined; region = pending.pop()) {
    order.push(region);
    pending.push(...partsOf(region));
  }
  return order.reverse();
}
