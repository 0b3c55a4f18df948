/**
 * The JSON files that hold cost models: their shape, and the check of every
 * field before anything is used.
 *
 * Sits in `cost/`, under `load-model.ts`. The format is described in
 * docs/research/cost-model.md. A problem names the file, the place as a JSON path, and the
 * way out; a file with a problem is not used at all, since a model with a
 * hole would color lines wrongly without saying so.
 */
import { at, last, withDefined } from '../../base/check';
import type { Joules } from '../../base/units';
import { readApplication, type ApplicationModelFile } from './application-file';
import { readCovariance } from './model-covariance';
import {
  describeValue,
  isObject,
  readEnergy,
  readString,
  type JsonObject,
  type ModelProblem,
  type Report,
  type ModelHeader,
  type NamedCost,
} from './model-fields';

export const MODEL_FORMAT = 'jouleline-cost-model';
export const MODEL_VERSION = 1;
/** The limit in UTF-16 units. The bundled model has 8,000; a full covariance of 400 parameters about 4 million. */
export const MAX_MODEL_LENGTH = 16_000_000;
const MAX_PROBLEMS = 20;

interface AdditiveParameter {
  readonly category: string;
  readonly name: string;
  readonly mean: Joules;
  readonly sd: Joules;
}

export interface AdditiveModelFile extends ModelHeader {
  readonly kind: 'additive';
  readonly parameters: readonly AdditiveParameter[];
  /** Names of the category Device, one per measured board; empty where the model has no such effect. */
  readonly devices: readonly string[];
  /** The covariance row by row, in the order of the parameters. */
  readonly covariance?: Float64Array;
}

export interface PerOperationModelFile extends ModelHeader {
  readonly kind: 'per-operation';
  readonly operations: readonly NamedCost[];
  /** The covariance row by row, in the order of the operations. */
  readonly covariance?: Float64Array;
}

/** `mean` of one execution, and `perSize` for each element, character or byte. */
export interface LinearCost extends NamedCost {
  readonly perSize: Joules;
}

/** Prices JVM instructions: `ecalc-model.ts`. */
export interface EcalcModelFile extends ModelHeader {
  readonly kind: 'ecalc';
  /** C_M and C_R, by mnemonic. */
  readonly instructions: readonly NamedCost[];
  /** C_I. */
  readonly invocation: NamedCost;
  /** C_A, by mnemonic. */
  readonly allocations: readonly LinearCost[];
  /** C_Sys, by class and name; `*` for all others. */
  readonly library: readonly LinearCost[];
}

export type ModelFile = AdditiveModelFile | PerOperationModelFile | EcalcModelFile | ApplicationModelFile;

const CATEGORIES = ['Operation', 'Data size', 'Data type', 'Device'] as const;

type ReadModelFile = { readonly file: ModelFile } | { readonly problems: readonly ModelProblem[] };

/**
 * `shown`: its costs are to be shown, so that they must make sense, and a fit
 * must have passed its own checks. `judged`: it is compared with measurements,
 * and its fit need not have passed them.
 */
type ModelPurpose = 'shown' | 'judged';

/** `fileName` is only for messages. */
export function readModelFile(
  text: string,
  fileName: string,
  purpose: ModelPurpose = 'shown',
): ReadModelFile {
  const problems: ModelProblem[] = [];
  const report = (place: string, message: string): void => {
    if (problems.length < MAX_PROBLEMS) problems.push({ file: fileName, place, message });
  };
  const root = parseJson(text, report);
  const file = root === undefined ? undefined : readRoot(root, purpose, report);
  if (problems.length > 0 || file === undefined) return { problems };
  return { file };
}

function parseJson(text: string, report: Report): JsonObject | undefined {
  if (text.length > MAX_MODEL_LENGTH) {
    report(
      '',
      `has ${text.length} characters, and a model file may have ${MAX_MODEL_LENGTH}: is this the right file?`,
    );
    return undefined;
  }
  let root: unknown;
  try {
    root = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    reportSyntax(text, error instanceof Error ? error.message : String(error), report);
    return undefined;
  }
  if (isObject(root)) return root;
  report('', `holds ${describeValue(root)} where a JSON object with "format": "${MODEL_FORMAT}" is expected`);
  return undefined;
}

/**
 * Reports a syntax error with its line and column. The message of JSON.parse names an offset only at
 * times, and people count lines.
 */
function reportSyntax(text: string, cause: string, report: Report): void {
  const notANumber = /[:[,]\s*(-?(?:NaN|Infinity))\s*[,}\]]/.exec(text);
  if (notANumber !== null) {
    const name = at(notANumber, 1);
    const place = lineAndColumn(text, notANumber.index + notANumber[0].indexOf(name));
    report(
      place,
      `is ${name}, which JSON does not have: measure it again and write its number, or remove the entry`,
    );
    return;
  }
  const offset = / at position (\d+)/.exec(cause)?.[1];
  const place = offset === undefined ? '' : lineAndColumn(text, Number(offset));
  report(place, `is not valid JSON (${cause}): correct it there, or write the file again`);
}

/** Counted from 1, as editors do. */
function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${last(before).length + 1}`;
}

function readRoot(root: JsonObject, purpose: ModelPurpose, report: Report): ModelFile | undefined {
  if (root['format'] !== MODEL_FORMAT) {
    report('format', `is ${describeValue(root['format'])}; a cost model says "format": "${MODEL_FORMAT}"`);
    return undefined;
  }
  if (root['version'] !== MODEL_VERSION) {
    report(
      'version',
      `is ${describeValue(root['version'])}, and this program reads version ${MODEL_VERSION}: ` +
        'update the program, or write the file again in that version',
    );
    return undefined;
  }
  const kind = root['kind'];
  if (kind !== 'additive' && kind !== 'per-operation' && kind !== 'ecalc' && kind !== 'application') {
    report(
      'kind',
      `is ${describeValue(kind)}; known kinds are "additive", "per-operation", "ecalc" and "application"`,
    );
    return undefined;
  }
  if (purpose === 'shown') {
    const failed = reportFailedChecks(root['checks'], report);
    if (failed > 0) return undefined;
  }
  const header = readHeader(root, kind, report);
  if (kind === 'per-operation') {
    const read = purpose === 'shown' ? readNamedCost : readFittedCost;
    const operations = readEntries(root, report, { field: 'operations', read, keyOf: (cost) => cost.name });
    const deviations = operations.map(({ sd }) => sd);
    const ofOperations = readCovariance(root['covariance'], deviations, report);
    return {
      ...header,
      kind,
      operations,
      ...withDefined({ covariance: ofOperations }),
    };
  }
  if (kind === 'application') return { ...header, kind, ...readApplication(root, report) };
  if (kind === 'ecalc') {
    const nameOf = ({ name }: NamedCost): string => name;
    // Without them allocations, or calls of the library, have no price, and are counted as such.
    const linear = (field: string): readonly LinearCost[] =>
      isNone(root[field]) ? [] : readEntries(root, report, { field, read: readLinearCost, keyOf: nameOf });
    return {
      ...header,
      kind,
      instructions: readEntries(root, report, { field: 'instructions', read: readNamedCost, keyOf: nameOf }),
      invocation: readInvocation(root['invocation'], report),
      allocations: linear('allocations'),
      library: linear('library'),
    };
  }
  const keyOf = ({ category, name }: AdditiveParameter): string => `${category} "${name}"`;
  const parameters = readEntries(root, report, { field: 'parameters', read: readParameter, keyOf });
  const covariance = readCovariance(
    root['covariance'],
    parameters.map((parameter) => parameter.sd),
    report,
  );
  return {
    ...header,
    kind,
    parameters,
    devices: readDevices(root['devices'], parameters, report),
    ...withDefined({ covariance }),
  };
}

function readHeader(root: JsonObject, kind: ModelFile['kind'], report: Report): ModelHeader {
  const mode = root['mode'];
  if (mode !== 'interpreter' && mode !== 'jit') {
    report('mode', `is ${describeValue(mode)}; write "interpreter" or "jit", as the costs were measured`);
  }
  const unit = root['unit'];
  if (unit !== undefined && unit !== 'J') {
    report('unit', `is ${describeValue(unit)}; energies are in joules: convert them and write "J"`);
  }
  const local = root['local'];
  if (local !== undefined && typeof local !== 'boolean')
    report('local', `is ${describeValue(local)}; write true or false`);
  const jvm = root['jvm'] === undefined ? undefined : readString(root, 'jvm', '', report);
  const relativeSd = root['relativeSd'];
  if (relativeSd !== undefined && !(typeof relativeSd === 'number' && relativeSd >= 0 && relativeSd < 100))
    report('relativeSd', `is ${describeValue(relativeSd)}; a share of 0 or more is expected`);
  const hasNoise = kind === 'additive' || root['noiseSd'] !== undefined;
  return {
    id: readString(root, 'id', '', report),
    title: readString(root, 'title', '', report),
    machine: readString(root, 'machine', '', report),
    mode: mode === 'jit' ? 'jit' : 'interpreter',
    ...withDefined({ jvm }),
    source: readString(root, 'source', '', report),
    isLocal: local === true,
    noiseSd: hasNoise ? readEnergy(root, 'noiseSd', '', report) : 0,
    ...withDefined({ relativeSd: typeof relativeSd === 'number' ? relativeSd : undefined }),
  };
}

function readEntries<T>(
  root: JsonObject,
  report: Report,
  {
    field,
    read,
    keyOf,
  }: {
    readonly field: string;
    readonly read: (entry: JsonObject, place: string, report: Report) => T;
    readonly keyOf: (entry: T) => string;
  },
): readonly T[] {
  const list = root[field];
  if (!Array.isArray(list) || list.length === 0) {
    report(field, `is ${describeValue(list)}; a list with at least one entry is expected`);
    return [];
  }
  const places = new Map<string, string>();
  return list.flatMap((entry: unknown, index) => {
    const place = `${field}[${index}]`;
    if (!isObject(entry)) {
      report(place, `is ${describeValue(entry)}; an object with name, mean and sd is expected`);
      return [];
    }
    const value = read(entry, place, report);
    const first = places.get(keyOf(value));
    if (first !== undefined)
      report(place, `names ${keyOf(value)} again, after ${first}: remove one of the two`);
    else places.set(keyOf(value), place);
    return [value];
  });
}

function isNone(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.length === 0);
}

function readNamedCost(entry: JsonObject, place: string, report: Report): NamedCost {
  return {
    name: readString(entry, 'name', place, report),
    mean: readEnergy(entry, 'mean', place, report),
    sd: readEnergy(entry, 'sd', place, report),
  };
}

/** Reads a cost as a regression without bounds gives it, which may be below 0. */
function readFittedCost(entry: JsonObject, place: string, report: Report): NamedCost {
  const mean = entry['mean'];
  const isBelow = typeof mean === 'number' && Number.isFinite(mean) && mean < 0;
  return isBelow
    ? { ...readNamedCost({ ...entry, mean: 0 }, place, report), mean }
    : readNamedCost(entry, place, report);
}

/** Reports the faults that a fit found in its own model. `jouleline fit` writes them. */
function reportFailedChecks(checks: unknown, report: Report): number {
  if (checks === undefined) return 0;
  if (!Array.isArray(checks)) {
    report(
      'checks',
      `is ${describeValue(checks)}; a list of checks with name, passed and message is expected`,
    );
    return 1;
  }
  const failed = checks.flatMap((check: unknown, index) =>
    isObject(check) && check['passed'] === true ? [] : [{ check, place: `checks[${index}]` }],
  );
  for (const { check, place } of failed) {
    const message = isObject(check) ? readString(check, 'message', place, report) : '';
    if (message !== '') report(place, `failed when the model was fitted: ${message}`);
    else if (!isObject(check)) report(place, `is ${describeValue(check)}; a check is expected`);
  }
  return failed.length;
}

function readLinearCost(entry: JsonObject, place: string, report: Report): LinearCost {
  return { ...readNamedCost(entry, place, report), perSize: readEnergy(entry, 'perSize', place, report) };
}

function readInvocation(value: unknown, report: Report): NamedCost {
  const place = 'invocation';
  if (!isObject(value)) {
    report(place, `is ${describeValue(value)}; an object with mean and sd is expected`);
    return { name: place, mean: 0, sd: 0 };
  }
  return {
    name: place,
    mean: readEnergy(value, 'mean', place, report),
    sd: readEnergy(value, 'sd', place, report),
  };
}

function readParameter(entry: JsonObject, place: string, report: Report): AdditiveParameter {
  const category = readString(entry, 'category', place, report);
  if (category !== '' && !CATEGORIES.some((known) => known === category)) {
    report(`${place}.category`, `is "${category}"; known categories are ${CATEGORIES.join(', ')}`);
  }
  return { category, ...readNamedCost(entry, place, report) };
}

function readDevices(
  value: unknown,
  parameters: readonly AdditiveParameter[],
  report: Report,
): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    report('devices', `is ${describeValue(value)}; a list of names is expected`);
    return [];
  }
  return value.flatMap((name: unknown, index) => {
    if (typeof name === 'string' && parameters.some((p) => p.category === 'Device' && p.name === name))
      return [name];
    report(
      `devices[${index}]`,
      `is ${describeValue(name)}, which no parameter of the category Device is called: add one`,
    );
    return [];
  });
}
