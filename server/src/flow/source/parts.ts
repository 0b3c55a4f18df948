/**
 * The part of a region that one statement makes, with the chance that control
 * comes out at its end; and how parts are put in sequence.
 *
 * Sits in `flow/`, under `source-blocks.ts`. Chances are conditional on the
 * part being reached.
 */
import { withDefined } from '../../base/check';
import type { FrequencyBasis, Region } from './region';

export interface BodyPart {
  readonly region: Region;
  /** Chance of normal completion (JLS 14.1). */
  readonly completes: number;
  /** Chances of jumping elsewhere in the member, by target. Returns and exceptions are what is left over. */
  readonly jumps: ReadonlyMap<object, number>;
  /** Puts what follows into the one alternative that completes, where there is exactly one. */
  readonly continueWith?: (rest: Region) => Region;
  /** Name of the loop or branch that the part ends with: what follows is a block of its own. */
  readonly divides?: string;
}

const NO_JUMPS: ReadonlyMap<object, number> = new Map();

export const NOTHING: Region = { kind: 'sequence', regions: [] };

export function completing(regions: readonly Region[]): BodyPart {
  return { region: sequenceOf(regions), completes: 1, jumps: NO_JUMPS };
}

export function abrupt(regions: readonly Region[], target?: object): BodyPart {
  return {
    region: sequenceOf(regions),
    completes: 0,
    jumps: target === undefined ? NO_JUMPS : new Map([[target, 1]]),
  };
}

export function sequenceOf(regions: readonly Region[]): Region {
  const flat = regions.flatMap((region) => (region.kind === 'sequence' ? region.regions : [region]));
  const [only] = flat;
  return flat.length === 1 && only !== undefined ? only : { kind: 'sequence', regions: flat };
}

/** The region with a chance of being left out. */
export function perhaps(region: Region, probability: number, basis: FrequencyBasis): Region {
  if (probability >= 1) return region;
  return {
    kind: 'branch',
    alternatives: [
      { region, probability },
      { region: NOTHING, probability: 1 - probability },
    ],
    basis,
  };
}

/** Above this many, what follows an early exit is no longer nested into its branch: nesting costs its readers stack. */
const MOST_NESTED = 64;

export function inSequence(parts: readonly BodyPart[]): BodyPart {
  const abruptParts = parts.filter((part) => part.completes < 1).length;
  const flow = flowThrough(parts);
  const region = abruptParts > MOST_NESTED ? flatSequence(parts) : nestedSequence(parts);
  const last = parts.at(-1);
  return {
    region,
    ...flow,
    ...withDefined({
      divides: last?.divides === undefined ? undefined : last.divides,
      continueWith: parts.length === 1 && last?.continueWith !== undefined ? last.continueWith : undefined,
    }),
  };
}

function flowThrough(parts: readonly BodyPart[]): Pick<BodyPart, 'completes' | 'jumps'> {
  let completes = 1;
  const jumps = new Map<object, number>();
  for (const part of parts) {
    addJumps(jumps, part.jumps, completes);
    completes *= part.completes;
  }
  return { completes, jumps };
}

export function addJumps(sum: Map<object, number>, jumps: ReadonlyMap<object, number>, weight: number): void {
  for (const [target, chance] of jumps) sum.set(target, (sum.get(target) ?? 0) + weight * chance);
}

function flatSequence(parts: readonly BodyPart[]): Region {
  let reached = 1;
  const regions: Region[] = [];
  for (const part of parts) {
    regions.push(perhaps(part.region, reached, basisOf(reached)));
    reached *= part.completes;
  }
  return sequenceOf(regions);
}

function nestedSequence(parts: readonly BodyPart[]): Region {
  // Collected from the end; reversed once, so that long lists stay linear.
  let rest: Region[] = [];
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i];
    if (part === undefined) continue;
    if (part.completes < 1 && rest.length > 0) {
      const following = sequenceOf(rest.reverse());
      rest =
        part.continueWith === undefined
          ? [perhaps(following, part.completes, basisOf(part.completes)), part.region]
          : [part.continueWith(following)];
    } else {
      rest.push(part.region);
    }
  }
  return sequenceOf(rest.reverse());
}

/** The basis of a chance. That code is never reached is no guess. */
function basisOf(chance: number): FrequencyBasis {
  return chance === 0 ? 'exact' : 'heuristic';
}
