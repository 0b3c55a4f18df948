/**
 * A recording as the CSV that `jouleline import` reads (docs/guide/importing.md): a
 * row for each frame and measure, with what it took itself and, unless that stands apart, what it called of libraries.
 *
 * Sits in `cli/`. Who called it has no place in a table. Values have all
 * their digits: what is read again is the same.
 */
import type { Measure } from '../../base/measure';
import type { Frame } from '../../recordings/model/imported-profile';
import { framesWithCalled, type PlacedRecording } from '../../recordings/place/placed-values';
import { at } from '../../base/check';
import { csvRow } from '../../base/delimited';
import { basisOfDivision, type Division } from '../../lines/file-evidence';
import type { Placement } from '../../recordings/place/place-frame';

interface FrameRow {
  readonly frame: Frame;
  readonly measure: Measure;
  readonly value: number;
  readonly deviation: number | undefined;
  /** The part of the value that library code took. */
  readonly called: number;
  readonly placement: Placement | undefined;
}

const UNITS: Readonly<Record<Measure['unit'], string>> = {
  joules: 'J',
  seconds: 's',
  samples: 'samples',
  bytes: 'bytes',
  share: 'share',
};

const columns: readonly (readonly [string, (row: FrameRow) => string | undefined])[] = [
  ['file', ({ frame }) => frame.file],
  ['line', ({ frame }) => numeral(frame.line)],
  ['class', ({ frame }) => frame.class],
  ['method', ({ frame }) => frame.method],
  ['descriptor', ({ frame }) => frame.descriptor],
  ['kind', ({ frame }) => frame.kind],
  ['name', ({ frame }) => frame.name],
  ['energy', ({ value }) => numeral(value)],
  ['unit', ({ measure }) => UNITS[measure.unit]],
  ['uncertainty', ({ deviation }) => numeral(deviation)],
  ['component', ({ measure }) => measure.component],
  ['device', ({ measure }) => measure.device],
  ['level', ({ measure }) => measure.level],
  ['measure', ({ measure }) => measure.name],
  ['provenance', ({ measure }) => measure.provenance],
];

/** With a division, a row has the parts of its value, which add up to it; without modeled operations it has none. */
export function* formatRecordingCsv(placed: PlacedRecording, division?: Division): Generator<string> {
  const ofDivision = division === undefined ? [] : ['operations', 'operations_basis'];
  yield csvRow([...columns.map(([name]) => name), ...ofDivision]);
  for (const row of rowsOf(placed)) {
    const cells = columns.map(([, read]) => read(row) ?? '');
    yield csvRow(division === undefined ? cells : [...cells, ...divide(row, division)]);
  }
}

function divide({ placement, value, called, measure }: FrameRow, division: Division): readonly string[] {
  if (placement === undefined || placement.kind === 'unplaced') return ['', ''];
  const { parts, unmodeled } = division.divide({ placement, amount: { mean: value, called } });
  if (parts.length === 0 && unmodeled.length === 0) return ['', ''];
  return [
    [
      ...parts.map(
        ({ name, mean }) => `${mean} ${name === '' ? '(of operations that are not modeled)' : name}`,
      ),
      ...unmodeled.map((name) => `${name} (not modeled)`),
    ].join('; '),
    basisOfDivision(measure),
  ];
}

/** Frames in the order of the recording, each with its measures. */
function* rowsOf(placed: PlacedRecording): Generator<FrameRow> {
  const { placements, recording } = placed;
  const { measures, frames, tree } = recording;
  const owners = framesWithCalled(placed);
  const values = measures.map(() => new Float64Array(frames.length + 1));
  const calls = measures.map(() => new Float64Array(frames.length + 1));
  const deviations = measures.map(() => new Float64Array(frames.length + 1));
  for (let context = 0; context < tree.parents.length; context++) {
    const frame = context === 0 ? frames.length : at(owners, context);
    for (const [measure, own] of values.entries()) {
      const value = tree.values[measure]?.[context] ?? 0;
      own[frame] = (own[frame] ?? 0) + value;
      const called = calls[measure];
      if (called !== undefined && context > 0 && frame !== tree.frames[context])
        called[frame] = (called[frame] ?? 0) + value;
      const spread = deviations[measure];
      if (spread !== undefined)
        spread[frame] = (spread[frame] ?? 0) + Math.sqrt(tree.variances[measure]?.[context] ?? 0);
    }
  }
  for (const [index, frame] of [...frames, NO_STACK].entries()) {
    for (const [number, measure] of measures.entries()) {
      const value = values[number]?.[index] ?? 0;
      const deviation = deviations[number]?.[index] ?? 0;
      const called = calls[number]?.[index] ?? 0;
      const row = { frame, measure, value, called, placement: placements[index] };
      if (value > 0) yield { ...row, deviation: deviation > 0 ? deviation : undefined };
    }
  }
}

/** The frame that stands for values outside all frames. */
const NO_STACK: Frame = { kind: 'native', name: '[no stack]' };

function numeral(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
