/**
 * `jouleline counts FILE`: the counts of a profile as JSON, described in
 * docs/formats.md. Sits in `cli/commands/`.
 */
import type { ProfileDocument } from '../../engine/count-program';
import { parseArguments, UsageError } from '../arguments';
import { ExitCode } from '../services';
import type { Services } from '../services';

export const COUNTS_FORMAT = 'jouleline-counts';
export const COUNTS_VERSION = 1;

export const countsHelp = `Usage: jouleline counts FILE

Prints how often methods, lines and blocks ran in a profile of 'jouleline profile', as JSON (docs/formats.md).
`;

export async function runCountsCommand(args: readonly string[], services: Services): Promise<ExitCode> {
  const given = parseArguments(args, { help: { type: 'boolean' } });
  if (given.isSet('help')) {
    await services.output.write(countsHelp);
    return ExitCode.ok;
  }
  const [path, ...others] = given.positionals;
  if (path === undefined || others.length > 0) throw new UsageError('counts needs exactly one profile');
  for (const chunk of formatCounts(services.loadProfile(path), services.version))
    await services.output.write(chunk);
  return ExitCode.ok;
}

/** One line of text for each method. */
export function* formatCounts(profile: ProfileDocument, version: string): Generator<string> {
  const { counting, coverage, classes } = profile;
  const head = {
    format: COUNTS_FORMAT,
    version: COUNTS_VERSION,
    generator: { name: 'jouleline', version },
    counting,
    coverage,
  };
  yield '{\n';
  for (const [name, value] of Object.entries(head))
    yield `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
  yield '"methods": [';
  let separator = '\n';
  for (const { name: owner, source, methods } of classes) {
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
