/**
 * The calls of libraries that a trace always times.
 *
 * Sits in `tasks/`.
 */
import { matchCalls, readCallPatterns } from '../../profile/plan/library-calls';
import { readFileSync } from 'node:fs';
import { Failure } from '../../base/failure';
import { reasonOf } from '../../host/files/random-access-file';

/** By the shipped list, or that of a user's file. Throws a {@link Failure}. */
export function readTimedCalls(path: string | undefined): ReturnType<typeof matchCalls> | undefined {
  if (path === undefined) return undefined;
  try {
    return matchCalls(readCallPatterns(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Failure(`--timed-calls ${path} ${reasonOf(error)}`);
  }
}
