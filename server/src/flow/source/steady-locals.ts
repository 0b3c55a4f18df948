/**
 * Local variables that hold one known number all along: `int n = 1000`, never
 * assigned again, and the lengths of arrays made with such a number.
 *
 * Sits in `flow/`, for trip counts. javac folds only variables declared
 * `final` (JLS 4.12.4), so these are no constants to the typer: they are read
 * where a loop asks how far it runs, and cost what reading a variable costs.
 */
import type { ConstantValue } from '../../classfile/signatures/class-signature';
import type { BodyRoot, Expression } from '../../java/syntax/ast';
import type { ConstantTyping } from '../../java/typing/typing';
import { rootNodes, walkSyntax } from './syntax-children';

/** Locals that are given a value where they are declared and never again, with that value. O(nodes). */
export function steadyLocals(root: BodyRoot): ReadonlyMap<string, Expression> {
  const initializers = new Map<string, Expression>();
  const changing = new Set<string>();
  const declare = (name: string, initializer: Expression | undefined): void => {
    // Two variables of one name, in different scopes, are told apart by giving up both.
    if (initializer === undefined || initializers.has(name)) changing.add(name);
    else initializers.set(name, initializer);
  };
  walkSyntax(rootNodes(root), (node) => {
    if (node.kind === 'local-variable') {
      for (const { name, initializer } of node.declarators) declare(name, initializer);
    } else if (node.kind === 'for-each') changing.add(node.variable.name);
    else if (node.kind === 'lambda') for (const { name } of node.parameters) changing.add(name);
    else if (node.kind === 'assignment' && node.target.kind === 'name') changing.add(node.target.name);
    else if (node.kind === 'increment' && node.operand.kind === 'name') changing.add(node.operand.name);
    return true;
  });
  for (const name of changing) initializers.delete(name);
  return initializers;
}

/** `constantOf` that also knows steady locals, and `.length` of steady arrays. */
export function withSteadyLocals(
  root: BodyRoot,
  typing: ConstantTyping,
  locals: ReadonlyMap<string, Expression> = steadyLocals(root),
): ConstantTyping {
  const steady = (expression: Expression): Expression | undefined =>
    expression.kind === 'name' ? locals.get(expression.name) : undefined;

  return { constantOf: (expression) => constantOf(expression, 0) };

  function constantOf(expression: Expression, depth: number): ConstantValue | undefined {
    const constant = typing.constantOf(expression);
    if (constant !== undefined || depth > MAX_DEPTH) return constant;
    const initializer = steady(expression);
    if (initializer !== undefined) return constantOf(initializer, depth + 1);
    if (expression.kind !== 'field-access' || expression.name !== 'length') return undefined;
    return lengthOf(steady(expression.target) ?? expression.target, depth + 1);
  }

  function lengthOf(array: Expression, depth: number): ConstantValue | undefined {
    if (array.kind === 'array-initializer') return { kind: 'int', value: array.elements.length };
    if (array.kind !== 'new-array') return undefined;
    if (array.initializer !== undefined) return { kind: 'int', value: array.initializer.elements.length };
    const [first] = array.dimensions;
    return first === undefined ? undefined : constantOf(first, depth);
  }
}

/** Initializers that lead to one another: more is no program that people write. */
const MAX_DEPTH = 8;
