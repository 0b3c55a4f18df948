/**
 * Budgets: limits for the energy of methods, classes, tasks or a whole program.
 *
 * Sits in `recordings/`. Specification: docs/guide/budgets.md, and
 * media/schemas/jouleline-budget.schema.json. A budget that is misspelled must
 * not pass: what is not known is refused.
 */
import { isAmount } from '../../base/amounts';
import { isRecord, listIn, numberIn, textIn } from '../import/bytes/json-values';
import { unitNamed } from '../import/measure-units';
import type { Joules } from '../../base/units';
import {
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

const BUDGET_FORMAT = 'jouleline-budget';
const BUDGET_VERSION = 1;

/** `line`: each line of a method, or of classes. `task`: a method with all that it calls. */
const BUDGET_SUBJECTS = ['line', 'method', 'class', 'task', 'program'] as const;
export type BudgetSubject = (typeof BUDGET_SUBJECTS)[number];

export interface Budget {
  readonly subject: BudgetSubject;
  /** `app.Feed.load`, with or without its descriptor; `app.Feed`; `app.*` for all classes of a package and below. */
  readonly name: string;
  readonly energy: Joules;
  /** Without one, of all together. */
  readonly component?: string;
  /** It need not run. */
  readonly isOptional: boolean;
  /** The range of the budget's entry in the file. */
  readonly at: TextRange;
}

/** Offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export type ReadBudgets =
  | { readonly ok: true; readonly budgets: readonly Budget[] }
  /** `at`: of the key that is wrong. */
  | { readonly ok: false; readonly message: string; readonly at: TextRange };

const FIELDS = new Set([...BUDGET_SUBJECTS, 'energy', 'unit', 'component', 'optional', 'note']);

export function readBudgets(text: string): ReadBudgets {
  // Offsets stay what they are.
  const json = text.replace(/^\uFEFF/, ' ');
  const errors: ParseError[] = [];
  const root = parseTree(json, errors, { disallowComments: true });
  const rangeAt = (path: JSONPath): TextRange => rangeOf(root, path);
  const refuse = (message: string, path: JSONPath = []): ReadBudgets => ({
    ok: false,
    message,
    at: rangeAt(path),
  });
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    const start = error?.offset ?? 0;
    const why = error === undefined ? 'it is empty' : printParseErrorCode(error.error);
    return { ok: false, message: `is no JSON: ${why}`, at: { start, end: start + (error?.length ?? 0) } };
  }
  const value: unknown = getNodeValue(root);
  if (textIn(value, 'format') !== BUDGET_FORMAT)
    return refuse(`is not of the format ${BUDGET_FORMAT}`, ['format']);
  const version = numberIn(value, 'version');
  if (version === undefined || !(version >= 1 && version <= BUDGET_VERSION))
    return refuse(`is of version ${version ?? 'none'}; this Jouleline reads up to ${BUDGET_VERSION}`, [
      'version',
    ]);
  const listed = listIn(value, 'budgets');
  if (listed === undefined || listed.length === 0) return refuse('has no list of budgets', ['budgets']);
  const budgets: Budget[] = [];
  for (const [index, each] of listed.entries()) {
    const place = ['budgets', index];
    const budget = readBudget(each, textIn(value, 'unit'));
    if ('problem' in budget)
      return refuse(`budgets[${index}] ${budget.problem}`, [...place, ...(budget.key ?? [])]);
    budgets.push({ ...budget, at: rangeAt(place) });
  }
  return { ok: true, budgets };
}

interface BudgetProblem {
  readonly problem: string;
  /** Absent where it is of the budget as a whole. */
  readonly key?: readonly [string];
}

function readBudget(value: unknown, unitOfAll: string | undefined): Omit<Budget, 'at'> | BudgetProblem {
  if (!isRecord(value)) return { problem: 'is no object' };
  const unknown = Object.keys(value).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) return { problem: `has a field ${unknown}, which is not known`, key: [unknown] };
  const subjects = BUDGET_SUBJECTS.filter((subject) => value[subject] !== undefined);
  const [subject, ...more] = subjects;
  if (subject === undefined || more.length > 0)
    return { problem: `needs one of ${BUDGET_SUBJECTS.join(', ')}` };
  const name = subject === 'program' ? '' : textIn(value, subject);
  if (name === undefined || (subject === 'program' && value['program'] !== true)) {
    const problem =
      subject === 'program' ? 'has a program that is not true' : `has a ${subject} that is no name`;
    return { problem, key: [subject] };
  }
  const energy = numberIn(value, 'energy');
  if (energy === undefined || !isAmount(energy))
    return { problem: 'has no energy of at least 0', key: ['energy'] };
  const unitName = textIn(value, 'unit') ?? unitOfAll ?? 'J';
  const unit = unitNamed(unitName);
  if (unit?.unit !== 'joules')
    return { problem: `has the unit ${unitName}, which is none of energy`, key: ['unit'] };
  const component = textIn(value, 'component');
  return {
    subject,
    name: name.replaceAll('/', '.'),
    energy: energy * unit.scale,
    ...(component === undefined ? {} : { component }),
    isOptional: value['optional'] === true,
  };
}

/**
 * The range of a key with its value; if the key is not there, the range of the object or list that should
 * hold it.
 */
function rangeOf(root: Node | undefined, path: JSONPath): TextRange {
  if (root === undefined) return { start: 0, end: 0 };
  const found = findNodeAtLocation(root, [...path]);
  if (found === undefined) return rangeOf(path.length === 0 ? undefined : root, path.slice(0, -1));
  const { offset, length } = found.parent?.type === 'property' ? found.parent : found;
  return { start: offset, end: offset + length };
}
