/**
 * "Attach to a Running Program": lists the JVMs that run, records the chosen
 * one until the progress is canceled, and shows its lines by what ran.
 */
import { join } from 'node:path';
import { l10n } from 'vscode';
import { withDefined } from '../../../server/src/base/check';
import { findJavaEditor } from '../editors';
import { pickOne } from '../dialogs';
import { FailureWithWays, ways } from '../failures';
import { markDone } from '../milestones';
import { makeProfilesFolder } from './git-ignore';
import { isRefused, notProfiled, timestamp } from './profile';
import { runTask } from './run-task';
import type { Services } from './services';

export async function attachToProgram(services: Services): Promise<void> {
  if (await isRefused()) return;
  const {
    programs,
    problem,
    arguments: common,
    folder,
    profilesFolder,
  } = await services.ask(
    'RunningProgramsRequest',
    withDefined({ uri: findJavaEditor()?.document.uri.toString() }),
  );
  if (problem !== '')
    throw new FailureWithWays(problem, folder === '' ? ways.openFolder() : ways.checkSetup());
  if (programs.length === 0)
    throw new FailureWithWays(
      l10n.t('No running Java program was found. Start one and try again.'),
      ways.again(l10n.t('Try Again'), 'attach'),
    );
  const nameOf = (description: string): string => description.split(' ')[0] ?? '';
  const picked = await pickOne(
    programs,
    ({ pid, description }) => ({
      label: nameOf(description),
      description: String(pid),
      detail: description,
    }),
    {
      title: l10n.t('Attach to'),
      placeHolder: l10n.t('Choose a running Java program to profile. Cancel the progress to stop.'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (picked === undefined) return;
  const name = nameOf(picked.description);
  makeProfilesFolder(profilesFolder);
  const out = join(profilesFolder, `attached-${picked.pid}-${timestamp(new Date())}.json`);
  const given = ['profile', '--out', out, '--attach', String(picked.pid), ...common];
  await runTask(services, name, folder, given);
  const refusal = await services.ask('ShowProfilesRequest', { paths: [out] });
  services.profiles.refresh();
  if (refusal !== null) throw notProfiled(name);
  markDone('profile');
}
