/** Written class files against what was read, and before the verifier of a JVM. */
import { describe, expect, it } from 'vitest';
import { noEdit } from '../../server/src/classfile/write/code-edit';
import { readCode } from '../../server/src/classfile/read/code';
import { type ClassFile, readClass } from '../../server/src/classfile/read/read-class';
import type { Jdk } from '../support/jdks';
import { countEverywhere, editClass, padInstructions } from './edited-class';
import { jdks, must, openModules, readModuleClass, sample } from './jdk-modules';
import { verifyClasses } from './verify-with-jvm';

/** A module of some two thousand classes that is no part of `java.*`, so that a class loader of ours may define it. */
function compilerClasses(jdk: Jdk): readonly ClassFile[] {
  const image = openModules(jdk);
  return image
    .listClasses()
    .filter(({ module, name }) => module === 'jdk.compiler' && name !== 'module-info')
    .map(({ name }) => readModuleClass(image, name));
}

describe.runIf(jdks.length > 0)('a class that is written as it was read', () => {
  it.each(jdks)(
    'has the same bytes (JDK $version)',
    (jdk) => {
      const image = openModules(jdk);
      const names = sample(image.listClasses(), 3000).map(({ name }) => name);
      expect(names.length).toBeGreaterThan(2500);
      for (const name of names) {
        const file = readModuleClass(image, name);
        const { bytes, refused, dropped } = editClass(file, () => noEdit);
        expect([name, refused, dropped]).toEqual([name, [], []]);
        expect([name, Buffer.compare(bytes, file.bytes)]).toEqual([name, 0]);
      }
    },
    120_000,
  );
});

describe.runIf(jdks.length > 0)('the verifier of a JVM takes a class with code inserted', () => {
  const judge = async (
    jdk: Jdk,
    originals: readonly ClassFile[],
    edited: readonly Uint8Array[],
  ): Promise<void> => {
    const named = edited.map((bytes, index) => ({ name: originals[index]?.name ?? '', bytes }));
    const answers = await verifyClasses(jdk, named);
    expect([...answers].filter(([, answer]) => answer !== 'ok')).toEqual([]);
    expect(answers.size).toBe(originals.length);
  };

  it.each(jdks)(
    'at every place that there is (JDK $version)',
    async (jdk) => {
      const classes = compilerClasses(jdk);
      const edited = classes.map((file) => editClass(file, (method) => countEverywhere(file, method)));
      // What does not fit in 64 KB stays as it was; that is rare.
      expect(edited.flatMap(({ refused }) => refused).every((why) => why.includes('would grow'))).toBe(true);
      await judge(jdk, classes, edited.map(({ bytes }) => bytes)); // prettier-ignore
    },
    120_000,
  );

  it.each(jdks)(
    'so much that branches must be widened (JDK $version)',
    async (jdk) => {
      const classes = compilerClasses(jdk);
      let large = 0;
      const edited = classes.map((file) =>
        editClass(file, (method) => {
          const code = readCode(file, method);
          if (code === undefined) return undefined;
          // As much as fits: branches over half of it must be widened.
          const { length } = must(code);
          const padding = Math.floor(64_000 / length) - 1;
          large += length > 400 ? 1 : 0;
          return length < 40 ? noEdit : padInstructions(file, method, padding);
        }),
      );
      expect(large).toBeGreaterThan(200);
      expect(edited.flatMap(({ refused }) => refused)).toEqual([]);
      await judge(jdk, classes, edited.map(({ bytes }) => bytes)); // prettier-ignore
      for (const { bytes } of edited) expect(readClass(bytes).ok).toBe(true);
    },
    120_000,
  );
});
