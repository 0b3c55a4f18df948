/**
 * eCalc's own calibration of a table of cases: each case a loop in which all but
 * one cost is known.
 *
 * Sits in `models/`, wiring `models/fit/calibrate-by-loops.ts` to tables. Cases
 * with the same counts are runs of one loop. The costs around an operation are
 * subtracted in the order in which they become known; where two operations are
 * left that always run together, a call and its return, each gets half of the
 * rest (section III).
 */
import { listSome } from '../../words/text-sections';
import { counted } from '../../base/counted';
import { at, withDefined } from '../../base/check';
import { areInstructions, type ModelCost, toCostRows, whyNoModel, writeInstructionModel } from './cost-rows';
import { formatModelFile } from '../../cost/model/model-file';
import type { ModelCheck } from './fit-regression';
import { readCases, type CaseOptions } from './read-cases';
import { readTable } from './read-table';
import { type FitProblem, type RegressionData } from './regression-data';
import type { Joules } from '../../base/units';
import { baseName, FIT_FORMAT, FIT_VERSION, type FitOutcome, modelHead } from './fit-cases';

export interface LoopFitRequest extends CaseOptions {
  readonly text: string;
  readonly fileName: string;
  /** True where the joules stand for CPU time, which no unit says. */
  readonly isProxy?: boolean;
}

/** Runs with the same counts. */
interface RepeatedRuns {
  readonly counts: ReadonlyMap<string, number>;
  readonly energies: Joules[];
}

export function fitLoops(request: LoopFitRequest): FitOutcome {
  const { text, fileName } = request;
  const read = readTable(text, fileName);
  if ('problems' in read) return read;
  const { data, problems: found, ...cases } = readCases(read.table, fileName, request);
  if (data === undefined) return { problems: found };
  const isProxy = cases.isProxy || request.isProxy === true;
  const { loops, unknown } = orderLoops(gatherLoops(data));
  const { names, costs, covariance, problems: warnings } = calibrateByLoops(loops);
  const problems: readonly FitProblem[] = [
    ...found,
    ...warnings.map(({ severity, message }) => ({ severity, message: `${fileName}: ${message}` })),
    ...(unknown.length === 0
      ? []
      : [
          {
            severity: 'warning' as const,
            message: `${fileName}: ${listSome(unknown)}: no loop has all known but one, so that they have no cost; a regression (--method nnls) needs no such order`,
          },
        ]),
  ];
  if (names.length === 0)
    return {
      problems: [
        ...problems,
        { severity: 'error', message: `${fileName}: there is no loop of one operation alone to begin with` },
      ],
    };
  const size = names.length;
  const errors = names.map((_, j) => Math.sqrt(Math.max(0, at(covariance, j * size + j))));
  const named = (values: ArrayLike<number>): object =>
    Object.fromEntries(names.map((name, j) => [name, values[j]]));
  const { rows, isOfInstructions, ...model } = asModelRows(
    names.map((name, j) => ({ name, mean: at(costs, j), sd: at(errors, j) })),
    fileName,
  );
  if (model.problems.some(({ severity }) => severity === 'error'))
    return { problems: [...problems, ...model.problems] };
  const negative = names.filter((_, j) => at(costs, j) < 0);
  const checks: readonly ModelCheck[] = [
    {
      name: 'costs',
      passed: negative.length === 0,
      message:
        negative.length === 0
          ? 'no operation costs less than nothing'
          : `${listSome(negative)} cost${negative.length === 1 ? 's' : ''} less than nothing: too much was subtracted, or the loops are too short`,
    },
  ];
  const order = loops.map(({ name, needs, pairedWith }) => ({
    name,
    ...withDefined({ pairedWith }),
    needs: needs.map((need) => need.name),
  }));
  const source = `loops of ${baseName(fileName)}, each less what is known of it (eCalc)`;
  return {
    problems: [...problems, ...model.problems],
    checks,
    account: {
      format: FIT_FORMAT,
      version: FIT_VERSION,
      method: 'loops',
      unit: 'J',
      isProxy,
      coefficients: named(costs),
      standardErrors: named(errors),
      order,
      withoutCost: unknown,
      checks,
      problems: problems.map(({ message }) => message),
    },
    toModelFile: (identity) => {
      const head = { checks, fit: { method: 'loops', isProxy, cases: data.cases.length } };
      if (isOfInstructions)
        return writeInstructionModel({ ...modelHead('ecalc', identity, source, isProxy), ...head }, rows);
      return formatModelFile(
        {
          ...modelHead('per-operation', identity, source, isProxy),
          ...head,
          operations: names.map((name, j) => ({ name, mean: at(costs, j), sd: errors[j] })),
        },
        covariance,
        [...names.keys()],
      );
    },
  };
}

/** The costs as rows of a model of JVM instructions, if they are that, and what is wrong with them as such. */
function asModelRows(
  costs: Parameters<typeof toCostRows>[0],
  fileName: string,
): {
  readonly rows: readonly ModelCost[];
  readonly isOfInstructions: boolean;
  readonly problems: readonly FitProblem[];
} {
  const { rows, others } = toCostRows(costs);
  const isOfInstructions = areInstructions(rows);
  const problems: FitProblem[] = [];
  const say = (severity: FitProblem['severity'], message: string): number =>
    problems.push({ severity, message: `${fileName}: ${message}` });
  if (isOfInstructions) {
    const reason = whyNoModel(rows, 'no loop finds');
    if (reason !== undefined) say('error', reason);
    if (others.length > 0)
      say(
        'warning',
        `${listSome(others)}: subtracted where it runs, and neither an instruction nor a method, so that no model has its cost`,
      );
  }
  return { rows, isOfInstructions, problems };
}

function gatherLoops({ names, counts, energies }: RegressionData): readonly RepeatedRuns[] {
  const loops = new Map<string, RepeatedRuns>();
  for (let i = 0; i < counts.rows; i++) {
    const row = counts.values.subarray(i * counts.columns, (i + 1) * counts.columns);
    const known = loops.get(row.join());
    if (known !== undefined) {
      known.energies.push(at(energies, i));
      continue;
    }
    const own = names.flatMap((name, j): readonly (readonly [string, number])[] =>
      at(row, j) > 0 ? [[name, at(row, j)]] : [],
    );
    loops.set(row.join(), { counts: new Map(own), energies: [at(energies, i)] });
  }
  return [...loops.values()];
}

/** Each loop finds what is left of it when the others are known: the fewest first. */
function orderLoops(all: readonly RepeatedRuns[]): {
  readonly loops: readonly InstructionLoop[];
  readonly unknown: readonly string[];
} {
  const known = new Set<string>();
  const loops: InstructionLoop[] = [];
  const isRepeated = ({ energies }: RepeatedRuns): boolean => energies.length > 1;
  // One run says nothing of how sure a cost is: it serves where nothing else does.
  const waiting = new Set([...all.filter(isRepeated), ...all.filter((loop) => !isRepeated(loop))]);
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const loop of waiting) {
      const left = [...loop.counts].filter(([name]) => !known.has(name));
      const found = left.length === 1 ? left[0] : pairOf(left);
      if (left.length === 0) waiting.delete(loop);
      if (found === undefined) continue;
      const [name, rounds] = found;
      const other = left.find(([each]) => each !== name)?.[0];
      loops.push({
        name,
        rounds,
        energies: loop.energies,
        needs: [...loop.counts]
          .filter(([each]) => known.has(each))
          .map(([each, count]) => ({ name: each, count: count / rounds })),
        ...withDefined({ pairedWith: other }),
      });
      for (const [each] of left) known.add(each);
      waiting.delete(loop);
      isNew = true;
      break;
    }
  }
  const names = new Set(all.flatMap(({ counts }) => [...counts.keys()]));
  return { loops, unknown: [...names].filter((name) => !known.has(name)) };
}

/** A call and its return, as often as each other; the call first. */
function pairOf(left: readonly (readonly [string, number])[]): readonly [string, number] | undefined {
  if (left.length !== 2) return undefined;
  const call = left.find(([name]) => /^(?:invoke|MethodInvocation|invocation)/.test(name));
  const back = left.find(([name]) => /^Return|return$/.test(name));
  return call !== undefined && back !== undefined && call[1] === back[1] ? call : undefined;
}

export interface InstructionLoop {
  readonly name: string;
  /** 20 million in the paper. */
  readonly rounds: number;
  /** The energy of each run of the whole loop, in joules; the paper has ten runs. */
  readonly energies: readonly Joules[];
  /** The energy of a run less what others did meanwhile; if absent, the mean of all runs. */
  readonly middle?: Joules;
  /** The other instructions that each round executes, and how often. */
  readonly needs: readonly { readonly name: string; readonly count: number }[];
  /** The return that goes with this invoke: both get half of what is left. */
  readonly pairedWith?: string;
}

interface LoopCalibration {
  readonly names: readonly string[];
  readonly costs: Float64Array;
  /** Row-major, of the means. */
  readonly covariance: Float64Array;
  readonly problems: readonly FitProblem[];
}

/**
 * Each instruction in a loop of its own ("Estimating Android Applications' CPU Energy Usage via Bytecode
 * Profiling", section III.B). What an instruction needs around it is subtracted, in the order in which costs
 * become known. An invoke and its return only run as a pair: each is half of it. Errors of what is subtracted
 * are shared by all that it is subtracted from, so that the costs come with their covariance.
 *
 * Loops in a circle of needs, and those that need what no loop measures, have no cost and are named.
 */
export function calibrateByLoops(loops: readonly InstructionLoop[]): LoopCalibration {
  const problems: FitProblem[] = [];
  const warn = (message: string): number => problems.push({ severity: 'warning', message });
  const usable = loops.filter((loop) => isUsable(loop, warn));
  // Each cost is a combination of measured rounds: its coefficients give the covariance.
  const known = new Map<string, Float64Array>();
  let waiting = usable;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs }) => needs.every(({ name }) => known.has(name)));
    if (ready.length === 0) break;
    for (const loop of ready) {
      const combination = new Float64Array(usable.length);
      combination[usable.indexOf(loop)] = 1;
      for (const { name, count } of loop.needs)
        known.get(name)?.forEach((value, k) => {
          combination[k] = at(combination, k) - count * value;
        });
      const own = loop.pairedWith === undefined ? combination : combination.map((value) => value / 2);
      for (const name of [loop.name, ...(loop.pairedWith === undefined ? [] : [loop.pairedWith])]) {
        if (known.has(name)) warn(`${name}: measured by several loops; the first of them counts`);
        else known.set(name, own);
      }
    }
    waiting = waiting.filter((loop) => !ready.includes(loop));
  }
  for (const { name, needs } of waiting) {
    const missing = needs.filter((need) => !known.has(need.name)).map((need) => need.name);
    warn(`${name}: its loop also executes ${missing.join(', ')}, which no loop measures before it: no cost`);
  }
  const names = [...known.keys()];
  const combinations = [...known.values()];
  const means = usable.map(({ rounds, energies, middle }) => (middle ?? meanOf(energies)) / rounds);
  const variances = usable.map(
    ({ rounds, energies }) => varianceOf(energies) / (energies.length * rounds * rounds),
  );
  const costs = Float64Array.from(combinations, (combination) =>
    combination.reduce((sum, value, k) => sum + value * at(means, k), 0),
  );
  const covariance = Float64Array.from({ length: names.length ** 2 }, (_, place) => {
    const one = at(combinations, Math.floor(place / names.length));
    const other = at(combinations, place % names.length);
    return variances.reduce((sum, variance, k) => sum + at(one, k) * at(other, k) * variance, 0);
  });
  costs.forEach((cost, j) => {
    if (cost < 0)
      warn(
        `${at(names, j)}: ${cost} J, less than nothing: what was subtracted is too much, or the loops too short`,
      );
  });
  return { names, costs, covariance, problems };
}

function isUsable({ name, rounds, energies }: InstructionLoop, warn: (message: string) => number): boolean {
  if (!(rounds > 0)) warn(`${name}: a loop of ${rounds} rounds measures nothing`);
  else if (energies.length < 2)
    warn(
      `${name}: ${counted(energies.length, 'run says', 'runs say')} nothing of how sure the cost is: run it again`,
    );
  else if (!energies.every((energy) => Number.isFinite(energy) && energy >= 0))
    warn(`${name}: an energy of its runs is no number, or below 0: measure it again`);
  else return true;
  return false;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}
