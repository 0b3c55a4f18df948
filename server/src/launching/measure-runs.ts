/**
 * Measures programs: N runs of each that are not instrumented, idle stretches
 * of the same length between them, and as many runs of a `main` that does
 * nothing.
 *
 * Sits in `launching/`. The protocol is that of "Fine-grained energy modeling"
 * (Li and Gallagher), section 5.1. Programs that are to be compared take turns,
 * each once in a round, and every second round goes backwards (A B, B A): the
 * machine's own activity meanwhile (warming up, other work) then meets all
 * alike, and as far as it grows evenly makes no difference at all over two
 * rounds; each follows itself as often as another (trend-free orders: Cox,
 * Biometrika 38, 1951). If the series ends early, the measurements made until
 * then are evaluated and kept.
 */
import { evaluateRuns, type MeasuredRuns, type RecordedRun } from '../runs/evaluate-runs';
import { SYNCHRONIZATION_CHIPS, type LoadPattern } from '../power/find-pattern';
import type {
  MeasureHost,
  MeasurePhase,
  MeasurePlan,
  PlannedProgram,
  SeriesPlan,
} from '../runs/measure-plan';
import { PowerSourceError, type PowerSource, startMeter } from '../power/power-source';
import type { TimeWindow } from '../power/power-trace';
import { describeEnd, type ProgramRun } from '../runs/program-run';
import type { Seconds } from '../base/units';

/** Below it a meter has too few readings. */
const SHORTEST_IDLE: Seconds = 0.5;

/** The runs made so far of one of the programs. */
interface Turns {
  readonly planned: PlannedProgram;
  input: Uint8Array | undefined;
  readonly runs: RecordedRun[];
  readonly baseline: RecordedRun[];
  /** The reason why there are no more runs; undefined while none is known. */
  fewer: string | undefined;
}

/** Measures one program; this never throws for what programs and meters do. */
export async function measureRuns(
  plan: MeasurePlan,
  source: PowerSource,
  host: MeasureHost,
): Promise<MeasuredRuns> {
  const [measured] = await measureInTurn([plan], plan, source, host);
  if (measured === undefined) throw new Error('one program is measured as one');
  return measured;
}

/** Measures each program, in the order given; this never throws for what programs and meters do. */
export async function measureInTurn(
  programs: readonly PlannedProgram[],
  plan: SeriesPlan,
  source: PowerSource,
  host: MeasureHost,
): Promise<readonly MeasuredRuns[]> {
  const machine = host.readMachineState();
  const series = host.now();
  const problems: string[] = [];
  const patterns: LoadPattern[] = [];
  const all = programs.map((planned): Turns => {
    return { planned, input: planned.input, runs: [], baseline: [], fewer: undefined };
  });
  let rounds = 0;
  let planned = Math.max(1, Math.floor(plan.runs));
  let roundLength: Seconds | undefined;

  const recording = await startMeter(source);
  const isFailed = recording instanceof PowerSourceError;
  if (isFailed) {
    problems.push(recording.message);
    endAll('the meter gave no reading');
  } else {
    await synchronize(SYNCHRONIZATION_CHIPS);
    await makeRuns();
    if (!host.isCanceled()) await synchronize([...SYNCHRONIZATION_CHIPS].reverse());
  }
  report('evaluate', rounds);
  const hasThreads = ({ runs }: Turns): boolean => runs.some(({ run }) => run.threads !== undefined);
  const switches = all.some(hasThreads) && !host.isCanceled();
  const switchCost = switches ? await host.switchThreads() : undefined;
  const power = isFailed ? undefined : await recording?.stop(patterns);
  return all.map((turns, index) =>
    evaluateRuns({
      source,
      requested: plan.runs,
      runs: turns.runs,
      baseline: turns.baseline,
      ...(power === undefined ? {} : { power }),
      ...(switchCost === undefined || !hasThreads(turns) ? {} : { switchCost }),
      machine,
      cores: host.cores,
      ...(turns.fewer === undefined ? {} : { fewer: turns.fewer }),
      ...(all.length === 1 ? {} : { inTurn: { series, place: index + 1, programs: all.length } }),
      problems,
    }),
  );

  /** Both patterns differ, so that neither is taken for the other. */
  async function synchronize(chips: readonly number[]): Promise<void> {
    if (source.kind === 'cpu-time' || source.patternChip === undefined) return;
    report('synchronize', rounds);
    const pattern = await host.workPattern(chips, source.patternChip);
    if (pattern === undefined) problems.push('the pattern of load for the meter’s clock could not be made');
    else patterns.push(pattern);
  }

  async function makeRuns(): Promise<void> {
    const started = host.now();
    if (plan.rehearse) for (const turns of all) if (!(await rehearse(turns))) return;
    while (rounds < planned && !host.isCanceled()) {
      const roundStarted = host.now();
      const order = rounds % 2 === 0 ? all : [...all].reverse();
      for (const turns of order) if (!(await takeTurn(turns))) return;
      rounds++;
      if (roundLength === undefined) fitIntoBudget(started, host.now() - roundStarted);
    }
    if (host.isCanceled()) endCanceled();
  }

  /** False where that was the last one of all. */
  async function takeTurn(turns: Turns): Promise<boolean> {
    const { planned: own, runs, baseline, input } = turns;
    if (own.baseline !== undefined && baseline.every(({ run }) => isClean(run))) {
      report('baseline', rounds + 1, own);
      baseline.push({ run: await host.runProgram(own.baseline, 'baseline', undefined) });
    }
    if (host.isCanceled()) return endCanceled();
    report('run', rounds + 1, own);
    const run = await host.runProgram(own.program, 'measured', input);
    const idle = isRepeatable(run) ? await idleFor(run, own) : undefined;
    runs.push({ run, ...(idle === undefined ? {} : { idle }) });
    if (host.isCanceled()) return endCanceled();
    if (isRepeatable(run)) return true;
    const how = run.end.kind === 'failed' ? 'could not be made' : `${describeEnd(run.end)}, and would again`;
    return endAll((mine) => `run ${runs.length}${mine === turns ? '' : ofWhom(own)} ${how}`);
  }

  async function rehearse(turns: Turns): Promise<boolean> {
    report('rehearse', 0, turns.planned);
    const run = await host.runProgram(turns.planned.program, 'rehearsal', undefined);
    turns.input = run.input;
    if (isRepeatable(run)) return true;
    const who = (mine: Turns): string => `the program${mine === turns ? '' : ofWhom(turns.planned)}`;
    return endAll(
      host.isCanceled()
        ? 'canceled before the first run'
        : (mine) => `${who(mine)} ${describeEnd(run.end)} when it was tried`,
    );
  }

  async function idleFor({ window }: ProgramRun, own: PlannedProgram): Promise<TimeWindow | undefined> {
    // CPU time of a program that does not run is 0: there is nothing to take away.
    if (source.kind === 'cpu-time' || host.isCanceled()) return undefined;
    report('idle', rounds + 1, own);
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
    endAll(
      `a round takes ${length.toFixed(1)} s, so ${fitting} fit${fitting === 1 ? 's' : ''} into the ${plan.budget.toFixed(0)} s allowed`,
    );
  }

  function endCanceled(): false {
    const done = ({ runs }: Turns): number => runs.filter(({ run }) => isRepeatable(run)).length;
    return endAll((turns) => `canceled after ${done(turns)} of ${plan.runs} runs`);
  }

  /** Ends the runs of all programs with the reason, which may be another for each. */
  function endAll(why: string | ((turns: Turns) => string)): false {
    for (const turns of all) turns.fewer = typeof why === 'string' ? why : why(turns);
    return false;
  }

  function report(phase: MeasurePhase, run: number, whose?: PlannedProgram): void {
    host.onProgress({
      phase,
      ...(whose?.name === undefined ? {} : { program: whose.name }),
      run,
      runs: planned,
      ...(roundLength === undefined ? {} : { secondsLeft: Math.max(0, planned - rounds) * roundLength }),
    });
  }
}

function ofWhom({ name }: PlannedProgram): string {
  return name === undefined ? '' : ` of ${name}`;
}

/**
 * Tells whether another run makes sense: a program that did not end by itself, or could not start, will do the same
 * the next time.
 */
function isRepeatable({ end }: ProgramRun): boolean {
  return end.kind === 'exited';
}

function isClean({ end }: ProgramRun): boolean {
  return end.kind === 'exited' && end.code === 0;
}
