/**
 * Equal texts and operation keys as one object each, however often they come:
 * a large module names the same thousand operations half a million times.
 *
 * Sits in `operations/`. Only saves memory and time; nothing depends on two
 * equal ones being the same.
 */
import type { OperationKey } from './operation';

/** More than the methods that a module of 3,000 files calls. After that all begins anew, so that no session grows without end. */
const MAX_KNOWN = 200_000;

const texts = new Map<string, string>();
const keys = new Map<string, OperationKey>();

export function internText(text: string): string {
  return intern(texts, text, text);
}

export function internKey(key: OperationKey): OperationKey {
  const { name, family, group, operands, size } = key;
  return intern(keys, `${name}\n${operands.join(' ')}\n${size}\n${family}\n${group}`, key);
}

function intern<T>(known: Map<string, T>, id: string, value: T): T {
  const first = known.get(id);
  if (first !== undefined) return first;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(id, value);
  return value;
}
