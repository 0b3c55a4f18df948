/**
 * Which build tool a folder uses, told from the names of its files.
 *
 * Sits in `host/`. Reads no build file and runs no wrapper: both are the
 * workspace's own code.
 */
import { readdirSync } from 'node:fs';
import { reasonOf } from './random-access-file';

export interface BuildFiles {
  readonly tool: 'Maven' | 'Gradle';
  /** Those that were found, wrapper last. */
  readonly files: readonly string[];
}

export interface FolderBuild {
  readonly builds: readonly BuildFiles[];
  /** Why the folder could not be looked at. */
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
