/** Commands that print parts of a profile as text or as JSON, which docs/reference/formats.md describes. Sits in `cli/`. */
import type { ProfileDocument, ContextRow, ProfiledTree } from '../../profile/document/profile-document';
import type { CostModel } from '../../cost/model/cost-model';
import { nonConstantCalls } from '../../profile/plan/library-calls';
import { type NamedTuple, readTuples } from '../../profile/document/describe-trace';
import type { FailedFile } from '../../lines/report';
import { joinSmall } from '../../host/files/write-file';
import { DEFAULT_ROWS, formatCountsText, formatTraceText, formatTreeText } from '../format/profile-text';
import { Failure, UsageError } from '../../base/failure';
import { ExitCode, readNumber, type Terminal, type ParsedArguments } from '../terminal';
import { at, withDefined } from '../../base/check';
import { listChildren } from '../../base/context-tree';
import { AVERAGE_DEVICE } from '../../cost/model/additive-model';
import { loadModel } from '../../tasks/load-model';
import { loadCounts } from '../../tasks/saved-profiles';
import { librariesOf } from '../run-options';

const TRACE_FORMAT = 'jouleline-trace';
const TRACE_VERSION = 1;

/** `jouleline trace FILE`: the tuples of a profile of times. */
export async function runTraceCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output } = terminal;
  if (given.isSet('timed-calls')) {
    await output.write(nonConstantCalls.map((pattern) => `${pattern}\n`).join(''));
    return ExitCode.ok;
  }
  const { path, profile } = await loadNamedProfile('trace', given);
  const tuples = readTuples(profile);
  if (!tuples.ok) throw new Failure(`${path} ${tuples.problem.message}`);
  const chunks = given.isSet('json')
    ? formatTrace(profile, tuples.value, terminal.installation.version)
    : formatTraceText(profile, tuples.value, readTop(given));
  for (const chunk of joinSmall(chunks)) await output.write(chunk);
  return ExitCode.ok;
}

/** One line of text for each tuple. */
function* formatTrace(
  profile: ProfileDocument,
  tuples: readonly NamedTuple[],
  toolVersion: string,
): Generator<string> {
  const own = { machines: profile.trace?.machines.map((machine) => ({ ...machine, data: undefined })) };
  yield* formatJsonHead({ format: TRACE_FORMAT, version: TRACE_VERSION, toolVersion, own }, profile);
  yield '"tuples": [';
  for (const [index, tuple] of tuples.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(tuple)}`;
  yield '\n]\n}\n';
}

const COUNTS_FORMAT = 'jouleline-counts';
const COUNTS_VERSION = 1;

/** `jouleline counts FILE`: the counts of a profile. */
export async function runCountsCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { profile } = await loadNamedProfile('counts', given);
  const chunks = given.isSet('json')
    ? formatCounts(profile, terminal.installation.version)
    : formatCountsText(profile, readTop(given));
  for (const chunk of joinSmall(chunks)) await terminal.output.write(chunk);
  return ExitCode.ok;
}

/** One line of text for each method. */
function* formatCounts(profile: ProfileDocument, toolVersion: string): Generator<string> {
  yield* formatJsonHead({ format: COUNTS_FORMAT, version: COUNTS_VERSION, toolVersion }, profile);
  yield '"methods": [';
  let separator = '\n';
  for (const { name: owner, source, methods } of profile.classes) {
    for (const { name, descriptor, calls, lines, blocks } of methods) {
      yield (
        separator +
        JSON.stringify({
          class: owner,
          name,
          descriptor,
          source,
          calls,
          lines: lines.map(([line, executions]) => ({ line, executions })),
          blocks: blocks.map(([start, end, line, executions]) => ({ start, end, line, executions })),
        })
      );
      separator = ',\n';
    }
  }
  yield '\n]\n}\n';
}

const TREE_FORMAT = 'jouleline-tree';
const TREE_VERSION = 1;

/** `jouleline tree FILE`: the calling context tree of a profile. */
export async function runTreeCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { path, profile } = await loadNamedProfile('tree', given);
  const { tree } = profile;
  if (tree === undefined)
    throw new Failure(`${path} has no calling context tree: it was not recorded with --record tree`);
  const chunks = given.isSet('json')
    ? formatTree(profile, tree, terminal.installation.version)
    : formatTreeText(profile, tree, await loadTreeModel(given, terminal), readTop(given));
  for (const chunk of joinSmall(chunks)) await terminal.output.write(chunk);
  return ExitCode.ok;
}

async function loadTreeModel(given: ParsedArguments, terminal: Terminal): Promise<CostModel> {
  const unusable: FailedFile[] = [];
  const { model, problems } = await loadModel(
    given.text('model'),
    terminal.installation.mediaFolder,
    unusable,
    AVERAGE_DEVICE,
    await librariesOf(given, terminal)(),
  );
  for (const problem of [...problems, ...unusable.map(({ path, message }) => `${path}: ${message}`)])
    await terminal.errors.write(`jouleline: ${problem}\n`);
  return model;
}

/** The number of rows of each list of the text. */
function readTop(given: ParsedArguments): number {
  return readNumber('--top', given.text('top'), { minimum: 1, whole: true }) ?? DEFAULT_ROWS;
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

interface ProfileAtPath {
  readonly path: string;
  readonly profile: ProfileDocument;
}

/** The one file that `command` is about. */
async function loadNamedProfile(command: string, given: ParsedArguments): Promise<ProfileAtPath> {
  const [path, ...others] = given.positionals;
  if (path === undefined || others.length > 0) throw new UsageError(`${command} needs exactly one profile`);
  return { path, profile: await loadCounts(path) };
}

interface JsonHead {
  readonly format: string;
  readonly version: number;
  /** The version of Jouleline. */
  readonly toolVersion: string;
  /** Values of its own, before those that it lists. */
  readonly own?: Readonly<Record<string, unknown>>;
}

/** One value a line, the brace open: the lists that the document is about follow. */
function* formatJsonHead(
  { format, version, toolVersion, own }: JsonHead,
  { counting, coverage }: ProfileDocument,
): Generator<string> {
  const generator = { name: 'jouleline', version: toolVersion };
  yield '{\n';
  for (const [name, value] of Object.entries({ format, version, generator, counting, coverage, ...own }))
    yield `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
}
