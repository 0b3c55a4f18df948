/**
 * `jouleline merge A B…`: several profiles and imports as one, with the best
 * evidence for each method. Sits in `cli/`.
 */
import { resolve } from 'node:path';
import { hasLosses, MERGED_FORMAT } from '../../recordings/model/imported-profile';
import { at } from '../../base/check';
import { REACH_OF_90 } from '../../base/distributions';
import type { Measure } from '../../base/measure';
import { findCopies } from '../../recordings/merge/one-run';
import { recordMerge } from '../../recordings/merge/merged-recording';
import type { PlacedRecording } from '../../recordings/place/placed-values';
import { formatImport } from '../../recordings/document/import-document';
import { EVIDENCE_KINDS, mergeRecordings } from '../../recordings/merge/merge-recordings';
import { Failure, UsageError } from '../../base/failure';
import { formatAmount } from '../../words/amount-text';
import { ExitCode, type Terminal, type ParsedArguments } from '../terminal';
import { expectWritable, writeWholeFile, findSameFile } from '../../host/files/write-file';
import { loadAllRecordings } from '../recording-options';

export async function runMergeCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  const { version } = terminal.installation;
  const paths = given.positionals;
  if (paths.length === 0) throw new UsageError('merge needs files');
  const out = given.text('out');
  if (out === undefined || out === '') throw new UsageError('--out is needed: the file that gets the merge');
  if ((await findSameFile(out, paths)) !== undefined)
    throw new UsageError(`--out ${out} is one of the files to read`);
  await expectWritable(out);
  const [twice] = paths.filter((path, index) =>
    paths.slice(0, index).some((other) => resolve(other) === resolve(path)),
  );
  if (twice !== undefined) throw new UsageError(`${twice} is named twice: a run counts once`);
  const loaded: (PlacedRecording & { readonly path: string })[] = [];
  let hasProblems = false;
  for (const path of paths) {
    const { recordings: own, problems } = await loadAllRecordings(path, given, terminal);
    // A merge is made anew of what it was made of.
    const kept = own.filter(({ recording }) => recording.source.format !== MERGED_FORMAT);
    loaded.push(...(kept.length === 0 ? own : kept).map((each) => ({ ...each, path })));
    hasProblems ||= problems.length > 0;
  }
  const copies = findCopies(loaded);
  for (const [index, first] of copies.entries())
    if (first !== index) {
      const [one, other] = [at(loaded, index), at(loaded, first)];
      const message = `${one.path} holds the recording ${one.recording.source.name} of ${other.path} again: a run counts once`;
      await errors.write(`jouleline: ${message}\n`);
    }
  const recordings = loaded.filter((_, index) => copies[index] === index);
  if (recordings.length === 1)
    await errors.write(`jouleline: ${paths.join(', ')}: there is one recording, and the merge is the same\n`);
  const order = readOrder(given.text('order'), recordings);
  const components = mergeRecordings(recordings, order);
  if (components.length === 0)
    throw new Failure('none of these files has any energy: import them with --energy or --power');
  const merged = recordMerge(components);
  if (merged.length > 1)
    await errors.write(`jouleline: these are ${merged.length} devices: each is merged by itself\n`);
  for (const { recording } of merged) {
    await output.write(`${recording.source.name}: ${recording.source.tool ?? ''}\n`);
    for (const measure of recording.measures) await output.write(`  ${describeTotal(measure)}\n`);
    for (const { message } of recording.problems) await errors.write(`jouleline: ${message}\n`);
    hasProblems ||= hasLosses(recording);
  }
  await writeWholeFile(out, formatImport([...recordings, ...merged], version, order));
  return hasProblems ? ExitCode.incomplete : ExitCode.ok;
}

/** "energy: 3.1 J (3 J to 3.2 J), measured, divided among places: modeled" */
function describeTotal({ name, component, total, unit, provenance, told = { provenance } }: Measure): string {
  const amount = (value: number): string => formatAmount(value, unit);
  const reach = REACH_OF_90 * Math.sqrt(told.variance ?? 0);
  const range = reach > 0 ? ` (${amount(Math.max(0, total - reach))} to ${amount(total + reach)})` : '';
  const divided = told.provenance === provenance ? '' : `, divided among places: ${provenance}`;
  return `${component ?? name}: ${amount(total)}${range}, ${told.provenance}${divided}`;
}

function readOrder(given: string | undefined, recordings: readonly PlacedRecording[]): readonly string[] {
  const order = (given ?? '').split(',').filter((name) => name !== '');
  const known = [...EVIDENCE_KINDS, ...recordings.map(({ recording }) => recording.source.name)];
  for (const name of order)
    if (!known.includes(name))
      throw new UsageError(`--order can't have "${name}"`, {
        wayOut: `It is of: ${[...new Set(known)].join(', ')}`,
      });
  return order;
}
