/**
 * eCalc's cost functions: what a JVM instruction costs, by what it is.
 *
 * Sits in `cost/`, beside the models of operations. "Estimating Android
 * Applications' CPU Energy Usage via Bytecode Profiling" (Hao, Li, Halfond,
 * Govindan), section II-C and table II: C_M for most instructions, C_I for a
 * call of the application, C_Sys for one of the library, C_R for a return by
 * its type, C_A for an allocation; C_A and C_Sys are linear in a size.
 */
import { INSTRUCTION, PER_ELEMENT } from '../../operations/catalogue/instruction-keys';
import type { OperationKey } from '../../operations/catalogue/operation';
import type { AdditiveBasis } from './additive-model';
import type { ModelParameter, Price } from './cost-model';
import type { EcalcModelFile, LinearCost } from './model-file';

/** Stands for all methods of the library that are not named. */
const ANY = '*';

/** Costs what `profile/document/instruction-rows` makes of a profile; of the catalogue's operations, calls alone. */
export function buildEcalcModel(file: EcalcModelFile): AdditiveBasis {
  const parameters: ModelParameter[] = [];
  const add = (name: string, { mean, sd }: { readonly mean: number; readonly sd: number }): Price => ({
    terms: [{ parameter: parameters.push({ name, mean, sd }) - 1, coefficient: 1 }],
    noise: 0,
  });
  const instructions = new Map(file.instructions.map((cost) => [cost.name, add(cost.name, cost)]));
  for (const cost of file.allocations) instructions.set(cost.name, add(cost.name, cost));
  const library = new Map(file.library.map((cost) => [cost.name, add(cost.name, cost)]));
  const invocation = add('invocation', file.invocation);
  const sizes = new Map(
    [...file.allocations, ...file.library].map((cost: LinearCost) => [
      cost.name,
      // How well it is known is not said.
      add(`${cost.name} per element`, { mean: cost.perSize, sd: 0 }),
    ]),
  );
  const isKnown = (name: string): boolean => instructions.has(name) || library.has(name);
  return {
    parameters,
    price: ({ family, name, operands }: OperationKey) => {
      switch (family) {
        case INSTRUCTION:
          return instructions.get(name);
        case 'MethodInvocation':
          return invocation;
        case 'LibraryFunction':
          return library.get(name) ?? library.get(ANY);
        case PER_ELEMENT: {
          const [of = ''] = operands;
          return sizes.get(of) ?? (isKnown(of) ? undefined : sizes.get(ANY));
        }
        default:
          return undefined;
      }
    },
  };
}

/** The costs of one execution of each instruction and call, without the part that grows with a size and without the library's methods. */
export function unitCosts({ parameters }: Pick<AdditiveBasis, 'parameters'>): readonly number[] {
  return parameters
    .filter(({ name }) => !name.endsWith(' per element') && name !== ANY && !name.includes('.'))
    .map(({ mean }) => mean);
}
