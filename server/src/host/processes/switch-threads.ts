/**
 * Measures the cost of a thread switch by two threads that take turns.
 *
 * Sits in `host/`, in the helper's process, which does nothing else meanwhile. A turn is two waits and
 * two wake-ups. The figure includes what they take beside the switch, as in a program that waits for a
 * lock.
 */
import { Worker } from 'node:worker_threads';
import type { Seconds } from '../../base/units';
import { monotonicTime } from './clock';

/** The time is enough for some ten thousand turns. */
const LENGTH: Seconds = 0.15;

/** A thread that hands every turn back, until there is none. */
const OTHER = `
const { workerData: turns } = require('node:worker_threads');
for (let turn = 0; ; turn = Atomics.load(turns, 0)) {
  if (turn === 0 || turn === 2) { Atomics.wait(turns, 0, turn); continue; }
  if (turn === 3) break;
  Atomics.store(turns, 0, 2);
  Atomics.notify(turns, 0);
}`;

/** The processor time of one switch; undefined if the system does not count it. */
export async function switchThreads(): Promise<Seconds | undefined> {
  // 1 is the other thread's turn, 2 is ours, 3 the end.
  const turns = new Int32Array(new SharedArrayBuffer(4));
  const other = new Worker(OTHER, { eval: true, workerData: turns });
  await new Promise((resolve) => other.once('online', resolve));
  for (let count = 0; count < 100; count++) takeTurn();
  const before = process.resourceUsage();
  const end = monotonicTime() + LENGTH;
  while (monotonicTime() < end) takeTurn();
  const after = process.resourceUsage();
  Atomics.store(turns, 0, 3);
  Atomics.notify(turns, 0);
  const switches =
    after.voluntaryContextSwitches -
    before.voluntaryContextSwitches +
    after.involuntaryContextSwitches -
    before.involuntaryContextSwitches;
  const microseconds = after.userCPUTime - before.userCPUTime + after.systemCPUTime - before.systemCPUTime;
  return switches > 0 ? microseconds / switches / 1e6 : undefined;

  function takeTurn(): void {
    Atomics.store(turns, 0, 1);
    Atomics.notify(turns, 0);
    while (Atomics.load(turns, 0) === 1) Atomics.wait(turns, 0, 1);
  }
}
