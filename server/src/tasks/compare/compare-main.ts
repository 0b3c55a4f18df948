/**
 * Entry point of the thread that compares (dist/comparer.js): does one task with saved profiles, answers, and ends. Sits in
 * `tasks/`.
 */
import type { ComparedProfile } from '../../compare/sides/compared-side';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { compareLines } from '../../compare/deltas/compare-lines';
import { findMethod } from '../../lines/method-place';
import {
  type CompareMessage,
  type CompareTask,
  ComparisonRefused,
  type FoundMethod,
  type LinesTask,
  type MethodTask,
} from './compare-messages';
import { chooseComparedModel, compareTasks, loadCompared } from './compare-tasks';
import { listBuffers, packLines, type PackedLines } from './packed-lines';

async function doTask(task: CompareTask): Promise<void> {
  switch (task.kind) {
    case 'tasks':
      post({ kind: 'done', answer: await compareTasks(task) });
      break;
    case 'lines': {
      const answer = await compareOnLines(task);
      post({ kind: 'done', answer }, listBuffers(answer));
      break;
    }
    case 'method':
      post({ kind: 'done', answer: await placeMethod(task) });
  }
}

async function compareOnLines({ paths, models }: LinesTask): Promise<PackedLines> {
  const [a, b] = [await loadCounted(paths[0]), await loadCounted(paths[1])];
  return packLines(compareLines(a, b, chooseComparedModel(models)), b.profile);
}

async function loadCounted(path: string): Promise<ComparedProfile> {
  const saved = await loadCompared(path);
  if (saved.kind === 'import') throw new ComparisonRefused({ kind: 'imports' });
  return { name: basename(path, '.json'), profile: saved.profile };
}

async function placeMethod({ profile, method, line }: MethodTask): Promise<FoundMethod> {
  const saved = await loadCompared(profile);
  if (saved.kind === 'import') return { kind: 'import' };
  const place = findMethod(saved.profile, method, line);
  return place === undefined ? { kind: 'library' } : { kind: 'found', place };
}

function post(message: CompareMessage, handedOver: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, handedOver);
}

doTask(workerData as CompareTask).catch((error: unknown) => {
  if (!(error instanceof ComparisonRefused)) throw error;
  post({ kind: 'refused', refusal: error.refusal });
});
