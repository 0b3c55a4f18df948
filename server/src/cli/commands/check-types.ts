/**
 * `jouleline check-types`: how far the operations read from source agree with
 * those in class files, as JSON described in docs/formats.md. Sits in
 * `cli/commands/`.
 */
import { UsageError } from '../../base/failure';
import { TYPE_CHECK_FORMAT, TYPE_CHECK_VERSION, type TypeCheck } from '../../engine/check-types';
import { parseArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { libraryHelp, libraryOptions, readLibraryOptions } from '../library-options';
import type { Terminal } from '../terminal';
import {
  runTypeCheck,
  type TypeCheckOutcome,
  type TypeCheckRequest,
} from '../../tasks/check-types/run-type-check';

export const checkTypesHelp = `Usage: jouleline check-types --source DIR --classes PATH [--module NAME] [options]

Compares the operations of sources with those of the class files compiled from them, statement by statement,
and prints the agreement as JSON (docs/formats.md). Needs classes with line numbers.

  --source DIR                  the folder of the sources (for a module also the unpacked src.zip)
  --classes PATH                a folder of class files, a jar, or the lib/modules of a JDK
  --module NAME                 which module of lib/modules, such as java.base
${libraryHelp}`;

export async function runCheckTypesCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const given = parseArguments(args, {
    source: { type: 'string' },
    classes: { type: 'string' },
    module: { type: 'string' },
    ...libraryOptions,
    help: { type: 'boolean' },
  });
  if (given.isSet('help')) {
    await terminal.output.write(checkTypesHelp);
    return ExitCode.ok;
  }
  const [source, place, module] = [given.text('source'), given.text('classes'), given.text('module')];
  if (source === undefined || place === undefined) throw new UsageError('--source and --classes are needed');
  if (given.positionals.length > 0) throw new UsageError('check-types takes its places by option');
  const request = {
    source,
    classes: place,
    ...(module === undefined ? {} : { module }),
    ...readLibraryOptions(given),
  };
  const outcome = await runTypeCheck(request, terminal.installation.mediaFolder);
  for (const problem of outcome.problems) await terminal.errors.write(`jouleline: ${problem}\n`);
  for (const notice of noticesOf(outcome.check)) await terminal.errors.write(`jouleline: ${notice}\n`);
  await terminal.output.write(formatTypeCheck(request, outcome, terminal.installation.version));
  const { files, classes, mismatched } = outcome.check;
  const isCompared = files.compared > 0 && mismatched.length === 0 && classes.unreadable === 0;
  const isWhole = outcome.problems.length === 0 && isCompared;
  return isWhole ? ExitCode.ok : ExitCode.incomplete;
}

/** What was not compared, or not as it stands, in sentences. */
export function noticesOf({ files, classes, mismatched }: TypeCheck): readonly string[] {
  const { withoutLines, unreadable, newerThanKnown } = classes;
  const notices = mismatched.map(({ path, message }) => `${path} was not compared: ${message}`);
  const isAlien = files.compared === 0 && mismatched.length === 0;
  if (isAlien) notices.push('none of the class files was compiled from any of these sources');
  if (unreadable > 0) notices.push(`class files that cannot be read: ${unreadable}`);
  if (newerThanKnown > 0) notices.push(`class files newer than known, read as if they were not: ${newerThanKnown}`); // prettier-ignore
  if (withoutLines > 0) notices.push(`classes without line numbers, which are set aside: ${withoutLines}`);
  return notices;
}

export function formatTypeCheck(
  { source, classes, module }: TypeCheckRequest,
  { check, problems }: TypeCheckOutcome,
  version: string,
): string {
  const head = {
    format: TYPE_CHECK_FORMAT,
    version: TYPE_CHECK_VERSION,
    generator: { name: 'jouleline', version },
    source,
    classes,
    ...(module === undefined ? {} : { module }),
    problems,
  };
  const { groups, setAside, disagreements, worst, files, classes: counted, mismatched } = check;
  const inLines = (items: readonly unknown[]): string => items.map((item) => `\n${JSON.stringify(item)}`).join(','); // prettier-ignore
  const fields = [
    ...Object.entries({ ...head, setAside, counts: { files, classes: counted } }).map(
      ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    ),
    `"groups": {${Object.entries(groups).map(([name, value]) => `\n${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(',')}}`, // prettier-ignore
    `"mismatched": [${inLines(mismatched)}]`,
    `"disagreements": [${inLines(disagreements)}]`,
    `"worst": [${inLines(worst)}]`,
  ];
  return `{\n${fields.join(',\n')}\n}\n`;
}
