/**
 * How client and server greet each other, and the version of all messages.
 * Sits in `protocol/`: messages that are not plain LSP, for whoever writes a client.
 */
import type { Settings } from './settings';

/** Raised when a message changes its meaning. Client and server of different versions say so and show nothing wrong. */
export const PROTOCOL_VERSION = 3;

/** Sent as `initializationOptions`. Everything is optional: an editor without this extension sends nothing. */
export interface InitializationOptions {
  readonly protocolVersion?: number;
  /** Folder for the cache on disk; without it nothing is stored. */
  readonly storagePath?: string;
  /** Settings for editors that don't answer `workspace/configuration`. */
  readonly settings?: Partial<Settings>;
  /** The editor's command that profiles what a lens stands above, given `uri` and `line`; without it there are no such lenses. */
  readonly profileCommand?: string;
  /** The editor's command that measures what the changes of a document save, given `uri` and `line`; without it that is not offered. */
  readonly measureChangeCommand?: string;
  /** Whether the editor shows `jouleline/warning`, which leads to the setting in question; else warnings are plain messages. */
  readonly showsWarnings?: boolean;
  /** File with the strings of the editor's language, if there is one. */
  readonly l10nBundle?: string;
}

/** Sent back in `capabilities.experimental.jouleline`. */
export interface ServerHandshake {
  readonly protocolVersion: number;
  readonly serverVersion: string;
}
