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

/** A `break` out of this statement: without a label, or with the one given. */
export function hasBreak(statement: Statement, label?: string): boolean {
  switch (statement.kind) {
    case 'break':
      return statement.label === label;
    case 'block':
      return statement.statements.some((inner) => hasBreak(inner, label));
    case 'if':
      return (
        hasBreak(statement.then, label) ||
        (statement.otherwise !== undefined && hasBreak(statement.otherwise, label))
      );
    case 'while':
    case 'do':
    case 'for':
    case 'for-each':
      return label !== undefined && hasBreak(statement.body, label);
    case 'labeled':
    case 'synchronized':
      return hasBreak(statement.body, label);
    case 'switch-statement':
      return (
        label !== undefined &&
        statement.switch.cases.some(({ body }) => body.some((inner) => hasBreak(inner, label)))
      );
    case 'try':
      return [
        statement.block,
        ...statement.catches.map((clause) => clause.block),
        statement.finallyBlock,
      ].some((block) => block !== undefined && hasBreak(block, label));
    default:
      return false;
  }
}
