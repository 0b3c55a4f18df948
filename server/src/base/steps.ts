/** Long work in steps, between which other work may be done. Sits in `base/`. */

/** Each `yield` is a place to rest; the work's result comes last. */
export type Steps<Result> = Generator<undefined, Result>;

/** Does all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Rests between steps; undefined once `isOutdated` says that nobody needs the result any more. */
export async function finishSlowly<Result>(
  steps: Steps<Result>,
  rest: () => Promise<void> | undefined,
  isOutdated: () => boolean,
): Promise<Result | undefined> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await rest();
    if (isOutdated()) return undefined;
  }
}
