/**
 * Reads a saved profile, and refuses files that are not one.
 *
 * Sits in `profile/`, beside `profile-document.ts`. Files may come from other machines and older versions,
 * so each field that is used is checked.
 */
import { failAt, type Outcome, succeed } from '../../base/outcome';
import { PROFILE_FORMAT, PROFILE_VERSION, type ProfileDocument } from './profile-document';
import { recordKinds } from '../plan/record-kind';

type Check = (value: unknown) => boolean;

export function readProfile(text: string): Outcome<ProfileDocument> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return failAt(`is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isRecord(value) || value['format'] !== PROFILE_FORMAT) return failAt('is no profile of Jouleline');
  const version = value['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return failAt('is a profile without a version');
  if (version > PROFILE_VERSION)
    return failAt(`is a profile of version ${version}; this Jouleline reads up to ${PROFILE_VERSION}`);
  const current = version === 1 ? upgradeFrom1(value) : value;
  const wrong = findWrong(current, documentShape, '');
  if (wrong !== undefined) return failAt(`is damaged: ${wrong} is missing or not what it should be`);
  const document = current as unknown as ProfileDocument;
  const lost = findLostContext(document);
  return lost === undefined
    ? succeed(document)
    : failAt(`is damaged: tree.contexts[${lost}] points to what is not there`);
}

/** The first context whose caller does not precede it, or whose method is in no class: such a tree has holes or no end. */
function findLostContext({ tree, classes }: ProfileDocument): number | undefined {
  const lost = tree?.contexts.findIndex(
    ([parent, owner, method], index) => parent >= index || classes[owner]?.methods[method] === undefined,
  );
  return lost === -1 ? undefined : lost;
}

/** Version 1 had no second runs, no measurements, and no calls between methods. */
function upgradeFrom1(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { program, counting, classes } = value;
  const { exitCode, signal } = isRecord(program) ? program : {};
  const ended =
    typeof signal === 'string' ? `was ended by ${signal}` : `exited with code ${String(exitCode)}`;
  return {
    ...value,
    version: PROFILE_VERSION,
    program: isRecord(program) ? { ...program, ended } : program,
    counting: isRecord(counting) ? { ...counting, runs: 1 } : counting,
    callees: [],
    classes: mapRecords(classes, (each) => ({
      ...each,
      supertypes: [],
      methods: mapRecords(each['methods'], (method) => ({ ...method, invocations: [] })),
    })),
  };
}

function mapRecords(
  list: unknown,
  change: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): unknown {
  return Array.isArray(list) ? list.map((item: unknown) => (isRecord(item) ? change(item) : item)) : list;
}

/** Writes one JSON text in pieces, with a line for each class, so that files can be compared. */
export function* formatProfile(profile: ProfileDocument): Generator<string> {
  const { keys, classes, tree, trace, ...head } = profile;
  yield '{\n';
  for (const [name, value] of Object.entries(head))
    yield `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
  yield `"keys": [`;
  for (const [index, key] of keys.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(key)}`;
  yield `\n],\n"classes": [`;
  for (const [index, each] of classes.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(each)}`;
  yield '\n]';
  if (tree !== undefined) {
    const { contexts, ...others } = tree;
    yield `,\n"tree": ${JSON.stringify(others).slice(0, -1)},"contexts": [`;
    for (const [index, row] of contexts.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(row)}`;
    yield '\n]}';
  }
  if (trace !== undefined) yield `,\n"trace": ${JSON.stringify(trace)}`;
  yield '\n}\n';
}

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
/** A counter has 64 bits. */
const isCount: Check = (value) =>
  Number.isFinite(value) && (value as number) >= 0 && (value as number) <= 2 ** 64;
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const rowOf =
  (length: number): Check =>
  (value) =>
    Array.isArray(value) && value.length === length && value.every(isCount);
const isNumber: Check = (value) => Number.isFinite(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const oneOf =
  (...names: readonly unknown[]): Check =>
  (value) =>
    names.includes(value);

type Shape = Readonly<Record<string, Check | readonly [Shape]>>;

const shapeOf =
  (shape: Shape): Check =>
  (value) =>
    isRecord(value) && findWrong(value, shape, '') === undefined;

const operationShape: Shape = {
  name: isText,
  family: isText,
  group: isText,
  operands: listOf(isText),
  size: isText,
};
const isPath: Check = (row) =>
  Array.isArray(row) &&
  row.length === 5 &&
  [0, 1].every((index) => typeof row[index] === 'number' && row[index] >= -1) &&
  oneOf('entry', 'handler', 'join', 'within')(row[2]) &&
  oneOf('return', 'throw', 'join', 'within', 'running', 'running?')(row[3]) &&
  listOf(isCount)(row[4]);
/** A later version may add roles. */
const isBlock: Check = (row) =>
  Array.isArray(row) &&
  rowOf(4)(row.slice(0, 4)) &&
  (row.length === 4 || (row.length === 5 && isText(row[4])));
const methodShape: Shape = {
  name: isText,
  descriptor: isText,
  calls: isCount,
  lines: listOf(rowOf(2)),
  blocks: listOf(isBlock),
  operations: listOf((row) => rowOf(3)(row) || rowOf(4)(row)),
  instructions: listOf(rowOf(3)),
  invocations: listOf(rowOf(4)),
  varying: optional(
    shapeOf({
      calls: isCount,
      lines: listOf(rowOf(2)),
      operations: listOf((row) => rowOf(3)(row) || rowOf(4)(row)),
    }),
  ),
  paths: optional(listOf(isPath)),
  code: optional(listOf((row) => rowOf(4)(row) || rowOf(5)(row))),
};
const classShape: Shape = {
  name: isText,
  source: optional(isText),
  supertypes: listOf(isText),
  hash: isCount,
  lines: listOf(rowOf(2)),
  methods: [methodShape],
};
const intervalShape: Shape = { low: isNumber, high: isNumber, confidence: isNumber };
const isSummary = shapeOf({
  runs: isCount,
  mean: isNumber,
  minimum: isNumber,
  maximum: isNumber,
  median: isNumber,
  deviation: optional(isNumber),
  interval: optional(shapeOf(intervalShape)),
  quartiles: shapeOf(intervalShape),
  headline: shapeOf({
    kind: oneOf('mean', 'minimum'),
    energy: isNumber,
    interval: optional(shapeOf(intervalShape)),
    because: isText,
  }),
});
const isCpuTime = shapeOf({ user: isNumber, system: isNumber });
const isRun = shapeOf({
  start: isNumber,
  end: isNumber,
  ended: isText,
  energy: optional(isNumber),
  total: optional(isNumber),
  setAside: optional(isText),
  cpu: optional(isCpuTime),
  threads: optional(
    shapeOf({
      seen: isNumber,
      switches: isCount,
      compilers: optional(isCpuTime),
      collectors: optional(isCpuTime),
    }),
  ),
  java: optional(
    shapeOf({
      mode: isText,
      collections: shapeOf({ pauses: isCount, paused: isNumber, cpu: optional(isNumber) }),
      compiling: optional(isNumber),
    }),
  ),
  problems: listOf(isText),
});
const isMeasurement = shapeOf({
  source: shapeOf({ name: isText, description: isText, isProxy: isFlag, clock: optional(isText) }),
  requested: isCount,
  fewer: optional(isText),
  inTurn: optional(shapeOf({ series: isNumber, place: isCount, programs: isCount })),
  runs: listOf(isRun),
  baseline: listOf(isRun),
  energy: optional(isSummary),
  startUp: optional(isSummary),
  idlePower: optional(isNumber),
  switchCost: optional(isNumber),
  java: optional(shapeOf({ mode: isText, pauses: isCount, paused: isNumber })),
  machine: shapeOf({ warnings: listOf(isText) }),
  cores: isText,
  problems: listOf(isText),
});
const isIndex: Check = (value) => Number.isInteger(value) && Number(value) >= -1;
const isContext: Check = (row) =>
  Array.isArray(row) &&
  row.length === 8 &&
  row.slice(0, 6).every(isIndex) &&
  listOf((operation) => rowOf(2)(operation) || rowOf(3)(operation))(row[6]) &&
  listOf((back) => Array.isArray(back) && back.length === 4 && back.every(isIndex))(row[7]);
const isCalledRow: Check = (row) =>
  Array.isArray(row) && row.length === 2 && isCount(row[0]) && isText(row[1]);
const documentShape: Shape = {
  generator: shapeOf({ name: isText, version: isText }),
  started: isText,
  record: oneOf(...recordKinds),
  program: shapeOf({
    command: listOf(isText),
    classPath: listOf(isText),
    virtualMachines: listOf(shapeOf({ version: isText, vendor: isText, name: isText, hasEnded: isFlag })),
    exitCode: (value) => value === null || typeof value === 'number',
    signal: (value) => value === null || isText(value),
    ended: isText,
  }),
  counting: shapeOf({
    runs: isCount,
    threads: oneOf('shared', 'per thread'),
    hasOtherThreads: isFlag,
    lostWhenShared: optional(isNumber),
    isExact: isFlag,
    unwritten: optional(listOf(isText)),
    running: listOf(shapeOf({ class: isText, method: isText, line: isNumber, count: isCount })),
  }),
  coverage: shapeOf({
    instrumentedClasses: isCount,
    loadedClasses: isCount,
    differing: listOf(isText),
    failed: listOf(shapeOf({ class: isText, message: isText })),
    leftOut: listOf(shapeOf({ class: isText, method: optional(isText), reason: isText })),
  }),
  measurement: optional(isMeasurement),
  sources: optional(listOf(shapeOf({ path: isText, lines: isText }))),
  baselines: optional(
    shapeOf({
      model: isText,
      measured: optional(shapeOf({ energy: isNumber, isProxy: isFlag })),
      estimate: isNumber,
      averageCost: isNumber,
      pathInsensitive: isNumber,
      unpriced: isNumber,
      methods: listOf(shapeOf({ name: isText, energy: isNumber })),
    }),
  ),
  keys: [operationShape],
  callees: listOf(isText),
  classes: [classShape],
  trace: optional(
    shapeOf({
      methods: listOf(rowOf(3)),
      calls: listOf((row) => Array.isArray(row) && row.slice(0, 4).every(isIndex) && isText(row[4])),
      machines: listOf(
        shapeOf({
          ...{ tuples: isCount, dropped: isCount, resolution: isCount, longestTick: isCount, probe: isCount },
          overhead: (value) => value === null || isCount(value),
          threads: listOf(isText),
          data: isText,
        }),
      ),
    }),
  ),
  tree: optional(
    shapeOf({
      beyond: isCount,
      contexts: listOf(isContext),
      handOvers: optional(listOf(isCalledRow)),
      callbacks: optional(listOf(isCalledRow)),
    }),
  ),
};

/** The path of the first wrong field, such as `classes[3].methods`. */
function findWrong(value: Readonly<Record<string, unknown>>, shape: Shape, path: string): string | undefined {
  for (const [name, check] of Object.entries(shape)) {
    const field = value[name];
    if (typeof check === 'function') {
      if (!check(field)) return `${path}${name}`;
      continue;
    }
    if (!Array.isArray(field)) return `${path}${name}`;
    for (const [index, item] of field.entries()) {
      const place = `${path}${name}[${index}]`;
      const wrong = isRecord(item) ? findWrong(item, check[0], `${place}.`) : place;
      if (wrong !== undefined) return wrong;
    }
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
