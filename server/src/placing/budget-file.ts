/**
 * Budgets: what methods, classes, tasks or a whole program may take.
 *
 * Sits in `placing/`. Specification: docs/budgets.md, and
 * media/schemas/jouleline-budget.schema.json. A budget that is misspelled must
 * not pass: what is not known is refused.
 */
import { isRecord, listIn, numberIn, textIn } from '../measurement/import/json-values';
import { isAmount } from '../measurement/import/importer';
import { unitNamed } from '../measurement/import/measure-units';
import type { Joules } from '../units';

const BUDGET_FORMAT = 'jouleline-budget';
const BUDGET_VERSION = 1;

/** `task`: a method with all that it calls. */
const BUDGET_SUBJECTS = ['method', 'class', 'task', 'program'] as const;
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
}

export type ReadBudgets =
  | { readonly ok: true; readonly budgets: readonly Budget[] }
  | { readonly ok: false; readonly message: string };

const FIELDS = new Set([...BUDGET_SUBJECTS, 'energy', 'unit', 'component', 'optional', 'note']);

export function readBudgets(text: string): ReadBudgets {
  const refuse = (message: string): ReadBudgets => ({ ok: false, message });
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return refuse(`is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (textIn(value, 'format') !== BUDGET_FORMAT) return refuse(`is not of the format ${BUDGET_FORMAT}`);
  const version = numberIn(value, 'version');
  if (version === undefined || !(version >= 1 && version <= BUDGET_VERSION))
    return refuse(`is of version ${version ?? 'none'}; this Jouleline reads up to ${BUDGET_VERSION}`);
  const listed = listIn(value, 'budgets');
  if (listed === undefined || listed.length === 0) return refuse('has no list of budgets');
  const budgets: Budget[] = [];
  for (const [index, each] of listed.entries()) {
    const budget = readBudget(each, textIn(value, 'unit'));
    if (typeof budget === 'string') return refuse(`budgets[${index}] ${budget}`);
    budgets.push(budget);
  }
  return { ok: true, budgets };
}

function readBudget(value: unknown, unitOfAll: string | undefined): Budget | string {
  if (!isRecord(value)) return 'is no object';
  const unknown = Object.keys(value).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) return `has a field ${unknown}, which is not known`;
  const subjects = BUDGET_SUBJECTS.filter((subject) => value[subject] !== undefined);
  const [subject, ...more] = subjects;
  if (subject === undefined || more.length > 0) return `needs one of ${BUDGET_SUBJECTS.join(', ')}`;
  const name = subject === 'program' ? '' : textIn(value, subject);
  if (name === undefined || (subject === 'program' && value['program'] !== true))
    return subject === 'program' ? 'has a program that is not true' : `has a ${subject} that is no name`;
  const energy = numberIn(value, 'energy');
  if (energy === undefined || !isAmount(energy)) return 'has no energy of at least 0';
  const unitName = textIn(value, 'unit') ?? unitOfAll ?? 'J';
  const unit = unitNamed(unitName);
  if (unit?.unit !== 'joules') return `has the unit ${unitName}, which is none of energy`;
  const component = textIn(value, 'component');
  return {
    subject,
    name: name.replaceAll('/', '.'),
    energy: energy * unit.scale,
    ...(component === undefined ? {} : { component }),
    isOptional: value['optional'] === true,
  };
}
