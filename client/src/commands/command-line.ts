/**
 * The command line that the extension brings, as a process of the editor's own: it works at once, while the terminal
 * that shows it is still being made. Its progress comes as events, and it is canceled by losing its editor.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, watch, type FSWatcher } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface CommandLineOptions {
  /** The path of cli.js. */
  readonly script: string;
  /** The name of a command, and its arguments. */
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Receives each step when it begins; absent for a command that tells of none. */
  readonly onProgress?: (text: string) => void;
}

/** A terminal shows so much from the beginning, and the last part of what is longer. */
const MOST_SHOWN = 2_000_000;
const LAST_SHOWN = 10_000;
/** A canceled command line puts classes back, and writes what it has: it takes no longer than this. */
const LONGEST_END_MS = 150_000;

export class CommandLine {
  /** The exit code; undefined if it was canceled. */
  readonly ended: Promise<number | undefined>;
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #watcher: FSWatcher;
  readonly #screen = new Screen();
  readonly #keys: Keys;
  #isCanceled = false;

  constructor(options: CommandLineOptions) {
    const [command = '', ...rest] = options.arguments;
    this.#folder = mkdtempSync(join(tmpdir(), 'jouleline-progress-'));
    let last = '';
    this.#watcher = watch(this.#folder, () => {
      const text = this.progress();
      if (text !== last) options.onProgress?.(text);
      last = text;
    });
    const progress = options.onProgress === undefined ? [] : ['--progress', this.#progressFile];
    const words = [command, ...progress, ...rest];
    const { folder: cwd, environment: env } = options;
    const child = fork(options.script, words, { cwd, env, silent: true, execArgv: [] });
    const streams = [child.stdout, child.stderr];
    // Node tells nothing of the whole, 'close', where the connection was cut here.
    let open = 1 + streams.length;
    const close = (): void => {
      open--;
      if (open === 0) this.#screen.end(child.exitCode ?? 1);
    };
    child.once('exit', close);
    for (const stream of streams) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#screen.show(text);
      });
      stream?.once('close', close);
    }
    // A program that does not read its input closes it, which is no error.
    child.stdin?.on('error', () => undefined);
    this.#child = child;
    this.#keys = new Keys({
      echo: (text) => {
        this.#screen.show(text);
      },
      send: (text) => child.stdin?.write(text),
      end: () => child.stdin?.end(),
      interrupt: () => {
        this.cancel();
      },
    });
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => {
        resolve(this.#isCanceled ? undefined : (code ?? 1));
      });
    });
  }

  get #progressFile(): string {
    return join(this.#folder, 'progress');
  }

  /** The step that runs now, or the failure that ended the last one; nothing before the first. */
  progress(): string {
    try {
      return readFileSync(this.#progressFile, 'utf8');
    } catch {
      return '';
    }
  }

  /** Shows on a screen what was printed so far, and all that comes. */
  openScreen(printer: Printer): void {
    this.#screen.open(printer);
  }

  /** Takes what is typed on a terminal: lines are sent when they end. */
  type(keys: string): void {
    this.#keys.type(keys);
  }

  /** Ends the program and all that it started; what it has by then is kept. */
  cancel(): void {
    const hasEnded = this.#child.exitCode !== null || this.#child.signalCode !== null;
    if (this.#isCanceled || hasEnded) return;
    this.#isCanceled = true;
    // Windows knows no signal that a process could answer: there, the lost connection cancels.
    if (process.platform !== 'win32') this.#child.kill('SIGTERM');
    if (this.#child.connected) this.#child.disconnect();
    const last = setTimeout(() => this.#child.kill('SIGKILL'), LONGEST_END_MS);
    this.#child.once('exit', () => {
      clearTimeout(last);
    });
  }

  dispose(): void {
    this.#watcher.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The environment of a program that is started for the user: without what is the editor's own. */
export function environmentOfPrograms(
  own: NodeJS.ProcessEnv,
  ofTerminals: Readonly<Record<string, string | null>>,
): NodeJS.ProcessEnv {
  const users = Object.entries(own).filter(([name]) => !/^(?:VSCODE|ELECTRON)_/.test(name));
  const all = { ...Object.fromEntries(users), ...ofTerminals };
  const set = Object.entries(all).filter(([, value]) => value !== null) as [string, string][];
  // The editor's own program is Node only when told so.
  return { ...Object.fromEntries(set), ELECTRON_RUN_AS_NODE: '1' };
}

/** A terminal: takes text, and then the exit code. */
interface Printer {
  readonly print: (text: string) => void;
  readonly end: (code: number) => void;
}

/** The output for a terminal, kept until it is open. */
class Screen {
  #printer: Printer | undefined;
  #waiting = '';
  #shown = 0;
  #rest = '';
  #code: number | undefined;

  open(printer: Printer): void {
    this.#printer = printer;
    printer.print(this.#waiting);
    this.#waiting = '';
    if (this.#code !== undefined) printer.end(this.#code);
  }

  show(text: string): void {
    const now = text.slice(0, Math.max(0, MOST_SHOWN - this.#shown));
    this.#shown += now.length;
    this.#rest = (this.#rest + text.slice(now.length)).slice(-LAST_SHOWN);
    if (now !== '') this.#pass(now);
  }

  end(code: number): void {
    if (this.#rest !== '') this.#pass(`\n[…]\n${this.#rest}`);
    this.#code = code;
    this.#printer?.end(code);
  }

  #pass(text: string): void {
    const lines = text.replaceAll(/\r?\n/g, '\r\n');
    if (this.#printer === undefined) this.#waiting += lines;
    else this.#printer.print(lines);
  }
}

interface KeysOptions {
  readonly echo: (text: string) => void;
  readonly send: (text: string) => void;
  /** Called for the end of the input (Ctrl+D). */
  readonly end: () => void;
  /** Called for Ctrl+C. */
  readonly interrupt: () => void;
}

/** The keys of a terminal, which make lines. */
class Keys {
  readonly #options: KeysOptions;
  #line = '';

  constructor(options: KeysOptions) {
    this.#options = options;
  }

  type(keys: string): void {
    // Arrows and the like edit nothing.
    if (keys.startsWith('\u001b')) return;
    for (const key of keys.replaceAll(/\r?\n/g, '\r')) this.#press(key);
  }

  #press(key: string): void {
    const { echo, send, end, interrupt } = this.#options;
    switch (key) {
      case '\r':
        echo('\n');
        send(`${this.#line}\n`);
        this.#line = '';
        return;
      case '\u0003':
        interrupt();
        return;
      case '\u0004':
        if (this.#line === '') end();
        else send(this.#line);
        this.#line = '';
        return;
      case '\b':
      case '\u007f':
        if (this.#line === '') return;
        this.#line = Array.from(this.#line).slice(0, -1).join('');
        echo('\b \b');
        return;
      default:
        this.#line += key;
        echo(key);
    }
  }
}
