/**
 * Runs `jouleline operations FILE`: it prints blocks and operations by line, as JSON described in
 * docs/reference/formats.md; no energy is modeled. Sits in `cli/`.
 */
import { at, withDefined } from '../../base/check';
import { UsageError } from '../../base/failure';
import {
  type FileOperations,
  type LocatedProblem,
  type MemberRecord,
  sitesOf,
} from '../../analysis/file-operations';
import { addTo } from '../../base/groups';
import { indexLines, type LineIndexOf } from '../../base/line-index';
import type { OperationSite } from '../../operations/catalogue/operation';
import { analyzeOneFile } from '../../tasks/report/analyze-files';
import { readLibraryOptions } from '../run-options';
import { analysisPlaces, type Terminal, type ParsedArguments, ExitCode } from '../terminal';

const OPERATIONS_FORMAT = 'jouleline-operations';
const OPERATIONS_VERSION = 1;

export async function runOperationsCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const [path, ...others] = given.positionals;
  if (path === undefined || others.length > 0) throw new UsageError('operations needs exactly one file');
  const { text, file } = await analyzeOneFile(path, readLibraryOptions(given), analysisPlaces(terminal));
  await terminal.output.write(formatOperations(path, text, file, terminal.installation.version));
  return ExitCode.ok;
}

/** One line of text for each line of code, as in the report. */
export function formatOperations(path: string, text: string, file: FileOperations, version: string): string {
  const index = indexLines(text);
  const problems = [
    ...file.problems.map((problem) => describeProblem(problem, index, 0)),
    ...file.members.flatMap(({ problems: own, bodyStart }) =>
      own.map((problem) => describeProblem(problem, index, bodyStart)),
    ),
  ];
  const head = {
    format: OPERATIONS_FORMAT,
    version: OPERATIONS_VERSION,
    generator: { name: 'jouleline', version },
    path,
    problems,
  };
  const members = file.members.map((member) => JSON.stringify(describeMember(member, index)));
  const lines = gatherLines(file, index).map((line) => JSON.stringify(line));
  const lists = `"members": [${inLines(members)}],\n"lines": [${inLines(lines)}]`;
  const fields = Object.entries(head).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `{\n${fields.join(',\n')},\n${lists}\n}\n`;
}

function inLines(items: readonly string[]): string {
  return items.length === 0 ? '' : `\n${items.join(',\n')}\n`;
}

function describeProblem(
  { severity, message, start }: LocatedProblem,
  index: LineIndexOf,
  base: number,
): object {
  return { severity, message, line: index.lineAt(base + start) + 1 };
}

function describeMember(
  { name, key, kind, nameStart, bodyStart, operations }: MemberRecord,
  index: LineIndexOf,
): object {
  const blocks = operations.blocks.map((block) => ({
    name: `${name}#${block.name}`,
    kind: block.kind,
    startLine: index.lineAt(bodyStart + block.start) + 1,
    endLine: index.lineAt(bodyStart + block.end) + 1,
  }));
  return { name, key, kind, line: index.lineAt(nameStart) + 1, blocks };
}

interface LineOperations {
  readonly line: number;
  readonly blocks: readonly string[];
  readonly operations: readonly { readonly block: string }[];
}

function gatherLines(file: FileOperations, index: LineIndexOf): readonly LineOperations[] {
  const lines = new Map<number, { readonly block: string }[]>();
  for (const member of file.members) {
    for (const site of sitesOf(member)) {
      addTo(lines, index.lineAt(member.bodyStart + site.offset) + 1, describeSite(member, site));
    }
  }
  return Array.from(lines, ([line, operations]) => {
    return { line, blocks: [...new Set(operations.map(({ block }) => block))], operations };
  }).sort((a, b) => a.line - b.line);
}

function describeSite(
  member: MemberRecord,
  { key, block, callee, amount }: OperationSite,
): { readonly block: string } {
  const { keys, blocks, callees } = member.operations;
  return {
    ...keys[key],
    block: `${member.name}#${at(blocks, block).name}`,
    ...(callee === undefined ? {} : { callee: callees[callee] }),
    ...withDefined({ amount }),
  };
}
