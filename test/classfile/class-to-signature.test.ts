/**
 * The declarations of a class in its class file: flags, members, nesting, as
 * javac's own reader takes them.
 */
import { describe, expect, it } from 'vitest';
import { AccessFlag, type ClassSignature } from '../../server/src/classfile/signatures/class-signature';
import { classToSignature } from '../../server/src/classfile/signatures/class-to-signature';
import { readClass } from '../../server/src/classfile/read/read-class';
import { formatClass, formatMethod, formatType } from '../../scripts/signatures/signature-text';
import { jdks, must, openModules, readModuleClass } from './jdk-modules';
import { type ClassRecipe, makeClass } from './make-class';

/** A signature, one line per class and member. */
function show(recipe: ClassRecipe): readonly string[] {
  return showSignature(must(classToSignature(must(readClass(makeClass(recipe))), 'class-path')));
}

function showSignature(declared: ClassSignature): readonly string[] {
  return [
    `${declared.name} ${formatClass(declared)}`,
    ...declared.fields.map(({ name, type }) => `${name} ${formatType(type)}`),
    ...declared.methods.map((method) => `${method.name} ${formatMethod(method)}`),
  ];
}

describe('a class signature', () => {
  it('is taken from Signature attributes, else from descriptors', () => {
    expect(
      show({
        name: 'p/A',
        signature: '<T:Ljava/lang/Object;>Lp/Base<TT;>;Ljava/lang/Comparable<TT;>;',
        fields: [
          { name: 'plain', descriptor: '[I' },
          { name: 'generic', descriptor: 'Ljava/lang/Object;', signature: 'TT;' },
        ],
        methods: [
          { name: 'plain', descriptor: '(IJ)V' },
          { name: 'generic', descriptor: '(Ljava/util/List;)V', signature: '(Ljava/util/List<TT;>;)V' },
        ],
      }),
    ).toEqual([
      'p/A <T:Ljava/lang/Object;>Lp/Base<TT;>;Ljava/lang/Comparable<TT;>;',
      'plain [I',
      'generic TT;',
      'plain (IJ)V',
      'generic (Ljava/util/List<TT;>;)V',
    ]);
  });

  it('falls back to descriptors where a Signature is malformed', () => {
    expect(
      show({
        name: 'p/A',
        superName: 'p/Base',
        signature: 'nonsense',
        fields: [{ name: 'f', descriptor: 'J', signature: 'L' }],
        methods: [{ name: 'm', descriptor: '()I', signature: '(((' }],
      }),
    ).toEqual(['p/A Lp/Base;', 'f J', 'm ()I']);
  });

  it('leaves out class initializers and what the compiler made', () => {
    expect(
      show({
        name: 'p/A',
        fields: [{ name: 'this$0', descriptor: 'Lp/B;', flags: AccessFlag.synthetic }],
        methods: [
          { name: '<clinit>', descriptor: '()V', flags: AccessFlag.static },
          { name: 'bridge', descriptor: '()V', flags: AccessFlag.synthetic },
        ],
      }),
    ).toEqual(['p/A Ljava/lang/Object;']);
  });

  it('with a malformed descriptor is refused, naming the member', () => {
    const read = must(readClass(makeClass({ name: 'p/A', methods: [{ name: 'm', descriptor: '(Q)V' }] })));
    const signature = classToSignature(read, 'class-path');
    expect(signature.ok ? '' : signature.problem.message).toContain(
      'p/A.m has the malformed descriptor (Q)V',
    );
  });
});

describe.runIf(jdks.length > 0)('a class of the JDK', () => {
  const [jdk] = jdks;
  const read = (name: string): ReturnType<typeof classToSignature> => {
    if (jdk === undefined) throw new Error('No JDK');
    return classToSignature(readModuleClass(openModules(jdk), name), 'platform');
  };

  it('knows its member classes and its outer class, with the flags of the source', () => {
    const map = must(read('java/util/Map'));
    expect(map.memberClasses.get('Entry')).toBe('java/util/Map$Entry');
    const node = must(read('java/util/LinkedList$Node'));
    expect(node.outerClass).toBe('java/util/LinkedList');
    expect(node.flags & (AccessFlag.private | AccessFlag.static)).toBe(
      AccessFlag.private | AccessFlag.static,
    );
  });

  it('shows inner constructors without the outer instance', () => {
    const iterator = must(read('java/util/ArrayList$ListItr'));
    const constructors = iterator.methods.filter(({ name }) => name === '<init>').map(formatMethod);
    expect(constructors).toEqual(['(I)V']);
  });

  it('has its constants', () => {
    const constants = (name: string): unknown[] =>
      must(read(name)).fields.flatMap(({ name: field, constant }) =>
        constant === undefined ? [] : [[field, constant.kind, constant.value]],
      );
    expect(constants('java/lang/Long')).toContainEqual(['MIN_VALUE', 'long', -(2n ** 63n)]);
    expect(constants('java/lang/Character')).toContainEqual(['MAX_VALUE', 'int', 0xffff]);
    expect(constants('java/lang/Double')).toContainEqual(['NaN', 'double', NaN]);
    expect(constants('java/lang/Float')).toContainEqual(['MAX_VALUE', 'float', 3.4028234663852886e38]);
    expect(constants('java/util/jar/JarFile')).toContainEqual([
      'MANIFEST_NAME',
      'string',
      'META-INF/MANIFEST.MF',
    ]);
  });

  it('is a record where its superclass says so, in all of java.base', () => {
    if (jdk === undefined) throw new Error('No JDK');
    const image = openModules(jdk);
    const names = image.listClasses().filter(({ module }) => module === 'java.base');
    const records = names.filter(({ name }) => {
      const signature = must(classToSignature(readModuleClass(image, name), 'platform'));
      expect(signature.isRecord, name).toBe(signature.superclass?.name === 'java/lang/Record');
      return signature.isRecord;
    });
    expect(records).not.toEqual([]);
  }, 30_000);

  it('of another name has no superclass only where it is Object', () => {
    expect(must(read('java/lang/Object')).superclass).toBeUndefined();
    expect(must(read('java/util/List')).superclass?.name).toBe('java/lang/Object');
  });
});
