/**
 * Requests about the server itself: its models, its cache, what it finds on this machine, and the editor's class
 * path.
 *
 * Sits in `lsp/`, under `server.ts`; the messages are those of `protocol/server-state` and `overlay`.
 */
import { answerChecked } from './answer-checked';
import type { Connection } from 'vscode-languageserver/node';
import { runDoctor } from '../../host/machine/doctor';
import { RefreshRequest } from '../../protocol/overlay';
import {
  ClassPathNotification,
  ClearCacheRequest,
  DoctorRequest,
  ModelReportRequest,
  ModelsRequest,
} from '../../protocol/server-state';
import type { ServerWiring } from '../session/server-wiring';
import { inBackground, type Log } from '../session/log';
import { describeModels, reportOnModel } from '../session/models';
import type { ServedSession } from '../session/served-session';

interface StateAnswers {
  readonly session: ServedSession;
  readonly wiring: Pick<ServerWiring, 'version' | 'mediaFolder'>;
  readonly folders: () => readonly string[];
  readonly log: Log;
}

export function answerState(connection: Connection, { session, wiring, folders, log }: StateAnswers): void {
  connection.onNotification(ClassPathNotification, ({ elements }) => {
    const paths = Array.isArray(elements) ? elements.filter((element) => typeof element === 'string') : [];
    inBackground(
      session.settled().then((current) => current?.libraries.setEditorClassPath(paths)),
      log,
    );
  });
  connection.onRequest(ModelsRequest, async () => {
    const current = await session.settled();
    return current === undefined ? [] : describeModels(current.chosen);
  });
  answerChecked(connection, ModelReportRequest, async ({ nonce }) =>
    reportOnModel((await session.running()).chosen, nonce),
  );
  connection.onRequest(ClearCacheRequest, async () => {
    const current = await session.settled();
    return (await current?.storage.clear()) ?? { files: 0, bytes: 0 };
  });
  // A server that could not start answers this, too.
  connection.onRequest(DoctorRequest, () =>
    runDoctor({
      version: wiring.version,
      folders: folders(),
      mediaFolder: wiring.mediaFolder,
      javaHome: session.now?.settings.javaHome ?? '',
    }),
  );
  answerChecked(connection, RefreshRequest, async ({ uri }) => {
    (await session.settled())?.documents.refresh(uri);
  });
}
