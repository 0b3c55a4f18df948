/** Removes the pieces that were made for a run: each one, whatever happens to another. Sits in `tasks/`. */

/** Tries all removals, and then throws the first error. */
export function removeEach(removals: readonly (() => void)[]): void {
  const problems = removals.flatMap((remove): readonly unknown[] => {
    try {
      remove();
      return [];
    } catch (problem) {
      return [problem];
    }
  });
  if (problems.length > 0) throw problems[0];
}

/** Tries all removals that take time, and then throws the first error. */
export async function removeEachLater(removals: readonly (() => Promise<void>)[]): Promise<void> {
  const ends = await Promise.allSettled(removals.map((remove) => remove()));
  removeEach(
    ends.map((end) => () => {
      if (end.status === 'rejected') throw end.reason;
    }),
  );
}
