/** Identifies operations that may differ in cost. Sits in `operations/`. */
import type { OperationKey } from './operation';

/** `Addition|load|Addition_int_int|int|int`, wherever it ran. */
export function operationId({ family, size, name, operands }: OperationKey): string {
  return [family, size, name, ...operands].join('|');
}
