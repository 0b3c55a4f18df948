/** Two profiles on the lines of a text: what uses less energy or more, is new or gone, wherever the lines stand now. */
import type { ComparedProfile } from '../../server/src/compare/sides/compared-side';
import { hashLines } from '../../server/src/base/line-hashes';
import { describe, expect, test } from 'vitest';
import { compareLines } from '../../server/src/compare/deltas/compare-lines';
import {
  layOnTexts,
  type LineComparison,
  stepsOfChanges,
} from '../../server/src/compare/deltas/line-comparison';
import type { ComparedFile } from '../../server/src/compare/deltas/place-changes';
import type { FileOperations } from '../../server/src/analysis/file-operations';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { changeOfStep, countSteps } from '../../server/src/pages/changes';
import { bundledModel, operation } from '../cost/bundled-model';

const model = bundledModel();
const keys = ['Addition_int_int', 'Multi_int_int', 'Division_int_int'].map((name) => operation(name));

/** Which operation a line does, and how often it ran. */
type Lines = Readonly<Record<number, readonly [key: number, executions: number]>>;

const text = [
  'package demo;',
  'class Work {',
  '  int run(int n) {',
  '    int a = n + 1;',
  '    int b = n * 2;',
  '    int c = n / 3;',
  '    return a + b;',
  '  }',
  '}',
].join('\n');

function profileOf(lines: Lines, ran: string | undefined): ProfileDocument {
  const rows = Object.entries(lines).map(([line, [key, count]]) => [Number(line), key, count] as const);
  const method = {
    name: 'run',
    descriptor: '(I)I',
    calls: 1,
    lines: rows.map(([line, , count]) => [line, count]),
    blocks: [],
    operations: rows.map(([line, key, count]) => [key, line, count]),
    instructions: [],
    invocations: [],
  };
  const document = {
    program: { exitCode: 0, virtualMachines: [] },
    counting: { isExact: true },
    keys,
    callees: [],
    classes: [
      { name: 'demo/Work', source: 'Work.java', supertypes: [], hash: 0, lines: [], methods: [method] },
    ],
    ...(ran === undefined ? {} : { sources: [{ path: 'demo/Work.java', lines: hashLines(ran) }] }),
  };
  // What of a profile comparisons are made of.
  return document as unknown as ProfileDocument;
}

function compared(...[a, b]: readonly [ComparedProfile, ComparedProfile]): LineComparison {
  const differences = compareLines(a, b, model);
  return layOnTexts(differences, (place) => differences.sources.get(place));
}

function compare(
  [before, ranBefore]: readonly [Lines, string?],
  [after, ranAfter]: readonly [Lines, string?],
  now = text,
): ComparedFile | undefined {
  const a = { name: 'a', profile: profileOf(before, ranBefore) };
  const b = { name: 'b', profile: profileOf(after, ranAfter) };
  const file = { path: '/w/demo/Work.java', members: [{ key: 'demo/Work.run(I)I' }] };
  return compared(a, b).inText(file as unknown as FileOperations, now);
}

function changesOf(file: ComparedFile | undefined): Readonly<Record<number, string>> {
  return Object.fromEntries((file?.lines ?? []).map(({ line, change }) => [line + 1, change]));
}

const everything: Lines = { 4: [0, 10], 5: [1, 10], 6: [2, 10], 7: [0, 10] };

describe('lines of two profiles', () => {
  test('that ran alike are the same', () => {
    expect(changesOf(compare([everything, text], [everything, text]))).toEqual({
      4: 'same',
      5: 'same',
      6: 'same',
      7: 'same',
    });
  });

  test('use less or more energy by what they executed, with energies of both', () => {
    const file = compare([everything, text], [{ ...everything, 4: [0, 4], 5: [1, 30] }, text]);
    expect(changesOf(file)).toEqual({ 4: 'lessEnergy', 5: 'moreEnergy', 6: 'same', 7: 'same' });
    const line = file?.lines.find(({ line }) => line === 3);
    expect((line?.energyB ?? 0) / (line?.energyA ?? 1)).toBeCloseTo(0.4);
  });

  test('that one of both did not run are new or gone', () => {
    const { 6: division, ...without } = everything;
    expect(division).toBeDefined();
    expect(changesOf(compare([everything, text], [without, text]))[6]).toBe('gone');
    expect(changesOf(compare([without, text], [everything, text]))[6]).toBe('new');
  });

  test('are found where they stand in a text that was changed since', () => {
    const later = text.replace('class Work {', '// one\n// two\nclass Work {');
    const file = compare([everything, text], [{ ...everything, 5: [1, 30] }, text], later);
    expect(changesOf(file)).toEqual({ 6: 'same', 7: 'moreEnergy', 8: 'same', 9: 'same' });
  });

  test('are matched between two versions of a text by what they do', () => {
    const earlier = text.replace('    int a = n + 1;\n', '');
    const before: Lines = { 4: [1, 10], 5: [2, 10], 6: [0, 10] };
    const changes = changesOf(compare([before, earlier], [everything, text]));
    expect(changes).toMatchObject({ 4: 'new', 5: 'same', 6: 'same', 7: 'same' });
  });

  test('that the text has no more are between the lines where they stood, with what they took', () => {
    const earlier = text.replace('    return a + b;', '    int d = n / 5;\n    return a + b;');
    const before: Lines = { 4: [0, 10], 5: [1, 10], 6: [2, 10], 7: [2, 10], 8: [0, 10] };
    const file = compare([before, earlier], [everything, text]);
    expect(file?.gone.map(({ after, lines }) => [after, lines.length])).toEqual([[5, 1]]);
    const [line] = file?.gone[0]?.lines ?? [];
    expect(line).toMatchObject({ change: 'gone', lineA: 7, executionsA: 10, executionsB: 0, energyB: 0 });
    expect(line?.energyA).toBeGreaterThan(0);
    expect(file?.unplaced.lines).toBe(0);
  });

  test('of a method that is gone stand below the brace before it', () => {
    const earlier = text.replace('  }\n}', '  }\n  int old(int n) {\n    return n * 7;\n  }\n}');
    const before: Lines = { ...everything, 10: [1, 3] };
    const file = compare([before, earlier], [everything, text]);
    expect(file?.gone.map(({ after, lines }) => [after, lines[0]?.lineA])).toEqual([[7, 10]]);
  });

  test('that are gone move with edits around them, and edited ones are left out', () => {
    const earlier = text.replace('    return a + b;', '    int d = n / 5;\n    return a + b;');
    const before: Lines = { 4: [0, 10], 5: [1, 10], 6: [2, 10], 7: [2, 10], 8: [0, 10] };
    const later = text
      .replace('class Work {', '// one\nclass Work {')
      .replace('int b = n * 2', 'int b = n * 3');
    const file = compare([before, earlier], [everything, text], later);
    expect(file?.gone.map(({ after }) => after)).toEqual([6]);
    expect(file?.unplaced.lines).toBe(1);
    expect(Object.keys(changesOf(file)).map(Number)).toEqual([5, 7, 8]);
  });

  test('of profiles in which nothing ran are none', () => {
    expect(compare([{}, text], [{}, text])?.lines ?? []).toEqual([]);
    const nothing = { name: 'nothing', profile: profileOf({}, text) };
    expect(compareLines(nothing, nothing, model)).toMatchObject({
      amounts: [],
      totals: { energyA: 0, energyB: 0 },
    });
    expect(stepsOfChanges([], [], 'rank', 12)).toEqual([]);
  });

  test('have no place where neither profile kept its text', () => {
    expect(compare([everything], [everything])).toBeUndefined();
  });
});

test('steps tell the kind of a change, and a greater change is a greater step', () => {
  const a = { name: 'a', profile: profileOf(everything, text) };
  const b = { name: 'b', profile: profileOf({ 4: [0, 4], 5: [1, 30], 6: [2, 11] }, text) };
  const comparison = compared(a, b);
  const file = { path: 'Work.java', members: [{ key: 'demo/Work.run(I)I' }] } as unknown as FileOperations;
  const lines = comparison.inText(file, text)?.lines ?? [];
  const steps = stepsOfChanges(lines, comparison.amounts, 'rank', 12);
  expect(steps.map((step) => changeOfStep(step, countSteps(12)))).toEqual(lines.map(({ change }) => change));
  expect(lines.map(({ change }) => change)).toEqual(['lessEnergy', 'moreEnergy', 'moreEnergy', 'gone']);
  const [least, most] = [steps[2] ?? 0, steps[1] ?? 0];
  expect(most).toBeGreaterThan(least);
});
