/** The instruction that a switch becomes, and the call that finds the case of a pattern. Sits in `operations/`. */
import { libraryKey, operationKey } from '../catalogue/catalogue';
import type { SourceWalk } from './source-walk';

export function numbered(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

export function recordSwitch(walk: SourceWalk, labels: readonly number[], offset: number): void {
  const family = isTable(labels) ? 'SwitchConsecutive' : 'SwitchNonConsecutive';
  walk.recorder.record(operationKey(family, ['int'], 'load'), offset);
}

/** javac's choice: space in words, and three times the comparisons. */
function isTable(labels: readonly number[]): boolean {
  if (labels.length === 0) return false;
  let lowest = Infinity;
  let highest = -Infinity;
  for (const label of labels) {
    lowest = Math.min(lowest, label);
    highest = Math.max(highest, label);
  }
  const tableCost = 4 + (highest - lowest + 1) + 3 * 3;
  const lookupCost = 3 + 2 * labels.length + 3 * labels.length;
  return tableCost <= lookupCost;
}

/** Keeps the case to begin with, and asks for the case of a value: one of so many labels, and -1 for null. */
export function recordTypeSwitch(
  walk: SourceWalk,
  { labels, hasNull }: { readonly labels: number; readonly hasNull: boolean },
  offset: number,
): void {
  const { recorder } = walk;
  recorder.record(operationKey('Declaration', ['int'], 'constant'), offset);
  const operands = ['Object', 'int'];
  recorder.record(libraryKey('java/lang/runtime/SwitchBootstraps', 'typeSwitch', operands, 'load'), offset);
  recordSwitch(walk, numbered(hasNull ? -1 : 0, hasNull ? labels + 1 : labels), offset);
}
