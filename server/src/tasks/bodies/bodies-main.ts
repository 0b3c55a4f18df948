/** Entry point of the thread that summarizes jars (dist/bodies.js): one after the other, and ends. Sits in `tasks/`. */
import { parentPort, workerData } from 'node:worker_threads';
import { writeLibraryBodies } from '../../operations/bodies/library-bodies';
import { loadBundledBodies } from '../load-model';
import { summarizeJar } from './jar-bodies';

export interface BodiesTask {
  readonly jars: readonly string[];
  readonly mediaFolder: string;
}

/** A jar's summaries as text, and what is wrong with it. */
export interface BodiesMessage {
  readonly jar: string;
  readonly text: string;
  readonly problem: string;
}

const { jars, mediaFolder } = workerData as BodiesTask;
const platform = loadBundledBodies(mediaFolder);
for (const jar of jars) {
  const { classes, problem = '' } = summarizeJar(jar, platform);
  parentPort?.postMessage({ jar, text: writeLibraryBodies(classes), problem } satisfies BodiesMessage);
}
