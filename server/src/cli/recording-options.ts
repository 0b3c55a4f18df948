/**
 * How commands are told which recording of a saved file they are about, and
 * what it is laid on: `--recording`, `--model`, `--source`, `--lines`.
 *
 * Sits in `cli/`, between `commands/` and `recordings.ts`.
 */
import type { PlacedRecording } from '../recordings/place/placed-values';
import { UsageError } from '../base/failure';
import { type ParsedArguments, readNumber } from './arguments';
import { chooseRecording, type LoadedRecordings, loadRecordings } from '../tasks/import/load-recordings';
import type { Terminal } from './terminal';

export interface OneRecording {
  readonly placed: PlacedRecording;
  /** Said already. */
  readonly hasProblems: boolean;
}

/** The one file that a command is about. */
export function readOnePath(command: string, { positionals }: ParsedArguments): string {
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new UsageError(`${command} needs exactly one file`);
  return path;
}

/** Says what could not be read. */
export async function loadOneRecording(
  path: string,
  given: ParsedArguments,
  terminal: Terminal,
): Promise<OneRecording> {
  const number = readNumber('--recording', given.text('recording'), { minimum: 1, whole: true });
  const { recordings, problems } = await loadAllRecordings(path, given, terminal);
  return { placed: chooseRecording(recordings, number, path), hasProblems: problems.length > 0 };
}

/** As {@link loadOneRecording}, all that the file has. */
export async function loadAllRecordings(
  path: string,
  given: ParsedArguments,
  terminal: Terminal,
): Promise<LoadedRecordings> {
  const loaded = await loadRecordings(
    {
      path,
      model: given.text('model'),
      sources: given.texts('source'),
      lines: given.isSet('lines'),
    },
    terminal.installation.mediaFolder,
  );
  for (const problem of loaded.problems) await terminal.errors.write(`jouleline: ${problem}\n`);
  return loaded;
}
