/**
 * Takes away what was made for a run: each, whatever becomes of another.
 *
 * Sits in `tasks/`.
 */

/** Throws what the first that failed threw, after all others were tried. */
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

/** The same of what takes time. */
export async function removeEachLater(removals: readonly (() => Promise<void>)[]): Promise<void> {
  const ends = await Promise.allSettled(removals.map((remove) => remove()));
  removeEach(
    ends.map((end) => () => {
      if (end.status === 'rejected') throw end.reason;
    }),
  );
}
