/**
 * Calibrates this machine: compiles the benchmarks, runs them in JVMs of their own, and writes each measurement to
 * a journal. Sits in `tasks/`.
 */
import type { MeterOrProxy } from '../../power/meter';
import type { PowerChoice } from '../../power/power-choice';
import { describeEnd, type Program } from '../../runs/program-run';
import { instrumentClasses } from '../../profile/probes/instrument-classes';
import { type Benchmark, JAVA_PACKAGE } from '../../models/calibrate/benchmark';
import { QUIT_LINE } from '../../models/calibrate/harness-lines';
import { HARNESS_CLASS } from '../../models/calibrate/harness-source';
import {
  differenceOf,
  type JournalEntry,
  type CalibrationSetup,
  readJournal,
  setupEntry,
} from '../../models/calibrate/journal';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDefined } from '../../base/check';
import { Failure } from '../../base/failure';
import {
  type CalibrationHost,
  type CalibrationOutcome,
  type CalibrationProgress,
  harnessSources,
  hashBenchmarks,
  measureBenchmarks,
} from '../../models/calibrate/calibrate';
import { countBenchmarks } from '../../models/calibrate/count-benchmarks';
import { completeProfile } from '../../profile/document/count-program';
import { chooseJdk, type Jdk } from '../../host/jdk/jdks';
import { listClassFiles } from '../../host/jdk/class-containers';
import { compileSources } from '../../host/builds/compile-sources';
import { thisMachine } from '../../host/machine/machine';
import { reasonOf } from '../../host/files/random-access-file';
import { monotonicTime } from '../../host/processes/clock';
import { assignCores } from '../../host/processes/cores';
import { talkToProgram } from '../../host/processes/talk-to-program';
import { workPattern } from '../../host/processes/start-helper';
import { withCancellation } from '../cancellation';
import { readClasses } from '../programs/select-classes';
import { runWithAgent } from '../profile/run-with-agent';
import { helperIn, openMeter } from '../measure/measure-program';
import { readBytesSync } from '../../host/files/read-file';

export interface CalibrateRequest {
  readonly benchmarks: readonly Benchmark[];
  readonly mode: 'interpreter' | 'jit';
  /** The only compiler that the JVM has; absent where it has its usual ones. */
  readonly compiler?: 'c1' | 'c2';
  readonly cycles: number;
  /** Measurements of a benchmark in each cycle; absent: one. */
  readonly samples?: number;
  /** The rounds of each benchmark when it is counted; absent where they are those of its measurements. */
  readonly countedRounds?: number;
  readonly seed: number;
  /** The length of a measurement; a function chooses it by the kind of meter. */
  readonly secondsEach: number | ((kind: MeterOrProxy['kind']) => number);
  readonly power: PowerChoice;
  readonly javaHome: string;
  /** The name of the device; if undefined, that of the processor. */
  readonly device?: string;
  /** The folder of the journal. */
  readonly folder: string;
  readonly onProgress: (progress: CalibrationProgress | 'compile') => void;
}

export interface CalibrationPlaces {
  readonly bundleFolder: string;
  readonly mediaFolder: string;
  readonly version: string;
}

export interface CalibratedMachine extends CalibrationOutcome {
  readonly setup: CalibrationSetup;
}

const JOURNAL_FILE = 'journal.jsonl';

/** A JVM that takes longer hangs, and is ended. */
const LONGEST_SESSION = 3600;
const MOST_OUTPUT = 64e6;

/** Measures the benchmarks. A signal ends the runs; what was measured by then is in the journal. */
export async function calibrateMachine(
  request: CalibrateRequest,
  places: CalibrationPlaces,
): Promise<CalibratedMachine> {
  const { benchmarks, mode, compiler, cycles, samples, countedRounds, folder } = request;
  const jdk = findJdk(request.javaHome);
  const meter = openMeter(request.power, places.bundleFolder);
  const setup: CalibrationSetup = {
    mode,
    ...withDefined({ compiler, samples }),
    jvm: [jdk.implementor, jdk.version].join(' ').trim(),
    machine: request.device ?? processorName(),
    power: meter.description,
    isProxy: meter.kind === 'cpu-time',
    seed: request.seed,
    secondsEach:
      typeof request.secondsEach === 'number' ? request.secondsEach : request.secondsEach(meter.kind),
    benchmarks: hashBenchmarks(benchmarks),
  };
  const { journal, append } = openJournal(folder, setup);
  const build = mkdtempSync(join(tmpdir(), 'jouleline-calibration-'));
  try {
    request.onProgress('compile');
    const classes = await compileBenchmarks(benchmarks, jdk, build);
    return await withCancellation(async (signal) => {
      const program = harnessProgram(jdk, classes, FLAGS[compiler ?? mode], [
        'collect',
        ...(compiler === undefined ? [] : ['warm']),
      ]);
      const helperEntry = helperIn(places.bundleFolder);
      const cores = assignCores(thisMachine());
      const options = {
        helperEntry,
        limits: { seconds: LONGEST_SESSION, outputBytes: MOST_OUTPUT },
        signal,
        programPrefix: cores.program,
        helperPrefix: cores.sampler,
      };
      const host: CalibrationHost = {
        startHarness: () => Promise.resolve(startSession(program, options)),
        count: (lines) => countLines(lines, jdk, classes, options, places),
        append,
        now: monotonicTime,
        workPattern: (chips, chip) => workPattern(chips, chip, helperEntry, cores.program),
        canceled: signal,
        onProgress: request.onProgress,
      };
      const outcome = await measureBenchmarks(
        { benchmarks, setup, cycles, meter, journal, ...withDefined({ countedRounds }) },
        host,
      );
      return { ...outcome, setup };
    });
  } finally {
    rmSync(build, { recursive: true, force: true, maxRetries: 3 });
  }
}

function startSession(
  program: Program,
  options: Parameters<typeof talkToProgram>[1],
): ReturnType<CalibrationHost['startHarness']> extends Promise<infer Session> ? Session : never {
  const conversation = talkToProgram(program, options);
  return {
    send: conversation.send,
    receive: conversation.receive,
    close: async () => {
      await conversation.close();
    },
  };
}

function findJdk(javaHome: string): Jdk {
  const { jdk, problems } = chooseJdk({ configured: javaHome, suggested: [], environment: process.env });
  if (problems[0] !== undefined) throw new Failure(`--java-home: ${problems[0]}`);
  if (jdk === undefined)
    throw new Failure('no JDK was found: name one with --java-home, set JAVA_HOME, or put java on the path');
  return jdk;
}

export function processorName(): string {
  const [first] = cpus();
  const name = first?.model.replaceAll(/\s+/g, ' ').trim() ?? '';
  return name === '' ? 'this machine' : name;
}

/** Reads the measurements of earlier calls, and opens the journal for more. */
function openJournal(
  folder: string,
  setup: CalibrationSetup,
): {
  readonly journal: Parameters<typeof measureBenchmarks>[0]['journal'];
  readonly append: (entry: JournalEntry) => void;
} {
  const path = join(folder, JOURNAL_FILE);
  const append = (entry: JournalEntry): void => {
    appendFileSync(path, `${JSON.stringify(entry)}\n`, { flush: true });
  };
  let bytes: Uint8Array = new Uint8Array(0);
  try {
    mkdirSync(folder, { recursive: true });
    bytes = readBytesSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new Failure(`${path}: ${reasonOf(error)}`);
  }
  const read = readJournal(new TextDecoder().decode(bytes), path);
  if ('problem' in read) throw new Failure(read.problem);
  const { journal } = read;
  if (journal.setup === undefined) {
    append(setupEntry(setup));
    return { journal, append };
  }
  // An incomplete last line is cut off in place: a full disk can't take the lines before it.
  const complete = bytes.lastIndexOf(LINE_FEED) + 1;
  if (complete < bytes.length) truncateSync(path, complete);
  const difference = differenceOf(journal.setup, setup);
  if (difference !== undefined)
    throw new Failure(
      `${path} holds a calibration with ${difference}: remove it, or name another folder with --data`,
    );
  return { journal, append };
}

const LINE_FEED = 0x0a;

async function compileBenchmarks(
  benchmarks: readonly Benchmark[],
  jdk: Jdk,
  folder: string,
): Promise<string> {
  const [sources, out] = [join(folder, 'sources'), join(folder, 'classes')];
  mkdirSync(sources);
  mkdirSync(out);
  const texts = benchmarks.flatMap(({ name, source }) =>
    typeof source === 'string' ? [[`${name}.java`, source] as const] : [],
  );
  const files = [...harnessSources(), ...texts].map(([name, text]) => {
    const path = join(sources, name);
    writeFileSync(path, text);
    return path;
  });
  const failure = await compileSources({ jdk: jdk.home, sources: files, classPath: [], out });
  if (failure !== undefined)
    throw new Failure(`the benchmarks can't be compiled: ${failure.reason.slice(0, 2000)}`);
  for (const { name, source } of benchmarks)
    if (typeof source !== 'string')
      writeFileSync(join(out, ...JAVA_PACKAGE.split('.'), `${name}.class`), source);
  return out;
}

/** HotSpot's flags: for the interpreter alone, its usual compilers, or one of them alone. */
const FLAGS = {
  interpreter: ['-Xint'],
  jit: [],
  c1: ['-XX:TieredStopAtLevel=1'],
  c2: ['-XX:-TieredCompilation'],
} as const;

function harnessProgram(
  jdk: Jdk,
  classes: string,
  flags: readonly string[],
  options: readonly string[] = [],
): Program {
  return {
    command: join(jdk.home, 'bin', process.platform === 'win32' ? 'java.exe' : 'java'),
    arguments: [...flags, '-cp', classes, HARNESS_CLASS, ...options],
    folder: process.cwd(),
    environment: Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}

/** Counts the benchmarks. They run compiled, which gives the same counts faster. */
async function countLines(
  lines: readonly string[],
  jdk: Jdk,
  classes: string,
  options: Parameters<typeof talkToProgram>[1],
  places: CalibrationPlaces,
): Promise<ReturnType<typeof countBenchmarks>> {
  const problems: string[] = [];
  const listed = listClassFiles(classes);
  if (!listed.ok) throw new Failure(`${classes} ${listed.problem.message}`);
  // Only benchmarks are counted, not the harness that calls them.
  const measured = listed.value.classes.filter(({ name }) => /\/[A-Z]\d{3}(?:\$.*)?$/.test(name));
  const instrumentation = instrumentClasses(readClasses(classes, measured, problems), 'shared');
  const program = harnessProgram(jdk, classes, FLAGS.jit);
  const input = new TextEncoder().encode([...lines, QUIT_LINE, ''].join('\n'));
  const {
    run,
    machines,
    started,
    problems: found,
  } = await runWithAgent(program, instrumentation, places.mediaFolder, {
    ...options,
    input,
  });
  if (run.end.kind !== 'exited' || run.end.code !== 0)
    throw new Failure(`the benchmarks could not be counted: their JVM ${describeEnd(run.end)}`);
  const doubts = [...problems, ...found];
  if (doubts[0] !== undefined) throw new Failure(`the benchmarks could not be counted: ${doubts[0]}`);
  const profile = completeProfile(
    {
      instrumentation,
      machines,
      program: {
        command: [program.command, ...program.arguments],
        classPath: [classes],
        started,
        exitCode: 0,
        signal: null,
        ended: describeEnd(run.end),
      },
    },
    places.version,
  );
  return countBenchmarks(profile);
}
