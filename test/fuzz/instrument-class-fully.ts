/**
 * Instruments a class file that may be anything: what can't be is left alone
 * and named, what is written is a class file again, and whoever reads the
 * counters finds as many.
 */
import { readCode } from '../../server/src/classfile/read/code';
import { readClass } from '../../server/src/classfile/read/read-class';
import { countersOf } from '../../server/src/profile/plan/count-plan';
import { deriveCounts } from '../../server/src/profile/read/counts';
import { instrumentClass, planMethod } from '../../server/src/profile/probes/instrument-class';
import { expectThat, outcomeOf } from './read-class-fully';

const PLACE = { number: 300, first: 32_700 };
const LARGEST = 2 * 1024 * 1024;

/** Throws whatever the code under test throws, and where its result is wrong. */
export function instrumentClassFully(bytes: Uint8Array): void {
  // As for what else writes: the old class and the new one are held at once.
  const read = bytes.length <= LARGEST ? readClass(bytes) : undefined;
  if (read?.ok !== true) return;
  const file = read.value;
  // One of the two is enough for a file: files are many.
  const done = outcomeOf(instrumentClass(file, PLACE, bytes.length % 2 === 0 ? 'shared' : 'per thread'));
  if (done === undefined) return;
  const { methods, untouched, next } = done;
  const withCode = file.methods.filter((method) => readCode(file, method) !== undefined).length;
  expectThat(methods.length + untouched.length === withCode, 'no method is left alone silently');
  const reasons = untouched.map(({ reason }) => reason);
  expectThat(!reasons.includes(''), 'what is left alone has a reason');
  const again = outcomeOf(readClass(done.bytes));
  expectThat(again?.methods.length === file.methods.length, 'an instrumented class can be read again');
  let free = PLACE.first;
  for (const { method, counters, first } of methods) {
    const planned = outcomeOf(planMethod(file, method) ?? { ok: false, problem: { message: 'no code' } });
    expectThat(
      planned !== undefined && countersOf(planned) === counters,
      'a plan that is made again has as many counters',
    );
    if (planned === undefined) continue;
    expectThat(first >= free, 'methods have counters of their own');
    free = first + counters;
    const { calls, instructions } = deriveCounts(planned, new Float64Array(counters));
    expectThat(calls === 0 && instructions.every((count) => count === 0), 'what never ran has no counts');
  }
  expectThat(next >= free, 'the next class has counters of its own');
}
