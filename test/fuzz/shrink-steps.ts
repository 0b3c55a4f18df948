/**
 * Makes a failing sequence of edits small enough to be read: fewer steps, fewer
 * files, fewer lines (Zeller and Hildebrandt, "Simplifying and isolating
 * failure-inducing input", 2002).
 */
import type { EditStep } from './edit-session';

/** Steps name whole texts, so that each may be left out without moving the others. */
export type Sequence = readonly EditStep[];

export function shrinkSteps(steps: Sequence, fails: (steps: Sequence) => boolean, budget: number): Sequence {
  let left = budget;
  const tries = (candidate: Sequence): boolean => left-- > 0 && fails(candidate);
  let small = leaveOut(steps, tries);
  const paths = [...new Set(small.map(({ path }) => path))];
  for (const path of paths) {
    const candidate = small.filter((step) => step.path !== path);
    if (candidate.length > 0 && tries(candidate)) small = candidate;
  }
  for (let before = Infinity; sizeOf(small) < before && left > 0;) {
    before = sizeOf(small);
    small = withoutLines(small, tries);
    small = leaveOut(small, tries);
  }
  return small;
}

function sizeOf(steps: Sequence): number {
  return steps.reduce((sum, step) => sum + 10 + ('text' in step ? step.text.length : 0), 0);
}

/** Leaves out halves, quarters, … and single items, as long as it still fails. */
function leaveOut<T>(items: readonly T[], fails: (kept: readonly T[]) => boolean): readonly T[] {
  let kept = items;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length;) {
      const candidate = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (fails(candidate)) kept = candidate;
      else at += size;
    }
  }
  return kept;
}

/** Lines go from all texts at once, so that what changes between them stays. */
function withoutLines(steps: Sequence, fails: (steps: Sequence) => boolean): Sequence {
  const linesOf = (text: string): readonly string[] => text.split(/(?<=\n)/);
  const lines = [...new Set(steps.flatMap((step) => ('text' in step ? linesOf(step.text) : [])))];
  const keep = (kept: readonly string[]): Sequence => {
    const wanted = new Set(kept);
    return steps.map((step) =>
      'text' in step
        ? {
            ...step,
            text: linesOf(step.text)
              .filter((line) => wanted.has(line))
              .join(''),
          }
        : step,
    );
  };
  return keep(leaveOut(lines, (kept) => fails(keep(kept))));
}
