/**
 * The catalogue of energy operations: every family that source and bytecode
 * are counted in.
 *
 * Sits in `operations/`. Families after table 1 of Li and Gallagher, with what
 * modern Java adds; printed to docs/reference/operations.md.
 */
import { dottedName } from '../../classfile/read/descriptors';
import { ARITHMETIC, BOOLEAN, CONVERSION } from './catalogue-arithmetic';
import { CONTROL, EXCEPTIONS, FUNCTIONS, LIBRARY, SYNCHRONIZATION } from './catalogue-control';
import { ALLOCATION, ARRAYS, FIELDS, STRINGS, VARIABLES } from './catalogue-memory';
import type { OperationFamily, PaperGroup } from './family';
import type { OperandType, OperationKey, SizeClass } from './operation';

export const CATALOGUE: readonly OperationFamily[] = [
  ...CONTROL,
  ...FUNCTIONS,
  ...BOOLEAN,
  ...ARITHMETIC,
  ...VARIABLES,
  ...ARRAYS,
  ...FIELDS,
  ...ALLOCATION,
  ...CONVERSION,
  ...STRINGS,
  ...SYNCHRONIZATION,
  ...EXCEPTIONS,
  ...LIBRARY,
];

const BY_NAME: ReadonlyMap<string, OperationFamily> = new Map(
  CATALOGUE.map((entry) => [entry.family, entry]),
);

export function findFamily(family: string): OperationFamily | undefined {
  return BY_NAME.get(family);
}

/** `variant` completes the name where that isn't the operand types. */
export function operationKey(
  family: string,
  operands: readonly OperandType[],
  size: SizeClass,
  named: readonly string[] = operands,
): OperationKey {
  const group = BY_NAME.get(family)?.group ?? 'control';
  return { name: [family, ...named].join('_'), family, group, operands, size };
}

/** `java.util.ArrayList.get`: the name is the method's, by class. */
export function libraryKey(
  owner: string,
  method: string,
  operands: readonly OperandType[],
  size: SizeClass,
): OperationKey {
  const name = `${dottedName(owner)}.${method}`;
  return { name, family: 'LibraryFunction', group: 'library function', operands, size };
}

/** The name that profiles of earlier versions have for each of a record's own methods: that of their maker, which runs once. */
export const MAKER_OF_RECORD_METHODS = 'java.lang.runtime.ObjectMethods.bootstrap';

/** A record's own `equals`, `hashCode` or `toString`, which the JVM makes when it first runs: `java.lang.Record.equals`. */
export function recordMethodKey(method: string, operands: readonly OperandType[]): OperationKey {
  return libraryKey('java/lang/Record', method, operands, 'load');
}

/** The groups in the order in which a bar stacks them. */
export const PAPER_GROUPS: readonly PaperGroup[] = [
  'Control Ops',
  'Function Ops',
  'Boolean Ops',
  'Arithmetic Ops',
  'Assignments',
  'Array Reference',
  'Field Reference',
  'Lib Functions',
];

/**
 * The one of the eight classes of figure 4 of Li and Gallagher that an operation belongs to. The catalogue gives
 * the class of each family; JVM instructions and elements of a size follow their group.
 */
export function paperGroupOf({ family, group }: Pick<OperationKey, 'family' | 'group'>): PaperGroup {
  const known = findFamily(family) ?? CATALOGUE.find((each) => each.group === group);
  return known?.paperGroup ?? 'Lib Functions';
}
