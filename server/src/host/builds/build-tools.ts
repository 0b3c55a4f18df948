/**
 * Tells which build tool a folder uses by the names of its files.
 *
 * Sits in `host/`. It reads no build file and runs no wrapper: both are the workspace's own code.
 */
import { readdirSync } from 'node:fs';
import { reasonOf } from '../files/random-access-file';

export interface BuildFiles {
  readonly tool: 'Maven' | 'Gradle';
  /** The build files that were found, the wrapper last. */
  readonly files: readonly string[];
}

export interface FolderBuild {
  readonly builds: readonly BuildFiles[];
  /** The reason for which the folder could not be listed. */
  readonly problem?: string;
}

const KNOWN_FILES: readonly BuildFiles[] = [
  { tool: 'Maven', files: ['pom.xml', 'mvnw', 'mvnw.cmd'] },
  {
    tool: 'Gradle',
    files: [
      'build.gradle',
      'build.gradle.kts',
      'settings.gradle',
      'settings.gradle.kts',
      'gradlew',
      'gradlew.bat',
    ],
  },
];

export function findBuildFiles(folder: string): FolderBuild {
  try {
    const names = new Set(readdirSync(folder));
    const builds = KNOWN_FILES.map(({ tool, files }) => ({
      tool,
      files: files.filter((file) => names.has(file)),
    }));
    return { builds: builds.filter(({ files }) => files.length > 0) };
  } catch (error) {
    return { builds: [], problem: reasonOf(error) };
  }
}
