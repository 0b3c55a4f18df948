/**
 * `jouleline check-types`: how far the operations read from source agree with
 * those in class files, as JSON described in docs/reference/formats.md. Sits in
 * `cli/`.
 */
import { UsageError } from '../../base/failure';
import { TYPE_CHECK_FORMAT, TYPE_CHECK_VERSION, type TypeCheck } from '../../tasks/check-types/check-types';
import {
  runTypeCheck,
  type TypeCheckOutcome,
  type TypeCheckRequest,
} from '../../tasks/check-types/run-type-check';
import type { ParsedArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { readLibraryOptions } from '../library-options';
import type { Terminal } from '../terminal';

export async function runCheckTypesCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
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

/** Sentences about what was not compared, or not as it stands. */
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
