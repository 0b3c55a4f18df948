/**
 * Methods that libraries call back stand below the library's method that was called: a real program, on all JDKs
 * here.
 */
import type { MethodTree } from '../../server/src/compare/trees/method-tree';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextsOf } from '../../server/src/compare/trees/call-contexts';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { jdks } from '../classfile/jdk-modules';
import { compile } from './compile-program';
import { recordTree, sumOfProfile, sumOperations } from './record-tree';

const text = readFileSync(join(__dirname, '../fixtures/profile/Callbacks.java'), 'utf8');
const isOwn = (name: string): boolean => name.startsWith('Callbacks');

/** The calls of each context of a method, and the nearest method above it that is a library's. */
function aboveOf(tree: MethodTree, isAsked: (name: string) => boolean): readonly string[] {
  const found: string[] = [];
  for (const [row, index] of tree.frames.entries()) {
    const method = tree.names[index];
    if (method === undefined || !isOwn(method.class) || !isAsked(method.name)) continue;
    let above = tree.parents[row] ?? 0;
    const nameAt = (at: number): string => {
      const { class: owner, name } = tree.names[tree.frames[at] ?? -1] ?? { class: '', name: '' };
      return isOwn(owner) ? '' : `${owner}.${name}`;
    };
    while (above > 0 && nameAt(above) === '') above = tree.parents[above] ?? 0;
    found.push(`${method.name} ${tree.calls[row] ?? 0} < ${above > 0 ? nameAt(above) : 'nothing'}`);
  }
  return found.sort();
}

function contexts(profile: ProfileDocument): MethodTree {
  const { length } = profile.keys;
  const costs = { unit: new Float64Array(length).fill(1), element: new Float64Array(length) };
  const tree = contextsOf(profile, costs);
  if (tree === undefined) throw new Error('no tree');
  return tree;
}

describe.runIf(jdks.length > 0)('what a library calls back', () => {
  it.each(jdks)('is below the method of it that was called (JDK $version)', async (jdk) => {
    const { run, profile } = await recordTree(jdk, 'Callbacks', compile(jdk, 'Callbacks', text));
    expect([run.status, run.errors]).toEqual([0, '']);
    const made = contexts(profile);
    expect(aboveOf(made, (name) => name.startsWith('back'))).toEqual([
      'backForEach 6 < java.util.List.forEach',
      'backHash 1 < java.util.Objects.hash',
      'backInit 3 < java.util.ArrayList.<init>',
      'backInvoke 1 < java.lang.reflect.Method.invoke',
      'backPass 1 < LibraryWalk.pass',
      'backPut 4 < java.util.TreeMap.put',
      'backThenApply 1 < java.util.concurrent.CompletableFuture.thenApply',
      'backVisit 2 < LibraryWalk.walk',
    ]);
    expect(sumOperations(profile)).toEqual(sumOfProfile(profile));
  });

  it.each(jdks)('is not what the program calls by itself, nor initializers (JDK $version)', async (jdk) => {
    const { profile } = await recordTree(jdk, 'Callbacks', compile(jdk, 'Callbacks', text));
    expect(aboveOf(contexts(profile), (name) => name.startsWith('own') || name === 'start')).toEqual([
      'ownCompare 1 < nothing',
      'ownLambda 4 < nothing',
      'ownNext 1 < nothing',
      'ownReference 4 < nothing',
      'start 1 < nothing',
    ]);
  });

  it.each(jdks)('changes no sum, nor calls of the library (JDK $version)', async (jdk) => {
    const { profile } = await recordTree(jdk, 'Callbacks', compile(jdk, 'Callbacks', text));
    const { tree } = profile;
    if (tree?.callbacks === undefined) throw new Error('no callbacks');
    const made = contexts(profile);
    const plain = contexts({ ...profile, tree: { ...tree, callbacks: [] } });
    const sum = ({ exclusive }: MethodTree): number => exclusive.reduce((total, each) => total + each, 0);
    expect(sum(made)).toBeGreaterThan(100);
    expect(sum(made)).toBe(sum(plain));
    const callsOf = ({ names, frames, calls }: MethodTree, wanted: string): readonly (number | undefined)[] =>
      Array.from(calls).filter((_, row) => names[frames[row] ?? -1]?.name === wanted);
    // One context each: the row of the call is that of what stands above the callback.
    for (const [name, times] of [
      ['forEach', 2],
      ['put', 3],
      ['thenApply', 1],
    ] as const) {
      expect([name, ...callsOf(made, name)]).toEqual([name, times]);
      expect([name, ...callsOf(plain, name)]).toEqual([name, times]);
    }
  });
});
