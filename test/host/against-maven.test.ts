/**
 * The class paths found against those that Maven itself works out, offline,
 * over made-up repositories: nearest versions, management, BOMs, parents,
 * exclusions, scopes, properties and relocations by chance.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBuildClassPath } from '../../server/src/host/builds/find-class-path';
import { makeTemporaryFolder, writeFiles } from '../support/temporary-folder';

const installed = join(homedir(), '.m2', 'repository');
const maven = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'mvn'))
  .find(existsSync);
/** True if Maven has the plugin that tells a class path: tests fetch nothing. */
const canAsk =
  maven !== undefined && existsSync(join(installed, 'org/apache/maven/plugins/maven-dependency-plugin'));

const NAMES = Array.from({ length: 12 }, (_, index) => `a${index}`);
const VERSIONS = ['1', '2', '3'];
const MODULES = 30;

type Pick = <T>(from: readonly T[]) => T;

/** Linear congruential (Numerical Recipes): the same cases each time. */
function createRandom(seed: number): { readonly chance: (of: number) => boolean; readonly pick: Pick } {
  let state = seed;
  const next = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return {
    chance: (of) => next() < of,
    pick: (from) => {
      const item = from[Math.floor(next() * from.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

type Random = ReturnType<typeof createRandom>;

const element = (name: string, text: string): string => `<${name}>${text}</${name}>`;

/** One way of writing for each: Maven merges some lists before it fills placeholders in. */
const groupOf = (name: string): string => (NAMES.indexOf(name) % 4 === 1 ? '${groups}' : 'generated');

function dependency({ chance, pick }: Random, needsVersion: boolean, names: readonly string[]): string {
  const name = pick(names);
  const parts = [element('groupId', groupOf(name)), element('artifactId', name)];
  if (needsVersion || chance(0.5)) parts.push(element('version', chance(0.2) ? '${chosen}' : pick(VERSIONS)));
  if (chance(0.4)) parts.push(element('scope', pick(['compile', 'runtime', 'test', 'provided'])));
  if (chance(0.15)) parts.push('<optional>true</optional>');
  if (chance(0.2)) {
    const excluded = chance(0.2) ? '*' : pick(NAMES);
    parts.push(
      `<exclusions><exclusion><groupId>generated</groupId>${element('artifactId', excluded)}</exclusion></exclusions>`,
    );
  }
  return element('dependency', parts.join(''));
}

/** Each artifact once: Maven refuses to be told twice. */
function distinct(declarations: readonly string[]): string {
  const named = new Map(declarations.map((text) => [/<artifactId>(\w+)/.exec(text)?.[1], text]));
  return element('dependencies', [...named.values()].join(''));
}

const some = (random: Random, needsVersion: boolean, most: number, names = NAMES): string =>
  distinct(
    Array.from({ length: most }, () =>
      random.chance(0.6) ? dependency(random, needsVersion, names) : '',
    ).filter((text) => text !== ''),
  );

function project(inside: string): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>${inside}</project>`;
}

const properties = (random: Random): string =>
  element('properties', element('groups', 'generated') + element('chosen', random.pick(VERSIONS)));

const coordinates = (artifactId: string, version: string): string =>
  element('groupId', 'generated') + element('artifactId', artifactId) + element('version', version);

function management(random: Random): string {
  const bom = random.chance(0.5)
    ? `<dependency>${coordinates('bom', random.pick(VERSIONS))}<type>pom</type><scope>import</scope></dependency>`
    : '';
  return element(
    'dependencyManagement',
    some(random, true, 4).replace('</dependencies>', `${bom}</dependencies>`),
  );
}

/** Paths in the repository and what is there. */
function makeRepository(random: Random): Record<string, string> {
  const files: Record<string, string> = {};
  const add = (
    name: string,
    version: string,
    inside: string,
    withJar: boolean,
    group = 'generated',
  ): void => {
    const stem = `${group}/${name}/${version}/${name}-${version}`;
    files[`${stem}.pom`] = project(inside);
    if (withJar) files[`${stem}.jar`] = '';
  };
  for (const version of VERSIONS) {
    add(
      'bom',
      version,
      `${coordinates('bom', version)}<packaging>pom</packaging>${properties(random)}
       <dependencyManagement>${some(random, true, 6)}</dependencyManagement>`,
      false,
    );
    add(
      'parent',
      version,
      `${coordinates('parent', version)}<packaging>pom</packaging>${properties(random)}
       <dependencyManagement>${distinct(NAMES.map((name) => element('dependency', element('groupId', groupOf(name)) + element('artifactId', name) + element('version', random.pick(VERSIONS)))))}</dependencyManagement>
       ${some(random, true, 1, NAMES.slice(-1))}`,
      false,
    );
    for (const [index, name] of NAMES.entries()) {
      // Circles with ranges in them are more than Maven itself can follow.
      const later = NAMES.slice(index + 1);
      const hasParent = random.chance(0.5) && later.length > 0;
      const parent = element('parent', coordinates('parent', random.pick(VERSIONS)));
      const head = hasParent
        ? `${parent}${coordinates(name, version)}`
        : coordinates(name, version) + properties(random);
      const moved =
        random.chance(0.06) && version === '1'
          ? `<distributionManagement><relocation><groupId>moved</groupId></relocation></distributionManagement>`
          : '';
      const managed = hasParent ? '' : management(random);
      const inside = `${managed}${later.length === 0 ? '' : some(random, !hasParent, 4, later)}`;
      add(name, version, `${head}${moved}${inside}`, true);
      if (moved !== '')
        add(
          name,
          version,
          `${head.replace(/<groupId>generated<\/groupId>(?=<artifactId>a)/, '<groupId>moved</groupId>')}${inside}`,
          true,
          'moved',
        );
    }
  }
  return files;
}

function makeWorkspace(random: Random): Record<string, string> {
  const files: Record<string, string> = {};
  const names = Array.from({ length: MODULES }, (_, index) => `m${index}`);
  for (const name of names) {
    const parent = random.chance(0.3)
      ? `${element('parent', `${coordinates('parent', random.pick(VERSIONS))}<relativePath/>`)}${properties(random)}`
      : `<parent><groupId>root</groupId><artifactId>root</artifactId><version>1</version></parent>`;
    const managed = random.chance(0.5) ? management(random) : '';
    files[`${name}/pom.xml`] = project(
      `${parent}<groupId>root</groupId><artifactId>${name}</artifactId><version>1</version>${managed}${some(random, !parent.includes('generated'), 5)}`,
    );
  }
  files['pom.xml'] = project(
    `<groupId>root</groupId><artifactId>root</artifactId><version>1</version><packaging>pom</packaging>${properties(random)}${management(random)}<modules>${names.map((name) => element('module', name)).join('')}</modules>`,
  );
  return files;
}

describe('class paths of Maven projects', () => {
  it.runIf(canAsk).each([1, 2, 3])('are those that Maven works out, case %i', async (seed) => {
    if (maven === undefined) return;
    const random = createRandom(seed);
    const home = makeTemporaryFolder();
    const repository = join(home, '.m2', 'repository');
    writeFiles(repository, makeRepository(random));
    for (const name of readdirSync(installed)) symlinkSync(join(installed, name), join(repository, name));
    const workspace = makeTemporaryFolder(makeWorkspace(random));
    execFileSync(
      maven,
      [
        '--offline',
        '--quiet',
        '--fail-at-end',
        `-Dmaven.repo.local=${repository}`,
        'dependency:build-classpath',
        '-Dmdep.outputFile=class-path.txt',
      ],
      { cwd: workspace, stdio: 'pipe' },
    );
    for (const name of ['.', ...Array.from({ length: MODULES }, (_, index) => `m${index}`)]) {
      const file = join(workspace, name, 'class-path.txt');
      if (name === '.' || !existsSync(file)) continue;
      const expected = readFileSync(file, 'utf8')
        .trim()
        .split(delimiter)
        .filter((path) => path !== '');
      const found = await findBuildClassPath([join(workspace, name)], { home });
      const short = (paths: readonly string[]): readonly string[] =>
        paths.map((path) => path.replace(/^.*\//, '')).sort();
      expect([name, short(found.elements)]).toEqual([name, short(expected)]);
    }
  });
});
