/**
 * Writes a recording as pprof: profile.proto of github.com/google/pprof, which `go tool pprof`, Pyroscope,
 * Parca and speedscope read.
 *
 * Sits in `recordings/`; the bytes are not gzipped yet. Each measure is a type of sample in whole
 * units: energies in microjoules, or in finer units where those are too coarse. The format has no place for
 * intervals.
 */
import { stackOf } from '../../base/context-tree';
import { createNumbering } from '../../base/numbering';
import { at } from '../../base/check';
import type { ImportedRecording } from '../model/imported-profile';
import { spellFrame, writeNote } from '../import/recording-note';
import { parseCalendarTime } from '../../base/time-columns';
import { type ByteWriter, createByteWriter } from './protobuf-bytes';
import { chooseWholeUnits, roundInTurn } from './whole-amounts';
import type { PlacedRecording } from '../place/placed-values';

const PIECE = 64 * 1024;

/** `tool` is the name and version that the profile says made it. */
export function* writePprof(
  recording: ImportedRecording,
  tool: string,
  units = chooseWholeUnits(recording),
): Generator<Uint8Array> {
  const { measures, frames, tree, source } = recording;
  const strings = createNumbering<string>(String);
  // The first text is the empty one, as the format demands.
  strings.numberOf('');
  const out = createByteWriter();
  const message = createByteWriter();
  for (const [index, { name }] of measures.entries()) {
    message.number(1, strings.numberOf(name));
    message.number(2, strings.numberOf(at(units, index).name));
    out.bytes(1, message.take());
  }
  const round = roundInTurn(units);
  for (let context = 0; context < tree.parents.length; context++) {
    const values = tree.values.map((column, measure) => round(at(column, context), measure));
    if (values.every((value) => value === 0)) continue;
    message.numbers(
      1,
      stackOf(tree, context).map((frame) => frame + 1),
    );
    message.numbers(2, values);
    out.bytes(2, message.take());
    if (out.length() > PIECE) yield out.take();
  }
  const functions = new Map<string, number>();
  for (const [index, frame] of frames.entries()) {
    const { name, file = '', line = 0 } = frame;
    const spelled = spellFrame(frame);
    const key = `${spelled}\n${file}`;
    const known = functions.get(key);
    const number = known ?? functions.size + 1;
    if (known === undefined) {
      functions.set(key, number);
      writeFunction(message, number, [name, spelled, file].map(strings.numberOf));
      out.bytes(5, message.take());
    }
    const place = createByteWriter();
    place.number(1, number);
    place.number(2, line);
    message.number(1, index + 1);
    message.bytes(4, place.take());
    out.bytes(4, message.take());
    if (out.length() > PIECE) yield out.take();
  }
  const seconds = parseCalendarTime(source.date ?? '');
  // Calendar nanoseconds exceed 2⁵³; for whole milliseconds the nearest number is good enough.
  if (seconds !== undefined && seconds > 0) out.number(9, Math.round(seconds * 1e3) * 1e6);
  out.numbers(13, [tool, writeNote(recording)].map(strings.numberOf));
  const energy = measures.findIndex(({ unit }) => unit === 'joules');
  if (energy >= 0) out.number(14, strings.numberOf(at(measures, energy).name));
  for (const text of strings.list) {
    out.text(6, text);
    if (out.length() > PIECE) yield out.take();
  }
  yield out.take();
}

function writeFunction(message: ByteWriter, id: number, texts: readonly number[]): void {
  message.number(1, id);
  for (const [index, text] of texts.entries()) message.number(index + 2, text);
}

/** Frames that name no file, or only the end of its path, get that of the source they lie in: other tools open it. */
export function nameFiles({ recording, placements }: PlacedRecording): ImportedRecording {
  return {
    ...recording,
    frames: recording.frames.map((frame, index) => {
      const placement = placements[index];
      return placement === undefined || placement.kind === 'unplaced'
        ? frame
        : { ...frame, file: placement.path };
    }),
  };
}
