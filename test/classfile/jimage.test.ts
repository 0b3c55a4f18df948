/**
 * The JDK's modules: what is listed, found and refused, against the JDK's own
 * `jimage` tool; damage gives problems.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openJimage, decompressResource } from '../../server/src/classfile/archives/jimage';
import { attempt } from '../../server/src/base/outcome';
import type { RandomAccess } from '../../server/src/classfile/archives/random-access';
import { accessBytes } from '../support/access-bytes';
import { accessFile, inflateRaw } from '../../server/src/host/files/random-access-file';
import { jdks, modulesOf, must, openModules, sample, toolOf } from './jdk-modules';
import { makeJimage } from './make-jimage';

describe.runIf(jdks.length > 0)('the modules of a JDK', () => {
  it.each(jdks)(
    '$version are listed as its own tool lists them',
    (jdk) => {
      const listed = openModules(jdk)
        .listClasses()
        .map(({ module, name }) => `${module} ${name}`);
      if (!existsSync(toolOf(jdk.home, 'jimage'))) return;
      expect(new Set(listed)).toEqual(new Set(listByTool(jdk.home)));
    },
    60_000,
  );

  it.each(jdks)(
    '$version are found by name, every one of a sample',
    (jdk) => {
      const image = openModules(jdk);
      for (const { module, name } of sample(image.listClasses(), 500)) {
        expect(image.modulesOf(name.slice(0, name.lastIndexOf('/')))).toContain(module);
        expect(must(image.readClassFile(name)).subarray(0, 4)).toEqual(Uint8Array.of(0xca, 0xfe, 0xba, 0xbe));
      }
    },
    30_000,
  );

  it.each(jdks)('$version know which packages exist', (jdk) => {
    const image = openModules(jdk);
    const existing = ['java', 'java/util', 'java/util/concurrent', 'javax/xml'];
    expect(existing.filter((name) => image.hasPackage(name))).toEqual(existing);
    expect(
      ['', 'jav', 'java/utils', 'java/util/List', 'java.util/x'].filter((name) => image.hasPackage(name)),
    ).toEqual([]);
    expect(image.readClassFile('java/util/Lisp')).toBeUndefined();
    expect(image.readClassFile('NoPackage')).toBeUndefined();
  });

  it.each(jdks)(
    '$version cut off or damaged give problems, and nothing is thrown',
    (jdk) => {
      const file = must(accessFile(modulesOf(jdk.home)));
      const index = file.readAt(0, 4_000_000);
      fc.assert(
        fc.property(
          fc.array(fc.record({ at: fc.nat(index.length - 1), value: fc.nat(255) }), {
            minLength: 1,
            maxLength: 200,
          }),
          fc.integer({ min: 0, max: index.length }),
          (changes, length) => {
            const bytes = Uint8Array.from(index);
            for (const { at, value } of changes) bytes[at] = value;
            exercise(accessBytes(bytes));
            exercise(accessBytes(bytes.subarray(0, length)));
          },
        ),
        { numRuns: 6, seed: 3 },
      );
    },
    60_000,
  );
});

/** `jimage list` names modules, packages or their entries indented below; `module-info` is no class. */
function listByTool(home: string): readonly string[] {
  const output = execFileSync(toolOf(home, 'jimage'), ['list', modulesOf(home)], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  let module = '';
  const classes: string[] = [];
  for (const line of output.split('\n')) {
    const heading = /^Module: (.+)$/.exec(line);
    if (heading !== null) module = heading[1] ?? '';
    const entry = /^ {4}(.+)\.class$/.exec(line)?.[1];
    if (entry !== undefined && entry !== 'module-info') classes.push(`${module} ${entry}`);
  }
  return classes;
}

function exercise(file: RandomAccess): void {
  const image = openJimage(file, inflateRaw);
  if (!image.ok) return;
  image.value.listClasses();
  for (const name of ['java/lang/String', 'java/util/Map$Entry', 'javax/swing/JFrame', 'none/Such']) {
    const found = image.value.readClassFile(name);
    if (found !== undefined && !found.ok) expect(found.problem.message).not.toBe('');
    image.value.hasPackage(name);
  }
}

const content = Uint8Array.from({ length: 300 }, (_, index) => index % 7);

describe.each([true, false])('an image whose words are little-endian: %s', (littleEndian) => {
  const image = must(
    openJimage(
      accessBytes(
        makeJimage(littleEndian, [
          { module: 'm.one', parent: 'p/q', base: 'Näme', extension: 'class', content },
          { module: 'm.one', parent: '', base: 'module-info', extension: 'class', content },
          {
            module: 'm.one',
            parent: 'p/q',
            base: 'text',
            extension: 'properties',
            content: Uint8Array.of(1),
          },
        ]),
      ),
      inflateRaw,
    ),
  );

  it('gives its classes', () => {
    expect(image.listClasses()).toEqual([{ module: 'm.one', name: 'p/q/Näme' }]);
    expect(must(image.readClassFile('p/q/Näme'))).toEqual(content);
    expect(must(image.readResource('m.one', 'p/q/text.properties'))).toEqual(Uint8Array.of(1));
    expect(must(image.readResource('m.one', 'module-info.class'))).toEqual(content);
    expect(image.readResource('m.two', 'module-info.class')).toBeUndefined();
  });
});

describe('an image', () => {
  it.each([
    ['is empty', new Uint8Array(), 'but the file ends at 0'],
    [
      'is something else',
      new Uint8Array(64),
      'Not a jimage file: it does not start with CAFEDADA (at byte 0)',
    ],
    ['claims more than it has', makeJimage(true, []).with(16, 200), 'but the file ends at'],
    [
      'has another version',
      makeJimage(true, []).with(6, 2),
      'Version 2 of jimage is not supported (at byte 4)',
    ],
  ])('that %s is refused', (_, bytes, message) => {
    const image = openJimage(accessBytes(bytes), inflateRaw);
    expect(image.ok ? '' : image.problem.message).toContain(message);
  });
});

describe('a compressed resource', () => {
  const compress = (decompressor: number, size: number, data: Uint8Array): Uint8Array => {
    const bytes = new Uint8Array(29 + data.length);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0xcafefafa, true);
    view.setBigUint64(4, BigInt(data.length), true);
    view.setBigUint64(12, BigInt(size), true);
    view.setUint32(20, decompressor, true);
    view.setUint8(28, 1);
    bytes.set(data, 29);
    return bytes;
  };
  const read = (bytes: Uint8Array): ReturnType<typeof attempt<Uint8Array>> =>
    attempt(() =>
      decompressResource(bytes, {
        littleEndian: true,
        stringAt: (offset) => (offset === 1 ? 'zip' : 'other'),
        inflateRaw,
      }),
    );

  it('is inflated', () => {
    expect(must(read(compress(1, 300, deflateSync(content))))).toEqual(Buffer.from(content));
  });

  it.each([
    [
      'of an unknown compression',
      compress(2, 300, deflateSync(content)),
      "compressed by 'other', which is not supported",
    ],
    ['of a false size', compress(1, 299, deflateSync(content)), 'corrupt'],
    ['of an enormous size', compress(1, 2 ** 40, deflateSync(content)), 'claims 1099511627776 bytes'],
    ['of nonsense', compress(1, 300, content), 'corrupt'],
  ])('%s is refused', (_, bytes, message) => {
    const outcome = read(bytes);
    expect(outcome.ok ? '' : outcome.problem.message).toContain(message);
  });
});
