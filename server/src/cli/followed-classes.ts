/**
 * The classes of the JDK that a calling context tree goes on into, and those
 * that tell who hands work over.
 *
 * Sits in `cli/`, over `host/`.
 */
import {
  canFollow,
  type ClassToCount,
  handsOver,
  type LeftOut,
  whyNotFollowed,
} from '../engine/count-program';
import { listJdkClasses } from '../host/jdk-classes';
import { UsageError } from './arguments';
import { isIncluded, readClasses } from './class-selection';
import { PlainError } from './services';

export interface FollowedClasses {
  readonly classes: readonly ClassToCount[];
  readonly leftOut: readonly LeftOut[];
}

/** `patterns`: of names with dots. Throws {@link UsageError} and {@link PlainError}. */
export function selectFollowed(
  patterns: readonly string[],
  jdkHome: string | undefined,
  problems: string[],
): FollowedClasses {
  if (patterns.length === 0) return { classes: [], leftOut: [] };
  if (jdkHome === undefined)
    throw new PlainError('no JDK was found to follow calls into: name one with --java-home');
  const found = listJdkClasses(jdkHome, (name) => isIncluded(name, patterns));
  if (!found.ok) throw new PlainError(`${jdkHome} ${found.problem.message}`);
  if (found.value.length === 0)
    throw new UsageError(`--follow-jdk ${patterns.join(', ')}: ${jdkHome} has no such class`);
  const names = found.value.map(({ name }) => name);
  return {
    classes: readClasses(
      jdkHome,
      found.value.filter(({ name }) => canFollow(name)),
      problems,
    ),
    leftOut: names
      .filter((name) => !canFollow(name))
      .map((name) => ({ class: name, reason: whyNotFollowed })),
  };
}

/** Without a JDK whose classes can be read, only threads tell who made them. */
export function selectHandOvers(jdkHome: string | undefined, problems: string[]): FollowedClasses {
  const none = (reason: string): FollowedClasses => ({
    classes: [],
    leftOut: [{ class: 'java/util/concurrent', reason: `Who hands work over to it is not known: ${reason}` }],
  });
  if (jdkHome === undefined) return none('no JDK was found');
  const found = listJdkClasses(jdkHome, handsOver);
  if (!found.ok) return none(`${jdkHome} ${found.problem.message}`);
  return { classes: readClasses(jdkHome, found.value, problems), leftOut: [] };
}
