/**
 * Profiles programs that are to be compared with one workload: two revisions, two programs, or two versions of a
 * source. Sits in `cli/`.
 */
import { at } from '../base/check';
import type { ProfileDocument } from '../profile/document/profile-document';
import type { ProfiledSide, ProfileRequest } from '../tasks/profile/profile-request';
import { profileInTurn } from '../tasks/profile/profile-programs';
import type { Terminal } from './terminal';
import { createToldProgress } from './run-options';

export type SidesRequest = Omit<ProfileRequest, 'onProgress' | 'onOutput'>;

export interface SideProfile {
  readonly name: string;
  readonly profile: ProfileDocument;
  readonly problems: readonly string[];
}

/** Shows progress. Throws a {@link Failure} if a side can't be profiled, or if it was canceled. */
export async function profileSides(
  sides: readonly ProfiledSide[],
  request: SidesRequest,
  progressFile: string | undefined,
  terminal: Terminal,
): Promise<readonly SideProfile[]> {
  const { errors } = terminal;
  const progress = createToldProgress(progressFile, terminal);
  const outcomes = await progress.during(
    profileInTurn(
      sides,
      {
        ...request,
        onProgress: progress.tell,
        // Standard output is for the comparison.
        onOutput: (_, bytes) => errors.write(bytes),
      },
      terminal.installation,
    ),
  );
  const profiles = outcomes.map((done, index) => ({ name: at(sides, index).name, ...done }));
  for (const { name, problems } of profiles)
    for (const problem of problems) await errors.write(`jouleline: ${name}: ${problem}\n`);
  return profiles;
}
