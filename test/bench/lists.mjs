/**
 * The lists of what is hot under a stopwatch: how soon a first page is there, one after an edit, a sorted and a searched
 * one, and what memory the server has by then.
 *
 *   node test/bench/lists.mjs [FOLDER]      java.base of the newest JDK with sources unless a folder is named
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describeMachine, findJdksWithSources, unpackModule } from './jdk-sources.mjs';
import { startServer } from './server-session.mjs';
import { formatTable, milliseconds } from './table.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.argv[2] === undefined ? unpackJavaBase() : resolve(process.argv[2]);
const edited = process.argv[2] === undefined ? 'java/util/HashMap.java' : undefined;

const session = await startServer({
  folders: [pathToFileURL(folder).href],
  storagePath: join(root, '.cache', 'bench', 'lists'),
  settings: { cache: { enable: true, maxSizeMB: 2000 } },
});
await session.next(
  'window/logMessage',
  ({ message }) => message.includes('analysed in the background'),
  true,
);

const query = { list: 'lines', search: '', order: 'energy', isAscending: false, blocks: 'application' };
const rows = [];
const memory = () => {
  const status = readFileSync(`/proc/${session.pid}/status`, 'utf8');
  return `${Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)} MB`;
};
console.log(`memory before any list: ${memory()}`);
async function ask(what, wish = {}) {
  const began = performance.now();
  const page = await session.request('jouleline/hotList', { ...query, offset: 0, count: 200, ...wish });
  const took = performance.now() - began;
  const bytes = JSON.stringify(page).length;
  rows.push([
    what,
    `${page.found} of ${page.all}`,
    milliseconds(took),
    `${Math.round(bytes / 1024)} KB`,
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
console.log(describeMachine());
console.log(`${first.missingFiles} files are not analysed until they are opened`);
console.log(formatTable(['', 'rows', 'took', 'answer', 'memory'], rows));
await session.stop();

function unpackJavaBase() {
  const [jdk] = findJdksWithSources();
  if (jdk === undefined) throw new Error('there is no JDK with sources (lib/src.zip)');
  return unpackModule(jdk, 'java.base', join(root, '.cache', 'corpus'));
}
