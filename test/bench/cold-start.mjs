/**
 * The first overlay after the editor starts: a server that knows nothing, one
 * with compiled code from the session before, and one that has the file's
 * results too. Time counts from the start of the process.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server-session.mjs';
import { summarize } from './table.mjs';

const FILE = 'java/util/LinkedHashMap.java';
const ROUNDS = 5;

export async function benchColdStart(moduleFolder) {
  const text = readFileSync(join(moduleFolder, FILE), 'utf8');
  const storagePath = mkdtempSync(join(tmpdir(), 'jouleline-bench-'));
  const cold = [];
  const compiled = [];
  const cached = [];
  try {
    await firstOverlay(text, storagePath, true);
    for (let round = 0; round < ROUNDS; round++) {
      cold.push(await firstOverlay(text, undefined, false));
      rmSync(join(storagePath, 'results'), { recursive: true, force: true });
      compiled.push(await firstOverlay(text, storagePath, true));
      cached.push(await firstOverlay(text, storagePath, false));
    }
  } finally {
    rmSync(storagePath, { recursive: true, force: true });
  }
  const totals = (runs) => summarize(runs.map(({ total }) => total));
  return {
    lines: text.split('\n').length,
    parts: mediansOfParts(cold),
    cold: totals(cold),
    compiled: totals(compiled),
    cached: totals(cached),
  };
}

/** With `stores`, the server stays until it has written its results to disk. */
async function firstOverlay(text, storagePath, stores) {
  const uri = 'file:///bench/First.java';
  const started = performance.now();
  const server = await startServer({ storagePath, settings: { logLevel: 'debug' } });
  const handshake = performance.now() - started;
  const overlay = server.next('jouleline/overlay');
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'java', version: 1, text } });
  await overlay;
  const total = performance.now() - started;
  const isTimed = ({ message }) => message.includes(' analyzed: ');
  const { message } = await server.next('window/logMessage', isTimed, true);
  if (stores) await new Promise((resolve) => setTimeout(resolve, 4000));
  await server.stop();
  const parts = [...message.matchAll(/(\w+) (\d+) ms/g)].map(([, part, took]) => [part, Number(took)]);
  return { total, parts: { handshake, ...Object.fromEntries(parts) } };
}

/** Medians of the parts of a cold start, which overlap: the thread starts while the client shakes hands. */
function mediansOfParts(runs) {
  const names = Object.keys(runs[0]?.parts ?? {});
  return names.map((name) => [name, summarize(runs.map(({ parts }) => parts[name])).median]);
}
