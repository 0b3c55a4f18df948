/**
 * Runs git without any program that a repository configures: no hook, no monitor, no fetch.
 *
 * Sits in `host/`, under `git-history.ts` and `git-worktrees.ts`.
 */
import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { findProgram, thisMachine } from '../machine/machine';

/** Reports when a process begins, and when it has ended. */
export type ProcessWatch = (pid: number, isRunning: boolean) => void;

export interface GitEnd {
  /** The exit code; null if git could not be started or took too long. */
  readonly code: number | null;
  readonly output: Uint8Array;
  /** The messages of git about what it could not do. */
  readonly said: string;
}

export interface GitRun {
  readonly input?: string;
  readonly watch?: ProcessWatch;
  readonly longestMs?: number;
  /** Names and values that outdo those of the repository. */
  readonly settings?: readonly (readonly [string, string])[];
  /** True if an interrupt at the terminal must not reach git, because the caller needs git to clean up. */
  readonly hasOwnGroup?: boolean;
}

const SAFE = [
  '--no-pager',
  '--literal-pathspecs',
  ...[
    'core.fsmonitor=false',
    `core.hooksPath=${devNull}`,
    'protocol.allow=never',
    'safe.bareRepository=explicit',
  ].flatMap((setting) => ['-c', setting]),
];
const ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  // A repository can allow protocols by their names, whatever `protocol.allow` says. Before May 2024 git knew no other
  // way that holds against it.
  GIT_ALLOW_PROTOCOL: '',
};

/**
 * The environment without git's own variables: they name other repositories, programs and settings. Within a hook they
 * point to the index of the user's work tree, and a checkout would overwrite what is staged there.
 */
function environmentOfGit(settings: NonNullable<GitRun['settings']>): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  // Unlike `-c`, this takes names with `=` in them; git knows it since 2021.
  const given = settings.flatMap(([name, value], at): readonly (readonly [string, string])[] => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return {
    ...Object.fromEntries([...others, ...given]),
    ...ENVIRONMENT,
    GIT_CONFIG_COUNT: String(settings.length),
  };
}

/** The same settings for older versions, as far as these can take the names. */
function plain([name, value]: readonly [string, string]): readonly string[] {
  return name.includes('=') ? [] : ['-c', `${name}=${value}`];
}

const MOST_BYTES = 512 * 1024 * 1024;
const MOST_SAID = 64 * 1024;
const LONGEST_MS = 60_000;

/** Never throws: the result says what went wrong. */
export function runGit(folder: string, args: readonly string[], run: GitRun = {}): Promise<GitEnd> {
  const { input = '', watch = () => undefined, longestMs = LONGEST_MS, hasOwnGroup = false } = run;
  const { settings = [] } = run;
  // The working folder may be one that nobody trusts: no program in it is git.
  const program = findProgram('git', thisMachine(), [folder, process.cwd()]);
  if (program === undefined)
    return Promise.resolve({ code: null, output: new Uint8Array(0), said: 'git is not on the path' });
  return new Promise((resolve) => {
    const child = spawn(program, [...SAFE, ...settings.flatMap(plain), '-C', folder, ...args], {
      env: environmentOfGit(settings),
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: longestMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
      detached: hasOwnGroup && process.platform !== 'win32',
    });
    const { pid } = child;
    if (pid !== undefined) watch(pid, true);
    const pieces: Uint8Array[] = [];
    let [length, said] = [0, ''];
    child.stdout.on('data', (piece: Uint8Array) => {
      pieces.push(piece);
      length += piece.length;
      if (length > MOST_BYTES) child.kill('SIGKILL');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MOST_SAID);
    });
    // git may end without having read all of its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('error', (error) => {
      resolve({ code: null, output: new Uint8Array(0), said: error.message });
    });
    child.once('close', (code) => {
      if (pid !== undefined) watch(pid, false);
      resolve({ code, output: Buffer.concat(pieces), said: said.trim() });
    });
  });
}
