/**
 * The class path that a build's own files name. Sits in `host/`: the readers of Maven's and Gradle's files make it.
 */
import type { BuildTool } from './build-command';

/** The folder of one set of a project's sources, and the folder of its classes; neither need exist. */
export interface SourceRoot {
  /** The project's or module's folder. */
  readonly project: string;
  readonly sources: string;
  readonly classes: string;
}

export interface FoundClassPath {
  readonly tool: BuildTool;
  /** The folders of the projects and modules that were read, the outermost first. */
  readonly projects: readonly string[];
  readonly roots: readonly SourceRoot[];
  /** Folders of classes, then jars; all of them exist. */
  readonly elements: readonly string[];
  /** Dependencies that are not on this machine, such as `org.slf4j:slf4j-api:2.0.9`. */
  readonly missing: readonly string[];
  /** The repository that was searched. */
  readonly repository: string;
  readonly problems: readonly string[];
}
