/**
 * `jouleline measure-change`: what a program takes with one source as it was,
 * and as it is now. Sits in `cli/`.
 *
 * Both versions of the source are compiled by themselves, and run in the place
 * of its classes: all else is the same in both, and nothing of the workspace is
 * written.
 */
import { applicationClasses } from '../../compare/trees/frameworks';
import { basename } from 'node:path';
import { Failure, UsageError } from '../../base/failure';
import type { ProfileComparison } from '../../compare/deltas/compare-profiles';
import { compareUnderModel } from '../../tasks/compare/compare-under-model';
import { readCommitted } from '../../tasks/sources/list-sources';
import { ExitCode, type Terminal, type ParsedArguments } from '../terminal';
import { expectWritable, writeWholeFile } from '../../host/files/write-file';
import { readText } from '../files';
import { profileSides, type SideProfile } from '../profile-sides';
import { librariesOf } from '../run-options';
import { readStart } from './profile';
import { counted } from '../../base/counted';
import { formatEnergy, formatShare, JOULES } from '../../words/energy-text';
import { formatComparisonMarkdown, formatComparisonText } from '../../compare/pages/comparison-text';

export async function runMeasureChangeCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const after = given.text('after');
  if (after === undefined) throw new UsageError('--after is needed: the source as it is now');
  const start = readStart(given, given.positionals);
  if (start.target.kind === 'command')
    throw new UsageError(
      'a command finds its classes by itself: name the program with --main, --test or --launch',
    );
  const out = given.text('out');
  if (out !== undefined) await expectWritable(out);
  const texts = await readVersions(after, given);
  const fileName = texts.fileName;
  const sides = (['before', 'after'] as const).map((name) => ({
    name,
    own: { replaced: { fileName, text: texts[name] } },
  }));
  const profiles = await profileSides(sides, start, given.text('progress'), terminal);
  const [before, now] = profiles;
  if (before === undefined || now === undefined) throw new Error('two versions are profiled as two');
  const { comparison, problems } = await compareUnderModel(
    {
      profiles: [
        { name: 'before', profile: before.profile },
        { name: 'after', profile: now.profile },
      ],
      model: given.text('model'),
      libraries: librariesOf(given, terminal),
      alpha: 'auto',
      isApplication: applicationClasses([]),
    },
    terminal.installation.mediaFolder,
  );
  const change = {
    comparison: withNotes(comparison, [before, now], texts.fileName),
    runs: [before.profile, now.profile].map(({ measurement }) => measurement?.energy?.runs ?? 0),
    source: now.profile.measurement?.source.name ?? '',
    fileName: texts.fileName,
  };
  for (const problem of problems) await terminal.errors.write(`jouleline: ${problem}\n`);
  await terminal.output.write(formatSaving(change));
  if (out !== undefined) await writeWholeFile(out, [formatSavingMarkdown(change)]);
  const isWhole = profiles.every(
    ({ profile, problems: found }) => profile.program.exitCode === 0 && found.length === 0,
  );
  return isWhole ? ExitCode.ok : ExitCode.incomplete;
}

interface Versions {
  readonly fileName: string;
  readonly before: string;
  readonly after: string;
}

/** Reads both versions. Throws a {@link Failure} if nothing changed. */
async function readVersions(after: string, given: ParsedArguments): Promise<Versions> {
  const [before, revision] = [given.text('before'), given.text('revision')];
  if (before !== undefined && revision !== undefined)
    throw new UsageError('--before and --revision contradict each other');
  const texts = {
    fileName: basename(after),
    before: before === undefined ? await readCommitted(after, revision ?? 'HEAD') : await readText(before),
    after: await readText(after),
  };
  if (texts.before === texts.after)
    throw new Failure(
      `${after} is what it was${before === undefined ? ` in ${revision ?? 'HEAD'}` : ''}: there is no change to measure`,
    );
  return texts;
}

/** Adds further facts about the two runs for people. */
function withNotes(
  comparison: ProfileComparison,
  versions: readonly [SideProfile, SideProfile],
  fileName: string,
): ProfileComparison {
  const [before, after] = versions.map(({ profile }) => profile.program);
  const ran = versions.some(({ profile }) =>
    profile.classes.some(
      ({ source, methods }) => source === fileName && methods.some(({ calls }) => calls > 0),
    ),
  );
  return {
    ...comparison,
    notes: [
      ...(ran ? [] : [`nothing of ${fileName} ran: what is measured is not the change`]),
      ...(before?.exitCode === after?.exitCode
        ? []
        : [`the program ended otherwise: before ${before?.ended ?? ''}, after ${after?.ended ?? ''}`]),
      ...comparison.notes,
    ],
  };
}

interface MeasuredChange {
  /** The comparison of the program before and after the change. */
  readonly comparison: ProfileComparison;
  /** The numbers of measured runs, before and after the change. */
  readonly runs: readonly number[];
  /** The meter; empty where nothing was measured. */
  readonly source: string;
  /** The name of the source file that was changed. */
  readonly fileName: string;
}

function formatSaving(change: MeasuredChange): string {
  return `${sentencesOf(change).join('\n')}\n\n${formatComparisonText(change.comparison)}`;
}

/** The first line is the result, as a heading. */
function formatSavingMarkdown(change: MeasuredChange): string {
  const [result = '', ...others] = sentencesOf(change);
  return `# ${result}\n\n${others.join(' ')}\n\n${formatComparisonMarkdown(change.comparison)}`;
}

function sentencesOf({ comparison, runs, source, fileName }: MeasuredChange): readonly string[] {
  const { totals } = comparison;
  const what = totals.isMeasured
    ? totals.isProxy
      ? `Measured was CPU time (${source}), which stands in for energy: joules are a proxy's.`
      : `Measured was energy (${source}).`
    : 'Nothing was measured, or too little to be told from start-up: runs were counted, and their energy is the model’s.';
  const both = totals.isMeasured
    ? ` ${counted(runs[0] ?? 0, 'run')} before and ${runs[1] ?? 0} after, one series after the other.`
    : '';
  return [
    resultOf(comparison, fileName),
    `${what}${both} Both versions of ${fileName} were compiled alike, and all else is the same.`,
  ];
}

function resultOf({ totals }: ProfileComparison, fileName: string): string {
  const { delta, energyA, p, isSignificant, isMeasured, smallest } = totals;
  const share = energyA > 0 ? formatShare(Math.abs(delta) / energyA) : 'an unknown share';
  const amount = `${formatEnergy(Math.abs(delta), JOULES)}, ${share} of a run`;
  if (!isMeasured || Number.isNaN(p)) {
    if (delta === 0) return `The change in ${fileName} makes no difference by the model`;
    return `The change in ${fileName} ${delta < 0 ? 'saves' : 'costs'} ${amount}, by the model, from exact counts`;
  }
  if (!isSignificant)
    return `The change in ${fileName} makes no difference that these runs could tell from chance; ${formatEnergy(smallest, JOULES)} would have been found in 8 of 10 cases`;
  return `The change in ${fileName} ${delta < 0 ? 'saves' : 'costs'} ${amount}, more than chance (p ${p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`})`;
}
