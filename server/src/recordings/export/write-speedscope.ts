/**
 * Writes a recording as speedscope's own file: a flame graph for each measure.
 *
 * Sits in `recordings/`. Specification: www.speedscope.app/file-format-schema.json, "sampled"
 * profiles. The format has no unit of energy, so energies are in microjoules, as the profile's name says.
 * It has no place for intervals.
 */
import { stackOf } from '../../base/context-tree';
import type { Measure, MeasureUnit } from '../../base/measure';
import { outside, withDefined } from '../../base/check';
import type { ImportedRecording } from '../model/imported-profile';
import { spellFrame, writeNote } from '../import/recording-note';

const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';

interface WrittenUnit {
  /** One of the units that speedscope knows. */
  readonly unit: 'none' | 'seconds' | 'bytes';
  readonly factor: number;
  readonly symbol: string;
}

const UNITS: Readonly<Record<MeasureUnit, WrittenUnit>> = {
  joules: { unit: 'none', factor: 1e6, symbol: ' (µJ)' },
  seconds: { unit: 'seconds', factor: 1, symbol: '' },
  samples: { unit: 'none', factor: 1, symbol: ' (samples)' },
  bytes: { unit: 'bytes', factor: 1, symbol: '' },
  share: { unit: 'none', factor: 1, symbol: ' (share)' },
};

export function* writeSpeedscope(recording: ImportedRecording, tool: string): Generator<string> {
  const { measures, frames, source } = recording;
  const energy = measures.findIndex(({ unit }) => unit === 'joules');
  const head = {
    $schema: SCHEMA,
    exporter: tool,
    name: source.name,
    activeProfileIndex: Math.max(0, energy),
    jouleline: writeNote(recording),
  };
  yield '{\n';
  for (const [name, value] of Object.entries(head))
    yield `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
  yield '"shared": {"frames": [';
  for (const [index, frame] of frames.entries()) {
    const { file, line } = frame;
    const row = {
      name: spellFrame(frame),
      ...withDefined({ file, line }),
    };
    yield `${index === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`;
  }
  yield '\n]},\n"profiles": [';
  for (const [index, measure] of measures.entries()) {
    yield index === 0 ? '\n' : ',\n';
    yield* writeProfile(recording, index, measure);
  }
  yield '\n]\n}\n';
}

function* writeProfile({ tree }: ImportedRecording, index: number, measure: Measure): Generator<string> {
  const { unit, factor, symbol } = UNITS[measure.unit];
  const values = tree.values[index] ?? new Float64Array(0);
  const contexts = Array.from(values.keys()).filter((context) => (values[context] ?? outside(context)) > 0);
  const head = { type: 'sampled', name: measure.name + symbol, unit, startValue: 0 };
  yield JSON.stringify(head).slice(0, -1);
  let sum = 0;
  const weights = contexts.map((context) => (values[context] ?? outside(context)) * factor);
  for (const weight of weights) sum += weight;
  yield `,"endValue":${sum},\n"samples": [`;
  for (const [at, context] of contexts.entries())
    yield `${at === 0 ? '\n' : ',\n'}[${stackOf(tree, context).reverse().join(',')}]`;
  yield '\n],\n"weights": [';
  for (const [at, weight] of weights.entries()) yield `${at === 0 ? '' : ','}${weight}`;
  yield ']}';
}
