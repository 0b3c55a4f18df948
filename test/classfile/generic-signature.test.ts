/**
 * Signatures parsed and written again are the same text, for every signature
 * of the JDK's own modules; single cases show what they mean.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatureTextOf } from '../../server/src/classfile/read/class-attributes';
import type { ClassSignature } from '../../server/src/classfile/signatures/class-signature';
import {
  parseClassSignature,
  parseFieldSignature,
  parseMethodSignature,
} from '../../server/src/classfile/signatures/generic-signature';
import { readClass } from '../../server/src/classfile/read/read-class';
import { formatClass, formatMethod, formatType } from '../../scripts/signatures/signature-text';
import { jdks, must, openModules } from './jdk-modules';

describe.runIf(jdks.length > 0)('every signature of java.base', () => {
  it.each(jdks)(
    'of JDK $version is parsed and written again',
    (jdk) => {
      const image = openModules(jdk);
      const failures: string[] = [];
      let count = 0;
      const check = (text: string | undefined, write: (text: string) => string | undefined): void => {
        if (text === undefined) return;
        count++;
        if (write(text) !== normalize(text)) failures.push(text);
      };
      for (const { module, name } of image.listClasses()) {
        if (module !== 'java.base') continue;
        const file = must(readClass(must(image.readClassFile(name))));
        check(signatureTextOf(file, file.attributes), writeClass);
        for (const field of file.fields) {
          check(field.descriptor, writeField);
          check(signatureTextOf(file, field.attributes), writeField);
        }
        for (const method of file.methods) {
          check(method.descriptor, writeMethod);
          check(signatureTextOf(file, method.attributes), writeMethod);
        }
      }
      expect(failures).toEqual([]);
      expect(count).toBeGreaterThan(90_000);
    },
    60_000,
  );
});

/** Removes what parsing drops on purpose: thrown types, and whether a first bound is a class. */
function normalize(text: string): string {
  return text.replace(/\^.*$/, '').replaceAll('::', ':');
}

function writeClass(text: string): string | undefined {
  const types = parseClassSignature(text);
  return types === undefined ? undefined : formatClass({ ...nothingDeclared, ...types });
}

function writeField(text: string): string | undefined {
  const type = parseFieldSignature(text);
  return type === undefined ? undefined : formatType(type);
}

function writeMethod(text: string): string | undefined {
  const types = parseMethodSignature(text);
  return types === undefined ? undefined : formatMethod({ name: '', flags: 0, ...types });
}

const nothingDeclared: ClassSignature = {
  name: '',
  flags: 0,
  isRecord: false,
  typeParameters: [],
  interfaces: [],
  fields: [],
  methods: [],
  memberClasses: new Map(),
  origin: 'class-path',
};

describe('a signature', () => {
  it('of a member of a parameterized class keeps the outer arguments', () => {
    expect(parseFieldSignature('Lp/Outer<TT;>.Inner<*>.Leaf;')).toEqual({
      kind: 'class',
      name: 'p/Outer$Inner$Leaf',
      typeArguments: [],
      outer: {
        kind: 'class',
        name: 'p/Outer$Inner',
        typeArguments: [{ kind: 'wildcard', variance: 'unbounded' }],
        outer: { kind: 'class', name: 'p/Outer', typeArguments: [{ kind: 'variable', name: 'T' }] },
      },
    });
  });

  it('of a method has type parameters, wildcards and arrays', () => {
    const object = { kind: 'class', name: 'java/lang/Object', typeArguments: [] };
    expect(parseMethodSignature('<T::Ljava/lang/Runnable;U:TT;>(Ljava/util/List<+[TT;>;[[J)V^TX;')).toEqual({
      typeParameters: [
        { name: 'T', bounds: [{ ...object, name: 'java/lang/Runnable' }] },
        { name: 'U', bounds: [{ kind: 'variable', name: 'T' }] },
      ],
      parameters: [
        {
          kind: 'class',
          name: 'java/util/List',
          typeArguments: [
            {
              kind: 'wildcard',
              variance: 'extends',
              bound: { kind: 'array', element: { kind: 'variable', name: 'T' } },
            },
          ],
        },
        { kind: 'array', element: { kind: 'array', element: { kind: 'primitive', name: 'long' } } },
      ],
      returnType: { kind: 'primitive', name: 'void' },
    });
  });

  it.each(['', 'V', 'L', 'Lp/A', 'Lp/A<>;', 'Lp/A<;', 'Lp/A<I', 'T;', '[', '[V', 'II', 'X', 'Lp/A;I', '+I'])(
    'that is no field type (%j) is refused',
    (text) => {
      expect(parseFieldSignature(text)).toBeUndefined();
    },
  );

  it.each(['', '()', '(V)V', '(I', '(I)', 'I', '<>()V', '<T>()V', '()VI', '()V^'])(
    'that is no method (%j) is refused',
    (text) => {
      expect(parseMethodSignature(text)).toBeUndefined();
    },
  );

  it.each(['[', 'Lp/A<', 'Lp/A<*>.B<'])('nested without end (%s…) is refused, not followed', (part) => {
    expect(parseFieldSignature(part.repeat(30_000))).toBeUndefined();
  });

  it('of any characters of the grammar never throws', () => {
    const text = fc
      .array(fc.constantFrom(...Array.from('LT[<>;:.+-*()^VIJ/a'), 'Lp/A;', 'TT;', 'Lp/A<'), {
        maxLength: 40,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (generated) => {
        for (const write of [writeClass, writeField, writeMethod]) {
          const written = write(generated);
          if (written !== undefined) expect(write(written)).toBe(written);
        }
      }),
      { numRuns: 20_000, seed: 7 },
    );
  }, 30_000);
});
