/**
 * "Attach to a Running Program": lists the JVMs that run, records the chosen
 * one until the progress is canceled, and shows its lines by what ran.
 */
import { join } from 'node:path';
import { l10n, window } from 'vscode';
import type { QuickPickItem } from 'vscode';
import { FailureWithWays, ways } from '../failures';
import { markDone } from '../milestones';
import { makeProfilesFolder } from './git-ignore';
import { isRefused, notProfiled, runTask, timestamp } from './profile';
import type { Services } from './services';

export async function attachToProgram(services: Services): Promise<void> {
  if (await isRefused()) return;
  const server = await services.connection();
  const {
    programs,
    problem,
    arguments: common,
    folder,
    profilesFolder,
  } = await server.ask('runningPrograms');
  if (problem !== '')
    throw new FailureWithWays(problem, folder === '' ? ways.openFolder() : ways.checkSetup());
  if (programs.length === 0)
    throw new FailureWithWays(
      l10n.t('No running Java program was found. Start one and try again.'),
      ways.again(l10n.t('Try Again'), 'attach'),
    );
  const items = programs.map(({ pid, description }): QuickPickItem & { readonly pid: number } => ({
    label: description.split(' ')[0] ?? '',
    description: String(pid),
    detail: description,
    pid,
  }));
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Attach to'),
    placeHolder: l10n.t('Choose a running Java program to profile. Cancel the progress to stop.'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked === undefined) return;
  makeProfilesFolder(profilesFolder);
  const out = join(profilesFolder, `attached-${picked.pid}-${timestamp(new Date())}.json`);
  const given = ['profile', '--out', out, '--attach', String(picked.pid), ...common];
  await runTask(services, picked.label, folder, given);
  const refused = await server.ask('showProfiles', { paths: [out] });
  services.profiles.refresh();
  if (refused !== '') throw notProfiled(picked.label);
  markDone('profile');
}
