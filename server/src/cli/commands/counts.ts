/**
 * `jouleline counts FILE`: the counts of a profile as JSON, described in
 * docs/reference/formats.md. Sits in `cli/`.
 */
import type { ProfileDocument } from '../../profile/document/profile-document';
import type { ParsedArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { formatJsonHead, loadNamedProfile } from '../format/profile-json';
import type { Terminal } from '../terminal';

const COUNTS_FORMAT = 'jouleline-counts';
const COUNTS_VERSION = 1;

export async function runCountsCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { profile } = await loadNamedProfile('counts', given);
  for (const chunk of formatCounts(profile, terminal.installation.version))
    await terminal.output.write(chunk);
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
