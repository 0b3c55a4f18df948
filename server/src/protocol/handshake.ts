/**
 * The greeting of client and server, and the version of all messages.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import type { Settings } from './settings';

/** Raised when a message changes its meaning. Client and server of different versions say so and show nothing wrong. */
export const PROTOCOL_VERSION = 3;

/** The `initializationOptions`. Everything is optional: an editor without this extension sends nothing. */
export interface InitializationOptions {
  readonly protocolVersion?: number;
  /** The folder for the cache on disk; without it nothing is stored. */
  readonly storagePath?: string;
  /** The settings, for editors that do not answer `workspace/configuration`. */
  readonly settings?: Partial<Settings>;
  /**
   * The editor's command that profiles the method below a lens, given `uri` and `line`; without it there are no such
   * lenses.
   */
  readonly profileCommand?: string;
  /**
   * The editor's command that measures what the changes of a document save, given `uri` and `line`; without it there
   * is no such action.
   */
  readonly measureChangeCommand?: string;
  /**
   * True if the editor shows `jouleline/warning`, which leads to the setting in question; else warnings are plain
   * messages.
   */
  readonly showsWarnings?: boolean;
  /** The path of the file with the strings of the editor's language, if there is one. */
  readonly l10nBundle?: string;
}

/** The server's answer in `capabilities.experimental.jouleline`. */
export interface ServerHandshake {
  readonly protocolVersion: number;
  readonly serverVersion: string;
}
