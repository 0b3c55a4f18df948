/**
 * How fast this machine is: two threads parse every fifth file of java.base with java-parser alone. `npm test` prints the
 * line first, so that its times on different machines can be compared.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { unzipSync } from 'fflate';
import { tools } from './tools.mjs';

const THREADS = 2;
const STEP = 5;

if (isMainThread) await measure();
else await parseSome(workerData);

async function measure() {
  const archive = tools['JDK sources']();
  if (archive === undefined) {
    console.log('yardstick: none, because the sources of the JDK are missing');
    return;
  }
  const texts = readTexts(archive);
  const next = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const started = performance.now();
  await Promise.all(Array.from({ length: THREADS }, () => startThread({ texts, next })));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const size = (texts.reduce((sum, text) => sum + text.length, 0) / 1e6).toFixed(1);
  console.log(
    `yardstick: java-parser alone parses every fifth file of java.base (${texts.length} files, ${size} MB) in ${seconds} s on ${THREADS} threads`,
  );
}

function readTexts(archive) {
  const names = [];
  const isSource = ({ name }) => name.startsWith('java.base/') && name.endsWith('.java');
  const list = (file) => {
    if (isSource(file)) names.push(file.name);
    return false;
  };
  const bytes = readFileSync(archive);
  unzipSync(bytes, { filter: list });
  const chosen = new Set(names.sort().filter((_, index) => index % STEP === 0));
  const files = unzipSync(bytes, { filter: ({ name }) => chosen.has(name) });
  return Object.values(files).map((content) => new TextDecoder().decode(content));
}

function startThread(data) {
  return new Promise((resolve, reject) => {
    const thread = new Worker(fileURLToPath(import.meta.url), { workerData: data });
    thread.once('message', resolve).once('error', reject);
  });
}

/** Files that java-parser refuses, such as module-info.java, count as parsed. */
async function parseSome({ texts, next }) {
  const { parse } = await import('java-parser');
  const taken = new Int32Array(next);
  for (;;) {
    const text = texts[Atomics.add(taken, 0, 1)];
    if (text === undefined) break;
    try {
      parse(text);
    } catch {
      continue; // java-parser throws at the first error
    }
  }
  parentPort.postMessage('done');
}
