/**
 * Reads the aggregated profile of a service, and its power, from a continuous profiler's server, and places it on
 * the sources; sends the energy of a recording to such a server. Sits in `tasks/`.
 */
import { withDefined, at } from '../../base/check';
import type { PlacedRecording } from '../../recordings/place/placed-values';
import type { MeasuredTotal } from '../../recordings/model/energy-of-samples';
import type { ImportedRecording } from '../../recordings/model/imported-profile';
import { Failure, UsageError } from '../../base/failure';
import { labelPulled, describePush } from '../../recordings/model/continuous-profile';
import * as pyroscope from '../../recordings/model/pyroscope';
import { makeEnergy, readMeasurements } from '../../recordings/import/import-profile';
import { readSourceTexts } from '../../host/files/import-sources';
import { createDatedPlacer, type HistoryRequest } from '../import/earlier-sources';
import { connectTo, type PyroscopeServer, type ServerRequest } from './pyroscope-server';
import { NEGLIGIBLE_LOSS } from '../../recordings/export/whole-amounts';
import { gzipPieces } from '../../host/files/gzip';

export interface PullRequest {
  readonly server: ServerRequest;
  readonly service: string;
  readonly labels: pyroscope.Labels;
  /** The range in calendar milliseconds. */
  readonly range: pyroscope.MillisecondRange;
  /** The type of profile, or the beginning of one; if undefined, the usual type. */
  readonly type: string | undefined;
  /** The power or energy over time that samples share. */
  readonly power: PowerSelection | undefined;
  readonly total?: MeasuredTotal;
  readonly device: string | undefined;
  readonly sources: readonly string[];
  readonly lines: boolean;
  readonly spread: boolean;
  readonly history?: HistoryRequest;
}

export interface PowerSelection {
  readonly type: string;
  readonly service: string;
  readonly labels: pyroscope.Labels;
  /** The interval in milliseconds. */
  readonly step: number;
}

export interface PullOutcome {
  readonly placed: PlacedRecording;
  readonly type: string;
  /** The history of the sources. */
  readonly problems: readonly string[];
}

/** Throws a {@link Failure} if the server can't be asked, or has no such profile. */
export async function pullProfile(request: PullRequest): Promise<PullOutcome> {
  const { service, labels, power } = request;
  const server = connectTo(request.server);
  const read = await readSourceTexts(request.sources);
  // A process that survives an interrupt ends by itself, since it only reads.
  const place = createDatedPlacer(request, read, () => undefined);
  const steps = power === undefined ? undefined : pyroscope.stepsOf(request.range, power.step);
  const range =
    steps === undefined
      ? request.range
      : { start: steps.start, end: steps.start + steps.length * steps.count };
  const selector = pyroscope.selectorOf(service, labels);
  const sets = await labelsAt(server, selector, range);
  const types = pyroscope.typesIn(sets);
  if (types.length === 0) throw new Failure(await describeNothing(server, selector, range));
  const type = chooseType(request.type, types, '--type', service);
  const answer =
    power === undefined || steps === undefined ? undefined : await askPower(server, power, steps, range);
  const pulled = await pullRecording(server, request, { type, selector, range });
  const labeled = labelPulled(pulled, service, range.start, pyroscope.originOf(sets, type));
  const total = answer === undefined ? request.total : { energy: answer.energy };
  const recording = makeEnergy(labeled, total === undefined ? {} : { total });
  return { placed: await place(withPower(recording, answer)), type, problems: read.problems };
}

async function labelsAt(
  server: PyroscopeServer,
  selector: string,
  range: pyroscope.MillisecondRange,
): Promise<readonly pyroscope.Labels[]> {
  return pyroscope.readLabels(
    await server.askJson(pyroscope.LIST_SERIES, pyroscope.askForLabels(selector, range)),
  );
}

/** The message for an unknown service, with the services that there are. */
async function describeNothing(
  server: PyroscopeServer,
  selector: string,
  range: pyroscope.MillisecondRange,
): Promise<string> {
  const names = pyroscope.readNames(
    await server.askJson(pyroscope.LABEL_VALUES, pyroscope.askForServices(range)),
  );
  const shown = names.slice(0, 20).join(', ');
  const others = names.length > 20 ? `, and ${names.length - 20} more` : '';
  return `the server has no profiles of ${selector} in that time; ${names.length === 0 ? 'it has none at all' : `there are: ${shown}${others}`}`;
}

function chooseType(
  named: string | undefined,
  types: readonly string[],
  option: string,
  service: string,
): string {
  const type = named === undefined ? pyroscope.usualType(types) : pyroscope.typeNamed(named, types);
  if (type !== undefined) return type;
  const list = types.map((each) => `  ${each}`).join('\n');
  const why = named === undefined ? 'has several types of profiles' : `has not exactly one type "${named}"`;
  throw new UsageError(`${service} ${why}: choose one with ${option}\n${list}`);
}

async function askPower(
  server: PyroscopeServer,
  { type: named, service, labels }: PowerSelection,
  steps: pyroscope.Steps,
  range: pyroscope.MillisecondRange,
): Promise<pyroscope.PowerAnswer> {
  const selector = pyroscope.selectorOf(service, labels);
  const types = pyroscope.typesIn(await labelsAt(server, selector, range));
  if (types.length === 0) throw new Failure(await describeNothing(server, selector, range));
  const type = chooseType(named, types, '--power-type', service);
  const kind = pyroscope.powerKindOf(type);
  if (kind === undefined) throw new UsageError(`--power-type ${type} is neither in joules nor in watts`);
  const question = pyroscope.askForPower(type, selector, kind, steps);
  const answer = pyroscope.readPower(
    await server.askJson(pyroscope.SELECT_SERIES, question),
    type,
    kind,
    steps,
  );
  if (answer.energy === 0) throw new Failure(`the server has no power of ${selector} in that time`);
  return answer;
}

async function pullRecording(
  server: PyroscopeServer,
  { service, device }: PullRequest,
  { type, selector, range }: { type: string; selector: string; range: pyroscope.MillisecondRange },
): Promise<ImportedRecording> {
  const outcome = await readMeasurements({
    context: { name: service, folders: [], ...withDefined({ device }) },
    chunks: server.askBytes(pyroscope.MERGE_PROFILE, pyroscope.askForProfile(type, selector, range)),
    format: 'pprof',
    onBytes: () => undefined,
  });
  if (outcome.kind !== 'read') throw new Failure('the server answered with something that is no profile');
  const { recording } = outcome;
  if (recording.measures.length === 0 || recording.frames.length === 0)
    throw new Failure(`the server’s profile of ${selector} holds no samples`);
  return recording;
}

function withPower(
  recording: ImportedRecording,
  answer: pyroscope.PowerAnswer | undefined,
): ImportedRecording {
  if (answer === undefined) return recording;
  const problems = answer.problems.map((message) => ({ message: `${answer.trace.channel}: ${message}` }));
  return { ...recording, power: [answer.trace], problems: [...recording.problems, ...problems] };
}

interface PushRequest {
  readonly server: ServerRequest;
  readonly placed: PlacedRecording;
  readonly service: string;
  readonly labels: pyroscope.Labels;
  /** The time of the profile in ISO 8601; if absent, the date of the recording. */
  readonly date: string | undefined;
}

interface PushOutcome {
  /** The types of profile with these energies. */
  readonly types: readonly string[];
  readonly problems: readonly string[];
}

/** Throws a {@link Failure} if the recording has no energy, or the server refuses it. */
export async function pushProfile(request: PushRequest): Promise<PushOutcome> {
  const { placed, service, labels, date } = request;
  const profiles = describePush(placed, service, labels, date);
  if (profiles.length === 0)
    throw new Failure('the recording has no energy: import it again with --energy or --power');
  const series = profiles.map((each) => ({ labels: each.labels, profile: gzipPieces(each.pieces) }));
  const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  await connectTo(request.server).askJson(pyroscope.PUSH, pyroscope.writePush(series, encode));
  return {
    types: profiles.flatMap(({ types }) => types),
    problems: profiles.flatMap(({ types, units }) =>
      units.flatMap(({ name, lost }, index) =>
        lost <= NEGLIGIBLE_LOSS
          ? []
          : [
              `${at(types, index)} is rounded to whole ${name}, by ${Number((lost * 100).toPrecision(2))} % of the total`,
            ],
      ),
    ),
  };
}
