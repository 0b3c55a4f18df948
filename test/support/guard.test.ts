/** Processes that tests start end with the tests, even if these are killed. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { guard } from './guard';
import { waitFor } from './wait-for';

const idle = 'setInterval(() => undefined, 1000)';

function startIdle(): number {
  const child = spawn(process.execPath, ['-e', idle], { detached: true, stdio: 'ignore' });
  if (child.pid === undefined) throw new Error('the process did not start');
  return child.pid;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-guard-'));
  writeFileSync(join(folder, 'file'), '');
  return folder;
}

it('kills the group and removes the folder', async () => {
  const [pid, folder] = [startIdle(), makeFolder()];
  await guard(pid, folder).end();
  expect([isAlive(pid), existsSync(folder)]).toEqual([false, false]);
});

it('does so when the process that started it is killed', async () => {
  const [pid, folder] = [startIdle(), makeFolder()];
  const script = JSON.stringify(resolve(import.meta.dirname, 'guard-process.mjs'));
  const started = `require('child_process').spawn(process.execPath, [${script}, '${pid}', '${folder}'], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })`;
  const owner = spawn(process.execPath, ['-e', `${started}; console.log('up'); ${idle}`]);
  await new Promise((resolve) => owner.stdout.once('data', resolve));
  expect(isAlive(pid)).toBe(true);
  owner.kill('SIGKILL');
  await waitFor(
    'end of the group and its folder',
    () => Promise.resolve([isAlive(pid), existsSync(folder)]),
    (left) => !left.includes(true),
    5_000,
  );
});
