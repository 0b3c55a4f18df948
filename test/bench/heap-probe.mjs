/**
 * Loaded into each thread of a server that is measured, before its own code:
 * on SIGUSR2 each collects its garbage, and the main thread writes what is
 * left, in bytes, to the file that `HEAP_PROBE` names, its own first.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

const channel = new BroadcastChannel('heap-probe');
channel.unref();

function measure() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return { threadId, heap: heapUsed, buffers: external };
}

if (isMainThread) {
  /** Threads that have said that they are there. */
  const workers = new Set();
  let answers = new Map();
  channel.onmessage = ({ data }) => {
    workers.add(data.threadId);
    if (data.heap === undefined) return;
    answers.set(data.threadId, data);
    if (answers.size === workers.size) write();
  };
  const write = () => {
    const file = process.env.HEAP_PROBE;
    const threads = [measure(), ...answers.values()];
    writeFileSync(`${file}.new`, JSON.stringify({ threads, rss: process.memoryUsage().rss }));
    renameSync(`${file}.new`, file);
  };
  process.on('SIGUSR2', () => {
    answers = new Map();
    if (workers.size === 0) write();
    else channel.postMessage({});
  });
} else {
  channel.onmessage = ({ data }) => {
    if (data.threadId === undefined) channel.postMessage(measure());
  };
  channel.postMessage({ threadId });
}
