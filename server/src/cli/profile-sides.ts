/**
 * Profiles a program of two places with one workload: two revisions, or two programs.
 *
 * Sits in `cli/`. Both are profiled from their own folders, since that is where builds, launch files and relative paths are
 * looked up.
 */
import type { ProfileDocument } from '../engine/count-program';
import type { ProfileOutcome, ProfileRequest } from './profiling';
import type { MainTarget } from './program-command';
import { describeProgress, type RunProgress } from './run-options';
import { PlainError, type Services } from './services';

export interface ProfiledSide {
  /** For people. */
  readonly name: string;
  /** That the program is built and run in. */
  readonly folder: string;
  /** What of the request is another on this side. */
  readonly own: Partial<Pick<ProfileRequest, 'classPath' | 'libraries' | 'sources' | 'builds'>> & {
    readonly target?: MainTarget;
  };
}

export type SidesRequest = Omit<ProfileRequest, 'onProgress' | 'onOutput'>;

export interface SideProfile {
  readonly name: string;
  readonly profile: ProfileDocument;
  readonly problems: readonly string[];
}

/** Says how far it is; throws a {@link PlainError} where a side can't be profiled, or all was cancelled. */
export async function profileSide(
  { name, folder, own }: ProfiledSide,
  request: SidesRequest,
  cancelled: AbortSignal,
  progressFile: string | undefined,
  services: Pick<Services, 'profile' | 'inFolder' | 'errors' | 'writeFile'>,
): Promise<SideProfile> {
  const { errors } = services;
  // Who watches may be gone: that does not stop the measurement.
  let shown: Promise<void> = Promise.resolve();
  const onProgress = (progress: RunProgress): void => {
    const told = `${name}: ${describeProgress(progress)}`;
    if (errors.isTerminal) void errors.write(`jouleline: ${told}\n`);
    if (progressFile !== undefined)
      shown = shown.then(() => services.writeFile(progressFile, [told])).catch(() => undefined);
  };
  const done = await services
    .inFolder(folder, () =>
      services.profile({
        ...request,
        ...own,
        onProgress,
        // The comparison is what this command says.
        onOutput: (_, bytes) => errors.write(bytes),
      }),
    )
    .catch((error: unknown) => {
      throw error instanceof PlainError ? new PlainError(`${name}: ${error.message}`) : error;
    });
  await shown;
  // What was counted until then is of one side only.
  if (cancelled.aborted) throw new PlainError('cancelled: nothing is compared');
  for (const problem of done.problems) await errors.write(`jouleline: ${name}: ${problem}\n`);
  return { name, ...expectRun(done, name) };
}

function expectRun(done: ProfileOutcome, name: string): ProfileOutcome {
  const { coverage, program } = done.profile;
  if (coverage.loadedClasses === 0)
    throw new PlainError(
      `${name}: nothing was counted: the program ${program.exitCode === null ? program.ended : `ended with ${program.exitCode}`}`,
    );
  return done;
}
