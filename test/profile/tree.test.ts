/**
 * The calling context tree against what the methods of a program see on their
 * stacks, and its sums against counts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completeProfile, type ProfileDocument } from '../../server/src/engine/count-program';
import { type CallTree, type CallTreeNode, readCallTree } from '../../server/src/profile/call-tree';
import { instrumentClasses } from '../../server/src/profile/instrument-classes';
import { formatProfile, readProfile } from '../../server/src/profile/read-profile';
import { jdks, must } from '../classfile/jdk-modules';
import type { Jdk } from '../support/jdks';
import { compile, type CompiledProgram } from './compile-program';
import { randomPrograms } from './random-programs';
import { type CountedRun, runCounted } from './run-counted';

const text = readFileSync(join(__dirname, '../fixtures/profile/Contexts.java'), 'utf8');
const seen = text.slice(text.indexOf('class Seen'));

interface RecordedTree {
  readonly run: CountedRun<unknown>;
  readonly profile: ProfileDocument;
  readonly tree: CallTree;
}

async function record(
  jdk: Jdk,
  main: string,
  { folder, classes }: CompiledProgram,
  given: readonly string[] = [],
): Promise<RecordedTree> {
  const counted = classes
    .filter(({ name }) => name !== 'Seen')
    .map(({ name, bytes }) => ({ place: name, bytes }));
  const instrumentation = instrumentClasses(counted, 'shared', 'tree');
  const swapped = { swapped: instrumentation.classes, ...instrumentation, decode: () => undefined };
  const run = await runCounted(jdk, folder, main, swapped, ['-Xverify:all'], given);
  const ended = { command: [], classPath: [], exitCode: run.status, signal: null, ended: '', started: '' };
  const made = completeProfile({ instrumentation, machines: [run.machine], program: ended }, 'test');
  const profile = must(readProfile([...formatProfile(made)].join('')));
  return { run, profile, tree: must(readCallTree(profile)) };
}

/** `seen A.main > A.work = 3`, for methods that say on their stacks what called them, from whichever site. */
function listSeen(roots: readonly CallTreeNode[], isSeen: RegExp): readonly string[] {
  const calls = new Map<string, number>();
  const visit = (nodes: readonly CallTreeNode[], above: string): void => {
    for (const node of nodes) {
      const path = `${above}${node.class}.${node.method}`;
      if (isSeen.test(node.method)) calls.set(path, (calls.get(path) ?? 0) + node.calls);
      visit(node.children, `${path} > `);
    }
  };
  visit(roots, '');
  return Array.from(calls, ([path, count]) => `seen ${path} = ${count}`);
}

function sumOperations(
  nodes: readonly CallTreeNode[],
  sums = new Map<string, number>(),
): Map<string, number> {
  for (const { operations, children } of nodes) {
    for (const { key, executions } of operations) {
      const id = `${key.name} ${key.size} ${key.operands.join(' ')}`;
      sums.set(id, (sums.get(id) ?? 0) + executions);
    }
    sumOperations(children, sums);
  }
  return sums;
}

function sumOfProfile({ classes, keys }: ProfileDocument): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [index, , executions] of classes.flatMap(({ methods }) =>
    methods.flatMap(({ operations }) => operations),
  )) {
    const key = keys[index];
    const id = `${key?.name ?? ''} ${key?.size ?? ''} ${key?.operands.join(' ') ?? ''}`;
    sums.set(id, (sums.get(id) ?? 0) + executions);
  }
  return sums;
}

const sorted = (lines: readonly string[]): readonly string[] => [...lines].sort();
const seenOf = ({ run }: RecordedTree): readonly string[] =>
  sorted(run.output.split('\n').filter((line) => line.startsWith('seen ')));
const noting = /^(?!deep|lambda|exit$|<)/;

describe.runIf(jdks.length > 0)('the calling context tree', () => {
  it.each(jdks)('has the contexts that methods see on their stacks (JDK $version)', async (jdk) => {
    const recorded = await record(jdk, 'Contexts', compile(jdk, 'Contexts', text));
    expect(recorded.run.errors).toBe('');
    expect(seenOf(recorded).length).toBeGreaterThan(20);
    const constructors = recorded.run.output.includes('Contexts$Derived.<init> = ');
    expect(constructors).toBe(true);
    const noted = seenOf(recorded).filter((line) => !/\.<init> = \d+$/.test(line));
    expect(sorted(listSeen(recorded.tree.roots, noting))).toEqual(noted);
    expect(recorded.tree.beyond).toEqual([]);
    expect(recorded.profile.counting).toMatchObject({ threads: 'per thread', isExact: true, running: [] });
    expect(sumOperations(recorded.tree.roots)).toEqual(sumOfProfile(recorded.profile));
  });

  it.each(jdks)('says where calls are, and which are recursive (JDK $version)', async (jdk) => {
    const { tree } = await record(jdk, 'Contexts', compile(jdk, 'Contexts', text));
    const lineOf = (part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;
    const main = tree.roots.find(({ method }) => method === 'main');
    const child = (node: CallTreeNode | undefined, name: string): CallTreeNode | undefined =>
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
    const { tree, run, profile } = await record(jdk, 'Contexts', compile(jdk, 'Contexts', text), ['way']);
    expect(run.status).toBe(4);
    expect(profile.counting.running.map(({ method }) => method)).toEqual(['exit', 'main']);
    const main = tree.roots.find(({ method }) => method === 'main');
    expect(main?.calls).toBe(1);
    expect(main?.children.find(({ method }) => method === 'exit')?.calls).toBe(1);
    expect(sumOperations(tree.roots)).toEqual(sumOfProfile(profile));
  });

  it.each(jdks)('of random programs is what they see on their stacks (JDK $version)', async (jdk) => {
    const programs = randomPrograms(60, jdk.version + 7)
      .replace(/^static (synchronized )?int p\d+\(.*\{$/gm, '$&\nSeen.note();')
      .replace('System.out.println(sum);', 'Seen.print();\nSystem.out.println(sum);');
    const recorded = await record(
      jdk,
      'Programs',
      compile(jdk, 'Programs', `${programs}\n${withImports(seen)}`),
    );
    expect(seenOf(recorded).length).toBeGreaterThan(60);
    expect(sorted(listSeen(recorded.tree.roots, /^p\d+$/))).toEqual(seenOf(recorded));
    expect(sumOperations(recorded.tree.roots)).toEqual(sumOfProfile(recorded.profile));
  });
});

function withImports(java: string): string {
  return java.replaceAll(/(?<!\.)\b(Map|TreeMap)\b/g, 'java.util.$1');
}
