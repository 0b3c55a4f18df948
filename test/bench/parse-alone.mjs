/**
 * java-parser alone on every source below a folder, on two worker threads that
 * take one file after the other. A process of its own: prints what it took as
 * JSON.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WORKERS = 2;

if (isMainThread) await parseAll(process.argv[2] ?? '.');
else await parseSome(workerData);

async function parseAll(folder) {
  const started = performance.now();
  const paths = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.java'))
    .sort()
    .map((name) => join(folder, name));
  const next = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const refused = await Promise.all(Array.from({ length: WORKERS }, () => startWorker({ paths, next })));
  const seconds = (performance.now() - started) / 1000;
  const sum = refused.reduce((total, count) => total + count, 0);
  console.log(JSON.stringify({ seconds, files: paths.length, refused: sum }));
}

function startWorker(data) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: data });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** java-parser throws at the first error: such files are counted. */
async function parseSome({ paths, next }) {
  const { parse } = await import('java-parser');
  const taken = new Int32Array(next);
  let refused = 0;
  for (;;) {
    const path = paths[Atomics.add(taken, 0, 1)];
    if (path === undefined) break;
    try {
      parse(readFileSync(path, 'utf8'));
    } catch {
      refused++;
    }
  }
  parentPort.postMessage(refused);
}
