/**
 * The threads that fuzzing runs in: bundled from TypeScript, watched, and
 * replaced where one hangs or takes too much memory.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { bundleAliases } from './bundle-aliases.mjs';

/** Far beyond what any case takes, also on a machine that is busy with other things. */
const HANG_MS = 60_000;

/** Analyzers that live side by side share what depends on nothing but the text of one body. */
const rememberParse = {
  name: 'remember-parse',
  setup({ onResolve }) {
    const remembered = join(process.cwd(), 'test', 'fuzz', 'remembered-parse.ts');
    onResolve({ filter: /\/parse-body$/ }, ({ importer }) =>
      importer === remembered ? undefined : { path: remembered },
    );
  },
};

/** The path of a thread's code as one file. */
export async function bundleThread(name) {
  const outfile = join(process.cwd(), '.cache', 'fuzz', `${name}-${process.pid}.cjs`);
  await build({
    entryPoints: [`test/fuzz/${name}.ts`],
    outfile,
    alias: bundleAliases,
    define: { __dirname: JSON.stringify(join(process.cwd(), 'test', 'support')) },
    plugins: [rememberParse],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return outfile;
}

/** What a TypeScript file of the tests exports, with all that it imports. */
export async function loadBundled(entry) {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-fuzz-'));
  try {
    const outfile = join(folder, 'bundle.cjs');
    await build({
      entryPoints: [entry],
      bundle: true,
      outfile,
      alias: bundleAliases,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      logLevel: 'warning',
    });
    return createRequire(import.meta.url)(outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `memory` in MB of what survives a collection. */
export function startThread(bundle, workerData, memory) {
  const resourceLimits = { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 16 };
  return new Worker(bundle, {
    workerData,
    ...(memory === undefined ? {} : { resourceLimits }),
    execArgv: ['--enable-source-maps'],
  });
}

/**
 * The last message of a thread, or `{ cause }` of how it ends otherwise. `onFailure` takes each message of a failure
 * before that; `position` moves on as long as the thread does.
 */
export function answerOf(worker, { onFailure, position } = {}) {
  let watched = { position: undefined, since: performance.now() };
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      const now = position?.() ?? 0;
      if (now !== watched.position) watched = { position: now, since: performance.now() };
      if (performance.now() - watched.since > HANG_MS) resolve({ cause: 'takes more than a minute' });
    }, 1000);
    worker.on('message', (message) => {
      if (message.kind === 'failure') onFailure?.(message);
      else resolve(message);
    });
    worker.on('error', (error) => {
      resolve({
        cause: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'takes too much memory' : `${error.stack}`,
      });
    });
    worker.on('exit', () => {
      clearInterval(watch);
      resolve({ cause: 'ends without an answer' });
    });
  }).finally(() => worker.terminate());
}

/** Counts the failures by their cause, and lists the fixtures that were written of them. */
export function createFailures(subject) {
  const failures = new Map();
  const written = [];
  return {
    failures,
    written,
    add(cause, times = 1) {
      failures.set(cause, (failures.get(cause) ?? 0) + times);
    },
    write(name, content) {
      const folder = join('test', 'fixtures', 'fuzz', subject);
      mkdirSync(folder, { recursive: true });
      const path = join(folder, name);
      writeFileSync(path, content);
      written.push(path);
    },
  };
}

export function showProgress(text) {
  const shown = setInterval(() => process.stderr.write(`\r${text()} `), 5000);
  return () => {
    clearInterval(shown);
    process.stderr.write('\r');
  };
}
