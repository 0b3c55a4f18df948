/**
 * The JSON files that hold cost models: their shape, and the check of every
 * field before anything is used.
 *
 * Sits in `cost/`, under `load-model.ts`. The format is described in
 * docs/formats.md. A problem names the file, the place as a JSON path, and the
 * way out; a file with a problem is not used at all, since a model with a
 * hole would colour lines wrongly without saying so.
 */
import type { Joules } from '../units';

export const MODEL_FORMAT = 'jouleline-cost-model';
export const MODEL_VERSION = 1;
/** In UTF-16 units. The bundled model has 8,000; a full covariance of 400 parameters about 4 million. */
export const MAX_MODEL_LENGTH = 16_000_000;
const MAX_PROBLEMS = 20;

export interface ModelProblem {
  readonly file: string;
  /** `parameters[12].mean`; empty for the file as a whole. */
  readonly place: string;
  readonly message: string;
}

interface ModelHeader {
  readonly id: string;
  readonly title: string;
  readonly machine: string;
  readonly mode: 'interpreter' | 'jit';
  readonly jvm?: string;
  readonly source: string;
  readonly isLocal: boolean;
  readonly noiseSd: Joules;
}

export interface AdditiveParameter {
  readonly category: string;
  readonly name: string;
  readonly mean: Joules;
  readonly sd: Joules;
}

export interface NamedCost {
  readonly name: string;
  readonly mean: Joules;
  readonly sd: Joules;
}

export interface AdditiveModelFile extends ModelHeader {
  readonly kind: 'additive';
  readonly parameters: readonly AdditiveParameter[];
  /** Names of the category Device, one per measured board; empty where the model has no such effect. */
  readonly devices: readonly string[];
  /** In the order of the parameters, row by row. */
  readonly covariance?: Float64Array;
}

export interface PerOperationModelFile extends ModelHeader {
  readonly kind: 'per-operation';
  readonly operations: readonly NamedCost[];
}

export type ModelFile = AdditiveModelFile | PerOperationModelFile;

export const CATEGORIES = ['Operation', 'Data size', 'Data type', 'Device'] as const;
export const INDEPENDENCE_ASSUMED = 'independence assumed';

export type ReadModelFile = { readonly file: ModelFile } | { readonly problems: readonly ModelProblem[] };

/** `fileName` is only for messages. */
export function readModelFile(text: string, fileName: string): ReadModelFile {
  const problems: ModelProblem[] = [];
  const report = (place: string, message: string): void => {
    if (problems.length < MAX_PROBLEMS) problems.push({ file: fileName, place, message });
  };
  const root = parseJson(text, report);
  const file = root === undefined ? undefined : readRoot(root, report);
  if (problems.length > 0 || file === undefined) return { problems };
  return { file };
}

type Report = (place: string, message: string) => void;
type JsonObject = Readonly<Record<string, unknown>>;

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
    const notANumber = /[:[,\s](-?(?:NaN|Infinity))\b/.exec(text)?.[1];
    const cause = error instanceof Error ? error.message : String(error);
    const hint =
      notANumber === undefined
        ? 'correct it at that place'
        : `JSON has no ${notANumber}: remove the entry, or measure it again and write its number`;
    report('', `is not valid JSON (${cause}): ${hint}`);
    return undefined;
  }
  if (isObject(root)) return root;
  report('', `holds ${describe(root)} where a JSON object with "format": "${MODEL_FORMAT}" is expected`);
  return undefined;
}

function readRoot(root: JsonObject, report: Report): ModelFile | undefined {
  if (root['format'] !== MODEL_FORMAT) {
    report('format', `is ${describe(root['format'])}; a cost model says "format": "${MODEL_FORMAT}"`);
    return undefined;
  }
  if (root['version'] !== MODEL_VERSION) {
    report(
      'version',
      `is ${describe(root['version'])}, and this program reads version ${MODEL_VERSION}: ` +
        'update the program, or write the file again in that version',
    );
    return undefined;
  }
  const kind = root['kind'];
  if (kind !== 'additive' && kind !== 'per-operation') {
    report('kind', `is ${describe(kind)}; known kinds are "additive" and "per-operation"`);
    return undefined;
  }
  const header = readHeader(root, kind, report);
  if (kind === 'per-operation') {
    return {
      ...header,
      kind,
      operations: readEntries(root, 'operations', readNamedCost, (cost) => cost.name, report),
    };
  }
  const keyOf = ({ category, name }: AdditiveParameter): string => `${category} "${name}"`;
  const parameters = readEntries(root, 'parameters', readParameter, keyOf, report);
  const covariance = readCovariance(root['covariance'], parameters, report);
  return {
    ...header,
    kind,
    parameters,
    devices: readDevices(root['devices'], parameters, report),
    ...(covariance === undefined ? {} : { covariance }),
  };
}

function readHeader(root: JsonObject, kind: ModelFile['kind'], report: Report): ModelHeader {
  const mode = root['mode'];
  if (mode !== 'interpreter' && mode !== 'jit') {
    report('mode', `is ${describe(mode)}; write "interpreter" or "jit", as the costs were measured`);
  }
  const unit = root['unit'];
  if (unit !== undefined && unit !== 'J') {
    report('unit', `is ${describe(unit)}; energies are in joules: convert them and write "J"`);
  }
  const local = root['local'];
  if (local !== undefined && typeof local !== 'boolean')
    report('local', `is ${describe(local)}; write true or false`);
  const jvm = root['jvm'] === undefined ? undefined : readString(root, 'jvm', '', report);
  const hasNoise = kind === 'additive' || root['noiseSd'] !== undefined;
  return {
    id: readString(root, 'id', '', report),
    title: readString(root, 'title', '', report),
    machine: readString(root, 'machine', '', report),
    mode: mode === 'jit' ? 'jit' : 'interpreter',
    ...(jvm === undefined ? {} : { jvm }),
    source: readString(root, 'source', '', report),
    isLocal: local === true,
    noiseSd: hasNoise ? readEnergy(root, 'noiseSd', '', report) : 0,
  };
}

function readEntries<T>(
  root: JsonObject,
  field: string,
  read: (entry: JsonObject, place: string, report: Report) => T,
  keyOf: (entry: T) => string,
  report: Report,
): readonly T[] {
  const list = root[field];
  if (!Array.isArray(list) || list.length === 0) {
    report(field, `is ${describe(list)}; a list with at least one entry is expected`);
    return [];
  }
  const places = new Map<string, string>();
  return list.flatMap((entry: unknown, index) => {
    const place = `${field}[${index}]`;
    if (!isObject(entry)) {
      report(place, `is ${describe(entry)}; an object with name, mean and sd is expected`);
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

function readNamedCost(entry: JsonObject, place: string, report: Report): NamedCost {
  return {
    name: readString(entry, 'name', place, report),
    mean: readEnergy(entry, 'mean', place, report),
    sd: readEnergy(entry, 'sd', place, report),
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
    report('devices', `is ${describe(value)}; a list of names is expected`);
    return [];
  }
  return value.flatMap((name: unknown, index) => {
    if (typeof name === 'string' && parameters.some((p) => p.category === 'Device' && p.name === name))
      return [name];
    report(
      `devices[${index}]`,
      `is ${describe(name)}, which no parameter of the category Device is called: add one`,
    );
    return [];
  });
}

function readCovariance(
  value: unknown,
  parameters: readonly AdditiveParameter[],
  report: Report,
): Float64Array | undefined {
  if (value === undefined || value === INDEPENDENCE_ASSUMED) return undefined;
  const size = parameters.length;
  if (!Array.isArray(value) || value.length !== size) {
    report(
      'covariance',
      `is ${describe(value)}; write "${INDEPENDENCE_ASSUMED}", or one row of numbers for each of the ${size} parameters`,
    );
    return undefined;
  }
  const matrix = new Float64Array(size * size);
  value.forEach((row: unknown, i) => {
    if (!Array.isArray(row) || row.length !== size) {
      report(`covariance[${i}]`, `is ${describe(row)}; a row of ${size} numbers is expected`);
      return;
    }
    row.forEach((cell: unknown, j) => {
      if (typeof cell === 'number' && Number.isFinite(cell)) matrix[i * size + j] = cell;
      else report(`covariance[${i}][${j}]`, `is ${describe(cell)}; a finite number is expected`);
    });
  });
  checkCovariance(matrix, parameters, report);
  return matrix;
}

/** Symmetric, with the squares of the deviations on its diagonal, and no correlation beyond ±1. */
function checkCovariance(
  matrix: Float64Array,
  parameters: readonly AdditiveParameter[],
  report: Report,
): void {
  const size = parameters.length;
  const tolerance = 1e-6;
  parameters.forEach((row, i) => {
    parameters.forEach((column, j) => {
      const value = matrix[i * size + j] ?? 0;
      const scale = row.sd * column.sd;
      const place = `covariance[${i}][${j}]`;
      if (i === j && Math.abs(value - scale) > tolerance * scale) {
        report(place, `is ${value}, and the square of the parameter's sd is ${scale}: make the two agree`);
      } else if (Math.abs(value - (matrix[j * size + i] ?? 0)) > tolerance * scale) {
        report(place, `differs from covariance[${j}][${i}]: a covariance is symmetric`);
      } else if (Math.abs(value) > (1 + tolerance) * scale) {
        report(place, `is ${value}, a correlation beyond 1: at most ${scale} is possible`);
      }
    });
  });
}

function readString(object: JsonObject, field: string, place: string, report: Report): string {
  const value = object[field];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  report(join(place, field), `is ${describe(value)}; a text is expected`);
  return '';
}

function readEnergy(object: JsonObject, field: string, place: string, report: Report): Joules {
  const value = object[field];
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  const wayOut =
    typeof value === 'number' && Number.isFinite(value)
      ? 'no operation gives energy back: measure it again, or remove the entry'
      : typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
        ? 'write the number without quotes'
        : 'a finite number of joules is expected: measure it again, or remove the entry';
  report(join(place, field), `is ${describe(value)}; ${wayOut}`);
  return 0;
}

function join(place: string, field: string): string {
  return place === '' ? field : `${place}.${field}`;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return `the text "${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
}
