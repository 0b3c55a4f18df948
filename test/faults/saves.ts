/**
 * Commands that write a file over another one, with each call that changes files failing in turn, Node's own or the
 * system's: whatever fails, the file is the old one or the new one, and a disk that is full is said.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, runProcess } from '../support/run-command';
import { writeFiles } from '../support/temporary-folder';
import { all, type Bar, Failures, none } from './bars';

const SOURCE = `package app;

class Copy {
    static void copy(int[] from, int[] to) {
        for (int i = 0; i < from.length; i++) {
            to[i] = from[i];
        }
    }
}
`;
const TABLE = 'file,line,method,energy [J]\nsrc/app/Copy.java,6,app.Copy.copy,7\n';
const OLD = 'old\n';

interface Save {
  readonly words: readonly string[];
  /** The file that the command writes. */
  readonly target: string;
}

const IMPORT: Save = {
  words: ['import', 'a.csv', '--source', 'src', '--no-history', '--out', 'a.json'],
  target: 'a.json',
};

/** The first command makes what the others read. */
export const SAVES: Readonly<Record<string, Save>> = {
  import: IMPORT,
  report: {
    words: ['report', 'src', '--java-home', 'bundled', '--no-build-files', '--format', 'html', '--out', 'report.html'],
    target: 'report.html',
  },
  export: { words: ['export', 'in.json', '--format', 'speedscope', '--out', 'out.json'], target: 'out.json' },
  fix: { words: ['advise', 'src/Advice.java', '--no-build-files', '--java-home', 'bundled', '--fix'], target: 'src/Advice.java' },
}; // prettier-ignore

export const FAULTS = ['ENOSPC', 'EIO', 'kill'] as const;

export interface SaveResults {
  tried: number;
  whole: number;
  readonly failures: Failures;
}

/** Fails each call of a command in turn, with each fault. */
export async function failEach(
  root: string,
  name: string,
  results: SaveResults,
  faults: readonly string[] = FAULTS,
): Promise<void> {
  const save = SAVES[name];
  if (save === undefined) return;
  const expected = await runWhole(root, name, save);
  for (const fault of faults)
    for (let at = 1; ; at++) {
      const run = await runIn(root, save, { fault, at });
      if (!run.wasReached) break;
      judge(run, expected, { name, fault, at: `call ${at}` }, results);
    }
}

async function runWhole(root: string, name: string, save: Save): Promise<Run> {
  const run = await runIn(root, save, undefined);
  if (run.status !== 0 || run.content === run.before) throw new Error(`${name} writes nothing: ${run.said}`);
  return run;
}

function judge(
  { content, left, status }: Run,
  expected: Run,
  { name, fault, at }: { readonly name: string; readonly fault: string; readonly at: string },
  results: SaveResults,
  call?: string,
): void {
  results.tried++;
  const fail = (what: string): void => {
    results.failures.add(`${name}: ${what}`, `${name}, ${fault} at ${at}`);
  };
  const isOld = content === expected.before;
  const isNew = withoutTimes(content) === withoutTimes(expected.content);
  if (isOld || isNew) results.whole++;
  else fail('the file is neither the old nor the new one');
  if (fault === 'kill') return;
  // What can't be removed is left.
  if (left.length > 0 && call !== 'unlink') fail(`left ${left.join(', ').replace(/[0-9a-f-]{8,}/g, '…')}`);
  if (isOld && status === 0) fail('nothing was written, and nothing said');
  if (status === null) fail('ended by a signal');
}

/** The calls of the system that change files, by their names. */
const CALLS =
  'openat,write,pwrite64,writev,fsync,fdatasync,rename,renameat,renameat2,fchmod,chmod,fchown,ftruncate,unlink,unlinkat,mkdir,mkdirat,link,linkat';
/** The distances from its number at which a call is sought, one run each: some calls between threads come and go. */
const NEARBY = [0, 0, 0, -1, 1, -2, 2, 0, -1, 1];

/**
 * Fails each call of the system that changes a file of the command's folder in turn, with each fault, by strace(1).
 * Answers the number of calls that no run hit, as another thread reached that number first.
 */
async function failEachCall(root: string, name: string, save: Save, results: SaveResults): Promise<number> {
  const expected = await runWhole(root, name, save);
  const { trace } = await runIn(root, save, { strace: ['-e', `trace=${CALLS}`] });
  let missed = 0;
  for (const fault of FAULTS)
    for (const { call, ordinal } of callsInFolder(trace)) {
      // A kill before a file is opened is one after the call before that.
      if (fault === 'kill' && call === 'openat') continue;
      const how = fault === 'kill' ? 'signal=SIGKILL' : `error=${fault}`;
      let run: Run | undefined;
      for (const by of NEARBY) {
        const when = Math.max(1, ordinal + by);
        run = await runIn(root, save, {
          strace: ['-e', `trace=${call}`, '-e', `inject=${call}:${how}:when=${when}`],
        });
        if (run.wasReached) break;
      }
      if (run?.wasReached === true)
        judge(run, expected, { name, fault, at: `${call} ${ordinal} of its thread` }, results, call);
      else missed++;
    }
  return missed;
}

/** The calls that change files of the folder, each with its number among the calls of that name by its thread. */
function callsInFolder(trace: string): readonly { readonly call: string; readonly ordinal: number }[] {
  const counts = new Map<string, number>();
  return trace.split('\n').flatMap((line) => {
    // strace(1) writes a call in two lines where another thread's comes between.
    const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (call === undefined) return [];
    const key = `${thread} ${call}`;
    const ordinal = (counts.get(key) ?? 0) + 1;
    counts.set(key, ordinal);
    return isInFolder(line) ? [{ call, ordinal }] : [];
  });
}

function isInFolder(line: string): boolean {
  return /jouleline-save-[A-Za-z0-9]{6}\b/.test(line) && !line.includes('O_RDONLY');
}

interface Run {
  readonly wasReached: boolean;
  readonly before: string;
  readonly content: string;
  /** Files that nobody asked for. */
  readonly left: readonly string[];
  readonly status: number | null;
  readonly said: string;
  /** The calls that strace saw, a line each. */
  readonly trace: string;
}

type Fault = { readonly fault: string; readonly at: number } | { readonly strace: readonly string[] };

async function runIn(root: string, { words, target }: Save, fail: Fault | undefined): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-save-'));
  const own = mkdtempSync(join(tmpdir(), 'jouleline-save-cache-'));
  try {
    const cli = join(root, 'dist/cli.js');
    const env = { ...process.env, XDG_CACHE_HOME: own, NO_COLOR: '' };
    const advice = readFileSync(join(root, 'test/fixtures/advice/Advice.java'));
    writeFiles(folder, { 'src/app/Copy.java': SOURCE, 'src/Advice.java': advice, 'a.csv': TABLE });
    if (words.includes('in.json')) await runCommand(cli, [...IMPORT.words.slice(0, -1), 'in.json'], { cwd: folder, env });
    if (!existsSync(join(folder, target))) writeFiles(folder, { [target]: OLD });
    const before = readFileSync(join(folder, target), 'utf8');
    const names = new Set(readdirSync(folder, { recursive: true }) as string[]);
    const mark = join(own, 'failed');
    const hook = fail === undefined || 'strace' in fail ? { UV_THREADPOOL_SIZE: '1' } : { NODE_OPTIONS: `--import ${join(root, 'test/faults/fail-files.mjs')}`, JOULELINE_FAIL_IN: folder, JOULELINE_FAILED: mark, JOULELINE_FAIL: fail.fault, JOULELINE_FAIL_AT: String(fail.at) };
    const options = { cwd: folder, env: { ...env, ...hook } };
    const file = join(own, 'trace');
    const isTraced = fail !== undefined && 'strace' in fail;
    const { status, stderr: said } = isTraced
      ? await runProcess('strace', ['-f', '-qq', '-y', '-o', file, ...fail.strace, process.execPath, cli, ...words], options)
      : await runCommand(cli, words, options);
    const trace = isTraced ? readFileSync(file, 'utf8') : '';
    const wasReached = isTraced ? trace.split('\n').some((line) => isInFolder(line) && /INJECTED|<unfinished|= \?/.test(line)) : existsSync(mark);
    const left = (readdirSync(folder, { recursive: true }) as string[]).filter((each) => !names.has(each));
    return { wasReached, trace, before, content: readFileSync(join(folder, target), 'utf8'), left, status, said };
  } finally {
    for (const each of [folder, own]) rmSync(each, { recursive: true, force: true });
  }
} // prettier-ignore

/** Files name the time at which they were made, and the place. */
function withoutTimes(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '').replace(/jouleline-save-\w+/g, '').replace(/\d{10,13}(?:\.\d+)?/g, '');
} // prettier-ignore

/** All saves, with each fault at each call of Node's and, where strace is installed, of the system's. */
export async function saveBars(root: string): Promise<readonly Bar[]> {
  const failures = new Failures();
  const bars: Bar[] = [];
  const hasStrace = spawnSync('strace', ['-V']).status === 0;
  if (!hasStrace) console.log('strace is not installed: calls of the system are not tried');
  for (const [name, save] of Object.entries(SAVES)) {
    const results = { tried: 0, whole: 0, failures };
    await failEach(root, name, results);
    bars.push(all(`${name}: the old file or the new one, at each of Node's calls`, results.whole, results.tried));
    if (!hasStrace) continue;
    const below = { tried: 0, whole: 0, failures };
    const missed = await failEachCall(root, name, save, below);
    const hit = missed === 0 ? '' : `, but for ${missed} that no run hit`;
    bars.push(all(`${name}: the same, at each call of the system${hit}`, below.whole, below.tried));
  }
  for (const line of failures.lines) console.log(line);
  return [...bars, none('kinds of failure', failures.causes.size)];
} // prettier-ignore
