/**
 * Measures a program: N runs that are not instrumented, idle stretches of the
 * same length between them, and as many runs of a `main` that does nothing.
 *
 * Sits in `engine/`. The protocol is that of "Fine-grained energy modeling"
 * (Li and Gallagher), section 5.1. Whatever ends the series early, what was
 * measured until then is evaluated and kept.
 */
import { evaluateRuns, type MeasuredRuns, type RecordedRun } from '../measurement/evaluate-runs';
import { SYNCHRONISATION_CHIPS, type LoadPattern } from '../measurement/find-pattern';
import type { MeasureHost, MeasurePhase, MeasurePlan } from '../measurement/measure-plan';
import { PowerSourceError, type PowerSource, startMeter } from '../measurement/power-source';
import type { TimeWindow } from '../measurement/power-trace';
import { describeEnd, type ProgramRun } from '../measurement/program-run';
import type { Seconds } from '../units';

export type { PowerSource } from '../measurement/power-source';
export { baselineOf, programOf, type JavaMain } from '../measurement/java-main';
export { parsePowerChoice, POWER_CHOICES, type PowerChoice } from '../measurement/power-choice';
export { describeEnd, type Program, type ProgramRun } from '../measurement/program-run';
export type { MeasuredRun, MeasuredRuns } from '../measurement/evaluate-runs';
export { recordMeasurement, type MeasurementRecord } from '../measurement/measurement-record';
export { DEFAULT_RUNS, type MeasurePlan, type MeasureProgress } from '../measurement/measure-plan';

/** Below it a meter has too few readings. */
const SHORTEST_IDLE: Seconds = 0.5;

/** Never throws for what programs and meters do. */
export async function measureRuns(
  plan: MeasurePlan,
  source: PowerSource,
  host: MeasureHost,
): Promise<MeasuredRuns> {
  const machine = host.readMachineState();
  const problems: string[] = [];
  const patterns: LoadPattern[] = [];
  const runs: RecordedRun[] = [];
  const baseline: RecordedRun[] = [];
  let planned = Math.max(1, Math.floor(plan.runs));
  let fewer: string | undefined;
  let roundLength: Seconds | undefined;

  const recording = await startMeter(source);
  const isFailed = recording instanceof PowerSourceError;
  if (isFailed) {
    problems.push(recording.message);
    fewer = 'the meter gave no reading';
  } else {
    await synchronise(SYNCHRONISATION_CHIPS);
    await makeRuns();
    if (!host.isCancelled()) await synchronise([...SYNCHRONISATION_CHIPS].reverse());
  }
  report('evaluate', runs.length);
  const switches = runs.some(({ run }) => run.threads !== undefined) && !host.isCancelled();
  const switchCost = switches ? await host.switchThreads() : undefined;
  const power = isFailed ? undefined : await recording?.stop(patterns);
  return evaluateRuns({
    source,
    requested: plan.runs,
    runs,
    baseline,
    ...(power === undefined ? {} : { power }),
    ...(switchCost === undefined ? {} : { switchCost }),
    machine,
    cores: host.cores,
    ...(fewer === undefined ? {} : { fewer }),
    problems,
  });

  /** Both patterns differ, so that neither is taken for the other. */
  async function synchronise(chips: readonly number[]): Promise<void> {
    if (source.kind === 'cpu-time' || source.patternChip === undefined) return;
    report('synchronise', runs.length);
    const pattern = await host.workPattern(chips, source.patternChip);
    if (pattern === undefined) problems.push('the pattern of load for the meter’s clock could not be made');
    else patterns.push(pattern);
  }

  async function makeRuns(): Promise<void> {
    const started = host.now();
    const input = plan.rehearse ? await rehearse() : plan.input;
    if (input === 'failed') return;
    while (runs.length < planned && !host.isCancelled()) {
      const roundStarted = host.now();
      if (plan.baseline !== undefined && baseline.every(({ run }) => isClean(run))) {
        report('baseline', runs.length + 1);
        const run = await host.runProgram(plan.baseline, 'baseline', undefined);
        baseline.push({ run });
      }
      if (host.isCancelled()) break;
      report('run', runs.length + 1);
      const run = await host.runProgram(plan.program, 'measured', input);
      const idle = isRepeatable(run) ? await idleFor(run) : undefined;
      runs.push({ run, ...(idle === undefined ? {} : { idle }) });
      if (!isRepeatable(run)) {
        fewer =
          run.end.kind === 'failed'
            ? `run ${runs.length} could not be made`
            : `run ${runs.length} ${describeEnd(run.end)}, and would again`;
        break;
      }
      if (roundLength === undefined) fitIntoBudget(started, host.now() - roundStarted);
    }
    if (host.isCancelled())
      fewer = `cancelled after ${runs.filter(({ run }) => isRepeatable(run)).length} of ${plan.runs} runs`;
  }

  async function rehearse(): Promise<Uint8Array | 'failed' | undefined> {
    report('rehearse', 0);
    const run = await host.runProgram(plan.program, 'rehearsal', undefined);
    if (isRepeatable(run)) return run.input;
    fewer = host.isCancelled()
      ? 'cancelled before the first run'
      : `the program ${describeEnd(run.end)} when it was tried`;
    return 'failed';
  }

  async function idleFor({ window }: ProgramRun): Promise<TimeWindow | undefined> {
    // CPU time of a program that does not run is 0: there is nothing to take away.
    if (source.kind === 'cpu-time' || host.isCancelled()) return undefined;
    report('idle', runs.length + 1);
    const start = host.now();
    await host.wait(Math.max(SHORTEST_IDLE, window.end - window.start));
    return { start, end: host.now() };
  }

  function fitIntoBudget(started: Seconds, length: Seconds): void {
    roundLength = length;
    if (plan.budget === undefined) return;
    const rest = plan.budget - (host.now() - started);
    const fitting = 1 + Math.max(0, Math.floor(rest / length));
    if (fitting >= planned) return;
    planned = fitting;
    fewer = `a round takes ${length.toFixed(1)} s, so ${fitting} fit${fitting === 1 ? 's' : ''} into the ${plan.budget.toFixed(0)} s allowed`;
  }

  function report(phase: MeasurePhase, run: number): void {
    host.onProgress({
      phase,
      run,
      runs: planned,
      ...(roundLength === undefined ? {} : { secondsLeft: Math.max(0, planned - runs.length) * roundLength }),
    });
  }
}

/** What did not end by itself, or could not start, will not do so the next time. */
function isRepeatable({ end }: ProgramRun): boolean {
  return end.kind === 'exited';
}

function isClean({ end }: ProgramRun): boolean {
  return end.kind === 'exited' && end.code === 0;
}
