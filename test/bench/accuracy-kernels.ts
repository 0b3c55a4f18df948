/** The functions that `accuracy-kernels.mjs` runs: they are bundled for it, since it runs without a compiler. */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { calibrateMachine } from '../../server/src/tasks/calibrate/calibrate-machine';
import type { CalibrationJournal } from '../../server/src/models/calibrate/journal';
import { listBenchmarks } from '../../server/src/models/calibrate/calibrate';
import { fitInstructions, writeLoopModel } from '../../server/src/models/calibrate/instruction-costs';
import { instructionLoops } from '../../server/src/models/calibrate/instruction-loops';
import { fitCalibration, writeCalibratedModel } from '../../server/src/models/calibrate/fit-calibration';
import type { Benchmark } from '../../server/src/models/calibrate/benchmark';
import { writePatternEnergies } from '../../server/src/models/calibrate/pattern-energies';
import { fitLevels } from '../../server/src/models/fit/fit-levels';
import { createChainSampler } from '../../server/src/tasks/calibrate/sample-chains';
import {
  predictBenchmarks,
  predictByInstructions,
  predictByPosterior,
  type PosteriorPrediction,
  type PredictedBenchmark,
} from './predict-benchmarks';
import { evaluationPrograms, type EvaluationProgram } from './evaluation-programs';

export interface Evaluated extends PredictedBenchmark {
  readonly program: EvaluationProgram;
  /** The energy by eCalc's cost functions, from loops of single instructions, in joules. */
  readonly byInstructions: number;
  readonly withoutInstructionCost: readonly (readonly [string, number])[];
  /** The posterior predictive distribution by the hierarchical model of the patterns. */
  readonly byPosterior: PosteriorPrediction;
  /** The range of nine of ten cycles. */
  readonly spread: { readonly low: number; readonly high: number };
}

export interface AccuracyRequest {
  readonly cycles: number;
  readonly secondsEach: number;
  readonly programs: number;
  readonly javaHome: string;
  /** Keeps the journal, so that an interrupted run goes on. */
  readonly folder: string;
  readonly onProgress: (text: string) => void;
}

/** The error of a benchmark of library calls; `own` is that of the calls alone, without the loop around them. */
export interface LibraryError {
  readonly title: string;
  readonly whole: number;
  readonly own: number;
  /** True if its sizes are summed up, so that its cost is a + b · size. */
  readonly isSized: boolean;
}

/** The models, in the folder that keeps the measurements. */
export const REGRESSION_FILE = 'regression.json';
export const INSTRUCTIONS_FILE = 'ecalc.json';
const POSTERIOR_FILE = 'bayes.json';

/** Short stretches find a processor undisturbed more often: a loop takes 10 to 60 ms. */
const LOOP_EXECUTIONS = 4_000_000;

/** Models and what they are tried on are measured in the same cycles: neither has a quieter machine. */
export async function evaluateOnKernels(request: AccuracyRequest): Promise<{
  readonly evaluated: readonly Evaluated[];
  readonly jvm: string;
  readonly machine: string;
  readonly belowNothing: readonly string[];
  readonly instructions: number;
  readonly leftOut: number;
  readonly unsteadiness: number;
  readonly trained: number;
  readonly library: readonly LibraryError[];
  /** The checks of the hierarchical model. */
  readonly posteriorChecks: readonly string[];
}> {
  const trained = listBenchmarks(request.programs, 1);
  const kernels = evaluationPrograms();
  const loops = instructionLoops(LOOP_EXECUTIONS);
  const places = {
    bundleFolder: `${process.cwd()}/dist`,
    mediaFolder: `${process.cwd()}/media`,
    version: 'bench',
  };
  const { journal, setup, isComplete, problems } = await calibrateMachine(
    {
      ...request,
      benchmarks: [...trained, ...kernels, ...loops],
      mode: 'interpreter',
      seed: 1,
      // What the watts are makes no difference to shares.
      power: { kind: 'cpu-time', watts: 10 },
      onProgress: (progress) => {
        if (typeof progress === 'string') request.onProgress(progress);
        else if (progress.done % 200 === 0)
          request.onProgress(`${progress.phase} ${progress.cycle}: ${progress.done} of ${progress.all}`);
      },
    },
    places,
  );
  if (!isComplete) throw new Error(['not complete: run it again to go on', ...problems].join('\n'));
  const fit = fitCalibration(journal, trained, 1);
  if (fit === undefined) throw new Error('nothing was fitted');
  const text = writeCalibratedModel(fit, { id: 'bench', title: 'bench', setup, cycles: request.cycles });
  const loopFit = fitInstructions(journal, [...trained, ...loops]);
  if (loopFit === undefined) throw new Error('no instruction has a cost');
  const loopText = writeLoopModel(loopFit, { id: 'ecalc', title: 'ecalc', setup, cycles: request.cycles });
  writeFileSync(join(request.folder, REGRESSION_FILE), text);
  writeFileSync(join(request.folder, INSTRUCTIONS_FILE), loopText);
  const byInstructions = predictByInstructions(loopText, journal);
  const { text: posterior, checks: posteriorChecks } = await fitPosterior(
    journal,
    trained,
    places.bundleFolder,
  );
  writeFileSync(join(request.folder, POSTERIOR_FILE), posterior);
  const byPosterior = predictByPosterior(posterior, DEVICE, journal);
  const byName = new Map(kernels.map((program) => [program.name, program]));
  return {
    evaluated: predictBenchmarks(text, journal).flatMap((each): readonly Evaluated[] => {
      const program = byName.get(each.name);
      const other = byInstructions.get(each.name);
      const distribution = byPosterior.get(each.name);
      if (program === undefined || other === undefined || distribution === undefined) return [];
      return [
        {
          ...each,
          program,
          byInstructions: other.predicted,
          withoutInstructionCost: other.unmodeled,
          byPosterior: distribution,
          spread: spreadOf(journal, each.name),
        },
      ];
    }),
    jvm: setup.jvm,
    machine: setup.machine,
    belowNothing: loopFit.belowNothing,
    instructions: loopFit.costs.length,
    leftOut: fit.leftOut.nmae ?? Number.NaN,
    unsteadiness: fit.unsteadiness,
    trained: fit.cases.length,
    posteriorChecks,
    library: fit.cases.flatMap(({ kind, title, measured, predicted, library }): readonly LibraryError[] => {
      if (kind !== 'library' || library === undefined) return [];
      const own = measured - (predicted - library.predicted);
      return [
        {
          title,
          whole: predicted / measured - 1,
          own: library.predicted / own - 1,
          isSized: library.isSized,
        },
      ];
    }),
  };
}

const DEVICE = 'interpreter';

/** The hierarchical model of the patterns among the benchmarks, measured once in each cycle. */
async function fitPosterior(
  journal: CalibrationJournal,
  benchmarks: readonly Benchmark[],
  bundleFolder: string,
): Promise<{ readonly text: string; readonly checks: readonly string[] }> {
  const table = writePatternEnergies([{ device: DEVICE, journal }], benchmarks);
  const outcome = await fitLevels(
    {
      tables: [{ text: table, fileName: 'patterns.csv' }],
      isProxy: true,
      seed: 1,
      chains: 4,
      warmup: 500,
      draws: 4000,
    },
    createChainSampler(bundleFolder, availableParallelism()),
  );
  if (!('account' in outcome)) throw new Error(outcome.problems.map(({ message }) => message).join('\n'));
  const identity = {
    id: 'bayes',
    title: 'bayes',
    machine: DEVICE,
    mode: 'interpreter',
    isLocal: true,
  } as const;
  return { text: outcome.toModelFile(identity), checks: outcome.checks.map(({ message }) => message) };
}

function spreadOf({ measurements }: CalibrationJournal, name: string): Evaluated['spread'] {
  const energies = measurements
    .filter((each) => each.name === name)
    .map(({ energy, rounds }) => energy / rounds)
    .sort((a, b) => a - b);
  const at = (share: number): number => energies[Math.round(share * (energies.length - 1))] ?? Number.NaN;
  return { low: at(0.05), high: at(0.95) };
}
