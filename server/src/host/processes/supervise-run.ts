/**
 * Runs one program inside the measuring helper: starts it as a process group, ends it at its time limit or
 * when told, and says when it began and ended and what it used.
 *
 * Sits in `host/`, in the helper's process. The program has the helper's own input and output, so that
 * nothing stands between it and its reader.
 */
import { present, withDefined } from '../../base/check';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpuSeconds, type CpuTime, type RunEnd } from '../../runs/program-run';
import { calendarLead, monotonicTime } from './clock';
import { watchThreads } from './watch-threads';
import { RUN_MARK, type RunAnswer, type RunRequest } from './helper-messages';
import { endedChildrenCpu, endMembers, listMembers, signalGroup } from './process-group';

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

export function superviseRun(request: RunRequest, onEnd: (answer: RunAnswer) => void): SupervisedRun {
  const mark = randomUUID();
  const cpuBefore = endedChildrenCpu();
  const lead = calendarLead();
  const start = monotonicTime();
  let forced: RunEnd | undefined;
  let forcedAt: number | undefined;
  let hasEnded = false;
  const child = spawn(request.command, request.arguments, {
    cwd: request.folder,
    env: { ...request.environment, [RUN_MARK]: mark },
    stdio: 'inherit',
    detached: true,
    windowsHide: true,
  });
  const group = child.pid;
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
