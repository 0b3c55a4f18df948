/** Recall and precision over many pairs of programs. Run by `diff-truth.mjs`. */
import { type KnownPrograms, likenesses, makeKnownPrograms } from '../compare/known-programs';
import { mainClass, sourcesOf } from '../compare/known-sources';
import { type FoundTask, scoreReport, scoreTrees } from '../compare/known-trees';

export interface Scores {
  readonly recall: number;
  readonly precision: number;
  /** The least value over all pairs of programs. */
  readonly least: number;
  /** The α that were used, and by how many pairs. */
  readonly used: string;
  readonly byChange: readonly (readonly [change: string, shared: number, found: number])[];
}

export const kinds = Object.keys(likenesses);

/** Not those that the matching was made with. */
const firstSeed = 10_001;

/** Programs of 20 to 120 tasks. */
export function scoreAll(likeness: string, alpha: number | 'auto', pairs: number): Scores {
  let [shared, matched, right, least] = [0, 0, 0, 1];
  const used = new Map<number, number>();
  const byChange = new Map<string, readonly [number, number]>();
  for (let seed = firstSeed; seed < firstSeed + pairs; seed++) {
    const known = makeKnown(likeness, seed, 20 + ((seed * 7) % 101));
    const score = scoreTrees(known, alpha);
    shared += score.shared;
    matched += score.matched;
    right += score.right;
    least = Math.min(least, score.shared === 0 ? 1 : score.right / score.shared);
    used.set(score.alpha, (used.get(score.alpha) ?? 0) + 1);
    for (const [change, [all, found]] of score.byChange) {
      const [before, foundBefore] = byChange.get(change) ?? [0, 0];
      byChange.set(change, [before + all, foundBefore + found]);
    }
  }
  return {
    recall: right / shared,
    precision: right / matched,
    least,
    used: [...used]
      .sort(([one], [other]) => one - other)
      .map(([each, count]) => `${each}: ${count}`)
      .join(', '),
    byChange: [...byChange].map(([change, [all, found]]) => [change, all, found]),
  };
}

function makeKnown(likeness: string, seed: number, tasks: number): KnownPrograms {
  const kind = likenesses[likeness];
  if (kind === undefined) throw new RangeError(likeness);
  return makeKnownPrograms(seed, tasks, kind);
}

/** The class to run and the files by path, of both programs. */
export function asJava(
  likeness: string,
  tasks: number,
): { readonly mainClass: string; readonly programs: readonly Readonly<Record<string, string>>[] } {
  const known = makeKnown(likeness, firstSeed, tasks);
  return { mainClass, programs: [sourcesOf(known, 0), sourcesOf(known, 1)] };
}

/** Compares what `jouleline diff --format json` found with the truth. */
export function scoreFound(
  likeness: string,
  tasks: number,
  report: { readonly tasks: readonly FoundTask[] },
): { readonly shared: number; readonly recall: number; readonly precision: number } {
  const { shared, matched, right } = scoreReport(makeKnown(likeness, firstSeed, tasks), report.tasks);
  return { shared, recall: right / shared, precision: right / matched };
}
