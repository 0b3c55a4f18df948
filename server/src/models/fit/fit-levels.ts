/**
 * Fits a hierarchical model to the measured patterns of a table, and writes its
 * JSON account and its model file of the kind `additive`.
 *
 * Sits in `models/`, wiring `models/hierarchical/` to the model format of `cost/`.
 */
import { at as elementAt } from '../../base/check';
import { formatModelFile } from '../../cost/model/model-file';
import { analyzePosterior, type PosteriorAnalysis } from '../hierarchical/analyze-posterior';
import { buildLevelModel, layOut, type LevelModel, type LevelMeasurement } from '../hierarchical/level-model';
import type { Chain, ChainOptions } from '../hierarchical/sample-chain';
import { at } from '../solve/matrix';
import type { CaseOptions } from './read-cases';
import { readTable, parseNumber, type NamedTable } from './read-table';
import { type FitProblem, chooseUnit, splitUnit } from './regression-data';
import { FIT_FORMAT, FIT_VERSION, type FitOutcome, type ModelIdentity, modelHead } from './fit-cases';

/** Columns, and the model file's names for them. */
const LEVEL_COLUMNS = [
  ['operation', 'Operation'],
  ['size', 'Data size'],
  ['type', 'Data type'],
  ['device', 'Device'],
] as const;

/** Chains in the order of their options, by `sampleChain`. */
export type SampleChains = (model: LevelModel, options: readonly ChainOptions[]) => Promise<readonly Chain[]>;

export interface LevelTable {
  readonly text: string;
  readonly fileName: string;
}

export interface LevelFitRequest extends CaseOptions {
  /** The tables of one machine each, as `calibrate` writes them, or of several machines: all make one fit. */
  readonly tables: readonly LevelTable[];
  /** True where the joules stand for CPU time, which no unit says. */
  readonly isProxy?: boolean;
  readonly seed: number;
  readonly chains: number;
  readonly warmup: number;
  readonly draws: number;
}

export async function fitLevels(request: LevelFitRequest, sampleChains: SampleChains): Promise<FitOutcome> {
  const { tables, seed, chains: count, warmup, draws } = request;
  const fileName = tables.map((table) => table.fileName).join(', ');
  const { measurements, problems, ...pooled } = poolMeasurements(request);
  const isProxy = pooled.isProxy || request.isProxy === true;
  if (problems.some(({ severity }) => severity === 'error') || measurements.length === 0) return { problems };
  const model = buildLevelModel(
    LEVEL_COLUMNS.map(([, category]) => category),
    measurements,
  );
  const chains = await sampleChains(
    model,
    Array.from({ length: count }, (_, chain) => ({ seed: seed * count + chain, warmup, draws })),
  );
  const analysis = analyzePosterior(model, chains, seed);
  const priors = analysis.effects.filter(({ isPrior }) => isPrior);
  const all: readonly FitProblem[] = [
    ...problems,
    ...priors.map(({ category, name }): FitProblem => ({
      severity: 'warning',
      message: `${fileName}: ${category} ${name}: the data say next to nothing of it by itself, only of its sums with others`,
    })),
  ];
  return {
    account: describe(request, model, analysis, isProxy, all),
    checks: analysis.checks,
    problems: all,
    toModelFile: (identity) =>
      describeModel(model, analysis, identity, isProxy, fileName, thinChains(model, chains, analysis)),
  };
}

const DEVICE = LEVEL_COLUMNS.findIndex(([column]) => column === 'device');

/** Machines are told apart by their devices' names. */
function poolMeasurements({ tables, ...options }: LevelFitRequest): {
  readonly measurements: readonly LevelMeasurement[];
  readonly isProxy: boolean;
  readonly problems: readonly FitProblem[];
} {
  const problems: FitProblem[] = [];
  const owners = new Map<string, string>();
  const read = tables.map(({ text, fileName }) => {
    const table = readTable(text, fileName);
    if ('problems' in table) {
      problems.push(...table.problems);
      return { measurements: [], isProxy: false };
    }
    const own = readMeasurements(table.table, fileName, options);
    problems.push(...own.problems);
    for (const device of new Set(own.measurements.map(({ levels }) => elementAt(levels, DEVICE)))) {
      const other = owners.get(device);
      if (other !== undefined)
        problems.push({
          severity: 'warning',
          message: `${fileName}: device "${device}" is that of ${other}, too, and counts as the same machine; if it is another, name it with calibrate --device`,
        });
      owners.set(device, other ?? fileName);
    }
    return own;
  });
  const proxies = read.filter(({ isProxy }) => isProxy).length;
  if (proxies > 0 && proxies < read.length)
    problems.push({
      severity: 'error',
      message:
        'some tables have energies of a meter, others times that stand in for them: their joules don’t compare',
    });
  return { measurements: read.flatMap((own) => own.measurements), isProxy: proxies > 0, problems };
}

function describe(
  { seed, chains, warmup, draws }: LevelFitRequest,
  { measurements, unit, priors }: LevelModel,
  { covariance, ...analysis }: PosteriorAnalysis,
  isProxy: boolean,
  problems: readonly FitProblem[],
): object {
  return {
    format: FIT_FORMAT,
    version: FIT_VERSION,
    method: 'bayes',
    unit: 'J',
    isProxy,
    measurements,
    sampler: { seed, chains, warmup, draws },
    priors: { ...priors, unit },
    ...analysis,
    covariance: analysis.effects.map((_, i) => [
      ...covariance.subarray(i * analysis.effects.length, (i + 1) * analysis.effects.length),
    ]),
    problems: problems.map(({ message }) => message),
  };
}

/** The number of draws of each chain that the model's report keeps: enough to see that the chains mix. */
const KEPT_DRAWS = 100;

interface KeptDraws {
  readonly name: string;
  /** The kept draws of each chain, in joules. */
  readonly draws: readonly (readonly number[])[];
}

/** Scales and noise first: they are what mixes worst. */
function thinChains(
  model: LevelModel,
  chains: readonly Chain[],
  { effects, scales, noise }: PosteriorAnalysis,
): readonly KeptDraws[] {
  const { size } = layOut(model);
  const named = [...effects, ...scales, noise].map(({ category, name }, parameter) => ({
    name: category === '' ? name : `${category}: ${name}`,
    parameter,
  }));
  return [...named.slice(effects.length), ...named.slice(0, effects.length)].map(({ name, parameter }) => ({
    name,
    draws: chains.map(({ draws }) => {
      const rows = draws.length / size;
      const every = Math.max(1, Math.floor(rows / KEPT_DRAWS));
      return Array.from({ length: Math.min(rows, KEPT_DRAWS) }, (_, row) =>
        Number((at(draws, row * every * size + parameter) * model.unit).toPrecision(4)),
      );
    }),
  }));
}

function describeModel(
  model: LevelModel,
  { effects, noise, cells, covariance, checks, priorRange }: PosteriorAnalysis,
  identity: ModelIdentity,
  isProxy: boolean,
  fileName: string,
  kept: readonly KeptDraws[],
): string {
  const name = fileName.replaceAll(/(?<![^,])[^,]*[/\\]/g, ' ').trim();
  const source = `posterior of ${model.measurements} measurements of ${name}`;
  const head = {
    ...modelHead('additive', identity, source, isProxy),
    noiseSd: noise.mean,
    devices: effects.flatMap((effect) => (effect.category === 'Device' ? [effect.name] : [])),
    checks,
    fit: {
      method: 'bayes',
      isProxy,
      measurements: model.measurements,
      priorRange,
      residuals: cells.map(({ measured, mean }) => [measured, mean]),
      chains: kept,
    },
    parameters: effects.map(({ category, name: level, mean }, i) => ({
      category,
      name: level,
      mean,
      sd: Math.sqrt(at(covariance, i * effects.length + i)),
    })),
  };
  return formatModelFile(head, covariance, [...effects.keys()]);
}

const MAX_PROBLEMS = 5;

interface ReadMeasurements {
  readonly measurements: readonly LevelMeasurement[];
  readonly isProxy: boolean;
  readonly problems: readonly FitProblem[];
}

/**
 * Reads a table of measured patterns. Columns: `operation`, `size`, `type`, `device` (levels; an empty cell
 * takes none), `energy` or `y` with its unit, optionally `pattern`. Tables of several machines are put together
 * by their devices' names.
 */
export function readMeasurements(
  { names, rows }: NamedTable,
  fileName: string,
  options: CaseOptions = {},
): ReadMeasurements {
  const problems: FitProblem[] = [];
  const fail = (message: string): void => {
    if (problems.length < MAX_PROBLEMS)
      problems.push({ severity: 'error', message: `${fileName}: ${message}` });
  };
  const nothing = (isProxy: boolean): ReadMeasurements => ({ measurements: [], isProxy, problems });
  const places = LEVEL_COLUMNS.map(([column]) => names.indexOf(column));
  const energyPlace = names.findIndex((name) => ['energy', 'y'].includes(splitUnit(name).name));
  const missing = LEVEL_COLUMNS.filter((_, k) => elementAt(places, k) < 0).map(([column]) => column);
  if (missing.length > 0)
    fail(
      `has no column ${missing.join(', ')}: the method bayes takes a row for each measurement of a pattern, with operation, size, type, device and energy [J]`,
    );
  if (energyPlace < 0) fail('has no column energy, as energy [J]');
  if (problems.length > 0) return nothing(false);
  const energyColumn = elementAt(names, energyPlace);
  const unit = chooseUnit(energyColumn, options.unit, options.watts);
  if ('problem' in unit) {
    fail(unit.problem);
    return nothing(false);
  }
  const patternPlace = names.indexOf('pattern');
  const measurements = rows.map(({ line, cells }): LevelMeasurement => {
    const levels = places.map((place) => cells[place]?.trim() ?? '');
    const text = cells[energyPlace]?.trim() ?? '';
    const energy = parseNumber(text) * unit.factor;
    if (!Number.isFinite(energy))
      fail(
        `row ${line}, column ${energyColumn}: ${text === '' ? 'nothing' : `"${text.slice(0, 30)}"`} stands where an energy is expected; measure it again or remove the row`,
      );
    if (levels[0] === '') fail(`row ${line}, column operation: no operation is named`);
    const pattern = patternPlace < 0 ? '' : (cells[patternPlace]?.trim() ?? '');
    return {
      pattern: pattern === '' ? levels.slice(0, 3).filter(Boolean).join(' ') : pattern,
      levels,
      energy,
    };
  });
  if (measurements.length === 0) fail('has no measurement: one row each is expected');
  const total = measurements.reduce((sum, { energy }) => sum + energy, 0);
  if (problems.length === 0 && total <= 0)
    fail(
      `column ${energyColumn}: energies are 0 or below on average; was too much subtracted for the empty loop?`,
    );
  if (problems.length > 0) return nothing(unit.isProxy);
  return {
    measurements,
    isProxy: unit.isProxy,
    problems:
      unit.warning === undefined ? [] : [{ severity: 'warning', message: `${fileName}: ${unit.warning}` }],
  };
}
