/**
 * Requests about all lines of the workspace: energy maps, and lists of hotspots.
 *
 * Sits in `lsp/`, under `server.ts`; the messages are those of `protocol/pictures` and `hot-lists`.
 */
import { answerChecked } from './answer-checked';
import type { Connection } from 'vscode-languageserver/node';
import { ExportHotListRequest, HotListRequest, NextHotLineRequest } from '../../protocol/hot-lists';
import { FindInPictureRequest, PictureRequest } from '../../protocol/pictures';
import { exportHotList } from '../workspace/export-hot-list';
import type { ServedSession } from '../session/served-session';
import { toPath } from '../documents/uris';

/** @param version the version of Jouleline, which exported files name. */
export function answerWorkspace(connection: Connection, session: ServedSession, version: string): void {
  answerChecked(connection, FindInPictureRequest, async ({ words }) => {
    const current = await session.settled();
    return (await current?.views.pictures.find(words)) ?? null;
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
    const { source, provenance } = await lists.page({ ...query, offset: 0, count: 0 });
    const { count, rows } = await lists.all(query);
    await exportHotList({ query, rows, source, provenance, version }, path, format);
    return { rows: count };
  });
}
