/**
 * Tells whether a statement can complete normally (JLS 14.22), as far as the scope of pattern
 * variables asks for it.
 */
import type { Expression, Statement, SwitchBody } from '../syntax/ast';

export function canComplete(statement: Statement): boolean {
  switch (statement.kind) {
    case 'return':
    case 'throw':
    case 'break':
    case 'continue':
    case 'yield':
      return false;
    case 'block':
      return statement.statements.every(canComplete);
    case 'if':
      return (
        statement.otherwise === undefined || canComplete(statement.then) || canComplete(statement.otherwise)
      );
    case 'while':
    case 'do':
      return !isTrue(statement.condition) || hasBreak(statement.body);
    case 'for':
      return (statement.condition !== undefined && !isTrue(statement.condition)) || hasBreak(statement.body);
    case 'labeled':
      return canComplete(statement.body) || hasBreak(statement.body, statement.label);
    case 'synchronized':
      return canComplete(statement.body);
    case 'try':
      if (statement.finallyBlock !== undefined && !canComplete(statement.finallyBlock)) return false;
      return canComplete(statement.block) || statement.catches.some((clause) => canComplete(clause.block));
    case 'switch-statement':
      return switchCompletes(statement.switch);
    default:
      return true;
  }
}

function isTrue(condition: Expression): boolean {
  return condition.kind === 'literal' && condition.text === 'true';
}

function switchCompletes({ cases }: SwitchBody): boolean {
  const hasDefault = cases.some(({ labels }) => labels.some((label) => label.kind === 'default'));
  if (!hasDefault || cases.some(({ body }) => body.some((statement) => hasBreak(statement)))) return true;
  const last = cases.at(-1);
  if (last === undefined) return true;
  if (!last.arrow) return last.body.every(canComplete);
  return cases.some(({ body, value }) => value !== undefined || body.every(canComplete));
}

/** Statements that a `break` without a label ends. */
const BREAKABLE: ReadonlySet<Statement['kind']> = new Set([
  'while',
  'do',
  'for',
  'for-each',
  'switch-statement',
]);

/** A `break` out of this statement: without a label, or with the one given. */
export function hasBreak(statement: Statement, label?: string): boolean {
  if (statement.kind === 'break') return statement.label === label;
  if (label === undefined && BREAKABLE.has(statement.kind)) return false;
  return statementsIn(statement).some((inner) => hasBreak(inner, label));
}

/**
 * The statements right inside of a statement. Those of lambdas and classes are left out, since these are expressions
 * and declarations.
 */
export function statementsIn(statement: Statement): readonly Statement[] {
  switch (statement.kind) {
    case 'block':
      return statement.statements;
    case 'if':
      return statement.otherwise === undefined ? [statement.then] : [statement.then, statement.otherwise];
    case 'while':
    case 'do':
    case 'for':
    case 'for-each':
    case 'labeled':
    case 'synchronized':
      return [statement.body];
    case 'switch-statement':
      return statement.switch.cases.flatMap(({ body }) => body);
    case 'try': {
      const blocks = [statement.block, ...statement.catches.map(({ block }) => block)];
      return statement.finallyBlock === undefined ? blocks : [...blocks, statement.finallyBlock];
    }
    default:
      return [];
  }
}
