/**
 * The values of constant fields (JLS 4.12.4), which javac folds into every use.
 *
 * Sits in `analysis/`: parsing and typing one initializer, asked for by the
 * workspace's headers when the field is first read.
 */
import type { ConstantValue } from '../classfile/signatures/class-signature';
import { parseBody } from '../java/syntax/parse-body';
import { castConstant } from '../java/typing/constants';
import { typeBody } from '../java/typing/type-body';
import type { FieldConstantQuestion } from '../java/headers/workspace-signatures';

/** `undefined` where the initializer is no constant expression. */
export function evaluateFieldConstant(question: FieldConstantQuestion): ConstantValue | undefined {
  const { declarator, owner, isStatic, initializer, unit, signatures } = question;
  if (declarator.initializer === undefined) return undefined;
  const { root } = parseBody(initializer, declarator.initializer.rule);
  if (root.kind !== 'value') return undefined;
  const typing = typeBody(root, {
    unit,
    enclosing: owner.enclosing,
    isStatic,
    parameters: [],
    typeParameters: [],
    expectedType: declarator.type,
    signatures,
  });
  const value = typing.constantOf(root.expression);
  return value === undefined ? undefined : castConstant(value, typing.typeOfSyntax(declarator.type));
}
