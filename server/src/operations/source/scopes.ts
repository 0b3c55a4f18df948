/**
 * Tells whether a variable's scope ends behind a statement. javac closes the variable's range there
 * and so fixes the place. Sits in `operations/`.
 */
import type { Statement } from '../../java/syntax/ast';

export function declaresVariable(statements: readonly Statement[]): boolean {
  return statements.some(
    (statement) =>
      statement.kind === 'local-variable' &&
      statement.declarators.some((declarator) => declarator.initializer !== undefined),
  );
}
