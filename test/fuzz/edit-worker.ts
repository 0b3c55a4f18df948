/**
 * The thread that fuzzing of edits runs in: `scripts/fuzz.mjs` watches that it
 * goes on.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { pickWorkspace, readCorpus } from './edit-corpus';
import { type EditFailure, type RunCounts, runSession, shrinkFailure } from './edit-run';

interface Task {
  readonly seed: number;
  /** Sessions. */
  readonly from: number;
  /** Edits. */
  readonly count: number;
  /** Cells: the session being at, its steps so far, edits, files compared, edits analyzed. */
  readonly progress: Int32Array;
}

/** Analyses of the workspace that making a failure smaller may take. */
const TRIES = 2000;
/** Failures of one cause that are written down. */
const EACH_CAUSE = 2;

const { seed, from, count, progress } = workerData as Task;
const corpus = readCorpus();
const counts: RunCounts = { edits: 0, analyzed: 0, compared: 0 };
const causes = new Map<string, number>();

for (let session = from; counts.edits < count; session++) {
  Atomics.store(progress, 0, session);
  const onStep = (): void => {
    Atomics.add(progress, 1, 1);
    Atomics.store(progress, 2, counts.edits);
    Atomics.store(progress, 3, counts.compared);
    Atomics.store(progress, 4, counts.analyzed);
  };
  const failure = runSession(pickWorkspace(corpus, seed, session), seed, session, counts, { onStep });
  if (failure !== undefined) report(failure);
}
parentPort?.postMessage({ kind: 'done' });

function report(failure: EditFailure): void {
  const cause = failure.message
    .replaceAll(/\S*\/\S+\.java/g, 'a file')
    .replaceAll(/"[\da-f]{10,}"/g, 'a hash')
    .replaceAll(/\d+/g, 'N')
    .slice(0, 200);
  const times = (causes.get(cause) ?? 0) + 1;
  causes.set(cause, times);
  // Making it smaller takes as long as it takes.
  Atomics.store(progress, 1, -1);
  const steps = times > EACH_CAUSE ? undefined : shrinkFailure(failure, TRIES);
  Atomics.store(progress, 1, 0);
  parentPort?.postMessage({
    kind: 'failure',
    cause,
    session: failure.session,
    message: failure.message,
    steps,
  });
}
