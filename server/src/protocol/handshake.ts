/**
 * The greeting of client and server, and the version of all messages.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import * as v from 'valibot';
import { type Described, isRecord, optional } from '../base/shapes';
import type { Settings } from './settings';

/** Raised when a message changes its meaning. Client and server of different versions say so and show nothing wrong. */
export const PROTOCOL_VERSION = 4;

/** The `initializationOptions`. Everything is optional: an editor without this extension sends nothing. */
export const initializationSchema = v.object({
  protocolVersion: optional(v.number()),
  /** The folder for the cache on disk; without it nothing is stored. */
  storagePath: optional(v.string()),
  /**
   * True if the user trusts the workspace, as far as `jouleline/trust` says nothing newer. Without it the server starts no
   * program.
   */
  isTrusted: optional(v.boolean()),
  /** The settings, for editors that do not answer `workspace/configuration`. */
  settings: optional(v.custom<Partial<Settings>>(isRecord)),
  /**
   * The editor's command that profiles the method below a lens, given `uri` and `line`; without it there are no such
   * lenses.
   */
  profileCommand: optional(v.string()),
  /**
   * The editor's command that measures what the changes of a document save, given `uri` and `line`; without it there
   * is no such action.
   */
  measureChangeCommand: optional(v.string()),
  /**
   * The editor's command that shows what there is to know of a rule of advice, given the `uri` of its page and the name
   * of the rule, which is a heading there; without it there is no such action.
   */
  learnMoreCommand: optional(v.string()),
  /**
   * True if the editor shows `jouleline/warning`, which leads to the setting in question; else warnings are plain
   * messages.
   */
  showsWarnings: optional(v.boolean()),
  /** The path of the file with the strings of the editor's language, if there is one. */
  l10nBundle: optional(v.string()),
});
export type InitializationOptions = Described<typeof initializationSchema>;

/** The server's answer in `capabilities.experimental.jouleline`. */
export const serverHandshakeSchema = v.object({
  protocolVersion: v.number(),
  serverVersion: v.string(),
  /** The process to end if `jouleline/alive` is not answered. */
  processId: optional(v.number()),
});
export type ServerHandshake = Described<typeof serverHandshakeSchema>;
