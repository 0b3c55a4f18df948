/** Waits for messages of the agent in a JVM that is attached to. Sits in `tasks/`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentNews, AttachmentFolder } from '../../host/files/attachment-folder';

export type AgentAnswer =
  | 'news'
  /** The process has ended. */
  | 'gone'
  | 'canceled'
  /** The agent took longer than it may. */
  | 'late'
  | { readonly failure: string };

export interface Patience {
  readonly seconds?: number;
  readonly canceled?: AbortSignal;
}

const POLL_MS = 50;
/** The interval at which the folder is touched. The agent gives up if nobody touches it. */
const TOUCH_MS = 1000;

export async function waitForAgent(
  folder: AttachmentFolder,
  pid: number,
  news: AgentNews,
  { seconds = Infinity, canceled }: Patience,
): Promise<AgentAnswer> {
  const begun = performance.now();
  let touched = -Infinity;
  for (;;) {
    const isGone = !isAlive(pid);
    // The folder is read after that check: the agent may have written its message just before the process ended.
    if (folder.has(news)) return 'news';
    if (isGone) return 'gone';
    const failure = folder.failure();
    if (failure !== undefined) return { failure };
    if (canceled?.aborted === true) return 'canceled';
    const now = performance.now();
    if (now - begun >= seconds * 1000) return 'late';
    if (now - touched >= TOUCH_MS) {
      folder.touch();
      touched = now;
    }
    await sleep(POLL_MS);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user is there, but may not be signaled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
