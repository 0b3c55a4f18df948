/**
 * eCalc's own calibration: each instruction in a loop of its own.
 *
 * Sits in `models/`; "Estimating Android Applications' CPU Energy Usage via
 * Bytecode Profiling", section III.B. A loop is run several times; what an
 * instruction needs around it (operands pushed, the loop itself) is subtracted,
 * in the order in which costs become known. An invoke and its return only run
 * as a pair: each is half of it. Errors of what is subtracted are shared by all
 * that it is subtracted from, so that the costs come with their covariance.
 */
import type { Joules } from '../../base/units';
import { at } from '../solve/matrix';
import type { FitProblem } from './regression-data';

export interface InstructionLoop {
  readonly name: string;
  /** 20 million in the paper. */
  readonly rounds: number;
  /** The energy of each run of the whole loop, in joules; the paper has ten runs. */
  readonly energies: readonly Joules[];
  /** The other instructions that each round executes, and how often. */
  readonly needs: readonly { readonly name: string; readonly count: number }[];
  /** The return that goes with this invoke: both get half of what is left. */
  readonly pairedWith?: string;
}

export interface LoopCalibration {
  readonly names: readonly string[];
  readonly costs: Float64Array;
  /** Row-major, of the means. */
  readonly covariance: Float64Array;
  readonly problems: readonly FitProblem[];
}

/** Loops in a circle of needs, and those that need what no loop measures, have no cost and are named. */
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
  const means = usable.map(({ rounds, energies }) => meanOf(energies) / rounds);
  const variances = usable.map(
    ({ rounds, energies }) => varianceOf(energies) / (energies.length * rounds * rounds),
  );
  const costs = Float64Array.from(combinations, (combination) =>
    combination.reduce((sum, value, k) => sum + value * (means[k] ?? 0), 0),
  );
  const covariance = Float64Array.from({ length: names.length ** 2 }, (_, place) => {
    const one = combinations[Math.floor(place / names.length)];
    const other = combinations[place % names.length];
    return variances.reduce((sum, variance, k) => sum + (one?.[k] ?? 0) * (other?.[k] ?? 0) * variance, 0);
  });
  costs.forEach((cost, j) => {
    if (cost < 0)
      warn(
        `${names[j] ?? ''}: ${cost} J, less than nothing: what was subtracted is too much, or the loops too short`,
      );
  });
  return { names, costs, covariance, problems };
}

function isUsable({ name, rounds, energies }: InstructionLoop, warn: (message: string) => number): boolean {
  if (!(rounds > 0)) warn(`${name}: a loop of ${rounds} rounds measures nothing`);
  else if (energies.length < 2)
    warn(`${name}: ${energies.length} runs say nothing of how sure the cost is: run it again`);
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
