/**
 * Open-source projects to measure on: their published sources and what they
 * were compiled against, as the user's own Maven fetches them.
 *
 * Kept outside of the checkout, in `$XDG_CACHE_HOME/jouleline/corpora`: other
 * people's code, which is fetched once. Where Maven and proxies lead to is the
 * business of its settings; no address stands here.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

/** Pinned, so that figures can be compared: an application framework, collections, numbers, strings, a test engine. */
export const PROJECTS = [
  { group: 'org.apache.commons', name: 'commons-lang3', version: '3.17.0' },
  { group: 'com.google.guava', name: 'guava', version: '33.4.0-jre' },
  { group: 'com.fasterxml.jackson.core', name: 'jackson-databind', version: '2.18.2' },
  { group: 'org.apache.commons', name: 'commons-math3', version: '3.6.1' },
  { group: 'org.junit.jupiter', name: 'junit-jupiter-engine', version: '5.11.4' },
];

export function corporaFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'jouleline', 'corpora');
}

/**
 * The folder of a project's sources, the jar of its classes, and a class path
 * of all it depends on. Fetched once; throws an error that says why where that
 * can't be done.
 */
export function fetchProject({ group, name, version }) {
  const folder = join(corporaFolder(), `${name}-${version}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}.part`;
    mkdirSync(join(unfinished, 'sources'), { recursive: true });
    try {
      fetchInto(unfinished, { group, name, version });
      renameSync(unfinished, folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  // Corpora of before have no classes.
  const classes = join(folder, 'classes', `${name}-${version}.jar`);
  if (!existsSync(classes)) copyArtifact(`${group}:${name}:${version}`, join(folder, 'classes'));
  const jars = readdirSync(join(folder, 'libraries')).filter((file) => file.endsWith('.jar'));
  return {
    sources: join(folder, 'sources'),
    classes,
    classPath: jars.map((jar) => join(folder, 'libraries', jar)).join(delimiter),
  };
}

function fetchInto(folder, { group, name, version }) {
  const jar = join(folder, `${name}-${version}-sources.jar`);
  copyArtifact(`${group}:${name}:${version}:jar:sources`, folder);
  const entries = unzipSync(readFileSync(jar), {
    filter: ({ name: path }) => path.endsWith('.java') && !path.split('/').includes('..'),
  });
  for (const [path, bytes] of Object.entries(entries)) {
    const target = join(folder, 'sources', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  }
  rmSync(jar);

  // Dependencies are resolved for a project: this one has a single one, which is then left out.
  const pom = join(folder, 'pom.xml');
  writeFileSync(
    pom,
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>corpora</groupId><artifactId>corpora</artifactId><version>1</version><dependencies><dependency>
<groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version>
</dependency></dependencies></project>\n`,
  );
  const libraries = join(folder, 'libraries');
  mkdirSync(libraries);
  maven([
    '-f',
    pom,
    'dependency:copy-dependencies',
    `-DoutputDirectory=${libraries}`,
    `-DexcludeArtifactIds=${name}`,
  ]);
}

function copyArtifact(artifact, folder) {
  maven(['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`]);
}

function maven(args) {
  const { error, status, stdout, stderr } = spawnSync('mvn', ['-q', '-B', ...args], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 600_000,
  });
  if (error !== undefined) throw new Error(`mvn can't be run: ${error.message}`);
  if (status !== 0) throw new Error(`mvn ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}
