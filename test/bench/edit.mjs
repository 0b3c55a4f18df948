/**
 * An edit inside a method of a 6,000-line file, from didChange to overlay,
 * beside java-parser parsing the whole text: in turn, in one run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'java-parser';
import { startServer } from './server-session.mjs';
import { summarize } from './table.mjs';

const FILE = 'java/util/concurrent/ConcurrentHashMap.java';
const ROUNDS = 40;
const WARM_UP = 5;

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
  const ours = [];
  const stock = [];
  let edited = text;
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const insert = `int q${round} = ${round}; `;
    const version = round + 2;
    edited = edited.slice(0, anchor) + insert + edited.slice(anchor);
    const overlay = server.next('jouleline/overlay', (params) => params.version === version);
    const started = performance.now();
    server.notify('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range: { start: { line, character }, end: { line, character } }, text: insert }],
    });
    await overlay;
    const took = performance.now() - started;
    const parseStarted = performance.now();
    parse(edited);
    const parsed = performance.now() - parseStarted;
    if (round < WARM_UP) continue;
    ours.push(took);
    stock.push(parsed);
  }
  await server.stop();
  return { lines: text.split('\n').length, firstOverlay, ours: summarize(ours), stock: summarize(stock) };
}

/** Hovers on a small file while a file of 100,000 lines is analysed. */
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
