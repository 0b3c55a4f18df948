/** The texts of `tree`, `trace` and `counts`: of a profile whose figures are known by how it is made. */
import { expect, test } from 'vitest';
import { formatCountsText, formatTraceText, formatTreeText } from '../../server/src/cli/format/profile-text';
import type { NamedTuple } from '../../server/src/profile/document/describe-trace';
import type { ContextRow, ProfileDocument } from '../../server/src/profile/document/profile-document';
import { profileOfEnergies } from '../compare/noisy-profiles';
import { bundledModel } from '../cost/bundled-model';
import { makeLargeProfiles } from '../support/large-profiles';

function withoutMeasurement(profile: ProfileDocument): ProfileDocument {
  const { measurement, ...rest } = profile;
  expect(measurement).toBeDefined();
  return rest;
}

/** A program of five methods, each of which runs one operation in each context: m0 calls m1 to m3, m1 calls m4 and itself. */
function smallProfile(): ProfileDocument {
  const { before } = makeLargeProfiles({ files: [5], contexts: 5 });
  const context = (
    parent: number,
    method: number,
    executions: number,
    back: ContextRow[7] = [],
  ): ContextRow => [parent, 0, method, 0, 10 + method, 2 * executions, [[0, executions]], back];
  const contexts = [
    context(-1, 0, 1),
    context(0, 1, 20, [[1, 0, 12, 7]]),
    context(0, 2, 30),
    context(0, 3, 9),
    context(1, 4, 40),
  ];

  return { ...withoutMeasurement(before), tree: { contexts, beyond: 5 } };
}

const rowsOf = (text: string, method: RegExp): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => method.test(line))
    .map((line) => line.trim().split(/ {2,}/));

test('contexts stand below their callers, the hottest first, with all that they call', () => {
  const profile = smallProfile();
  const { tree } = profile;
  if (tree === undefined) throw new Error('the profile has a tree');
  const text = [...formatTreeText(profile, tree, bundledModel(), 4)].join('');
  const rows = rowsOf(text, /Part0\./);
  // 100 executions in all: m1 has 20 and those of m4; each context was called twice for each of them.
  expect(rows.map(([share, , , calls]) => [share, calls])).toEqual([
    ['100.0 %', '2'],
    ['60.0 %', '40'],
    ['40.0 %', '80'],
    ['30.0 %', '60'],
  ]);
  expect(rows.map((row) => row.slice(4).join(' '))).toEqual([
    'big.Part0.m0',
    'big.Part0.m1 from Part0.java:11; calls back up 7 times',
    'big.Part0.m4 from Part0.java:14',
    'big.Part0.m2 from Part0.java:12',
  ]);
  const indents = text.split('\n').flatMap((line) => (line.includes('Part0.m') ? [line.indexOf('big')] : []));
  expect(indents.map((indent) => indent - (indents[0] ?? 0))).toEqual([0, 2, 4, 2]);
  expect(text).toMatch(/and 1 more context with .+ of their own \(9\.0 %\): --top N shows more, --json all/);
  expect(text).toContain('Raspberry Pi 5');
});

test('contexts have what their lines call of code that was not counted', () => {
  const profile = profileOfEnergies([5_000_000, 15_000_000], [2.5, 2.5], [0.5, 0.5], true);
  const { tree, measurement } = profile;
  if (tree === undefined || measurement === undefined) throw new Error('the profile has both');
  // Of 2 J, a jar takes 1.5 J, by 300 of 400 samples; all are below one line.
  const sampled = {
    ...{ counted: 1, uncounted: 3, unknown: 0, start: 0, samples: 400, largest: [] },
    called: [
      {
        ...{ class: 'app.Part1', method: 'work', line: 7, callee: 'jar.Other.burn' },
        ...{ seconds: 3, samples: 300 },
      },
    ],
  };
  const measured = { ...profile, measurement: { ...measurement, sampled } };
  const text = [...formatTreeText(measured, tree, bundledModel(), 4)].join('');
  expect(text).toContain('3 calling contexts, 2 J ');
  // The counted operations of the three methods share the other 0.5 J as 1 to 3.
  const rows = rowsOf(text, /\.work/);
  expect(rows.map(([, all, own]) => [all, own])).toEqual([
    ['1.88 J', '1.88 J'],
    ['125 mJ', '125 mJ'],
  ]);
});

test('a trace gives each method the time that no inner tuple has', () => {
  const profile = smallProfile();
  const tuple = (method: string, enter: number, exit: number, call?: string): NamedTuple => ({
    machine: 0,
    thread: 'main',
    class: 'app/Main',
    method,
    descriptor: '()V',
    enter: enter * 1e6,
    exit: exit * 1e6,
    ...(call === undefined ? { path: 0 } : { call, line: 3 }),
  });
  const machine = { tuples: 4, dropped: 2, resolution: 1e6, longestTick: 1e6, probe: 0, overhead: 0.01 };
  const traced: ProfileDocument = {
    ...profile,
    trace: { methods: [], calls: [], machines: [{ ...machine, threads: ['main'], data: '' }] },
  };
  // Inner tuples end first: main from 0 to 100 holds work (10 to 40, of it 15 to 36 asleep) and work (50 to 60).
  const tuples = [
    tuple('work', 15, 36, 'java/lang/Thread.sleep(J)V'),
    tuple('work', 10, 40),
    tuple('work', 50, 60),
    tuple('main', 0, 100),
  ];
  const text = [...formatTraceText(traced, tuples, 2)].join('');
  expect(text).toContain('4 paths and calls in 1 thread, 100 ms from the first to the last');
  expect(text).toContain('2 tuples had no room');
  expect(rowsOf(text, /app\.Main\.(main|work)(:|$)/)).toEqual([
    ['60 ms', '1', '100 ms', 'app.Main.main'],
    ['21 ms', '1', '21 ms', 'java.lang.Thread.sleep', 'from app.Main.work:3'],
  ]);
  expect(text).toContain('and 1 more with 19 ms of their own');
});

test('counts list what ran most, and say how much is left out', () => {
  const text = [...formatCountsText(smallProfile(), 2)].join('');
  expect(text).toContain('5 methods ran\n');
  expect(text).toContain('15 lines ran\n');
  // Method n of the first file ran 10 + n times, and its lines stand from 5n + 5 on.
  expect(rowsOf(text, /Part0\.java/)).toEqual([
    ['14', 'Part0.java:25', 'big.Part0.m4'],
    ['14', 'Part0.java:26', 'big.Part0.m4'],
  ]);
  expect(text).toContain('and 3 more methods, each of at most 12 calls: --top N shows more, --json all');
  expect(text).toContain('and 13 more lines, each of at most 14 executions');
});
