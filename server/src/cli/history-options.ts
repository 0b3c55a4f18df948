/** Options of commands that lay recordings on sources as they were. Sits in `cli/`. */
import { UsageError } from '../base/failure';
import type { HistoryRequest } from '../tasks/import/earlier-sources';
import type { ParsedArguments } from './arguments';

export function readHistory(given: ParsedArguments): { readonly history?: HistoryRequest } {
  const revision = given.text('revision');
  if (revision !== undefined && given.isSet('no-history'))
    throw new UsageError('--revision and --no-history contradict each other');
  if (revision !== undefined && given.texts('source').length === 0)
    throw new UsageError('--revision belongs to --source');
  if (given.isSet('no-history')) return {};
  return { history: revision === undefined ? { kind: 'date' } : { kind: 'revision', revision } };
}
