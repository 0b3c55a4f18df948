/**
 * `jouleline tree FILE`: the calling context tree of a profile as JSON,
 * described in docs/reference/formats.md. Sits in `cli/`.
 */
import type { ContextRow, ProfiledTree, ProfileDocument } from '../../profile/document/profile-document';
import { at, withDefined } from '../../base/check';
import { listChildren } from '../../base/context-tree';
import { Failure } from '../../base/failure';
import type { ParsedArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { formatJsonHead, loadNamedProfile } from '../format/profile-json';
import type { Terminal } from '../terminal';

const TREE_FORMAT = 'jouleline-tree';
const TREE_VERSION = 1;

export async function runTreeCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { path, profile } = await loadNamedProfile('tree', given);
  const { tree } = profile;
  if (tree === undefined)
    throw new Failure(`${path} has no calling context tree: it was not recorded with --record tree`);
  for (const chunk of formatTree(profile, tree, terminal.installation.version))
    await terminal.output.write(chunk);
  return ExitCode.ok;
}

/** Writes one line of text for each node, its children below it. */
export function* formatTree(
  profile: ProfileDocument,
  tree: ProfiledTree,
  toolVersion: string,
): Generator<string> {
  // A context of the profile is one row further down here, below the root.
  const parents = Int32Array.from({ length: tree.contexts.length + 1 }, (_, row) =>
    row === 0 ? -1 : at(tree.contexts, row - 1)[0] + 1,
  );
  const { starts, rows } = listChildren(parents);
  const childrenOf = (context: number): readonly number[] =>
    Array.from(rows.subarray(at(starts, context + 1), at(starts, context + 2)), (row) => row - 1);
  const describe = describeContexts(profile, tree);
  const top = childrenOf(-1);
  yield* formatJsonHead({ format: TREE_FORMAT, version: TREE_VERSION, toolVersion }, profile);
  yield '"roots": ';
  yield* formatNodes(top.filter((context) => context < tree.beyond));
  yield ',\n"beyond": ';
  yield* formatNodes(top.filter((context) => context >= tree.beyond));
  yield '\n}\n';

  function* formatNodes(contexts: readonly number[]): Generator<string> {
    yield '[';
    for (const [index, context] of contexts.entries()) {
      yield `${index === 0 ? '' : ','}\n${JSON.stringify(describe(context)).slice(0, -1)},"children":`;
      yield* formatNodes(childrenOf(context));
      yield '}';
    }
    yield ']';
  }
}

/** Gives a function that describes one context without its children. */
function describeContexts(
  { classes, keys }: ProfileDocument,
  { contexts, handOvers = [], callbacks = [] }: ProfiledTree,
): (context: number) => object {
  const handedOver = new Map(handOvers);
  const calledBack = new Map(callbacks);
  return (context) => {
    const [, classIndex, methodIndex, offset, line, calls, operations, back] = at(contexts, context);
    const owner = at(classes, classIndex);
    const { name: method, descriptor } = at(owner.methods, methodIndex);
    return {
      class: owner.name,
      method,
      descriptor,
      ...siteAt(offset, line),
      ...withDefined({ handedOverTo: handedOver.get(context), calledBackBy: calledBack.get(context) }),
      calls,
      recursion: back.map(([target, place, lineOfCall, taken]) => ({
        ...withDefined({ up: distance(contexts, context, target) }),
        ...siteAt(place, lineOfCall),
        calls: taken,
      })),
      operations: operations.map(([key, executions, sizes]) => {
        const { name, size } = at(keys, key);
        return { name, size, executions, ...withDefined({ sizes }) };
      }),
    };
  };
}

/** The place of a call; absent for roots and for calls by the JVM. */
function siteAt(offset: number, line: number): object {
  return offset < 0 ? {} : { site: { offset, line } };
}

/** The number of contexts from the caller up to the called one; undefined if that lies beyond the limit of contexts. */
function distance(contexts: readonly ContextRow[], from: number, to: number): number | undefined {
  let up = 0;
  for (let row = from; to >= 0 && row >= 0; row = at(contexts, row)[0]) {
    if (row === to) return up;
    up++;
  }
  return undefined;
}
