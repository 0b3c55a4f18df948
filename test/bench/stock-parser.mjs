/**
 * java-parser in a thread of its own, as a server would use it: what it leaves
 * on its heap must not slow down the clock that measures others.
 */
import { parentPort, Worker, isMainThread } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';

if (!isMainThread) {
  const { parse } = await import('java-parser');
  parentPort.on('message', (text) => {
    const started = performance.now();
    parse(text);
    parentPort.postMessage(performance.now() - started);
  });
}

export function startStockParser() {
  const worker = new Worker(fileURLToPath(import.meta.url));
  return {
    /** Milliseconds to parse the text. */
    time(text) {
      return new Promise((resolve, reject) => {
        worker.removeAllListeners().once('message', resolve).once('error', reject);
        worker.postMessage(text);
      });
    },
    stop: () => worker.terminate(),
  };
}
