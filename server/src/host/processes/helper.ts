/**
 * The entry point of the measuring helper (dist/measure-helper.js): it runs one program, reads meters,
 * works by a pattern, or switches threads, and ends.
 *
 * Sits in `host/`. When its parent is gone, everything that it has started ends with it, and its
 * temporary folder is removed.
 */
import { withDefined } from '../../base/check';
import { rmSync, closeSync, openSync, readSync } from 'node:fs';
import type { HelperAnswer, HelperRequest, SampleRow } from './start-helper';
import { superviseRounds, type SupervisedRun } from './supervise-run';
import { messageOf } from '../../base/failure';
import type { Seconds } from '../../base/units';
import { monotonicTime } from './clock';
import { Worker } from 'node:worker_threads';

let run: SupervisedRun | undefined;
let sampling: Sampling | undefined;
let folders: readonly string[] = [];

process.on('message', (request: HelperRequest) => {
  switch (request.kind) {
    case 'run':
      folders = request.temporaryFolders;
      run = superviseRounds(
        request,
        (group) => {
          answer({ kind: 'started', group });
        },
        answerLast,
      );
      break;
    case 'stop':
      run?.stop(request.end);
      break;
    case 'sample':
      sampling = startSampling(request.files, request.every, (rows) => {
        answer({ kind: 'samples', rows, isLast: false });
      });
      break;
    case 'finish-sampling':
      answerLast({ kind: 'samples', rows: sampling?.finish() ?? [], isLast: true });
      break;
    case 'switch-threads':
      switchThreads().then((cost) => {
        answerLast({ kind: 'switched', ...withDefined({ cost }) });
      }, abandon);
      break;
    case 'work':
      answerLast({ kind: 'worked', start: emitPattern(request.chips, request.chip) });
      break;
  }
});
process.on('disconnect', abandon);
process.on('SIGTERM', abandon);

/** Ends the work, because nobody is left to take the result. */
function abandon(): void {
  run?.abandon();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  process.exit(1);
}

function answer(message: HelperAnswer): void {
  // A parent that is gone is told by the end of its channel; without a callback it would end this process at once.
  process.send?.(message, () => undefined);
}

function answerLast(message: HelperAnswer): void {
  process.send?.(message, () => {
    process.exit(0);
  });
}

/** Works and rests by a pattern that a meter will see; returns the time at which it began. */
function emitPattern(chips: readonly number[], chip: Seconds): Seconds {
  const start = monotonicTime();
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  chips.forEach((isBusy, index) => {
    const until = start + (index + 1) * chip;
    if (isBusy === 0) Atomics.wait(nobody, 0, 0, Math.max(0, (until - monotonicTime()) * 1000));
    else while (monotonicTime() < until);
  });
  return start;
}

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

/**
 * The processor time of one thread switch, by two threads that take turns; undefined if the system does not count it.
 * A turn is two waits and two wake-ups. The figure includes what they take beside the switch, as in a program that
 * waits for a lock.
 */
async function switchThreads(): Promise<Seconds | undefined> {
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

interface Sampling {
  /** Reads once more, and returns the rows that were not handed out yet. */
  finish(): readonly SampleRow[];
}

/** The number of rows that are collected before they are handed out, so that the reader is seldom woken. */
const BATCH = 10;

/**
 * Reads files that hold a number, such as energy counters, again and again. Hands out the first row at once. Files stay
 * open: the kernel makes their content anew whenever they are read from the start.
 */
function startSampling(
  files: readonly string[],
  every: Seconds,
  onRows: (rows: readonly SampleRow[]) => void,
): Sampling {
  const handles = files.map(openFile);
  let rows: SampleRow[] = [];
  const read = (): void => {
    // The process may be interrupted between two clock readings; their middle is at most half of that off.
    const before = monotonicTime();
    const values = handles.map(readNumber);
    rows.push({ time: (before + monotonicTime()) / 2, values });
  };
  read();
  onRows(rows.splice(0));
  const timer = setInterval(() => {
    read();
    if (rows.length >= BATCH) onRows(rows.splice(0));
  }, every * 1000);
  return {
    finish: () => {
      clearInterval(timer);
      read();
      handles.forEach((handle) => {
        if (typeof handle === 'number') closeSync(handle);
      });
      const rest = rows;
      rows = [];
      return rest;
    },
  };
}

function openFile(path: string): number | string {
  try {
    return openSync(path, 'r');
  } catch (error) {
    return messageOf(error);
  }
}

const buffer = Buffer.alloc(64);

function readNumber(handle: number | string): number | string {
  if (typeof handle === 'string') return handle;
  try {
    const text = buffer.toString('latin1', 0, readSync(handle, buffer, 0, buffer.length, 0)).trim();
    return /^\d+$/.test(text) ? Number(text) : 'does not hold a number';
  } catch (error) {
    return messageOf(error);
  }
}
