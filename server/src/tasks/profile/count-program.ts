/**
 * Runs a prepared program with counters, makes its profile, and says whether it can be measured afterwards. Sits
 * in `tasks/`.
 */
import { delimiter } from 'node:path';
import { withDefined } from '../../base/check';
import { counted } from '../../base/counted';
import { describeFailedEnd, failureOfCanceled, failureOfRun, isGoodEnd } from '../../runs/failed-run';
import { twinOf } from '../../runs/java-main';
import { readSamples, type SampledWork } from '../../runs/sampled-work';
import { describeEnd, type Program, type ProgramRun } from '../../runs/program-run';
import type { JumpsOf } from '../../operations/bytecode/name-jumps';
import type { ProfileDocument } from '../../profile/document/profile-document';
import type { CapturedMachine, TraceMetering } from '../../profile/read/capture';
import type { MeterOrProxy } from '../../power/meter';
import type { Instrumentation } from '../../profile/probes/instrument-classes';
import type { Failure } from '../../base/failure';
import {
  completeProfile,
  type CapturedProgram,
  type CapturedCounts,
  listLoaded,
} from '../../profile/document/count-program';
import type { RunOptions } from '../../host/processes/run-program';
import { openLibraries } from '../../host/jdk/libraries';
import { addSources, jumpsOfSources, readRanSources } from './ran-sources';
import { meterTracedRun } from './meter-trace';
import { hasCounted, runWithAgent, sampleWithAgent, type CountedRun } from './run-with-agent';
import { helperIn, type MeasuredProgram } from '../measure/measure-program';
import { describeTarget } from '../programs/named-class';
import type { PreparedProgram } from './prepare-program';
import type { ProfilePlaces } from './profile-request';
import { suggestNewerJdk } from '../../host/jdk/newer-jdk';

export interface CountedProgram {
  /** The profile, without a measurement. */
  readonly profile: ProfileDocument;
  readonly jumpsOf: JumpsOf;
  /** The input of measured runs, or the reason why the program can't run again, as in "did not end". */
  readonly again: { readonly input: Uint8Array } | { readonly whyNot: string };
  /** The code that the time of one more run went to; absent if that is not known. */
  readonly sampled?: SampledWork;
  /** The start-up of a command's JVM; absent for other programs. */
  readonly startUp?: StartUp;
}

interface StartUp {
  /** A program that starts the same JVM and does nothing; absent where there is none. */
  readonly baseline?: MeasuredProgram['baseline'];
  /** A sentence on start-up that is not told apart. */
  readonly notes: readonly string[];
}

/** The start-up of the JVM in which a command ran the counted classes, which every measured run pays again. */
function startUpOf(program: Program, machines: readonly CapturedMachine[]): StartUp {
  const [only, ...further] = machines.filter(hasCounted);
  if (only === undefined) return { notes: [] };
  if (further.length > 0)
    return {
      notes: [
        `start-up is not told apart: ${1 + further.length} JVMs ran counted classes, each for a part of the run`,
      ],
    };
  const { launch } = only.journal;
  if (launch === undefined)
    return {
      notes: ['start-up is not told apart: the JVM does not tell the options that it was started with'],
    };
  const others = machines.length - 1;
  return {
    baseline: (classFolder) => twinOf(program, launch, delimiter, classFolder),
    notes:
      others === 0
        ? []
        : [
            `start-up is that of the JVM that ran the counted classes; that of ${counted(others, 'other JVM')} is not told apart`,
          ],
  };
}

/**
 * Counts a program. If this process is killed, its helper removes the `temporaryFolders`.
 *
 * @param meter sees the power of the first run, which is traced.
 */
export async function countProgram(
  prepared: PreparedProgram,
  temporaryFolders: readonly string[],
  canceled: AbortSignal,
  places: ProfilePlaces,
  meter?: MeterOrProxy,
): Promise<CountedProgram> {
  const { programs, classPath, problems, request } = prepared;
  const program = { ...programs.program, temporaryFolders };
  const isMeasured = request.runs > 0;
  const isQuick = request.runs === 1;
  const limits = { seconds: request.secondsLimit, outputBytes: request.outputLimit };
  const options = { helperEntry: helperIn(places.bundleFolder), limits, signal: canceled };
  const count = (
    counters: Instrumentation,
    extra: Partial<RunOptions>,
    metering?: TraceMetering,
  ): Promise<CountedRun> =>
    runWithAgent(program, counters, places.mediaFolder, { ...options, ...extra }, metering);
  request.onProgress({ phase: 'count', run: 1, runs: isMeasured && !isQuick ? 2 : 1 });
  const read = { input: request.input ?? process.stdin, onOutput: request.onOutput };
  const metered = await meterTracedRun(meter, (metering) => count(prepared.instrumentation, read, metering));
  const first = metered.counted;
  const { run } = first;
  const keeping = '--keep-failed saves what was counted.';
  // What was counted until then is no run of the program.
  if (run.end.kind === 'canceled' && !request.keepsFailed) throw failureOfCanceled(targetOf().name);
  const failure = failureOf(run, first.isHidden ? `${HIDDEN}\n${keeping}` : keeping);
  if (failure !== undefined) {
    if (run.end.kind === 'failed' || !request.keepsFailed) throw failure;
    problems.push(failure.reason);
  }
  problems.push(...first.problems, ...run.problems, ...metered.problems);
  const captured = {
    instrumentation: prepared.instrumentation,
    machines: first.machines,
    ...withDefined({ power: metered.power }),
    program: {
      command: [program.command, ...program.arguments],
      classPath,
      started: first.started,
      ...endOf(run),
    },
  };
  const input = request.input ?? run.input;
  const whyNot = whyNotAgain(run, input, canceled);
  if (!isMeasured || input === undefined || whyNot !== undefined)
    return { ...(await complete(captured)), again: { whyNot: whyNot ?? 'is only counted' } };
  const secondsOfRun = run.window.end - run.window.start;
  const { failed, ...further } = await repeatCounting(first, prepared.instrumentation, {
    count: (counters, number, planned) => {
      const secondsLeft = (request.runs + planned - number + 1) * secondsOfRun;
      request.onProgress({ phase: 'count', run: number, runs: planned, secondsLeft });
      return count(counters, { input });
    },
    instrumentApart: () => prepared.instrumentAs('per thread'),
    isQuick,
    canceled,
  });
  const { profile, jumpsOf } = await complete({ ...captured, ...further });
  const otherwise = failed && failureOf(failed);
  if (otherwise === undefined) {
    await request.onCounted?.(profile);
    const sampled = canceled.aborted ? undefined : await sample(profile, input);
    const startUp = request.target.kind === 'command' ? startUpOf(program, first.machines) : undefined;
    return { profile, jumpsOf, again: { input }, ...withDefined({ sampled, startUp }) };
  }
  problems.push(`a further counted run ended otherwise: ${otherwise.message}`);
  return { profile, jumpsOf, again: { whyNot: 'did not end alike each time' } };

  /**
   * Runs the program once more, with nothing counted, to see what it spends its time on; more often if the samples are
   * few. Runs that follow a good one add to it, or say nothing.
   */
  async function sample({ classes }: ProfileDocument, input: Uint8Array): Promise<SampledWork | undefined> {
    const names = classes.map(({ name }) => name);
    const counted = new Set(names.map((name) => name.replaceAll('/', '.')));
    const isCounted = (name: string): boolean => counted.has(name);
    let work = readSamples([], isCounted);
    const files: string[] = [];
    let seconds = 0;
    for (let number = 1; number === 1 || (!isQuick && needsSamples(work, number - 1, seconds)); number++) {
      request.onProgress({
        phase: 'sample',
        run: 0,
        runs: 0,
        secondsLeft: (request.runs + 1) * secondsOfRun,
      });
      const { run, samples } = await sampleWithAgent(program, names, places.mediaFolder, {
        ...options,
        input,
      });
      if (canceled.aborted) return number === 1 ? undefined : work;
      const isGood = isGoodEnd(run.end);
      if (!isGood && number === 1)
        problems.push(
          `code that is not counted is not told apart, since one more run ended otherwise: ${failureOf(run)?.reason ?? ''}`,
        );
      if (!isGood) break;
      files.push(...samples);
      seconds += run.window.end - run.window.start;
      work = readSamples(files, isCounted, number);
    }
    return work;
  }

  function failureOf(of: ProgramRun, wayOut?: string): Failure | undefined {
    const newer = suggestNewerJdk(of.lastLines?.join('\n') ?? '', request.javaHome);
    return failureOfRun({ ...targetOf(), ...of }, newer ?? wayOut);
  }

  function targetOf(): ReturnType<typeof describeTarget> {
    return describeTarget(request.target, { ...request, classPath });
  }

  async function complete(whole: CapturedProgram): Promise<Pick<CountedProgram, 'profile' | 'jumpsOf'>> {
    const loaded = listLoaded(whole);
    const { started } = whole.program;
    const own = { classPath, started, roots: request.sources, folder: program.folder };
    const sources = await readRanSources(loaded, own);
    const { mediaFolder } = places;
    const signatures = openLibraries({ classPath }, { mediaFolder, report: () => undefined });
    const jumpsOf = jumpsOfSources(loaded, sources, signatures);
    const profile = addSources(completeProfile({ ...whole, jumpsOf }, places.version), sources);
    return { profile, jumpsOf };
  }
}

const HIDDEN = 'This is the end of the Java program; the command that started it ended as if all was well.';

/** So many samples tell a share of a twentieth to a hundredth. */
const ENOUGH_SAMPLES = 500;
const MOST_SAMPLING_RUNS = 6;
/** No further run begins after so long: what samples tell is worth no more of the user's time. */
const MOST_SAMPLING_SECONDS = 10;

function needsSamples({ samples }: SampledWork, runs: number, seconds: number): boolean {
  return samples < ENOUGH_SAMPLES && runs < MOST_SAMPLING_RUNS && seconds < MOST_SAMPLING_SECONDS;
}

/** The reason why a program can't run again, or undefined. */
function whyNotAgain(
  { end }: ProgramRun,
  input: Uint8Array | undefined,
  canceled: AbortSignal,
): string | undefined {
  if (canceled.aborted) return 'was canceled';
  if (!isGoodEnd(end)) return describeFailedEnd(end);
  return input === undefined ? 'read more than is kept for other runs' : undefined;
}

function endOf({ end }: ProgramRun): {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly ended: string;
} {
  return {
    exitCode: end.kind === 'exited' ? end.code : null,
    signal: end.kind === 'killed' ? end.signal : null,
    ended: describeEnd(end),
  };
}

interface CountingPlan {
  readonly count: (instrumentation: Instrumentation, run: number, runs: number) => Promise<CountedRun>;
  readonly instrumentApart: () => Instrumentation;
  /** True if one run with counters is enough, where its counts are exact. */
  readonly isQuick: boolean;
  readonly canceled: AbortSignal;
}

interface FurtherCounts extends Pick<CapturedProgram, 'instrumentation' | 'machines' | 'again' | 'shared'> {
  /** A further run that ended otherwise than it should: what varies is then not known. */
  readonly failed?: ProgramRun;
}

/**
 * Counts once or twice more to find out what varies from run to run; a quick profile leaves that out.
 *
 * Threads that share counters lose counts, and only the first run shows whether there are several threads. If there
 * are, the further runs count each thread by itself, and the first run says how much would have been lost.
 */
async function repeatCounting(
  first: CountedRun,
  instrumentation: Instrumentation,
  { count, instrumentApart, isQuick, canceled }: CountingPlan,
): Promise<FurtherCounts> {
  const shared: CapturedCounts = { instrumentation, machines: first.machines };
  const mayLose = instrumentation.sharing === 'shared' && first.machines.some((each) => each.hasOtherThreads);
  if (!mayLose) {
    if (isQuick) return shared;
    const again = await count(instrumentation, 2, 2);
    return { ...shared, ...againOf(again) };
  }
  const apart = instrumentApart();
  const second = await count(apart, 2, isQuick ? 2 : 3);
  const { again: machines, ...ended } = againOf(second);
  if (machines === undefined) return { ...shared, ...ended };
  const exact = { instrumentation: apart, machines, shared };
  if (isQuick || canceled.aborted) return exact;
  const third = await count(apart, 3, 3);
  return { ...exact, ...againOf(third) };
}

/** The counts of a further run, or the run if it ended in another way: its counts can't be compared. */
function againOf({ run, machines }: CountedRun): Pick<FurtherCounts, 'again' | 'failed'> {
  return isGoodEnd(run.end) ? { again: machines } : { failed: run };
}
