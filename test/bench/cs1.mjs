/**
 * How long the language server keeps someone waiting while two profiles are compared and shown: hovers are asked for one
 * after the other meanwhile, and the longest wait is what counts; then how long a file takes from an edit to its colors.
 *
 *   node test/bench/compare-shown.mjs [--beside SERVER]
 *
 * Of profiles of 3,900 methods and 50,000 contexts, with a file of 5,000 lines open. SERVER is dist/server.js of another
 * checkout, measured in turn with this one.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { importWithTests } from './bundle.mjs';
import { describeMachine } from './jdk-sources.mjs';
import { startServer } from './server-session.mjs';
import { formatTable, milliseconds, summarize } from './table.mjs';

const { beside } = parseArgs({ options: { beside: { type: 'string' } } }).values;
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { writeLargeProfiles } = await importWithTests('test/bench/compare-shown.ts');
const folder = mkdtempSync(join(tmpdir(), 'jouleline-compare-'));
const ROUNDS = 1;
const EDITS = 40;

console.log(describeMachine());
try {
  const program = { files: [1000, ...Array.from({ length: 29 }, () => 100)], contexts: 50_000 };
  const written = writeLargeProfiles(folder, program);
  console.log(
    `two profiles of 3,900 methods and 50,000 contexts, ${Math.round(written.bytes / 1e6)} MB each`,
  );
  const servers = [undefined, ...(beside === undefined ? [] : [resolve(beside)])];
  const rows = new Map(servers.map((server) => [server, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const server of servers) rows.get(server).push(await measure(server, written));
  const median = (all, of) => milliseconds(summarize(all.map(of)).median);
  console.log(
    formatTable(
      [
        '',
        'compared after',
        'longest hover meanwhile',
        'a jump',
        'longest hover meanwhile',
        'edit to colors, p50',
        'p95',
        'estimates, p50',
        'p95',
      ],
      [...rows].map(([server, all]) => [
        server ?? 'dist/server.js',
        median(all, ({ compared }) => compared.took),
        median(all, ({ compared }) => compared.longest),
        median(all, ({ jump }) => jump.took),
        median(all, ({ jump }) => jump.longest),
        median(all, ({ edits }) => edits.median),
        median(all, ({ edits }) => edits.p95),
        median(all, ({ estimates }) => estimates.median),
        median(all, ({ estimates }) => estimates.p95),
      ]),
    ),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(serverPath, { before, after, sources }) {
  const session = await startServer({
    folders: [pathToFileURL(folder).href],
    ...(serverPath === undefined ? {} : { serverPath }),
  });
  const uri = pathToFileURL(sources[0]).href;
  const text = readFileSync(sources[0], 'utf8');
  await session.next(
    'window/logMessage',
    ({ message }) => message.includes('analyzed in the background'),
    true,
  );
  const first = session.next('jouleline/overlay', (overlay) => overlay.uri === uri);
  session.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'java', version: 1, text } });
  await first;
  let edited = { version: 1, text };
  /** Within one body, in the middle. */
  async function edit() {
    const anchor = edited.text.indexOf('int b = a + 500') + 'int b = a + 500'.length;
    const before = edited.text.slice(0, anchor);
    const position = {
      line: before.split('\n').length - 1,
      character: anchor - before.lastIndexOf('\n') - 1,
    };
    edited = {
      version: edited.version + 1,
      text: `${before} + ${edited.version}${edited.text.slice(anchor)}`,
    };
    const { version } = edited;
    const shown = session.next(
      'jouleline/overlay',
      (overlay) => overlay.uri === uri && overlay.version === version,
    );
    const began = performance.now();
    session.notify('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range: { start: position, end: position }, text: ` + ${version - 1}` }],
    });
    await shown;
    return performance.now() - began;
  }
  async function editAll() {
    const took = [];
    for (let count = 0; count < EDITS; count++) {
      took.push(await edit());
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    // Before, code is compiled.
    return summarize(took.slice(EDITS / 2));
  }
  const estimates = await editAll();
  /** Asks for hovers one after the other until the other request is answered. */
  async function hoverWhile(asked) {
    let isDone = false;
    const began = performance.now();
    const done = asked.then(() => {
      isDone = true;
      return performance.now() - began;
    });
    let longest = 0;
    while (!isDone) {
      const at = performance.now();
      await session.request('textDocument/hover', {
        textDocument: { uri },
        position: { line: 4, character: 8 },
      });
      longest = Math.max(longest, performance.now() - at);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return { took: await done, longest };
  }
  const shown = session.next('jouleline/overlay', ({ paletteName }) => paletteName === 'changes');
  const compared = await hoverWhile(
    session.request('jouleline/compareProfiles', { before, after }).then((problem) => {
      if (problem !== null) throw new Error(problem.message);
      return shown;
    }),
  );
  const method = { class: 'big.Part7', name: 'm7', descriptor: '(I)I' };
  const jump = await hoverWhile(
    session.request('jouleline/comparedMethod', { profile: before, method, line: 0 }),
  );
  const edits = await editAll();
  await session.stop();
  return { compared, jump, edits, estimates };
}
