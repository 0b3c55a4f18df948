/**
 * The memory of the language server, divided among its threads, which together stay within the one limit that the
 * user sets.
 *
 * Sits in `base/`, for the client, which starts the server, and for the server, which starts all other threads.
 */

/** The largest heaps in megabytes. At most one thread of each share runs at a time, but for the workers. */
interface MemoryShares {
  readonly main: number;
  /** The number of analysis workers. */
  readonly workers: number;
  /** The share of each worker. */
  readonly worker: number;
  /** An import or a comparison. */
  readonly task: number;
  /** The reader of bodies of library methods. */
  readonly bodies: number;
  /** The reader of build files. */
  readonly builds: number;
}

const MOST_WORKERS = 3;
/** Fewer workers that have enough are better than many that start over. */
const LEAST_WORKER_MB = 128;

export function shareMemory(totalMB: number, cores: number): MemoryShares {
  const share = (percent: number): number => Math.floor((totalMB * percent) / 100);
  const ofWorkers = share(40);
  // One worker serves the file on screen, and others the background if there are cores to spare.
  const wanted = Math.min(MOST_WORKERS, cores - 1, Math.floor(ofWorkers / LEAST_WORKER_MB));
  const workers = Math.max(1, wanted);
  return {
    main: share(25),
    workers,
    worker: Math.floor(ofWorkers / workers),
    task: share(20),
    bodies: share(10),
    builds: share(5),
  };
}
