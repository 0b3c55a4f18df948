/**
 * The parts of each syntax node, in the order in which they are evaluated.
 *
 * Sits in `flow/`: what has no rule of its own in a walk is walked by this.
 * Bodies of local and anonymous classes are members of their own, and so are
 * no parts of the body that declares them.
 */
import type {
  BodyRoot,
  Expression,
  LocalVariableStatement,
  Statement,
  SwitchBody,
} from '../../java/syntax/ast';
import { isTypeSyntax } from '../../java/headers/type-syntax';

export type SyntaxNode = Statement | Expression;

export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.kind) {
    case 'block':
      return node.statements;
    case 'local-variable':
      return initializersOf(node);
    case 'expression-statement':
    case 'throw':
    case 'yield':
      return [node.expression];
    case 'return':
      return node.expression === undefined ? [] : [node.expression];
    case 'if':
      return node.otherwise === undefined
        ? [node.condition, node.then]
        : [node.condition, node.then, node.otherwise];
    case 'while':
      return [node.condition, node.body];
    case 'do':
      return [node.body, node.condition];
    case 'for':
      return [
        ...node.init,
        ...(node.condition === undefined ? [] : [node.condition]),
        node.body,
        ...node.update,
      ];
    case 'for-each':
      return [node.iterable, node.body];
    case 'labeled':
      return [node.body];
    case 'switch-statement':
    case 'switch-expression':
      return switchChildren(node.switch);
    case 'try':
      return [
        ...node.resources.flatMap((resource): readonly SyntaxNode[] => [resource]),
        node.block,
        ...node.catches.map((clause) => clause.block),
        ...(node.finallyBlock === undefined ? [] : [node.finallyBlock]),
      ];
    case 'synchronized':
      return [node.lock, node.body];
    case 'assert':
      return node.message === undefined ? [node.condition] : [node.condition, node.message];
    case 'field-access':
      return [node.target];
    case 'this':
    case 'super':
      return node.qualifier === undefined ? [] : [node.qualifier];
    case 'call':
      return node.target === undefined ? node.arguments : [node.target, ...node.arguments];
    case 'new':
      return node.outer === undefined ? node.arguments : [node.outer, ...node.arguments];
    case 'new-array':
      return node.initializer === undefined ? node.dimensions : [...node.dimensions, node.initializer];
    case 'array-initializer':
      return node.elements;
    case 'array-access':
      return [node.array, node.index];
    case 'unary':
    case 'increment':
    case 'instanceof':
    case 'cast':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'assignment':
      return [node.target, node.value];
    case 'conditional':
      return [node.condition, node.whenTrue, node.whenFalse];
    case 'lambda':
      return [node.body];
    case 'method-reference':
      return isTypeSyntax(node.target) ? [] : [node.target];
    case 'local-class':
    case 'break':
    case 'continue':
    case 'empty':
    case 'missing-statement':
    case 'literal':
    case 'name':
    case 'class-literal':
    case 'missing':
      return [];
  }
}

export function initializersOf(statement: LocalVariableStatement): readonly Expression[] {
  return statement.declarators.flatMap((declarator) =>
    declarator.initializer === undefined ? [] : [declarator.initializer],
  );
}

function switchChildren(body: SwitchBody): readonly SyntaxNode[] {
  return [
    body.selector,
    ...body.cases.flatMap((entry): readonly SyntaxNode[] => [
      ...(entry.guard === undefined ? [] : [entry.guard]),
      ...entry.body,
      ...(entry.value === undefined ? [] : [entry.value]),
    ]),
  ];
}

export function rootNodes(root: BodyRoot): readonly SyntaxNode[] {
  switch (root.kind) {
    case 'statements':
      return [root.block];
    case 'value':
      return [root.expression];
    case 'arguments':
      return root.arguments;
  }
}

/** Visits every node before its parts; an explicit stack, so that long chains of operators are no danger. `visit` returns false to leave out the parts. */
export function walkSyntax(nodes: readonly SyntaxNode[], visit: (node: SyntaxNode) => boolean): void {
  const pending = [...nodes].reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!visit(node)) continue;
    const children = childrenOf(node);
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child !== undefined) pending.push(child);
    }
  }
}
