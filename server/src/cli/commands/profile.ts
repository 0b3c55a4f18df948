/**
 * `jouleline profile`: runs a program, counts what it executes, measures what
 * it takes, and saves the profile. Sits in `cli/`.
 */
import { counted } from '../../base/counted';
import { withDefined } from '../../base/check';
import { formatBaselines } from '../format/account';
import { describeEnergy } from '../format/measurement';
import { readTestSelector } from '../../launching/junit';
import { DEFAULT_RUNS } from '../../runs/program-run';
import { type RecordKind, recordKinds } from '../../profile/plan/plan';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { formatProfile } from '../../profile/document/read-profile';
import { Failure, UsageError } from '../../base/failure';
import { describeDoubts, describeSharing, describeVariation } from '../../profile/document/count-program';
import { profileProgram } from '../../tasks/profile/profile-programs';
import type { ProfileOutcome, ProfileRequest } from '../../tasks/profile/profile-request';
import { type AttachRequest, captureRunning } from '../../tasks/profile/capture-running';
import { isBuildCommand, type RunTarget } from '../../tasks/programs/program-command';
import { choose, type ParsedArguments, readNumber, ExitCode, type Terminal } from '../terminal';
import { expectWritable, writeWholeFile } from '../../host/files/write-file';
import { spareFile } from '../files';
import { fitOwnRun } from './fit-trace';
import { readLibraryOptions, readLimits, readPower, createToldProgress } from '../run-options';

export async function runProfileCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { errors } = terminal;
  const out = given.text('out');
  if (out === undefined || out === '')
    throw new UsageError('--out is needed: the file that gets the profile');
  const rest = given.positionals;
  const progress = createToldProgress(given.text('progress'), terminal);
  if (given.text('model') !== undefined && !given.isSet('compare-baselines'))
    throw new UsageError('--model is for --compare-baselines; name it to jouleline report --profile else');
  const keepCounts = async (counted: ProfileDocument): Promise<void> => {
    // The editor colors lines by the counts while the program is measured; that they can't be saved is said in the end.
    if (counted.coverage.loadedClasses > 0)
      await writeWholeFile(out, formatProfile(counted)).catch(() => undefined);
  };
  const record = readRequest(given, rest, { onProgress: progress.tell, onCounted: keepCounts }, terminal);
  await expectWritable(out);
  const recorded = await progress.during(record());
  const fitted = given.isSet('fit') ? await fitOwnRun(recorded.profile, out, given) : undefined;
  const profile = fitted?.profile ?? recorded.profile;
  const found = [...recorded.problems, ...(fitted?.problems ?? [])];
  const doubts = describeDoubts(profile);
  // A profile of an earlier run is worth more than one without counts.
  if (profile.coverage.loadedClasses === 0 && profile.program.exitCode !== 0)
    throw new Failure([...found, ...doubts, ...describeEnd(profile), `${out} is not written`].join('\n  '));
  const unsaved = await saveProfile(profile, out);
  const problems = [...found, ...unsaved];
  for (const message of [...problems, ...doubts]) await errors.write(`jouleline: ${message}\n`);
  for (const message of [
    ...describeSharing(profile),
    ...describeVariation(profile),
    ...(fitted?.notes ?? []),
    ...summarize(profile, unsaved.length === 0 ? out : undefined),
  ])
    await errors.write(`jouleline: ${message}\n`);
  const { program, measurement, baselines } = profile;
  const isMeasured = measurement === undefined || measurement.energy?.runs === measurement.requested;
  if (baselines !== undefined) await errors.write(formatBaselines(baselines));
  const isWhole =
    (given.text('attach') !== undefined || program.exitCode === 0) &&
    problems.length === 0 &&
    doubts.length === 0 &&
    isMeasured;
  return isWhole ? ExitCode.ok : ExitCode.incomplete;
}

/** The classes of the program, and what a capture keeps of them. */
function readCapture(
  given: ParsedArguments,
): Pick<ProfileRequest, 'classPath' | 'javaHome' | 'readsBuildFiles' | 'include' | 'sources' | 'timedCalls'> {
  return {
    ...readLibraryOptions(given),
    include: given.texts('include'),
    sources: given.texts('source'),
    timedCalls: given.text('timed-calls'),
  };
}

/** The program, and how it is counted and measured. Throws a {@link UsageError}. */
export function readStart(
  given: ParsedArguments,
  rest: readonly string[],
  usual: { readonly record?: RecordKind; readonly target?: RunTarget } = {},
): Omit<ProfileRequest, 'onProgress' | 'onOutput'> {
  const target = usual.target ?? readTarget(given, rest);
  if (given.text('seconds') !== undefined)
    throw new UsageError('--seconds is for --attach; --time-limit ends a program');
  const record = choose('--record', given.text('record'), recordKinds, usual.record ?? 'counts');
  const followJdk = given.texts('follow-jdk');
  if (followJdk.length > 0 && record !== 'tree') throw new UsageError('--follow-jdk is for --record tree');
  if (given.isSet('no-hand-over') && record !== 'tree')
    throw new UsageError('--no-hand-over is for --record tree');
  const metersTrace = given.isSet('fit');
  if (metersTrace && record !== 'trace') throw new UsageError('--fit is for --record trace');
  if (metersTrace && isBuildCommand(target))
    throw new UsageError('--fit is for one JVM: name the program with --main or --test');
  if (given.text('tails') !== undefined && !metersTrace) throw new UsageError('--tails is for --fit');
  return {
    target,
    followJdk,
    tellsHandOvers: !given.isSet('no-hand-over'),
    ...readCapture(given),
    builds: given.isSet('build'),
    fetchesLauncher: given.isSet('fetch-launcher'),
    // The run that is metered is the one whose counts stay.
    threads: given.isSet('exact-threads') || metersTrace || hasOwnThreads(target) ? 'per thread' : 'shared',
    record,
    metersTrace,
    keepsFailed: given.isSet('keep-failed'),
    runs: readRuns(given, target),
    power: readPower(given),
    ...readLimits(given),
    ...(given.isSet('compare-baselines') ? { compare: { model: given.text('model') } } : {}),
  };
}

/** The options that only make sense for a program that is started. */
const ofStarted = [
  ...['main', 'test', 'launch', 'open', 'build', 'fetch-launcher', 'compare-baselines', 'runs', 'power'],
  ...['time-limit', 'output-limit', 'at-least', 'budget', 'follow-jdk', 'fit'],
];

/** The JVM to attach to; undefined if a program is to be started. */
function readAttachment(
  given: ParsedArguments,
  rest: readonly string[],
): Omit<AttachRequest, 'onProgress'> | undefined {
  const pid = readNumber('--attach', given.text('attach'), { minimum: 1, whole: true });
  if (pid === undefined) return undefined;
  const odd = ofStarted.find((name) => given.isSet(name) || given.text(name) !== undefined);
  if (odd !== undefined)
    throw new UsageError(`--attach and --${odd} don't go together: the program runs already`);
  if (rest.length > 0) throw new UsageError(`--attach takes no command: ${rest.join(' ')}`);
  const seconds = readNumber('--seconds', given.text('seconds'), { minimum: 0.001, whole: false });
  return {
    pid,
    ...withDefined({ seconds }),
    ...readCapture(given),
    // Of what had begun before, and of what has not ended, there are parts: only whole paths add up.
    record: choose('--record', given.text('record'), ['paths', 'trace'], 'paths'),
  };
}

function describeEnd({ program: { exitCode, ended } }: ProfileDocument): readonly string[] {
  return exitCode === null ? [`the program ${ended}`] : [];
}

/** The classes that are older than their sources: what a report will leave out is said where the program ran. */
function describeOlder({ classes }: ProfileDocument): readonly string[] {
  const older = classes.filter(
    ({ isOlder, methods }) => isOlder === true && methods.some(({ calls }) => calls > 0),
  );
  const [first] = older;
  if (first === undefined) return [];
  const which = counted(older.length, 'class that ran is', 'classes that ran are');
  const such = `${which} older than the source (${first.name.replaceAll('/', '.')})`;
  return [`${such}: methods with another text will be left out. Build, then profile again`];
}

/** `out`: the file that it was written to; where it stands otherwise is said. */
function summarize(profile: ProfileDocument, out: string | undefined): readonly string[] {
  const { measurement, coverage } = profile;
  return [
    ...describeEnd(profile),
    ...describeOlder(profile),
    ...(measurement === undefined ? [] : [`a run takes ${describeEnergy(measurement)}`]),
    `counted ${coverage.loadedClasses} of ${counted(coverage.instrumentedClasses, 'class', 'classes')}${out === undefined ? '' : `, wrote ${out}`}`,
  ];
}

/** Gradle skips a task whose inputs did not change, and its daemon is no part of the run: counting alone is sound. */
function readRuns(given: ParsedArguments, target: RunTarget): number {
  const runs = readNumber('--runs', given.text('runs'), { minimum: 0, whole: true });
  if (runs !== undefined && runs > 0 && isBuildCommand(target, 'Gradle'))
    throw new UsageError(
      "what Gradle runs can't be measured: it skips what did not change, and its daemon is no part of a run. Name the program with --main or --test",
    );
  return runs ?? (isBuildCommand(target) || given.isSet('fit') ? 0 : DEFAULT_RUNS);
}

/** True for programs that always have several threads: build tools that start JVMs, and JUnit's console launcher. */
function hasOwnThreads(target: RunTarget): boolean {
  return target.kind === 'test' || isBuildCommand(target);
}

function readTarget(given: ParsedArguments, rest: readonly string[]): RunTarget {
  const [main, test, launch] = ['main', 'test', 'launch'].map((name) => given.text(name));
  if ([main, test, launch].filter((each) => each !== undefined).length > 1)
    throw new UsageError('--main, --test and --launch name different programs: name one');
  if (launch !== undefined) {
    if (rest.length > 0) throw new UsageError(`the entry has its own arguments: ${rest.join(' ')}`);
    const openFile = given.text('open');
    return { kind: 'launch', name: launch, ...withDefined({ openFile }) };
  }
  if (main !== undefined) return { kind: 'main', main: main.replaceAll('/', '.'), arguments: rest };
  if (test !== undefined) {
    const selection = readTestSelector(test);
    if (selection === undefined)
      throw new UsageError(`--test ${test} is no test: name a class with its package, or CLASS#METHOD`);
    if (rest.length > 0) throw new UsageError(`a test takes no arguments: ${rest.join(' ')}`);
    return { kind: 'test', test: selection };
  }
  if (rest.length === 0)
    throw new UsageError(
      'what to run is missing: --main CLASS, --test SELECTOR, --launch NAME, --attach PID, or -- COMMAND...',
    );
  return { kind: 'command', command: rest };
}

/** The command line as it was meant; what it returns does it. Throws {@link UsageError}. */
function readRequest(
  given: ParsedArguments,
  rest: readonly string[],
  events: Pick<ProfileRequest, 'onProgress' | 'onCounted'>,
  terminal: Terminal,
): () => Promise<ProfileOutcome> {
  const attached = readAttachment(given, rest);
  if (attached !== undefined)
    return () => captureRunning({ ...attached, onProgress: events.onProgress }, terminal.installation);
  const start = readStart(given, rest);
  const { output, errors } = terminal;
  return () =>
    profileProgram(
      {
        ...start,
        ...events,
        onOutput: (stream, bytes) => (stream === 'stdout' ? output : errors).write(bytes),
      },
      terminal.installation,
    );
}

/** Saves the profile, among the temporary files if its own place can't be written anymore. */
export async function saveProfile(profile: ProfileDocument, out: string): Promise<readonly string[]> {
  try {
    await writeWholeFile(out, formatProfile(profile));
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const place = spareFile('profile.json');
    await writeWholeFile(place, formatProfile(profile));
    return [`${error.message}; the profile is in ${place}`];
  }
}
