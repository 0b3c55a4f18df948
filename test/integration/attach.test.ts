/** `jouleline profile --attach`: programs that run already, on every JDK here. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createAttachmentFolder } from '../../server/src/host/files/attachment-folder';
import { readAgentClasses } from '../../server/src/host/files/bundled-media';
import { loadAgent } from '../../server/src/host/jdk/running-jvms';
import { makePrivateAgent } from '../../server/src/profile/probes/private-runtime';
import type { RunningPrograms } from '../../server/src/protocol/profiles';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { waitFor } from '../support/wait-for';
import { startSession } from './server-session';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const mediaFolder = resolve(import.meta.dirname, '../../media');

/** Waits for a file, does so much, and says how much it did; what it does is asked for by a word. */
const program = `package app;
import java.nio.file.*;
public class Main {
  record Pair(int a, int b) { int sum() { return a + b; } }
  sealed interface Shape permits Disc {}
  static final class Disc implements Shape { int area() { return 3; } }
  static class Late { static int of(int i) { return i > 0 ? 1 : 2; } }
  static volatile boolean isOver;
  static final java.util.concurrent.atomic.AtomicLong done = new java.util.concurrent.atomic.AtomicLong();
  static int step(int i) { return i % 2 == 0 ? 1 : 0; }
  static int work(int i) {
    int sum = 0;
    for (int j = 0; j < 8; j++) sum += step(i + j);
    Runnable one = () -> done.incrementAndGet();
    one.run();
    return sum + new Pair(i, 1).sum() - i + new Disc().area();
  }
  static void busy() { while (!isOver) if (work((int) done.get()) != 8) throw new IllegalStateException("wrong"); }
  static void once(int times) { for (int i = 0; i < times; i++) work(i); }
  static void await(String file) throws Exception { while (!Files.exists(Path.of(file))) Thread.sleep(10); }
  public static void main(String[] arguments) throws Exception {
    work(1);
    if (arguments[0].equals("busy")) {
      Thread[] all = new Thread[3];
      for (int i = 0; i < all.length; i++) { all[i] = new Thread(Main::busy); all[i].start(); }
      System.out.println("ready");
      await("end");
      isOver = true;
      for (Thread each : all) each.join();
    } else {
      System.out.println("ready");
      for (int round = 1; round < 3; round++) {
        await("go" + round);
        Thread other = new Thread(() -> once(500));
        other.start();
        once(1000);
        other.join();
        for (int i = 0; i < 10; i++) Late.of(i);
        System.out.println("did");
        if (arguments[0].equals("exit")) System.exit(3);
      }
      await("end");
    }
    System.out.println("total " + done.get());
  }
}
`;

interface Counts {
  readonly counting: {
    readonly isExact: boolean;
    readonly running: readonly { readonly method: string }[];
  };
  readonly coverage: { readonly loadedClasses: number; readonly differing: readonly string[] };
  readonly methods: readonly {
    readonly class: string;
    readonly name: string;
    readonly calls: number;
    readonly lines: readonly { readonly line: number; readonly executions: number }[];
  }[];
}

/** Its exit code, and what it said of errors. */
type Done = readonly [status: number | null, errors: string];

const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

describe.each(findJdks())('jouleline profile --attach, JDK $version', ({ version, home }) => {
  function compiled(): string {
    const folder = makeTemporaryFolder({ 'src/app/Main.java': program });
    const source = join(folder, 'src/app/Main.java');
    runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'classes'), source]);
    return folder;
  }

  async function start(folder: string, word: string, options: readonly string[] = []): Promise<Running> {
    const given = [...options, '-cp', 'classes', 'app.Main', word];
    const child = spawn(join(home, 'bin/java'), given, { cwd: folder });
    running.push(child);
    const program = watch(child);
    await program.says('ready');
    return program;
  }

  function attach(folder: string, pid: number | undefined, ...more: readonly string[]): Running {
    const given = ['profile', '--attach', String(pid), '--out', 'profile.json', ...more];
    mkdirSync(temporaryOf(folder), { recursive: true });
    const environment = { ...process.env, JAVA_HOME: home, TMPDIR: temporaryOf(folder) };
    const child = spawn(process.execPath, [cli, ...given, '--progress', 'progress.txt'], {
      cwd: folder,
      env: environment,
    });
    running.push(child);
    return watch(child);
  }

  async function attached(folder: string, recording: Running): Promise<void> {
    while (!readText(join(folder, 'progress.txt')).includes('until it is let go')) {
      if (recording.child.exitCode !== null) throw new Error((await recording.ended)[1]);
      await new Promise((done) => setTimeout(done, 20));
    }
    rmSync(join(folder, 'progress.txt'));
  }

  async function countsOf(folder: string): Promise<Counts> {
    const { stdout } = await runCommand(cli, ['counts', 'profile.json', '--json'], { cwd: folder });
    return JSON.parse(stdout) as Counts;
  }

  test('counts what runs while it is recorded, and again, and the program goes on as it was', async () => {
    const folder = compiled();
    const { child, says, ended } = await start(folder, 'rounds');
    for (const round of [1, 2]) {
      const recording = attach(folder, child.pid, '--source', 'src');
      await attached(folder, recording);
      writeFileSync(join(folder, `go${round}`), '');
      await says('did', round);
      recording.child.kill('SIGINT');
      expect(await recording.ended).toEqual([0, expect.stringContaining('was let go')]);
      const counts = await countsOf(folder);
      expect(counts.counting.isExact).toBe(true);
      expect(counts.counting.running.map(({ method }) => method)).toContain('main');
      expect(counts.coverage.differing).toEqual([]);
      expect(
        ['work', 'step', 'sum', 'area', 'of', 'once', 'main'].map((name) => callsOf(counts, name)),
      ).toEqual([1500, 12000, 1500, 1500, 10, 2, 0]);
      const work = counts.methods.find(({ name }) => name === 'work');
      expect(work?.lines.find(({ line }) => line === 13)).toEqual({ line: 13, executions: 13500 });
    }
    writeFileSync(join(folder, 'end'), '');
    expect((await ended)[0]).toBe(0);
    expect(await says('total')).toContain('total 3001');
    expect(captures(folder)).toEqual([]);
  });

  test('is refused while another recording is under way, which it leaves alone', async () => {
    const folder = compiled();
    const { child, says } = await start(folder, 'rounds');
    const recording = attach(folder, child.pid, '--source', 'src');
    await attached(folder, recording);
    const second = await attach(folder, child.pid, '--out', 'second.json', '--seconds', '0.2').ended;
    expect(second).toEqual([1, expect.stringContaining('it is being recorded already')]);
    writeFileSync(join(folder, 'go1'), '');
    await says('did');
    recording.child.kill('SIGINT');
    expect((await recording.ended)[0]).toBe(0);
    expect(callsOf(await countsOf(folder), 'work')).toBe(1500);
  });

  test('counts whole paths of threads that never rest', async () => {
    const folder = compiled();
    const { child, says, ended } = await start(folder, 'busy');
    const recording = attach(folder, child.pid, '--seconds', '2');
    expect((await recording.ended)[0]).toBe(0);
    writeFileSync(join(folder, 'end'), '');
    expect(await ended).toEqual([0, expect.not.stringContaining('wrong')]);
    const counts = await countsOf(folder);
    const [work = 0, step = 0, sum = 0] = ['work', 'step', 'sum'].map((name) => callsOf(counts, name));
    expect(work).toBeGreaterThan(1000);
    // Of three threads each may have been within a call at the begin, and at the end.
    expect(Math.abs(step - 8 * work)).toBeLessThanOrEqual(2 * 3 * 8);
    expect(Math.abs(sum - work)).toBeLessThanOrEqual(2 * 3);
    const total = Number(/total (\d+)/.exec(await says('total'))?.[1] ?? 0);
    expect(work).toBeLessThanOrEqual(total);
  });

  test('records a trace', async () => {
    const folder = compiled();
    const { child, says } = await start(folder, 'rounds');
    const recording = attach(folder, child.pid, '--record', 'trace');
    await attached(folder, recording);
    writeFileSync(join(folder, 'go1'), '');
    await says('did');
    recording.child.kill('SIGINT');
    expect((await recording.ended)[0]).toBe(0);
    expect(readText(join(folder, 'profile.json'))).toContain('"record": "trace"');
    expect(callsOf(await countsOf(folder), 'work')).toBe(1500);
  });

  test('says which classes run as other code than lies on the class path', async () => {
    const folder = compiled();
    const { child } = await start(folder, 'rounds');
    const source = join(folder, 'src/app/Main.java');
    writeFileSync(source, program.replace('i % 2 == 0 ? 1 : 0', 'i % 3 == 0 ? 1 : 0'));
    runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'classes'), source]);
    const recording = attach(folder, child.pid, '--seconds', '0.2');
    expect(await recording.ended).toEqual([
      1,
      expect.stringContaining('1 class runs as other code than the class path has, such as app/Main'),
    ]);
  });

  test('keeps what was counted of a program that ends', async () => {
    const folder = compiled();
    const { child, ended } = await start(folder, 'exit');
    const recording = attach(folder, child.pid);
    await attached(folder, recording);
    writeFileSync(join(folder, 'go1'), '');
    expect((await ended)[0]).toBe(3);
    expect(await recording.ended).toEqual([
      0,
      expect.stringContaining('the program ended while it was recorded'),
    ]);
    expect(callsOf(await countsOf(folder), 'work')).toBe(1500);
    expect(captures(folder)).toEqual([]);
  });

  test('keeps what was counted of a program that is killed', async () => {
    const folder = compiled();
    const { child, says } = await start(folder, 'rounds');
    const recording = attach(folder, child.pid);
    await attached(folder, recording);
    writeFileSync(join(folder, 'go1'), '');
    await says('did');
    // What is counted is written twice a second.
    await new Promise((done) => setTimeout(done, 2000));
    child.kill('SIGKILL');
    expect(await recording.ended).toEqual([1, expect.stringContaining('did not end by itself')]);
    expect(callsOf(await countsOf(folder), 'work')).toBe(1500);
  });

  test('leaves a program as it was when the recorder is killed, and nothing behind', async () => {
    const folder = compiled();
    const { child, says } = await start(folder, 'rounds');
    const killed = attach(folder, child.pid);
    await attached(folder, killed);
    killed.child.kill('SIGKILL');
    const left = (): Promise<readonly string[]> => Promise.resolve(captures(folder));
    await waitFor('an empty folder', left, (names) => names.length === 0);
    const recording = attach(folder, child.pid);
    await attached(folder, recording);
    writeFileSync(join(folder, 'go1'), '');
    await says('did');
    recording.child.kill('SIGINT');
    expect((await recording.ended)[0]).toBe(0);
    expect(callsOf(await countsOf(folder), 'work')).toBe(1500);
  });

  test.runIf(process.platform === 'linux')(
    'leaves a program as it was when the recorder is killed before the agent has begun',
    async () => {
      const { child, ended } = await start(compiled(), 'busy');
      const { path, mark, writeAgent, askFor } = createAttachmentFolder();
      const jar = writeAgent(makePrivateAgent(readAgentClasses(mediaFolder), mark).jar);
      askFor(['app/Main']);
      // The id of a process that has ended; that the file is still touched keeps no recording.
      const watched = readText(join(path, 'watched.txt'));
      const gone = String(spawnSync('true').pid);
      writeFileSync(join(path, 'watched.txt'), watched.replace(/^\d+/, gone));
      const touching = setInterval(() => {
        if (existsSync(path)) utimesSync(join(path, 'watched.txt'), new Date(), new Date());
      }, 500);
      try {
        expect(await loadAgent(home, child.pid ?? NaN, jar, path)).toBeUndefined();
        await waitFor(
          'no folder',
          () => Promise.resolve(existsSync(path)),
          (isThere) => !isThere,
          25_000,
        );
      } finally {
        clearInterval(touching);
        rmSync(path, { recursive: true, force: true });
      }
      child.kill('SIGKILL');
      expect((await ended)[1]).not.toContain('jouleline:');
    },
  );

  test('says nothing in the program whose folder a cleaner of temporary files took', async () => {
    const folder = compiled();
    const { child, says, ended } = await start(folder, 'rounds');
    const recording = attach(folder, child.pid);
    await attached(folder, recording);
    for (const name of captures(folder)) rmSync(join(temporaryOf(folder), name), { recursive: true });
    expect(await recording.ended).toEqual([1, expect.stringContaining('its files were removed')]);
    for (const file of ['go1', 'go2', 'end']) writeFileSync(join(folder, file), '');
    expect((await ended)[0]).toBe(0);
    expect((await ended)[1]).not.toContain('written');
    expect(await says('total')).toContain('total 3001');
  });

  test.each([
    ['-XX:+DisableAttachMechanism', 'is no JVM that can be attached to'] as const,
    // What older ones ask for themselves they are given.
    ...(version < 21
      ? []
      : [
          [
            '-XX:-EnableDynamicAgentLoading',
            "can't be attached to: Dynamic agent loading is not enabled",
          ] as const,
        ]),
  ])('says why a JVM with %s is not recorded, and leaves it alone', async (option, message) => {
    const folder = compiled();
    const { child, ended } = await start(folder, 'rounds', [option]);
    const recording = await attach(folder, child.pid, '--seconds', '1').ended;
    expect(recording).toEqual([1, expect.stringContaining(message)]);
    for (const file of ['go1', 'go2', 'end']) writeFileSync(join(folder, file), '');
    expect((await ended)[0]).toBe(0);
  });

  test('is offered to the editor, with the program', async () => {
    const session = await startSession({
      files: { 'app/Main.java': program },
      initialization: { isTrusted: true },
    });
    const { child } = await start(compiled(), 'rounds');
    const found = await session.client.request<RunningPrograms>('jouleline/runningPrograms', {});
    expect(found.problem).toBe('');
    expect(found.programs).toContainEqual({ pid: child.pid, description: 'app.Main rounds' });
    expect(found.profilesFolder).toBe(join(found.folder, '.jouleline', 'profiles'));
    expect(found.arguments[0]).toBe('--java-home');
  });

  test('attaches to no process that is no JVM, or is not there', async () => {
    const folder = makeTemporaryFolder({});
    const other = await attach(folder, process.pid).ended;
    expect(other).toEqual([1, expect.stringContaining('is no JVM that can be attached to')]);
    const none = await attach(folder, 2 ** 31 - 1).ended;
    expect(none).toEqual([1, expect.stringContaining('there is no process 2147483647')]);
    const usage = await attach(folder, process.pid, '--runs', '3').ended;
    expect(usage).toEqual([2, expect.stringContaining("don't go together")]);
  });
});

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Done>;
  /** Waits until it has said so, so many times; all that it said. */
  readonly says: (text: string, times?: number) => Promise<string>;
}

function watch(child: ChildProcess): Running {
  let output = '';
  let errors = '';
  child.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr?.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  const ended = new Promise<Done>((resolve) => {
    child.once('close', (status) => { resolve([status, errors]); }); // prettier-ignore
  });
  return {
    child,
    ended,
    says: async (text, times = 1) => {
      while (output.split(text).length <= times) {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${output}${errors}`);
        await new Promise((done) => setTimeout(done, 20));
      }
      return output;
    },
  };
}

function callsOf({ methods }: Counts, name: string): number | undefined {
  return methods.find((method) => method.name === name)?.calls;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Not yet written.
    return '';
  }
}

/** The folder for temporary files of what is started in a folder: other tests run at the same time. */
function temporaryOf(folder: string): string {
  return join(folder, 'temporary');
}

function captures(folder: string): readonly string[] {
  return readdirSync(temporaryOf(folder)).filter((name) => name.startsWith('jouleline-'));
}
