/**
 * The messages that the server sends its client unasked: overlays, reasons why there is none, warnings, and the
 * progress of long tasks.
 *
 * Sits in `lsp/`. Only overlays and warnings are sure to be sent. An editor that shows no progress, or does not
 * refresh, loses nothing.
 */
import {
  CodeLensRefreshRequest,
  InlayHintRefreshRequest,
  type Connection,
  type Diagnostic,
  type ProgressToken,
  WorkDoneProgress,
} from 'vscode-languageserver/node';
import { withDefined } from '../../base/check';
import { failureOf } from '../../base/failure';
import { ListsStaleNotification, PictureStaleNotification } from '../../protocol/hot-lists';
import {
  OverlayClearedNotification,
  type OverlayClearedParams,
  OverlayNotification,
} from '../../protocol/overlay';
import type { Refusal } from '../../protocol/profiles';
import { type WarnedSetting, WarningNotification } from '../../protocol/server-state';
import type { Settings } from '../../protocol/settings';
import type { ClientCapabilities } from './client-capabilities';
import { inBackground, type Log } from './log';
import { type ColoredView, overlayOf } from '../views/features';
import type { IndexProgress } from '../workspace/workspace-index';

/** The pause in typing after which lenses and hints are refreshed. */
const REFRESH_DELAY_MS = 300;

export interface ClientTeller {
  overlay(view: ColoredView): void;
  readonly noOverlay: (cleared: OverlayClearedParams) => void;
  /** Replaces the diagnostics of a file. */
  readonly diagnostics: (
    uri: string,
    version: number | undefined,
    diagnostics: readonly Diagnostic[],
  ) => void;
  /** Tells pages that show an energy map that it is out of date. */
  readonly pictureIsStale: () => void;
  /** Tells pages that show lists of hotspots that they are out of date. */
  readonly listsAreStale: () => void;
  /** Shows the first problem; all are in the log. */
  warn(problems: readonly string[], setting?: WarnedSetting): void;
  readonly startProgress: () => Promise<IndexProgress>;
  dispose(): void;
}

interface ClientTellerOptions {
  readonly connection: Connection;
  readonly client: ClientCapabilities;
  /** True if the client shows warnings by itself, with a way to the setting. */
  readonly showsWarnings: boolean;
  readonly settings: () => Settings;
  readonly log: Log;
}

export function createClientTeller(options: ClientTellerOptions): ClientTeller {
  const { connection, client, showsWarnings, settings, log } = options;
  let refreshTimer: NodeJS.Timeout | undefined;
  /** The versions of the texts that were shown last; `bare` for those without colors. */
  const versions = new Map<string, number | 'bare'>();

  function refreshSoon(delay: number): void {
    if (delay > 0 && refreshTimer !== undefined) return;
    clearTimeout(refreshTimer);
    refreshTimer = setTimeout(() => {
      refreshTimer = undefined;
      if (client.codeLensRefresh && settings().codeLens.enable)
        ask(connection.sendRequest(CodeLensRefreshRequest.type));
      if (client.inlayHintRefresh && settings().inlayHints.enable)
        ask(connection.sendRequest(InlayHintRefreshRequest.type));
    }, delay);
  }

  /** Sends a request and ignores that the client may not answer it; a closed connection still counts. */
  function ask(request: Promise<void>): void {
    request.catch((error: unknown) => {
      log.debug(`the editor did not refresh: ${String(error)}`);
    });
  }

  return {
    overlay(view) {
      inBackground(connection.sendNotification(OverlayNotification, overlayOf(view)), log);
      // Other figures of the same text are no typing.
      refreshSoon(versions.get(view.uri) === view.version ? 0 : REFRESH_DELAY_MS);
      versions.set(view.uri, view.version);
    },
    noOverlay(cleared) {
      inBackground(connection.sendNotification(OverlayClearedNotification, cleared), log);
      refreshSoon(versions.get(cleared.uri) === 'bare' ? REFRESH_DELAY_MS : 0);
      versions.set(cleared.uri, 'bare');
    },
    diagnostics(uri, version, diagnostics) {
      const given = { uri, diagnostics: [...diagnostics], ...withDefined({ version }) };
      inBackground(connection.sendDiagnostics(given), log);
    },
    pictureIsStale() {
      inBackground(connection.sendNotification(PictureStaleNotification), log);
    },
    listsAreStale() {
      inBackground(connection.sendNotification(ListsStaleNotification), log);
    },
    warn(problems, setting) {
      for (const problem of problems) log.warning(problem);
      const [first] = problems;
      if (first === undefined) return;
      const others = problems.length > 1 ? ` (and ${problems.length - 1} more: see its output channel)` : '';
      const message = `Jouleline: ${first}${others}`;
      if (showsWarnings && setting !== undefined)
        inBackground(connection.sendNotification(WarningNotification, { message, setting }), log);
      else connection.window.showWarningMessage(message);
    },
    async startProgress() {
      const silent: IndexProgress = { report: () => undefined, done: () => undefined };
      if (!client.progress) return silent;
      const progress = await connection.window.createWorkDoneProgress().catch((error: unknown) => {
        log.debug(`the editor shows no progress: ${String(error)}`);
      });
      if (progress === undefined) return silent;
      progress.begin('Jouleline', 0, 'reading the workspace', false);
      let told = '';
      return {
        report: (done, total, what) => {
          const percent = Math.floor((done / Math.max(1, total)) * 100);
          // There may be a hundred thousand files.
          if (told === `${what} ${percent}`) return;
          told = `${what} ${percent}`;
          progress.report(percent, `${what}: ${done} of ${total} files`);
        },
        done: () => {
          progress.done();
        },
      };
    },
    dispose() {
      clearTimeout(refreshTimer);
    },
  };
}

/** Reports the progress of a request, if the client gave a token with it. */
export function tellProgress(
  connection: Connection,
  token: ProgressToken | undefined,
): (message: string) => void {
  if (token === undefined) return () => undefined;
  return (message) => {
    // A client that is gone needs no report.
    connection.sendProgress(WorkDoneProgress.type, token, { kind: 'report', message }).catch(() => undefined);
  };
}

/** The reason for a failure, for the client; null if the work was done. */
export async function orRefusal(work: Promise<void> | undefined): Promise<Refusal | null> {
  const failure = work && (await failureOf(work));
  return failure === undefined ? null : { message: failure.message };
}
