/**
 * `jouleline tree FILE`: the calling context tree of a profile as JSON,
 * described in docs/reference/formats.md. Sits in `cli/`.
 */
import type { ProfileDocument } from '../../profile/document/profile-document';
import { type CallTree, type CallTreeNode, readCallTree } from '../../profile/document/call-tree';
import { Failure } from '../../base/failure';
import type { ParsedArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { formatJsonHead, loadNamedProfile } from '../format/profile-json';
import type { Terminal } from '../terminal';

const TREE_FORMAT = 'jouleline-tree';
const TREE_VERSION = 1;

export async function runTreeCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { path, profile } = await loadNamedProfile('tree', given);
  const tree = readCallTree(profile);
  if (!tree.ok) throw new Failure(`${path} ${tree.problem.message}`);
  for (const chunk of formatTree(profile, tree.value, terminal.installation.version))
    await terminal.output.write(chunk);
  return ExitCode.ok;
}

/** One line of text for each node, its children below it. */
function* formatTree(
  profile: ProfileDocument,
  { roots, beyond }: CallTree,
  toolVersion: string,
): Generator<string> {
  yield* formatJsonHead({ format: TREE_FORMAT, version: TREE_VERSION, toolVersion }, profile);
  yield '"roots": ';
  yield* formatNodes(roots);
  yield ',\n"beyond": ';
  yield* formatNodes(beyond);
  yield '\n}\n';
}

function* formatNodes(nodes: readonly CallTreeNode[]): Generator<string> {
  yield '[';
  for (const [index, { operations, children, ...node }] of nodes.entries()) {
    const rows = operations.map(({ key: { name, size }, executions, size: sizes }) => ({
      name,
      size,
      executions,
      sizes,
    }));
    const text = JSON.stringify({ ...node, operations: rows });
    yield `${index === 0 ? '' : ','}\n${text.slice(0, -1)},"children":`;
    yield* formatNodes(children);
    yield '}';
  }
  yield ']';
}
