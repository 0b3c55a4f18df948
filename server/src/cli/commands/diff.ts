/**
 * `jouleline diff A B`: what two profiles spent differently, as described in
 * docs/comparing.md. Sits in `cli/commands/`.
 */
import { applicationClasses, type ProfileComparison } from '../../engine/compare-profiles';
import { formatComparisonJson } from '../../engine/comparison-json';
import { formatComparisonMarkdown, formatComparisonText } from '../../engine/comparison-text';
import { parseArguments, type ParsedArguments, UsageError } from '../arguments';
import { ExitCode } from '../services';
import { makePrintable } from '../terminal';
import { type ComparedRuns, profileBoth, runsHelp, runsOptions, runsUsage, wantsRuns } from './diff-runs';
import type { Services } from '../services';

export const diffHelp = `Usage: jouleline diff A B [options]
${runsUsage}

Compares two profiles: two versions of one program, or two programs that do the same job. Each is of 'jouleline profile',
an import of 'jouleline import', or a file that an import reads (JoularJX, collapsed stacks, pprof, speedscope, JFR, …).
Methods and lines are matched by name and by what they do; where both tell who calls whom ('--record tree'), also the
tasks, that is framework methods that the application calls (docs/comparing.md).

  --alpha N|auto    edits by which the paths of calls of one task may differ, 0 to 5 (default: auto)
  --app PACKAGE     a package of the application, with those below it; may be repeated
                    (default: all but the JDK's and known frameworks')
  --model MODEL     that prices both sides (default: the bundled one)
  --format FORMAT   text, json or markdown (default: text)


${runsHelp}
Exit codes: 0 all done; 1 a profile could not be read, or a side not built, run, counted or measured; 2 wrong usage.
`;

export async function runDiffCommand(args: readonly string[], services: Services): Promise<ExitCode> {
  const end = args.indexOf('--');
  const given = parseArguments(end < 0 ? args : args.slice(0, end), {
    ...runsOptions,
    alpha: { type: 'string' },
    app: { type: 'string', multiple: true },
    model: { type: 'string' },
    format: { type: 'string' },
    help: { type: 'boolean' },
  });
  const rest = [...given.positionals, ...(end < 0 ? [] : args.slice(end + 1))];
  const { output, errors } = services;
  if (given.isSet('help')) {
    await output.write(diffHelp);
    return ExitCode.ok;
  }
  const alpha = readAlpha(given.text('alpha'));
  const format = formatOf(given);
  const { sides, notes, isWhole } = wantsRuns(given)
    ? await profileBoth(given, rest, services)
    : await loadBoth(given, rest, services);
  const { comparison, problems } = await services.compareProfiles({
    profiles: sides,
    model: given.text('model'),
    alpha,
    isApplication: applicationClasses(given.texts('app')),
  });
  for (const problem of problems) await errors.write(`jouleline: ${problem}\n`);
  await output.write(format({ ...comparison, notes: [...notes, ...comparison.notes] }, services.version));
  return isWhole ? ExitCode.ok : ExitCode.incomplete;
}

async function loadBoth(
  given: ParsedArguments,
  paths: readonly string[],
  services: Services,
): Promise<ComparedRuns> {
  const [pathA, pathB, ...others] = paths;
  if (pathA === undefined || pathB === undefined || others.length > 0)
    throw new UsageError('diff needs exactly two profiles, or --git or --program, which make them');
  const odd = Object.keys(runsOptions).find((name) => given.isSet(name) || given.text(name) !== undefined);
  if (odd !== undefined)
    throw new UsageError(`--${odd} is for --git and --program: the profiles are there already`);
  const a = await services.loadComparedSide(pathA);
  const b = await services.loadComparedSide(pathB);
  for (const problem of [...a.problems, ...b.problems])
    await services.errors.write(`jouleline: ${problem}\n`);
  return { sides: [a.side, b.side], notes: [], isWhole: true };
}

function readAlpha(text: string | undefined): number | 'auto' {
  if (text === undefined || text === 'auto') return 'auto';
  if (/^[0-5]$/.test(text)) return Number(text);
  throw new UsageError(`--alpha ${text} is none: it is 'auto' or 0 to 5`);
}

type Format = (comparison: ProfileComparison, version: string) => string;

const formats: Readonly<Record<string, Format>> = {
  text: (comparison) => printable(formatComparisonText(comparison)),
  markdown: (comparison) => printable(formatComparisonMarkdown(comparison)),
  json: formatComparisonJson,
};

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
