/** The message about a profile that is done: what was found, and what can be done next. */
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { l10n, Range, Uri, window } from 'vscode';
import type { HotListPage, HotRow, SharesOf } from '../../../server/src/protocol/hot-lists';
import type { ProfileSummary } from '../../../server/src/protocol/profiles';
import { nameOf } from '../ago';
import { offer, ways, type Way } from '../failures';
import { withoutLinks } from '../foreign-text';
import { runOf } from './repeatable-runs';
import type { Services } from './services';

/** The hottest line first. */
const HOTTEST = {
  list: 'lines',
  search: '',
  order: 'energy',
  isAscending: false,
  blocks: 'once',
  offset: 0,
  count: 1,
} as const;

const WAIT_MS = 1000;
const MOST_WAITS = 20;

/** Functions, because translations are loaded after this file. */
const SHARES: Readonly<Record<SharesOf, (share: string) => string>> = {
  program: (share) => l10n.t('{0} of the program', share),
  run: (share) => l10n.t('{0} of the run', share),
  list: (share) => l10n.t('{0} of all lines', share),
};

/** Tells what a profile found: its energy and its hottest line. */
export async function tellResult(services: Services, path: string): Promise<void> {
  const profiles = await services.ask('ProfilesRequest');
  const profile = profiles.find((each) => each.path === path);
  if (profile === undefined) return;
  const { interval } = profile;
  const total = interval === '' ? profile.total : l10n.t('{0} (95 % interval: {1})', profile.total, interval);
  const name = nameOf(profiles, path);
  const { rows, isComplete, sharesOf } = await listHottest(services);
  const [hottest] = isComplete ? rows : [];
  const where = hottest && `${basename(hottest.path)}:${hottest.line + 1}`;
  const message =
    hottest === undefined || where === undefined
      ? l10n.t('{0} took {1}.', name, total)
      : l10n.t(
          '{0} took {1}. Its hottest line is {2}, with {3}: {4}',
          name,
          total,
          where,
          SHARES[sharesOf](hottest.shareText),
          hottest.text,
        );
  const previous = previousOf(profile, profiles);
  const more: Way = {
    title: l10n.t('Measure More Precisely'),
    command: 'jouleline.measureMorePrecisely',
    arguments: [profile],
  };
  const compare = (before: ProfileSummary): Way => ({
    title: l10n.t('Compare With Previous'),
    command: 'jouleline.compareProfiles',
    arguments: [before, [before, profile]],
  });
  const goTo: readonly Way[] = hottest === undefined ? [] : [wayTo(hottest)];
  await offer(
    window.showInformationMessage,
    withoutLinks(message),
    ...goTo,
    ...(runOf(services.context, path) === undefined ? [] : [more]),
    ...(previous === undefined ? [] : [compare(previous)]),
    // A message has room for three buttons.
    ...(profile.isMetered || previous !== undefined ? [] : [ways.setUpMeter()]),
  );
}

/** The hottest line, once files that a build wrote are read; incomplete if that takes too long. */
async function listHottest({ ask }: Services): Promise<HotListPage> {
  let list = await ask('HotListRequest', HOTTEST);
  for (let waits = 0; !list.isComplete && waits < MOST_WAITS; waits++) {
    await setTimeout(WAIT_MS);
    list = await ask('HotListRequest', HOTTEST);
  }
  return list;
}

/** Tells that a run was canceled. Nothing is said of its energy: the counts are whole, or were not saved. */
export async function tellCanceled(name: string, isCounted: boolean): Promise<void> {
  await offer(
    window.showInformationMessage,
    isCounted
      ? l10n.t(
          '{0} was canceled before its energy was measured. Its lines show a run that was counted.',
          name,
        )
      : l10n.t('{0} was canceled: nothing is saved.', name),
  );
}

function wayTo({ path, line }: HotRow): Way {
  return {
    title: l10n.t('Open'),
    command: 'vscode.open',
    arguments: [Uri.file(path), { selection: new Range(line, 0, line, 0) }],
  };
}

/** The last profile of the same program before this one. Profiles come oldest first. */
function previousOf(
  profile: ProfileSummary,
  profiles: readonly ProfileSummary[],
): ProfileSummary | undefined {
  const { path, program, started } = profile;
  return profiles.findLast(
    (each) =>
      each.path !== path && each.problem === '' && each.program === program && each.started <= started,
  );
}
