/**
 * Profiles programs: counts what they execute, and measures their energy.
 *
 * Sits in `tasks/`. After "Fine-grained energy modeling" (Li and Gallagher), section 5: counted runs and measured
 * runs are apart, and measured runs have no counters. Programs that are compared are all prepared and counted
 * before any of them is measured; their measured runs take turns.
 */
import { withDefined } from '../../base/check';
import { recordMeasurement } from '../../runs/measurement-record';
import { Failure, messageOf, UsageError } from '../../base/failure';
import { compareBaselines } from '../../lines/compare-baselines';
import { defineProfile } from '../../profile/document/count-program';
import { CANCELED, withCancellation, removeEach } from '../cancellation';
import { type CountedProgram, countProgram } from './count-program';
import { openMeter, type ProgramMeter, openProgramMeter } from '../measure/measure-program';
import { completeModel, loadNamedModel } from '../load-model';
import { prepareProgram, type PreparedProgram } from './prepare-program';
import type { Seconds } from '../../base/units';
import type {
  ProfiledSide,
  ProfileOutcome,
  ProfilePlaces,
  ProfileRequest,
  SeriesRequest,
  RunProgress,
} from './profile-request';

/**
 * Profiles one program. A signal ends the runs: what was measured by then is returned with the counts of a whole run. Throws
 * a {@link Failure} if there is none.
 */
export async function profileProgram(given: ProfileRequest, places: ProfilePlaces): Promise<ProfileOutcome> {
  const { compare } = given;
  const { mediaFolder } = places;
  const model =
    compare === undefined
      ? undefined
      : completeModel((await loadNamedModel(compare.model, mediaFolder)).model, mediaFolder);
  return withCancellation(async (canceled) => {
    const [outcome] = await profileEach([{ request: given }], given, canceled, places);
    if (outcome === undefined) throw new Error('one program is profiled as one');
    const { profile, problems, instrumentation, jumpsOf } = outcome;
    if (model === undefined) return { profile, problems };
    const baselines = compareBaselines(profile, defineProfile(instrumentation, profile, jumpsOf), model);
    return { profile: { ...profile, baselines }, problems };
  });
}

/**
 * Profiles several programs in turn, and returns their profiles in the given order. Throws a {@link Failure} with the name
 * of the program if one of them can't be profiled, or if it was canceled.
 */
export async function profileInTurn(
  sides: readonly ProfiledSide[],
  common: ProfileRequest,
  places: ProfilePlaces,
): Promise<readonly ProfileOutcome[]> {
  const named = sides.map(({ own, ...side }): RequestedSide => {
    const onProgress = (progress: RunProgress): void => {
      common.onProgress({ program: side.name, ...progress });
    };
    return { ...side, request: { ...common, ...own, onProgress } };
  });
  return withCancellation(async (canceled) => {
    try {
      const outcomes = await profileEach(named, common, canceled, places);
      // The counts so far are of one side only.
      if (canceled.aborted) throw new Failure(CANCELED);
      return outcomes;
    } catch (error) {
      throw canceled.aborted && error instanceof Failure ? new Failure(CANCELED) : error;
    }
  });
}

/** Costs are fitted to windows of five readings or more, so a trace wants more of them than a whole run does. */
const TRACE_EVERY: Seconds = 0.01;

interface RequestedSide extends Partial<Omit<ProfiledSide, 'own'>> {
  readonly request: ProfileRequest;
}

interface ReadySide extends RequestedSide {
  readonly prepared: PreparedProgram;
}

interface CountedSide extends ReadySide {
  readonly counted: CountedProgram;
}

type EachOutcome = ProfileOutcome &
  Pick<PreparedProgram, 'instrumentation'> &
  Pick<CountedProgram, 'jumpsOf'>;

async function profileEach(
  sides: readonly RequestedSide[],
  series: SeriesRequest & Pick<ProfileRequest, 'onProgress'>,
  canceled: AbortSignal,
  places: ProfilePlaces,
): Promise<readonly EachOutcome[]> {
  const meter = series.runs === 0 ? undefined : openProgramMeter(series.power, places.bundleFolder);
  const traceMeter = series.metersTrace
    ? openMeter(series.power, places.bundleFolder, TRACE_EVERY)
    : undefined;
  // A missing folder is reported before anything is built.
  for (const side of sides) await at(side, () => Promise.resolve());
  const ready: ReadySide[] = [];
  try {
    for (const side of sides) {
      side.request.onProgress({ phase: 'prepare', run: 0, runs: 0 });
      ready.push({ ...side, prepared: await at(side, () => prepareProgram(side.request, canceled)) });
    }
    const temporaryFolders = ready.flatMap((side) => [
      ...(side.temporaryFolders ?? []),
      ...side.prepared.temporaryFolders,
    ]);
    const counted: CountedSide[] = [];
    for (const side of ready)
      counted.push({ ...side, counted: await at(side, () => count(side, temporaryFolders)) });
    const measured =
      meter === undefined ? [] : await measureEach(counted, meter, series, temporaryFolders, canceled);
    return counted.map(
      (
        { prepared: { instrumentation, problems }, counted: { profile, sampled, startUp, jumpsOf } },
        index,
      ) => {
        const own = measured[index];
        if (own === undefined) return { profile, problems, instrumentation, jumpsOf };
        problems.push(...own.problems);
        return {
          profile: {
            ...profile,
            measurement: recordMeasurement({
              ...own,
              ...withDefined({ sampled }),
              // A command that starts several JVMs is measured as it should be.
              problems: [...own.problems, ...(startUp?.notes ?? [])],
            }),
          },
          problems,
          instrumentation,
          jumpsOf,
        };
      },
    );
  } finally {
    removeEach(ready.map(({ prepared }) => prepared.remove));
  }

  async function count(
    { name, prepared }: ReadySide,
    temporaryFolders: readonly string[],
  ): Promise<CountedProgram> {
    const counted = await countProgram(prepared, temporaryFolders, canceled, places, traceMeter);
    const { coverage, program } = counted.profile;
    // A profile without counts can be shown, but not compared.
    if (name !== undefined && coverage.loadedClasses === 0)
      throw new Failure(`nothing was counted: the program ${program.ended}`);
    return counted;
  }
}

/** Works in the folder of a side. A failure there names the side. */
async function at<T>({ name, folder }: RequestedSide, work: () => Promise<T>): Promise<T> {
  try {
    return await (folder === undefined ? work() : inFolder(folder, work));
  } catch (error) {
    const isNamed = name === undefined || (error instanceof Failure && error.message.startsWith(`${name} `));
    throw error instanceof Failure && !(error instanceof UsageError) && !isNamed
      ? new Failure(`${name}: ${error.message}`)
      : error;
  }
}

/** Measures all sides, or none if one of them can't run again: the problems of each side then say why. */
async function measureEach(
  sides: readonly CountedSide[],
  meter: ProgramMeter,
  { runs, budget, atLeast, secondsLimit, outputLimit, onProgress }: Parameters<typeof profileEach>[1],
  temporaryFolders: readonly string[],
  canceled: AbortSignal,
): Promise<Awaited<ReturnType<ProgramMeter['measure']>>> {
  const reasonFor = (side: CountedSide): string | undefined => {
    // The profile says itself that its program was canceled.
    if (canceled.aborted) return 'canceled before the first one';
    for (const other of [side, ...sides]) {
      const { again } = other.counted;
      if ('whyNot' in again)
        return `the program ${other === side ? '' : `of ${other.name ?? ''} `}${again.whyNot}`;
    }
    return undefined;
  };
  const reasons = sides.map(reasonFor);
  for (const [index, why] of reasons.entries())
    if (why !== undefined) sides[index]?.prepared.problems.push(`no run was measured: ${why}`);
  if (reasons.some((why) => why !== undefined)) return [];
  const programs = sides.map(({ name, prepared, counted: { again, startUp } }) => ({
    ...prepared.programs,
    ...withDefined({ baseline: startUp?.baseline ?? prepared.programs.baseline }),
    ...withDefined({ name }),
    ...('input' in again ? { input: again.input } : {}),
    temporaryFolders,
  }));
  // Measured runs print what the first run printed.
  const series = { runs, rehearse: false, secondsLimit, outputLimit, onProgress };
  return meter.measure(programs, { ...series, ...withDefined({ budget, atLeast }) }, canceled);
}

/**
 * Runs `work` with another folder as the working folder of this process, where builds, launch files and relative paths
 * are looked up. A process has one working folder, so only one such piece of work runs at a time. Throws a {@link Failure} if the folder doesn't exist, and whatever `work` throws.
 */
async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  try {
    process.chdir(folder);
  } catch (error) {
    throw new Failure(`${folder} is no folder to run in: ${whyNotEntered(error)}`);
  }
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}

function whyNotEntered(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOENT':
      return 'it does not exist';
    case 'ENOTDIR':
      return 'it, or a part of its path, is a file';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    default:
      return messageOf(error);
  }
}
