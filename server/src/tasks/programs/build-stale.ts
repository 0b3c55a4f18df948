/** Builds a Maven or Gradle project before it runs, if its sources are newer than its classes. Sits in `tasks/`. */
import { buildToolOf, optionsOf } from '../../host/builds/build-command';
import { relative } from 'node:path';
import { buildProject } from '../../host/builds/build-project';
import type { FoundBuild } from '../../host/builds/find-class-path';
import { findStaleBuilds } from '../../host/builds/stale-sources';

export interface UserCommand {
  /** The user's own command. If it runs a build tool, its program and its options are used for the build. */
  readonly command: readonly string[];
}

/** Returns true if anything was built. Throws a `Failure` with the first error if a build fails. */
export async function buildStale(
  builds: readonly FoundBuild[],
  { command: [program = '', ...given] }: UserCommand,
  javaHome: string,
): Promise<boolean> {
  const stale = findStaleBuilds(builds);
  for (const { build } of stale) {
    const { tool, folder } = build;
    const isOwn = buildToolOf(program) === tool;
    process.stderr.write(`jouleline: building ${folder} with ${tool}\n`);
    await buildProject({
      tool,
      folder: isOwn ? process.cwd() : folder,
      ...(isOwn ? { program } : {}),
      options: isOwn ? optionsOf(tool, given) : [],
      javaHome,
      colors: process.stderr.isTTY,
      // Standard output belongs to the program.
      print: (bytes) => process.stderr.write(bytes),
    });
  }
  return stale.length > 0;
}

/** Sentences about classes that are older than their sources; none if the project was never built. */
export function describeStale(builds: readonly FoundBuild[], isBuilt: boolean): readonly string[] {
  if (!isBuilt) return [];
  return findStaleBuilds(builds).flatMap(({ newer, missing, build: { tool, folder } }) => {
    const [first] = [...newer, ...missing];
    if (first === undefined) return [];
    const what = [
      ...(newer.length > 0 ? [`${newer.length} newer than their classes`] : []),
      ...(missing.length > 0 ? [`${missing.length} without classes`] : []),
    ];
    return [
      `sources in ${folder} are not what was built: ${what.join(', ')}, such as ${relative(process.cwd(), first)}; --build has ${tool} build them first`,
    ];
  });
}
