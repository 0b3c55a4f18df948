/**
 * eCalc's cost functions: what a JVM instruction costs, by what it is.
 *
 * Sits in `cost/`, beside the models that price operations. "Estimating Android
 * Applications' CPU Energy Usage via Bytecode Profiling" (Hao, Li, Halfond,
 * Govindan), section II-C and table II: C_M for most instructions, C_I for a
 * call of the application, C_Sys for one of the library, C_R for a return by
 * its type, C_A for an allocation; C_A and C_Sys are linear in a size.
 */
import type { Joules } from '../units';
import type { EcalcModelFile, LinearCost } from './model-file';

/** What ran of a method, or what there is of it: sizes are sums over all executions. */
export interface InstructionCounts {
  /** By mnemonic (JVMS 6.5); those that call or allocate among them. */
  readonly instructions: readonly { readonly name: string; readonly count: number }[];
  readonly applicationCalls: number;
  readonly libraryCalls: readonly SizedCount[];
  /** Sums of sizes by mnemonic, in elements. */
  readonly allocated: readonly { readonly name: string; readonly size: number }[];
}

export interface SizedCount {
  readonly name: string;
  readonly count: number;
  readonly size: number;
}

export interface PricedInstructions {
  readonly energy: Joules;
  readonly priced: number;
  /** Executions that the model has no cost for: in no energy. */
  readonly unpriced: number;
}

/** Stands for all methods of the library that are not named. */
const ANY = '*';

export function priceInstructions(file: EcalcModelFile, counts: InstructionCounts): PricedInstructions {
  const standard = byName(file.instructions);
  const allocations = byName(file.allocations);
  const library = byName(file.library);
  let energy = file.invocation.mean * counts.applicationCalls;
  let priced = counts.applicationCalls;
  let unpriced = 0;
  let calls = -counts.applicationCalls;
  const add = (cost: { readonly mean: Joules } | undefined, count: number): void => {
    if (cost === undefined) unpriced += count;
    else {
      priced += count;
      energy += cost.mean * count;
    }
  };
  for (const { name, count } of counts.instructions) {
    if (name.startsWith('invoke')) calls += count;
    else add(allocations.get(name) ?? standard.get(name), count);
  }
  for (const { name, count, size } of counts.libraryCalls) {
    const cost = library.get(name) ?? library.get(ANY);
    add(cost, count);
    energy += (cost?.perSize ?? 0) * size;
    calls -= count;
  }
  for (const { name, size } of counts.allocated) energy += (allocations.get(name)?.perSize ?? 0) * size;
  // What is left is neither: lambdas and concatenations, whose code the JVM makes.
  return { energy, priced, unpriced: unpriced + Math.max(0, calls) };
}

/** Of one execution, without what grows with a size: one for each entry of the model. */
export function unitCosts({
  instructions,
  allocations,
  library,
  invocation,
}: EcalcModelFile): readonly Joules[] {
  return [...instructions, ...allocations, ...library, invocation].map(({ mean }) => mean);
}

function byName<Cost extends { readonly name: string }>(
  costs: readonly (Cost & Partial<LinearCost>)[],
): ReadonlyMap<string, Cost & Partial<LinearCost>> {
  return new Map(costs.map((cost) => [cost.name, cost]));
}
