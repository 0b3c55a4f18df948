/**
 * "Compare Profiles": two of those that are saved; the SeeSoft panel then shows which lines became cheaper or dearer,
 * are new, or gone.
 */
import { l10n, window } from 'vscode';
import type { QuickPickItem } from 'vscode';
import type { ProfileSummary } from '../../../server/src/protocol';
import { Failure, ways } from '../failures';
import { markDone } from '../milestones';
import type { Services } from './services';

export async function compareProfiles(services: Services): Promise<void> {
  const server = await services.connection();
  const profiles = (await server.listProfiles()).filter(
    ({ kind, problem }) => kind === 'counted' && problem === '',
  );
  if (profiles.length < 2)
    throw new Failure(
      l10n.t(
        'Two profiles are needed to compare, and {0} are saved in this workspace: profile a method before and after a change.',
        profiles.length,
      ),
      ways.again(l10n.t('Profile Method'), 'profile'),
    );
  const before = await pick(profiles, l10n.t('Compare: before'), l10n.t('The profile to start from'));
  if (before === undefined) return;
  const others = profiles.filter(({ path }) => path !== before.path).reverse();
  const after = await pick(others, l10n.t('Compare: after'), l10n.t('The profile to compare with it'));
  if (after === undefined) return;
  const problem = await server.compareProfiles(before.path, after.path);
  services.profiles.refresh();
  if (problem !== '') throw new Failure(problem, ways.again(l10n.t('Choose Others'), 'compareProfiles'));
  services.seeSoft.show(undefined);
  markDone('compare');
}

async function pick(
  profiles: readonly ProfileSummary[],
  title: string,
  placeHolder: string,
): Promise<ProfileSummary | undefined> {
  const items = profiles.map((profile): QuickPickItem & { readonly profile: ProfileSummary } => ({
    label: profile.name,
    description: profile.started.slice(0, 16).replace('T', ' '),
    detail: profile.energy[0] ?? profile.command,
    profile,
  }));
  return (await window.showQuickPick(items, { title, placeHolder, matchOnDetail: true }))?.profile;
}
