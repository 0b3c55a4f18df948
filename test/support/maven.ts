/** Artifacts for tests, as the user's own Maven fetches and keeps them. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findTool } from '../../scripts/tools.mjs';

const repository = join(homedir(), '.m2', 'repository');

/**
 * The jar of `group:artifact:version` or `group:artifact:version:classifier`; fetched if it is not there yet.
 *
 * @returns `undefined` without Maven. Throws where Maven finds none.
 */
export function mavenJar(coordinates: string): string | undefined {
  const [group = '', artifact = '', version = '', classifier] = coordinates.split(':');
  const folder = join(repository, group.replaceAll('.', '/'), artifact, version);
  const suffix = classifier === undefined ? '' : `-${classifier}`;
  const jar = join(folder, `${artifact}-${version}${suffix}.jar`);
  if (existsSync(jar)) return jar;
  const maven = findTool('Maven');
  if (maven === undefined) return undefined;
  const get = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get';
  const artifactOf = [group, artifact, version, ...(classifier === undefined ? [] : ['jar', classifier])];
  execFileSync(maven, ['-q', '-B', get, `-Dartifact=${artifactOf.join(':')}`, '-Dtransitive=false'], {
    stdio: 'pipe',
  });
  return jar;
}
