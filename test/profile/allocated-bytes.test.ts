/** The bytes of lines by construction: what samplers read at a line that only computes is none of it. */
import { expect, it } from 'vitest';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import { allocatedBytesOf } from '../../server/src/profile/account/allocated-bytes';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { asInstructions } from '../../server/src/profile/document/instruction-rows';
import type { SampledCall } from '../../server/src/runs/sampled-work';
import { recordOf } from '../runs/measurement-records';

const at = (line: number): { readonly class: string; readonly method: string; readonly line: number } => ({
  class: 'app.Work',
  method: 'run',
  line,
});

/** Line 5 creates 3,000 arrays of 121 ints, line 6 as many bytes a third of the times; line 7 only adds. */
function profiled(read: number, within: readonly SampledCall[] = []): ProfileDocument {
  const counted = {
    ...{ name: 'run', descriptor: '()V', calls: 1, lines: [], blocks: [], invocations: [] },
    operations: [
      [0, 5, 3000, 363_000],
      [1, 6, 1000, 484_000],
      [2, 7, 1_000_000],
    ],
    instructions: [
      [188, 5, 3000],
      [188, 6, 1000],
      [96, 7, 1_000_000],
    ],
  };
  const run = { energy: 8, user: 4, system: 0 };
  return {
    keys: [
      operationKey('NewArray', ['int'], 'reference'),
      operationKey('NewArray', ['byte'], 'reference'),
      operationKey('Addition', ['int', 'int'], 'load'),
    ],
    callees: [],
    classes: [{ name: 'app/Work', supertypes: [], hash: 0, lines: [], methods: [counted] }],
    measurement: recordOf({
      ...{ runs: [run, run], baseline: [], isProxy: false },
      sampled: {
        ...{ counted: 4, uncounted: 0, unknown: 0, start: 0, samples: 400, largest: [], within },
        // The sampler saw all of it where the thread spends its time.
        effects: { bytes: read, waits: 0, lines: [{ ...at(7), bytes: read, waits: 0, samples: 400 }] },
      },
    }),
  } as unknown as ProfileDocument;
}

it('go 3 to 1 with what lines create, and a line that creates and calls nothing has none', () => {
  expect(allocatedBytesOf(profiled(2_000_000))).toEqual({
    all: 2_000_000,
    lines: [
      { ...at(5), bytes: 1_500_000, sampledBytes: 0, samples: 0 },
      { ...at(6), bytes: 500_000, sampledBytes: 0, samples: 0 },
    ],
  });
});

it('are shares of what lines create where the JVM created less', () => {
  expect(allocatedBytesOf(profiled(1_000_000)).all).toBe(2_000_000);
});

it('go with samples of called code beyond what lines create', () => {
  const call = (line: number, seconds: number): SampledCall => ({
    ...{ ...at(line), callee: 'java.util.ArrayList.add', seconds, samples: seconds * 100 },
  });
  const { all, lines } = allocatedBytesOf(profiled(2_400_000, [call(6, 1), call(8, 3)]));
  expect(all).toBe(2_400_000);
  expect(lines.slice(1)).toEqual([
    { ...at(6), bytes: 600_000, sampledBytes: 100_000, samples: 100 },
    { ...at(8), bytes: 300_000, sampledBytes: 300_000, samples: 300 },
  ]);
});

it('are not known where the JVM does not say how much it created', () => {
  expect(allocatedBytesOf(profiled(0))).toEqual({ all: 0, lines: [] });
});

it('have elements of instructions, too', () => {
  const [first] = allocatedBytesOf(asInstructions(profiled(2_000_000))).lines;
  expect(first).toMatchObject({ ...at(5), bytes: 1_500_000 });
});
