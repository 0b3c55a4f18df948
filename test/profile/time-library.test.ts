/** How the time of a trace divides, on tuples that are written down by hand. */
import { describe, expect, test } from 'vitest';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { timeLibrary } from '../../server/src/profile/trace/time-library';

const methods = [
  'java/security/MessageDigest.update([B)V',
  'java/util/List.forEach(Ljava/util/function/Consumer;)V',
  'java/lang/Thread.sleep(J)V',
  'java/util/Map$Entry.getKey()Ljava/lang/Object;',
];

/** Thread, path (negative) or call, begin and end. */
type Tuple = readonly [thread: number, number: number, enter: number, exit: number];

/** Seven bits a byte, the lowest first. */
function numberBytes(value: number): readonly number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...numberBytes(Math.floor(value / 128))];
}

function pieceOf([thread, number, enter, exit]: Tuple): readonly number[] {
  const id = number < 0 ? 2 * (-number - 1) : 2 * number + 1;
  // Each in a piece of its own, whose begin is counted from the start of the trace.
  const tuple = [...numberBytes(id), ...numberBytes(2 * enter), ...numberBytes(exit - enter)];
  return [0, 0, 0, thread, 0, 0, 0, tuple.length, ...tuple];
}

function profileOf(tuples: readonly Tuple[], overhead: number | null = 0.05): ProfileDocument {
  const machine = {
    tuples: tuples.length,
    dropped: 0,
    resolution: 1e6,
    longestTick: 1e6,
    probe: 1,
    overhead,
  };
  const data = Buffer.from(tuples.flatMap(pieceOf)).toString('base64');
  const profile: Partial<ProfileDocument> = {
    classes: [],
    trace: {
      methods: [],
      calls: methods.map((method) => [-1, -1, -1, 0, method]),
      machines: [{ ...machine, threads: ['main', 'other'], data }],
    },
  };
  return profile as ProfileDocument;
}

describe('the time of a traced run', () => {
  test('is that of calls without what they call back, and of paths without the calls in them', () => {
    const timed = timeLibrary(
      profileOf([
        [0, -1, 0, 1000],
        [0, 0, 100, 300],
        [0, 1, 400, 900],
        // The loop's body is the program's.
        [0, -2, 500, 800],
        [1, 3, 0, 500],
      ]),
    );
    expect(Object.fromEntries(timed?.shares ?? [])).toEqual({
      'java.security.MessageDigest.update': 200 / 1500,
      'java.util.List.forEach': 200 / 1500,
      'java.util.Map.Entry.getKey': 500 / 1500,
    });
    expect(timed?.overhead).toBe(0.05);
  });

  test('knows nothing of what waits, and says which methods do', () => {
    const timed = timeLibrary(
      profileOf(
        [
          [0, -1, 0, 2000],
          [0, 2, 0, 1000],
          [0, 0, 1000, 1500],
        ],
        null,
      ),
    );
    expect(timed).toEqual({
      shares: new Map([['java.security.MessageDigest.update', 0.5]]),
      waiting: ['java.lang.Thread.sleep'],
      overhead: undefined,
    });
  });

  test('is none where nothing was traced, or no call took time', () => {
    const { trace, ...untraced } = profileOf([]);
    expect(trace).toBeDefined();
    expect(timeLibrary(untraced)).toBeUndefined();
    expect(timeLibrary(profileOf([[0, -1, 0, 10]]))).toBeUndefined();
  });
});
