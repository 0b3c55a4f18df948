/**
 * The sources of types beside the workspace: in which order, and what becomes
 * of a JDK or a jar that is damaged, or changes while it is in use.
 */
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { identifyLibraries } from '../../server/src/host/jdk/identify-libraries';
import { readJdk, type Jdk } from '../../server/src/host/jdk/jdks';
import { openLibraries, type Libraries } from '../../server/src/host/jdk/libraries';
import { makeClass } from '../classfile/make-class';
import { makeJimage } from '../classfile/make-jimage';
import { makeTemporaryFolder, writeFiles } from '../support/temporary-folder';

const mediaFolder = join(__dirname, '..', '..', 'media');

function open(libraries: Libraries): {
  readonly has: (name: string) => boolean;
  readonly fieldOf: (name: string) => string | undefined;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const source = openLibraries(libraries, { mediaFolder, report: (problem) => problems.push(problem) });
  return {
    has: (name) => source.findClass(name) !== undefined,
    fieldOf: (name) => source.findClass(name)?.fields[0]?.name,
    problems,
  };
}

const classWith = (name: string, field: string): Uint8Array =>
  makeClass({ name, fields: [{ name: field, descriptor: 'I' }] });

const modulesOf = (...names: readonly string[]): Uint8Array =>
  makeJimage(
    true,
    names.map((name) => ({
      module: 'java.base',
      parent: name.slice(0, name.lastIndexOf('/')),
      base: name.slice(name.lastIndexOf('/') + 1),
      extension: 'class',
      content: classWith(name, 'ofJdk'),
    })),
  );

function jdkIn(root: string): Jdk {
  const jdk = readJdk(root);
  if (jdk === undefined) throw new Error(`${root} is no JDK`);
  return jdk;
}

describe('types', () => {
  it('come from the class path first, then from the JDK, then from the bundled index', () => {
    const root = makeTemporaryFolder({
      'jdk/release': 'JAVA_VERSION="17"\n',
      'jdk/lib/modules': modulesOf('java/lang/String', 'java/util/Only'),
      'own/java/util/Only.class': classWith('java/util/Only', 'ofPath'),
    });
    const jdk = jdkIn(join(root, 'jdk'));
    const { fieldOf, has, problems } = open({ classPath: [join(root, 'own')], jdk });
    expect([fieldOf('java/util/Only'), fieldOf('java/lang/String')]).toEqual(['ofPath', 'ofJdk']);
    expect(has('java/util/List')).toBe(true);
    expect(open({ classPath: [], jdk: { ...jdk, release: 25 } }).has('java/util/List')).toBe(false);
    expect(problems).toEqual([]);
  });

  it('come from rt.jar before Java 9', () => {
    const jar = (...names: readonly string[]): Uint8Array =>
      zipSync(Object.fromEntries(names.map((name) => [`${name}.class`, classWith(name, 'ofJdk')])));
    const root = makeTemporaryFolder({
      'jdk/release': 'JAVA_VERSION="1.8.0_392"\n',
      'jdk/jre/lib/rt.jar': jar('java/lang/String'),
      'jdk/jre/lib/jce.jar': jar('javax/crypto/Cipher'),
      'jre/release': 'JAVA_VERSION="1.8.0_392"\n',
      'jre/lib/rt.jar': jar('java/lang/String'),
    });
    for (const home of ['jdk', 'jre']) {
      const { fieldOf, problems } = open({ classPath: [], jdk: jdkIn(join(root, home)) });
      expect(fieldOf('java/lang/String')).toBe('ofJdk');
      expect(fieldOf('javax/crypto/Cipher')).toBe(home === 'jdk' ? 'ofJdk' : undefined);
      expect(problems).toEqual([]);
    }
  });
});

describe('a JDK', () => {
  it.each([
    ['that is empty', new Uint8Array()],
    ['that is no image', new TextEncoder().encode('not an image '.repeat(100))],
    ['that is cut off', modulesOf('java/util/List', 'java/lang/String').subarray(0, 300)],
  ])('%s is named, with the way out, and the bundled index serves', (_, modules) => {
    const root = makeTemporaryFolder({ release: 'JAVA_VERSION="25"\n', 'lib/modules': modules });
    const { has, problems } = open({ classPath: [], jdk: jdkIn(root) });
    expect(has('java/util/List')).toBe(true);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(join(root, 'lib', 'modules'));
    expect(problems[0]).toMatch(/bundled index; repair that JDK, or name another \(jouleline\.javaHome/);
  });

  it.each([
    ['is cut off', new Uint8Array(300)],
    ['is replaced', modulesOf('java/lang/Object')],
  ])('that %s while in use is told once, and the bundled index serves', (_, changed) => {
    const root = makeTemporaryFolder({
      release: 'JAVA_VERSION="25"\n',
      'lib/modules': modulesOf('java/lang/String', 'java/util/List', 'java/util/Map'),
    });
    const { fieldOf, has, problems } = open({ classPath: [], jdk: jdkIn(root) });
    expect(fieldOf('java/lang/String')).toBe('ofJdk');
    writeFiles(root, { 'lib/modules': changed });
    expect([has('java/util/List'), has('java/util/Map'), has('java/util/Set')]).toEqual([true, true, true]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('is damaged, or changed while in use');
  });
});

describe('the identity of libraries', () => {
  it('changes with what is in a jar, a folder, a wildcard or the JDK, and with nothing else', async () => {
    const root = makeTemporaryFolder({
      'one.jar': 'one',
      'libs/two.jar': 'two',
      'classes/p/A.class': 'A',
      'classes/notes.txt': 'n',
      'jdk/release': 'JAVA_VERSION="17"\n',
      'jdk/lib/modules': 'modules',
    });
    const at = (path: string): string => join(root, path);
    const classPath = [at('one.jar'), at('libs/*'), at('classes'), at('gone.jar')];
    const identify = async (): Promise<string> =>
      (await identifyLibraries({ classPath, jdk: jdkIn(at('jdk')) })).identity;
    const seen = new Set([await identify()]);
    const change = async (path: string, content: string, isOther: boolean): Promise<void> => {
      writeFiles(root, { [path]: content });
      const identity = await identify();
      expect([path, seen.has(identity)]).toEqual([path, !isOther]);
      seen.add(identity);
    };
    await change('classes/notes.txt', 'longer', false);
    await change('other.jar', 'other', false);
    await change('one.jar', 'longer', true);
    await change('libs/three.jar', 'three', true);
    await change('classes/p/A.class', 'longer', true);
    await change('classes/p/q/B.class', 'B', true);
    await change('gone.jar', 'there', true);
    await change('jdk/lib/modules', 'longer', true);
  });
});
