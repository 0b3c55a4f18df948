/**
 * Class paths of real files: what is there serves, what is missing or corrupt
 * is named, and nothing is thrown.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignatureSource } from '../../server/src/classfile/signatures/class-signature';
import type { SourceProblem } from '../../server/src/classfile/signatures/signature-sources';
import { openClassPath, openPlatform } from '../../server/src/host/jdk/class-path-files';
import { findJdks, readJdk } from '../../server/src/host/jdk/jdks';
import { reasonOf } from '../../server/src/host/files/random-access-file';
import { jdks, modulesOf, must } from '../classfile/jdk-modules';
import { makeClass } from '../classfile/make-class';
import { makeJimage } from '../classfile/make-jimage';

let folder = '';
let problems: SourceProblem[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jouleline-class-path-'));
  problems = [];
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const report = (problem: SourceProblem): void => void problems.push(problem);

function open(...elements: readonly string[]): SignatureSource {
  return openClassPath(elements, { folder, release: 25, style: 'posix', report });
}

function write(path: string, bytes: Uint8Array | string): void {
  const whole = join(folder, path);
  mkdirSync(join(whole, '..'), { recursive: true });
  writeFileSync(whole, bytes);
}

const jar = (...names: readonly string[]): Uint8Array =>
  zipSync(Object.fromEntries(names.map((name) => [`${name}.class`, makeClass({ name })])));

function messages(): readonly string[] {
  return problems.map(({ file, message }) => `${file.replace(folder, '')}: ${message}`);
}

describe('a class path', () => {
  it('of folders and jars gives the classes of all', () => {
    write('classes/p/Folder.class', makeClass({ name: 'p/Folder' }));
    write('libs/one.jar', jar('q/One'));
    write('more/two.jar', jar('q/Two'));
    write('more/three.JAR', jar('q/Three'));
    write('more/deeper/four.jar', jar('q/Four'));
    const source = open('classes', join(folder, 'libs/one.jar'), 'more/*');
    const found = ['p/Folder', 'q/One', 'q/Two', 'q/Three', 'q/Four'].filter((name) =>
      source.findClass(name),
    );
    expect(found).toEqual(['p/Folder', 'q/One', 'q/Two', 'q/Three']);
    expect(['p', 'q', 'r'].map((name) => source.hasPackage(name))).toEqual([true, true, false]);
    expect(problems).toEqual([]);
  });

  it('names what is missing, corrupt or something else, and serves the rest', () => {
    write('good.jar', jar('p/Good'));
    write('corrupt.jar', 'no jar at all');
    write('empty.jar', '');
    write('A.class', makeClass({ name: 'A' }));
    const source = open(
      'missing.jar',
      'missing/*',
      'corrupt.jar',
      'empty.jar',
      'A.class',
      'good.jar',
      'good.jar',
    );
    expect(source.findClass('p/Good')).toBeDefined();
    expect(messages()).toEqual([
      'missing/*: does not exist',
      '/missing.jar: does not exist',
      '/corrupt.jar: is no zip file, or cut off: it has no end-of-directory record (at byte 13)',
      '/empty.jar: is no zip file, or cut off: it has no end-of-directory record (at byte 0)',
      '/A.class: is a class file; a class path names its folder or a jar',
    ]);
  });

  it('names a class that cannot be read when it is asked for', () => {
    write('classes/p/Bad.class', 'bad');
    const source = open('classes');
    expect(source.findClass('p/Bad')).toBeUndefined();
    expect(messages()).toEqual(['/classes: p/Bad: Ends early: 4 more bytes expected, 3 left (at byte 0)']);
  });

  it('is not led out of its folders by a name', () => {
    write('Secret.class', makeClass({ name: '../Secret' }));
    write('classes/p/A.class', makeClass({ name: 'p/A' }));
    const source = open('classes');
    const odd = [
      '../Secret',
      '/etc/passwd',
      'p/../../Secret',
      'C:/x',
      'p\\A',
      'a\0b',
      'x'.repeat(5000),
      '',
      '.',
      '//',
    ];
    expect(
      odd.filter((name) => source.findClass(name) !== undefined || source.hasPackage(`${name}/..`)),
    ).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('notices a jar that is replaced or vanishes later', () => {
    write('a.jar', jar('p/A', 'p/B'));
    const source = open('a.jar');
    expect(source.findClass('p/A')).toBeDefined();
    write('a.jar', jar('p/Other', 'p/Another'));
    expect(source.findClass('p/B')).toBeUndefined();
    expect(source.findClass('p/A')).toBeDefined();
    expect(messages()[0]).toMatch(/^\/a\.jar: p\/B: Entry 'p\/B\.class' cannot be read: Only 0 of 30 bytes/);
  });

  it('says why a file cannot be read in words', () => {
    const reason = (code: string): string => reasonOf(Object.assign(new Error('EIO: i/o error'), { code }));
    expect(['EACCES', 'ENOTDIR', 'EISDIR', 'EIO'].map(reason)).toEqual([
      'may not be read: permission denied',
      'does not exist',
      'is a folder',
      'cannot be read: EIO: i/o error',
    ]);
  });
});

describe('the JDKs', () => {
  const writeJdk = (path: string, release: string, modules?: Uint8Array): void => {
    write(`${path}/release`, release);
    write(`${path}/bin/java`, '');
    if (modules !== undefined) write(`${path}/lib/modules`, modules);
  };

  it('are found through JAVA_HOME, the path, and their siblings, the configured one first', () => {
    writeJdk('jvm/jdk-25', 'IMPLEMENTOR="Somebody"\nJAVA_VERSION="25.0.2"\n', makeJimage(true, []));
    writeJdk('jvm/jdk-17', 'JAVA_VERSION="17"\n');
    writeJdk('jvm/jdk-8', 'JAVA_VERSION="1.8.0_402"\n');
    writeJdk('jvm/broken', 'nothing of use');
    writeJdk('else/jdk-21', 'JAVA_VERSION="21.0.1"\n');
    const at = (path: string): string => join(folder, path);
    const found = findJdks(
      { JAVA_HOME: at('jvm/jdk-17'), PATH: `/none:${at('jvm/jdk-25/bin')}` },
      at('else/jdk-21'),
    );
    expect(found.map(({ home, version, release }) => [home.split('/').at(-1), version, release])).toEqual([
      ['jdk-21', '21.0.1', 21],
      ['jdk-17', '17', 17],
      ['jdk-25', '25.0.2', 25],
      ['jdk-8', '1.8.0_402', 8],
    ]);
    expect(found.map(({ implementor, modules }) => [implementor, modules !== undefined])).toContainEqual([
      'Somebody',
      true,
    ]);
    expect(findJdks({})).toEqual([]);
    expect(readJdk(at('jvm/broken'))).toBeUndefined();
  });

  it('without modules, or with damaged ones, say so', () => {
    const jdk = { home: folder, version: '8', release: 8, implementor: '' };
    const message = (modules?: string): string => {
      const platform = openPlatform(modules === undefined ? jdk : { ...jdk, modules }, report);
      return platform.ok ? '' : platform.problem.message;
    };
    write('modules', 'damaged');
    expect(message()).toBe('has neither lib/modules nor lib/rt.jar: it is incomplete');
    expect(message(join(folder, 'none'))).toBe('does not exist');
    expect(message(folder)).toBe('is not a file');
    expect(message(join(folder, 'modules'))).toMatch(/^28 bytes expected, but the file ends at 7/);
  });

  it.runIf(jdks.length > 0)('of this machine give their classes', () => {
    const [first] = jdks;
    const jdk = readJdk(first?.home ?? '');
    expect(jdk?.modules).toBe(modulesOf(jdk?.home ?? ''));
    const platform = must(jdk === undefined ? undefined : openPlatform(jdk, report));
    expect(platform.findClass('java/lang/String')?.origin).toBe('platform');
    expect(platform.hasPackage('java/util')).toBe(true);
    expect(problems).toEqual([]);
  });
});
