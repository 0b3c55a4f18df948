/**
 * An edit inside a method of a 6,000-line file, from didChange to overlay,
 * beside java-parser parsing the whole text: ten of one, ten of the other, and
 * so on, in one run. One for one, each would find the other's data in the
 * processor's caches, as nobody who types does.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from './server-session.mjs';
import { startStockParser } from './stock-parser.mjs';
import { summarize } from './table.mjs';

const FILE = 'java/util/concurrent/ConcurrentHashMap.java';
/** Both are still being compiled in the first blocks, as in the first seconds of somebody's typing. */
const WARM_UP_BLOCKS = 4;
const BLOCKS = 10;
const BLOCK = 10;
const PAUSE_MS = 100;

export async function benchEdit(moduleFolder) {
  const text = readFileSync(join(moduleFolder, FILE), 'utf8');
  const uri = 'file:///bench/ConcurrentHashMap.java';
  const server = await startServer();
  const first = server.next('jouleline/overlay');
  const opened = performance.now();
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'java', version: 1, text } });
  await first;
  const firstOverlay = performance.now() - opened;

  // Inside putVal, in the middle of the file's most used method.
  const anchor = text.indexOf('int hash = spread(key.hashCode());');
  const line = text.slice(0, anchor).split('\n').length - 1;
  const character = anchor - text.lastIndexOf('\n', anchor) - 1;
  const stockParser = startStockParser();
  const ours = [];
  const stock = [];
  let edited = text;
  let version = 1;
  const edit = async () => {
    version++;
    const insert = `int q${version} = ${version}; `;
    edited = edited.slice(0, anchor) + insert + edited.slice(anchor);
    const overlay = server.next('jouleline/overlay', (params) => params.version === version);
    const started = performance.now();
    server.notify('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range: { start: { line, character }, end: { line, character } }, text: insert }],
    });
    await overlay;
    return performance.now() - started;
  };
  const takeTurns = async (times, measure) => {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    for (let round = 0; round < BLOCK; round++) times.push(await measure());
  };
  for (let block = -WARM_UP_BLOCKS; block < BLOCKS; block++) {
    await takeTurns(block < 0 ? [] : ours, edit);
    await takeTurns(block < 0 ? [] : stock, () => stockParser.time(edited));
  }
  await stockParser.stop();
  await server.stop();
  return { lines: text.split('\n').length, firstOverlay, ours: summarize(ours), stock: summarize(stock) };
}

/** Hovers on a small file while a file of 100,000 lines is analyzed. */
export async function benchAnswers() {
  const server = await startServer();
  const small = 'file:///bench/Small.java';
  const huge = 'file:///bench/Huge.java';
  const shown = server.next('jouleline/overlay', ({ uri }) => uri === small);
  server.notify('textDocument/didOpen', {
    textDocument: {
      uri: small,
      languageId: 'java',
      version: 1,
      text: 'class Small {\n int f(int a) {\n  return a * 2;\n }\n}\n',
    },
  });
  await shown;
  const method = (index) =>
    `  int m${index}(int a, int b) {\n    int c = a + b;\n    for (int i = 0; i < c; i++) c -= i * b;\n    return c;\n  }\n`;
  const body = Array.from({ length: 20_000 }, (_, index) => method(index)).join('');
  let done = false;
  const finished = server.next('jouleline/overlay', ({ uri }) => uri === huge).then(() => (done = true));
  const started = performance.now();
  server.notify('textDocument/didOpen', {
    textDocument: { uri: huge, languageId: 'java', version: 1, text: `class Huge {\n${body}}\n` },
  });
  const waits = [];
  while (!done) {
    const asked = performance.now();
    await server.request('textDocument/hover', {
      textDocument: { uri: small },
      position: { line: 2, character: 11 },
    });
    waits.push(performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await finished;
  const total = performance.now() - started;
  await server.stop();
  return { lines: 100_002, total, waits: summarize(waits) };
}
