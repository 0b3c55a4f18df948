/**
 * A comparison in a thread of its own: trees of many thousand contexts take seconds to match, and meanwhile the
 * caller can do other things, or end it. Sits in `tasks/`.
 */
import { join } from 'node:path';
import { createPictureFolder } from '../../host/files/picture-folder';
import { startThread } from '../../host/machine/threads';
import { newToken, removePart } from '../../host/files/write-file';
import {
  type CompareAnswers,
  type CompareMessage,
  type CompareTask,
  type CompareWork,
  ComparisonRefused,
} from './compare-messages';

/** Two trees of 50,000 contexts are matched in less than one gigabyte. */
const COMMAND_HEAP_MB = 2048;

export class ComparisonCanceled extends Error {
  override readonly name = 'ComparisonCanceled';
}

export interface CompareThread {
  /** The folder that holds dist/comparer.js. */
  readonly bundleFolder: string;
  readonly canceled: AbortSignal;
  /** The largest heap of the thread; that of a command if absent. */
  readonly maxMemoryMB?: number;
}

/** Throws a {@link ComparisonRefused} or a {@link ComparisonCanceled}; by then the thread has ended, and nothing half-written is left. */
export async function compareInThread<Kind extends CompareTask['kind']>(
  task: Extract<CompareTask, { readonly kind: Kind }>,
  options: CompareThread,
): Promise<CompareAnswers[Kind]> {
  const path = writtenBy(task);
  if (path === undefined) return runThread<Kind>(task, options);
  const token = newToken();
  try {
    return await runThread<Kind>({ ...task, token }, options);
  } catch (error) {
    await removePart(path, token);
    throw error;
  }
}

/** The path that a task is to write; undefined where it writes none. */
function writtenBy(task: CompareTask): string | undefined {
  if (task.kind !== 'tasks' || task.output.kind === 'none') return undefined;
  const { output } = task;
  return output.kind === 'page' ? createPictureFolder(output.folder).pathOf(output.name) : output.path;
}

function runThread<Kind extends CompareTask['kind']>(
  task: CompareWork,
  { bundleFolder, canceled, maxMemoryMB = COMMAND_HEAP_MB }: CompareThread,
): Promise<CompareAnswers[Kind]> {
  return new Promise((resolve, reject) => {
    let answer: CompareMessage | undefined;
    const thread = startThread(
      join(bundleFolder, 'comparer.js'),
      { data: task, maxMemoryMB },
      {
        onMessage: (message) => {
          answer = message as CompareMessage;
        },
        // What a thread said before it ended is heard before its end is.
        onExit: (end) => {
          canceled.removeEventListener('abort', stop);
          if (canceled.aborted) reject(new ComparisonCanceled('the comparison was canceled'));
          // A task is answered in its own kind.
          else if (answer?.kind === 'done') resolve(answer.answer as CompareAnswers[Kind]);
          else if (answer?.kind === 'refused') reject(new ComparisonRefused(answer.refusal));
          else if (end.kind === 'memory') reject(new ComparisonRefused({ kind: 'memory' }));
          else reject(new Error(end.message));
        },
      },
    );
    const stop = (): void => {
      thread.terminate().catch(reject);
    };
    if (canceled.aborted) stop();
    else canceled.addEventListener('abort', stop);
  });
}
