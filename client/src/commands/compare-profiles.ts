/**
 * "Compare Profiles": compares two saved profiles and opens an editor of the comparison. Pictures of the
 * workspace then show which lines use less or more energy, and which are new or gone.
 */
import { l10n, type QuickPickItem } from 'vscode';
import type { ProfileSummary } from '../../../server/src/protocol/profiles';
import { readComparisons, type Comparison } from '../comparisons';
import { pickOne } from '../dialogs';
import { FailureWithWays, ways } from '../failures';
import { markDone } from '../milestones';
import { pathOf } from './profile';
import type { Services } from './services';

/** `chosen`: what was selected in the view; the rest is asked for. Of two of them the older one is before. */
export async function compareProfiles(services: Services, chosen: readonly string[]): Promise<void> {
  const profiles = (await services.ask('ProfilesRequest')).filter(({ problem }) => problem === '');
  if (profiles.length < 2)
    throw new FailureWithWays(
      l10n.t(
        'A comparison needs two profiles. Profile a method before and after a change. Profiles saved in this workspace: {0}.',
        profiles.length,
      ),
      ways.again(l10n.t('Profile Method'), 'profile'),
    );
  const [first, second] = profiles.filter(({ path }) => chosen.includes(path));
  if (first !== undefined && second !== undefined) {
    await showComparison(services, first.path, second.path);
    return;
  }
  const before =
    first ?? (await pick(profiles, l10n.t('Compare: before'), l10n.t('The profile to start from')));
  if (before === undefined) return;
  const others = profiles.filter(({ path }) => path !== before.path).reverse();
  const after = await pick(others, l10n.t('Compare: after'), l10n.t('The profile to compare it with'));
  if (after !== undefined) await showComparison(services, before.path, after.path);
}

export async function showComparison(services: Services, before: string, after: string): Promise<void> {
  const profiles = await services.ask('ProfilesRequest');
  // Recordings of other tools are compared by method and task: they have no operations to compare on lines.
  const hasRecordings = profiles.some(
    ({ path, kind }) => kind === 'import' && (path === before || path === after),
  );
  const refusal = hasRecordings ? null : await services.ask('CompareProfilesRequest', { before, after });
  services.profiles.refresh();
  if (refusal !== null)
    throw new FailureWithWays(
      refusal.message,
      ways.again(l10n.t('Choose Other Profiles'), 'compareProfiles'),
    );
  services.comparisons.show(before, after);
  markDone('compare');
}

/**
 * The paths of the items that a view gives to a command: the item of the menu, and all items that are
 * selected.
 */
export function pathsOf(first: unknown, all: unknown): readonly string[] {
  return [first, ...(Array.isArray(all) ? (all as readonly unknown[]) : [])].flatMap(
    (each) => pathOf(each) ?? [],
  );
}

/** Does something with a comparison that the view gives to a command. */
export async function withComparison(item: unknown, run: (one: Comparison) => Promise<void>): Promise<void> {
  const [comparison] = readComparisons([item]);
  if (comparison !== undefined) await run(comparison);
}

export async function showComparisonReport(services: Services, { sides }: Comparison): Promise<void> {
  const [before, after] = sides;
  const { markdown } = await services.ask('ComparisonReportRequest', { paths: [before.path, after.path] });
  await services.reports.show(`${before.name} – ${after.name}`, markdown);
}

async function pick(
  profiles: readonly ProfileSummary[],
  title: string,
  placeHolder: string,
): Promise<ProfileSummary | undefined> {
  const describe = ({ name, started, machine, energy, command }: ProfileSummary): QuickPickItem => ({
    label: name,
    description: started.slice(0, 16).replace('T', ' '),
    detail: [machine, energy[0] ?? command].filter((text) => text !== '').join(' · '),
  });
  return pickOne(profiles, describe, { title, placeHolder, matchOnDetail: true });
}
