/** The library calls that a trace always times. Sits in `tasks/`. */
import { matchCalls, readCallPatterns } from '../../profile/plan/library-calls';
import { readFileSync } from 'node:fs';
import { Failure } from '../../base/failure';
import { reasonOf } from '../../host/files/random-access-file';

/** The calls by the patterns in a file; undefined stands for the shipped list. Throws a {@link Failure}. */
export function readTimedCalls(path: string | undefined): ReturnType<typeof matchCalls> | undefined {
  if (path === undefined) return undefined;
  try {
    return matchCalls(readCallPatterns(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Failure(`--timed-calls ${path} ${reasonOf(error)}`);
  }
}
