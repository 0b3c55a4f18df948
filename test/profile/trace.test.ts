/**
 * Traces against a program that says how long its paths take at least, and
 * tuples against the rules of their format.
 */
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completeProfile } from '../../server/src/profile/document/count-program';
import { type NamedTuple, readTuples } from '../../server/src/profile/document/describe-trace';
import { readCountWindows } from '../../server/src/profile/read/captured-windows';
import { instrumentClasses } from '../../server/src/profile/probes/instrument-classes';
import { matchCalls, nonConstantCalls, readCallPatterns } from '../../server/src/profile/plan/library-calls';
import { formatProfile, readProfile } from '../../server/src/profile/document/read-profile';
import { listTuples } from '../../server/src/profile/trace/trace-file';
import { jdks, must } from '../classfile/jdk-modules';
import type { Jdk } from '../support/jdks';
import { compile } from './compile-program';
import { runCounted } from './run-counted';

const text = readFileSync(join(__dirname, '../fixtures/profile/Traced.java'), 'utf8');
const millis = 1e6;

async function record(
  jdk: Jdk,
  patterns = nonConstantCalls,
): Promise<{ readonly profile: ProfileDocument; readonly tuples: readonly NamedTuple[] }> {
  const { folder, classes } = compile(jdk, 'Traced', text);
  const given = classes.map(({ name, bytes }) => ({ place: name, bytes }));
  const instrumentation = instrumentClasses(given, 'per thread', 'trace', matchCalls(patterns));
  const swapped = { swapped: instrumentation.classes, ...instrumentation, decode: () => undefined };
  const run = await runCounted(jdk, folder, 'Traced', swapped);
  expect([run.output, run.errors, run.status]).toEqual(['done\n', '', 0]);
  const ended = { command: [], classPath: [], exitCode: 0, signal: null, ended: '', started: '' };
  const made = completeProfile({ instrumentation, machines: [run.machine], program: ended }, 'test');
  const profile = must(readProfile([...formatProfile(made)].join('')));
  return { profile, tuples: must(readTuples(profile)) };
}

describe.runIf(jdks.length > 0)('a trace', () => {
  it.each(jdks)('says when paths began and ended (JDK $version)', async (jdk) => {
    const { profile, tuples } = await record(jdk);
    const paths = tuples.filter(({ path }) => path !== undefined);
    const of = (name: string): readonly NamedTuple[] => paths.filter(({ method }) => method === name);
    const [machine] = profile.trace?.machines ?? [];
    const tick = (machine?.longestTick ?? 0) + millis;
    const lengthOf = (name: string): number =>
      of(name).reduce((sum, { enter, exit }) => sum + exit - enter, 0);
    // Sleeping is at least as long as it is told, a tick at each end aside.
    expect(lengthOf('pause')).toBeGreaterThan(200 * millis - 2 * tick);
    expect(lengthOf('fail')).toBeGreaterThan(250 * millis - 2 * tick);
    for (const { enter, exit } of tuples) {
      expect(enter).toBeGreaterThanOrEqual(-tick);
      expect(exit).toBeGreaterThanOrEqual(enter);
    }
    const numbers = new Set(
      profile.classes.flatMap(({ methods }) =>
        methods.flatMap(({ name, paths: rows = [] }) => rows.map(([path]) => `${name} ${path}`)),
      ),
    );
    for (const { method, path } of paths) expect(numbers).toContain(`${method} ${path ?? ''}`);
    expect(machine?.dropped).toBe(0);
    expect(machine?.tuples).toBe(tuples.length);
    expect(machine?.threads).toContain('main');
    expect(machine?.probe).toBeGreaterThan(0);
    expect(machine?.overhead).toBeGreaterThan(0);
  });

  it.each(jdks)('says how often each path ran from window to window (JDK $version)', async (jdk) => {
    const { profile, tuples } = await record(jdk);
    const { methods = [], machines = [] } = profile.trace ?? {};
    const windows = must(readCountWindows(Buffer.from(machines[0]?.windows ?? '', 'base64')));
    const sums = new Map<number, number>();
    windows.counters.forEach((counter, at) => {
      sums.set(counter, (sums.get(counter) ?? 0) + (windows.added[at] ?? 0));
    });
    for (const [first, owner, method] of methods)
      for (const [path, executions] of profile.classes[owner]?.methods[method]?.paths ?? [])
        if (path >= 0) expect(sums.get(first + path)).toBe(executions);
    // The program sleeps for most of its time: windows go on meanwhile.
    const last = Math.max(...tuples.map(({ exit }) => exit));
    expect(windows.ends.at(-1)).toBeGreaterThan(last / 1e9 - 0.1);
    for (const [index, end] of windows.ends.entries())
      expect(end).toBeGreaterThan(windows.ends[index - 1] ?? 0);
  });

  it.each(jdks)('times every call of non-constant cost (JDK $version)', async (jdk) => {
    const { tuples } = await record(jdk);
    const calls = (part: string): readonly NamedTuple[] =>
      tuples.filter(({ call = '' }) => call.startsWith(part));
    expect(calls('java/security/MessageDigest.update')).toHaveLength(50);
    expect(calls('java/security/MessageDigest.digest')).toHaveLength(1);
    const sleeps = calls('java/lang/Thread.sleep');
    expect(sleeps.map(({ method }) => method)).toEqual(['pause', 'fail']);
    for (const { enter, exit } of sleeps) expect(exit - enter).toBeGreaterThanOrEqual(199 * millis);
    expect(sleeps[0]?.line).toBe(text.slice(0, text.indexOf('Thread.sleep')).split('\n').length);
  });

  it.each(jdks)('folds calls that are shorter than a tick (JDK $version)', async (jdk) => {
    const { tuples, profile } = await record(jdk, []);
    // A hundred thousand ran; a few may have been kept from the processor for longer than a tick.
    const small = profile.classes[0]?.methods.find(({ name }) => name === 'small');
    expect(small?.calls).toBe(100_000);
    expect(tuples.filter(({ method }) => method === 'small').length).toBeLessThan(100);
    expect(tuples.filter(({ call = '' }) => call.includes('MessageDigest.update')).length).toBeLessThan(50);
  });
});

describe('patterns of timed calls', () => {
  it('add to the shipped ones, and leave some out', () => {
    const isTimed = matchCalls(
      readCallPatterns('# mine\napp.Store.load*\n!java.lang.Thread.sleep  # waits are no work\n'),
    );
    expect(isTimed('app/Store', 'loadAll')).toBe(true);
    expect(isTimed('app/Store', 'save')).toBe(false);
    expect(isTimed('java/lang/Thread', 'sleep')).toBe(false);
    expect(isTimed('java/lang/Thread', 'join')).toBe(true);
    expect(isTimed('java/nio/channels/FileChannel', 'read')).toBe(true);
    expect(isTimed('java/lang/String', 'length')).toBe(false);
  });

  it('stand alone behind !*', () => {
    const patterns = readCallPatterns('!*\napp.*');
    expect(patterns).toEqual(['app.*']);
  });
});

describe('tuples', () => {
  it('of a piece that is not whole are left out, and broken ones refused', () => {
    // Thread 3: path 5 from 100 to 130, then call 2 from 120 to 150.
    const whole = [0, 0, 0, 3, 0, 0, 0, 7, 10, 200, 1, 30, 5, 19, 30];
    expect([...listTuples(Uint8Array.from(whole))]).toEqual([
      { thread: 3, number: 5, kind: 'path', enter: 100, exit: 130 },
      { thread: 3, number: 2, kind: 'call', enter: 120, exit: 150 },
    ]);
    const torn = [...whole, 0, 0, 0, 4, 0, 0, 0, 9, 1];
    expect([...listTuples(Uint8Array.from(torn))]).toHaveLength(2);
    const broken = [0, 0, 0, 3, 0, 0, 0, 2, 10, 200, 1];
    expect(() => [...listTuples(Uint8Array.from(broken))]).toThrow('ends early');
  });
});
