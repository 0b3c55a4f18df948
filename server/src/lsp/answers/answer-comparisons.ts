/**
 * Requests about two profiles: what they spent differently, and which programs can be profiled to be compared.
 *
 * Sits in `lsp/`, under `server.ts`; the messages are those of `protocol/comparisons` and `comparison-runs`.
 */
import { answerChecked } from './answer-checked';
import type { Connection } from 'vscode-languageserver/node';
import { ComparableProgramsRequest, RevisionsRequest } from '../../protocol/comparison-runs';
import {
  CompareProfilesRequest,
  ComparedMethodRequest,
  ComparisonPageRequest,
  ComparisonReportRequest,
  ExportComparisonRequest,
} from '../../protocol/comparisons';
import { describeRevisions } from '../profiles/programs';
import type { ServedSession } from '../session/served-session';
import { orRefusal } from '../session/tell-client';
import { toPath } from '../documents/uris';

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
  answerChecked(connection, ExportComparisonRequest, async ({ comparison, target }, token) => {
    await (await session.running()).comparing.export(comparison, target, token);
    return null;
  });
  answerChecked(connection, CompareProfilesRequest, async ({ before, after }) =>
    orRefusal((await session.running()).coloredBy.compare(before, after)),
  );
  answerChecked(connection, RevisionsRequest, ({ uri }) => describeRevisions(toPath(uri)));
  connection.onRequest(ComparableProgramsRequest, async () =>
    (await session.running()).programs.comparable(),
  );
}
