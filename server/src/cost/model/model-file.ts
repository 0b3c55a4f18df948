/**
 * The JSON files that hold cost models: their shape, and the check of every
 * field before anything is used.
 *
 * Sits in `cost/`, under `load-model.ts`. The format is described in
 * docs/research/cost-model.md. A problem names the file, the place as a JSON path, and the
 * way out; a file with a problem is not used at all, since a model with a
 * hole would color lines wrongly without saying so.
 */
import { messageOf } from '../../base/failure';
import * as v from 'valibot';
import { at, last, withDefined } from '../../base/check';
import { type Described, isRecord, means, optional, placeOf } from '../../base/shapes';
import { applicationSchema, type ApplicationModelFile, withDeviations } from './application-file';
import { readCovariance } from './model-covariance';
import {
  describeValue,
  energy,
  entriesOf,
  expecting,
  fittedEnergy,
  header,
  label,
  members,
  type ModelProblem,
  namedCost,
  type Report,
} from './model-fields';

export const MODEL_FORMAT = 'jouleline-cost-model';
export const MODEL_VERSION = 1;
/** The limit in UTF-16 units. The bundled model has 8,000; a full covariance of 400 parameters about 4 million. */
export const MAX_MODEL_LENGTH = 16_000_000;
const MAX_PROBLEMS = 20;

const CATEGORIES = ['Operation', 'Data size', 'Data type', 'Device'] as const;
const COST = 'an object with name, mean and sd is expected';
/** Read after the costs, whose deviations it has on its diagonal. */
const covariance = optional(means(v.unknown(), '`independence assumed`, or a row of numbers for each cost.'));

const additiveSchema = members({
  ...header,
  kind: v.literal('additive'),
  noiseSd: energy,
  parameters: entriesOf(
    members(
      {
        category: v.picklist(CATEGORIES, expecting(`known categories are ${CATEGORIES.join(', ')}`)),
        ...namedCost,
      },
      COST,
    ),
    ({ category, name }) => `${category} "${name}"`,
  ),
  devices: v.optional(
    means(v.array(v.unknown(), expecting('a list of names is expected')), 'Boards, of the category Device.'),
    [],
  ),
  covariance,
});

const perOperation = (mean: typeof energy) =>
  members({
    ...header,
    kind: v.literal('per-operation'),
    operations: entriesOf(
      members(
        { ...namedCost, mean, place: optional(means(label, '`app/Main.run(I)V:12`: there alone.')) },
        COST,
      ),
      ({ name, place }) => (place === undefined ? name : `${name} at ${place}`),
    ),
    covariance,
  });
const perOperationSchema = perOperation(energy);
const fittedSchema = perOperation(fittedEnergy);

const linearCostSchema = members(
  { ...namedCost, perSize: means(energy, 'For each element, character or byte.') },
  COST,
);
export type LinearCost = Described<typeof linearCostSchema>;
// Without entries, allocations or calls of the library are not modeled, and are counted as such.
const linearCosts = entriesOf(linearCostSchema, ({ name }) => name, 0);

/** Costs of JVM instructions: `ecalc-model.ts`. */
const ecalcSchema = members({
  ...header,
  kind: v.literal('ecalc'),
  instructions: means(
    entriesOf(members(namedCost, COST), ({ name }) => name),
    'C_M and C_R, by mnemonic.',
  ),
  invocation: means(members({ mean: energy, sd: energy }, 'an object with mean and sd is expected'), 'C_I.'),
  allocations: v.optional(means(linearCosts, 'C_A, by mnemonic.'), []),
  library: v.optional(means(linearCosts, 'C_Sys, by class and name; `*` for all others.'), []),
});

/** The covariance stands row by row, in the order of the parameters or operations. */
type WithCovariance<T> = Omit<T, 'covariance'> & { readonly covariance?: Float64Array };
export type AdditiveModelFile = WithCovariance<Omit<Described<typeof additiveSchema>, 'devices'>> & {
  readonly devices: readonly string[];
};
export type PerOperationModelFile = WithCovariance<Described<typeof perOperationSchema>>;
export type EcalcModelFile = Described<typeof ecalcSchema>;
export type ModelFile = AdditiveModelFile | PerOperationModelFile | EcalcModelFile | ApplicationModelFile;

/** The definitions by kind. */
export const modelSchemas = {
  additive: additiveSchema,
  perOperation: perOperationSchema,
  ecalc: ecalcSchema,
  application: applicationSchema,
};

/** The faults that a fit found in its own model. `jouleline fit` writes them. */
const checksSchema = v.object({
  checks: optional(
    v.array(
      v.custom((check) => isRecord(check) && check['passed'] === true, describeFailedCheck),
      expecting('a list of checks with name, passed and message is expected'),
    ),
  ),
});

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
  const root = parseModel(text, report);
  const file = root === undefined ? undefined : readRoot(root, purpose, report);
  if (problems.length > 0 || file === undefined) return { problems };
  return { file };
}

function parseModel(text: string, report: Report): Readonly<Record<string, unknown>> | undefined {
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
    reportSyntax(text, messageOf(error), report);
    return undefined;
  }
  if (isRecord(root)) return root;
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

function readRoot(
  root: Readonly<Record<string, unknown>>,
  purpose: ModelPurpose,
  report: Report,
): ModelFile | undefined {
  const { format, version, kind } = root;
  if (format !== MODEL_FORMAT) {
    report('format', `is ${describeValue(format)}; a cost model says "format": "${MODEL_FORMAT}"`);
    return undefined;
  }
  if (version !== MODEL_VERSION) {
    report(
      'version',
      `is ${describeValue(version)}, and this program reads version ${MODEL_VERSION}: ` +
        'update the program, or write the file again in that version',
    );
    return undefined;
  }
  const shaped = <S extends v.GenericSchema>(schema: S): v.InferOutput<S> | undefined => {
    const { success, output, issues } = v.safeParse(schema, root);
    for (const issue of issues ?? []) report(placeOf(issue), issue.message);
    return success ? output : undefined;
  };
  if (purpose === 'shown' && shaped(checksSchema) === undefined) return undefined;
  switch (kind) {
    case 'additive': {
      const file = shaped(additiveSchema);
      return file && { ...withCovariance(file, file.parameters, report), devices: readDevices(file, report) };
    }
    case 'per-operation': {
      const file = shaped(purpose === 'shown' ? perOperationSchema : fittedSchema);
      return file && withCovariance(file, file.operations, report);
    }
    case 'ecalc':
      return shaped(ecalcSchema);
    case 'application': {
      const file = shaped(applicationSchema);
      return file && withDeviations(file, report);
    }
    default:
      report(
        'kind',
        `is ${describeValue(kind)}; known kinds are "additive", "per-operation", "ecalc" and "application"`,
      );
      return undefined;
  }
}

function withCovariance<T extends { readonly covariance?: unknown }>(
  { covariance: given, ...file }: T,
  costs: readonly { readonly sd: number }[],
  report: Report,
): WithCovariance<T> {
  const deviations = costs.map(({ sd }) => sd);
  return { ...file, ...withDefined({ covariance: readCovariance(given, deviations, report) }) };
}

function describeFailedCheck({ input }: { readonly input: unknown }): string {
  if (!isRecord(input)) return `is ${describeValue(input)}; a check is expected`;
  const { message } = input;
  return typeof message === 'string' && message.trim() !== ''
    ? `failed when the model was fitted: ${message.trim()}`
    : `failed when the model was fitted, and its message is ${describeValue(message)}; a text is expected`;
}

function readDevices(
  { devices, parameters }: Described<typeof additiveSchema>,
  report: Report,
): readonly string[] {
  return devices.filter((name, index): name is string => {
    const isKnown = parameters.some((each) => each.category === 'Device' && each.name === name);
    if (!isKnown)
      report(
        `devices[${index}]`,
        `is ${describeValue(name)}, which no parameter of the category Device is called: add one`,
      );
    return isKnown;
  });
}

/** `covariance` is row-major, of what is at the places of `kept` in the order of `head`'s own list. */
export function formatModelFile(head: object, covariance: Float64Array, kept: readonly number[]): string {
  const size = Math.round(Math.sqrt(covariance.length));
  const rows = kept.map((i) => JSON.stringify(kept.map((j) => at(covariance, i * size + j))));
  const model = { format: MODEL_FORMAT, version: MODEL_VERSION, ...head };
  const text = JSON.stringify(model, undefined, 2).replace(/\n\}$/, '');
  return `${text},\n  "covariance": [\n    ${rows.join(',\n    ')}\n  ]\n}\n`;
}
