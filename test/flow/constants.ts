/** A typing for tests of `flow/` that knows literals and the arithmetic of one sign: what trip counts need. */
import type { ConstantValue } from '../../server/src/classfile/signatures/class-signature';
import type { BranchTyping } from '../../server/src/flow/source/branch-chances';
import type { Expression } from '../../server/src/java/syntax/ast';

export const literals: BranchTyping = { constantOf: valueOf, typeOf: () => ({ kind: 'unknown' }) };

function valueOf(expression: Expression): ConstantValue | undefined {
  if (expression.kind === 'unary' && expression.operator === '-') {
    const value = valueOf(expression.operand);
    return value?.kind === 'int' ? { kind: 'int', value: -value.value } : undefined;
  }
  if (expression.kind !== 'literal') return undefined;
  if (expression.literal === 'int') return { kind: 'int', value: Number(expression.text) };
  return expression.literal === 'boolean'
    ? { kind: 'boolean', value: expression.text === 'true' }
    : undefined;
}
