/**
 * Finds the class path of Maven projects from their poms and the local repository, without running Maven:
 * the folders of their classes, and the jars that they depend on.
 *
 * Sits in `host/`.
 */
import type { SourceRoot, FoundClassPath } from './found-class-path';
import { join, resolve } from 'node:path';
import { describeCoordinates, type EffectivePom } from './effective-pom';
import { resolveDependencies } from './resolve-dependencies';
import type { BuildFileReader } from './build-file-reader';
import {
  createMavenRepository,
  createPomReader,
  findLocalRepository,
  isJar,
  readUserProperties,
} from './maven-repository';

interface Module {
  readonly folder: string;
  readonly pom: EffectivePom;
}

/** The class path of the projects in these folders and of all their modules. */
export async function findMavenClassPath(
  folders: readonly string[],
  reader: BuildFileReader,
  home?: string,
): Promise<FoundClassPath> {
  const problems: string[] = [];
  const [root = '.'] = folders;
  const userProperties = await readUserProperties(root, reader);
  const repositoryFolder = await findLocalRepository(userProperties, reader, home);
  const repository = createMavenRepository(repositoryFolder, reader);
  const poms = createPomReader([repository], reader, userProperties, (problem) => problems.push(problem));

  const modules = await listModules();
  const own = new Map(modules.map(({ pom }) => [`${pom.groupId}:${pom.artifactId}`, pom]));
  const outputs: string[] = [];
  const roots: SourceRoot[] = [];
  const jars = new Set<string>();
  const missing = new Set<string>();
  for (const { folder, pom } of modules) {
    const pairs = [
      { sources: pom.sourceDirectory, classes: pom.outputDirectory },
      { sources: pom.testSourceDirectory, classes: pom.testOutputDirectory },
    ];
    for (const { sources, classes } of pairs)
      roots.push({ project: folder, sources: resolve(folder, sources), classes: resolve(folder, classes) });
    for (const output of [pom.outputDirectory, pom.testOutputDirectory]) {
      const found = await reader.existing(resolve(folder, output));
      if (found !== undefined) outputs.push(found);
    }
    for (const parent of pom.missing) missing.add(parent);
    const { artifacts } = await resolveDependencies({
      root: pom,
      read: async (at) => own.get(`${at.groupId}:${at.artifactId}`) ?? poms.read(at),
      chooseVersion: (groupId, artifactId, range) => poms.chooseVersion(groupId, artifactId, range),
      conflicts: 'nearest',
    });
    for (const artifact of artifacts) {
      if (!isJar(artifact) || own.has(`${artifact.groupId}:${artifact.artifactId}`)) continue;
      const { systemPath } = artifact;
      const jar = await (systemPath === undefined
        ? repository.jarOf(artifact)
        : reader.existing(resolve(folder, systemPath)));
      if (jar === undefined) missing.add(describeCoordinates(artifact));
      else jars.add(jar);
    }
  }
  return {
    tool: 'Maven',
    projects: modules.map(({ folder }) => folder),
    roots,
    elements: [...outputs, ...jars],
    missing: [...missing],
    repository: repositoryFolder,
    problems,
  };

  async function listModules(): Promise<readonly Module[]> {
    const seen = new Set<string>();
    const found: Module[] = [];
    const waiting = folders.map((folder) => ({ folder, name: '.' }));
    for (const { folder, name } of waiting) {
      const located = await poms.readProject(folder, name);
      if (located?.folder === undefined || seen.has(join(located.folder, located.pom.artifactId))) continue;
      seen.add(join(located.folder, located.pom.artifactId));
      const pom = await poms.makeEffective(located);
      found.push({ folder: located.folder, pom });
      for (const module of pom.modules) waiting.push({ folder: located.folder, name: module });
    }
    return found;
  }
}
