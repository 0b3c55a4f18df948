/**
 * The runs of a prepared program that count, and the profile that follows from
 * them; and whether it can be measured afterwards.
 *
 * Sits in `tasks/`, below `profiling.ts`, over `counting-run.ts`.
 */
import { describeEnd, type ProgramRun } from '../../runs/program-run';
import type { ProfileDocument } from '../../profile/document/profile-document';
import type { Instrumentation } from '../../profile/probes/instrument-classes';
import { Failure } from '../../base/failure';
import { completeProfile, type RecordedProgram } from '../../profile/document/count-program';
import type { RunOptions } from '../../host/processes/run-program';
import { countAgain } from './repeat-counting';
import { countRun, type CountingRun } from './run-with-agent';
import { helperIn } from '../measure/measure-program';
import type { PreparedProgram } from './prepare-program';
import type { ProfilePlaces } from './profile-request';
import { readRanSources } from '../sources/read-ran-sources';

export interface CountedProgram {
  /** Without a measurement. */
  readonly profile: ProfileDocument;
  /** What measured runs are given to read, or why it is not to be run again, as "did not end". */
  readonly again: { readonly input: Uint8Array } | { readonly whyNot: string };
}

/** `temporaryFolders`: all that goes should this process be killed. */
export async function countProgram(
  prepared: PreparedProgram,
  temporaryFolders: readonly string[],
  canceled: AbortSignal,
  places: ProfilePlaces,
): Promise<CountedProgram> {
  const { programs, classPath, problems, request } = prepared;
  const program = { ...programs.program, temporaryFolders };
  const isMeasured = request.runs > 0;
  const limits = { seconds: request.secondsLimit, outputBytes: request.outputLimit };
  const options = { helperEntry: helperIn(places.bundleFolder), limits, signal: canceled };
  const count = (counters: Instrumentation, extra: Partial<RunOptions>): Promise<CountingRun> =>
    countRun(program, counters, places.mediaFolder, { ...options, ...extra });
  request.onProgress({ phase: 'count', run: 1, runs: isMeasured ? 2 : 1 });
  const first = await count(prepared.instrumentation, {
    input: request.input ?? process.stdin,
    onOutput: request.onOutput,
  });
  const { run } = first;
  if (run.end.kind === 'failed') throw new Failure(describeEnd(run.end));
  problems.push(...first.problems, ...run.problems);
  if (request.target.kind === 'test' && run.end.kind === 'exited' && run.end.code === NO_TESTS)
    problems.push(`JUnit found no test in ${request.target.test.className}`);
  const recorded = {
    instrumentation: prepared.instrumentation,
    machines: first.machines,
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
    return { profile: await complete(recorded), again: { whyNot: whyNot ?? 'is only counted' } };
  const secondsOfRun = run.window.end - run.window.start;
  const further = await countAgain(
    first,
    prepared.instrumentation,
    {
      count: (counters, number, planned) => {
        const secondsLeft = (request.runs + planned - number + 1) * secondsOfRun;
        request.onProgress({ phase: 'count', run: number, runs: planned, secondsLeft });
        return count(counters, { input });
      },
      instrumentApart: () => prepared.instrumentAs('per thread'),
      isCanceled: () => canceled.aborted,
    },
    problems,
  );
  return { profile: await complete({ ...recorded, ...further }), again: { input } };

  async function complete(whole: RecordedProgram): Promise<ProfileDocument> {
    const counted = completeProfile(whole, places.version);
    const sources = await readRanSources(counted, request.sources);
    return sources.length === 0 ? counted : { ...counted, sources };
  }
}

/** What JUnit's console launcher ends with. */
const NO_TESTS = 2;

/** Why a program that ran once is not run again, if it is not. */
function whyNotAgain(
  { end }: ProgramRun,
  input: Uint8Array | undefined,
  canceled: AbortSignal,
): string | undefined {
  if (canceled.aborted) return 'was canceled';
  if (end.kind !== 'exited') return `${describeEnd(end)}, and would again`;
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
