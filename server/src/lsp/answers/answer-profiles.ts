/**
 * Requests about profiles: the list of them, what is shown, imports, and which programs can be profiled.
 *
 * Sits in `lsp/`, under `server.ts`; the messages are those of `protocol/profiles`, `imports` and `profile-targets`.
 */
import { answerChecked } from './answer-checked';
import type { Connection } from 'vscode-languageserver/node';
import { ImportReportRequest, ImportRequest } from '../../protocol/imports';
import { ProfilesRequest, ShowProfilesRequest } from '../../protocol/profiles';
import { ProfileTargetsRequest, RunningProgramsRequest } from '../../protocol/profile-targets';
import { reportOn } from '../profiles/importing';
import type { ServedSession } from '../session/served-session';
import { orRefusal, tellProgress } from '../session/tell-client';

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
  connection.onRequest(RunningProgramsRequest, async () => (await session.running()).programs.running());
}
