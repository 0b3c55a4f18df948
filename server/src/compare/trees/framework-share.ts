/**
 * How much of programs is frameworks', and how much of that they have in common.
 *
 * Sits in `compare/`. "DiffProf", section 2: similar programs call the same
 * framework methods, and most of their energy is spent there (table 1,
 * figure 2).
 */
import { type ContextTree, keyOfMethod } from './context-tree';

type IsApplication = (className: string) => boolean;

export interface EnergySplit {
  /** What methods take themselves, without what they call. */
  readonly applicationEnergy: number;
  readonly frameworkEnergy: number;
}

export function splitEnergy(
  { methods, exclusive, names }: ContextTree,
  isApplication: IsApplication,
): EnergySplit {
  const belongs = names.map((method) => isApplication(method.class));
  let [applicationEnergy, frameworkEnergy] = [0, 0];
  for (let row = 1; row < methods.length; row++) {
    if (belongs[methods[row] ?? -1] === true) applicationEnergy += exclusive[row] ?? 0;
    else frameworkEnergy += exclusive[row] ?? 0;
  }
  return { applicationEnergy, frameworkEnergy };
}

/** Framework methods that both call, as a share of those of the one that calls fewer; 0 where one calls none. */
export function overlapOfMethods(
  trees: readonly [ContextTree, ContextTree],
  isApplication: IsApplication,
): number {
  const [first, second] = trees.map(
    ({ names }) => new Set(names.filter((method) => !isApplication(method.class)).map(keyOfMethod)),
  );
  if (first === undefined || second === undefined) return 0;
  const common = [...first].filter((key) => second.has(key)).length;
  return common / Math.max(1, Math.min(first.size, second.size));
}
