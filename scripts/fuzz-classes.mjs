/**
 * Reads mutated class files, jars or images of modules in a thread whose
 * memory is limited to 64 MB above what it holds before the first and what the
 * file has itself. Before them come those that are made to cost as much as
 * they can.
 */
import { answerOf, bundleThread, createFailures, showProgress, startThread } from './fuzz-threads.mjs';

const MEGABYTE = 1024 * 1024;
const MEMORY_MB = 64;

export async function fuzzClasses({ subject, count, seed, from, isWhole }) {
  const bundle = await bundleThread('class-worker');
  const start = (task, memory) => startThread(bundle, { subject, ...task }, memory);
  const { failures, written, add, write } = createFailures(subject);
  const slowest = [];
  const to = from + count;

  const { heap, seeds, hostile, cause } = await answerOf(start({ mode: 'measure' }));
  if (cause !== undefined) throw new Error(cause);
  const limit = Math.ceil(heap / MEGABYTE) + MEMORY_MB;
  console.log(`made of ${seeds} files`);
  console.log(`heap of the thread: ${(heap / MEGABYTE).toFixed(1)} MB before the first, ${limit} MB at most`);

  if (isWhole) for (let number = 0; number < hostile; number++) await readHostile(number);
  const started = performance.now();
  for (let next = from; next < to;) next = await runFrom(next);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${count} cases in ${seconds.toFixed(0)} s: ${(count / seconds).toFixed(0)} a second`);
  console.log(`the process took ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB at most`);
  slowest.sort((one, other) => other.milliseconds - one.milliseconds);
  for (const { name, milliseconds, size } of slowest.slice(0, 5))
    console.log(`slow: ${name}, ${milliseconds.toFixed(0)} ms for ${size} bytes`);
  return { failures, written };

  /** Made in one thread, and read in another. */
  async function readHostile(number) {
    const { name, bytes, cause: failed } = await answerOf(start({ mode: 'make-hostile', number }));
    if (bytes === undefined) throw new Error(`hostile file ${number} can't be made: ${failed}`);
    const begun = performance.now();
    const answer = await answerOf(start({ mode: 'read', bytes }, limit + bytes.length / MEGABYTE));
    const took = `${((performance.now() - begun) / 1000).toFixed(1)} s`;
    console.log(
      `  ${name}: ${bytes.length} bytes, ${took}${answer.cause === undefined ? '' : `, ${answer.cause}`}`,
    );
    if (answer.cause !== undefined) add(`${name}: ${answer.cause}`);
  }

  /** Runs cases until the last, or until one takes too much time or memory; returns the one to go on with. */
  async function runFrom(next) {
    const progress = new Int32Array(new SharedArrayBuffer(4));
    const done = showProgress(() => `${progress[0]} of ${to}`);
    const answer = await answerOf(start({ mode: 'run', seed, from: next, to, progress }, limit), {
      position: () => Atomics.load(progress, 0),
      onFailure({ cause: found, number, bytes }) {
        add(found);
        write(`seed-${seed}-case-${number}.bin`, bytes);
      },
    });
    done();
    if (answer.kind === 'done') {
      for (const [found, times] of answer.causes) add(found, times - (failures.get(found) ?? 0));
      slowest.push(...answer.slowest);
      return to;
    }
    const number = Atomics.load(progress, 0);
    add(answer.cause);
    write(`seed-${seed}-case-${number}.bin`, (await answerOf(start({ mode: 'make', seed, number }))).bytes);
    return number + 1;
  }
}
