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

/** No run of a program counts more; a file that says so is made to mislead. */
const MOST = 1e18;
/** No method has more blocks. */
const MOST_BLOCKS = 20_000;

const isFrequency = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= MOST;

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
  date: text(),
  operations: means(
    v.custom<number>((value) => isFrequency(value) && value > 0),
    'Executed in all.',
  ),
});
export type LearnedRun = Described<typeof runSchema>;

export const frequenciesSchema = v.object({
  format: v.literal(FREQUENCIES_FORMAT),
  version: number(),
  runs: list(runSchema),
  classes: means(v.record(v.string(), classSchema), ''),
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

/** Reads a file. What is wrong of it is left out and named; a problem says why nothing of it can be used. */
export function readFrequencies(json: string): Outcome<ReadFrequencies> {
  const mark = /^(?:<{7}|={7}|>{7})(?:[ \r\n]|$)/m.exec(json);
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
  if (!read.ok) return parseJson(json).ok ? read : failAt(`${read.problem.message}: ${WAY_OUT}`);
  const { runs, classes } = read.value;
  if (!Array.isArray(runs) || runs.length === 0 || !isRecord(classes))
    return failAt(`is damaged: it has no runs or no classes: ${WAY_OUT}`);
  const wrong: string[] = [];
  const goodRuns = runs.filter((run, index): run is LearnedRun => {
    const isGood = conforms(runSchema, run);
    if (!isGood) wrong.push(`runs[${index}]`);
    return isGood;
  });
  if (goodRuns.length === 0) return failAt(`is damaged: no run in it can be read: ${WAY_OUT}`);
  const good = new Map<string, LearnedClass>();
  for (const [name, each] of Object.entries(classes)) {
    const learned = readClass(name, each, wrong);
    if (learned !== undefined) good.set(name, learned);
  }
  const shown = wrong.slice(0, MOST_PROBLEMS).map((place) => `is damaged: ${place} is left out. ${WAY_OUT}`);
  const rest = wrong.length - shown.length;
  return succeed({
    frequencies: { runs: goodRuns, classes: good },
    problems: rest > 0 ? [...shown, `is damaged: ${rest} more entries are left out`] : shown,
  });
}

const WAY_OUT = "remove the file, and write it anew with 'jouleline learn'";

function readClass(name: string, value: unknown, wrong: string[]): LearnedClass | undefined {
  const place = `classes[${JSON.stringify(name)}]`;
  if (!isRecord(value) || !isRecord(value['methods']) || !isFrequency(value['runs'])) {
    wrong.push(place);
    return undefined;
  }
  const methods = new Map<string, LearnedRow>();
  for (const [method, row] of Object.entries(value['methods'])) {
    if (findWrong(rowSchema, row) === undefined) methods.set(method, row as LearnedRow);
    else wrong.push(`${place}.methods[${JSON.stringify(method)}]`);
  }
  const { idle = [] } = value;
  if (!conforms(v.array(v.string()), idle)) wrong.push(`${place}.idle`);
  return {
    runs: value['runs'],
    methods,
    idle: new Set(conforms(v.array(v.string()), idle) ? idle : []),
  };
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
      ([method, [times, calls, shapes, counts]]) =>
        `\n${JSON.stringify(method)}: ${JSON.stringify([times, rounded(calls), shapes, counts.map((count) => (count === null ? null : rounded(count)))])}`,
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
