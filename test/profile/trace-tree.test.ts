/**
 * The calling contexts that a trace shows, against those of the calling context
 * tree of the same program, whose calls all take their time but for some.
 */
import type { RowCosts } from '../../server/src/cost/pricing/counted-rows';
import { inclusiveOf } from '../../server/src/base/context-tree';
import type { MethodTree } from '../../server/src/compare/trees/method-tree';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { contextsOf } from '../../server/src/compare/trees/call-contexts';
import { completeProfile } from '../../server/src/profile/document/count-program';
import { contextsOfTrace } from '../../server/src/compare/trees/trace-contexts';
import { instrumentClasses } from '../../server/src/profile/probes/instrument-classes';
import { matchCalls, nonConstantCalls } from '../../server/src/profile/plan/library-calls';
import { formatProfile, readProfile } from '../../server/src/profile/document/read-profile';
import { jdks, must } from '../classfile/jdk-modules';
import type { Jdk } from '../support/jdks';
import { compile } from './compile-program';
import { recordTree } from './record-tree';
import { runCounted } from './run-counted';

const text = readFileSync(join(__dirname, '../fixtures/profile/Nested.java'), 'utf8');
/** Interpreted, so that rounds of a loop take as long in each call. */
const virtualMachine = ['-Xint'];

async function recordTrace(jdk: Jdk, given: readonly string[]): Promise<ProfileDocument> {
  const { folder, classes } = compile(jdk, 'Nested', text);
  const instrumentation = instrumentClasses(
    classes.map(({ name, bytes }) => ({ place: name, bytes })),
    'per thread',
    'trace',
    matchCalls(nonConstantCalls),
  );
  const swapped = { swapped: instrumentation.classes, ...instrumentation, decode: () => undefined };
  const { machine, status } = await runCounted(jdk, folder, 'Nested', swapped, virtualMachine, given);
  expect(status).toBe(0);
  const program = { command: [], classPath: [], exitCode: 0, signal: null, ended: '', started: '' };
  const made = completeProfile({ instrumentation, machines: [machine], program }, 'test');
  return must(readProfile([...formatProfile(made)].join('')));
}

interface Context {
  readonly path: string;
  readonly calls: number;
  readonly recursive: number;
  readonly inclusive: number;
}

/** The contexts of the program's methods, and of the library methods that they call. */
function listContexts(tree: MethodTree): readonly Context[] {
  const paths: string[] = [''];
  const inclusive = inclusiveOf(tree.parents, tree.exclusive);
  return Array.from(tree.parents.keys())
    .slice(1)
    .map((row) => {
      const method = tree.names[tree.frames[row] ?? -1];
      const path = `${paths[tree.parents[row] ?? 0] ?? ''} > ${method?.class ?? ''}.${method?.name ?? ''}`;
      paths[row] = path;
      const [calls, recursive] = [tree.calls[row] ?? NaN, tree.recursive[row] ?? NaN];
      return { path, calls, recursive, inclusive: inclusive[row] ?? 0 };
    })
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

const isOfLibrary = ({ path }: Context): boolean => !path.slice(path.lastIndexOf(' > ')).includes('Nested');
const isShort = ({ path }: Context): boolean => path.includes('.small');
const MOST_ATTEMPTS = 4;

/** Each operation takes one. */
const oneEach = ({ keys: { length } }: ProfileDocument): RowCosts => ({
  unit: new Float64Array(length).fill(1),
  element: new Float64Array(length),
});

describe.runIf(jdks.length > 0)('the calling contexts of a trace', () => {
  it.each(jdks.flatMap((jdk) => [[], ['exit']].map((given) => ({ ...jdk, jdk, given }))))(
    'are those of the tree, but for calls below a tick (JDK $version, given $given)',
    async ({ jdk, given }) => {
      const counted = await recordTree(jdk, 'Nested', compile(jdk, 'Nested', text), {
        given,
        virtualMachine,
      });
      // What a library calls back at once has the program's own method above it in a trace.
      const { tree } = counted.profile;
      const plain = { ...counted.profile, ...(tree && { tree: { ...tree, callbacks: [] } }) };
      const all = listContexts(contextsOf(plain, oneEach(plain)) ?? emptyTree);
      const own = all.filter((context) => !isOfLibrary(context) && !isShort(context)).map(callsOf);
      expect(own.length).toBeGreaterThan(10);
      const paths = own.map(([path]) => path);
      let traced = await recordTrace(jdk, given);
      let shown = contextsOfTrace(traced, oneEach(traced), true);
      let seen = listContexts(shown?.tree ?? emptyTree);
      const seenOwn = (): readonly (readonly unknown[])[] =>
        seen.filter((context) => !isOfLibrary(context)).map(callsOf);
      const isAsExpected = (): boolean =>
        isDeepStrictEqual(seenOwn(), own) && listOutOfOrder(all, seen).length === 0;
      // A clock that stands still for as long as a call takes, on a busy machine, shows fewer of them, and never others.
      for (let attempt = 0; attempt < MOST_ATTEMPTS && !isAsExpected(); attempt++) {
        for (const [path] of seenOwn()) expect(paths).toContain(path);
        traced = await recordTrace(jdk, given);
        shown = contextsOfTrace(traced, oneEach(traced), true);
        seen = listContexts(shown?.tree ?? emptyTree);
      }
      expect(seenOwn()).toEqual(own);
      // What it calls of libraries stands with what was seen to do so.
      const libraries = all.filter(isOfLibrary).map(({ path }) => path.replace(' > Nested.small', ''));
      expect(seen.filter(isOfLibrary).map(({ path }) => path)).toEqual(libraries.sort());
      // All that was counted is in it, and what took three times as much as something else takes more here, too.
      expect(shown?.unplaced).toBe(0);
      const total = seen.reduce((sum, { path, inclusive }) => sum + (isRoot(path) ? inclusive : 0), 0);
      expect(total).toBeCloseTo(sumOfCounts(traced), 3);
      expect(listOutOfOrder(all, seen)).toEqual([]);
    },
    100_000,
  );
});

function sumOfCounts({ classes }: ProfileDocument): number {
  return classes
    .flatMap(({ methods }) => methods.flatMap(({ operations }) => operations))
    .reduce((sum, [, , count]) => sum + count, 0);
}

const isRoot = (path: string): boolean => path.lastIndexOf(' > ') === 0;

/** Contexts that took less than others of which they took more than three times as much where all was counted. */
function listOutOfOrder(counted: readonly Context[], seen: readonly Context[]): readonly string[] {
  const taken = new Map(seen.map(({ path, inclusive }) => [path, inclusive]));
  const long = counted.filter((context) => !isOfLibrary(context) && !isShort(context));
  return long.flatMap((one) =>
    long
      .filter((other) => one.inclusive > 3.5 * other.inclusive)
      .filter((other) => !((taken.get(one.path) ?? 0) > (taken.get(other.path) ?? 0)))
      .map((other) => `${one.path} < ${other.path}`),
  );
}

const callsOf = ({ path, calls, recursive }: Context): readonly unknown[] => [path, calls, recursive];

const emptyTree: MethodTree = {
  parents: Int32Array.of(-1),
  frames: Int32Array.of(-1),
  exclusive: Float64Array.of(0),
  calls: Float64Array.of(NaN),
  recursive: Float64Array.of(0),
  names: [],
};
