/**
 * Answers to Jouleline's own requests, by feature as in `protocol/`.
 *
 * Sits in `lsp/`, under `server.ts`; `answer-editor.ts` answers those of plain LSP.
 */
import { type Connection, ErrorCodes, type RequestHandler, ResponseError } from 'vscode-languageserver/node';
import { runDoctor } from '../../host/machine/doctor';
import { RefreshRequest } from '../../protocol/overlay';
import {
  AliveRequest,
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
import type * as v from 'valibot';
import { type Described, findWrong } from '../../base/shapes';
import type { CheckedRequest } from '../../protocol/checked-request';
import {
  CompareProfilesRequest,
  ComparedMethodRequest,
  ProfiledCodeRequest,
  ComparisonPageRequest,
  ComparisonReportRequest,
  ExportComparisonRequest,
  ComparableProgramsRequest,
  RevisionsRequest,
} from '../../protocol/comparisons';
import { orRefusal, tellProgress } from '../session/tell-client';
import { toPath } from '../documents/uris';
import { ImportReportRequest, ImportRequest } from '../../protocol/imports';
import {
  ProfilesRequest,
  ShowProfilesRequest,
  ProfileTargetsRequest,
  RunningProgramsRequest,
} from '../../protocol/profiles';
import { reportOn } from '../profiles/importing';
import {
  ExportHotListRequest,
  HotListRequest,
  NextHotLineRequest,
  FindInPictureRequest,
  PictureRequest,
  PictureStatisticRequest,
} from '../../protocol/hot-lists';
import { exportHotList } from '../workspace/hot-list-rows';

/** Answers requests whose parameters are as their definitions say, and refuses all others. */
function answerChecked<S extends v.GenericSchema, R>(
  connection: Connection,
  type: CheckedRequest<S, R>,
  answer: RequestHandler<Described<S>, R, void>,
): void {
  connection.onRequest(type, (params, token) => {
    const wrong = findWrong(type.schema, params);
    if (wrong === undefined) return answer(params, token);
    const place = wrong === '' ? 'its parameters' : wrong;
    throw new ResponseError(
      ErrorCodes.InvalidParams,
      `${type.method}: ${place} is missing or not what it should be`,
    );
  });
}

interface StateAnswers {
  readonly session: ServedSession;
  readonly wiring: Pick<ServerWiring, 'version' | 'mediaFolder'>;
  readonly folders: () => readonly string[];
  readonly log: Log;
}

/** Answers about the server itself: its models, its cache, what it finds on this machine, and the editor's class path. */
export function answerState(connection: Connection, { session, wiring, folders, log }: StateAnswers): void {
  connection.onNotification(ClassPathNotification, ({ elements }) => {
    const paths = Array.isArray(elements) ? elements.filter((element) => typeof element === 'string') : [];
    inBackground(
      session.settled().then((current) => current?.libraries.setEditorClassPath(paths)),
      log,
    );
  });
  connection.onRequest(AliveRequest, () => null);
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

/** Answers about two profiles: what they spent differently, and which programs can be profiled to be compared. */
export function answerComparisons(connection: Connection, session: ServedSession): void {
  answerChecked(connection, ComparisonReportRequest, async ({ paths }, token) =>
    (await session.running()).comparing.report(paths, token),
  );
  answerChecked(connection, ComparisonPageRequest, async (params, token) =>
    (await session.running()).comparing.page(params, token),
  );
  answerChecked(connection, ComparedMethodRequest, async (method) =>
    (await session.running()).comparing.place(method),
  );
  answerChecked(connection, ProfiledCodeRequest, async ({ path }) =>
    (await session.running()).comparing.code(path),
  );
  answerChecked(connection, ExportComparisonRequest, async ({ comparison, target }, token) => {
    await (await session.running()).comparing.export(comparison, target, token);
    return null;
  });
  answerChecked(connection, CompareProfilesRequest, async ({ before, after }) =>
    orRefusal((await session.running()).coloredBy.compare(before, after)),
  );
  answerChecked(connection, RevisionsRequest, async ({ uri }) =>
    (await session.running()).programs.revisions(toPath(uri)),
  );
  connection.onRequest(ComparableProgramsRequest, async () =>
    (await session.running()).programs.comparable(),
  );
}

/** Answers about profiles: the list of them, what is shown, imports, and which programs can be profiled. */
export function answerProfiles(connection: Connection, session: ServedSession): void {
  connection.onRequest(ProfilesRequest, async () => {
    const current = await session.settled();
    return (await current?.coloredBy.list()) ?? [];
  });
  answerChecked(connection, ShowProfilesRequest, async ({ paths }) => {
    const current = await session.settled();
    return orRefusal(current?.coloredBy.show(paths));
  });
  answerChecked(connection, ImportRequest, async (params, token) => {
    const current = await session.running();
    return current.import(params, token, tellProgress(connection, params.workDoneToken));
  });
  answerChecked(connection, ImportReportRequest, ({ path }) => reportOn(path));
  answerChecked(connection, ProfileTargetsRequest, async ({ uri, line }) =>
    (await session.running()).programs.targetsAt(uri, line),
  );
  answerChecked(connection, RunningProgramsRequest, async ({ uri }) =>
    (await session.running()).programs.running(uri),
  );
}

/**
 * Answers about all lines of the workspace: energy maps, and lists of hotspots.
 *
 * @param version the version of Jouleline, which exported files name.
 */
export function answerWorkspace(connection: Connection, session: ServedSession, version: string): void {
  answerChecked(connection, FindInPictureRequest, async ({ words }) => {
    const current = await session.settled();
    return (await current?.views.pictures.find(words)) ?? null;
  });
  answerChecked(connection, PictureStatisticRequest, async ({ statistic }) => {
    const current = await session.settled();
    return (await current?.views.pictures.statistic(statistic)) ?? null;
  });
  answerChecked(connection, PictureRequest, async ({ fresh }) => {
    const current = await session.settled();
    return (await current?.views.pictures.picture({ fresh })) ?? null;
  });
  answerChecked(connection, HotListRequest, async (params) =>
    (await session.running()).views.lists.page(params),
  );
  answerChecked(connection, NextHotLineRequest, async ({ query, uri, line, direction }) => {
    const current = await session.settled();
    return (await current?.views.lists.next(query, { path: toPath(uri), line }, direction)) ?? null;
  });
  answerChecked(connection, ExportHotListRequest, async ({ query, path, format }) => {
    const { lists } = (await session.running()).views;
    const { source, provenance, components } = await lists.page({ ...query, offset: 0, count: 0 });
    const { count, rows } = await lists.all(query);
    await exportHotList({ query, rows, components, source, provenance, version }, path, format);
    return { rows: count };
  });
}
