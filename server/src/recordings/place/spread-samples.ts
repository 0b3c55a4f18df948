/**
 * Samples of a loop, spread over its lines: where a compiler moved them about,
 * their sum is better known than their lines.
 *
 * Sits in `recordings/`. JIT-compiled code is sampled at what the compiler kept
 * debug information for: often one line stands for its whole loop. A sample is
 * taken to lie somewhere in the innermost loop around its line, and each line
 * of that gets the share that `loopAt` tells. What is in no loop stays where it
 * is, and so does what was called: totals of methods are those of before.
 */
import type { ContextTree } from '../../base/context-tree';
import type { Frame, ImportedRecording } from '../model/imported-profile';
import type { Placement } from './place-frame';
import type { PlacedRecording } from './placed-values';

export interface LineShare {
  /** The line, from 1. */
  readonly line: number;
  /** The line's share of the loop; the shares of all lines add up to 1. */
  readonly share: number;
}

/** The lines of the innermost loop around a line; undefined where there is none. Loops in lambdas are those of lambdas. */
export type LoopAt = (path: string, line: number, isInLambda: boolean) => readonly LineShare[] | undefined;

/** Lines that are exact, and frames that are on none, stay as they are. */
export function spreadSamples(placed: PlacedRecording, loopAt: LoopAt): PlacedRecording {
  const { recording, placements } = placed;
  if (recording.lineTrust !== 'biased') return placed;
  const parts = createParts(recording.frames, placements);
  const ofFrame = recording.frames.map((frame, index) => {
    const placement = placements[index];
    if (placement?.kind !== 'line') return undefined;
    const loop = loopAt(placement.path, placement.line, frame.method?.startsWith('lambda$') === true);
    return loop?.map(({ line, share }) => ({ share, frame: parts.frameAt(index, placement, line) }));
  });
  const tree = spreadTree(recording.tree, ofFrame);
  if (tree === undefined) return placed;
  const { source, lineTrust, power } = recording;
  // Without the samples' times: they name contexts, whose values are divided now.
  const spread: ImportedRecording = {
    source,
    lineTrust,
    ...(power === undefined ? {} : { power }),
    measures: recording.measures.map((measure) =>
      measure.provenance === 'measured' ? { ...measure, provenance: 'modeled' } : measure,
    ),
    frames: parts.frames,
    tree,
    problems: [
      ...recording.problems,
      {
        message:
          'samples in loops are spread over the lines of the loop by the operations that the sources have there: such lines are modeled',
        isDoubt: true,
      },
    ],
  };
  return { ...placed, recording: spread, placements: parts.placements };
}

interface FrameShare {
  readonly frame: number;
  readonly share: number;
}

/** Frames of other lines of the same methods, made where there are none. */
function createParts(given: readonly Frame[], placed: readonly Placement[]) {
  const frames = [...given];
  const placements = [...placed];
  const keyOf = ({ class: owner, method, descriptor, file }: Frame, path: string, line: number): string =>
    JSON.stringify([owner, method, descriptor, file, path, line]);
  const known = new Map<string, number>();
  for (const [index, placement] of placed.entries()) {
    const frame = given[index];
    if (placement.kind !== 'line' || frame === undefined) continue;
    const key = keyOf(frame, placement.path, placement.line);
    if (!known.has(key)) known.set(key, index);
  }
  return {
    frames,
    placements,
    frameAt(index: number, placement: Extract<Placement, { readonly kind: 'line' }>, line: number): number {
      const frame = given[index];
      if (line === placement.line || frame === undefined) return index;
      const key = keyOf(frame, placement.path, line);
      const before = known.get(key);
      if (before !== undefined) return before;
      placements.push({ ...placement, line });
      const made = frames.push({ ...frame, line }) - 1;
      known.set(key, made);
      return made;
    },
  };
}

/** Undefined where nothing is spread. */
function spreadTree(
  tree: ContextTree,
  partsOf: readonly (readonly FrameShare[] | undefined)[],
): ContextTree | undefined {
  const parents = Array.from(tree.parents);
  const frames = Array.from(tree.frames);
  const size = parents.length;
  const known = new Map<string, number>();
  for (let context = 0; context < size; context++)
    known.set(`${parents[context] ?? -1} ${frames[context] ?? -1}`, context);
  const siblingAt = (parent: number, frame: number): number => {
    const key = `${parent} ${frame}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    parents.push(parent);
    known.set(key, parents.length - 1);
    return frames.push(frame) - 1;
  };
  const moves: {
    readonly from: number;
    readonly to: readonly { readonly context: number; readonly share: number }[];
  }[] = [];
  for (let context = 0; context < size; context++) {
    const parts = partsOf[frames[context] ?? -1];
    if (parts === undefined || tree.values.every((column) => column[context] === 0)) continue;
    const parent = parents[context] ?? 0;
    moves.push({
      from: context,
      to: parts.map(({ frame, share }) => ({ share, context: siblingAt(parent, frame) })),
    });
  }
  if (moves.length === 0) return undefined;
  const isMoved = new Uint8Array(size);
  for (const { from } of moves) isMoved[from] = 1;

  /** `scale` of a share: variances go by its square. */
  const spread = (column: Float64Array, scale: (share: number) => number): Float64Array => {
    const result = new Float64Array(parents.length);
    for (let context = 0; context < size; context++)
      if (isMoved[context] === 0) result[context] = column[context] ?? 0;
    for (const { from, to } of moves)
      for (const { context, share } of to)
        result[context] = (result[context] ?? 0) + (column[from] ?? 0) * scale(share);
    return result;
  };
  return {
    parents: Int32Array.from(parents),
    frames: Int32Array.from(frames),
    values: tree.values.map((column) => spread(column, (share) => share)),
    variances: tree.variances.map((column) =>
      column === undefined ? undefined : spread(column, (share) => share ** 2),
    ),
  };
}
