/**
 * Builds a Maven or Gradle project before it runs, where its classes are not
 * what its sources say.
 *
 * Sits in `tasks/`, over `host/`.
 */
import { buildToolOf, optionsOf } from '../../host/builds/build-command';
import { relative } from 'node:path';
import { Failure } from '../../base/failure';
import { buildProject } from '../../host/builds/build-project';
import type { FoundBuild } from '../../host/builds/find-class-path';
import { findStaleBuilds } from '../../host/builds/stale-sources';

export interface BuildWish {
  /** The user's own command, where that is one of a build tool: its program and options serve. */
  readonly command: readonly string[];
}

/** Whether anything was built. Throws {@link Failure} where that fails, with the first place that it names. */
export async function buildStale(
  builds: readonly FoundBuild[],
  { command: [program = '', ...given] }: BuildWish,
  javaHome: string,
): Promise<boolean> {
  const stale = findStaleBuilds(builds);
  for (const { build } of stale) {
    const { tool, folder } = build;
    const isOwn = buildToolOf(program) === tool;
    process.stderr.write(`jouleline: building ${folder} with ${tool}\n`);
    const problem = await buildProject({
      tool,
      folder: isOwn ? process.cwd() : folder,
      ...(isOwn ? { program } : {}),
      options: isOwn ? optionsOf(tool, given) : [],
      javaHome,
      colors: process.stderr.isTTY,
      // The program's own output is what goes to standard output.
      print: (bytes) => process.stderr.write(bytes),
    });
    if (problem !== undefined) throw new Failure(problem);
  }
  return stale.length > 0;
}

/** What is not as its sources say, for people; nothing where nothing was ever built. */
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
