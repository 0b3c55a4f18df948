/**
 * Entry point of the language server (dist/server.js), over standard input and
 * output or Node's IPC, as its arguments say (`--stdio`, `--node-ipc`).
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { mediaFolderOf } from '../../host/files/bundled-media';
import { startThread } from '../../host/machine/threads';
import { createPool } from '../../threads/pool';
import { compareInThread } from '../../tasks/compare/compare-thread';
import { saveInThread } from '../../tasks/import/import-thread';
import { readBuilds } from '../../tasks/builds/read-builds';
import { startServer } from './server';
import { readTextSync } from '../../host/files/read-file';

/** A member that takes longer is a fault of ours: the slowest of JDK 25 takes under a second. */
const STUCK_AFTER_MS = 15_000;

const mediaFolder = mediaFolderOf(__dirname);

startServer(createConnection(ProposedFeatures.all), {
  version: readVersion(),
  mediaFolder,
  bundleFolder: __dirname,
  saveImport: (request, save, events) => saveInThread(request, save, { ...events, bundleFolder: __dirname }),
  compare: (task, canceled) => compareInThread(task, { bundleFolder: __dirname, canceled }),
  readBuilds: (task) => readBuilds(task, __dirname),
  createPool: ({ codeCacheFolder, ...options }) =>
    createPool({
      ...options,
      // One worker serves the file on screen, and others the background if there are cores to spare.
      size: Math.max(1, Math.min(3, availableParallelism() - 1)),
      givesAhead: false,
      entry: join(__dirname, 'worker.js'),
      mediaFolder,
      stuckAfterMs: STUCK_AFTER_MS,
      startThread: (entry, thread, events) => startThread(entry, { ...thread, codeCacheFolder }, events),
    }),
});

function readVersion(): string {
  const manifest = JSON.parse(readTextSync(join(__dirname, '..', 'package.json'))) as {
    readonly version: string;
  };
  return manifest.version;
}
