/**
 * Loaded into the server before anything else (`node --import`): SIGUSR2 ends an analysis worker in the middle of what it
 * does, and SIGHUP the thread of an import, as if the system had.
 */
import threads, { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const living = new Set();
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(entry, options) {
      super(entry, options);
      const started = { worker: this, isImport: String(entry).includes('importer') };
      living.add(started);
      this.on('exit', () => living.delete(started));
    }
  };
  let turn = 0;
  const endOne = (isImport) => {
    const fitting = [...living].filter((each) => each.isImport === isImport);
    fitting[turn++ % fitting.length]?.worker.terminate();
  };
  process.on('SIGUSR2', () => endOne(false));
  process.on('SIGHUP', () => endOne(true));
}
