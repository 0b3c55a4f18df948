/**
 * Commands that write a file over another one, with each call that changes files failing in turn: whatever fails, the
 * file is the old one or the new one, and a disk that is full is said.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/run-command';
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
export async function failEach(root: string, name: string, results: SaveResults, faults: readonly string[] = FAULTS): Promise<void> {
  const save = SAVES[name];
  if (save === undefined) return;
  const expected = await runIn(root, save, undefined);
  if (expected.status !== 0 || expected.content === expected.before)
    throw new Error(`${name} writes nothing: ${expected.said}`);
  for (const fault of faults)
    for (let at = 1; ; at++) {
      const { wasReached, content, left, status } = await runIn(root, save, { fault, at });
      if (!wasReached) break;
      results.tried++;
      const place = `${name}, ${fault} at call ${at}`;
      const isOld = content === expected.before;
      const isNew = withoutTimes(content) === withoutTimes(expected.content);
      if (isOld || isNew) results.whole++;
      else results.failures.add(`${name}: the file is neither the old nor the new one`, place);
      if (fault !== 'kill' && left.length > 0) results.failures.add(`${name}: left ${left.join(', ').replace(/[0-9a-f-]{8,}/g, '…')}`, place);
      if (fault !== 'kill' && isOld && status === 0) results.failures.add(`${name}: nothing was written, and nothing said`, place);
      if (fault !== 'kill' && status === null) results.failures.add(`${name}: ended by a signal`, place);
    }
} // prettier-ignore

interface Run {
  readonly wasReached: boolean;
  readonly before: string;
  readonly content: string;
  /** Files that nobody asked for. */
  readonly left: readonly string[];
  readonly status: number | null;
  readonly said: string;
}

async function runIn(root: string, { words, target }: Save, fail: { readonly fault: string; readonly at: number } | undefined): Promise<Run> {
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
    const hook = { NODE_OPTIONS: `--import ${join(root, 'test/faults/fail-files.mjs')}`, JOULELINE_FAIL_IN: folder, JOULELINE_FAILED: mark, JOULELINE_FAIL: fail?.fault, JOULELINE_FAIL_AT: String(fail?.at) };
    const { status, stderr: said } = await runCommand(cli, words, { cwd: folder, env: fail === undefined ? env : { ...env, ...hook } });
    const left = (readdirSync(folder, { recursive: true }) as string[]).filter((each) => !names.has(each));
    return { wasReached: existsSync(mark), before, content: readFileSync(join(folder, target), 'utf8'), left, status, said };
  } finally {
    for (const each of [folder, own]) rmSync(each, { recursive: true, force: true });
  }
} // prettier-ignore

/** Files name the time at which they were made, and the place. */
function withoutTimes(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '').replace(/jouleline-save-\w+/g, '').replace(/\d{10,13}(?:\.\d+)?/g, '');
} // prettier-ignore

/** All saves, with each fault at each call. */
export async function saveBars(root: string): Promise<readonly Bar[]> {
  const failures = new Failures();
  const bars: Bar[] = [];
  for (const name of Object.keys(SAVES)) {
    const results = { tried: 0, whole: 0, failures };
    await failEach(root, name, results);
    bars.push(
      all(`${name}: the old file or the new one, at each call that fails`, results.whole, results.tried),
    );
  }
  for (const line of failures.lines) console.log(line);
  return [...bars, none('kinds of failure', failures.causes.size)];
}
