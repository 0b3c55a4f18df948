/**
 * `jouleline diff A B…`: what profiles spent differently, as described in
 * docs/guide/comparing.md. Sits in `cli/`.
 */
import {
  type PackageMarks,
  classifyByMarks,
  describeUnmatchedMarks,
  marksOf,
} from '../../compare/trees/frameworks';
import type { ComparedSide } from '../../compare/sides/compared-side';
import { UsageError } from '../../base/failure';
import { type ProfileComparison } from '../../compare/deltas/compare-profiles';
import type { ProgramsComparison } from '../../compare/deltas/compare-programs';
import {
  formatComparisonHtml,
  describeComparison,
  describeWords,
  detailsOf,
  originOf,
  type PageDetails,
} from '../../compare/pages/comparison-page';
import { formatComparisonJson, formatProgramsJson } from '../../compare/pages/comparison-json';
import { formatComparisonMarkdown, formatComparisonText } from '../../compare/pages/comparison-text';
import { formatProgramsMarkdown, formatProgramsText } from '../../compare/pages/programs-text';
import { readComparisonAssets, readProgramsAssets } from '../../host/files/bundled-media';
import {
  compareProgramsUnderModel,
  compareUnderModel,
  expectCommonModel,
  type CompareProgramsRequest,
} from '../../tasks/compare/compare-under-model';
import { loadComparedSide } from '../../tasks/compare/load-compared-side';
import { comparedRunsOptions } from '../definitions/shared-options';
import { nameOf } from '../definitions/definition';
import { formatProgramsHtml } from '../format/programs-html';
import { choose, makePrintable, type Terminal, type ParsedArguments, ExitCode } from '../terminal';
import { COMPARED_METRICS, LIBRARY_PLACES } from '../../protocol/settings';
import { librariesOf } from '../run-options';
import { type RunSides, profileBoth, wantsRuns } from './diff-runs';

export async function runDiffCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const rest = given.positionals;
  const { output, errors } = terminal;
  const marks = readMarks(given.texts('app'), given.texts('framework'));
  const options = {
    model: given.text('model'),
    libraries: librariesOf(given, terminal),
    metric: choose('--metric', given.text('metric'), COMPARED_METRICS, 'energy'),
    alpha: readAlpha(given.text('alpha')),
    place: choose('--library-energy', given.text('library-energy'), LIBRARY_PLACES, 'caller'),
    isApplication: classifyByMarks(marks),
  };
  if (options.model !== undefined && (options.metric === 'allocation' || options.metric === 'executions'))
    throw new UsageError(`--model is for energy and time: it does not go with --metric ${options.metric}`);
  const format = formatOf(given);
  if (wantsRuns(given)) await expectCommonModel(options.model, terminal.installation.mediaFolder);
  const {
    sides,
    notes: ofSides,
    isWhole,
  } = wantsRuns(given) ? await profileBoth(given, rest, terminal) : await loadAll(given, rest, terminal);
  const [a, b, ...others] = sides;
  if (a === undefined || b === undefined)
    throw new UsageError('diff needs at least two profiles, or --git or --program, which make them');
  const notes = [...ofSides, ...describeUnmatchedMarks(marks, sides)];
  const { text, problems } =
    others.length === 0
      ? await comparePair([a, b], notes, { ...options, marks }, format, terminal)
      : await compareAll(sides, notes, options, format, terminal);
  for (const problem of problems) await errors.write(`jouleline: ${problem}\n`);
  await output.write(text);
  return isWhole ? ExitCode.ok : ExitCode.incomplete;
}

/** Options that say what library calls do, of profiles that are there already, too. */
const OF_LIBRARIES: ReadonlySet<string> = new Set(['class-path', 'no-build-files']);

type LoadedSides = Omit<RunSides, 'sides'> & { readonly sides: readonly ComparedSide[] };

async function loadAll(
  given: ParsedArguments,
  paths: readonly string[],
  terminal: Terminal,
): Promise<LoadedSides> {
  const odd = comparedRunsOptions
    .map(nameOf)
    .find((name) => !OF_LIBRARIES.has(name) && (given.isSet(name) || given.text(name) !== undefined));
  if (odd !== undefined)
    throw new UsageError(`--${odd} is for --git and --program: the profiles are there already`);
  const sides: ComparedSide[] = [];
  for (const path of paths) {
    const { side, problems } = await loadComparedSide(path, terminal.installation.bundleFolder);
    for (const problem of problems) await terminal.errors.write(`jouleline: ${problem}\n`);
    sides.push(side);
  }
  const twice = [...new Set(paths.filter((path, index) => paths.indexOf(path) < index))];
  return { sides, notes: twice.map((path) => `${path} is compared with itself`), isWhole: true };
}

type Options = Omit<CompareProgramsRequest, 'programs'>;

interface WrittenComparison {
  readonly text: string;
  readonly problems: readonly string[];
}

async function comparePair(
  profiles: readonly [ComparedSide, ComparedSide],
  notes: readonly string[],
  { marks, ...options }: Options & { readonly marks: PackageMarks },
  format: Format,
  terminal: Terminal,
): Promise<WrittenComparison> {
  const { comparison, problems } = await compareUnderModel(
    { profiles, ...options },
    terminal.installation.mediaFolder,
  );
  const noted = { ...comparison, notes: [...new Set([...comparison.notes, ...notes])] };
  const { alpha, isApplication } = options;
  const asked = { profiles, wantedAlpha: alpha, isApplication, marks };
  return { text: format.pair(noted, terminal, asked), problems };
}

async function compareAll(
  programs: readonly ComparedSide[],
  notes: readonly string[],
  options: Options,
  format: Format,
  terminal: Terminal,
): Promise<WrittenComparison> {
  const { comparison, problems } = await compareProgramsUnderModel(
    { programs, ...options },
    terminal.installation.mediaFolder,
  );
  const noted = { ...comparison, notes: [...new Set([...comparison.notes, ...notes])] };
  return { text: format.all(noted, terminal), problems };
}

function readMarks(packages: readonly string[], others: readonly string[]): PackageMarks {
  for (const [option, names] of [
    ['app', packages],
    ['framework', others],
  ] as const)
    if (names.includes('')) throw new UsageError(`--${option} names no package`);
  const both = packages.find((each) => others.includes(each));
  if (both !== undefined)
    throw new UsageError(
      `${both} is the application's by --app, and a framework's by --framework: choose one`,
    );
  return marksOf(packages, others);
}

function readAlpha(text: string | undefined): number | 'auto' {
  if (text === undefined || text === 'auto') return 'auto';
  if (/^[0-5]$/.test(text)) return Number(text);
  throw new UsageError(`--alpha ${text} is not known: it takes 'auto' or a number from 0 to 5`);
}

/** The request for a comparison of two profiles. */
interface Asked extends Pick<PageDetails, 'wantedAlpha' | 'marks' | 'isApplication'> {
  readonly profiles: readonly [ComparedSide, ComparedSide];
}

interface Format {
  readonly pair: (comparison: ProfileComparison, terminal: Terminal, asked: Asked) => string;
  readonly all: (comparison: ProgramsComparison, terminal: Terminal) => string;
}

const formats: Readonly<Record<string, Format>> = {
  text: {
    pair: (comparison) => printable(formatComparisonText(comparison)),
    all: (comparison) => printable(formatProgramsText(comparison)),
  },
  markdown: {
    pair: (comparison) => printable(formatComparisonMarkdown(comparison)),
    all: (comparison) => printable(formatProgramsMarkdown(comparison)),
  },
  json: {
    pair: (comparison, { installation: { version } }) => formatComparisonJson(comparison, version),
    all: (comparison, { installation: { version } }) => formatProgramsJson(comparison, version),
  },
  html: {
    pair: formatPage,
    all: (comparison, { installation: { version, bundleFolder } }) =>
      [...formatProgramsHtml(comparison, version, readProgramsAssets(bundleFolder))].join(''),
  },
};

function formatPage(
  comparison: ProfileComparison,
  { installation: { version, bundleFolder } }: Terminal,
  { profiles: [a, b], ...asked }: Asked,
): string {
  const page = describeComparison(comparison, {
    ...asked,
    details: [detailsOf(originOf(a)), detailsOf(originOf(b))],
    words: describeWords(),
    version,
  });
  return [...formatComparisonHtml(page, readComparisonAssets(bundleFolder))].join('');
}

/** Names come from programs, which may be hostile. */
function printable(text: string): string {
  return text.split('\n').map(makePrintable).join('\n');
}

function formatOf(given: ParsedArguments): Format {
  const name = given.text('format') ?? 'text';
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format === undefined)
    throw new UsageError(`there is no format "${name}": it is one of ${Object.keys(formats).join(', ')}`);
  return format;
}
