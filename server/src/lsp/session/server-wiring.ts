/**
 * Everything that a session is given, and what touches the machine, which `main.ts` gives to the server.
 *
 * Sits in `lsp/`.
 */
import type { FolderSwitches } from './settings';
import type { Connection } from 'vscode-languageserver/node';
import type { InitializationOptions } from '../../protocol/handshake';
import type { Settings } from '../../protocol/settings';
import type { BuildsAnswers, BuildsTask } from '../../tasks/builds/builds-main';
import type { ClientCapabilities } from './client-capabilities';
import type { Log } from './log';
import type { Compare } from '../profiles/comparing';
import type { Pool, PoolOptions } from '../../threads/pool';
import type { SaveImport } from '../profiles/importing';

/** Answers as {@link readBuilds} does. */
export type ReadBuilds = <Kind extends BuildsTask['kind']>(
  task: Extract<BuildsTask, { readonly kind: Kind }>,
) => Promise<BuildsAnswers[Kind] | undefined>;

export interface ServerWiring {
  readonly version: string;
  readonly mediaFolder: string;
  /** The folder of dist/*.js. */
  readonly bundleFolder: string;
  readonly createPool: (
    options: Pick<PoolOptions, 'log' | 'onLibraryProblem' | 'allHeaders' | 'maxMemoryMB'> & {
      /** The folder that may keep compiled code. */
      readonly codeCacheFolder: string | undefined;
    },
  ) => Pool;
  readonly saveImport: SaveImport;
  readonly compare: Compare;
  readonly readBuilds: ReadBuilds;
}

/** Everything that a session is given: the editor's side, and the machine. */
export interface SessionOptions {
  readonly connection: Connection;
  readonly wiring: ServerWiring;
  readonly log: Log;
  readonly initialization: InitializationOptions;
  readonly client: ClientCapabilities;
  readonly folders: () => readonly string[];
  /** False unless the client says that its user trusts the workspace: then nothing is started. */
  readonly isTrusted: () => boolean;
  readonly settings: Settings;
  readonly switches: FolderSwitches;
  /** The settings for a document, of its folder where that has its own. */
  readonly settingsFor: (uri: string) => Promise<Settings>;
  /** Texts of open documents by path. */
  readonly openTexts: () => ReadonlyMap<string, string>;
}

/** The parts that all parts of a session are given. */
export type Common = Pick<SessionOptions, 'log' | 'folders' | 'openTexts' | 'isTrusted'> & {
  readonly settings: () => Settings;
};
