/**
 * The lists of what is hot under a stopwatch: how soon a first page is there, one after an edit, a sorted and a searched
 * one, and what memory the server has by then.
 *
 *   node test/bench/lists.mjs [FOLDER] [--beside SERVER]
 *
 * FOLDER is java.base of the newest JDK with sources unless another is named; SERVER is dist/server.js of another
 * checkout, measured in turn with this one. The first run only fills the cache: its memory says nothing.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine, findJdksWithSources, unpackModule } from './jdk-sources.mjs';
import { startServer } from './server-session.mjs';
import { formatTable, milliseconds } from './table.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options, positionals } = parseArgs({
  options: { beside: { type: 'string' } },
  allowPositionals: true,
});
const [named] = positionals;
const folder = named === undefined ? unpackJavaBase() : resolve(named);
const edited = named === undefined ? 'java/util/HashMap.java' : undefined;
const query = { list: 'lines', search: '', order: 'energy', isAscending: false, blocks: 'application' };

console.log(describeMachine());
for (const server of [undefined, ...(options.beside === undefined ? [] : [resolve(options.beside)])])
  await measure(server);

async function measure(server) {
  const session = await startServer({
    folders: [pathToFileURL(folder).href],
    storagePath: join(root, '.cache', 'bench', 'lists'),
    settings: { cache: { enable: true, maxSizeMB: 2000 } },
    ...(server === undefined ? {} : { serverPath: server }),
  });
  await session.next(
    'window/logMessage',
    ({ message }) => message.includes('analyzed in the background'),
    true,
  );
  const status = (name) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${session.pid}/status`, 'utf8'))?.[1]);
  const memory = () => `${Math.round(status('VmRSS') / 1024)} MB`;
  /** Seconds of all threads: what a loaded machine does not change much. */
  const processorTime = () => {
    const [, fields = ''] = readFileSync(`/proc/${session.pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return ((user + system) / 100) * 1000;
  };
  const rows = [];
  const before = memory();

  async function ask(what, wish = {}) {
    const [began, worked] = [performance.now(), processorTime()];
    const page = await session.request('jouleline/hotList', { ...query, offset: 0, count: 200, ...wish });
    const took = performance.now() - began;
    rows.push([
      what,
      `${page.found} of ${page.all}`,
      milliseconds(took),
      milliseconds(processorTime() - worked),
      `${Math.round(JSON.stringify(page).length / 1024)} KB`,
      memory(),
    ]);
    return page;
  }

  const first = await ask('lines, first page');
  await ask('lines, the same again');
  await ask('lines, next page', { offset: 200 });
  await ask('lines, by executions', { order: 'executions' });
  await ask('lines, by name', { order: 'name', isAscending: true });
  await ask('lines, searched', { search: 'util map' });
  await ask('methods', { list: 'methods' });
  await ask('blocks, in the application', { list: 'blocks' });
  await ask('blocks, once', { list: 'blocks', blocks: 'once' });
  await ask('operations', { list: 'operations' });
  await ask('library calls', { list: 'library-calls' });
  if (edited !== undefined) {
    const path = join(folder, edited);
    const text = readFileSync(path, 'utf8');
    const uri = pathToFileURL(path).href;
    session.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'java', version: 1, text } });
    await session.next('jouleline/overlay', (overlay) => overlay.uri === uri);
    await ask(`lines, ${edited} opened`);
  }
  console.log(
    `\n${server ?? 'dist/server.js'}: ${before} before any list, ${first.missingFiles} files not analyzed`,
  );
  console.log(formatTable(['', 'rows', 'took', 'processor', 'answer', 'memory'], rows));
  await session.stop();
}

function unpackJavaBase() {
  const [jdk] = findJdksWithSources();
  if (jdk === undefined) throw new Error('there is no JDK with sources (lib/src.zip)');
  return unpackModule(jdk, 'java.base', join(root, '.cache', 'corpus'));
}
