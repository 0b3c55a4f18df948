/** Loads the recordings that a command names by `--recording`, `--model`, `--source`, `--lines` and `--library-energy`. Sits in `cli/`. */
import type { PlacedRecording } from '../recordings/place/placed-values';
import { scaleToTotals } from '../recordings/merge/run-total';
import { UsageError } from '../base/failure';
import { LIBRARY_PLACES } from '../protocol/settings';
import { choose, type ParsedArguments, readNumber, type Terminal } from './terminal';
import { chooseRecording, type LoadedRecordings, loadRecordings } from '../tasks/import/load-recordings';
import { librariesOf, readLibraryOptions } from './run-options';
import type { HistoryRequest } from '../tasks/import/earlier-sources';

export interface OneRecording {
  readonly placed: PlacedRecording;
  /** True if problems were printed. */
  readonly hasProblems: boolean;
}

/** The one file that a command is about. */
export function readOnePath(command: string, { positionals }: ParsedArguments): string {
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new UsageError(`${command} needs exactly one file`);
  return path;
}

/**
 * Loads one recording, whose parts take no more than the totals that it states, and prints what could not be read and
 * what was scaled down.
 */
export async function loadOneRecording(
  path: string,
  given: ParsedArguments,
  terminal: Terminal,
): Promise<OneRecording> {
  const number = readNumber('--recording', given.text('recording'), { minimum: 1, whole: true });
  const { recordings, problems } = await loadAllRecordings(path, given, terminal);
  const placed = chooseRecording(recordings, number, path);
  const { recording, doubts } = scaleToTotals(placed.recording);
  for (const doubt of doubts) await terminal.errors.write(`jouleline: ${doubt}\n`);
  return { placed: { ...placed, recording }, hasProblems: problems.length > 0 };
}

/** Loads all recordings of a file, and prints what could not be read. */
export async function loadAllRecordings(
  path: string,
  given: ParsedArguments,
  terminal: Terminal,
  sources: readonly string[] = given.texts('source'),
): Promise<LoadedRecordings> {
  const libraryEnergy = choose('--library-energy', given.text('library-energy'), LIBRARY_PLACES, 'caller');
  const loaded = await loadRecordings(
    {
      path,
      model: given.text('model'),
      libraries: librariesOf(given, terminal),
      types: readLibraryOptions(given),
      sources,
      lines: given.isSet('lines'),
      libraryEnergy,
    },
    terminal.installation.mediaFolder,
  );
  for (const problem of [...loaded.problems, ...loaded.leftOut])
    await terminal.errors.write(`jouleline: ${problem}\n`);
  const isLibraryApart = libraryEnergy === 'apart';
  return { ...loaded, recordings: loaded.recordings.map((each) => ({ ...each, isLibraryApart })) };
}

/** The options that say which version of the sources a recording is of. */
export function readHistory(given: ParsedArguments): { readonly history?: HistoryRequest } {
  const revision = given.text('revision');
  if (revision !== undefined && given.isSet('no-history'))
    throw new UsageError('--revision and --no-history contradict each other');
  if (revision !== undefined && given.texts('source').length === 0)
    throw new UsageError('--revision belongs to --source');
  if (given.isSet('no-history')) return {};
  return { history: revision === undefined ? { kind: 'date' } : { kind: 'revision', revision } };
}
