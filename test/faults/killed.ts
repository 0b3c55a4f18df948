/**
 * Processes and threads that are killed at random moments of their work: who needs them is told or goes on at once, what
 * had been finished is there, and nothing runs on.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createRandom, type Random } from '../fuzz/random';
import { findJdks, quickTool } from '../support/jdks';
import { type LspClient, startLspClient } from '../support/lsp-client';
import { type Outcome, runCommand } from '../support/run-command';
import { writeFiles } from '../support/temporary-folder';
import { atMost, type Bar, Failures, none, quantile } from './bars';
import { prepare, shakeHands } from './soak';

/** Each in turn. */
export const VICTIMS = [
  'server',
  'worker',
  'importer',
  'command',
  'helper',
  'program',
  'recorder',
  'recorded',
] as const;
type Victim = (typeof VICTIMS)[number];

export interface Killed {
  /** Milliseconds from a kill until the next answer. */
  readonly back: Map<Victim, number[]>;
  /** Milliseconds until the first answer of a server that starts with nothing killed, at moments between those. */
  readonly fresh: readonly number[];
  /** The things that were lost, wrong, or ran on. */
  readonly failures: Failures;
}

const PATIENCE = 120_000;
/** Longer than this from a kill to the next answer misses the bar. */
const MOST_BACK = 5000;
/** A server starts with nothing killed once in so many moments. */
const FRESH = 24;

const PROGRAM = `package app;
public class Main {
  static int step(int i) { return i % 2 == 0 ? 1 : 0; }
  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[0]);
    int sum = 0;
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < 1000; i++) sum += step(i);
      Thread.sleep(10);
    }
    System.out.println(sum);
  }
}
`;

/** Kills that often, and sees what becomes of it. */
export async function killOften(root: string, count: number, seed = 1, victims: readonly Victim[] = VICTIMS): Promise<Killed> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'jouleline-killed-')));
  const home = findJdks()[0]?.home;
  if (home === undefined) throw new Error('there is no JDK');
  const scene = new Scene(root, place, home);
  const fresh: number[] = [];
  const killed: Killed = { back: new Map(victims.map((victim) => [victim, []])), fresh, failures: new Failures() };
  try {
    for (let number = 0; number < count; number++) {
      const victim = victims[number % victims.length] ?? 'server';
      const random = createRandom(seed, number);
      try {
        killed.back.get(victim)?.push(await scene.kill(victim, random));
        if (victim === 'server' && fresh.length < number / FRESH) fresh.push(await scene.startFresh(random));
      } catch (error) {
        const cause = String(error).replaceAll(place, '…').replaceAll(/\d+/g, 'N');
        killed.failures.add(`${victim}: ${cause.slice(0, 400)}`, `moment ${number} of seed ${seed}`);
        await scene.startAnew();
      }
    }
    return killed;
  } finally {
    await scene.end();
    rmSync(place, { recursive: true, force: true });
  }
} // prettier-ignore

export async function killedBars(root: string, count = 1000): Promise<readonly Bar[]> {
  const { back, fresh, failures } = await killOften(root, count);
  for (const line of failures.lines) console.log(line);
  const wrong = [...failures.causes.values()].reduce((sum, { times }) => sum + times, 0);
  return [
    ...[...back].map(([victim, times]) => {
      const beside = victim === 'server' && fresh.length > 0 ? ` (first answers with nothing killed: p50 ${quantile(fresh, 0.5).toFixed(0)}, max ${Math.max(...fresh).toFixed(0)} ms)` : '';
      return atMost(`back after a ${victim} was killed${beside}`, times, MOST_BACK, 'ms');
    }),
    none('kills after which something was lost, wrong or ran on', wrong),
  ];
} // prettier-ignore

/** The answers of a server about one file. */
interface Shown {
  readonly hover: string;
  /** The time at which the hover came. */
  readonly at: number;
  /** Paths of saved files that are readable. */
  readonly profiles: readonly string[];
}

/** One workspace, with all that works on it. */
class Scene {
  private readonly root: string;
  private readonly place: string;
  private readonly folder: string;
  private readonly home: string;
  private readonly paths: readonly string[];
  private readonly known = new Map<string, string>();
  /** Files that were finished, as they were then. */
  private readonly saved = new Map<string, string>();
  private server: LspClient | undefined;
  private running: ChildProcess | undefined;

  constructor(root: string, place: string, home: string) {
    [this.root, this.place, this.home] = [root, place, home];
    this.folder = join(place, 'work');
    for (const each of [this.folder, join(place, 'tmp')]) mkdirSync(each);
    this.paths = [...prepare(this.folder).keys()];
    writeFiles(this.folder, { 'src/app/Main.java': PROGRAM });
    execFileSync(join(home, 'bin/javac'), [...quickTool, '-g', '-d', 'classes', 'src/app/Main.java'], { cwd: this.folder });
  }

  /** Answers how long it took until there was an answer again. */
  async kill(victim: Victim, random: Random): Promise<number> {
    switch (victim) {
      case 'server':
        return this.killServer(random);
      case 'worker':
      case 'importer':
        return this.killThread(victim, random);
      case 'recorder':
      case 'recorded':
        return this.killRecording(victim, random);
      default:
        return this.killRun(victim, random);
    }
  }

  /** After a failure nothing is known of what still runs. */
  async startAnew(): Promise<void> {
    await this.end();
    for (const pid of this.processes()) process.kill(pid, 'SIGKILL');
    for (const name of readdirSync(join(this.place, 'tmp'))) rmSync(join(this.place, 'tmp', name), { recursive: true, force: true });
  }

  async end(): Promise<void> {
    this.running?.kill('SIGKILL');
    this.running = undefined;
    await this.server?.dispose();
    this.server = undefined;
  }

  /** Ends the server as editors do, and answers how long the next one takes to its first answer. */
  async startFresh(random: Random): Promise<number> {
    await this.server?.dispose();
    this.server = undefined;
    return this.askServer(random, performance.now());
  }

  private async killServer(random: Random): Promise<number> {
    const server = this.server ?? (await this.startServer());
    const work = this.work(server, random);
    work.catch(() => undefined); // nobody is there who answers
    await sleep(random.below(1500));
    const began = performance.now();
    process.kill(server.pid ?? NaN, 'SIGKILL');
    this.server = undefined;
    await server.exited;
    const took = await this.askServer(random, began);
    this.checkSaved();
    return took;
  }

  private async killThread(victim: 'worker' | 'importer', random: Random): Promise<number> {
    const server = this.server ?? (await this.startServer());
    const work = this.work(server, random, victim === 'importer');
    work.catch(() => undefined); // it is waited for below
    await sleep(random.below(600));
    const path = random.among(this.paths) ?? '';
    const shown = this.look(server, path);
    await sleep(random.below(60));
    const began = performance.now();
    process.kill(server.pid ?? NaN, victim === 'worker' ? 'SIGUSR2' : 'SIGHUP');
    this.expectKnown(`hover of ${path}`, (await shown).hover);
    const [took] = await Promise.all([this.askServer(random, began), work]);
    this.checkSaved();
    return took;
  }

  /** Edits, and asks for larger things; what was answered is finished. */
  private async work(server: LspClient, random: Random, imports = random.oneIn(2)): Promise<void> {
    const path = random.among(this.paths) ?? '';
    const uri = pathToFileURL(path).toString();
    const text = readFileSync(path, 'utf8');
    server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'java', version: 1, text } });
    for (let version = 2; version < 6; version++)
      server.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text: text.replace(/a \+ \d+/, `a + ${version}`) }] });
    server.notify('textDocument/didClose', { textDocument: { uri } });
    if (random.oneIn(3)) await server.request('jouleline/clearCache', undefined, PATIENCE);
    if (!imports) {
      await server.request('jouleline/picture', { fresh: true }, PATIENCE);
      return;
    }
    const answer = await server.request<{ readonly kind: string; readonly path: string; readonly message: string }>('jouleline/import', { paths: [join(this.folder, 'recorded.collapsed')] }, PATIENCE);
    if (existsSync(answer.path)) this.finish(answer.path);
    else if (answer.kind !== 'failed' || !/\bstopped\b/.test(answer.message)) throw new Error(`an import is answered by ${JSON.stringify(answer)}`);
  }

  /** Milliseconds since `began` until a file that is opened has its hover, and the right one. */
  private async askServer(random: Random, began: number): Promise<number> {
    const server = this.server ?? (await this.startServer());
    const path = random.among(this.paths) ?? '';
    const { hover, at, profiles } = await this.look(server, path);
    this.expectKnown(`hover of ${path}`, hover);
    const missing = [...this.saved.keys()].filter((each) => each.endsWith('.json') && each.includes('.jouleline') && !profiles.includes(each));
    if (missing.length > 0) throw new Error(`not listed: ${missing.join()}`);
    return at - began;
  }

  private async look(server: LspClient, path: string): Promise<Shown> {
    const uri = pathToFileURL(path).toString();
    server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'java', version: 1, text: readFileSync(path, 'utf8') } });
    let hover: unknown = null;
    // One that comes before the file is read is empty.
    for (const until = performance.now() + PATIENCE; hover === null && performance.now() < until; ) {
      await sleep(10);
      hover = await server.request('textDocument/hover', { textDocument: { uri }, position: { line: 5, character: 12 } }, PATIENCE);
    }
    if (hover === null) throw new Error(`there is no hover of ${path}`);
    const at = performance.now();
    const all = await server.request<readonly { readonly path: string; readonly problem: string }[]>('jouleline/profiles', undefined, PATIENCE);
    server.notify('textDocument/didClose', { textDocument: { uri } });
    return { hover: operationsOf(JSON.stringify(hover)), at, profiles: all.filter(({ problem }) => problem === '').map(({ path: each }) => each) };
  }

  private async startServer(): Promise<LspClient> {
    const server = startLspClient({
      arguments: [join(this.root, 'dist/server.js'), '--stdio'],
      cwd: this.folder,
      environment: { NODE_OPTIONS: `--import ${join(this.root, 'test/faults/end-threads.mjs')}`, TMPDIR: join(this.place, 'tmp') },
    });
    await shakeHands(server, this.folder, join(this.place, 'storage'));
    this.server = server;
    return server;
  }

  /** Kills what takes part in a run of the command line: the command, its helper, or the program. */
  private async killRun(victim: 'command' | 'helper' | 'program', random: Random): Promise<number> {
    await this.finishOnce();
    const out = join(this.folder, 'out.json');
    if (!existsSync(out) && this.saved.size > 0) writeFiles(this.folder, { 'out.json': readFileSync(join(this.folder, 'done.json')) });
    const before = readFileSync(out, 'utf8');
    const { child, ended } = this.start(['profile', ...QUICK, '--out', 'out.json', '--main', 'app.Main', random.oneIn(2) ? '50' : '3000']);
    const pid = await this.find(child, victim, random);
    const began = performance.now();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    const { status, stderr } = await ended;
    if (victim !== 'command' && pid !== undefined && status === 0 && !stderr.includes('wrote')) throw new Error(`ended well, and says ${stderr}`);
    const after = readFileSync(out, 'utf8');
    if (after !== before) JSON.parse(after);
    await this.untilQuiet(began);
    return this.askCommand(began);
  }

  /** Kills who records a running program, or that program. */
  private async killRecording(victim: 'recorder' | 'recorded', random: Random): Promise<number> {
    await this.finishOnce();
    const program = spawn(join(this.home, 'bin/java'), ['-cp', 'classes', 'app.Main', '100000'], { cwd: this.folder, env: this.environment(), stdio: 'ignore' });
    this.running = program;
    const attach = ['profile', '--attach', String(program.pid), '--source', 'src', '--java-home', this.home];
    await sleep(300);
    const { child, ended } = this.start([...attach, '--seconds', '2', '--out', 'first.json']);
    await sleep(random.below(3000));
    const began = performance.now();
    (victim === 'recorder' ? child : program).kill('SIGKILL');
    const { stderr } = await ended;
    if (victim === 'recorded') {
      if (stderr === '') throw new Error('says nothing of a program that ended');
    } else {
      let said = '';
      // One is refused until the program is as it was.
      for (;;) {
        const again = await this.start([...attach, '--seconds', '0.2', '--out', 'again.json']).ended;
        if (again.status === 0) break;
        if (performance.now() - began > 30_000) throw new Error(`it is not recorded again: ${again.stderr}`);
        said = again.stderr;
      }
      if (said !== '' && !said.includes('it is being recorded already')) throw new Error(`it is recorded again only after ${said}`);
    }
    const took = performance.now() - began;
    program.kill('SIGKILL');
    this.running = undefined;
    await this.untilQuiet(performance.now());
    this.checkSaved();
    return took;
  }

  /** The victim among what a command started, at some moment of its life; undefined if all is over. */
  private async find(child: ChildProcess, victim: 'command' | 'helper' | 'program', random: Random): Promise<number | undefined> {
    const word = { command: '', helper: 'measure-helper', program: 'app.Main' }[victim];
    let pid = victim === 'command' ? child.pid : undefined;
    while (pid === undefined && child.exitCode === null) {
      await sleep(2);
      pid = this.processes().find((each) => each !== child.pid && lineOf(each).includes(word) && !lineOf(each).includes('cli.js'));
    }
    await sleep(random.below(victim === 'command' ? 1800 : 900));
    return pid !== undefined && this.processes().includes(pid) ? pid : undefined;
  }

  private start(words: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Outcome> } {
    const child = spawn(process.execPath, [join(this.root, 'dist/cli.js'), ...words], { cwd: this.folder, env: this.environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (bytes: Buffer) => (said.stdout += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (said.stderr += bytes.toString()));
    const ended = once(child, 'exit').then(([status]) => ({ status: status as number | null, ...said }));
    return { child, ended };
  }

  /** A profile that is there before anything is killed. */
  private async finishOnce(): Promise<void> {
    if (existsSync(join(this.folder, 'done.json'))) return;
    for (const name of ['done.json', 'out.json']) {
      const { status, stderr } = await this.start(['profile', ...QUICK, '--out', name, '--main', 'app.Main', '50']).ended;
      if (status !== 0) throw new Error(`the first run ended with ${status}: ${stderr}`);
    }
    this.finish(join(this.folder, 'done.json'));
  }

  private async askCommand(began: number): Promise<number> {
    const { status, stdout } = await runCommand(join(this.root, 'dist/cli.js'), ['counts', 'done.json', '--json'], { cwd: this.folder, env: this.environment() });
    const took = performance.now() - began;
    if (status !== 0) throw new Error(`a command ended with ${status}`);
    this.expectKnown('counts', stdout);
    this.checkSaved();
    return took;
  }

  /** Waits until nothing runs but the server, and nothing temporary is left. */
  private async untilQuiet(began: number): Promise<void> {
    for (;;) {
      const left = this.processes().filter((pid) => pid !== this.server?.pid);
      if (left.length === 0) return;
      if (performance.now() - began > 10_000) throw new Error(`runs on: ${left.map(lineOf).join('; ')}`);
      await sleep(5);
    }
  }

  private environment(): NodeJS.ProcessEnv {
    return { ...process.env, JAVA_HOME: this.home, XDG_CACHE_HOME: join(this.place, 'cache'), TMPDIR: join(this.place, 'tmp') };
  }

  /** All that has this place among its temporary files, which is passed on. */
  private processes(): readonly number[] {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && readOf(Number(name), 'environ').includes(`TMPDIR=${join(this.place, 'tmp')}`)).map(Number);
  }

  private finish(path: string): void {
    this.saved.set(path, readFileSync(path, 'utf8'));
    // Lists stay short.
    const old = [...this.saved.keys()].filter((each) => each.includes('.jouleline')).slice(0, -6);
    for (const each of old) {
      this.saved.delete(each);
      rmSync(each);
    }
  }

  private checkSaved(): void {
    const wrong = [...this.saved].filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
    if (wrong.length > 0) throw new Error(`lost or changed: ${wrong.map(([path]) => path).join()}`);
  }

  private expectKnown(asked: string, answer: string): void {
    const expected = this.known.get(asked) ?? answer;
    this.known.set(asked, expected);
    if (answer !== expected) throw new Error(`${asked}: ${answer.slice(0, 300)} in place of ${expected.slice(0, 300)}`);
  }
} // prettier-ignore

const QUICK: readonly string[] = ['--runs', '0', '--class-path', 'classes', '--source', 'src'];

/** A hover's rows of operations, or all of it if it has none: its shares are preliminary until all is read. */
function operationsOf(hover: string): string {
  const names = [...hover.matchAll(/\b(?:Multi|Addition|Division|Declaration|Assign)\w*/g)];
  return names.length === 0 ? hover : names.map(([name]) => name).join(' ');
}

function lineOf(pid: number): string {
  return readOf(pid, 'cmdline').replaceAll('\0', ' ');
}

function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return ''; // it has ended
  }
}
