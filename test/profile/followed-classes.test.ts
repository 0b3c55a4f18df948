/**
 * The classes that can be followed into the JDK, against those that the agent itself calls, and the JDK's own
 * annotations.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConstantTag } from '../../server/src/classfile/read/constant-pool';
import { type ClassFile, readClass } from '../../server/src/classfile/read/read-class';
import { readAgentClasses } from '../../server/src/host/files/bundled-media';
import { listJdkClasses } from '../../server/src/host/jdk/class-containers';
import { canFollow, isIntrinsic } from '../../server/src/profile/plan/followed-classes';
import { jdks, must } from '../classfile/jdk-modules';

describe('what the agent calls while it counts', () => {
  it('is never followed', () => {
    const probes = /\/(?:CallTree|Context|ThreadStates|HandOver|HandedTasks)(?:\$\w+)?\.class$/;
    const called = readAgentClasses(join(import.meta.dirname, '../../media'))
      .filter(({ name }) => probes.test(name))
      .flatMap(({ bytes }) => ownersOfCalls(must(readClass(bytes))));
    const ofJdk = [...new Set(called)].filter((owner) => owner.startsWith('java/'));
    expect(ofJdk).toContain('java/lang/ThreadLocal');
    expect(ofJdk.filter(canFollow)).toEqual([]);
  });
});

function ownersOfCalls({ constants }: ClassFile): readonly string[] {
  const owners: string[] = [];
  for (let index = 1; index < constants.offsets.length; index++)
    if (constants.tagAt(index) === ConstantTag.methodRef) owners.push(constants.member(index).owner);
  return owners;
}

describe.runIf(jdks.length > 0)('of the classes of the JDK', () => {
  it.each(jdks)('what the JVM has code of its own for is known (JDK $version)', ({ home }) => {
    const wanted = new Set(['java/lang/StringLatin1', 'java/util/Arrays', 'java/util/ArrayList']);
    const found = must(listJdkClasses(home, (name) => wanted.has(name)));
    expect(found.map(({ name }) => name)).toEqual([...wanted].sort());
    const intrinsics = found.flatMap(({ read }) => {
      const file = must(readClass(must(read())));
      return file.methods
        .filter((method) => isIntrinsic(file, method))
        .map((method) => `${file.name}.${method.name}${method.descriptor}`);
    });
    expect(intrinsics).toContain('java/lang/StringLatin1.equals([B[B)Z');
    expect(intrinsics).toContain(
      'java/util/Arrays.copyOf([Ljava/lang/Object;ILjava/lang/Class;)[Ljava/lang/Object;',
    );
    expect(intrinsics.filter((name) => name.startsWith('java/util/ArrayList'))).toEqual([]);
  });
});
