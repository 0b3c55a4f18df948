/** Build files that somebody prepared to take all time and memory: each is read to an end, in little time. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leadsToOtherMachine } from '../../server/src/host/builds/build-file-reader';
import {
  type BuildClassPath,
  findBuildClassPath,
  findClassPathOfSources,
} from '../../server/src/host/builds/find-class-path';
import { identifyLibraries } from '../../server/src/host/jdk/identify-libraries';
import { type FolderContent, makeTemporaryFolder } from '../support/temporary-folder';

function pom(inside: string, id = 'a'): string {
  return `<project><groupId>g</groupId><artifactId>${id}</artifactId><version>1</version>${inside}</project>`;
}

const properties = (values: readonly (readonly [string, string])[]): string =>
  `<properties>${values.map(([name, value]) => `<${name}>${value}</${name}>`).join('')}</properties>`;
const dependency = (version: string): string =>
  `<dependencies><dependency><groupId>g</groupId><artifactId>b</artifactId><version>${version}</version></dependency></dependencies>`;
const build = (output: string): string => `<build><outputDirectory>${output}</outputDirectory></build>`;

async function find(
  content: FolderContent,
  prepare: (folder: string) => void = () => undefined,
): Promise<BuildClassPath> {
  const folder = makeTemporaryFolder(content);
  prepare(folder);
  return findBuildClassPath([folder], { home: makeTemporaryFolder() });
}

describe('properties', () => {
  type Values = readonly (readonly [string, string])[];
  const values = (valueOf: (at: number) => string): Values =>
    Array.from({ length: 60 }, (_, at) => [`p${at}`, valueOf(at)] as const);

  it.each<[string, Values]>([
    ['that double with each name', values((at) => (at === 0 ? 'x' : `\${p${at - 1}}\${p${at - 1}}`))],
    ['that double nothing', values((at) => (at === 0 ? '' : `\${p${at - 1}}\${p${at - 1}}`))],
    ['in a circle', values((at) => `\${p${(at + 1) % 60}}\${p${(at + 7) % 60}}`)],
  ])('%s', async (_, given) => {
    const { problems } = await find({ 'pom.xml': pom(properties(given) + dependency('${p59}')) });
    expect(problems.join('').length).toBeLessThan(200_000);
  });

  it('in a chain of 40 have their value, and one of 3,000 ends', async () => {
    const chain = (length: number): string => {
      const values = Array.from(
        { length },
        (_, at) => [`c${at}`, at === 0 ? '1.5' : `\${c${at - 1}}`] as const,
      );
      return pom(properties(values) + dependency(`\${c${length - 1}}`));
    };
    expect((await find({ 'pom.xml': chain(40) })).problems[0]).toContain('(g:b:1.5)');
    expect((await find({ 'pom.xml': chain(3000) })).problems[0]).toContain('(g:b:${c');
  });

  it('with names of JavaScript are no more than names', async () => {
    expect((await find({ 'pom.xml': pom(dependency('${constructor}${__proto__}')) })).problems[0]).toContain(
      'g:b:${constructor}${__proto__}',
    );
  });
});

describe('a project', () => {
  it('that lists itself by links is read once', async () => {
    const modules = '<modules><module>x</module><module>y</module></modules>';
    const { found } = await find({ 'pom.xml': pom(modules) }, (folder) => {
      symlinkSync('.', join(folder, 'x'));
      symlinkSync('.', join(folder, 'y'));
    });
    expect(found).toEqual(['Maven, 1 project: 0 jars and 0 folders of classes on the class path']);
  });

  it('has no more modules than any project', async () => {
    const ids = Array.from({ length: 6000 }, (_, at) => `m${at}`);
    const modules = `<modules>${ids.map((id) => `<module>${id}.xml</module>`).join('')}</modules>`;
    const content = Object.fromEntries(ids.map((id) => [`${id}.xml`, pom('', id)]));
    const { problems } = await find({ ...content, 'pom.xml': pom(modules) });
    expect(problems.join('\n')).toMatch(/has more than 5000 modules: the others are left out/);
  });

  it.each(['../..', '/', '/etc', '../../..', 'away', '${user.dir}/../..'])(
    'has no classes in %s',
    async (output) => {
      const { elements, problems } = await find(
        { 'pom.xml': pom(build(output)), 'target/test-classes/A.class': '' },
        (folder) => {
          symlinkSync('/usr', join(folder, 'away'));
        },
      );
      expect(elements.map((element) => element.slice(-12))).toEqual(['test-classes']);
      if (!output.startsWith('$')) expect(problems.join('\n')).toContain('which is not in the project');
    },
  );

  it('may have its classes beside its modules', async () => {
    const { elements, problems } = await find({
      'pom.xml': pom('<modules><module>m</module></modules>'),
      'm/pom.xml': pom(build('../all/classes'), 'm'),
      'all/classes/A.class': '',
    });
    expect([elements.map((each) => each.slice(-11)), problems]).toEqual([['all/classes'], []]);
  });
});

it('XML that is as deep as it is long', async () => {
  const deep = `${'<a>x'.repeat(5000)}${'</a>'.repeat(5000)}`;
  expect((await find({ 'pom.xml': pom(deep) })).builds).toHaveLength(1);
  const deeper = '<a>'.repeat(500_000);
  expect((await find({ 'pom.xml': pom(deeper) })).problems[0]).toContain('has too many levels');
});

it('no project is looked for beyond the folders of a workspace that nobody trusts', async () => {
  const outer = makeTemporaryFolder({ 'pom.xml': pom(''), 'in/pom.xml': pom('', 'in'), 'in/src/A.java': '' });
  const source = join(outer, 'in/src/A.java');
  const search = { home: makeTemporaryFolder() };
  const [around] = (await findClassPathOfSources([source], search)).builds;
  const [inside] = (await findClassPathOfSources([source], { ...search, within: [join(outer, 'in')] }))
    .builds;
  expect([around?.folder, inside?.folder]).toEqual([outer, join(outer, 'in')]);
});

it.each([
  ['comments without an end', '/* '.repeat(1_300_000)],
  ['slashes', '//'.repeat(2_000_000)],
  ['declarations', 'implementation "a:b:1"\n'.repeat(150_000)],
  ['configurations', 'testImplementation'.repeat(200_000)],
  ['blanks', ' '.repeat(4_000_000)],
])('a script of 4 MB of %s', async (_, script) => {
  expect((await find({ 'build.gradle': script })).builds).toHaveLength(1);
});

it('a folder of classes with links to all others is walked within a limit', async () => {
  const folder = makeTemporaryFolder({ 'classes/A.class': '' });
  mkdirSync(join(folder, 'classes/in'));
  symlinkSync('/', join(folder, 'classes/in/root'));
  symlinkSync('..', join(folder, 'classes/in/up'));
  const { identity } = await identifyLibraries({ classPath: [join(folder, 'classes')], jdk: undefined });
  expect(identity).toMatch(/^[0-9a-f]{16}$/);
});

describe('a path of Windows', () => {
  const leads = (path: string, roots: readonly string[] = ['C:\\work']): boolean =>
    leadsToOtherMachine(path, roots, 'win32');

  it('that leads to a share or a device is not asked for', () => {
    for (const path of [
      '\\\\evil\\share\\pom.xml',
      '//evil/share',
      '\\\\?\\C:\\x',
      '\\\\.\\pipe\\x',
      '\\/evil/x',
    ])
      expect(leads(path)).toBe(true);
    for (const path of ['C:\\work\\pom.xml', 'C:/work', 'pom.xml', '\\work']) expect(leads(path)).toBe(false);
    expect(leadsToOtherMachine('//evil/share', [], 'linux')).toBe(false);
  });

  it('is asked for on the share that the workspace lies on', () => {
    expect(leads('\\\\Home\\work\\a\\pom.xml', ['\\\\home\\work\\a'])).toBe(false);
    expect(leads('\\\\home\\other\\a', ['\\\\home\\work\\a'])).toBe(true);
  });
});
