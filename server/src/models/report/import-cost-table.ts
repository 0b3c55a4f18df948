/**
 * A plain table of costs as a model file: eCalc's CPU profile, one cost for each
 * JVM instruction and library method, or one for each energy operation.
 *
 * Sits in `models/`, wiring the tables of `models/fit/` to the model format of
 * `cost/`. Names say what a row is; a name that is neither is a problem, since
 * a cost that no operation has would be lost in silence.
 */
import { formatModelProblem, loadModel } from '../../cost/model/load-model';
import { MODEL_FORMAT, MODEL_VERSION } from '../../cost/model/model-file';
import type { CaseOptions } from '../fit/read-cases';
import { parseNumber, readTable, type NamedTable } from '../fit/read-table';
import { type FitProblem, chooseUnit, splitUnit } from '../fit/regression-data';
import {
  areInstructions,
  classifyCost,
  type ModelCost,
  whyNoModel,
  writeInstructionModel,
} from '../fit/cost-rows';
import { baseName, modelHead, type ModelIdentity } from '../fit/fit-cases';

export interface CostTableRequest extends CaseOptions {
  readonly text: string;
  readonly fileName: string;
  readonly identity: ModelIdentity;
}

export type ImportedCostTable =
  | {
      readonly model: string;
      readonly kind: 'ecalc' | 'per-operation';
      readonly costs: number;
      readonly problems: readonly FitProblem[];
    }
  | { readonly problems: readonly FitProblem[] };

const COLUMNS: Readonly<Record<'name' | 'mean' | 'sd' | 'perSize', readonly string[]>> = {
  name: ['name', 'instruction', 'operation', 'api', 'method'],
  mean: ['cost', 'mean', 'energy', 'y'],
  sd: ['sd', 'deviation'],
  perSize: ['per size', 'perSize', 'per element'],
};

const MAX_PROBLEMS = 10;

export function importCostTable({
  text,
  fileName,
  identity,
  ...options
}: CostTableRequest): ImportedCostTable {
  const read = readTable(text, fileName);
  if ('problems' in read) return read;
  const { rows, isProxy, problems } = readRows(read.table, fileName, options);
  const error = (message: string): FitProblem => ({ severity: 'error', message: `${fileName}: ${message}` });
  if (problems.some(({ severity }) => severity === 'error')) return { problems };
  if (rows.length === 0) return { problems: [error('has no row with a cost')] };
  const isOfInstructions = areInstructions(rows);
  const reason = isOfInstructions ? whyNoModel(rows, 'has no row') : undefined;
  if (reason !== undefined) return { problems: [error(reason)] };
  if (!isOfInstructions && rows.some(({ perSize }) => perSize > 0))
    problems.push({
      severity: 'warning',
      message: `${fileName}: costs per size serve JVM instructions only; among operations they are left out`,
    });
  const model = writeModel(rows, isOfInstructions, identity, isProxy, fileName);
  const loaded = loadModel(model, fileName);
  if ('problems' in loaded)
    return {
      problems: loaded.problems.map((problem) => ({
        severity: 'error',
        message: formatModelProblem(problem),
      })),
    };
  return { model, kind: isOfInstructions ? 'ecalc' : 'per-operation', costs: rows.length, problems };
}

function writeModel(
  rows: readonly ModelCost[],
  isOfInstructions: boolean,
  identity: ModelIdentity,
  isProxy: boolean,
  fileName: string,
): string {
  const source = `${rows.length} costs of the table ${baseName(fileName)}${isProxy ? '; time stands in for a meter: a proxy' : ''}`;
  if (isOfInstructions) return writeInstructionModel(modelHead('ecalc', identity, source, false), rows);
  const model = {
    format: MODEL_FORMAT,
    version: MODEL_VERSION,
    ...modelHead('per-operation', identity, source, false),
    operations: rows.map(({ name, mean, sd }) => ({ name, mean, sd })),
  };
  return `${JSON.stringify(model, undefined, 2)}\n`;
}

function readRows(
  { names, rows }: NamedTable,
  fileName: string,
  options: CaseOptions,
): { readonly rows: readonly ModelCost[]; readonly isProxy: boolean; readonly problems: FitProblem[] } {
  const problems: FitProblem[] = [];
  const say = (severity: FitProblem['severity'], message: string): void => {
    if (problems.length < MAX_PROBLEMS) problems.push({ severity, message: `${fileName}: ${message}` });
  };
  const placeOf = (column: keyof typeof COLUMNS): number =>
    names.findIndex((name) => COLUMNS[column].includes(splitUnit(name).name));
  const place = {
    name: placeOf('name'),
    mean: placeOf('mean'),
    sd: placeOf('sd'),
    perSize: placeOf('perSize'),
  };
  if (place.name < 0 || place.mean < 0) {
    say(
      'error',
      `has no columns name and cost [J]: one row each with an instruction, API or operation is expected`,
    );
    return { rows: [], isProxy: false, problems };
  }
  const unit = chooseUnit(names[place.mean] ?? '', options.unit, options.watts);
  if ('problem' in unit) {
    say('error', unit.problem);
    return { rows: [], isProxy: false, problems };
  }
  if (unit.warning !== undefined) say('warning', unit.warning);
  for (const other of [place.sd, place.perSize]) {
    const own = splitUnit(names[other] ?? '').unit;
    if (own !== undefined && own !== splitUnit(names[place.mean] ?? '').unit)
      say(
        'error',
        `column ${names[other] ?? ''} is in another unit than ${names[place.mean] ?? ''}: convert it`,
      );
  }
  if (place.sd < 0)
    say(
      'warning',
      'has no column sd: how well each cost is known is not said, so that intervals have no width',
    );
  const rowOf = new Map<string, number>();
  const read = rows.flatMap(({ line, cells }): readonly ModelCost[] => {
    const number = (column: number): number => {
      if (column < 0) return 0;
      const text = cells[column]?.trim() ?? '';
      const value = parseNumber(text) * unit.factor;
      if (!(value >= 0 && Number.isFinite(value)))
        say(
          'error',
          `row ${line}, column ${names[column] ?? ''}: ${text === '' ? 'nothing' : `"${text.slice(0, 30)}"`} stands where an energy of 0 or more is expected`,
        );
      return value;
    };
    const written = cells[place.name]?.trim() ?? '';
    const named = classifyCost(written);
    if (named === undefined) {
      say(
        'error',
        `row ${line}: "${written.slice(0, 40)}" is neither a JVM instruction (iadd), a method (java.lang.Math.sin), invocation, nor an operation (Addition_int_int)`,
      );
      return [];
    }
    const before = rowOf.get(named.name);
    if (before !== undefined && named.kind !== 'invocation')
      say('error', `row ${line} names ${named.name} again, after row ${before}: remove one of the two`);
    rowOf.set(named.name, line);
    return [{ ...named, mean: number(place.mean), sd: number(place.sd), perSize: number(place.perSize) }];
  });
  return { rows: read, isProxy: unit.isProxy, problems };
}
