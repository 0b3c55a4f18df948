/**
 * eCalc's cost functions (table II) from the measurements of a calibration: of each JVM instruction from its loop, of
 * library methods from what is left of benchmarks that call them.
 *
 * Sits in `models/`, wiring `models/calibrate/` to `models/fit/` and the model format of `cost/`. C_A and C_Sys are
 * a + b · size.
 */
import { at, withDefined } from '../../base/check';
import { groupBy } from '../../base/groups';
import type { Joules } from '../../base/units';
import { listSome } from '../../words/text-sections';
import { classifyCost, type ModelCost, writeInstructionModel } from '../fit/cost-rows';
import { modelHead } from '../fit/fit-cases';
import { calibrateByLoops, type InstructionLoop } from '../fit/fit-loops';
import type { ModelCheck } from '../fit/fit-regression';
import { fitSparse } from '../solve/sparse-fit';
import type { Benchmark, LoopOfInstruction } from './benchmark';
import { elementsOf, energiesOfRounds } from './cases';
import { type CalibrationIdentity, checkMeasured } from './fit-calibration';
import { INVOCATION } from './count-benchmarks';
import { LOOP } from './instruction-loops';
import type { CalibrationJournal } from './journal';

export interface InstructionFit {
  readonly costs: readonly ModelCost[];
  /** Instructions whose loop took less than what runs beside them in it: they cost nothing that can be told. */
  readonly belowNothing: readonly string[];
  /** The instructions that benchmarks executed and no loop measures. */
  readonly unknown: readonly string[];
  readonly checks: readonly ModelCheck[];
  readonly cases: number;
}

interface SolvedCost {
  readonly mean: Joules;
  readonly sd: Joules;
}

/** Instructions that cost less than nothing, of all: more of them say that the machine was not quiet. */
const MOST_BELOW = 0.1;

/** Undefined where the loops determine nothing. */
export function fitInstructions(
  journal: CalibrationJournal,
  benchmarks: readonly Benchmark[],
): InstructionFit | undefined {
  const energies = energiesOfRounds(journal);
  const loops = benchmarks.flatMap(({ name, loop }): readonly InstructionLoop[] => {
    const middle = energies.get(name);
    return loop === undefined || middle === undefined ? [] : [toLoop(name, loop, middle, journal)];
  });
  const solved = calibrateByLoops(loops);
  if (solved.names.length < 2) return undefined;
  const size = solved.names.length;
  const found = new Map(
    solved.names.map((name, j): readonly [string, SolvedCost] => {
      const mean = at(solved.costs, j);
      const sd = Math.sqrt(Math.max(0, at(solved.covariance, j * (size + 1))));
      return [name, mean < 0 ? { mean: 0, sd: Math.hypot(sd, mean) } : { mean, sd }];
    }),
  );
  const belowNothing = solved.names.filter((_, j) => at(solved.costs, j) < 0);
  const ofInstructions = rowsOf(found);
  const known = knownCosts(ofInstructions);
  const { costs: ofLibrary, unknown } = fitLibrary(journal, benchmarks, energies, known);
  return {
    costs: [...ofInstructions, ...ofLibrary],
    belowNothing,
    unknown,
    cases: benchmarks.filter(({ name }) => energies.has(name)).length,
    checks: [checkMeasured(journal, benchmarks), checkCosts(belowNothing, size)],
  };
}

function toLoop(
  name: string,
  { instruction, executions, needs, pairedWith }: LoopOfInstruction,
  middle: Joules,
  { measurements, rounds }: CalibrationJournal,
): InstructionLoop {
  const own = measurements.filter((each) => each.name === name);
  const runs = rounds.get(name) ?? 1;
  return {
    name: instruction,
    rounds: runs * executions,
    energies: own.map(({ energy }) => energy),
    middle: middle * runs,
    needs,
    ...withDefined({ pairedWith }),
  };
}

/** The costs of loops as rows of a model: those of one allocation over sizes become one row. */
function rowsOf(found: ReadonlyMap<string, SolvedCost>): readonly ModelCost[] {
  const named = [...found].filter(([name]) => name !== LOOP);
  return Array.from(
    groupBy(named, ([name]) => name.split(' ', 1)[0] ?? ''),
    ([name, all]): readonly ModelCost[] => {
      const kind = classifyCost(name)?.kind;
      if (kind === undefined) return [];
      const points = all.map(([title, cost]) => ({ size: Number(title.split(' ')[1] ?? 0), ...cost }));
      return [{ name, kind, ...overSizes(points) }];
    },
  ).flat();
}

/** a + b · size by least squares; with one size there is no b. */
function overSizes(
  points: readonly (SolvedCost & { readonly size: number })[],
): SolvedCost & { readonly perSize: Joules } {
  const mean = (of: (point: SolvedCost & { readonly size: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [size, cost] = [mean((each) => each.size), mean((each) => each.mean)];
  const spread = mean((each) => (each.size - size) ** 2);
  const slope = spread === 0 ? 0 : mean((each) => (each.size - size) * (each.mean - cost)) / spread;
  const perSize = Math.max(0, slope);
  const start = Math.max(0, cost - perSize * size);
  const off = mean((each) => (each.mean - start - perSize * each.size) ** 2);
  return { mean: start, sd: Math.sqrt(off + mean((each) => each.sd ** 2)), perSize };
}

/** The costs of what a benchmark in Java executes around its library calls, by the names of its counts. */
function knownCosts(rows: readonly ModelCost[]): ReadonlyMap<string, Joules> {
  const calls = rows.filter(({ kind }) => kind === 'invocation');
  return new Map([
    ...rows.flatMap(({ name, mean, perSize }): readonly (readonly [string, Joules])[] => [
      [name, mean],
      [elementsOf(name), perSize],
    ]),
    [INVOCATION, calls.reduce((sum, { mean }) => sum + mean, 0) / calls.length],
  ]);
}

function fitLibrary(
  { counts, rounds }: CalibrationJournal,
  benchmarks: readonly Benchmark[],
  energies: ReadonlyMap<string, Joules>,
  known: ReadonlyMap<string, Joules>,
): { readonly costs: readonly ModelCost[]; readonly unknown: readonly string[] } {
  const unknown = new Set<string>();
  const places = new Map<string, number>();
  const placeOf = (name: string): number => {
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  };
  const cases = benchmarks.flatMap(({ name, kind }) => {
    const energy = energies.get(name);
    const runs = rounds.get(name) ?? 1;
    if (kind !== 'library' || energy === undefined || energy <= 0) return [];
    const row = Object.entries(counts?.instructions[name] ?? {});
    const isLibrary = (each: string): boolean =>
      classifyCost(each.replace(/ per element$/, ''))?.kind === 'library';
    const strange = row.filter(([each]) => !known.has(each) && !isLibrary(each));
    for (const [each] of strange) unknown.add(each);
    // Calls that the JVM links by itself: what they take is not known, and would be the method's.
    if (strange.length > 0) return [];
    return [
      {
        energy,
        known: row.reduce((sum, [each, count]) => sum + (known.get(each) ?? 0) * (count / runs), 0),
        entries: row
          .filter(([each, count]) => isLibrary(each) && count > 0)
          .map(([each, count]): readonly [number, number] => [placeOf(each), count / runs]),
      },
    ];
  });
  const { coefficients, covariance } = fitSparse(cases, places.size);
  const rows = [...places].flatMap(([name, j]): readonly ModelCost[] => {
    if (name.endsWith(elementsOf(''))) return [];
    const elements = places.get(elementsOf(name));
    return [
      {
        name,
        kind: 'library',
        mean: at(coefficients, j),
        sd: Math.sqrt(Math.max(0, at(covariance, j * (places.size + 1)))),
        perSize: elements === undefined ? 0 : at(coefficients, elements),
      },
    ];
  });
  return { costs: rows, unknown: [...unknown] };
}

function checkCosts(belowNothing: readonly string[], all: number): ModelCheck {
  return {
    name: 'costs',
    passed: belowNothing.length <= all * MOST_BELOW,
    message:
      belowNothing.length === 0
        ? 'no instruction costs less than nothing'
        : `${belowNothing.length} of ${all} instructions take less than what runs beside them in their loops, and cost 0: ${listSome(belowNothing)}`,
  };
}

export function writeLoopModel(
  { costs, belowNothing, unknown, cases, checks }: InstructionFit,
  { setup, cycles, ...identity }: CalibrationIdentity,
): string {
  const { machine, mode, jvm, power, isProxy } = setup;
  const source = `calibrated on this machine by loops of instructions (eCalc): ${cases} benchmarks in ${cycles} cycles, ${power}`;
  const head = {
    ...modelHead('ecalc', { ...identity, machine, mode, isLocal: true }, source, isProxy),
    jvm,
    checks,
    fit: { method: 'loops', isProxy, cases, belowNothing, unknown },
  };
  return writeInstructionModel(head, costs);
}
