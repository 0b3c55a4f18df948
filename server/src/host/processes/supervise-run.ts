/**
 * Runs one program inside the measuring helper, once or in several rounds: starts it as a process group, ends it at its time limit or
 * when told, and says when it began and ended and what it used.
 *
 * Sits in `host/`, in the helper's process. The program has the helper's own input and output, so that
 * nothing stands between it and its reader.
 */
import { at, last, present, withDefined } from '../../base/check';
import { spawn } from 'node:child_process';
import { isGoodEnd } from '../../runs/failed-run';
import { cpuSeconds, type CpuTime, type RunEnd, type ThreadUse } from '../../runs/program-run';
import { calendarLead, monotonicTime } from './clock';
import { RUN_MARK, type RunAnswer, type RunRequest } from './start-helper';
import {
  endedChildrenCpu,
  endMembers,
  listMembers,
  signalGroup,
  groupMembers,
  readStat,
} from './process-group';
import { readdirSync } from 'node:fs';
import type { Seconds } from '../../base/units';
import { readBytesSync } from '../files/read-file';

export interface SupervisedRun {
  /** Ends all processes; `how` is then the run's end. */
  stop(how: RunEnd): void;
  /** Ends all processes at once, without a report. */
  abandon(): void;
}

/** A JVM writes its counters when it is asked to end, and has this long for it. */
const GRACE_MS = 1000;
/** Sums and differences of clocks differ by less than this while nothing happens. */
const LEAST_SLEEP = 0.5;

/** Runs the program as often as its session wants it; a round that fails is the last one. */
export function superviseRounds(
  request: RunRequest,
  onStart: (group: number) => void,
  onEnd: (answer: RunAnswer) => void,
): SupervisedRun {
  const { rounds, atLeast } = request.session;
  const answers: RunAnswer[] = [];
  let current = start();
  return {
    stop: (how) => {
      current.stop(how);
    },
    abandon: () => {
      current.abandon();
    },
  };

  function start(): SupervisedRun {
    return superviseRun(request, onStart, (answer) => {
      answers.push(answer);
      const isShort = answers.length < rounds || answer.end - at(answers, 0).start < atLeast;
      if (isShort && isGoodEnd(answer.how)) current = start();
      else onEnd(joinRounds(answers));
    });
  }
}

/**
 * One answer for all rounds: the means of what they used, the sums of what went wrong. Where looks came too late in some
 * rounds of a short program, the others stand for these.
 */
export function joinRounds(answers: readonly RunAnswer[]): RunAnswer {
  const first = at(answers, 0);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const mean = <T>(known: readonly T[], of: (one: T) => number): number => sum(known.map(of)) / known.length;
  const cpuOf = (known: readonly CpuTime[]): CpuTime | undefined =>
    known.length === 0
      ? undefined
      : { user: mean(known, ({ user }) => user), system: mean(known, ({ system }) => system) };
  const threads = answers.flatMap((answer) => answer.threads ?? []);
  const used = answers.flatMap(({ cpu }) => cpu ?? []);
  return {
    ...last(answers),
    roundSeconds: answers.flatMap(({ roundSeconds }) => roundSeconds),
    start: first.start,
    ...withDefined({ cpu: used.length < answers.length ? undefined : cpuOf(used) }),
    ...(threads.length === 0
      ? {}
      : {
          threads: {
            seen: mean(threads, ({ seen }) => seen),
            switches: mean(threads, ({ switches }) => switches),
            ...withDefined({
              compilers: cpuOf(threads.flatMap(({ compilers }) => compilers ?? [])),
              collectors: cpuOf(threads.flatMap(({ collectors }) => collectors ?? [])),
            }),
          },
        }),
    slept: sum(answers.map(({ slept }) => slept)),
    leftRunning: sum(answers.map(({ leftRunning }) => leftRunning)),
  };
}

function superviseRun(
  request: RunRequest,
  onStart: (group: number) => void,
  onEnd: (answer: RunAnswer) => void,
): SupervisedRun {
  const { mark } = request;
  const cpuBefore = endedChildrenCpu();
  const lead = calendarLead();
  const start = monotonicTime();
  let forced: RunEnd | undefined;
  let forcedAt: number | undefined;
  let hasEnded = false;
  const input = request.input === undefined ? undefined : readBytesSync(request.input);
  const child = spawn(request.command, request.arguments, {
    cwd: request.folder,
    env: { ...request.environment, [RUN_MARK]: mark },
    stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
    detached: true,
    windowsHide: true,
  });
  // A program that does not read all of its input closes it, which is no error.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const group = child.pid;
  if (group !== undefined) onStart(group);
  const endWatch = group === undefined ? undefined : watchThreads(group);
  const limit = setTimeout(() => {
    stop({ kind: 'limit', limit: 'seconds' });
  }, request.seconds * 1000);
  let last: NodeJS.Timeout | undefined;
  child.once('error', (error: NodeJS.ErrnoException) => {
    // This event also comes when a signal cannot be sent to a running program; the program's end tells what happens
    // then.
    if (group !== undefined) return;
    const reason = error.code === 'ENOENT' ? 'there is no such program' : error.message;
    finish({ kind: 'failed', message: `${request.command} could not be started: ${reason}` });
  });
  child.once('exit', (code, signal) => {
    finish(
      forced ??
        (signal === null
          ? { kind: 'exited', code: present(code, 'the exit code') }
          : { kind: 'killed', signal }),
    );
  });
  return { stop, abandon };

  function stop(how: RunEnd): void {
    if (hasEnded || forced !== undefined || group === undefined) return;
    forced = how;
    forcedAt = monotonicTime();
    signalGroup(group, 'SIGTERM');
    last = setTimeout(() => {
      endMembers(group, mark);
    }, GRACE_MS);
  }

  function abandon(): void {
    if (group !== undefined) endMembers(group, mark);
  }

  function finish(how: RunEnd): void {
    if (hasEnded) return;
    hasEnded = true;
    const end = forcedAt ?? monotonicTime();
    const threads = endWatch?.();
    clearTimeout(limit);
    clearTimeout(last);
    const left = group === undefined ? [] : listMembers(group, mark);
    if (group !== undefined) endMembers(group, mark);
    const cpu = usedCpu(
      cpuBefore,
      left.map((member) => member.cpu),
    );
    const slept = calendarLead() - lead;
    onEnd({
      kind: 'ended',
      roundSeconds: [end - start],
      start,
      end,
      how,
      ...withDefined({ cpu, threads }),
      slept: Math.abs(slept) < LEAST_SLEEP ? 0 : slept,
      leftRunning: left.length,
    });
  }
}

/** The CPU time of processes that ended and were waited for, and of those still running. */
function usedCpu(before: CpuTime | undefined, running: readonly CpuTime[]): CpuTime | undefined {
  const after = endedChildrenCpu();
  if (before === undefined || after === undefined) return undefined;
  const ended = { user: after.user - before.user, system: after.system - before.system };
  const all = [ended, ...running];
  const cpu = {
    user: all.reduce((sum, { user }) => sum + user, 0),
    system: all.reduce((sum, { system }) => sum + system, 0),
  };
  return Number.isFinite(cpuSeconds(cpu)) ? cpu : undefined;
}

interface ThreadLooks {
  look(now: Seconds): void;
  /** Undefined if the system says nothing of threads. */
  summarize(): ThreadUse | undefined;
}

const SHORTEST: Seconds = 0.01;
const LONGEST: Seconds = 0.1;
/** Listing processes takes a look at the whole machine, so it is done less often. */
const BETWEEN_LISTS: Seconds = 1;
const MOST_OF_A_PROCESSOR = 1 / 50;

/** The first letters of the names that HotSpot gives its threads; Linux keeps 15. */
const COMPILERS = /^(?:C[12] Compiler|JVMCI Compiler)/;
const COLLECTORS =
  /^(?:VM Thread|GC Thread|G1 |ParGC|ParallelGC|ZDriver|ZDirector|ZWorker|ZUnmapper|Shenandoah|Concurrent)/;
const OF_ANY_JVM = 'VM Thread';

interface Seen {
  name: string;
  run: Seconds;
  switches: number;
  /** The system's share of the time of the JVM's own threads. */
  systemShare: number;
}

/**
 * Watches the threads of a running program: how long each kept a processor busy, how often it was scheduled, and which
 * belong to the JVM. It ends when the returned function is called, which then says what was seen. `group` is the id of
 * the program's first process. Linux: proc(5), `schedstat` in nanoseconds. A thread's figures disappear when it ends, so
 * its work since the last look is lost. Looks come after a tenth of the time that the program ran, at most 0.1 s, and
 * later if looking itself would take more than a fiftieth of a processor.
 */
function watchThreads(group: number): () => ThreadUse | undefined {
  const started = monotonicTime();
  const looks = createThreadLooks(group, started);
  let timer: NodeJS.Timeout | undefined;
  lookLater(SHORTEST);
  return () => {
    clearTimeout(timer);
    return looks.summarize();
  };

  function lookLater(seconds: Seconds): void {
    timer = setTimeout(() => {
      const before = monotonicTime();
      looks.look(before);
      const took = monotonicTime() - before;
      const pause = Math.min(LONGEST, Math.max(SHORTEST, (before - started) / 10));
      lookLater(Math.max(pause, took / MOST_OF_A_PROCESSOR));
    }, seconds * 1000);
  }
}

export function createThreadLooks(group: number, started: Seconds, proc = '/proc'): ThreadLooks {
  const threads = new Map<string, Seen>();
  let processes: readonly number[] = [group];
  let listed = started;

  return {
    look(now) {
      if (now - listed > BETWEEN_LISTS) {
        processes = groupMembers(group, proc);
        listed = now;
      }
      for (const id of processes) {
        const folder = `${proc}/${id}/task`;
        for (const thread of list(folder)) lookAt(`${folder}/${thread}`);
      }
    },
    summarize: () => (threads.size === 0 ? undefined : summarize([...threads.values()])),
  };

  function lookAt(path: string): void {
    const [run = '', , switches = ''] = read(`${path}/schedstat`)?.split(' ') ?? [];
    if (!/^\d+$/.test(run)) return;
    const known = threads.get(path);
    // A new thread has its creator's name until it takes its own.
    const name = known !== undefined && isOfJvm(known.name) ? known.name : read(`${path}/comm`)?.trim();
    const seen = {
      name: name ?? known?.name ?? '',
      run: Number(run) / 1e9,
      switches: Number(switches),
      systemShare: known?.systemShare ?? 0,
    };
    if (isOfJvm(seen.name)) seen.systemShare = systemShareOf(`${path}/stat`) ?? seen.systemShare;
    threads.set(path, seen);
  }
}

function isOfJvm(name: string): boolean {
  return COMPILERS.test(name) || COLLECTORS.test(name);
}

/** Ticks of 10 ms are too coarse for a time, but suffice for a share. */
function systemShareOf(path: string): number | undefined {
  const cpu = readStat(path)?.cpu;
  const total = cpu === undefined ? 0 : cpu.user + cpu.system;
  return cpu === undefined || total === 0 ? undefined : cpu.system / total;
}

function summarize(threads: readonly Seen[]): ThreadUse {
  const sum = (of: (thread: Seen) => number, among = threads): number =>
    among.reduce((total, thread) => total + of(thread), 0);
  const cpuOf = (pattern: RegExp): CpuTime => {
    const among = threads.filter(({ name }) => pattern.test(name));
    const system = sum(({ run, systemShare }) => run * systemShare, among);
    return { user: sum(({ run }) => run, among) - system, system };
  };
  return {
    seen: sum(({ run }) => run),
    switches: sum(({ switches }) => switches),
    ...(threads.some(({ name }) => name === OF_ANY_JVM)
      ? { compilers: cpuOf(COMPILERS), collectors: cpuOf(COLLECTORS) }
      : {}),
  };
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The thread ended in between.
    return [];
  }
}

function read(path: string): string | undefined {
  try {
    return readBytesSync(path).toString('latin1');
  } catch {
    // The process ended in between, or this is not Linux.
    return undefined;
  }
}
