/** Entry point of the thread that reads build files (dist/builds.js): answers one question, and ends. Sits in `tasks/`. */
import { parentPort, workerData } from 'node:worker_threads';
import { withDefined } from '../../base/check';
import type { ConsolePlaces } from '../../host/builds/console-launcher';
import {
  type BuildClassPath,
  findBuildClassPath,
  findClassPathOfSources,
} from '../../host/builds/find-class-path';
import { consolePlaces } from '../../host/builds/maven-repository';
import { failThread } from '../../host/machine/threads';
import { findStaleBuilds, type StaleBuild } from '../../host/builds/stale-sources';

export type BuildsTask =
  | { readonly kind: 'class-path'; readonly folders: readonly string[] }
  /** The project around a source. */
  | {
      readonly kind: 'project';
      readonly source: string;
      readonly readsBuildFiles: boolean;
      /** The folders beyond which no project is looked for; without it, anywhere. */
      readonly within?: readonly string[] | undefined;
    };

export interface BuildsAnswers {
  readonly 'class-path': BuildClassPath;
  readonly project: ProjectBuild;
}

export interface ProjectBuild {
  readonly elements: readonly string[];
  /** The builds with sources that differ from their classes. */
  readonly stale: readonly StaleBuild[];
  readonly consolePlaces: ConsolePlaces;
}

export type BuildsMessage =
  | { readonly kind: 'goes-on' }
  | { readonly kind: 'done'; readonly answer: BuildsAnswers[keyof BuildsAnswers] };

/** The time between two signs that reading goes on. */
const SIGN_MS = 500;

async function answer(task: BuildsTask): Promise<BuildsAnswers[keyof BuildsAnswers]> {
  let told = performance.now();
  const onAsk = (): void => {
    if (performance.now() - told < SIGN_MS) return;
    told = performance.now();
    post({ kind: 'goes-on' });
  };
  if (task.kind === 'class-path') return findBuildClassPath(task.folders, { onAsk });
  const sources = task.readsBuildFiles ? [task.source] : [];
  const { elements, builds } = await findClassPathOfSources(sources, {
    onAsk,
    ...withDefined({ within: task.within }),
  });
  return { elements, stale: findStaleBuilds(builds), consolePlaces: await consolePlaces() };
}

function post(message: BuildsMessage): void {
  parentPort?.postMessage(message);
}

answer(workerData as BuildsTask).then((done) => {
  post({ kind: 'done', answer: done });
}, failThread);
