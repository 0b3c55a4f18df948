/**
 * One session of a run: its workspace and its edits follow from the run's seed
 * and the session's number.
 */
import { createEditSession, type EditStep, type Files } from './edit-session';
import { BURST, createEditWalk } from './edit-walk';
import { createRandom } from './random';
import { shrinkSteps } from './shrink-steps';

/** Steps of one analyzer's life. */
const SESSION_STEPS = 400;
/** A file of so many characters is compared whenever it is analyzed, one twice as large every second time. */
const COMPARED_LENGTH = 1500;

export interface RunCounts {
  /** Each with its declarations compared. */
  edits: number;
  /** The number of texts that were analyzed, each with its members' places and the headers' fingerprint compared. */
  analyzed: number;
  /** Files compared with what is found from nothing. */
  compared: number;
}

export interface EditFailure {
  readonly session: number;
  readonly step: number;
  readonly message: string;
  /** From the first text of each file on; fails when each file is compared after the last. */
  readonly steps: readonly EditStep[];
}

/** Undefined where all agrees. `onStep` is told after each. */
export function runSession(
  files: Files,
  runSeed: number,
  number: number,
  counts: RunCounts,
  {
    length = SESSION_STEPS,
    onStep = () => undefined,
  }: { readonly length?: number; readonly onStep?: () => void } = {},
): EditFailure | undefined {
  const random = createRandom(runSeed, number);
  const walk = createEditWalk(files, random);
  const steps: EditStep[] = [...files].map(([path, text]) => ({ kind: 'headers', path, text }));
  let step = 0;
  try {
    const session = createEditSession(files);
    for (step = 0; step < length; step++) {
      const next = walk.next(session);
      steps.push(next);
      session.apply(next);
      if ('text' in next) counts.edits++;
      if (next.kind === 'edit') counts.analyzed++;
      const size = session.texts.get(next.path)?.length ?? 0;
      const isEnd = step + 1 === length || random.oneIn(BURST);
      const isDue =
        next.kind !== 'type' && random.below(Math.max(1, Math.ceil(size / COMPARED_LENGTH))) === 0;
      for (const path of isEnd ? session.texts.keys() : isDue ? [next.path] : []) {
        session.compare(path);
        counts.compared++;
      }
      onStep();
    }
    return undefined;
  } catch (error) {
    return { session: number, step, message: describe(error), steps };
  }
}

/** Carries out steps, and compares every file after each; undefined where all agrees. */
export function replay(steps: readonly EditStep[], comparesEach = true): string | undefined {
  try {
    const session = createEditSession(new Map());
    for (const [index, step] of steps.entries()) {
      session.apply(step);
      const isLast = index === steps.length - 1;
      if (comparesEach || isLast) for (const path of session.texts.keys()) session.compare(path);
    }
    return undefined;
  } catch (error) {
    return describe(error);
  }
}

/** The same kind of failure in as little as can be found with so many tries. */
export function shrinkFailure({ steps }: EditFailure, budget: number): readonly EditStep[] {
  const fails = (tried: readonly EditStep[]): boolean => replay(tried) !== undefined;
  // Comparing changes what the analyzer keeps: a failure may need that it was not done in between.
  const failsAtEnd = (tried: readonly EditStep[]): boolean => replay(tried, false) !== undefined;
  if (failsAtEnd(steps)) return shrinkSteps(steps, failsAtEnd, budget);
  return fails(steps) ? shrinkSteps(steps, fails, budget) : steps;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place =
    error.stack?.split('\n').find((line) => line.includes('    at ') && !line.includes('/test/')) ?? '';
  return `${error.message.slice(0, 500)}${place === '' ? '' : ` ${place.trim()}`}`;
}
