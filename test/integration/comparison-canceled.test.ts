/** A comparison that is given up while it matches: what computes ends, nothing of it is left, and the next one is made. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../compare/seeded-random';
import { runCommand } from '../support/run-command';
import { type FolderContent, makeTemporaryFolder } from '../support/temporary-folder';
import { waitFor } from '../support/wait-for';
import { startSession } from './server-session';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const server = resolve(import.meta.dirname, '../../dist/server.js');

/**
 * Stacks of few methods that call each other in all ways, so that most paths are alike: matching them takes long at α
 * = 5.
 */
function stacks(seed: number): string {
  const random = createRandom(seed);
  const frame = (): string => {
    const kind = random.below(300);
    return kind % 2 === 0 ? `app.Part${kind}.run` : `java.util.Service${kind}.call`;
  };
  const lines = Array.from({ length: 5000 }, () => {
    const frames = Array.from({ length: 4 + random.below(12) }, frame);
    return `${['app.Main.main', ...frames].join(';')} ${1 + random.below(9)}\n`;
  });
  return lines.join('');
}

function recordings(): FolderContent {
  return {
    'a.collapsed': stacks(1),
    'b.collapsed': stacks(2),
    'c.collapsed': 'app.Main.main;java.util.List.add 3\n',
  };
}

/** Reading and parsing takes less by far, and all of it more. */
const ENOUGH_TICKS = 300;

/** The processor time of a process, of all of its threads, in ticks. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

async function untilItMatches(pid: number): Promise<void> {
  const before = ticksOf(pid);
  const used = (): Promise<number> => Promise.resolve(ticksOf(pid) - before);
  await waitFor('matching', used, (ticks) => ticks > ENOUGH_TICKS);
}

function processOf(script: string): number {
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((pid) => {
      try {
        const parent = / \d+ /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) ./s, ''))?.[0];
        return (
          Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script)
        );
      } catch {
        // It has ended meanwhile.
        return false;
      }
    });
  if (found === undefined) throw new Error(`${script} does not run`);
  return Number(found);
}

describe.runIf(existsSync('/proc/self/stat'))('a comparison that is canceled while it matches', () => {
  test('on the command line prints nothing and leaves nothing', async () => {
    const [folder, temporary] = [makeTemporaryFolder(recordings()), makeTemporaryFolder()];
    const before = readdirSync(folder).sort();
    const child = spawn(process.execPath, [cli, 'diff', 'a.collapsed', 'b.collapsed', '--alpha', '5'], {
      ...{ cwd: folder, env: { ...process.env, TMPDIR: temporary }, stdio: ['ignore', 'pipe', 'pipe'] },
    });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => said.push(bytes));
    const ended = once(child, 'close');
    await untilItMatches(child.pid ?? 0);
    child.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
    expect(Buffer.concat(said).toString('utf8')).toBe('');
    expect(readdirSync(folder).sort()).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('in the editor ends its thread, and what it was to write is not there', async () => {
    const folder = makeTemporaryFolder(recordings());
    const profiles = join(folder, '.jouleline', 'profiles');
    mkdirSync(profiles, { recursive: true });
    const pathOf = (name: string): string => join(profiles, `${name}.json`);
    for (const name of ['a', 'b', 'c']) {
      const args = ['import', `${name}.collapsed`, '--out', pathOf(name)];
      const done = await runCommand(cli, args, { cwd: folder });
      expect(existsSync(pathOf(name)), done.stderr).toBe(true);
    }
    const session = await startSession({ folder });
    const pid = processOf(server);
    const threads = (): Promise<number> => Promise.resolve(readdirSync(`/proc/${pid}/task`).length);
    const comparison = { alpha: 5, marks: { application: [], framework: [] } };
    const exports = makeTemporaryFolder();
    const target = { path: join(exports, 'changes.json'), format: 'json' };
    const { id, answer } = session.client.startRequest('jouleline/exportComparison', {
      comparison: { ...comparison, paths: [pathOf('a'), pathOf('b')] },
      target,
    });
    const refused = expect(answer).rejects.toThrow(/cancel/i);
    await untilItMatches(pid);
    const meanwhile = await threads();
    session.client.notify('$/cancelRequest', { id });
    await refused;
    await waitFor('the end of its thread', threads, (count) => count < meanwhile);
    expect(readdirSync(exports)).toEqual([]);
    await session.client.request('jouleline/exportComparison', {
      comparison: { ...comparison, paths: [pathOf('a'), pathOf('c')] },
      target,
    });
    expect(JSON.parse(readFileSync(target.path, 'utf8'))).toMatchObject({ format: 'jouleline-diff' });
  });
});
