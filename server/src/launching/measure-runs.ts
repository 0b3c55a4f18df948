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
 * then are evaluated and kept. The first run that fails ends it: the same would come of the next one.
 */
import { counted } from '../base/counted';
import { withDefined } from '../base/check';
import { evaluateRuns, type MeasuredRuns, type RecordedRun } from '../runs/evaluate-runs';
import { SYNCHRONIZATION_CHIPS, type LoadPattern } from '../power/find-pattern';
import { MeterError, type MeterOrProxy, startMeter } from '../power/meter';
import type { TimeWindow } from '../power/power-trace';
import { describeFailedEnd, isGoodEnd } from '../runs/failed-run';
import {
  ONE_RUN,
  type ProgramRun,
  type MeasureHost,
  type MeasurePhase,
  type PlannedProgram,
  type SeriesPlan,
  type SessionLength,
} from '../runs/program-run';
import type { Seconds } from '../base/units';

/** Below it a meter has too few readings. */
const SHORTEST_IDLE: Seconds = 0.5;
/** No process starts and ends in less. */
const SHORTEST_RUN: Seconds = 0.001;

/** The runs made so far of one of the programs. */
interface Turns {
  readonly planned: PlannedProgram;
  input: Uint8Array | undefined;
  session: SessionLength;
  readonly runs: RecordedRun[];
  readonly baseline: RecordedRun[];
  /** The reason why there are no more runs; undefined while none is known. */
  fewer: string | undefined;
}

/** Measures each program, in the order given; this never throws for what programs and meters do. */
export async function measureInTurn(
  programs: readonly PlannedProgram[],
  plan: SeriesPlan,
  meter: MeterOrProxy,
  host: MeasureHost,
): Promise<readonly MeasuredRuns[]> {
  return await new Series(programs, plan, meter, host).measure();
}

/** One series of runs, in which the programs take turns. */
class Series {
  private readonly problems: string[] = [];
  private readonly patterns: LoadPattern[] = [];
  private readonly plan: SeriesPlan;
  private readonly meter: MeterOrProxy;
  private readonly host: MeasureHost;
  private readonly all: readonly Turns[];
  private rounds = 0;
  private planned: number;
  private roundLength: Seconds | undefined;

  constructor(programs: readonly PlannedProgram[], plan: SeriesPlan, meter: MeterOrProxy, host: MeasureHost) {
    this.plan = plan;
    this.meter = meter;
    this.host = host;
    this.all = programs.map((planned): Turns => {
      return { planned, input: planned.input, session: ONE_RUN, runs: [], baseline: [], fewer: undefined };
    });
    this.planned = Math.max(1, Math.floor(plan.runs));
  }

  async measure(): Promise<readonly MeasuredRuns[]> {
    const { host, meter, all, problems } = this;
    const machine = host.readMachineState();
    const series = host.now();
    const recording = await startMeter(meter);
    const isFailed = recording instanceof MeterError;
    if (isFailed) {
      problems.push(recording.message);
      this.endAll('the meter gave no reading');
    } else {
      await this.synchronize(SYNCHRONIZATION_CHIPS);
      await this.makeRuns();
      if (!this.isCanceled()) await this.synchronize([...SYNCHRONIZATION_CHIPS].reverse());
    }
    this.report('evaluate', this.rounds);
    const switches = all.some(hasThreads) && !this.isCanceled();
    const switchCost = switches ? await host.switchThreads() : undefined;
    const power = isFailed ? undefined : await recording?.stop(this.patterns);
    return all.map((turns, index) =>
      evaluateRuns({
        meter,
        requested: this.plan.runs,
        runs: turns.runs,
        baseline: turns.baseline,
        ...withDefined({ power }),
        ...(switchCost === undefined || !hasThreads(turns) ? {} : { switchCost }),
        machine,
        cores: host.cores,
        ...withDefined({ fewer: turns.fewer }),
        ...(all.length === 1 ? {} : { inTurn: { series, place: index + 1, programs: all.length } }),
        problems,
      }),
    );
  }

  /** Both patterns differ, so that neither is taken for the other. */
  private async synchronize(chips: readonly number[]): Promise<void> {
    if (this.meter.kind === 'cpu-time' || this.meter.patternChip === undefined) return;
    this.report('synchronize', this.rounds);
    const pattern = await this.host.workPattern(chips, this.meter.patternChip);
    if (pattern === undefined)
      this.problems.push('the pattern of load for the meter’s clock could not be made');
    else this.patterns.push(pattern);
  }

  private async makeRuns(): Promise<void> {
    const started = this.host.now();
    if (this.plan.rehearse) for (const turns of this.all) if (!(await this.rehearse(turns))) return;
    if (this.plan.atLeast !== undefined)
      for (const turns of this.all) if (!(await this.lengthen(turns, this.plan.atLeast))) return;
    while (this.rounds < this.planned && !this.isCanceled()) {
      const roundStarted = this.host.now();
      const order = this.rounds % 2 === 0 ? this.all : [...this.all].reverse();
      for (const turns of order) if (!(await this.takeTurn(turns))) return;
      this.rounds++;
      if (this.roundLength === undefined) this.fitIntoBudget(started, this.host.now() - roundStarted);
    }
    if (this.isCanceled()) this.endCanceled();
  }

  /** Makes the next run of a program; false where that was the last one of all. */
  private async takeTurn(turns: Turns): Promise<boolean> {
    const { planned: own, runs, baseline, input, session } = turns;
    if (own.baseline !== undefined && baseline.every(({ run }) => isGoodEnd(run.end))) {
      this.report('baseline', this.rounds + 1, own);
      baseline.push({
        run: await this.host.runProgram(own.baseline, 'baseline', undefined, { ...session, atLeast: 0 }),
      });
    }
    if (this.isCanceled()) return this.endCanceled();
    this.report('run', this.rounds + 1, own);
    const run = await this.host.runProgram(own.program, 'measured', input, session);
    const idle = isGoodEnd(run.end) ? await this.idleFor(run, own) : undefined;
    runs.push({ run, ...withDefined({ idle }) });
    if (this.isCanceled()) return this.endCanceled();
    return isGoodEnd(run.end) || this.endFailed(turns, run);
  }

  private async rehearse(turns: Turns): Promise<boolean> {
    this.report('rehearse', 0, turns.planned);
    const run = await this.host.runProgram(turns.planned.program, 'rehearsal', undefined, ONE_RUN);
    turns.input = run.input;
    if (isGoodEnd(run.end)) return true;
    const who = (mine: Turns): string => `the program${mine === turns ? '' : ofWhom(turns.planned)}`;
    return this.endAll(
      this.isCanceled()
        ? 'canceled before the first run'
        : (mine) => `${who(mine)} ${describeFailedEnd(run.end)} when it was tried`,
    );
  }

  /**
   * Finds by a run that does not count how often a program fits into a session, as its start-up then does: "we first
   * lengthen the sessions of all the execution cases to above 100 seconds" (section 4.3 of that paper).
   */
  private async lengthen(turns: Turns, atLeast: Seconds): Promise<boolean> {
    const { planned: own, input, runs } = turns;
    this.report('lengthen', 0, own);
    const run = await this.host.runProgram(own.program, 'measured', input, ONE_RUN);
    if (this.isCanceled()) return this.endCanceled();
    if (isGoodEnd(run.end)) {
      const length = Math.max(run.window.end - run.window.start, SHORTEST_RUN);
      turns.session = { rounds: Math.max(1, Math.ceil(atLeast / length)), atLeast };
      return true;
    }
    runs.push({ run });
    return this.endFailed(turns, run);
  }

  /** Ends the runs of all programs because the last run of one of them failed. */
  private endFailed(turns: Turns, { end }: ProgramRun): false {
    const how = end.kind === 'failed' ? 'could not be made' : describeFailedEnd(end);
    return this.endAll(
      (mine) => `run ${turns.runs.length}${mine === turns ? '' : ofWhom(turns.planned)} ${how}`,
    );
  }

  private async idleFor({ window }: ProgramRun, own: PlannedProgram): Promise<TimeWindow | undefined> {
    // CPU time of a program that does not run is 0: there is nothing to take away.
    if (this.meter.kind === 'cpu-time' || this.isCanceled()) return undefined;
    this.report('idle', this.rounds + 1, own);
    const start = this.host.now();
    await this.host.wait(Math.max(SHORTEST_IDLE, window.end - window.start));
    return { start, end: this.host.now() };
  }

  private fitIntoBudget(started: Seconds, length: Seconds): void {
    this.roundLength = length;
    if (this.plan.budget === undefined) return;
    const rest = this.plan.budget - (this.host.now() - started);
    const fitting = 1 + Math.max(0, Math.floor(rest / length));
    if (fitting >= this.planned) return;
    this.planned = fitting;
    this.endAll(
      `a round takes ${length.toFixed(1)} s, so ${fitting} fit${fitting === 1 ? 's' : ''} into the ${this.plan.budget.toFixed(0)} s allowed`,
    );
  }

  private isCanceled(): boolean {
    return this.host.canceled.aborted;
  }

  private endCanceled(): false {
    const done = ({ runs }: Turns): number => runs.filter(({ run }) => isGoodEnd(run.end)).length;
    return this.endAll((turns) => `canceled after ${done(turns)} of ${counted(this.plan.runs, 'run')}`);
  }

  /** Ends the runs of all programs with the reason, which may be another for each. */
  private endAll(why: string | ((turns: Turns) => string)): false {
    for (const turns of this.all) turns.fewer = typeof why === 'string' ? why : why(turns);
    return false;
  }

  private report(phase: MeasurePhase, run: number, whose?: PlannedProgram): void {
    this.host.onProgress({
      phase,
      ...(whose?.name === undefined ? {} : { program: whose.name }),
      run,
      runs: this.planned,
      ...(this.roundLength === undefined
        ? {}
        : { secondsLeft: Math.max(0, this.planned - this.rounds) * this.roundLength }),
    });
  }
}

function hasThreads({ runs }: Turns): boolean {
  return runs.some(({ run }) => run.threads !== undefined);
}

function ofWhom({ name }: PlannedProgram): string {
  return name === undefined ? '' : ` of ${name}`;
}
