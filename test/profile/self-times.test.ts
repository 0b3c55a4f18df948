/** Self times against the definition: what of a tuple no tuple within it covers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSelfTimes } from '../../server/src/profile/trace/self-times';
import { listTuples, createTraceWriter } from '../../server/src/profile/trace/trace-file';

interface Call {
  readonly before: number;
  readonly after: number;
  readonly calls: readonly Call[];
}

// More than what is joined.
const length = fc.integer({ min: 2000, max: 9000 });
const callAt = fc.memo((depth): fc.Arbitrary<Call> =>
  fc.record({
    before: length,
    after: length,
    calls: depth <= 1 ? fc.constant([]) : fc.array(callAt(), { maxLength: 3 }),
  }),
);
const calls = callAt(4);

describe('self times', () => {
  it('of nested calls are what each ran itself', () => {
    fc.assert(
      fc.property(calls, (root) => {
        const expected: number[] = [];
        const seen: number[] = [];
        const push = createSelfTimes((_, subject, parts, self) => {
          seen[subject] = self;
          let sum = 0;
          for (let part = 0; part < parts.length; part += 2)
            sum += (parts[part + 1] ?? 0) - (parts[part] ?? 0);
          expect(sum).toBe(self);
        });
        let now = 0;
        const run = ({ before, after, calls: inner }: Call): void => {
          const enter = now;
          now += before;
          for (const each of inner) {
            run(each);
            now += 2000;
          }
          now += after;
          const subject = expected.length;
          expected.push(before + after + 2000 * inner.length);
          push(0, subject, enter, now);
        };
        run(root);
        expect(seen).toEqual(expected);
      }),
    );
  });

  it('of clocks that disagree count no moment twice', () => {
    const parts: (readonly number[])[] = [];
    const push = createSelfTimes((_, __, own) => parts.push([...own]));
    push(0, 1, 1_500_000, 2_700_000);
    // The coarse clock: it began after that, and ended before it.
    push(0, 2, 2_000_000, 2_600_000);
    push(0, 4, 1_000_000, 4_000_000);
    expect(parts).toEqual([
      [1_500_000, 2_700_000],
      [2_000_000, 2_000_000],
      [2_700_000, 4_000_000, 1_000_000, 1_500_000],
    ]);
  });
});

describe('a written trace', () => {
  it('reads as it was given', () => {
    const time = fc.integer({ min: 0, max: 2 ** 45 });
    const tuple = fc.tuple(fc.integer({ min: 0, max: 2 ** 32 }), time, time);
    fc.assert(
      fc.property(fc.array(tuple, { maxLength: 50 }), (given) => {
        const pieces: Uint8Array[] = [];
        const writer = createTraceWriter(7, (piece) => pieces.push(piece));
        for (const [subject, enter, length] of given) writer.add(subject, enter, enter + length);
        writer.flush();
        const read = listTuples(Buffer.concat(pieces));
        expect(
          read.map(({ number, kind, enter, exit, thread }) => [
            thread,
            2 * number + (kind === 'call' ? 1 : 0),
            enter,
            exit - enter,
          ]),
        ).toEqual(given.map(([subject, enter, length]) => [7, subject, enter, length]));
      }),
    );
  });
});
