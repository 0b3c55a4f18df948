/**
 * A recording as the CSV that `jouleline import` reads (docs/guide/importing.md): a row for each frame and measure with
 * what it took itself and, unless that stands apart, one for each library method with what that took for it.
 *
 * Sits in `cli/`. Who called a line has no place in a table. Values have all their digits: what is read again is the
 * same.
 */
import type { Measure } from '../../base/measure';
import { spellFrame } from '../../recordings/import/recording-note';
import { PROXY_BASIS } from '../../recordings/import/energy-schema';
import { readFrameName } from '../../recordings/import/frame-names';
import type { Frame, LineTrust } from '../../recordings/model/imported-profile';
import { framesWithCalled, type PlacedRecording } from '../../recordings/place/placed-values';
import { at, withDefined } from '../../base/check';
import { csvRow } from '../../base/delimited';
import { basisOfDivision, type Division } from '../../lines/file-evidence';
import type { Placement } from '../../recordings/place/place-frame';

interface FrameRow {
  readonly frame: Frame;
  /** The library code that took it for the frame; absent for the frame itself. */
  readonly callee?: Frame;
  readonly measure: Measure;
  readonly value: number;
  readonly deviation: number | undefined;
  readonly lineTrust: LineTrust;
  readonly placement: Placement | undefined;
  /** True if what the frame calls has rows of its own. */
  readonly hasCallees: boolean;
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
  ['api', ({ callee }) => callee && spellFrame(callee)],
  ['api_kind', ({ callee }) => callee && kindUnlessTold(callee)],
  ['lines', ({ frame, lineTrust }) => (frame.line === undefined ? undefined : lineTrust)],
  ['basis', ({ measure }) => (measure.isProxy === true ? PROXY_BASIS : undefined)],
];

/** The kind of a frame whose name alone says another. */
function kindUnlessTold(callee: Frame): Frame['kind'] | undefined {
  return readFrameName(spellFrame(callee)).kind === callee.kind ? undefined : callee.kind;
}

/** With a division, a row has the parts of its value, which add up to it; without modeled operations it has none. */
export function* formatRecordingCsv(placed: PlacedRecording, division?: Division): Generator<string> {
  const ofDivision = division === undefined ? [] : ['operations', 'operations_basis'];
  yield csvRow([...columns.map(([name]) => name), ...ofDivision]);
  for (const row of rowsOf(placed)) {
    const cells = columns.map(([, read]) => read(row) ?? '');
    yield csvRow(division === undefined ? cells : [...cells, ...divide(row, division)]);
  }
}

function divide(
  { placement, value, callee, measure, hasCallees }: FrameRow,
  division: Division,
): readonly string[] {
  if (callee !== undefined || placement === undefined || placement.kind === 'unplaced') return ['', ''];
  const { parts, unmodeled } = division.divide({ placement, amount: { mean: value } }, { isOwn: hasCallees });
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

/** The values and deviations of one row, by measure. */
interface RowSums {
  readonly values: number[];
  readonly deviations: number[];
}

/** Frames in the order of the recording, each with its measures, and what it calls after it. */
function* rowsOf(placed: PlacedRecording): Generator<FrameRow> {
  const { placements, recording } = placed;
  const { measures, frames, tree, lineTrust } = recording;
  const owners = framesWithCalled(placed);
  /** Each frame's rows by what it calls; -1 for itself. */
  const rows = Array.from({ length: frames.length + 1 }, () => new Map<number, RowSums>());
  for (let context = 0; context < tree.parents.length; context++) {
    const owner = context === 0 ? frames.length : at(owners, context);
    const frame = at(tree.frames, context);
    const callee = context === 0 || frame === owner ? -1 : frame;
    const own = at(rows, owner);
    const sums = own.get(callee) ?? { values: measures.map(() => 0), deviations: measures.map(() => 0) };
    own.set(callee, sums);
    for (const measure of measures.keys()) {
      sums.values[measure] = at(sums.values, measure) + at(at(tree.values, measure), context);
      const variance = tree.variances[measure]?.[context] ?? 0;
      sums.deviations[measure] = at(sums.deviations, measure) + Math.sqrt(variance);
    }
  }
  for (const [index, frame] of [...frames, NO_STACK].entries()) {
    const own = [...at(rows, index)].sort(([one], [other]) => one - other);
    for (const [callee, { values, deviations }] of own) {
      for (const [number, measure] of measures.entries()) {
        const [value, deviation] = [at(values, number), at(deviations, number)];
        const hasCallees = own.some(([other, sums]) => other >= 0 && at(sums.values, number) > 0);
        const row = { frame, measure, value, lineTrust, placement: placements[index], hasCallees };
        const of = withDefined({ callee: callee < 0 ? undefined : at(frames, callee) });
        if (value > 0) yield { ...row, ...of, deviation: deviation > 0 ? deviation : undefined };
      }
    }
  }
}

/** The frame that stands for values outside all frames. */
const NO_STACK: Frame = { kind: 'native', name: '[no stack]' };

function numeral(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
