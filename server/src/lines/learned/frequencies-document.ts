/**
 * The file of learned frequencies: how often the methods of a program and their blocks ran in counted runs. A team keeps
 * it beside its sources.
 *
 * Sits in `lines/learned/`; docs/reference/formats.md is made of these definitions. The file holds hashes of what
 * blocks do, and neither text of sources nor places of a machine. Each method has a line of its own, in the order of
 * names, so that two files can be compared and merged.
 */
import * as v from 'valibot';
import { failAt, type Outcome, succeed } from '../../base/outcome';
import {
  conforms,
  type Described,
  findWrong,
  isRecord,
  list,
  means,
  number,
  optional,
  parseJson,
  readDocument,
  text,
} from '../../base/shapes';

export const FREQUENCIES_FORMAT = 'jouleline-frequencies';
export const FREQUENCIES_VERSION = 1;

/** Calls are those of a run of so many operations, and no more than these. */
export const OPERATIONS_OF_A_RUN = 1e9;

/** No run of a program executes more operations, or calls more often; a file that says so is made to mislead. */
const MOST = 1e18;
/** No method has more blocks. */
const MOST_BLOCKS = 20_000;

/** A frequency of what ran is no smaller than one execution among the most. */
const isFrequency = (value: unknown): value is number =>
  typeof value === 'number' && (value === 0 || (value >= 1 / MOST && value <= MOST));

const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True for a day of this century, as in 2026-03-12. */
function isDay(value: unknown): value is string {
  const [, year, month, day] = /^(20\d\d)-(\d\d)-(\d\d)$/.exec(String(value))?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const isShort = month === 2 && year % 4 !== 0;
  return day >= 1 && day <= (DAYS_OF_MONTHS[month - 1] ?? 0) - Number(isShort);
}

export type LearnedRow = readonly [
  runs: number,
  calls: number,
  shapes: string,
  counts: readonly (number | null)[],
];

const rowSchema = means(
  v.custom<LearnedRow>((value) => {
    if (!Array.isArray(value) || value.length !== 4) return false;
    const [runs, calls, shapes, counts] = value as readonly unknown[];
    return (
      isFrequency(runs) &&
      runs >= 1 &&
      isFrequency(calls) &&
      calls <= OPERATIONS_OF_A_RUN &&
      typeof shapes === 'string' &&
      Array.isArray(counts) &&
      counts.length <= MOST_BLOCKS &&
      (shapes === '' ? [] : shapes.split(' ')).length === counts.length &&
      counts.every((count) => count === null || isFrequency(count))
    );
  }),
  'Calls in a run of a billion operations; hashes and executions of blocks in one call.',
  { layout: '[runs, calls, shapes, counts]' },
);

const classSchema = v.object({
  runs: number(),
  methods: means(v.record(v.string(), rowSchema), ''),
  idle: optional(list(text(), 'Never called.')),
});

const runSchema = v.object({
  id: text(),
  date: means(v.custom<string>(isDay), 'A day: `2026-03-12`.', { type: 'string' }),
  operations: means(
    v.custom<number>((value) => isFrequency(value) && value >= 1),
    'Executed in all, 1 to 1e18.',
  ),
});
export type LearnedRun = Described<typeof runSchema>;

export const frequenciesSchema = v.object({
  format: v.literal(FREQUENCIES_FORMAT),
  version: number(),
  runs: list(runSchema),
  classes: means(
    v.record(v.string(), classSchema),
    'By name: `runs`; `methods` as `[runs, calls, shapes, counts]`: calls in a billion operations, each block with a hash and its executions a call; `idle` was never called.',
  ),
});

export interface LearnedClass {
  readonly runs: number;
  readonly methods: ReadonlyMap<string, LearnedRow>;
  /** Methods that no run called. */
  readonly idle: ReadonlySet<string>;
}

export interface Frequencies {
  readonly runs: readonly LearnedRun[];
  readonly classes: ReadonlyMap<string, LearnedClass>;
}

interface ReadFrequencies {
  readonly frequencies: Frequencies;
  /** Entries that were left out, by their place: sentences that follow the name of the file. */
  readonly problems: readonly string[];
}

const MOST_PROBLEMS = 5;

/** Reads a file. Damaged entries are left out and named; a problem says why nothing of the file can be used. */
export function readFrequencies(json: string): Outcome<ReadFrequencies> {
  const mark = /^(?:<{7}|\|{7}|={7}|>{7})(?:[ \r\n]|$)/m.exec(json);
  if (mark !== null) {
    const line = json.slice(0, mark.index).split('\n').length;
    return failAt(
      `has marks of a merge in line ${line}: keep one side, and learn the profiles of the other again with 'jouleline learn'`,
    );
  }
  const read = readDocument(json, {
    format: FREQUENCIES_FORMAT,
    version: FREQUENCIES_VERSION,
    kind: 'a file of learned frequencies',
  });
  if (!read.ok) return parseJson(json).ok ? read : failAt(`${read.problem.message}. ${WAY_OUT}`);
  const { runs, classes } = read.value;
  if (!Array.isArray(runs) || runs.length === 0 || !isRecord(classes))
    return failAt(`has no list of runs, or no classes. ${WAY_OUT}`);
  const wrong: string[] = [];
  const good = runs.filter((run, index): run is LearnedRun => {
    const place = findWrong(runSchema, run);
    if (place !== undefined) wrong.push(describeWrongRun(`runs[${index}]`, place, run));
    return place === undefined;
  });
  if (good.length === 0) return failAt(`has no run that can be used: ${wrong.join('; ')}. ${WAY_OUT}`);
  const found = new Map<string, LearnedClass>();
  for (const [name, each] of Object.entries(classes)) {
    const learned = readClass(name, each, runs.length, wrong);
    if (learned !== undefined) found.set(name, learned);
  }
  const byId = new Map(good.map((run) => [run.id, run]));
  return succeed({
    frequencies: { runs: [...byId.values()], classes: found },
    problems: [...describeWrong(wrong), ...describeRepeated(good)],
  });
}

const WAY_OUT = "To repair the file, remove it and run 'jouleline learn' on its profiles again";

function describeWrongRun(place: string, member: string, run: unknown): string {
  const value = isRecord(run) ? run[member] : undefined;
  const given = value === undefined ? 'is missing' : `is ${JSON.stringify(value).slice(0, MOST_SHOWN)}`;
  if (member === 'date') return `${place}.date ${given}, and no day of this century such as 2026-03-12`;
  if (member === 'operations') return `${place}.operations ${given}, and no number from 1 to 1e18`;
  return `${place} is no run with id, date and operations`;
}

const MOST_SHOWN = 40;

/** Sentences on entries that were left out. */
function describeWrong(wrong: readonly string[]): readonly string[] {
  if (wrong.length === 0) return [];
  const rest = wrong.length - MOST_PROBLEMS;
  const more = rest > 0 ? `; and ${rest} more` : '';
  const entries = wrong.length === 1 ? 'an entry that is ignored' : 'entries that are ignored';
  return [`has ${entries}: ${wrong.slice(0, MOST_PROBLEMS).join('; ')}${more}. ${WAY_OUT}`];
}

/** A sentence on runs that the file lists more than once, as after a wrong merge. */
function describeRepeated(runs: readonly LearnedRun[]): readonly string[] {
  const listed = new Map<string, number>();
  for (const { id } of runs) listed.set(id, (listed.get(id) ?? 0) + 1);
  const repeated = [...listed].filter(([, count]) => count > 1);
  const [first] = repeated;
  if (first === undefined) return [];
  const others = repeated.length === 1 ? '' : `, and ${repeated.length - 1} others more than once`;
  return [
    `lists the run ${first[0].slice(0, MOST_SHOWN)} ${first[1]} times${others}: each run counts once. ${WAY_OUT}`,
  ];
}

function readClass(
  name: string,
  value: unknown,
  mostRuns: number,
  wrong: string[],
): LearnedClass | undefined {
  const place = `classes[${JSON.stringify(name)}]`;
  const isCount = (runs: unknown): runs is number => isFrequency(runs) && runs <= mostRuns;
  if (!isRecord(value) || !isRecord(value['methods']) || !isCount(value['runs'])) {
    wrong.push(`${place} lacks methods, or its number of runs is not between 0 and ${mostRuns}`);
    return undefined;
  }
  const methods = new Map<string, LearnedRow>();
  for (const [method, row] of Object.entries(value['methods'])) {
    const isRow = findWrong(rowSchema, row) === undefined && isCount((row as LearnedRow)[0]);
    if (isRow) methods.set(method, row as LearnedRow);
    else
      wrong.push(
        `${place}.methods[${JSON.stringify(method)}] is no [runs, calls, shapes, counts] with numbers from 0 to 1e18, a count for each shape and at most ${mostRuns} runs`,
      );
  }
  const { idle = [] } = value;
  const areNames = conforms(v.array(v.string()), idle);
  if (!areNames) wrong.push(`${place}.idle is no list of methods`);
  return { runs: value['runs'], methods, idle: new Set(areNames ? idle : []) };
}

/** Writes a file, with a line for each method. Numbers have four digits: more would only make differences. */
export function* formatFrequencies({ runs, classes }: Frequencies): Generator<string> {
  yield `{\n"format": ${JSON.stringify(FREQUENCIES_FORMAT)},\n"version": ${FREQUENCIES_VERSION},\n"runs": [\n`;
  yield runs.map((run) => JSON.stringify(run)).join(',\n');
  yield '\n],\n"classes": {';
  let isFirst = true;
  for (const [name, { runs: known, methods, idle }] of inOrder(classes)) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(name)}: {"runs":${known},"methods":{`;
    isFirst = false;
    const rows = inOrder(methods).map(
      ([method, [runs, calls, shapes, counts]]) =>
        `\n${JSON.stringify(method)}: ${JSON.stringify([runs, rounded(calls), shapes, counts.map((count) => (count === null ? null : rounded(count)))])}`,
    );
    yield `${rows.join(',')}${rows.length > 0 ? '\n' : ''}}`;
    if (idle.size > 0) yield `,"idle":${JSON.stringify([...idle].sort())}`;
    yield '}';
  }
  yield '\n}\n}\n';
}

function inOrder<T>(entries: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
