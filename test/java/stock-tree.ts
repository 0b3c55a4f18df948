/**
 * The referee: what java-parser's own entry makes of a whole file, counted in
 * the terms of our syntax tree.
 */

import { parse } from 'java-parser';
import type { CstNode, CstToken } from 'java-parser-internals/parser.js';

type CstElement = CstNode | CstToken;

/** How many there are of each kind of statement and expression, and the names that are declared. */
export interface Inventory {
  readonly counts: ReadonlyMap<string, number>;
  /** `class A`, `field b`, `method c/2`, … sorted. */
  readonly declared: readonly string[];
}

const RULE_KINDS: Readonly<Record<string, string>> = {
  ifStatement: 'if',
  whileStatement: 'while',
  basicForStatement: 'for',
  enhancedForStatement: 'for-each',
  doStatement: 'do',
  switchStatement: 'switch',
  tryStatement: 'try',
  catchClause: 'catch',
  throwStatement: 'throw',
  returnStatement: 'return',
  breakStatement: 'break',
  continueStatement: 'continue',
  yieldStatement: 'yield',
  synchronizedStatement: 'synchronized',
  assertStatement: 'assert',
  emptyStatement: 'empty',
  labeledStatement: 'labeled',
  localVariableDeclarationStatement: 'local-variable-statement',
  expressionStatement: 'expression-statement',
  literal: 'literal',
  lambdaExpression: 'lambda',
  methodInvocationSuffix: 'call',
  unqualifiedExplicitConstructorInvocation: 'constructor-call',
  qualifiedExplicitConstructorInvocation: 'constructor-call',
  unqualifiedClassInstanceCreationExpression: 'new',
  arrayCreationExpression: 'new-array',
  arrayInitializer: 'array-initializer',
  arrayAccessSuffix: 'array-access',
  castExpression: 'cast',
  methodReferenceSuffix: 'method-reference',
  classLiteralSuffix: 'class-literal',
  switchLabel: 'label',
  typePattern: 'type-pattern',
  recordPattern: 'record-pattern',
  matchAllPattern: 'match-all',
  guard: 'guard',
};

const DECLARING_RULES: Readonly<Record<string, string>> = {
  normalClassDeclaration: 'class',
  enumDeclaration: 'enum',
  recordDeclaration: 'record',
  normalInterfaceDeclaration: 'interface',
  annotationInterfaceDeclaration: 'annotation',
};

function isNode(element: CstElement): element is CstNode {
  return 'children' in element;
}

function childrenOf(node: CstNode | undefined, name: string): readonly CstElement[] {
  return node?.children[name] ?? [];
}

function child(node: CstNode | undefined, name: string): CstNode | undefined {
  return childrenOf(node, name).find(isNode);
}

function imageOf(node: CstNode | undefined, name: string): string {
  const token = childrenOf(node, name)[0];
  return token !== undefined && !isNode(token) ? token.image : '?';
}

/** Reads a file that stock java-parser accepts; throws where it does not. */
export function readStockInventory(text: string): Inventory {
  const counts = new Map<string, number>();
  const declared: string[] = [];
  const count = (kind: string, more = 1): void => {
    if (more > 0) counts.set(kind, (counts.get(kind) ?? 0) + more);
  };
  const pending: CstNode[] = [parse(text)];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    // Neither annotations nor the defaults of their elements are in our tree.
    if (node.name === 'annotation' || node.name === 'defaultValue') continue;
    const kind = RULE_KINDS[node.name];
    if (kind !== undefined) count(kind);
    if (node.name === 'binaryExpression') {
      count('binary', childrenOf(node, 'BinaryOperator').length + childrenOf(node, 'shiftOperator').length);
      count('assignment', childrenOf(node, 'AssignmentOperator').length);
      count('instanceof', childrenOf(node, 'Instanceof').length);
    }
    if (node.name === 'forInit') {
      count(
        'expression-statement',
        childrenOf(child(node, 'statementExpressionList'), 'statementExpression').length,
      );
    }
    if (node.name === 'conditionalExpression') count('conditional', childrenOf(node, 'QuestionMark').length);
    if (node.name === 'switchLabel') count('literal', childrenOf(node, 'Null').length);
    if (node.name === 'unaryExpression' || node.name === 'unaryExpressionNotPlusMinus') {
      const prefixes = [
        ...childrenOf(node, 'UnaryPrefixOperator'),
        ...childrenOf(node, 'UnaryPrefixOperatorNotPlusMinus'),
      ];
      const steps = prefixes.filter((token) => !isNode(token) && /^(?:\+\+|--)$/.test(token.image)).length;
      count('unary', prefixes.length - steps);
      count('increment', steps + childrenOf(node, 'UnarySuffixOperator').length);
    }
    declared.push(...declaredBy(node));
    for (const elements of Object.values(node.children)) pending.push(...(elements ?? []).filter(isNode));
  }
  return { counts, declared: declared.sort() };
}

function declaredBy(node: CstNode): readonly string[] {
  const classKind = DECLARING_RULES[node.name];
  if (classKind !== undefined)
    return [`${classKind} ${imageOf(child(node, 'typeIdentifier'), 'Identifier')}`];
  switch (node.name) {
    case 'fieldDeclaration':
    case 'constantDeclaration':
      return childrenOf(child(node, 'variableDeclaratorList'), 'variableDeclarator')
        .filter(isNode)
        .map((declarator) => `field ${imageOf(child(declarator, 'variableDeclaratorId'), 'Identifier')}`);
    case 'methodDeclarator':
      return [`method ${imageOf(node, 'Identifier')}/${countParameters(node)}`];
    case 'annotationInterfaceElementDeclaration':
      return [`method ${imageOf(node, 'Identifier')}/0`];
    case 'constructorDeclarator':
      return [
        `constructor ${imageOf(child(child(node, 'simpleTypeName'), 'typeIdentifier'), 'Identifier')}/${countParameters(node)}`,
      ];
    case 'compactConstructorDeclaration':
      return [
        `constructor ${imageOf(child(child(node, 'simpleTypeName'), 'typeIdentifier'), 'Identifier')}/0`,
      ];
    case 'enumConstant':
      return [`constant ${imageOf(node, 'Identifier')}`];
    case 'instanceInitializer':
    case 'staticInitializer':
      return ['initializer'];
    default:
      return [];
  }
}

function countParameters(node: CstNode): number {
  return childrenOf(child(node, 'formalParameterList'), 'formalParameter').length;
}
