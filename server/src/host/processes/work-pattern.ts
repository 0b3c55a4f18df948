/**
 * Emits a pattern of load that an external meter will see.
 *
 * Sits in `host/`; the measuring helper does the work.
 */
import type { LoadPattern } from '../../power/find-pattern';
import type { Seconds } from '../../base/units';
import { askHelper } from './start-helper';

/** Undefined if the helper failed. */
export async function workPattern(
  chips: readonly number[],
  chip: Seconds,
  helperEntry: string,
  prefix: readonly string[],
): Promise<LoadPattern | undefined> {
  const worked = await askHelper(helperEntry, prefix, { kind: 'work', chips, chip }, 'worked');
  return worked === undefined ? undefined : { start: worked.start, chip, chips };
}
