/**
 * `jouleline export FILE`: a counted profile or an import in a format of other
 * tools. Sits in `cli/`.
 */
import { at, withDefined } from '../../base/check';
import { counted } from '../../base/counted';
import { groupBy } from '../../base/groups';
import type { Measure } from '../../base/measure';
import { type PlacedRecording, type PlacedValue, placeValues } from '../../recordings/place/placed-values';
import type { ImportedRecording } from '../../recordings/model/imported-profile';
import { isLeftOut } from '../../recordings/model/profile-recording';
import { formatImport } from '../../recordings/document/import-document';
import { writeSpeedscope } from '../../recordings/export/write-speedscope';
import { writePprof, nameFiles } from '../../recordings/export/write-pprof';
import { writeCallgrind } from '../../recordings/export/write-callgrind';
import { chooseWholeUnits, NEGLIGIBLE_LOSS } from '../../recordings/export/whole-amounts';
import { Failure, UsageError } from '../../base/failure';
import { formatEnergy, JOULES } from '../../words/energy-text';
import { gzipPieces } from '../../host/files/gzip';
import { choose, type ParsedArguments, readNumber, ExitCode, type Terminal } from '../terminal';
import { writeWholeFile, joinSmall, findSameFile } from '../../host/files/write-file';
import { formatRecordingCsv } from '../format/recording-csv';
import { formatRecordingHtml } from '../format/recording-html';
import { type Finding, findingPlaceOf, formatSarif } from '../format/sarif';
import { loadOneRecording, readOnePath } from '../recording-options';

const FORMATS = ['pprof', 'speedscope', 'callgrind', 'csv', 'json', 'html', 'sarif'] as const;
type ExportFormat = (typeof FORMATS)[number];

export async function runExportCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output } = terminal;
  const { version } = terminal.installation;
  const path = readOnePath('export', given);
  const named = given.text('format');
  if (named === undefined) throw new UsageError(`--format is needed: one of ${FORMATS.join(', ')}`);
  const format = choose('--format', named, FORMATS, 'pprof');
  const over = readNumber('--over', given.text('over'), { minimum: 0, whole: false });
  if ((format === 'sarif') !== (over !== undefined))
    throw new UsageError('--format sarif and --over JOULES belong together');
  const out = given.text('out');
  if (out === '') throw new UsageError('--out needs the name of a file');
  if (out === undefined && format === 'pprof' && output.isTerminal)
    throw new UsageError('pprof is no text: name a file with --out');
  if (out !== undefined && (await findSameFile(out, [path])) !== undefined)
    throw new UsageError(`--out ${out} is the file to read`);
  const { placed, hasProblems } = await loadOneRecording(path, given, terminal);
  if (format === 'pprof' || format === 'callgrind') await warnOfRounding(placed.recording, terminal);
  const chunks = formatAs(format, placed, over ?? 0);
  if (out !== undefined) await writeWholeFile(out, chunks);
  else for (const chunk of joinSmall(chunks)) await output.write(chunk);
  return hasProblems ? ExitCode.incomplete : ExitCode.ok;

  function formatAs(as: ExportFormat, placed: PlacedRecording, limit: number): Iterable<string | Uint8Array> {
    const tool = `jouleline ${version}`;
    switch (as) {
      case 'pprof':
        return [gzipPieces(writePprof(nameFiles(placed), tool))];
      case 'speedscope':
        return writeSpeedscope(nameFiles(placed), tool);
      case 'callgrind':
        return writeCallgrind(nameFiles(placed), tool);
      case 'csv':
        return formatRecordingCsv(placed);
      case 'json':
        return formatImport([placed], version);
      case 'html':
        return formatRecordingHtml(placed, version);
      case 'sarif':
        return [formatSarif(findingsOver(placed, limit), version)];
    }
  }
}

async function warnOfRounding(recording: ImportedRecording, { errors }: Terminal): Promise<void> {
  for (const [index, { name, lost }] of chooseWholeUnits(recording).entries()) {
    if (lost <= NEGLIGIBLE_LOSS) continue;
    const what = at(recording.measures, index).name;
    const share = `${Number((lost * 100).toPrecision(2))} %`;
    await errors.write(`jouleline: ${what} is rounded to whole ${name}, by ${share} of the total\n`);
  }
}

/** The lines and the methods that took more energy than the limit, each once: by all of its components. */
function findingsOver(placed: PlacedRecording, limit: number): readonly Finding[] {
  const { measures } = placed.recording;
  if (!measures.some(({ unit }) => unit === 'joules'))
    throw new Failure('the recording has no energy: import it again with --energy or --power');
  const { places } = placeValues(placed);
  if (places.length === 0) throw new Failure(whyNowhere(placed));
  const subjects = groupBy([...places, ...sumMethods(places)], ({ placement }) => {
    const { path, line, name } = findingPlaceOf(placement);
    return JSON.stringify([path, line, name]);
  });
  const devices = new Set(measures.map(({ device }) => device));
  const found = [...subjects.values()].flatMap((parts) =>
    [...devices].flatMap((device) => {
      const [first] = parts;
      const taken = takenBy(measures, parts, device);
      if (first === undefined || taken === undefined || taken.energy <= limit) return [];
      const { path, line, name: where, logicalName } = findingPlaceOf(first.placement);
      const finding: Finding = {
        place: { path, line },
        ...withDefined({ logicalName }),
        message: `${where} took ${formatEnergy(taken.energy, JOULES)} (${taken.of}), more than ${formatEnergy(limit, JOULES)}`,
        level: 'warning',
        identity: devices.size > 1 ? `${where} ${device ?? ''}` : where,
      };
      return [{ finding, energy: taken.energy }];
    }),
  );
  return found.sort((a, b) => b.energy - a.energy).map(({ finding }) => finding);
}

/** The reason why nothing of a recording lies in a source. */
function whyNowhere({ recording: { frames } }: PlacedRecording): string {
  const leftOut = frames.filter(isLeftOut).length;
  const why =
    leftOut === 0
      ? 'name the sources with --source'
      : `${counted(leftOut, 'is', 'are')} left out as older than the text. Build, then profile again`;
  return `none of its methods lies in a source: ${why}`;
}

/** Sources that tell the same again come together, the best first; single calls and paths are the least that was taken. */
const LEVELS: readonly (readonly Measure['level'][])[] = [[undefined], ['method', 'line'], ['api'], ['path']];

/** The energy that a subject took on a device, all components together, by the level that tells most of it. */
function takenBy(
  measures: readonly Measure[],
  parts: readonly Pick<PlacedValue, 'values'>[],
  device: string | undefined,
): { readonly energy: number; readonly of: string } | undefined {
  const amounts = measures.flatMap((measure, index) => {
    const energy = Math.max(...parts.map(({ values }) => values[index] ?? 0));
    const isTaken = measure.unit === 'joules' && measure.device === device && energy > 0;
    return isTaken ? [{ ...measure, energy }] : [];
  });
  for (const levels of LEVELS) {
    const [most] = levels
      .flatMap((level) => {
        const own = amounts.filter((each) => each.level === level);
        const whole = own.find(({ component }) => component === undefined);
        if (whole !== undefined) return [{ energy: whole.energy, of: whole.name }];
        const energy = own.reduce((sum, each) => sum + each.energy, 0);
        const of = own.map(({ component = '', energy: part }) =>
          own.length === 1 ? component : `${component} ${formatEnergy(part, JOULES)}`,
        );
        return own.length === 0 ? [] : [{ energy, of: of.join(', ') }];
      })
      .sort((a, b) => b.energy - a.energy);
    if (most !== undefined) return most;
  }
  return undefined;
}

/** The sums of methods whose lines are known. The others are places already. */
function sumMethods(places: readonly PlacedValue[]): readonly Pick<PlacedValue, 'placement' | 'values'>[] {
  const parts = places.flatMap(({ placement, values }) =>
    (placement.kind === 'line' || placement.kind === 'method') && placement.method !== undefined
      ? [{ placement, method: placement.method, values }]
      : [],
  );
  const methods = groupBy(
    parts,
    ({ placement, method }) => `${placement.path}:${method.first} ${method.name}`,
  );
  return Array.from(methods.values()).flatMap((all) => {
    const [first] = all;
    if (first === undefined || all.every(({ placement }) => placement.kind === 'method')) return [];
    const { placement, method } = first;
    const values = first.values.map((_, measure) =>
      all.reduce((sum, part) => sum + (part.values[measure] ?? 0), 0),
    );
    return [{ placement: { kind: 'method', path: placement.path, method } as const, values }];
  });
}
