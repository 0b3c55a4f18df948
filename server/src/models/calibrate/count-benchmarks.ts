/**
 * The operations and instructions that each benchmark executed, from the
 * profile of a run that counted them.
 *
 * Sits in `models/`, joining `profile/` and `models/calibrate/`. The counts
 * hold the code that runs while a benchmark is measured: not its preparation,
 * nor the making of its object.
 */
import { MEASURED_METHOD, PREPARING_METHOD } from './benchmark';
import type { BenchmarkCounts, CountRow } from './journal';
import { at } from '../../base/check';
import { asInstructions } from '../../profile/document/instruction-rows';
import type { ProfileDocument, ProfiledClass, ProfiledMethod } from '../../profile/document/profile-document';

export function countBenchmarks(profile: ProfileDocument): BenchmarkCounts {
  const { keys, classes } = profile;
  const operations: Record<string, Map<number, [number, number | undefined]>> = {};
  const callbacks: Record<string, number> = {};
  for (const each of classes) {
    const name = benchmarkOf(each);
    const rows = (operations[name] ??= new Map());
    for (const method of each.methods) {
      if (!isMeasured(each, method)) continue;
      callbacks[name] = (callbacks[name] ?? 0) + callbacksOf(each, method);
      for (const [key, , count, size] of method.operations) {
        const [before, sizeBefore] = rows.get(key) ?? [0, undefined];
        rows.set(key, [before + count, size === undefined ? sizeBefore : (sizeBefore ?? 0) + size]);
      }
    }
  }
  return {
    keys,
    operations: Object.fromEntries(
      Object.entries(operations).map(([name, rows]) => [
        name,
        Array.from(rows, ([key, [count, size]]): CountRow =>
          size === undefined ? [key, count] : [key, count, size],
        ),
      ]),
    ),
    instructions: countInstructions(profile),
    callbacks: Object.fromEntries(Object.entries(callbacks).filter(([, count]) => count > 0)),
  };
}

/** Executions by benchmark, in the terms of eCalc's cost functions. */
function countInstructions(profile: ProfileDocument): BenchmarkCounts['instructions'] {
  const { keys, classes } = asInstructions(profile);
  const instructions: Record<string, Record<string, number>> = {};
  for (const each of classes) {
    const names = (instructions[benchmarkOf(each)] ??= {});
    for (const method of each.methods) {
      if (!isMeasured(each, method)) continue;
      for (const [key, , count] of method.operations) {
        const { family, name } = at(keys, key);
        const term = family === 'MethodInvocation' ? INVOCATION : name;
        names[term] = (names[term] ?? 0) + count;
      }
    }
  }
  return instructions;
}

/** The term for a call of the program's own methods, of whatever kind. */
export const INVOCATION = 'invocation';

/**
 * The entries of one method less the calls that its code makes. The sum over all methods of a benchmark is the
 * number of entries that no call of its own code made.
 */
function callbacksOf({ name }: ProfiledClass, { name: method, calls, invocations }: ProfiledMethod): number {
  const made = invocations.reduce((sum, [, , count]) => sum + count, 0);
  // The harness calls it.
  const isEntry = !name.includes('$') && method === MEASURED_METHOD;
  return (isEntry ? 0 : calls) - made;
}

/** `P017` of `jouleline/calibration/P017$Fields`. */
function benchmarkOf({ name }: ProfiledClass): string {
  return name.slice(name.lastIndexOf('/') + 1).split('$', 1)[0] ?? '';
}

function isMeasured({ name }: ProfiledClass, method: ProfiledMethod): boolean {
  if (method.name === '<clinit>') return false;
  const isNested = name.includes('$');
  return isNested || (method.name !== PREPARING_METHOD && method.name !== '<init>');
}
