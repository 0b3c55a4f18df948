/**
 * Entry point of the language server (dist/server.js), over standard input and
 * output or Node's IPC, as its arguments say (`--stdio`, `--node-ipc`).
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { mediaFolderOf } from '../../host/files/bundled-media';
import { createTurns, startThread } from '../../host/machine/threads';
import { shareMemory } from '../../base/memory-shares';
import { DEFAULT_SETTINGS } from './settings';
import { createPool } from '../../threads/pool';
import { compareInThread } from '../../tasks/compare/compare-thread';
import { saveInThread } from '../../tasks/import/import-thread';
import { readBuilds } from '../../tasks/builds/read-builds';
import { startServer } from './server';
import { readTextSync } from '../../host/files/read-file';

/** A member that takes longer is a fault of ours: the slowest of JDK 25 takes under a second. */
const STUCK_AFTER_MS = 15_000;

const mediaFolder = mediaFolderOf(__dirname);
const cores = availableParallelism();
/** A session makes its pool first, by its settings. */
let memory = shareMemory(DEFAULT_SETTINGS.server.maxMemoryMB, cores);
const [inTurn, buildsInTurn] = [createTurns(), createTurns()];

startServer(createConnection(ProposedFeatures.all), {
  version: readVersion(),
  mediaFolder,
  bundleFolder: __dirname,
  saveImport: (request, save, events) =>
    inTurn(() =>
      saveInThread(request, save, { ...events, bundleFolder: __dirname, maxMemoryMB: memory.task }),
    ),
  compare: (task, canceled) =>
    inTurn(() => compareInThread(task, { bundleFolder: __dirname, canceled, maxMemoryMB: memory.task })),
  readBuilds: (task) => buildsInTurn(() => readBuilds(task, __dirname, memory.builds)),
  createPool: ({ codeCacheFolder, maxMemoryMB, ...options }) => {
    memory = shareMemory(maxMemoryMB, cores);
    return createPool({
      ...options,
      size: memory.workers,
      maxMemoryMB: memory.worker,
      givesAhead: false,
      entry: join(__dirname, 'worker.js'),
      mediaFolder,
      stuckAfterMs: STUCK_AFTER_MS,
      startThread: (entry, thread, events) => startThread(entry, { ...thread, codeCacheFolder }, events),
    });
  },
});

function readVersion(): string {
  const manifest = JSON.parse(readTextSync(join(__dirname, '..', 'package.json'))) as {
    readonly version: string;
  };
  return manifest.version;
}
