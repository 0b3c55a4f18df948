/**
 * Budgets: limits for the energy of methods, classes, tasks or a whole program.
 *
 * Sits in `recordings/`. Specification: docs/guide/budgets.md, and
 * media/schemas/jouleline-budget.schema.json. A budget that is misspelled must
 * not pass: what is not known is refused.
 */
import * as v from 'valibot';
import { withDefined } from '../../base/check';
import { amount, flag, list, means, optional, readNested, text } from '../../base/shapes';
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

const unitSchema = means(
  v.pipe(
    v.string(),
    v.check((name) => unitNamed(name)?.unit === 'joules'),
    v.examples(['J', 'mJ', 'µJ', 'Wh']),
  ),
  'J if none is given.',
);

const entrySchema = v.strictObject({
  line: optional(text('Each line of a method, of a class, or of app.* for a package and those below.')),
  method: optional(text('app.Feed.load, or with its descriptor app.Feed.load(I)V: its own lines.')),
  class: optional(text('app.Feed with its nested classes, or app.* for a package and those below.')),
  task: optional(text('A method with all that it calls.')),
  program: optional(means(v.literal(true), 'All of the recording.')),
  energy: amount(),
  unit: optional(unitSchema),
  component: optional(text('CPU, memory, network, …; without one all together.')),
  optional: optional(flag('It need not run.')),
  note: optional(text()),
});

const subjectsOf = (entry: object): readonly BudgetSubject[] =>
  BUDGET_SUBJECTS.filter((subject) => subject in entry);

export const budgetSchema = means(
  v.object({
    $schema: optional(text()),
    format: v.literal(BUDGET_FORMAT),
    version: v.literal(BUDGET_VERSION),
    unit: optional(unitSchema),
    budgets: v.pipe(
      list(
        means(
          v.pipe(
            entrySchema,
            v.check((entry) => subjectsOf(entry).length === 1),
          ),
          '',
          { oneOf: BUDGET_SUBJECTS.map((subject) => ({ required: [subject] })) },
        ),
      ),
      v.minLength(1),
    ),
  }),
  'What methods, classes, tasks or a whole program may take, for `jouleline check --budget`.',
  { title: 'Energy budgets', additionalProperties: false },
);

export function readBudgets(text: string): ReadBudgets {
  // Offsets stay what they are.
  const json = text.replace(/^\uFEFF/, ' ');
  const errors: ParseError[] = [];
  const tree = readNested(() => {
    const root = parseTree(json, errors, { disallowComments: true });
    return { root, value: root && (getNodeValue(root) as unknown) };
  });
  if (tree === undefined) return { ok: false, message: 'has too many levels', at: { start: 0, end: 0 } };
  const { root, value } = tree;
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
  const { success, output, issues } = v.safeParse(budgetSchema, value);
  if (!success) {
    // A misspelled name explains the field that is missing.
    const issue = issues.find(({ expected }) => expected === 'never') ?? issues[0];
    const path = (issue.path ?? []).map(({ key }) => key as string | number);
    return refuse(describeIssue(issue, path), path);
  }
  return {
    ok: true,
    budgets: output.budgets.map((entry, index): Budget => {
      const [subject = 'program'] = subjectsOf(entry);
      return {
        subject,
        name: String(subject === 'program' ? '' : entry[subject]).replaceAll('/', '.'),
        energy: entry.energy * (unitNamed(entry.unit ?? output.unit ?? 'J')?.scale ?? 1),
        ...withDefined({ component: entry.component }),
        isOptional: entry.optional === true,
        at: rangeAt(['budgets', index]),
      };
    }),
  };
}

/** The problem in words, with the number of the budget that has it. */
function describeIssue({ expected, received, input }: v.BaseIssue<unknown>, path: JSONPath): string {
  const [, index, ...keys] = path;
  const key = String(keys[0] ?? path[0] ?? '');
  const place = index === undefined ? '' : `budgets[${index}] `;
  if (index !== undefined && keys.length === 0)
    return expected === 'Object'
      ? `${place}is no object`
      : `${place}needs one of ${BUDGET_SUBJECTS.join(', ')}`;
  if (expected === 'never') return `${place}has a field ${key}, which is not known`;
  switch (key) {
    case 'version':
      return `is of version ${input === undefined ? 'none' : received}; this Jouleline reads up to ${BUDGET_VERSION}`;
    case 'budgets':
      return 'has no list of budgets';
    case 'energy':
      return `${place}has no energy of at least 0`;
    case 'unit':
      return `${place}has the unit ${typeof input === 'string' ? input : JSON.stringify(input)}, which is none of energy`;
    case 'program':
      return `${place}has a program that is not true`;
    default:
      return index === undefined
        ? `is not of the format ${BUDGET_FORMAT}`
        : `${place}has a ${key} that is no ${key === 'optional' ? 'flag' : 'text'}`;
  }
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
