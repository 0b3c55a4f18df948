/** Blocks of methods of two profiles: which is which, what each took in a run, in a call and each time, and how sure that is. */
import { hashLines } from '../../server/src/base/line-hashes';
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { describe, expect, test } from 'vitest';
import { meanOf } from '../../server/src/cost/pricing/price-member';
import type { BlockDelta } from '../../server/src/compare/deltas/compare-blocks';
import type { MethodDelta } from '../../server/src/compare/deltas/compare-methods';
import { compareProfiles } from '../../server/src/compare/deltas/compare-profiles';
import { formatComparisonJson } from '../../server/src/compare/pages/comparison-json';
import { formatComparisonText } from '../../server/src/compare/pages/comparison-text';
import { describeComparison, describeWords } from '../../server/src/compare/pages/comparison-page';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { decodeComparison, encodeComparison, Flag } from '../../server/src/pages/comparison-file';
import { bundledModel, operation } from '../cost/bundled-model';
import { profileOfEnergies } from './noisy-profiles';

const model = bundledModel();
const names = ['Addition_int_int', 'Multi_int_int', 'Subtraction_int_int'] as const;
/** The last is not modeled. */
const keys = [...names.map((name) => operation(name)), operation('demo.Other.call')];
const prices = keys.map((key) => {
  const price = model.price(key);
  return price === undefined ? NaN : meanOf(price, model);
});
const [addition = NaN, multiplication = NaN, subtraction = NaN] = prices;

/** Operations of one execution by index of the key; other executions where something was thrown. */
interface Block {
  readonly line: number;
  readonly executions: number;
  readonly work: readonly (readonly [key: number, count: number, executions?: number])[];
  readonly role?: string;
}

interface Given {
  readonly calls?: number;
  readonly name?: string;
  /** The text of the whole program, with one line for each line of code. */
  readonly text?: string;
  readonly hasCode?: boolean;
  /** The energies of the measured runs, in joules. */
  readonly energies?: readonly number[];
}

function profileOf(blocks: readonly Block[], given: Given = {}): ProfileDocument {
  const { calls = 10, name = 'run', text, hasCode = true, energies } = given;
  const operations = new Map<string, [number, number, number]>();
  const code = blocks.flatMap(({ line, executions, work }, index) =>
    work.map(([key, count, others]) => {
      const row = operations.get(`${key} ${line}`) ?? [key, line, 0];
      row[2] += others ?? count * executions;
      operations.set(`${key} ${line}`, row);
      return [index, key, line, count, ...(others === undefined ? [] : [others])];
    }),
  );
  const method = {
    ...{ name, descriptor: '()V', calls, instructions: [], invocations: [] },
    lines: blocks.map(({ line, executions }) => [line, executions]),
    blocks: blocks.map(({ line, executions, role }, index) => [
      4 * index,
      4 * index + 3,
      line,
      executions,
      ...(role === undefined ? [] : [role]),
    ]),
    operations: [...operations.values()],
    ...(hasCode ? { code } : {}),
  };
  const classes = [
    { name: 'demo/Work', source: 'Work.java', supertypes: [], hash: 0, lines: [], methods: [method] },
  ];
  const measured = energies === undefined ? {} : profileOfEnergies([1], energies, [0, 0, 0], false);
  return {
    ...measured,
    tree: undefined,
    ...{
      program: { exitCode: 0, virtualMachines: [] },
      counting: { isExact: true },
      keys,
      callees: [],
      classes,
    },
    ...(text === undefined ? {} : { sources: [{ path: 'demo/Work.java', lines: hashLines(text) }] }),
  } as unknown as ProfileDocument;
}

function compare(a: ProfileDocument, b: ProfileDocument): ReturnType<typeof compareProfiles> {
  const options = { alpha: 0, isApplication: applicationClasses([]) };
  return compareProfiles({ name: 'a', profile: a }, { name: 'b', profile: b }, model, options);
}

function blocksOf(a: ProfileDocument, b: ProfileDocument): readonly BlockDelta[] {
  return compare(a, b).methods[0]?.blocks ?? [];
}

const begin: Block = { line: 3, executions: 10, work: [[2, 1]] };
const body: Block = {
  line: 4,
  executions: 100,
  work: [
    [0, 2],
    [1, 1],
  ],
  role: 'loop-body',
};
const end: Block = {
  line: 6,
  executions: 10,
  work: [
    [1, 1],
    [2, 1],
  ],
};

function sumOf(method: MethodDelta | undefined, side: 'energyA' | 'energyB'): number {
  return method?.blocks.reduce((sum, block) => sum + block[side], 0) ?? NaN;
}

describe('blocks', () => {
  test('have executions and energies of a run, of a call and of one execution', () => {
    const more = { ...body, executions: 160 };
    const blocks = blocksOf(profileOf([begin, body, end]), profileOf([begin, more, end], { calls: 20 }));
    expect(blocks.map(({ countsDiffer }) => countsDiffer)).toEqual([false, true, false]);
    const [, changed] = blocks;
    const each = 2 * addition + multiplication;
    expect(changed).toMatchObject({
      ...{ lineA: 4, lineB: 4, lastA: 4, lastB: 4, roleA: 'loop-body', roleB: 'loop-body', block: 1 },
      ...{ executionsA: 100, executionsB: 160, perCallA: 10, perCallB: 8, isMoved: false },
    });
    expect(changed?.eachA).toBeCloseTo(each, 15);
    expect(changed?.delta).toBeCloseTo(60 * each, 15);
    expect(changed?.energyPerCallA).toBeCloseTo(10 * each, 15);
    expect(changed?.energyPerCallB).toBeCloseTo(8 * each, 15);
  });

  test('add up to their method, also where operations did not run as often as their block', () => {
    // The addition threw in 30 of 100 executions: what follows it ran 70 times.
    const thrown: Block = {
      ...body,
      work: [
        [0, 2, 200],
        [1, 1, 70],
      ],
    };
    const [method] = compare(profileOf([begin, thrown, end]), profileOf([begin, body, end, begin])).methods;
    expect(sumOf(method, 'energyA')).toBeCloseTo(method?.energyA ?? NaN, 15);
    expect(sumOf(method, 'energyB')).toBeCloseTo(method?.energyB ?? NaN, 15);
    expect(method?.energyA).toBeCloseTo(200 * addition + 80 * multiplication + 20 * subtraction, 15);
    expect(method?.blocks.find(({ lineA }) => lineA === 4)?.energyA).toBeCloseTo(
      200 * addition + 70 * multiplication,
      15,
    );
  });

  test('that do other work in as many executions ran otherwise', () => {
    const withMore: Block = {
      ...body,
      work: [
        [0, 3],
        [1, 1],
      ],
    };
    const [, changed] = blocksOf(profileOf([begin, body, end]), profileOf([begin, withMore, end]));
    expect(changed).toMatchObject({ executionsA: 100, executionsB: 100, countsDiffer: true });
    expect(changed?.delta).toBeCloseTo(100 * addition, 15);
  });

  test('are found where they moved, by what they do or by their text, in a method that was renamed', () => {
    const lines = ['class Work {', ' void run() {', '  begin();', '  first();', '  second();', '  end();'];
    const call = (line: number, executions: number): Block => ({ line, executions, work: [[0, 1]] });
    const swapped = [...lines.slice(0, 3), lines[4], lines[3], lines[5]].join('\n');
    const [before, now] = [
      [begin, call(4, 70), call(5, 5), end],
      [begin, call(4, 5), call(5, 71), end],
    ];
    const withText = blocksOf(
      profileOf(before, { text: lines.join('\n') }),
      profileOf(now, { text: swapped, name: 'walk' }),
    );
    const first = withText.find(({ lineA }) => lineA === 4);
    expect(first).toMatchObject({ lineB: 5, executionsA: 70, executionsB: 71 });
    expect(withText.find(({ lineA }) => lineA === 5)).toMatchObject({ lineB: 4, countsDiffer: false });
    expect(withText.filter(({ isMoved }) => isMoved)).toHaveLength(1);
    // Without texts nothing says so.
    expect(
      blocksOf(profileOf(before), profileOf(now)).map(({ executionsA, executionsB }) => [
        executionsA,
        executionsB,
      ]),
    ).toContainEqual([70, 5]);
    const movedUp = blocksOf(
      profileOf([begin, end, body]),
      profileOf([body, begin, { ...end, executions: 9 }]),
    );
    expect(movedUp.find(({ isMoved }) => isMoved)).toMatchObject({ executionsA: 100, executionsB: 100 });
  });

  test('that only one side has are new or gone, with no lines there, and those that never ran are none', () => {
    const idle: Block = { line: 5, executions: 0, work: [[2, 4]], role: 'branch' };
    const blocks = blocksOf(profileOf([begin, body, idle]), profileOf([begin, idle, end]));
    expect(blocks.map(({ lineA, lineB, roleA, roleB }) => [lineA, lineB, roleA, roleB])).toEqual([
      [3, 3, 'sequence', 'sequence'],
      [4, 0, 'loop-body', undefined],
      [0, 6, undefined, 'sequence'],
    ]);
    const ran = blocksOf(profileOf([begin, idle]), profileOf([begin, { ...idle, executions: 8 }]));
    expect(ran[1]).toMatchObject({ lineA: 5, lineB: 5, executionsA: 0, executionsB: 8, roleA: 'branch' });
    expect(ran[1]).not.toHaveProperty('eachA');
  });

  test('of what is not modeled have executions, and no energy that would be read as nothing', () => {
    const calling: Block = { line: 3, executions: 10, work: [[3, 1]], role: 'sequence' };
    const [a, b] = [profileOf([calling]), profileOf([{ ...calling, executions: 30 }])];
    const [block] = blocksOf(a, b);
    expect(block).toMatchObject({ executionsA: 10, executionsB: 30, perCallB: 3, energyA: NaN, delta: NaN });
    expect(block).not.toHaveProperty('eachB');
    expect(block).not.toHaveProperty('energyPerCallB');
    expect(formatComparisonText(compare(a, b))).toMatch(/10 → 30 .*not modeled/);
    expect(formatComparisonJson(compare(a, b), '0')).not.toMatch(/"blocks": \[[^\]]*"energyA"/);
  });

  test('of methods that ran alike are none', () => {
    expect(blocksOf(profileOf([begin, body]), profileOf([begin, body]))).toEqual([]);
  });
});

test('the page of a comparison has those that changed below their method, and is read as it was written', () => {
  const comparison = compare(
    profileOf([begin, end, body], { name: 'run' }),
    profileOf([{ ...body, executions: 70 }, begin, { ...end, executions: 9 }, { ...begin, line: 9 }]),
  );
  const marks = { application: [], framework: [] };
  const details = { details: ['', ''], wantedAlpha: 0, words: describeWords(), version: '0' } as const;
  const page = describeComparison(comparison, { ...details, marks, isApplication: () => true });
  const read = decodeComparison(new Uint8Array(Buffer.concat(encodeComparison(page))).buffer);
  if (typeof read === 'string') throw new Error(read);
  expect([...read.methodBlocks]).toEqual([0, 3]);
  expect(read.blockRole).toEqual(['loop-body', 'sequence', 'sequence']);
  expect([...read.blockLineA]).toEqual([4, 6, 0]);
  expect([...read.blockLineB]).toEqual([4, 6, 9]);
  expect([...read.blockExecutionsB]).toEqual([70, 9, 10]);
  expect([...read.blockFlags]).toEqual([Flag.moved, 0, Flag.onlyB]);
  expect(read.blockEnergyA[0]).toBeCloseTo(100 * (2 * addition + multiplication), 15);
});

describe('of measured runs', () => {
  const steady = [2, 2.01, 1.99, 2, 2.02, 1.98, 2, 2.01, 1.99, 2];
  const many = (executions: number): readonly Block[] => [
    begin,
    { ...body, executions },
    ...Array.from({ length: 200 }, (_, index): Block => ({
      line: 10 + index,
      executions: 10,
      work: [
        [2, 1],
        [1, 2],
      ],
    })),
  ];

  test('a block that ran otherwise is significant with those that did, however many ran alike', () => {
    const [a, b] = [
      profileOf(many(100), { energies: steady }),
      profileOf(many(400), { energies: steady.map((each) => each * 1.05) }),
    ];
    const comparison = compare(a, b);
    const [method] = comparison.methods;
    const significant = method?.blocks.filter(({ isSignificant }) => isSignificant) ?? [];
    expect(significant.map(({ lineA }) => lineA)).toEqual([4]);
    expect(method?.blocks).toHaveLength(202);
    const [changed] = significant;
    expect(changed?.p).toBeLessThan(0.001);
    expect(changed?.low).toBeLessThan(changed?.delta ?? NaN);
    expect(changed?.high).toBeGreaterThan(changed?.delta ?? NaN);
    const text = formatComparisonText(comparison);
    expect(text).toMatch(
      /Blocks that ran differently\n.*\n {2}loop body +demo\.Work\.run +4 +100 → 400 +10 → 40 +.*\[/,
    );
    expect(text.split('Blocks that ran differently')[1]?.match(/demo\.Work\.run/g)).toHaveLength(1);
  });

  test('methods, operations and lines are judged as without blocks', () => {
    const noisy = [2, 2.4, 1.7, 2.1, 2.6, 1.5];
    const judge = (hasCode: boolean): unknown => {
      const { methods, totals } = compare(
        profileOf(many(100), { energies: noisy, hasCode }),
        profileOf(many(130), { energies: noisy.map((each) => each * 1.9), hasCode }),
      );
      return [totals, methods.map(({ blocks, ...rest }) => [rest, blocks.length > 0])];
    };
    expect(judge(true)).toEqual(judge(false));
  });
});

describe('of profiles that do not say what blocks hold', () => {
  const onLine = (...executions: readonly number[]): readonly Block[] =>
    executions.map((count) => ({ line: 4, executions: count, work: [[0, 1]] }));
  const compared = (a: readonly Block[], b: readonly Block[]): readonly BlockDelta[] =>
    blocksOf(profileOf(a, { hasCode: false }), profileOf(b));

  test('they are one by one the same where a line has as many on both sides, with executions alone', () => {
    const [only, ...others] = compared(onLine(1, 7), onLine(1, 5));
    expect(others).toEqual([]);
    expect(only).toMatchObject({ lineA: 4, lineB: 4, block: 2, executionsA: 7, executionsB: 5, delta: NaN });
  });

  test('they are told as one where it has more on one side', () => {
    expect(compared(onLine(8), onLine(1, 5))).toMatchObject([
      { lineA: 4, lineB: 4, block: 0, executionsA: 8, executionsB: 6 },
    ]);
  });

  test('text says that energies are not known, and JSON has none', () => {
    const comparison = compare(profileOf(onLine(1, 7), { hasCode: false }), profileOf(onLine(1, 5)));
    expect(formatComparisonText(comparison)).toMatch(/ 7 → 5 .*not known/);
    const { methods } = JSON.parse(formatComparisonJson(comparison, '1')) as {
      readonly methods: readonly { readonly blocks: readonly object[] }[];
    };
    expect(methods[0]?.blocks).toEqual([
      {
        lineA: 4,
        lineB: 4,
        lastA: 4,
        lastB: 4,
        block: 2,
        executionsA: 7,
        executionsB: 5,
        countsDiffer: true,
        isMoved: false,
        isSignificant: false,
      },
    ]);
  });
});
