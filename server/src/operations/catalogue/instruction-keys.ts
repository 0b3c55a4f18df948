/**
 * JVM instructions as keys that are counted, modeled and shown like operations.
 *
 * Sits in `operations/`. They are none of the catalogue: no source has them,
 * only what ran (JVMS 6.5).
 */
import type { OperationGroup, OperationKey } from './operation';

export const INSTRUCTION = 'Instruction';
/** The family for the part of a linear cost that each element adds (eCalc, section II-C). */
export const PER_ELEMENT = 'PerElement';

/** The operation of an instruction, by its mnemonic. */
export function instructionKey(name: string): OperationKey {
  return { name, family: INSTRUCTION, group: groupOf(name), operands: [], size: 'load' };
}

/** The operation for each element that an instruction allocates or that a library method of this name is given. */
export function perElement(of: string, group: OperationGroup): OperationKey {
  return { name: `${of} per element`, family: PER_ELEMENT, group, operands: [of], size: 'load' };
}

/** The first that fits. */
const GROUPS: readonly (readonly [RegExp, OperationGroup])[] = [
  [/^(?:[a-z]aload|[a-z]astore|arraylength)$/, 'array reference'],
  [/^(?:get|put)(?:field|static)$/, 'field reference'],
  [/^(?:a?new|multianew)/, 'allocation'],
  [/^[ilfd](?:add|sub|mul|div|rem|neg|shl|shr|ushr|and|or|xor|inc)$/, 'arithmetic'],
  [/^[ilfd]2[ilfdbcs]$|^checkcast$/, 'conversion'],
  [/cmp[lg]?$|^instanceof$/, 'boolean'],
  [/return$|^other calls$/, 'function'],
  [/^monitor/, 'synchronization'],
  [/^athrow$/, 'exception'],
  [/^(?:if|goto|jsr|ret|tableswitch|lookupswitch)/, 'control'],
];

/** Constants, variables and the operand stack are what is left. */
function groupOf(name: string): OperationGroup {
  return GROUPS.find(([pattern]) => pattern.test(name))?.[1] ?? 'assignment';
}
