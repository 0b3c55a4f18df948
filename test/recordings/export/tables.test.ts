/** A placed recording is the same after CSV and JSON: its total, what libraries took, their names and its basis. */
import { describe, expect, it } from 'vitest';
import { ContextTreeBuilder, ROOT } from '../../../server/src/base/context-tree';
import type { Measure } from '../../../server/src/base/measure';
import { formatRecordingCsv } from '../../../server/src/cli/format/recording-csv';
import { formatImport, readImport } from '../../../server/src/recordings/document/import-document';
import { createRecordingPlacer } from '../../../server/src/recordings/import/import-profile';
import type {
  Frame,
  ImportedRecording,
  LineTrust,
} from '../../../server/src/recordings/model/imported-profile';
import { type PlacedRecording, placeValues } from '../../../server/src/recordings/place/placed-values';
import { importText } from '../import/import-file';

const path = 'app/B.java';
const text = 'package app;\nclass B {\n  void m() {\n    one();\n    two();\n  }\n}\n';
const place = createRecordingPlacer([{ path, text }], true);

const lineOf = (line: number): Frame => ({
  ...{ kind: 'java', name: 'app.B.m', class: 'app/B', method: 'm', descriptor: '()V' },
  ...{ file: path, line },
});
const add: Frame = { kind: 'java', name: 'java.util.List.add', class: 'java/util/List', method: 'add' };
const overload: Frame = { ...add, descriptor: '(ILjava/lang/Object;)V' };
const others = (['native', 'kernel', 'runtime'] as const).map((kind): Frame => ({ kind, name: `a ${kind}` }));

/** Stacks, the outermost frame first, with their value of each measure. */
function recordingOf(
  measures: readonly Omit<Measure, 'total'>[],
  stacks: readonly (readonly [frames: readonly Frame[], values: readonly number[]])[],
  lineTrust: LineTrust = 'exact',
): PlacedRecording {
  const tree = new ContextTreeBuilder();
  const frames: Frame[] = [];
  const numberOf = (frame: Frame): number =>
    frames.includes(frame) ? frames.indexOf(frame) : frames.push(frame) - 1;
  const totals = measures.map(() => 0);
  for (const [stack, values] of stacks) {
    const context = stack.reduce((at, frame) => tree.child(at, numberOf(frame)), ROOT);
    values.forEach((value, measure) => {
      tree.add(context, measure, value, (value / 4) ** 2);
      totals[measure] = (totals[measure] ?? 0) + value;
    });
  }
  const recording: ImportedRecording = {
    source: { format: 'test', name: 't' },
    measures: measures.map((measure, index) => ({ ...measure, total: totals[index] ?? NaN })),
    frames,
    tree: tree.build(measures.length),
    lineTrust,
    problems: [],
  };
  return place(recording);
}

const throughCsv = (placed: PlacedRecording): PlacedRecording =>
  place(importText([...formatRecordingCsv(placed)].join(''), { name: 't' }));

const energy = { name: 'energy', unit: 'joules', provenance: 'modeled', isProxy: true } as const;
const samples = { name: 'samples', unit: 'samples', provenance: 'measured' } as const;

const [four, five] = [lineOf(4), lineOf(5)];
const placed = recordingOf(
  [energy, samples],
  [
    [[four], [0.1, 3]],
    [
      [four, add],
      [0.7, 0],
    ],
    [
      [four, overload],
      [0.3, 1],
    ],
    ...others.map(
      (other, index) =>
        [
          [five, add, other],
          [index / 3 + 0.01, 7],
        ] as const,
    ),
    [[five], [1e-9, 0]],
    [[add], [0.05, 2]],
    [[{ kind: 'runtime', name: '[runtime: collections]' }], [0.2, 0]],
  ],
);

describe('after CSV, a recording has the same', () => {
  const again = throughCsv(placed);

  it('totals, and parts of them on lines, in libraries and elsewhere', () => {
    const [before, after] = [placeValues(placed), placeValues(again)];
    expect(after.accounts).toHaveLength(2);
    for (const [index, account] of before.accounts.entries()) {
      const read = after.accounts[index];
      for (const [is, was] of [
        [read?.total, account.total],
        [read?.placed, account.placed],
        [read?.called, account.called],
        [read?.unplaced.library, account.unplaced.library],
        [read?.unplaced.runtime, account.unplaced.runtime],
      ])
        expect(Math.abs((is ?? NaN) - (was ?? NaN))).toBeLessThanOrEqual(1e-9 * account.total);
      expect(account.called).toBeGreaterThan(0);
    }
  });

  it('names and kinds of what lines call, with intervals', () => {
    const callees = (of: PlacedRecording) =>
      placeValues(of).places.map(({ placement, callees: called, variances }) => [
        placement.kind === 'line' && placement.line,
        called.map(({ frame: { kind, name, class: owner, method, descriptor }, reason, values }) => [
          ...[kind, name, owner, method, descriptor, reason],
          ...values.map((value) => value.toPrecision(9)),
        ]),
        variances.map((variance) => variance?.toPrecision(9)),
      ]);
    expect(callees(again)).toEqual(callees(placed));
    const names = placeValues(again).places[1]?.callees.map(({ frame }) => frame.name);
    expect(names).toEqual(['a native', 'a kernel', 'a runtime']);
  });

  it('basis, provenance and trust in lines', () => {
    expect(again.recording.measures.map((measure) => ({ ...measure, total: 0 }))).toEqual([
      { ...energy, total: 0 },
      { ...samples, total: 0 },
    ]);
    for (const trust of ['exact', 'biased', 'none'] as const) {
      const of = recordingOf([energy], [[[four], [1]]], trust);
      expect(throughCsv(of).recording.lineTrust).toBe(trust);
    }
  });

  it('text, however often', () => {
    const csv = [...formatRecordingCsv(placed)].join('');
    expect([...formatRecordingCsv(again)].join('')).toBe(csv);
  });
});

it('a line has what is below each of its calls by the name of that call', () => {
  const stacks = others.map(
    (other) =>
      [
        [five, add, other],
        [1, 2],
      ] as const,
  );
  const [at] = placeValues(
    recordingOf(
      [energy, samples],
      [
        ...stacks,
        [
          [five, overload],
          [4, 0],
        ],
      ],
    ),
  ).places;
  expect(at?.calls).toEqual(new Map([['java.util.List.add', [7, 6]]]));
  expect(at?.callees.map(({ frame }) => frame.name)).toEqual([
    'a native',
    'a kernel',
    'a runtime',
    'java.util.List.add',
  ]);
});

describe('a table of lines and of single calls', () => {
  const entries = [
    { file: path, line: 4, energy: 10 },
    { class: 'app.B', method: 'm', line: 4, api: 'java.util.List.add', energy: 6 },
    { file: path, line: 5, energy: 4 },
  ];
  const table = place(
    importText(JSON.stringify({ format: 'jouleline-energy', version: 1, unit: 'J', entries })),
  );

  it.each(['together', 'apart'])('has its calls after CSV, %s', (how) => {
    const isLibraryApart = how === 'apart';
    const of = { ...table, isLibraryApart };
    const again = { ...throughCsv(of), isLibraryApart };
    expect(again.recording.problems).toEqual([]);
    const [read] = placeValues(again).accounts;
    expect([read?.total, read?.placed, isLibraryApart ? read?.unplaced.library : read?.called]).toEqual([
      14, 8, 6,
    ]);
    expect([...formatRecordingCsv(of)].join('')).toContain('java.util.List.add');
  });
});

it('components of a line with calls are no more than the line, and nothing is made of them', () => {
  const component = (name: string) =>
    ({ name: 'energy', unit: 'joules', provenance: 'measured', component: name }) as const;
  const of = recordingOf(
    [{ name: 'energy', unit: 'joules', provenance: 'measured' }, component('CPU'), component('network')],
    [
      [[four], [3, 6, 0]],
      [
        [four, add],
        [6, 0, 3],
      ],
    ],
  );
  const { measures, problems } = throughCsv(of).recording;
  expect(problems).toEqual([]);
  expect(measures.map(({ component: name, total }) => [name, total])).toEqual([
    [undefined, 9],
    ['CPU', 6],
    ['network', 3],
  ]);
});

it('after JSON, a recording is the very same', () => {
  const read = readImport([...formatImport([placed], 'test')].join(''));
  expect(read.ok && read.value.recordings).toEqual([placed]);
});
