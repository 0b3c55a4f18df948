/**
 * The calling context tree against what the methods of a program see on their
 * stacks, and its sums against counts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jdks } from '../classfile/jdk-modules';
import { compile } from './compile-program';
import { randomPrograms } from './random-programs';
import { type RecordedTree, recordTree, sumOfProfile, sumOperations, type TreeNode } from './record-tree';

const text = readFileSync(join(__dirname, '../fixtures/profile/Contexts.java'), 'utf8');
const seen = text.slice(text.indexOf('class Seen'));

/** `seen A.main > A.work = 3`, for methods that say on their stacks what called them, from whichever site. */
function listSeen(roots: readonly TreeNode[], isSeen: RegExp): readonly string[] {
  const calls = new Map<string, number>();
  const visit = (nodes: readonly TreeNode[], above: string): void => {
    for (const node of nodes) {
      const path = `${above}${node.class}.${node.method}`;
      if (isSeen.test(node.method)) calls.set(path, (calls.get(path) ?? 0) + node.calls);
      visit(node.children, `${path} > `);
    }
  };
  visit(roots, '');
  return Array.from(calls, ([path, count]) => `seen ${path} = ${count}`);
}

const sorted = (lines: readonly string[]): readonly string[] => [...lines].sort();
const seenOf = ({ run }: RecordedTree): readonly string[] =>
  sorted(run.output.split('\n').filter((line) => line.startsWith('seen ')));
const noting = /^(?!deep|lambda|exit$|<)/;

describe.runIf(jdks.length > 0)('the calling context tree', () => {
  it.each(jdks)('has the contexts that methods see on their stacks (JDK $version)', async (jdk) => {
    const recorded = await recordTree(jdk, 'Contexts', compile(jdk, 'Contexts', text));
    expect(recorded.run.errors).toBe('');
    expect(seenOf(recorded).length).toBeGreaterThan(20);
    const constructors = recorded.run.output.includes('Contexts$Derived.<init> = ');
    expect(constructors).toBe(true);
    const noted = seenOf(recorded).filter((line) => !/\.<init> = \d+$/.test(line));
    expect(sorted(listSeen(recorded.tree.roots, noting))).toEqual(noted);
    expect(recorded.tree.beyond).toEqual([]);
    expect(recorded.profile.counting).toMatchObject({ threads: 'per thread', isExact: true, running: [] });
    expect(sumOperations(recorded.profile)).toEqual(sumOfProfile(recorded.profile));
  });

  it.each(jdks)('says where calls are, and which are recursive (JDK $version)', async (jdk) => {
    const { tree } = await recordTree(jdk, 'Contexts', compile(jdk, 'Contexts', text));
    const lineOf = (part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;
    const main = tree.roots.find(({ method }) => method === 'main');
    const child = (node: TreeNode | undefined, name: string): TreeNode | undefined =>
      node?.children.find(({ method }) => method === name);
    expect(child(main, 'sort')?.site?.line).toBe(lineOf('sum += Late.get()'));
    expect(child(child(main, 'sort'), 'compare')?.site?.line).toBe(lineOf('Arrays.sort(values'));
    const fib = child(main, 'fib');
    expect(fib?.calls).toBe(109);
    expect(fib?.recursion).toMatchObject([{ up: 0, calls: 54 }]);
    expect(child(fib, 'other')?.recursion).toMatchObject([{ up: 1, calls: 54 }]);
    const starts = tree.roots.filter(({ method }) => method === '<clinit>');
    expect(starts).toEqual([]);
    expect(main?.children.filter(({ method }) => method === '<clinit>')).toMatchObject([{ calls: 1 }]);
    expect(child(main, '<clinit>')?.site).toBeUndefined();
  });

  it.each(jdks)('knows what had not ended (JDK $version)', async (jdk) => {
    const { tree, run, profile } = await recordTree(jdk, 'Contexts', compile(jdk, 'Contexts', text), {
      given: ['way'],
    });
    expect(run.status).toBe(4);
    expect(profile.counting.running.map(({ method }) => method)).toEqual(['exit', 'main']);
    const main = tree.roots.find(({ method }) => method === 'main');
    expect(main?.calls).toBe(1);
    expect(main?.children.find(({ method }) => method === 'exit')?.calls).toBe(1);
    expect(sumOperations(profile)).toEqual(sumOfProfile(profile));
  });

  it.each(jdks)('of random programs is what they see on their stacks (JDK $version)', async (jdk) => {
    const programs = randomPrograms(60, jdk.version + 7)
      .replace(/^static (synchronized )?int p\d+\(.*\{$/gm, '$&\nSeen.note();')
      .replace('System.out.println(sum);', 'Seen.print();\nSystem.out.println(sum);');
    const recorded = await recordTree(
      jdk,
      'Programs',
      compile(jdk, 'Programs', `${programs}\n${withImports(seen)}`),
    );
    expect(seenOf(recorded).length).toBeGreaterThan(60);
    expect(sorted(listSeen(recorded.tree.roots, /^p\d+$/))).toEqual(seenOf(recorded));
    expect(sumOperations(recorded.profile)).toEqual(sumOfProfile(recorded.profile));
  });
});

function withImports(java: string): string {
  return java.replaceAll(/(?<!\.)\b(Map|TreeMap)\b/g, 'java.util.$1');
}
