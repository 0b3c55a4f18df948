/**
 * `node guard-process.mjs PID FOLDER`: waits until its input closes, then kills the process group PID and removes FOLDER.
 * The input closes when the test says so or when the test's process dies, however it dies. See guard.ts.
 */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [pid, folder] = process.argv.slice(2);
const patience = 50; // times 100 ms

process.stdin.resume();
process.stdin.once('close', () => void cleanUp());

async function cleanUp() {
  for (let left = patience; left > 0 && killGroup(); left--) await sleep(100);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** False once nothing of the group is left. */
function killGroup() {
  try {
    process.kill(-Number(pid), 'SIGKILL');
    return true;
  } catch {
    return false; // the whole group has ended
  }
}
