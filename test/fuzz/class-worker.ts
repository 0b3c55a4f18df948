/**
 * The thread that fuzzing of class files runs in: `scripts/fuzz.mjs` limits its
 * memory and watches that it goes on.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { changeCount, makeCase, shrinkCase } from './class-case';
import { readClassSeeds } from './class-seeds';
import { causeOf, type ClassSubjectName, SUBJECTS } from './class-subjects';

type Task = { readonly subject: ClassSubjectName } & (
  | { readonly mode: 'measure' }
  /** One case, or one of the hostile files by its place among them. */
  | { readonly mode: 'make'; readonly seed: number; readonly number: number }
  | { readonly mode: 'make-hostile'; readonly number: number }
  | { readonly mode: 'read'; readonly bytes: Uint8Array }
  | {
      readonly mode: 'run';
      readonly seed: number;
      readonly from: number;
      readonly to: number;
      /** Cell 0: the case being at. */
      readonly progress: Int32Array;
    }
);

/** Cases that are enough for all code to be compiled and all caches to be filled. */
const WARM_UP = 3000;
/** Failures of one cause that are written down. */
const EACH_CAUSE = 2;
const SLOWEST = 5;

const task = workerData as Task;
const { change, hostile, read, seedsFrom } = SUBJECTS[task.subject];

switch (task.mode) {
  case 'measure':
    measure();
    break;
  case 'make':
    parentPort?.postMessage(makeCase(openSeeds(), change, task.seed, task.number));
    break;
  case 'make-hostile': {
    const [name, make] = Object.entries(hostile)[task.number] ?? [];
    parentPort?.postMessage({ name, bytes: make?.() });
    break;
  }
  case 'read':
    parentPort?.postMessage({ cause: attemptRead(task.bytes) });
    break;
  case 'run':
    run(task);
}

function openSeeds(): ReturnType<typeof seedsFrom> {
  return seedsFrom(readClassSeeds({ fromPlatform: 2000, largest: 64 * 1024 }));
}

function attemptRead(bytes: Uint8Array): string | undefined {
  try {
    read(bytes);
    return undefined;
  } catch (error) {
    return causeOf(error);
  }
}

function measure(): void {
  const seeds = openSeeds();
  for (let number = 0; number < WARM_UP; number++) attemptRead(makeCase(seeds, change, -1, number).bytes);
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const heap = process.memoryUsage().heapUsed;
  parentPort?.postMessage({ heap, seeds: seeds.length, hostile: Object.keys(hostile).length });
}

function run({ seed, from, to, progress }: Extract<Task, { mode: 'run' }>): void {
  const seeds = openSeeds();
  const causes = new Map<string, number>();
  const slowest: { readonly name: string; readonly milliseconds: number; readonly size: number }[] = [];
  for (let number = from; number < to; number++) {
    Atomics.store(progress, 0, number);
    const { bytes, name } = makeCase(seeds, change, seed, number);
    const started = performance.now();
    const cause = attemptRead(bytes);
    const milliseconds = performance.now() - started;
    if (milliseconds > (slowest[SLOWEST - 1]?.milliseconds ?? 0)) {
      slowest.push({ name: `case ${number}, of ${name}`, milliseconds, size: bytes.length });
      slowest.sort((one, other) => other.milliseconds - one.milliseconds);
      slowest.length = Math.min(slowest.length, SLOWEST);
    }
    if (cause === undefined) continue;
    const count = (causes.get(cause) ?? 0) + 1;
    causes.set(cause, count);
    if (count > EACH_CAUSE) continue;
    const smaller = shrinkCase(
      (leftOut) => makeCase(seeds, change, seed, number, leftOut),
      changeCount(seed, number),
      (tried) => attemptRead(tried) === cause,
    );
    parentPort?.postMessage({ kind: 'failure', number, cause, bytes: smaller.bytes });
  }
  Atomics.store(progress, 0, to);
  parentPort?.postMessage({ kind: 'done', causes: [...causes], slowest });
}
