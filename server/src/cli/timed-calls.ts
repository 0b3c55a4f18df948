/**
 * The calls of libraries that a trace always times.
 *
 * Sits in `cli/`.
 */
import { readFileSync } from 'node:fs';
import { matchCalls, readCallPatterns } from '../engine/count-program';
import { reasonOf } from '../host/random-access-file';
import { PlainError } from './services';

/** By the shipped list, or that of a user's file. Throws a {@link PlainError}. */
export function readTimedCalls(path: string | undefined): ReturnType<typeof matchCalls> | undefined {
  if (path === undefined) return undefined;
  try {
    return matchCalls(readCallPatterns(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new PlainError(`--timed-calls ${path} ${reasonOf(error)}`);
  }
}
