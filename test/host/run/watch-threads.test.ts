/** A program's threads as they are seen in a made-up proc file system that changes between looks. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunAnswer } from '../../../server/src/host/processes/start-helper';
import { createThreadLooks, joinRounds } from '../../../server/src/host/processes/supervise-run';
import { makeTemporaryFolder } from '../../support/temporary-folder';

interface Thread {
  readonly name: string;
  readonly nanoseconds: number;
  readonly switches: number;
  /** User and system, in ticks. */
  readonly ticks?: readonly [number, number];
}

function writeProcess(
  proc: string,
  id: number,
  group: number,
  threads: Readonly<Record<number, Thread>>,
): void {
  rmSync(join(proc, String(id)), { recursive: true, force: true });
  const stat = (name: string, [user, system]: readonly [number, number]): string =>
    `${id} (${name}) S 1 ${group} ${group} 0 -1 0 0 0 0 0 ${user} ${system} 0 0 20 0\n`;
  mkdirSync(join(proc, String(id)), { recursive: true });
  writeFileSync(join(proc, String(id), 'stat'), stat('java', [0, 0]));
  for (const [thread, { name, nanoseconds, switches, ticks }] of Object.entries(threads)) {
    const folder = join(proc, String(id), 'task', thread);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'comm'), `${name}\n`);
    writeFileSync(join(folder, 'schedstat'), `${nanoseconds} 77 ${switches}\n`);
    writeFileSync(join(folder, 'stat'), stat(name, ticks ?? [0, 0]));
  }
}

describe('the threads of a program', () => {
  test('are known by their names once they have them, and keep what they did when they end', () => {
    const proc = makeTemporaryFolder();
    const looks = createThreadLooks(7, 0, proc);
    const main: Thread = { name: 'java', nanoseconds: 1e9, switches: 10 };
    writeProcess(proc, 7, 7, {
      7: main,
      // It has its maker's name still.
      8: { name: 'java', nanoseconds: 1e6, switches: 1 },
      9: { name: 'VM Thread', nanoseconds: 2e8, switches: 5, ticks: [3, 1] },
    });
    looks.look(0.1);
    expect(looks.summarize()).toMatchObject({ compilers: { user: 0, system: 0 } });
    writeProcess(proc, 7, 7, {
      7: { ...main, nanoseconds: 2e9, switches: 30 },
      8: { name: 'C2 CompilerThre', nanoseconds: 5e8, switches: 4, ticks: [40, 10] },
    });
    looks.look(0.2);
    const use = looks.summarize();
    expect(use?.seen).toBeCloseTo(2.7);
    expect(use?.switches).toBe(39);
    expect(use?.compilers?.user).toBeCloseTo(0.4);
    expect(use?.compilers?.system).toBeCloseTo(0.1);
    expect(use?.collectors?.system).toBeCloseTo(0.05);
  });

  test('of processes that it starts are its own; those of others are not', () => {
    const proc = makeTemporaryFolder();
    const looks = createThreadLooks(7, 0, proc);
    const thread: Thread = { name: 'sh', nanoseconds: 1e9, switches: 1 };
    writeProcess(proc, 7, 7, { 7: thread });
    looks.look(0.5);
    writeProcess(proc, 20, 7, { 20: thread, 21: { ...thread, name: 'C1 CompilerThre' } });
    writeProcess(proc, 30, 30, { 30: thread });
    looks.look(2);
    // No JVM was seen: what is called like a compiler is none.
    expect(looks.summarize()).toEqual({ seen: 3, switches: 3 });
  });

  test('are not told of where there is no proc file system', () => {
    const looks = createThreadLooks(7, 0, join(makeTemporaryFolder(), 'none'));
    looks.look(5);
    expect(looks.summarize()).toBeUndefined();
  });
});

describe('rounds of a session', () => {
  const round = (start: number, more: Partial<RunAnswer>): RunAnswer => ({
    kind: 'ended',
    roundSeconds: [1],
    start,
    end: start + 1,
    how: { kind: 'exited', code: 0 },
    cpu: { user: 0.5, system: 0.25 },
    slept: 0,
    leftRunning: 0,
    ...more,
  });
  const threads = { seen: 0.5, switches: 10 };

  test('last from the first start to the last end, and used what each of them did on average', () => {
    const long = { end: 9, roundSeconds: [2], cpu: { user: 1.25, system: 0.25 } };
    const joined = joinRounds([round(5, { leftRunning: 1 }), round(7, long), round(9, { leftRunning: 1 })]);
    expect(joined).toEqual({
      ...round(5, { end: 10, roundSeconds: [1, 2, 1], leftRunning: 2 }),
      cpu: { user: 0.75, system: 0.25 },
    });
  });

  test('stand for those in which the threads of a short program were looked at too late', () => {
    const compilers = { user: 0.25, system: 0 };
    const [seen, late, unseen] = [
      round(0, { threads: { ...threads, compilers, collectors: { user: 0.125, system: 0 } } }),
      round(1, { threads }),
      round(2, {}),
    ];
    expect(joinRounds([seen, late, unseen, seen]).threads).toEqual({
      seen: 0.5,
      switches: 10,
      compilers: { user: 0.25, system: 0 },
      collectors: { user: 0.125, system: 0 },
    });
    expect(joinRounds([unseen, unseen]).threads).toBeUndefined();
  });

  test('have no processor time if one of them has none', () => {
    const without = { ...round(1, {}) };
    delete (without as { cpu?: unknown }).cpu;
    expect(joinRounds([round(0, {}), without]).cpu).toBeUndefined();
  });
});
