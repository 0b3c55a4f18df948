/**
 * A program and all processes that it has started: their ids, the time that they kept processors busy, and
 * how to end them.
 *
 * Sits in `host/`. Linux: proc(5). A process belongs to a run by its session, its process group, or the
 * mark in its environment, which daemons and programs under `setsid` keep, too. On other systems only the
 * group is known.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { CpuTime } from '../../runs/program-run';
import { RUN_MARK } from './start-helper';
import { readBytesSync } from '../files/read-file';

export interface GroupMember {
  readonly pid: number;
  readonly cpu: CpuTime;
}

/** USER_HZ: Linux reports times in these ticks, whatever its kernel counts in. */
const TICKS_PER_SECOND = 100;

/** Lists the living processes of a run; `group` is the id of its first process. */
export function listMembers(group: number | undefined, mark: string, proc = '/proc'): readonly GroupMember[] {
  return listProcesses(proc).flatMap((pid): readonly GroupMember[] => {
    const stat = readStat(`${proc}/${pid}/stat`);
    if (stat === undefined || stat.state === 'Z' || stat.state === 'X' || pid === process.pid) return [];
    const isMember =
      stat.group === group || stat.session === group || hasMark(`${proc}/${pid}/environ`, mark);
    return isMember ? [{ pid, cpu: stat.cpu }] : [];
  });
}

/** The ids of a run's processes that did not leave its group and session. */
export function groupMembers(group: number, proc = '/proc'): readonly number[] {
  return listProcesses(proc).filter((pid) => {
    const stat = readStat(`${proc}/${pid}/stat`);
    return stat?.group === group || stat?.session === group;
  });
}

/** The CPU time of this process's ended children and of their children, in steps of 10 ms, rounded down. Linux only. */
export function endedChildrenCpu(proc = '/proc'): CpuTime | undefined {
  return readStat(`${proc}/self/stat`)?.ofChildren;
}

/** Returns true if there was something to end. */
export function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  if (process.platform === 'win32') return endTreeOnWindows(group);
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    // No process of the group is left.
    return false;
  }
}

/** Ends all that is left of a run; undefined stands for a group that nobody told. */
export function endMembers(group: number | undefined, mark: string): void {
  if (group !== undefined) signalGroup(group, 'SIGKILL');
  for (const { pid } of listMembers(group, mark)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended by itself in between.
    }
  }
}

function endTreeOnWindows(pid: number): boolean {
  return spawnSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore' }).status === 0;
}

interface Stat {
  readonly state: string;
  readonly group: number;
  readonly session: number;
  readonly cpu: CpuTime;
  readonly ofChildren: CpuTime;
}

/** Reads proc_pid_stat(5). The name in brackets may hold anything, including brackets. */
export function readStat(path: string): Stat | undefined {
  const text = readText(path);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined || fields.length < 15) return undefined;
  const number = (index: number): number => Number(fields[index]);
  return {
    state: fields[0] ?? '',
    group: number(2),
    session: number(3),
    cpu: { user: number(11) / TICKS_PER_SECOND, system: number(12) / TICKS_PER_SECOND },
    ofChildren: { user: number(13) / TICKS_PER_SECOND, system: number(14) / TICKS_PER_SECOND },
  };
}

function hasMark(path: string, mark: string): boolean {
  return readText(path)?.split('\0').includes(`${RUN_MARK}=${mark}`) === true;
}

function listProcesses(proc: string): readonly number[] {
  try {
    return readdirSync(proc)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    // There is no proc file system, so nothing can be listed.
    return [];
  }
}

function readText(path: string): string | undefined {
  try {
    return readBytesSync(path).toString('latin1');
  } catch {
    // The process ended in between, or belongs to another user.
    return undefined;
  }
}
