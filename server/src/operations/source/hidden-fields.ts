/**
 * The hidden fields of inner classes: the instance around, and captured
 * variables. Constructors are given them, and store them first (JLS 8.1.3).
 *
 * Sits in `operations/`. javac's `Lower.visitClassDef`.
 */
import type { Captures } from './captures';
import { libraryKey, operationKey } from '../catalogue/catalogue';
import type { JavacHabits } from './javac-habits';
import { operandTypeOf } from '../catalogue/operand-types';
import type { OperandType, OperationKey } from '../catalogue/operation';

export interface HiddenFields {
  readonly hasOuter: boolean;
  readonly variables: readonly OperandType[];
}

/** `enclosing` is the class whose instance a member class holds, if it holds one. */
export function hiddenFieldsOf(
  className: string,
  enclosing: string | undefined,
  captures: Captures,
): HiddenFields {
  return {
    hasOuter: enclosing !== undefined || captures.holdsOuter(className),
    variables: captures.variablesOf(className).map(({ type }) => operandTypeOf(type)),
  };
}

export function recordHiddenStores(
  record: (key: OperationKey) => void,
  { hasOuter, variables }: HiddenFields,
  habits: JavacHabits,
): void {
  if (hasOuter) {
    if (habits.checksOuterInstance)
      record(libraryKey('java/util/Objects', 'requireNonNull', ['Object'], 'load'));
    record(operationKey('FieldStore', ['Object'], 'load'));
  }
  for (const type of variables) record(operationKey('FieldStore', [type], 'load'));
}
