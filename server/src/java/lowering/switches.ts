/**
 * Bodies of `switch` statements and expressions (JLS 14.11, 15.28).
 */

import type { CstNode } from 'java-parser-internals/parser.js';
import type { CaseLabel, Statement, SwitchBody, SwitchCase, Pattern } from '../syntax/ast';
import { childNode, childNodes, childToken, spanOf } from './cst';
import { type Lowering, lowerType } from './context';
import { lowerBlockStatements, nameOf } from './statements';

/** Lowers a `switchStatement`; java-parser has it for the expression too. */
export function lowerSwitch(lowering: Lowering, node: CstNode, at: number): SwitchBody {
  const block = childNode(node, 'switchBlock');
  const cases = [
    ...childNodes(block, 'switchBlockStatementGroup').map((group) => lowerGroup(lowering, group, at)),
    ...childNodes(block, 'switchRule').map((rule) => lowerRule(lowering, rule, at)),
  ];
  return { selector: lowering.expression(lowering, childNode(node, 'expression'), at), cases };
}

function lowerGroup(lowering: Lowering, node: CstNode, at: number): SwitchCase {
  const label = childNode(node, 'switchLabel');
  return {
    arrow: false,
    body: lowerBlockStatements(lowering, node, at),
    ...lowerLabel(lowering, label, at),
    ...spanOf(node, at),
  };
}

function lowerRule(lowering: Lowering, node: CstNode, at: number): SwitchCase {
  const span = spanOf(node, at);
  const head = { ...lowerLabel(lowering, childNode(node, 'switchLabel'), at), arrow: true, ...span };
  const block = childNode(node, 'block');
  if (block !== undefined) return { ...head, body: [lowering.block(lowering, block, span.end)] };
  const thrown = childNode(node, 'throwStatement');
  if (thrown !== undefined) {
    const expression = lowering.expression(lowering, childNode(thrown, 'expression'), span.end);
    const statement: Statement = { kind: 'throw', expression, ...spanOf(thrown, span.end) };
    return { ...head, body: [statement] };
  }
  return { ...head, body: [], value: lowering.expression(lowering, childNode(node, 'expression'), span.end) };
}

function lowerLabel(
  lowering: Lowering,
  node: CstNode | undefined,
  at: number,
): Pick<SwitchCase, 'labels' | 'guard'> {
  const labels: CaseLabel[] = [];
  const nullToken = childToken(node, 'Null');
  if (nullToken !== undefined) {
    const span = spanOf(nullToken, at);
    labels.push({
      kind: 'constant',
      expression: { kind: 'literal', literal: 'null', text: 'null', ...span },
      ...span,
    });
  }
  for (const constant of childNodes(node, 'caseConstant')) {
    const expression = lowering.expression(lowering, constant, at);
    labels.push({ kind: 'constant', expression, ...spanOf(constant, at) });
  }
  for (const casePattern of childNodes(node, 'casePattern')) {
    const pattern = childNode(casePattern, 'pattern');
    const span = spanOf(casePattern, at);
    if (pattern !== undefined)
      labels.push({ kind: 'pattern', pattern: lowerPattern(lowering, pattern, at), ...span });
  }
  const defaultToken = childToken(node, 'Default');
  if (defaultToken !== undefined) labels.push({ kind: 'default', ...spanOf(defaultToken, at) });
  const guard = childNode(node, 'guard');
  if (guard === undefined) return { labels };
  return { labels, guard: lowering.expression(lowering, childNode(guard, 'expression'), at) };
}

/** Lowers a `pattern`. */
export function lowerPattern(lowering: Lowering, node: CstNode, at: number): Pattern {
  const span = spanOf(node, at);
  const record = childNode(node, 'recordPattern');
  if (record !== undefined) {
    const type = lowerType(lowering, childNode(record, 'referenceType'), span.start);
    const components = childNodes(childNode(record, 'componentPatternList'), 'componentPattern');
    const patterns = components.map((component): Pattern => {
      const nested = childNode(component, 'pattern');
      if (nested !== undefined) return lowerPattern(lowering, nested, span.end);
      return { kind: 'match-all', ...spanOf(component, span.end) };
    });
    return { kind: 'record-pattern', type, patterns, ...span };
  }
  const declaration = childNode(childNode(node, 'typePattern'), 'localVariableDeclaration');
  const type = lowerType(lowering, childNode(declaration, 'localVariableType'), span.start);
  const declarator = childNode(childNode(declaration, 'variableDeclaratorList'), 'variableDeclarator');
  return { kind: 'type-pattern', type, name: nameOf(childNode(declarator, 'variableDeclaratorId')), ...span };
}
