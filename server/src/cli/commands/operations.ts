/**
 * `jouleline operations FILE`: blocks and operations by line, as JSON described
 * in docs/formats.md; nothing is priced. Sits in `cli/commands/`.
 */
import { delimiter } from 'node:path';
import type { FileOperations, MemberRecord } from '../../engine/file-operations';
import { indexLines } from '../../engine/line-index';
import type { LineIndexOf } from '../../engine/line-index';
import { parseArguments, UsageError } from '../arguments';
import { ExitCode } from '../services';
import type { Services } from '../services';

export const OPERATIONS_FORMAT = 'jouleline-operations';
export const OPERATIONS_VERSION = 1;

export const operationsHelp = `Usage: jouleline operations FILE [--class-path PATHS]

Prints the blocks and energy operations of a Java file, line by line, as JSON.
`;

export async function runOperationsCommand(args: readonly string[], services: Services): Promise<ExitCode> {
  const given = parseArguments(args, { 'class-path': { type: 'string' }, help: { type: 'boolean' } });
  if (given.isSet('help')) {
    await services.output.write(operationsHelp);
    return ExitCode.ok;
  }
  const [path, ...others] = given.positionals;
  if (path === undefined || others.length > 0) throw new UsageError('operations needs exactly one file');
  const classPath = given.texts('class-path').flatMap((paths) => paths.split(delimiter));
  const { text, file } = await services.readOperations(
    path,
    classPath.filter((entry) => entry !== ''),
  );
  await services.output.write(formatOperations(path, text, file, services.version));
  return ExitCode.ok;
}

export function formatOperations(path: string, text: string, file: FileOperations, version: string): string {
  const index = indexLines(text);
  const document = {
    format: OPERATIONS_FORMAT,
    version: OPERATIONS_VERSION,
    generator: { name: 'jouleline', version },
    path,
    problems: file.problems.map(({ severity, message, start }) => ({
      severity,
      message,
      line: index.lineAt(start) + 1,
    })),
    members: file.members.map((member) => describeMember(member, index)),
  };
  return JSON.stringify(document, undefined, 2) + '\n';
}

function describeMember(member: MemberRecord, index: LineIndexOf): object {
  const { operations, bodyStart } = member;
  const lineAt = (offset: number): number => index.lineAt(bodyStart + offset) + 1;
  const lines = new Map<number, object[]>();
  for (const site of operations.sites) {
    const key = operations.keys[site.key];
    if (key === undefined) continue; // can't be: keys are those of the sites
    const { name, family, group, operands, size } = key;
    const block = operations.blocks[site.block]?.name;
    const described = {
      name,
      family,
      group,
      operands,
      size,
      block,
      ...calleeOf(member, site.callee),
      ...amountOf(site.amount),
    };
    lines.set(lineAt(site.offset), [...(lines.get(lineAt(site.offset)) ?? []), described]);
  }
  return {
    name: member.name,
    key: member.key,
    kind: member.kind,
    line: index.lineAt(member.nameStart) + 1,
    blocks: operations.blocks.map(({ name, kind, start, end }) => ({
      name,
      kind,
      startLine: lineAt(start),
      endLine: lineAt(end),
    })),
    lines: Array.from(lines, ([line, found]) => ({ line, operations: found })).sort(
      (a, b) => a.line - b.line,
    ),
    problems: member.problems.map(({ severity, message, start }) => ({
      severity,
      message,
      line: lineAt(start),
    })),
  };
}

function calleeOf({ operations }: MemberRecord, callee: number | undefined): object {
  return callee === undefined ? {} : { callee: operations.callees[callee] };
}

function amountOf(amount: MemberRecord['operations']['sites'][number]['amount']): object {
  return amount === undefined ? {} : { amount };
}
