/**
 * `jouleline merge A B…`: several profiles and imports as one, with the best
 * evidence for each method. Sits in `cli/commands/`.
 */
import { Failure, UsageError } from '../../base/failure';
import { suggestion } from '../../base/suggestion';
import { formatAmount } from '../../engine/amount-text';
import {
  EVIDENCE_KINDS,
  formatImport,
  mergeRecordings,
  type PlacedRecording,
  recordMerge,
} from '../../engine/import-profile';
import { findSameFile } from '../../host/same-file';
import { parseArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { expectWritable, writeFile } from '../files';
import { loadAllRecordings, recordingsOptions } from '../recording-options';
import type { Terminal } from '../terminal';

export const mergeHelp = `Usage: jouleline merge FILE FILE... --out FILE [options]

Puts imports and profiles together: side by side, and as one, with the best evidence for each method (docs/importing.md).
Repeated runs of one kind are averaged; lines are scaled to better totals of their method or program; components are
apart, and summed; devices are never put together.

  --out FILE         the merge: an import, which 'export' and 'check' read
  --order LIST       whose evidence goes before whose: ${EVIDENCE_KINDS.join(',')} (the default),
                     or names of recordings
  --model MODEL      prices of counted profiles, as for 'jouleline report'
  --source DIR       sources to lay all of it on: a folder or a file; may be repeated. Counted profiles need them
  --lines            believe lines of samples of JIT-compiled code, which are biased

Exit codes: 0 all done; 1 something could not be read or written, or evidence disagrees; 2 wrong usage.
`;

export async function runMergeCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const given = parseArguments(args, {
    out: { type: 'string' },
    order: { type: 'string' },
    ...recordingsOptions,
    help: { type: 'boolean' },
  });
  const { output, errors } = terminal;
  const { version } = terminal.installation;
  if (given.isSet('help')) {
    await output.write(mergeHelp);
    return ExitCode.ok;
  }
  const paths = given.positionals;
  if (paths.length === 0) throw new UsageError('merge needs files');
  const out = given.text('out');
  if (out === undefined || out === '') throw new UsageError('--out is needed: the file that gets the merge');
  if ((await findSameFile(out, paths)) !== undefined)
    throw new UsageError(`--out ${out} is one of the files to read`);
  await expectWritable(out);
  const recordings: PlacedRecording[] = [];
  let hasProblems = false;
  for (const path of paths) {
    const loaded = await loadAllRecordings(path, given, terminal);
    recordings.push(...loaded.recordings);
    hasProblems ||= loaded.problems.length > 0;
  }
  const order = readOrder(given.text('order'), recordings);
  const components = mergeRecordings(recordings, order);
  if (components.length === 0)
    throw new Failure('none of them has any energy: import them with --energy or --power');
  const merged = recordMerge(components);
  for (const { recording } of merged) {
    await output.write(`${recording.source.name}: ${recording.source.tool ?? ''}\n`);
    for (const { name, component, total, unit, provenance } of recording.measures)
      await output.write(`  ${component ?? name}: ${formatAmount(total, unit)}, ${provenance}\n`);
    for (const { message } of recording.problems) await errors.write(`jouleline: ${message}\n`);
    hasProblems ||= recording.problems.length > 0;
  }
  await writeFile(out, formatImport([...recordings, ...merged], version, order));
  return hasProblems ? ExitCode.incomplete : ExitCode.ok;
}

function readOrder(given: string | undefined, recordings: readonly PlacedRecording[]): readonly string[] {
  const order = (given ?? '').split(',').filter((name) => name !== '');
  const known = [...EVIDENCE_KINDS, ...recordings.map(({ recording }) => recording.source.name)];
  for (const name of order)
    if (!known.includes(name))
      throw new UsageError(
        `--order can't have "${name}"${suggestion(name, known)}\nIt is of: ${[...new Set(known)].join(', ')}`,
      );
  return order;
}
