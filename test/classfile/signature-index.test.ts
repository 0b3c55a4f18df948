/**
 * The bundled index of the platform: what is written is read, it equals what
 * the class files say, and damage is named.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClassSignature } from '../../server/src/classfile/signatures/class-signature';
import { readPlatformApi } from '../../scripts/signatures/platform-api';
import {
  loadSignatureIndex,
  type SignatureIndex,
} from '../../server/src/classfile/signatures/signature-index';
import { packSignature, unpackSignature } from '../../server/src/classfile/signatures/signature-index-format';
import { formatMethod } from '../../scripts/signatures/signature-text';
import {
  indexedClassFlags,
  indexedFieldFlags,
  indexedMethodFlags,
  writeSignatureIndex,
} from '../../scripts/signatures/write-signature-index';
import { jdks, must, openModules } from './jdk-modules';

const packed = readFileSync(resolve(import.meta.dirname, '../../media/signatures/java-25.bin'));
const bytes = gunzipSync(packed);
const bundled = must(loadSignatureIndex(bytes));

const javaApi = {
  includesModule: (module: string) => module.startsWith('java.'),
  includesPackage: (name: string) => name.startsWith('java/'),
};

describe('the bundled index', () => {
  it('is small and says where it comes from', () => {
    expect(packed.length).toBeLessThan(200_000);
    expect(bundled.platform).toMatch(/^OpenJDK 25\b/);
    expect(bundled.release).toBe(25);
    expect(bundled.classNames.length).toBeGreaterThan(2000);
  });

  it('gives generic types, inherited members, constants and member classes', () => {
    const list = bundled.findClass('java/util/List');
    expect(list?.methods.filter(({ name }) => name === 'get').map(formatMethod)).toEqual(['(I)TE;']);
    expect(list?.interfaces.map(({ name }) => name)).toEqual(['java/util/SequencedCollection']);
    const parent = bundled.findClass('java/lang/StringBuilder')?.superclass?.name ?? '';
    expect(parent).toBe('java/lang/AbstractStringBuilder');
    expect(bundled.findClass(parent)?.methods.map(({ name }) => name)).toContain('charAt');
    expect(
      bundled.findClass('java/lang/Integer')?.fields.find(({ name }) => name === 'MAX_VALUE')?.constant,
    ).toEqual({
      kind: 'int',
      value: 0x7fffffff,
    });
    expect(bundled.findClass('java/util/Map')?.memberClasses.get('Entry')).toBe('java/util/Map$Entry');
    expect(bundled.findClass('java/util/Map$Entry')?.outerClass).toBe('java/util/Map');
    expect(bundled.findClass('java/lang/Object')?.superclass).toBeUndefined();
    expect(bundled.findClass('java/util/Lisp')).toBeUndefined();
  });

  it('knows which packages exist', () => {
    expect(
      ['java', 'java/util', 'java/util/function', 'java/sql'].map((name) => bundled.hasPackage(name)),
    ).not.toContain(false);
    expect(['', 'jav', 'java/util/List', 'sun/misc'].map((name) => bundled.hasPackage(name))).not.toContain(
      true,
    );
  });

  it('has every parent of what it lists, so that inheritance never breaks off', () => {
    const missing = bundled.classNames.flatMap((name) => {
      const declared = bundled.findClass(name);
      const parents = [
        ...(declared?.superclass === undefined ? [] : [declared.superclass]),
        ...(declared?.interfaces ?? []),
      ];
      return parents
        .filter((parent) => bundled.findClass(parent.name) === undefined)
        .map((parent) => `${name} ${parent.name}`);
    });
    expect(missing).toEqual([]);
  });
});

describe.runIf(jdks.length > 0)('an index of the JDK', () => {
  it.each(jdks)(
    '$version equals what its class files say',
    (jdk) => {
      const { classes, problems } = readPlatformApi(openModules(jdk), javaApi);
      expect(problems).toEqual([]);
      expect(classes.length).toBeGreaterThan(1800);
      const index = must(
        loadSignatureIndex(writeSignatureIndex({ name: 'test', release: jdk.version }, classes)),
      );
      expect([index.platform, index.release]).toEqual(['test', jdk.version]);
      for (const declared of classes) expect(index.findClass(declared.name)).toEqual(asIndexed(declared));
    },
    60_000,
  );

  it.each(jdks)(
    '$version holds the API that is bundled, or later Java has added to it',
    (jdk) => {
      const { classes } = readPlatformApi(openModules(jdk), {
        includesModule: (module) => module === 'java.base',
        // Packages from which nothing public has been removed since 17.
        includesPackage: (name) =>
          ['java/util', 'java/util/function', 'java/util/stream', 'java/math', 'java/time'].includes(name),
      });
      const missing =
        jdk.version > bundled.release ? [] : classes.flatMap((declared) => missingFrom(bundled, declared));
      expect(missing).toEqual([]);
    },
    60_000,
  );
});

function asIndexed(declared: ClassSignature): ClassSignature {
  return {
    ...declared,
    flags: declared.flags & indexedClassFlags,
    fields: declared.fields.map((field) => ({ ...field, flags: field.flags & indexedFieldFlags })),
    methods: declared.methods.map((method) => ({ ...method, flags: method.flags & indexedMethodFlags })),
  };
}

/** Methods that neither the bundled class nor one of its parents declares by that name and number of parameters. */
function missingFrom(index: SignatureIndex, declared: ClassSignature): readonly string[] {
  const shape = (method: ClassSignature['methods'][number]): string =>
    `${method.name}/${method.parameters.length}`;
  const known = new Set(inheritance(index, declared.name).flatMap(({ methods }) => methods.map(shape)));
  return declared.methods
    .map(shape)
    .filter((method) => !known.has(method))
    .map((method) => `${declared.name}.${method}`);
}

function inheritance(index: SignatureIndex, name: string): readonly ClassSignature[] {
  const declared = index.findClass(name);
  if (declared === undefined) return [];
  const parents = [
    ...(declared.superclass === undefined ? [] : [declared.superclass]),
    ...declared.interfaces,
  ];
  return [declared, ...parents.flatMap((parent) => inheritance(index, parent.name))];
}

describe('an index', () => {
  const withLine = (number: number, line: string): Uint8Array =>
    new TextEncoder().encode(new TextDecoder().decode(bytes).split('\n').with(number, line).join('\n'));

  it.each([
    ['is empty', new Uint8Array(), 'Not an index of signatures'],
    ['is still packed', packed, 'Not an index of signatures'],
    [
      'has another version',
      withLine(0, 'jouleline-signatures 2'),
      'has version 2; this program reads version 1',
    ],
    ['has no counts', withLine(2, 'many'), 'its counts, on line 3, are not numbers'],
    ['lacks lines', withLine(2, '25 2000 3000'), 'lines expected'],
    ['is cut off', bytes.subarray(0, 300_000), 'lines expected'],
    ['lacks its last byte', bytes.subarray(0, -1), 'lines expected'],
  ])('that %s is refused', (_, damaged, message) => {
    const index = loadSignatureIndex(damaged);
    expect(index.ok ? '' : index.problem.message).toContain(message);
  });

  it('damaged anywhere never throws, even when every class is asked for', () => {
    const small = writeSignatureIndex(
      { name: 'small', release: 25 },
      bundled.classNames.slice(0, 40).flatMap((name) => bundled.findClass(name) ?? []),
    );
    const change = fc.record({ at: fc.nat(small.length - 1), value: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 30 }), (changes) => {
        const damaged = Uint8Array.from(small);
        for (const { at, value } of changes) damaged[at] = value;
        const index = loadSignatureIndex(damaged);
        if (index.ok) for (const name of index.value.classNames) index.value.findClass(name);
      }),
      { numRuns: 300, seed: 9 },
    );
  }, 30_000);

  it('holds the constants that JSON cannot', () => {
    const values = [-0, NaN, Infinity, -Infinity, 1e-310, 0.1];
    const declared: ClassSignature = {
      name: 'p/A',
      flags: 1,
      isRecord: true,
      typeParameters: [],
      superclass: { kind: 'class', name: 'java/lang/Record', typeArguments: [] },
      interfaces: [],
      fields: [
        ...values.map((value, at) => ({
          name: `f${at}`,
          flags: 1,
          type: { kind: 'primitive', name: 'double' } as const,
          constant: { kind: 'double', value } as const,
        })),
        { name: 'none', flags: 1, type: { kind: 'primitive', name: 'int' } },
        {
          name: 'big',
          flags: 1,
          type: { kind: 'primitive', name: 'long' },
          constant: { kind: 'long', value: -(2n ** 63n) },
        },
        {
          name: 'text',
          flags: 1,
          type: { kind: 'class', name: 'java/lang/String', typeArguments: [] },
          constant: { kind: 'string', value: 'a b\n"c"\u2028\ud800' },
        },
        {
          name: 'no',
          flags: 1,
          type: { kind: 'primitive', name: 'boolean' },
          constant: { kind: 'boolean', value: false },
        },
      ],
      methods: [],
      memberClasses: new Map(),
      origin: 'platform',
    };
    const index = must(loadSignatureIndex(writeSignatureIndex({ name: 'x', release: 25 }, [declared])));
    expect(index.findClass('p/A')).toEqual(declared);
  });
});

describe('a packed signature', () => {
  it.each([
    '<LIST:Ljava/lang/Object;T:TLIST;>(ITT;Lp/A<*>.Leaf<TT;>.TreeNode;[[Lp/A;)Lp/Long;',
    '<T:Lp/A;:Lp/B<-TT;>;>Lp/A;',
    '(IJLp/A;DZ)V',
  ])('is unpacked to what it was: %s', (text) => {
    const names: string[] = [];
    const pack = packSignature(text, (name) =>
      names.includes(name) ? names.indexOf(name) : names.push(name) - 1,
    );
    expect(pack).not.toContain('/');
    expect(unpackSignature(pack, (number) => names[number] ?? '')).toBe(text);
  });
});
