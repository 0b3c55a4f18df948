/**
 * Builds the bundled model of compiled code, and prints how well it predicts programs that are left out of the fit. Run
 * it by `node scripts/build-compiled-model.mjs [--folder DIR]`; it writes `media/models/x64-openjdk25-compiled.json`, with
 * a folder of `heat.mjs` the table below before it.
 *
 * `scripts/models/compiled-methods.csv` has the hottest methods of the programs of `test/bench/heat-programs.mjs`: the
 * samples that the recorder of OpenJDK 25 took in each (library calls included, `test/bench/heat/Samples.java`), its
 * part of the main thread's CPU time in one run, in ns, and how often one run executes each operation, those of library
 * bodies included.
 *
 * A method takes Σ count × cost, times an error that is lognormal. The logarithm of each cost is Gaussian around that of
 * its weight below. A compiler treats methods of one program alike, so that each program counts as one case. The costs
 * are those of the posterior's mode, their deviations those of its Laplace approximation.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { at, present } from '../server/src/base/check';
import { collectMethods } from './models/collect-methods';
import { spearman } from '../server/src/base/statistics';
import { addTransferError } from '../server/src/cost/model/transfer-error';
import { judgeMethods, type ObservedProgram } from '../server/src/profile/account/judge-methods';
import { decompose, solveLower, solveLowerTransposed } from '../server/src/models/solve/matrix';

const source = 'scripts/models/compiled-methods.csv';
const target = 'media/models/x64-openjdk25-compiled.json';
/** The day on which the methods were recorded. */
const RECORDED = '2026-11-23';
const WATTS = 10;
const JOULES_OF_NANOSECOND = WATTS * 1e-9;

/** Costs before any case, beside that of any other operation. They are rough, and a deviation of 1 is a factor of 2.7. */
const WEIGHTS: readonly (readonly [name: RegExp, weight: number])[] = [
  [/ per element$/, 0.1],
  [/^(?:Assign|Parameter|Return|BlockGoto)$/, 0.3],
  [/^(?:Division|Modulo|NewObject|NewArray|LambdaCreation)$/, 5],
  [/^Monitor/, 10],
  [/^(?:NewMultiArray|Throw)$/, 20],
  [/^MethodInvocation_(?:virtual|interface)$/, 2],
  [/^MethodInvocation_/, 1.5],
  [/^NativeCall$/, 3],
];
const PRIOR_DEVIATION = 1;
const ROUNDS = 30;
const LARGEST_STEP = 1;

/** Operations that cost the same once compiled. */
const SAME_COST: Readonly<Record<string, string>> = { Assign: 'Declaration', Increment: 'Decrement' };

interface Case {
  readonly program: string;
  readonly nanoseconds: number;
  readonly counts: readonly (readonly [column: number, count: number])[];
}

interface Fit {
  /** The logarithms of costs in ns. */
  readonly costs: Float64Array;
  readonly deviations: Float64Array;
}

function readCases(): { readonly columns: readonly string[]; readonly cases: readonly Case[] } {
  const [head = '', ...lines] = readFileSync(source, 'utf8').trim().split('\n');
  const columns = head.split(',').slice(4);
  const cases = lines.map((line): Case => {
    const [program = '', , , nanoseconds, ...counts] = line.split(',');
    const filled = counts.map((count, column) => [column, Number(count)] as const);
    return { program, nanoseconds: Number(nanoseconds), counts: filled.filter(([, count]) => count > 0) };
  });
  return { columns, cases };
}

function fit(columns: readonly string[], cases: readonly Case[]): Fit {
  const weights = columns.map((name) => Math.log(WEIGHTS.find(([pattern]) => pattern.test(name))?.[1] ?? 1));
  const ofProgram = new Map<string, number>();
  for (const { program } of cases) ofProgram.set(program, (ofProgram.get(program) ?? 0) + 1);
  const size = columns.length + 1;
  // One more for all costs together, of which nothing is known ahead.
  const unknowns = new Float64Array(size);
  const costsOf = (): Float64Array =>
    Float64Array.from(weights, (weight, column) => weight + at(unknowns, column) + at(unknowns, size - 1));
  let information = new Float64Array();
  for (let round = 0; round < ROUNDS; round++) {
    const costs = costsOf();
    information = new Float64Array(size * size);
    const step = new Float64Array(size);
    for (let column = 0; column < size - 1; column++) {
      information[column * (size + 1)] = PRIOR_DEVIATION ** -2;
      step[column] = -at(unknowns, column) * PRIOR_DEVIATION ** -2;
    }
    for (const each of cases) {
      const weight = 1 / present(ofProgram.get(each.program), 'the size of a program');
      const predicted = predict(each, costs);
      const error = Math.log(each.nanoseconds / predicted);
      const parts = each.counts.map(
        ([column, count]) => [column, (count * Math.exp(at(costs, column))) / predicted] as const,
      );
      const all = [...parts, [size - 1, 1] as const];
      for (const [row, part] of all) {
        step[row] = at(step, row) + weight * error * part;
        for (const [column, other] of all)
          information[row * size + column] = at(information, row * size + column) + weight * part * other;
      }
    }
    decompose(information, size);
    solveLower(information, size, step);
    solveLowerTransposed(information, size, step);
    step.forEach((value, index) => {
      unknowns[index] = at(unknowns, index) + Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, value));
    });
  }
  const deviations = Float64Array.from(columns, (_, column) => {
    const ofCost = new Float64Array(size);
    ofCost[column] = 1;
    ofCost[size - 1] = 1;
    solveLower(information, size, ofCost);
    return Math.sqrt(ofCost.reduce((sum, value) => sum + value ** 2, 0));
  });
  return { costs: costsOf(), deviations };
}

const predict = ({ counts }: Case, costs: Float64Array): number =>
  counts.reduce((sum, [column, count]) => sum + count * Math.exp(at(costs, column)), 0);

const middleOf = (values: readonly number[]): number =>
  at(
    [...values].sort((a, b) => a - b),
    values.length >> 1,
  );

/** The errors of each program by a fit to all others, as logarithms of measured by predicted. */
function leaveOut(
  columns: readonly string[],
  cases: readonly Case[],
): {
  readonly ofMethods: readonly number[];
  readonly ofTotals: readonly number[];
  readonly programs: readonly ObservedProgram[];
} {
  const programs = [...new Set(cases.map(({ program }) => program))];
  const errors = programs.map((left) => {
    const own = cases.filter(({ program }) => program === left);
    const { costs } = fit(
      columns,
      cases.filter(({ program }) => program !== left),
    );
    const predicted = own.map((each) => predict(each, costs));
    const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
    const ofTotal = Math.log(sumOf(own.map(({ nanoseconds }) => nanoseconds)) / sumOf(predicted));
    const ofMethods = own.map(({ nanoseconds }, index) => Math.log(nanoseconds / at(predicted, index)));
    const rank = spearman(
      predicted,
      own.map(({ nanoseconds }) => nanoseconds),
    );
    console.log(
      `${left.padEnd(18)} ${own.length} methods, Spearman ${rank.toFixed(2)}, total × ${Math.exp(-ofTotal).toFixed(2)}, median factor ${Math.exp(middleOf(ofMethods.map(Math.abs))).toFixed(2)}`,
    );
    const methods = own.map(({ nanoseconds }, index) => ({
      predicted: at(predicted, index),
      measured: nanoseconds,
    }));
    return { ofTotal, ofMethods, program: { name: left, methods } };
  });
  return {
    ofMethods: errors.flatMap(({ ofMethods }) => ofMethods),
    ofTotals: errors.map(({ ofTotal }) => ofTotal),
    programs: errors.map(({ program }) => program),
  };
}

const folder = process.argv.indexOf('--folder');
if (folder >= 0) writeFileSync(source, collectMethods(at(process.argv, folder + 1)));
const { columns, cases } = readCases();
const errors = leaveOut(columns, cases);
const judged = present(judgeMethods(errors.programs), 'methods');
const factor = Math.exp(middleOf(errors.ofMethods.map(Math.abs)));
const relativeSd = Math.sqrt(
  errors.ofTotals.reduce((sum, error) => sum + error ** 2, 0) / errors.ofTotals.length,
);
console.log(
  `${cases.length} methods of ${errors.ofTotals.length} programs, each left out: Spearman ${judged.rank.toFixed(2)}, median factor ${factor.toFixed(2)}, as shares nine tenths of the energy ± ${(100 * judged.off).toFixed(0)} %, deviation of totals ${relativeSd.toFixed(2)}`,
);
const { costs, deviations } = fit(columns, cases);
const short = (value: number): number => Number(value.toPrecision(3));
const operations = columns.flatMap((name, column) => {
  const mean = Math.exp(at(costs, column)) * JOULES_OF_NANOSECOND;
  const sd = mean * Math.sqrt(Math.expm1(at(deviations, column) ** 2));
  return [name, SAME_COST[name]]
    .filter((each) => each !== undefined)
    .map((each) => ({ name: each, mean: short(mean), sd: short(sd) }));
});
const head = {
  format: 'jouleline-cost-model',
  version: 1,
  kind: 'per-operation',
  id: 'x64-openjdk25-compiled',
  title: `x86-64, OpenJDK 25, compiled (CPU time at ${WATTS} W as proxy)`,
  machine: `x86-64, CPU time at ${WATTS} W as proxy`,
  mode: 'jit',
  jvm: 'OpenJDK 25, compiled, on an AMD EPYC',
  source: `fitted to samples of ${cases.length} methods of ${errors.ofTotals.length} programs; CPU time at ${WATTS} W stands in for a meter: a proxy. Methods of programs left out of the fit took a factor of ${factor.toFixed(1)} more or less (median)`,
  unit: 'J',
  relativeSd: short(relativeSd),
  covariance: 'independence assumed',
};
const lines = operations.map((each) => `    ${JSON.stringify(each)}`);
const text = JSON.stringify(head, undefined, 2).replace(/\n\}$/, '');
const file = `${text},\n  "operations": [\n${lines.join(',\n')}\n  ]\n}\n`;
writeFileSync(
  target,
  addTransferError(file, { ran: 'jit', jvm: '25', machine: 'AMD EPYC', date: RECORDED, ...judged }),
);
