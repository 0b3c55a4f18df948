/** One program that is attached to and let go again and again: it goes on as it was, and what that leaves in it is told. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findJdks, quickTool } from '../support/jdks';
import { runCommand } from '../support/run-command';
import { writeFiles } from '../support/temporary-folder';
import { atMost, type Bar, Failures, none } from './bars';

/** Fails if its work comes out wrong; ends with its input. */
const PROGRAM = `package app;
public class Main {
  interface Shape { int area(int i); }
  record Square(int side) implements Shape { public int area(int i) { return side * side + i - i; } }
  static int step(int i) { return i % 2 == 0 ? 1 : 0; }
  static int work(int i) {
    int sum = 0;
    Shape shape = new Square(2);
    for (int j = 0; j < 8; j++) sum += step(i + j) + shape.area(j);
    return sum;
  }
  static volatile boolean isOver;
  static void busy() {
    for (int i = 0; !isOver; i = i + 1 & 0xffff) {
      if (work(i) != 36) { System.out.println("wrong"); System.exit(5); }
      if ((i & 255) == 0) try { Thread.sleep(1); } catch (InterruptedException e) { return; }
    }
  }
  public static void main(String[] arguments) throws Exception {
    Thread[] all = new Thread[2];
    for (int i = 0; i < all.length; i++) { all[i] = new Thread(Main::busy); all[i].start(); }
    System.out.println("ready");
    while (System.in.read() >= 0) {}
    isOver = true;
    for (Thread each : all) each.join();
    System.out.println("over");
  }
}
`;

/** Attaches so often to a program of the newest JDK here, and once more to see that it counts. */
export async function attachOften(root: string, count: number): Promise<Attached> {
  const home = findJdks().at(-1)?.home;
  if (home === undefined) throw new Error('there is no JDK');
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-attached-'));
  const env = { ...process.env, JAVA_HOME: home, TMPDIR: folder };
  const failures = new Failures();
  const metaspace: Metaspace[] = [];
  writeFiles(folder, { 'src/app/Main.java': PROGRAM });
  execFileSync(join(home, 'bin/javac'), [...quickTool, '-g', '-d', 'classes', 'src/app/Main.java'], { cwd: folder });
  const program = spawn(join(home, 'bin/java'), ['-Xmx64m', '-Xshare:off', '-XX:+EnableDynamicAgentLoading', '-cp', 'classes', 'app.Main'], { cwd: folder, env });
  const said = { stdout: '', stderr: '' };
  program.stdout.on('data', (bytes: Buffer) => (said.stdout += bytes.toString()));
  program.stderr.on('data', (bytes: Buffer) => (said.stderr += bytes.toString()));
  try {
    await once(program.stdout, 'data');
    for (let number = 0; number < count; number++) {
      const kind = number % 2 === 0 ? 'paths' : 'trace';
      const given = ['profile', '--attach', String(program.pid), '--class-path', 'classes', '--record', kind, '--seconds', '0.1', '--out', 'profile.json'];
      const { status, stderr } = await runCommand(join(root, 'dist/cli.js'), given, { cwd: folder, env });
      if (status !== 0) failures.add(stderr.replaceAll(/\d+/g, 'N').slice(0, 300), `time ${number}`);
      if (program.exitCode !== null) throw new Error(`the program ended with ${program.exitCode} at time ${number}: ${said.stderr}`);
      // Asking for it takes as long as attaching.
      if (number === 0 || number === count - 1 || number % 50 === 0) metaspace.push({ number, kilobytes: metaspaceOf(home, program.pid) });
    }
    const counts = await runCommand(join(root, 'dist/cli.js'), ['counts', 'profile.json'], { cwd: folder, env });
    if (!counts.stdout.includes('work')) failures.add(`nothing is counted in the end: ${counts.stderr}`, `time ${count}`);
    program.stdin.end();
    const [status] = (await once(program, 'close')) as [number | null];
    if (status !== 0 || !said.stdout.includes('over') || said.stderr !== '') failures.add(`the program ended with ${status}: ${said.stdout}${said.stderr}`.slice(0, 300), 'its end');
    const left = readdirSync(folder).filter((name) => name.startsWith('jouleline-'));
    if (left.length > 0) failures.add(`left ${left.length} folders`, left[0] ?? '');
    return { failures, metaspace };
  } finally {
    program.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
} // prettier-ignore

interface Attached {
  readonly failures: Failures;
  readonly metaspace: readonly Metaspace[];
}

/** The kilobytes in use after that time, counted from 0. */
interface Metaspace {
  readonly number: number;
  readonly kilobytes: number;
}

/** Kilobytes in use, once what nobody needs any more was collected: the column MU of jstat(1). */
function metaspaceOf(home: string, pid: number | undefined): number {
  execFileSync(join(home, 'bin/jcmd'), [String(pid), 'GC.run']);
  const [names = '', values = ''] = execFileSync(join(home, 'bin/jstat'), ['-gc', String(pid)], { encoding: 'utf8' }).split('\n');
  return Number(values.trim().split(/\s+/)[names.trim().split(/\s+/).indexOf('MU')]);
} // prettier-ignore

/**
 * The most that each time may leave in the program for good, in kilobytes: some 140 for 30 classes of the agent. The
 * bootstrap loader has them under new names each time, so that methods of an earlier capture that still run count nothing
 * in this one. Beside that, HotSpot keeps these names in the constants of each changed class, and adds to them: with
 * the same names it would keep nothing more after some hundred times, and with new ones each time leaves more than that
 * before.
 */
const MOST_LEFT = 400;

export async function attachedBars(root: string, count = 1000): Promise<readonly Bar[]> {
  const { failures, metaspace } = await attachOften(root, count);
  for (const line of failures.lines) console.log(line);
  const wrong = [...failures.causes.values()].reduce((sum, { times }) => sum + times, 0);
  const grown = metaspace.slice(1).map(({ number, kilobytes }, at) => {
    const before = metaspace[at] ?? { number: 0, kilobytes: 0 };
    return (kilobytes - before.kilobytes) / (number - before.number);
  });
  const whole = (metaspace.at(-1)?.kilobytes ?? 0) - (metaspace[0]?.kilobytes ?? 0);
  return [
    none(`failures of ${count} times attached and let go`, wrong),
    atMost(`metaspace that one leaves (all: ${(whole / 1024).toFixed(1)} MB)`, grown, MOST_LEFT, 'KB'),
  ];
} // prettier-ignore
