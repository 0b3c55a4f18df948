/**
 * Reads build files in a thread of its own, which is ended when it takes too long: anybody may have written them. Sits in
 * `tasks/`, for the server; commands read the files of whoever calls them by themselves.
 */
import { join } from 'node:path';
import { startThread } from '../../host/machine/threads';
import type { BuildsAnswers, BuildsMessage, BuildsTask } from './builds-main';

/** Files are small: a thread that reads none for so long is caught in one. */
const LONGEST_SILENCE_MS = 15_000;
const LONGEST_MS = 120_000;

/** Undefined if the thread took too long, or ended otherwise. */
export function readBuilds<Kind extends BuildsTask['kind']>(
  task: Extract<BuildsTask, { readonly kind: Kind }>,
  bundleFolder: string,
  maxMemoryMB: number,
): Promise<BuildsAnswers[Kind] | undefined> {
  return new Promise((resolve, reject) => {
    let answer: BuildsAnswers[Kind] | undefined;
    const end = (): void => {
      thread.terminate().catch(reject);
    };
    const longest = setTimeout(end, LONGEST_MS);
    let silence = setTimeout(end, LONGEST_SILENCE_MS);
    const thread = startThread(
      join(bundleFolder, 'builds.js'),
      { data: task, maxMemoryMB },
      {
        onMessage: (message) => {
          const { kind, ...rest } = message as BuildsMessage;
          clearTimeout(silence);
          silence = setTimeout(end, LONGEST_SILENCE_MS);
          // A task is answered in its own kind.
          if (kind === 'done' && 'answer' in rest) answer = rest.answer as BuildsAnswers[Kind];
        },
        onExit: () => {
          clearTimeout(longest);
          clearTimeout(silence);
          resolve(answer);
        },
      },
    );
  });
}
