/**
 * The entry point of the measuring helper (dist/measure-helper.js): it runs one program, reads meters,
 * works by a pattern, or switches threads, and ends.
 *
 * Sits in `host/`. When its parent is gone, everything that it has started ends with it, and its
 * temporary folder is removed.
 */
import { withDefined } from '../../base/check';
import { rmSync } from 'node:fs';
import type { HelperAnswer, HelperRequest } from './helper-messages';
import { startSampling, type Sampling } from './sample-files';
import { switchThreads } from './switch-threads';
import { superviseRun, type SupervisedRun } from './supervise-run';
import type { Seconds } from '../../base/units';
import { monotonicTime } from './clock';

let run: SupervisedRun | undefined;
let sampling: Sampling | undefined;
let folders: readonly string[] = [];

process.on('message', (request: HelperRequest) => {
  switch (request.kind) {
    case 'run':
      folders = request.temporaryFolders;
      run = superviseRun(request, answerLast);
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
      void switchThreads().then((cost) => {
        answerLast({ kind: 'switched', ...withDefined({ cost }) });
      });
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
  process.send?.(message);
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
