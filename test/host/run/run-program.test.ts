/** Real Java programs that behave badly, and what is left of them: nothing. */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cpuSeconds, describeEnd, roundsOf, secondsOfRound } from '../../../server/src/runs/program-run';
import { runProgram } from '../../../server/src/host/processes/run-program';
import { makeTemporaryFolder } from '../../support/temporary-folder';
import { measureHelper } from '../../support/measure-helper';
import { waitFor } from '../../support/wait-for';
import { illClasses, illProgram, jdks, living, runIll } from './ill-program';

/** The folder for the temporary files of one test's programs. */
let temporary = '';
beforeEach(() => {
  illClasses(); // not among them
  temporary = makeTemporaryFolder();
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await waitFor(
    'processes',
    () => Promise.resolve(living()),
    (left) => left.length === 0,
    20_000,
  );
  await waitFor(
    'folders',
    () => Promise.resolve(readdirSync(temporary).filter((name) => name.startsWith('jouleline-run-'))),
    (left) => left.length === 0,
    20_000,
  );
});

async function untilLiving(words: string): Promise<void> {
  await waitFor(
    words,
    () => Promise.resolve(living()),
    (all) => all.some(({ line }) => line.includes(words)),
    30_000,
  );
}

describe('a program', () => {
  it('gets its arguments, environment and folder as they are', async () => {
    const folder = makeTemporaryFolder();
    const words = ['a b', '"quoted"', "it's", '$HOME', '*', '; rm -rf x', '', '1\n2'];
    const run = await runIll(['arguments', ...words], { folder });
    expect(run.stdout).toBe([...words.map((word) => `<${word}>`), 'a "b" $c; d null', folder, ''].join('\n'));
    expect(run.end).toEqual({ kind: 'exited', code: 0 });
    expect(run.outputBytes).toBe(Buffer.byteLength(run.stdout));
    expect(run).toMatchObject({ leftRunning: 0, slept: 0, problems: [] });
  });

  it('has its CPU time told as it sees it itself', async () => {
    const run = await runIll(['busy', '600']);
    const own = Number(run.stdout.split('\n')[1]) / 1e9;
    if (run.cpu === undefined) throw new Error('no CPU time');
    // User and system time are cut to 10 ms each; the JVM's own end comes after its last look.
    expect(cpuSeconds(run.cpu)).toBeGreaterThan(own - 0.03);
    expect(cpuSeconds(run.cpu)).toBeLessThan(own + 0.5);
  });

  it('has the CPU time of what it starts counted with its own', async () => {
    const run = await runIll(['wait', 'busy']);
    const ofChild = Number(run.stdout.split('\n')[1]) / 1e9;
    expect(ofChild).toBeGreaterThan(0.5);
    if (run.cpu === undefined) throw new Error('no CPU time');
    expect(cpuSeconds(run.cpu)).toBeGreaterThan(ofChild + 0.02);
  });

  it('may fail', async () => {
    expect((await runIll(['exit', '3'])).end).toEqual({ kind: 'exited', code: 3 });
    const thrown = await runIll(['throw']);
    expect(thrown.end).toEqual({ kind: 'exited', code: 1 });
    expect(thrown.stderr).toContain('on purpose');
  });

  it('may not be there at all', async () => {
    const program = { ...illProgram(['exit', '0']), command: '/no/such/java' };
    const run = await runProgram(program, {
      helperEntry: measureHelper(),
      limits: { seconds: 5, outputBytes: 1000 },
    });
    expect(describeEnd(run.end)).toBe('/no/such/java could not be started: there is no such program');
    const noFolder = await runIll(['exit', '0'], { folder: '/no/such/folder' });
    expect(noFolder.end).toMatchObject({ kind: 'failed' });
  });

  it('may close its streams', async () => {
    const run = await runIll(['close']);
    expect(run).toMatchObject({ stdout: 'said\n', end: { kind: 'exited', code: 5 } });
  });
});

describe('a session', () => {
  it('runs a program again and again, each time with its input, and says what one of the runs took', async () => {
    const input = Buffer.from('once more\n');
    const session = { rounds: 3, atLeast: 0 };
    const run = await runIll(['echo'], { input, session, observe: 'arguments' });
    expect(run).toMatchObject({ stdout: 'once more\n'.repeat(3), end: { kind: 'exited', code: 0 } });
    expect(roundsOf(run)).toBe(3);
    const length = run.window.end - run.window.start;
    expect(secondsOfRound(run)).toBeGreaterThan(0);
    expect(secondsOfRound(run) * 3).toBeLessThan(length);
    expect(cpuSeconds(run.cpu ?? { user: NaN, system: 0 })).toBeLessThan(length * 0.67);
    expect(run.java?.from).toBe('counters');
  });

  it('goes on until its time has passed', async () => {
    const run = await runIll(['exit', '0'], { session: { rounds: 1, atLeast: 1 } });
    expect(roundsOf(run)).toBeGreaterThan(1);
    expect(run.window.end - run.window.start).toBeGreaterThanOrEqual(1);
  });

  it('ends with a run that fails', async () => {
    const run = await runIll(['exit', '3'], { session: { rounds: 5, atLeast: 60 } });
    expect(run.end).toEqual({ kind: 'exited', code: 3 });
    expect(run.roundSeconds).toBeUndefined();
  });

  it('can be stopped', async () => {
    const canceled = new AbortController();
    const running = runIll(['busy', '1'], { session: { rounds: 1, atLeast: 600 }, signal: canceled.signal });
    await untilLiving('busy');
    canceled.abort();
    expect((await running).end).toEqual({ kind: 'canceled' });
  });
});

describe('limits', () => {
  it('end a program that never ends', async () => {
    const run = await runIll(['forever'], { limits: { seconds: 1.5, outputBytes: 1000 } });
    expect(run.end).toEqual({ kind: 'limit', limit: 'seconds' });
    expect(run.window.end - run.window.start).toBeGreaterThan(1.4);
  });

  it('end one that does not listen', async () => {
    const run = await runIll(['deaf'], { limits: { seconds: 1, outputBytes: 1000 } });
    expect(describeEnd(run.end)).toBe('did not end within the time limit');
  });

  it('end one that prints 1 GB, which nobody keeps', async () => {
    let most = 0;
    const run = await runIll(['flood'], {
      limits: { seconds: 60, outputBytes: 5_000_000 },
      onOutput: (_, bytes) => {
        most += bytes.length;
      },
    });
    expect(run.end).toEqual({ kind: 'limit', limit: 'outputBytes' });
    expect(most).toBe(5_000_000);
  });

  it('hold the program up where its reader is slow', async () => {
    let taken = 0;
    const run = await runIll(['busy', '10'], {
      onOutput: async (_, bytes) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        taken += bytes.length;
      },
    });
    expect(run.end).toEqual({ kind: 'exited', code: 0 });
    expect(taken).toBe(run.outputBytes);
    expect(taken).toBeGreaterThan('true\n'.length);
  });
});

describe('canceling', () => {
  it('ends the program and all that it started', async () => {
    const controller = new AbortController();
    const running = runIll(['wait', 'forever'], { signal: controller.signal });
    await untilLiving('Ill forever');
    controller.abort();
    expect((await running).end).toEqual({ kind: 'canceled' });
  });

  it('starts nothing when it came first', async () => {
    const run = await runIll(['exit', '0'], { signal: AbortSignal.abort() });
    expect(run).toMatchObject({ end: { kind: 'canceled' }, outputBytes: 0 });
  });

  it('is done by the helper when nobody is left who asked', async () => {
    const script = `
      const { fork } = require('node:child_process');
      const helper = fork(process.argv[1], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      helper.send({ kind: 'run', command: process.argv[2], arguments: process.argv.slice(3), folder: '/', environment: {}, seconds: 60, session: { rounds: 1, atLeast: 0 } });`;
    const { command, arguments: words } = illProgram(['wait', 'forever']);
    const asking = spawn(process.execPath, ['-e', script, measureHelper(), command, ...words], {
      stdio: 'ignore',
    });
    const ended = once(asking, 'exit');
    await untilLiving('Ill forever');
    asking.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  });
});

describe('a helper that is killed', () => {
  it('is told, and leaves nothing running', async () => {
    const running = runIll(['wait', 'forever']);
    await untilLiving('Ill forever');
    const [parent] = living().map(
      ({ pid }) => /\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1],
    );
    process.kill(Number(parent), 'SIGKILL');
    expect((await running).end).toEqual({
      kind: 'failed',
      message: 'the measuring helper was ended by SIGKILL',
    });
  });
});

describe('what a program leaves running', () => {
  it('is ended, and told', async () => {
    const run = await runIll(['fork', 'forever']);
    expect(run).toMatchObject({ end: { kind: 'exited', code: 0 }, leftRunning: 1 });
  });

  it('is found also where it has left its group', async () => {
    const { command, arguments: words, ...rest } = illProgram(['forever']);
    const program = {
      ...rest,
      command: 'sh',
      arguments: ['-c', 'setsid "$@" & sleep 0.5', 'sh', command, ...words],
    };
    const environment = { ...program.environment, PATH: process.env['PATH'] ?? '' };
    const run = await runProgram(
      { ...program, environment },
      { helperEntry: measureHelper(), limits: { seconds: 30, outputBytes: 1000 } },
    );
    expect(run.leftRunning).toBe(1);
  });
});

describe('input', () => {
  it('is given as bytes', async () => {
    const input = Buffer.from('zeile 1\nzeile 2\0ü');
    expect((await runIll(['echo'], { input })).stdout).toBe(input.toString());
    expect((await runIll(['exit', '0'], { input: Buffer.alloc(1_000_000) })).end).toEqual({
      kind: 'exited',
      code: 0,
    });
  });

  it('is passed on as it comes, and kept for later runs', async () => {
    const input = new PassThrough();
    const running = runIll(['echo'], { input });
    input.write('one ');
    setTimeout(() => input.end('two'), 300);
    const run = await running;
    expect(run.stdout).toBe('one two');
    expect(Buffer.from(run.input ?? []).toString()).toBe('one two');
  });

  it('is none where none is given', async () => {
    expect(await runIll(['echo'])).toMatchObject({ stdout: '', end: { kind: 'exited', code: 0 } });
  });
});

describe.each(jdks)('what the JVM of JDK $version says of itself', (jdk) => {
  it('is how it ran, how long it collected and compiled', async () => {
    const run = await runIll(['garbage'], { jdk, observe: 'arguments', javaOptions: ['-Xmx64m'] });
    expect(run.end).toEqual({ kind: 'exited', code: 0 });
    expect(run.java).toMatchObject({
      from: 'counters',
      mode: expect.stringContaining('mixed mode') as string,
    });
    expect(run.java?.collections.pauses).toBeGreaterThan(3);
    expect(run.java?.collections.paused).toBeGreaterThan(0);
    expect(run.java?.collections.paused).toBeLessThan(run.window.end - run.window.start);
    expect(run.java?.compiling).toBeGreaterThan(0);
    if (process.platform === 'linux') {
      const { threads, cpu } = run;
      expect(threads?.switches).toBeGreaterThan(10);
      expect(threads?.seen).toBeLessThan(cpu === undefined ? NaN : cpuSeconds(cpu) + 0.05);
      // Before JDK 9 its threads have no names of their own.
      if (jdk.version >= 9) {
        expect(threads?.compilers?.user).toBeGreaterThan(0);
        expect(threads?.collectors?.user).toBeGreaterThan(0);
      }
    }
    const interpreted = await runIll(['exit', '2'], { jdk, observe: 'arguments', javaOptions: ['-Xint'] });
    expect(interpreted.java?.mode).toContain('interpreted mode');
    expect(interpreted.java?.compiling ?? 0).toBeLessThan(0.01);
  });

  it('reaches us through the environment too', async () => {
    const run = await runIll(['garbage'], { jdk, observe: 'environment', javaOptions: ['-Xmx64m'] });
    expect(run.java?.from).toBe('counters');
    expect(run.stderr).toContain('JAVA_TOOL_OPTIONS');
  });

  it('is there also when its time was over, and in part when it was killed', async () => {
    const limits = { seconds: 4, outputBytes: 1000 };
    const ended = await runIll(['garbage', 'forever'], {
      jdk,
      observe: 'arguments',
      javaOptions: ['-Xmx64m'],
      limits,
    });
    expect(ended.java?.from).toBe('counters');
    expect(ended.java?.collections.pauses).toBeGreaterThan(3);
    const printed = new EventEmitter();
    // It prints nothing before it has made its garbage.
    const collected = once(printed, 'output');
    const running = runIll(['garbage', 'forever'], {
      jdk,
      observe: 'arguments',
      javaOptions: ['-Xmx64m'],
      onOutput: () => {
        printed.emit('output');
      },
    });
    await collected;
    for (const { pid, line } of living()) if (line.includes('-Xmx64m')) process.kill(pid, 'SIGKILL');
    const killed = await running;
    expect(killed.end).toEqual({ kind: 'killed', signal: 'SIGKILL' });
    expect(killed.java?.from).toBe('log');
    expect(killed.java?.collections.pauses).toBeGreaterThan(3);
  });
});
