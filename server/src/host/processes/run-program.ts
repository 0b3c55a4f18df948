/**
 * Runs a program within limits, and says how it ended and what it used. It leaves no process and no
 * temporary file behind.
 *
 * Sits in `host/`; the measuring helper starts the program itself.
 */
import { withDefined } from '../../base/check';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, basename } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/failure';
import {
  type Program,
  type ProgramRun,
  type RunEnd,
  type RunLimits,
  type JavaObservation,
  type JavaRun,
  ONE_RUN,
  roundsOf,
  type SessionLength,
} from '../../runs/program-run';
import { monotonicTime } from './clock';
import { endMembers } from './process-group';
import { prefixed, startHelper, type Helper, type RunAnswer } from './start-helper';
import { isGoodEnd, lastLinesOf, TAIL_BYTES } from '../../runs/failed-run';
import { describeJava, readPerfData, parseGcLog } from '../../recordings/import/perf-data';
import { readBytesSync, readTextSync } from '../files/read-file';

export interface RunOptions {
  /** The path of dist/measure-helper.js. */
  readonly helperEntry: string;
  readonly limits: RunLimits;
  /** How often it runs (default: once). */
  readonly session?: SessionLength;
  readonly signal?: AbortSignal;
  /** Bytes are given as they are; a stream is passed on as it comes, and recorded. Without either, the program has no input. */
  readonly input?: Uint8Array | Readable;
  /** Takes output; a returned promise makes the program wait until it is resolved. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void | Promise<void>;
  /** Words before the command lines of the program and of the helper, which bind them to processors. */
  readonly programPrefix?: readonly string[];
  readonly helperPrefix?: readonly string[];
}

/** The most input that is kept for later runs. */
const MOST_RECORDED = 16 * 1024 ** 2;
/** After all processes have ended, a run's output is there at once; if not, another process holds the pipe. */
const DRAIN_MS = 2000;
/** A process has its own environment by then. */
const STARTING_MS = 200;

/** Never throws: the result says what went wrong. */
export async function runProgram(program: Program, options: RunOptions): Promise<ProgramRun> {
  if (options.signal?.aborted === true) return unstarted({ kind: 'canceled' });
  let folder: string;
  try {
    folder = mkdtempSync(join(tmpdir(), 'jouleline-run-'));
  } catch (error) {
    return unstarted({ kind: 'failed', message: `no temporary folder can be made: ${messageOf(error)}` });
  }
  try {
    const observed = program.java === undefined ? program : observeJava(program, program.java, folder);
    const run = await supervise(observed, folder, options);
    if (program.java === undefined || run.end.kind === 'failed') return run;
    return { ...run, ...readJava(folder, roundsOf(run)) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }

  function readJava(from: string, rounds: number): Partial<Pick<ProgramRun, 'java' | 'problems'>> {
    try {
      const java = readJavaRun(from, rounds);
      return java === undefined
        ? { problems: ['the JVM left nothing about its collections and compilations'] }
        : { java };
    } catch (error) {
      return { problems: [`what the JVM left can't be read: ${messageOf(error)}`] };
    }
  }
}

async function supervise(program: Program, folder: string, options: RunOptions): Promise<ProgramRun> {
  const { limits, signal, onOutput, session = ONE_RUN } = options;
  const again =
    session !== ONE_RUN && options.input instanceof Uint8Array ? join(folder, 'input') : undefined;
  if (again !== undefined) writeFileSync(again, options.input as Uint8Array);
  const input = again === undefined ? options.input : undefined;
  let answer: RunAnswer | undefined;
  const mark = randomUUID();
  let group: number | undefined;
  let started = 0;
  let helper: Helper | undefined;
  const ended = new Promise<string>((resolve) => {
    helper = startHelper({
      entry: options.helperEntry,
      prefix: options.helperPrefix ?? [],
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      onAnswer: (message) => {
        if (message.kind === 'ended') answer = message;
        if (message.kind !== 'started') return;
        ({ group } = message);
        started++;
      },
      onEnd: resolve,
    });
  });
  if (helper === undefined) return unstarted({ kind: 'failed', message: 'the helper could not be started' });
  const { process: child, send } = helper;
  const stop = (end: RunEnd): void => {
    send({ kind: 'stop', end });
  };
  const cancel = (): void => {
    stop({ kind: 'canceled' });
  };
  signal?.addEventListener('abort', cancel, { once: true });
  // What a round prints may be read before its start is known.
  const most = (): number => limits.outputBytes * (session === ONE_RUN ? 1 : started + 1);
  const output = readOutput(child.stdout, child.stderr, most, onOutput, () => {
    stop({ kind: 'limit', limit: 'outputBytes' });
  });
  const given = giveInput(child.stdin, input);
  send({
    kind: 'run',
    session,
    ...withDefined({ input: again }),
    ...prefixed(options.programPrefix ?? [], program.command, program.arguments),
    folder: program.folder,
    environment: program.environment,
    seconds: limits.seconds,
    mark,
    temporaryFolders: [folder, ...(program.temporaryFolders ?? [])],
  });
  const helpersEnd = await ended;
  if (answer === undefined) await endLeft(group, mark);
  signal?.removeEventListener('abort', cancel);
  given.finish();
  await output.drain();
  const { length: outputBytes } = output;
  if (answer === undefined)
    return { ...unstarted({ kind: 'failed', message: `the measuring helper ${helpersEnd}` }), outputBytes };
  return {
    window: { start: answer.start, end: answer.end },
    end: answer.how,
    ...(answer.roundSeconds.length > 1 ? { roundSeconds: answer.roundSeconds } : {}),
    ...withDefined({ cpu: answer.cpu, threads: answer.threads }),
    outputBytes,
    ...(isGoodEnd(answer.how) ? {} : { lastLines: lastLinesOf(output.tail()) }),
    slept: answer.slept,
    leftRunning: answer.leftRunning,
    ...(given.recorded() === undefined ? {} : { input: given.recorded() ?? new Uint8Array() }),
    problems: given.problems(),
  };
}

/** Ends what a helper that is gone had started: also a process that has just been made, and has no mark yet. */
async function endLeft(group: number | undefined, mark: string): Promise<void> {
  endMembers(group, mark);
  await sleep(STARTING_MS);
  endMembers(group, mark);
}

interface Output {
  readonly length: number;
  /** The text at the end of what was printed, to both streams. */
  tail(): string;
  /** Settles when all was read, or when it is clear that another process holds the pipe. */
  drain(): Promise<void>;
}

/** Passes on up to `most()` bytes, which may grow; more is dropped, not kept. */
function readOutput(
  stdout: Readable | null,
  stderr: Readable | null,
  most: () => number,
  onOutput: RunOptions['onOutput'],
  onTooMuch: () => void,
): Output {
  let length = 0;
  let delivered: Promise<unknown> = Promise.resolve();
  let untaken = 0;
  let tail = Buffer.alloc(0);
  const passOn = (stream: Readable, name: 'stdout' | 'stderr', bytes: Buffer): void => {
    const limit = most();
    const room = Math.max(0, limit - length);
    const wasWithin = length <= limit;
    length += bytes.length;
    if (length > limit && wasWithin) onTooMuch();
    if (room === 0) return;
    tail = Buffer.concat([tail, bytes.subarray(0, room)].map((piece) => piece.subarray(-TAIL_BYTES)));
    const taken = onOutput?.(name, bytes.subarray(0, room));
    if (!(taken instanceof Promise)) return;
    delivered = Promise.allSettled([delivered, taken]);
    untaken++;
    stream.pause();
    const resume = (): void => {
      untaken--;
      stream.resume();
    };
    taken.then(resume, resume);
  };
  const listen = (stream: Readable | null, name: 'stdout' | 'stderr'): Promise<unknown> => {
    if (stream === null) return Promise.resolve();
    stream.on('data', (bytes: Buffer) => {
      passOn(stream, name, bytes);
    });
    return once(stream, 'close');
  };
  const closed = Promise.all([listen(stdout, 'stdout'), listen(stderr, 'stderr')]).then(() => true);
  return {
    get length() {
      return length;
    },
    tail: () => tail.subarray(-TAIL_BYTES).toString(),
    drain: async () => {
      for (let seen = -1; seen !== length || untaken > 0;) {
        seen = length;
        if (await Promise.race([closed, sleep(DRAIN_MS, false, { ref: false })])) break;
      }
      stdout?.destroy();
      stderr?.destroy();
      await delivered;
    },
  };
}

interface GivenInput {
  finish(): void;
  recorded(): Uint8Array | undefined;
  problems(): readonly string[];
}

function giveInput(to: Writable | null, input: RunOptions['input']): GivenInput {
  // A program that does not read all of its input closes it, which is no error.
  to?.on('error', () => undefined);
  if (to === null || input === undefined || input instanceof Uint8Array) {
    if (input instanceof Uint8Array) to?.end(input);
    return { finish: () => to?.destroy(), recorded: () => undefined, problems: () => [] };
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  const record = (piece: Buffer | string): void => {
    const bytes = Buffer.from(piece);
    length += bytes.length;
    if (length <= MOST_RECORDED) pieces.push(bytes);
    else pieces.length = 0;
  };
  input.on('data', record);
  input.pipe(to);
  return {
    finish: () => {
      input.off('data', record);
      input.unpipe(to);
      input.pause();
      to.destroy();
    },
    recorded: () => (length > MOST_RECORDED ? undefined : Buffer.concat(pieces)),
    problems: () =>
      length > MOST_RECORDED
        ? [`its input is larger than ${MOST_RECORDED / 1024 ** 2} MB and was not kept`]
        : [],
  };
}

function unstarted(end: RunEnd): ProgramRun {
  const now = monotonicTime();
  return {
    window: { start: now, end: now },
    end,
    outputBytes: 0,
    slept: 0,
    leftRunning: 0,
    problems: [],
  };
}

const COUNTERS = 'counters-';
const LOG = 'gc-';

/**
 * The program with the options that make its JVM leave behind in `folder` how long it collected garbage and compiled,
 * without instrumenting anything. HotSpot saves its performance counters when it ends, also by System.exit, halt or
 * SIGTERM (JDK 8 to 25). Collections are logged, too, for JVMs that are killed. The counters' usual file in the
 * temporary folder is not made, so that none is left.
 */
function observeJava(program: Program, observation: JavaObservation, folder: string): Program {
  const options = optionsFor(observation.release, folder);
  if (observation.through === 'arguments')
    return { ...program, arguments: [...options, ...program.arguments] };
  const variable = 'JAVA_TOOL_OPTIONS';
  const given = program.environment[variable] ?? '';
  // The JVM splits this variable at blanks; quotes keep a folder's name together.
  const quoted = options.map((option) => (/\s/.test(option) ? `"${option}"` : option));
  return {
    ...program,
    environment: { ...program.environment, [variable]: [...quoted, given].join(' ').trim() },
  };
}

/** The options; the JVM replaces `%p` by the id of its process. */
function optionsFor(release: number, folder: string): readonly string[] {
  const log = join(folder, `${LOG}%p.log`);
  return [
    '-XX:+UsePerfData',
    '-XX:+PerfDisableSharedMem',
    '-XX:+PerfDataSaveToFile',
    `-XX:PerfDataSaveFile=${join(folder, `${COUNTERS}%p`)}`,
    ...(release >= 9
      ? // A colon would begin the decorators' part; Windows has one in its paths.
        [`-Xlog:gc,gc+cpu:file="${log}":uptime,tags`]
      : ['-XX:+PrintGCDetails', '-XX:+PrintGCTimeStamps', `-Xloggc:${log}`]),
  ];
}

/**
 * What the JVM left behind, or the one of several that ran longest; of several rounds the mean of as many. Undefined if
 * there is nothing.
 */
function readJavaRun(folder: string, rounds: number): JavaRun | undefined {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const ran = files
    .filter((path) => basename(path).startsWith(COUNTERS))
    .flatMap((path) => {
      const counters = readPerfData(readBytesSync(path));
      const java = counters === undefined ? undefined : describeJava(counters);
      const cpu = counters?.get('sun.rt.applicationTime');
      return java === undefined ? [] : [{ java, length: typeof cpu === 'number' ? cpu : 0 }];
    })
    .sort((left, right) => right.length - left.length);
  if (ran[0] !== undefined) return meanOfRounds(ran[0].java, ran.slice(0, rounds));
  const logs = files
    .filter((path) => basename(path).startsWith(LOG))
    .map((path) => readTextSync(path))
    .sort((left, right) => right.length - left.length);
  return logs[0] === undefined ? undefined : { mode: '', collections: parseGcLog(logs[0]), from: 'log' };
}

function meanOfRounds(longest: JavaRun, ran: readonly { readonly java: JavaRun }[]): JavaRun {
  const mean = (read: (java: JavaRun) => number | undefined): number | undefined => {
    const values = ran.flatMap(({ java }) => read(java) ?? []);
    return values.length < ran.length
      ? undefined
      : values.reduce((sum, value) => sum + value, 0) / ran.length;
  };
  const { pauses, paused } = longest.collections;
  return {
    ...longest,
    collections: {
      pauses: mean(({ collections }) => collections.pauses) ?? pauses,
      paused: mean(({ collections }) => collections.paused) ?? paused,
      ...withDefined({ cpu: mean(({ collections }) => collections.cpu) }),
    },
    ...withDefined({ compiling: mean(({ compiling }) => compiling) }),
  };
}
