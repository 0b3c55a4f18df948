/**
 * "Compare Profiles": compares two saved profiles and opens an editor of the comparison. Pictures of the
 * workspace then show which lines use less or more energy, and which are new or gone.
 */
import { basename } from 'node:path';
import { env, l10n, Uri } from 'vscode';
import { isolateName } from '../../../server/src/base/split-words';
import type { ProfileSummary } from '../../../server/src/protocol/profiles';
import { readComparisons, type Comparison } from '../comparisons';
import { askQuestions } from '../dialogs';
import { FailureWithWays, ways } from '../failures';
import { markDone } from '../milestones';
import type { PossibleAnswer, NextQuestion } from '../questions';
import { describeBriefly, titleOfPair } from '../ago';
import { importedPath } from './import-recordings';
import type { Services } from './services';

/**
 * `chosen`: what was selected in the view; the rest is asked for. Of two of them the older one is before. A file that is
 * not in the view may be any that Jouleline saved, or that it can import.
 */
export async function compareProfiles(services: Services, chosen: readonly string[]): Promise<void> {
  const profiles = (await services.ask('ProfilesRequest')).filter(({ problem }) => problem === '');
  if (profiles.length === 0)
    throw new FailureWithWays(
      l10n.t(
        'A comparison needs two profiles. Profile a method before and after a change. Profiles saved in this workspace: {0}.',
        profiles.length,
      ),
      ways.again(l10n.t('Profile Method'), 'profile'),
      ways.again(l10n.t('Choose Files…'), 'importRecordings'),
    );
  const [first, second] = profiles.filter(({ path }) => chosen.includes(path));
  if (first !== undefined && second !== undefined) {
    await showComparison(services, first.path, second.path);
    return;
  }
  const answers = await askQuestions(questionsOf(profiles, first?.path));
  if (answers === undefined) return;
  const saved: string[] = [];
  for (const path of [first?.path ?? answers.get('before') ?? '', answers.get('after') ?? '']) {
    const one = profiles.some((each) => each.path === path) ? path : await savedPath(services, path);
    if (one === undefined) return;
    saved.push(one);
  }
  const [before = '', after = ''] = saved;
  await showComparison(services, before, after);
}

/** The choice of a file that is in no list: no path is empty. */
const FILE = '';

/** The newest profile that can come first is that before the newest. */
function questionsOf(profiles: readonly ProfileSummary[], known: string | undefined): NextQuestion {
  const another = (fileTitle: string): PossibleAnswer => ({
    value: FILE,
    label: l10n.t('A File…'),
    detail: l10n.t('A profile from elsewhere, or a recording of another tool, which is imported'),
    fileTitle,
  });
  const titles = [l10n.t('Compare: before'), l10n.t('Compare: after')] as const;
  return (answers) => {
    const before = known ?? answers.get('before');
    if (before === undefined)
      return {
        id: 'before',
        title: titles[0],
        placeHolder: l10n.t('The profile to start from'),
        choices: [
          ...[...profiles.slice(0, -1).toReversed(), ...profiles.slice(-1)].map(choiceOf),
          another(titles[0]),
        ],
      };
    if (answers.has('after')) return undefined;
    return {
      id: 'after',
      title: titles[1],
      placeHolder: l10n.t('The profile to compare it with'),
      choices: [
        ...profiles
          .filter(({ path }) => path !== before)
          .toReversed()
          .map(choiceOf),
        another(titles[1]),
      ],
    };
  };
}

/** The path of a file from elsewhere, once it is imported if it is a recording. Undefined if that came to nothing. */
async function savedPath(services: Services, path: string): Promise<string | undefined> {
  const { isSaved } = await services.ask('ProfiledCodeRequest', { path });
  return isSaved ? path : await importedPath(services, Uri.file(path));
}

function choiceOf(profile: ProfileSummary): PossibleAnswer {
  const { path, name, machine, command } = profile;
  const detail = [machine, command].filter((text) => text !== '').join(' · ');
  return {
    value: path,
    label: isolateName(name),
    description: describeBriefly(profile, env.language),
    detail,
  };
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
  const names = [before, after].map(
    (path) => profiles.find((each) => each.path === path)?.name ?? basename(path),
  );
  services.comparisons.show(before, after, titleOfPair(names));
  markDone('compare');
}

/** Does something with a comparison that the view gives to a command. */
export async function withComparison(item: unknown, run: (one: Comparison) => Promise<void>): Promise<void> {
  const [comparison] = readComparisons([item]);
  if (comparison !== undefined) await run(comparison);
}

export async function showComparisonReport(services: Services, { sides }: Comparison): Promise<void> {
  const [before, after] = sides;
  const { markdown } = await services.ask('ComparisonReportRequest', { paths: [before.path, after.path] });
  await services.reports.show(`${isolateName(before.name)} – ${isolateName(after.name)}`, markdown);
}
