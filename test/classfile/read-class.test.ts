/**
 * The class-file reader against `javap` on every JDK found, and against
 * crafted and damaged files.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  innerClassesOf,
  constantValueOf,
  signatureTextOf,
} from '../../server/src/classfile/read/class-attributes';
import { AccessFlag, type ConstantValue } from '../../server/src/classfile/signatures/class-signature';
import { classToSignature } from '../../server/src/classfile/signatures/class-to-signature';
import { type ClassFile, type MemberInfo, readClass } from '../../server/src/classfile/read/read-class';
import { type DisassembledClass, type DisassembledMember, disassemble, plainText } from './javap';
import { jdks, must, openModules, readModuleClass, sample } from './jdk-modules';
import { makeClass } from './make-class';

const sampleSize = 200;

describe.runIf(jdks.length > 0)('the reader and javap say the same', () => {
  it.each(jdks)(
    'of a sample of classes of JDK $version',
    (jdk) => {
      const image = openModules(jdk);
      const names = sample(
        image.listClasses().filter(({ module }) => module.startsWith('java.')),
        sampleSize,
      ).map(({ name }) => name);
      const disassembled = disassemble(jdk, names);
      expect(disassembled).toHaveLength(names.length);
      for (const [index, name] of names.entries()) {
        expect(describeClass(readModuleClass(image, name)), name).toEqual(disassembled[index]);
      }
    },
    120_000,
  );
});

function describeClass(file: ClassFile): DisassembledClass {
  const signature = signatureTextOf(file, file.attributes);
  return {
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    name: file.name,
    ...(file.superName === undefined ? {} : { superName: file.superName }),
    flags: file.flags,
    ...(signature === undefined ? {} : { signature }),
    members: [...file.fields, ...file.methods].map((member) => describeMember(file, member)),
    innerClasses: innerClassesOf(file).map(({ flags, name, outerName, simpleName }) => {
      const shown = (flags & AccessFlag.interface) === 0 ? flags : flags & ~AccessFlag.abstract;
      const modifiers = modifierNames.filter(([flag]) => (shown & flag) !== 0).map(([, text]) => `${text} `);
      const simple = simpleName === undefined ? '' : `${simpleName}=`;
      return `${modifiers.join('')}${simple}class ${name}${outerName === undefined ? '' : ` of class ${outerName}`}`;
    }),
  };
}

/** In the order in which javap prints them; it leaves `interface` and `enum` out, and `abstract` where a class is an interface. */
const modifierNames: readonly (readonly [number, string])[] = [
  [AccessFlag.public, 'public'],
  [AccessFlag.private, 'private'],
  [AccessFlag.protected, 'protected'],
  [AccessFlag.static, 'static'],
  [AccessFlag.final, 'final'],
  [AccessFlag.abstract, 'abstract'],
];

function describeMember(file: ClassFile, member: MemberInfo): DisassembledMember {
  const signature = signatureTextOf(file, member.attributes);
  const constant = constantValueOf(file, member.attributes, member.descriptor);
  return {
    name: member.name,
    descriptor: member.descriptor,
    flags: member.flags,
    ...(signature === undefined ? {} : { signature }),
    ...(constant === undefined ? {} : { constant: showConstant(constant) }),
  };
}

function showConstant(constant: ConstantValue): string {
  switch (constant.kind) {
    case 'string':
      return `String ${plainText(constant.value)}`;
    case 'boolean':
      return `int ${constant.value ? 1 : 0}`;
    default:
      return `${constant.kind} ${constant.value}`;
  }
}

describe('a class file', () => {
  it('of a newer Java than known is read', () => {
    expect(readClass(makeClass({ name: 'a/B', version: 90 })).ok).toBe(true);
  });

  it.each([
    ['nothing', new Uint8Array(), 'Ends early: 4 more bytes expected, 0 left (at byte 0)'],
    ['a zip file', Uint8Array.from([0x50, 0x4b, 3, 4]), 'it does not start with CAFEBABE (at byte 0)'],
    ['a version before the first', makeClass({ name: 'A', version: 3 }), 'version 3 does not exist'],
    [
      'a byte too many',
      Uint8Array.from([...makeClass({ name: 'A' }), 0]),
      '1 bytes follow the end of class A',
    ],
    ['a byte too few', makeClass({ name: 'A' }).subarray(0, -1), 'Ends early'],
    [
      'a pool larger than the file',
      Uint8Array.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0xff, 0xff, 1, 0]),
      'Constant pool of 65535 entries does not fit in the file (at byte 10)',
    ],
    [
      'an unknown constant',
      Uint8Array.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 2, 2, 0, 0, 0]),
      'Constant #1 has unknown tag 2 (at byte 10)',
    ],
  ])('that is %s gives a problem with its place', (_, bytes, message) => {
    const read = readClass(bytes);
    expect(read.ok ? 'read' : read.problem.message).toContain(message);
  });

  it('whose texts are not modified UTF-8 gives a problem', () => {
    const bytes = makeClass({ name: 'Name' });
    bytes[bytes.indexOf('N'.charCodeAt(0))] = 0xff;
    const read = readClass(bytes);
    expect(read.ok ? 'read' : read.problem.message).toContain('Byte 0xff cannot start a character');
  });

  it('that is damaged anywhere never throws, and never takes long', () => {
    const whole = damageable();
    const started = performance.now();
    fc.assert(
      fc.property(fc.nat(whole.length - 1), damages, fc.boolean(), (index, changes, isCut) => {
        const bytes = Uint8Array.from(whole[index] ?? []);
        for (const { place, value } of changes) bytes[Math.floor(place * bytes.length)] = value;
        const end = Math.floor((changes[0]?.place ?? 1) * bytes.length);
        const read = readClass(isCut ? bytes.subarray(0, end) : bytes);
        if (read.ok) expect(typeof classToSignature(read.value, 'class-path').ok).toBe('boolean');
        else expect(read.problem.offset).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: 5000, seed: 20_250 },
    );
    expect(performance.now() - started).toBeLessThan(30_000);
  }, 60_000);
});

const damages = fc.array(
  fc.record({ place: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), value: fc.nat(255) }),
  { minLength: 1, maxLength: 8 },
);

/** Real class files where there is a JDK, and one of our own. */
function damageable(): readonly Uint8Array[] {
  const own = makeClass({
    name: 'a/B',
    signature: '<T:Ljava/lang/Object;>Ljava/lang/Object;',
    fields: [{ name: 'f', descriptor: 'I' }],
    methods: [{ name: 'm', descriptor: '(J)V', signature: '<U:Ljava/lang/Object;>(TU;)V' }],
  });
  const [jdk] = jdks;
  if (jdk === undefined) return [own];
  const image = openModules(jdk);
  const small = sample(image.listClasses(), 400)
    .map(({ name }) => must(image.readClassFile(name)))
    .filter((bytes) => bytes.length < 6000);
  return [own, ...small.slice(0, 40)];
}
