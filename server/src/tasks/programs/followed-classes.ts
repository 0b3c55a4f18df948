/**
 * Selects the classes of the JDK that a calling context tree follows calls into, and those that hand work over to
 * other threads. Sits in `tasks/`.
 */
import type { LeftOut } from '../../profile/document/profile-document';
import { handsOver } from '../../profile/handover/hand-over-points';
import { type ClassToCount, handOverUnknown } from '../../profile/probes/instrument-classes';
import { canFollow, whyNotFollowed } from '../../profile/plan/followed-classes';
import { Failure, UsageError } from '../../base/failure';
import { listJdkClasses } from '../../host/jdk/class-containers';
import { isIncluded, readClasses } from './select-classes';

export interface FollowedClasses {
  readonly classes: readonly ClassToCount[];
  readonly leftOut: readonly LeftOut[];
}

/** Selects classes of the JDK by patterns of dotted names. Throws a {@link UsageError} if there are none. */
export function selectFollowed(
  patterns: readonly string[],
  jdkHome: string | undefined,
  problems: string[],
): FollowedClasses {
  if (patterns.length === 0) return { classes: [], leftOut: [] };
  if (jdkHome === undefined)
    throw new Failure('no JDK was found to follow calls into: name one with --java-home');
  const found = listJdkClasses(jdkHome, (name) => isIncluded(name, patterns));
  if (!found.ok) throw new Failure(`${jdkHome} ${found.problem.message}`);
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

/** Selects the classes of the JDK that hand work over, and adds `libraries`. If the JDK can't be read, only these are left. */
export function selectHandOvers(
  jdkHome: string | undefined,
  libraries: readonly ClassToCount[],
  problems: string[],
): FollowedClasses {
  const none = (reason: string): FollowedClasses => {
    problems.push(`who hands work over to the JDK's executors is not known: ${reason}`);
    return {
      classes: libraries,
      leftOut: [{ class: 'java/util/concurrent', reason: `${handOverUnknown}: ${reason}` }],
    };
  };
  if (jdkHome === undefined) return none('no JDK was found');
  const found = listJdkClasses(jdkHome, handsOver);
  if (!found.ok) return none(`${jdkHome} ${found.problem.message}`);
  return { classes: [...readClasses(jdkHome, found.value, problems), ...libraries], leftOut: [] };
}
