/**
 * The share of frameworks in the energy of programs, and the share of framework methods that programs have in common.
 *
 * Sits in `compare/`. "DiffProf", section 2: similar programs call the same framework methods, and most of their
 * energy is spent there (table 1, figure 2).
 */
import { type ContextTree, keyOfMethod } from './context-tree';

type IsApplication = (className: string) => boolean;

export interface EnergySplit {
  /** The energy that methods of the application, and of frameworks, take themselves, without what they call. */
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

/**
 * The framework methods that both programs call, as a share of those of the program that calls fewer; 0 if one calls
 * none.
 */
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
