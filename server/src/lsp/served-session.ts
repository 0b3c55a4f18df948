/**
 * The session as those get at it who answer requests: it comes after the first of them may have come.
 *
 * Sits in `lsp/`, made by `server.ts`.
 */
import type { ClientSession } from './client-session';

export interface ServedSession {
  /** At this moment: undefined before it has started, and after it has ended. */
  readonly now: ClientSession | undefined;
  /** Once it is there, and changes of settings that were told before are done: what is asked after them is answered by the new ones. */
  settled(): Promise<ClientSession | undefined>;
  /** The same for what needs one. */
  running(): Promise<ClientSession>;
}
