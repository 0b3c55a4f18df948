/**
 * The session, as the code that answers requests gets at it: requests may come before the session is there.
 *
 * Sits in `lsp/`, made by `server.ts`.
 */
import type { ClientSession } from './client-session';

export interface ServedSession {
  /** The session at this moment; undefined before it has started, and after it has ended. */
  readonly now: ClientSession | undefined;
  /**
   * Waits until the session is there and all earlier changes of settings are done, so that answers follow the new
   * settings.
   */
  settled(): Promise<ClientSession | undefined>;
  /** The same for requests that need a session. */
  running(): Promise<ClientSession>;
}
