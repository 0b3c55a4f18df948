/**
 * Measures what a language server holds on to after 1,000, 2,000, … 10,000 edits, each
 * from didChange to overlay: the heaps of all its threads after a collection,
 * and the memory of the process. Two files of a JDK are open, one of them with
 * Unicode escapes; edits change bodies, add members, change headers that the
 * other file asks for, and go back. By itself: `node test/bench/edit-memory.mjs`,
 * after a build.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describeMachine, findJdksWithSources, unpackModule } from './jdk-sources.mjs';
import { startServer } from './server-session.mjs';
import { formatTable } from './table.mjs';

const FILES = ['java/util/ArrayDeque.java', 'java/util/AbstractCollection.java'];
const EDITS = 10_000;
const EACH = 1000;
/** All of the server's threads have answered by then. */
const PROBE_TIMEOUT_MS = 30_000;

/** One row before the first edit and one after every thousand, in bytes. */
export async function benchEditMemory(moduleFolder, edits = EDITS) {
  const probed = join(tmpdir(), `jouleline-heap-${process.pid}.json`);
  process.env.HEAP_PROBE = probed;
  const server = await startServer({
    nodeArguments: ['--expose-gc', '--import', new URL('heap-probe.mjs', import.meta.url).href],
  });
  const documents = await Promise.all(FILES.map((file, index) => open(file, index)));
  const rows = [{ edits: 0, ...(await probe()) }];
  for (let edit = 1; edit <= edits; edit++) {
    const document = documents[edit % documents.length];
    const version = ++document.version;
    const overlay = server.next(
      'jouleline/overlay',
      (params) => params.uri === document.uri && params.version === version,
    );
    server.notify('textDocument/didChange', {
      textDocument: { uri: document.uri, version },
      contentChanges: [{ text: edited(document.text, edit) }],
    });
    await overlay;
    if (edit % EACH === 0) rows.push({ edits: edit, ...(await probe()) });
  }
  await server.stop();
  return rows;

  async function open(file, index) {
    const text = readFileSync(join(moduleFolder, file), 'utf8');
    // An escape in one of them: its offsets are not those of what is parsed.
    const opened =
      index === 0 ? text : text.replace('import ', '\\u0069mport ').replace('class ', '\\u0063lass ');
    const uri = `file:///bench/${file}`;
    const shown = server.next('jouleline/overlay', (params) => params.uri === uri);
    server.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: 'java', version: 1, text: opened },
    });
    await shown;
    return { uri, text: opened, version: 1 };
  }

  /** Bytes held by the threads of the server and by its process. */
  async function probe() {
    rmSync(probed, { force: true });
    process.kill(server.pid, 'SIGUSR2');
    const until = Date.now() + PROBE_TIMEOUT_MS;
    while (!existsSync(probed)) {
      if (Date.now() > until) throw new Error('the server does not say what it holds');
      await sleep(20);
    }
    const { threads, rss } = JSON.parse(readFileSync(probed, 'utf8'));
    rmSync(probed, { force: true });
    const sum = (of) => threads.reduce((total, thread) => total + of(thread), 0);
    const main = threads[0].heap;
    const heap = sum((thread) => thread.heap);
    return { main, workers: heap - main, heap, buffers: sum(({ buffers }) => buffers), rss };
  }
}

/** The text with a change that no other edit makes; every tenth edit goes back to what it was. */
function edited(text, edit) {
  const end = text.lastIndexOf('}');
  const bodies = [...text.matchAll(/\) \{\n/g)];
  const body = bodies[(edit * 7) % bodies.length];
  const inBody = (statement) =>
    text.slice(0, body.index + body[0].length) + statement + text.slice(body.index + body[0].length);
  switch (edit % 10) {
    case 0:
    case 1:
      return text;
    case 2:
    case 3:
      return `${text.slice(0, end)}  int added${edit}(int a) { return a * ${edit}; }\n}\n`;
    case 4:
      return text.replace('size()', `size(int q${edit})`);
    case 5:
      return inBody(`int q${edit} = ${edit}`);
    default:
      return inBody(`        int q${edit} = ${edit}; q${edit} += size();\n`);
  }
}

/** Bytes an edit by which the heaps grow, from the least squares of all rows but the first two. */
export function growthOf(rows) {
  const steady = rows.slice(2);
  const mean = (of) => steady.reduce((sum, row) => sum + of(row), 0) / steady.length;
  const [x, y] = [mean(({ edits }) => edits), mean(({ heap }) => heap)];
  const covariance = mean(({ edits, heap }) => (edits - x) * (heap - y));
  return covariance / mean(({ edits }) => (edits - x) ** 2);
}

/** In bytes. */
export function meanHeap(rows) {
  return rows.reduce((sum, { heap }) => sum + heap, 0) / rows.length;
}

export function formatMemory(rows) {
  const megabytes = (bytes) => (bytes / 1024 / 1024).toFixed(1);
  return formatTable(
    ['edits', 'heap of the main thread, MB', 'heaps of workers, MB', 'buffers, MB', 'process, MB'],
    rows.map(({ edits, main, workers, buffers, rss }) => [
      String(edits),
      ...[main, workers, buffers, rss].map(megabytes),
    ]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
  const [jdk] = findJdksWithSources();
  if (jdk === undefined) throw new Error('no JDK with sources found; set JAVA_HOME to one');
  const rows = await benchEditMemory(unpackModule(jdk, 'java.base', '.cache/corpus'));
  console.log(describeMachine());
  console.log(formatMemory(rows));
  console.log(`grows by ${growthOf(rows).toFixed(0)} bytes an edit`);
}
