/** Records the calling context tree of a Java program under the agent, as a profile has it after it was saved and read. */
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { join } from 'node:path';
import { completeProfile } from '../../server/src/profile/document/count-program';
import { readAgentClasses } from '../../server/src/host/files/bundled-media';
import { formatTree } from '../../server/src/cli/commands/trace';
import { handsOver, mayHandOver } from '../../server/src/profile/handover/hand-over-points';
import { type ClassToCount, instrumentClasses } from '../../server/src/profile/probes/instrument-classes';
import { makePrivateAgent } from '../../server/src/profile/probes/private-runtime';
import { formatProfile, readProfile } from '../../server/src/profile/document/read-profile';
import { must, openModules } from '../classfile/jdk-modules';
import type { Jdk } from '../support/jdks';
import type { CompiledProgram } from './compile-program';
import { type CountedRun, runCounted } from './run-counted';

export interface RecordedTree {
  readonly run: CountedRun<unknown>;
  readonly profile: ProfileDocument;
  /** The tree as `jouleline tree` writes it. */
  readonly tree: { readonly roots: readonly TreeNode[]; readonly beyond: readonly TreeNode[] };
}

export interface TreeNode {
  readonly class: string;
  readonly method: string;
  readonly descriptor: string;
  readonly site?: { readonly offset: number; readonly line: number };
  readonly handedOverTo?: string;
  readonly calledBackBy?: string;
  readonly calls: number;
  readonly recursion: readonly { readonly up?: number; readonly calls: number }[];
  readonly children: readonly TreeNode[];
}

export interface TreeOptions {
  readonly given?: readonly string[];
  readonly virtualMachine?: readonly string[];
  /** True if tasks that are handed over stand below the method that did that. */
  readonly tellsHandOvers?: boolean;
}

const agent = makePrivateAgent(readAgentClasses(join(__dirname, '../../media')), 'tested');

/** The class `Seen` is not counted, nor are those whose names begin with `Library`, which are a library's. */
export async function recordTree(
  jdk: Jdk,
  main: string,
  { folder, classes }: CompiledProgram,
  { given = [], virtualMachine = [], tellsHandOvers = false }: TreeOptions = {},
): Promise<RecordedTree> {
  const listed = classes
    .filter(({ name }) => name !== 'Seen')
    .map(({ name, bytes }) => ({ place: name, bytes }));
  const counted = listed.filter(({ place }) => !place.startsWith('Library') || place === main);
  const libraries = listed.filter((each) => !counted.includes(each) && mayHandOver(each.bytes));
  const handingOver = [...handOverClasses(jdk), ...libraries];
  const instrumentation = tellsHandOvers
    ? instrumentClasses(counted, 'shared', 'tree', undefined, agent.runtime, handingOver)
    : instrumentClasses(counted, 'shared', 'tree');
  const swapped = {
    swapped: instrumentation.classes,
    ...instrumentation,
    ...(tellsHandOvers ? { agent: agent.jar } : {}),
    decode: () => undefined,
  };
  const options = ['-Xverify:all', ...virtualMachine];
  const run = await runCounted(jdk, folder, main, swapped, options, given);
  const ended = { command: [], classPath: [], exitCode: run.status, signal: null, ended: '', started: '' };
  const made = completeProfile({ instrumentation, machines: [run.machine], program: ended }, 'test');
  const profile = must(readProfile([...formatProfile(made)].join('')));
  if (profile.tree === undefined) throw new Error('the profile has no tree');
  const written = [...formatTree(profile, profile.tree, 'test')].join('');
  return { run, profile, tree: JSON.parse(written) as RecordedTree['tree'] };
}

/** The JDK's classes that hand work over. */
export function handOverClasses(jdk: Jdk): readonly ClassToCount[] {
  const image = openModules(jdk);
  return image
    .listClasses()
    .filter(({ name }) => handsOver(name))
    .map(({ module, name }) => {
      const bytes = image.readResource(module, `${name}.class`);
      if (bytes === undefined) throw new Error(`${name} is not there`);
      return { place: name, bytes: must(bytes) };
    });
}

/** The number of executions of each operation in all contexts. */
export function sumOperations({ tree, keys }: ProfileDocument): Map<string, number> {
  return sumByKey(keys, tree?.contexts.flatMap(([, , , , , , operations]) => operations) ?? []);
}

/** The number of executions of each operation in all methods. */
export function sumOfProfile({ classes, keys }: ProfileDocument): Map<string, number> {
  const operations = classes.flatMap(({ methods }) => methods.flatMap((method) => method.operations));
  return sumByKey(
    keys,
    operations.map(([key, , executions]) => [key, executions]),
  );
}

function sumByKey(
  keys: ProfileDocument['keys'],
  rows: readonly (readonly [key: number, executions: number, ...unknown[]])[],
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [index, executions] of rows) {
    const key = keys[index];
    const id = `${key?.name ?? ''} ${key?.size ?? ''} ${key?.operands.join(' ') ?? ''}`;
    sums.set(id, (sums.get(id) ?? 0) + executions);
  }
  return sums;
}
