/**
 * Blocks and statements (JLS 14).
 */

import { withDefined } from '../../base/check';
import type { CstNode } from 'java-parser-internals/parser.js';
import type {
  BlockStatement,
  CatchClause,
  Expression,
  Span,
  Statement,
  TryStatement,
  LocalDeclarator,
  LocalVariableStatement,
  TypeSyntax,
} from '../syntax/ast';
import { childNode, childNodes, childToken, firstChildNode, spanOf } from './cst';
import { lowerType, lowerTypeArguments, missing, reportAt, type Lowering } from './context';
import { lowerArguments, lowerInitializer } from './creations';
import { Scanner } from '../text/lexer';
import { parseDimensions } from '../headers/type-syntax';

/** Lowers a `block`. */
export function lowerBlock(lowering: Lowering, node: CstNode | undefined, at: number): BlockStatement {
  if (node === undefined) return { kind: 'block', statements: [], start: at, end: at };
  return { kind: 'block', statements: lowerBlockStatements(lowering, node, at), ...spanOf(node, at) };
}

/** Lowers a `constructorBody`, whose call of another constructor comes first. */
export function lowerConstructorBody(lowering: Lowering, node: CstNode, at: number): BlockStatement {
  const call = childNode(node, 'explicitConstructorInvocation');
  const first = call === undefined ? [] : [lowerConstructorCall(lowering, call, at)];
  return {
    kind: 'block',
    statements: [...first, ...lowerBlockStatements(lowering, node, at)],
    ...spanOf(node, at),
  };
}

/** The statements of a node with `blockStatements`. */
export function lowerBlockStatements(lowering: Lowering, node: CstNode, at: number): Statement[] {
  return childNodes(childNode(node, 'blockStatements'), 'blockStatement').map((statement) =>
    lowerBlockStatement(lowering, statement, at),
  );
}

function lowerConstructorCall(lowering: Lowering, node: CstNode, at: number): Statement {
  const call = firstChildNode(node) ?? node;
  const span = spanOf(call, at);
  const word = childToken(call, 'This') ?? childToken(call, 'Super');
  const outer = childNode(call, 'expressionName');
  const name = word?.image ?? 'super';
  const expression: Expression = {
    kind: 'call',
    ...withDefined({ target: outer && lowerExpressionName(outer, span) }),
    name,
    nameStart: word?.startOffset ?? span.start,
    typeArguments: lowerTypeArguments(lowering, childNode(call, 'typeArguments')),
    arguments: lowerArguments(lowering, childNode(call, 'argumentList')),
    start: span.start,
    end: (childToken(call, 'RBrace')?.endOffset ?? span.end - 1) + 1,
  };
  return { kind: 'expression-statement', expression, ...span };
}

function lowerExpressionName(node: CstNode, fallback: Span): Expression {
  const names = node.children['Identifier'] ?? [];
  let expression: Expression = missing(fallback);
  names.forEach((name, index) => {
    if (!('image' in name)) return;
    const written = spanOf(name, fallback.start);
    expression =
      index === 0
        ? { kind: 'name', name: name.image, ...written }
        : {
            kind: 'field-access',
            target: expression,
            name: name.image,
            nameStart: written.start,
            start: expression.start,
            end: written.end,
          };
  });
  return expression;
}

/** Lowers a `blockStatement`. */
export function lowerBlockStatement(lowering: Lowering, node: CstNode, at: number): Statement {
  const span = spanOf(node, at);
  const variable = childNode(node, 'localVariableDeclarationStatement');
  if (variable !== undefined) {
    const declaration = childNode(variable, 'localVariableDeclaration');
    if (declaration !== undefined)
      return { ...lowerLocalVariable(lowering, declaration, span.start), ...span };
  }
  const local = childNode(node, 'classDeclaration') ?? childNode(node, 'interfaceDeclaration');
  if (local !== undefined) {
    return { kind: 'local-class', declaration: lowering.localClass(lowering, local, span.start), ...span };
  }
  return lowerStatement(lowering, childNode(node, 'statement'), span.start);
}

/** Lowers a `statement`. */
function lowerStatement(lowering: Lowering, node: CstNode | undefined, at: number): Statement {
  const inner = node === undefined ? undefined : firstChildNode(node);
  if (inner === undefined) return { kind: 'missing-statement', start: at, end: at };
  const span = spanOf(inner, at);
  switch (inner.name) {
    case 'statementWithoutTrailingSubstatement':
      return lowerSimpleStatement(lowering, inner, span.start);
    case 'labeledStatement': {
      const label = childToken(inner, 'Identifier')?.image ?? '';
      return {
        kind: 'labeled',
        label,
        body: lowerStatement(lowering, childNode(inner, 'statement'), span.end),
        ...span,
      };
    }
    case 'ifStatement': {
      const [then, otherwise] = childNodes(inner, 'statement');
      return {
        kind: 'if',
        condition: expressionOf(lowering, inner, span.start),
        then: lowerStatement(lowering, then, span.end),
        ...withDefined({ otherwise: otherwise && lowerStatement(lowering, otherwise, span.end) }),
        ...span,
      };
    }
    case 'whileStatement':
      return {
        kind: 'while',
        condition: expressionOf(lowering, inner, span.start),
        body: lowerStatement(lowering, childNode(inner, 'statement'), span.end),
        ...span,
      };
    case 'forStatement':
      return lowerFor(lowering, inner, span);
    default:
      return missingStatement(lowering, span);
  }
}

function lowerSimpleStatement(lowering: Lowering, node: CstNode, at: number): Statement {
  const inner = firstChildNode(node);
  if (inner === undefined) return { kind: 'missing-statement', start: at, end: at };
  const span = spanOf(inner, at);
  switch (inner.name) {
    case 'block':
      return lowering.block(lowering, inner, at);
    case 'emptyStatement':
      return { kind: 'empty', ...span };
    case 'expressionStatement': {
      const expression = childNode(childNode(inner, 'statementExpression'), 'expression');
      return {
        kind: 'expression-statement',
        expression: lowering.expression(lowering, expression, span.start),
        ...span,
      };
    }
    case 'assertStatement': {
      const [condition, message] = childNodes(inner, 'expression');
      return {
        kind: 'assert',
        condition: lowering.expression(lowering, condition, span.end),
        ...withDefined({ message: message && lowering.expression(lowering, message, span.end) }),
        ...span,
      };
    }
    case 'switchStatement':
      return { kind: 'switch-statement', switch: lowering.switchBody(lowering, inner, span.start), ...span };
    case 'doStatement':
      return {
        kind: 'do',
        condition: expressionOf(lowering, inner, span.end),
        body: lowerStatement(lowering, childNode(inner, 'statement'), span.end),
        ...span,
      };
    case 'breakStatement':
    case 'continueStatement': {
      const label = childToken(inner, 'Identifier')?.image;
      const kind = inner.name === 'breakStatement' ? 'break' : 'continue';
      return { kind, ...withDefined({ label }), ...span };
    }
    case 'returnStatement': {
      const value = childNode(inner, 'expression');
      return {
        kind: 'return',
        ...withDefined({ expression: value && lowering.expression(lowering, value, span.end) }),
        ...span,
      };
    }
    case 'throwStatement':
      return { kind: 'throw', expression: expressionOf(lowering, inner, span.end), ...span };
    case 'yieldStatement':
      return { kind: 'yield', expression: expressionOf(lowering, inner, span.end), ...span };
    case 'synchronizedStatement':
      return {
        kind: 'synchronized',
        lock: expressionOf(lowering, inner, span.start),
        body: lowering.block(lowering, childNode(inner, 'block'), span.end),
        ...span,
      };
    case 'tryStatement':
      return lowerTry(lowering, inner, span);
    default:
      return missingStatement(lowering, span);
  }
}

function expressionOf(lowering: Lowering, node: CstNode, at: number): Expression {
  return lowering.expression(lowering, childNode(node, 'expression'), at);
}

function missingStatement(lowering: Lowering, span: Span): Statement {
  reportAt(lowering, 'this statement is not understood', span);
  return { kind: 'missing-statement', ...span };
}

function lowerFor(lowering: Lowering, node: CstNode, span: Span): Statement {
  const enhanced = childNode(node, 'enhancedForStatement');
  if (enhanced !== undefined) {
    const declaration = childNode(enhanced, 'localVariableDeclaration');
    const declared =
      declaration === undefined ? undefined : lowerLocalVariable(lowering, declaration, span.start);
    const variable = declared?.declarators[0] ?? {
      name: '',
      type: { kind: 'inferred', start: span.start, end: span.start },
      start: span.start,
      end: span.start,
    };
    return {
      kind: 'for-each',
      variable,
      iterable: expressionOf(lowering, enhanced, span.start),
      body: lowerStatement(lowering, childNode(enhanced, 'statement'), span.end),
      ...span,
    };
  }
  const basic = childNode(node, 'basicForStatement');
  const init = childNode(basic, 'forInit');
  const declaration = childNode(init, 'localVariableDeclaration');
  const condition = childNode(basic, 'expression');
  return {
    kind: 'for',
    init:
      declaration === undefined
        ? statementExpressions(lowering, init, span.start).map((expression) => ({
            kind: 'expression-statement',
            expression,
            start: expression.start,
            end: expression.end,
          }))
        : [lowerLocalVariable(lowering, declaration, span.start)],
    ...withDefined({ condition: condition && lowering.expression(lowering, condition, span.start) }),
    update: statementExpressions(lowering, childNode(basic, 'forUpdate'), span.start),
    body: lowerStatement(lowering, childNode(basic, 'statement'), span.end),
    ...span,
  };
}

function statementExpressions(lowering: Lowering, node: CstNode | undefined, at: number): Expression[] {
  return childNodes(childNode(node, 'statementExpressionList'), 'statementExpression').map((statement) =>
    lowering.expression(lowering, childNode(statement, 'expression'), at),
  );
}

function lowerTry(lowering: Lowering, node: CstNode, span: Span): TryStatement {
  const withResources = childNode(node, 'tryWithResourcesStatement');
  const source = withResources ?? node;
  const list = childNode(childNode(withResources, 'resourceSpecification'), 'resourceList');
  const resources = childNodes(list, 'resource').map((resource) => {
    const declaration = childNode(resource, 'localVariableDeclaration');
    if (declaration !== undefined) return lowerLocalVariable(lowering, declaration, span.start);
    const primary = childNode(childNode(resource, 'variableAccess'), 'primary');
    return primary === undefined
      ? missing(spanOf(resource, span.start))
      : lowering.primary(lowering, primary, span.start);
  });
  const finallyNode = childNode(source, 'finally');
  return {
    kind: 'try',
    resources,
    block: lowering.block(lowering, childNode(source, 'block'), span.end),
    catches: childNodes(childNode(source, 'catches'), 'catchClause').map((clause) =>
      lowerCatch(lowering, clause, span.end),
    ),
    ...withDefined({
      finallyBlock: finallyNode && lowering.block(lowering, childNode(finallyNode, 'block'), span.end),
    }),
    ...span,
  };
}

function lowerCatch(lowering: Lowering, node: CstNode, at: number): CatchClause {
  const span = spanOf(node, at);
  const parameter = childNode(node, 'catchFormalParameter');
  const typeNode = childNode(parameter, 'catchType');
  const types = [...childNodes(typeNode, 'unannClassType'), ...childNodes(typeNode, 'classType')];
  return {
    types: types.map((type) => lowerType(lowering, type, span.start)),
    name: nameOf(childNode(parameter, 'variableDeclaratorId')),
    block: lowering.block(lowering, childNode(node, 'block'), span.end),
    ...span,
  };
}

/** Lowers a `localVariableDeclaration`. */
function lowerLocalVariable(lowering: Lowering, node: CstNode, at: number): LocalVariableStatement {
  const span = spanOf(node, at);
  const type = lowerType(lowering, childNode(node, 'localVariableType'), span.start);
  const declarators = childNodes(childNode(node, 'variableDeclaratorList'), 'variableDeclarator').map(
    (declarator) => lowerDeclarator(lowering, declarator, type, span.end),
  );
  const isFinal = childNodes(node, 'variableModifier').some(
    (modifier) => childToken(modifier, 'Final') !== undefined,
  );
  return { kind: 'local-variable', modifiers: isFinal ? ['final'] : [], declarators, ...span };
}

function lowerDeclarator(lowering: Lowering, node: CstNode, type: TypeSyntax, at: number): LocalDeclarator {
  const span = spanOf(node, at);
  const declared = childNode(node, 'variableDeclaratorId');
  const initializer = childNode(node, 'variableInitializer');
  return {
    name: nameOf(declared),
    type: applyDimensions(lowering, declared, type),
    ...withDefined({ initializer: initializer && lowerInitializer(lowering, initializer, span.end) }),
    ...span,
  };
}

/** The name that a `variableDeclaratorId` declares; `_` for an unnamed variable. */
export function nameOf(node: CstNode | undefined): string {
  return (childToken(node, 'Identifier') ?? childToken(node, 'Underscore'))?.image ?? '';
}

function applyDimensions(lowering: Lowering, declared: CstNode | undefined, type: TypeSyntax): TypeSyntax {
  const dims = childNode(declared, 'dims');
  if (dims === undefined) return type;
  const span = spanOf(dims, type.end);
  const scanner = new Scanner(lowering.text, span.start, span.end);
  scanner.next();
  return parseDimensions(scanner, type);
}
