/**
 * The facts of a recording that other tools' formats have no place for: where it comes from, what its
 * measures are, and frames whose names alone do not identify them.
 *
 * Sits in `recordings/`. Writers put the note, as one line of text, where a format allows remarks
 * (pprof's and callgrind's comments, an extra field in speedscope's file), and readers take it from there.
 * Files come from other machines, so everything in a note is checked.
 */
import { isRecord } from '../../base/shapes';
import { type Measure, MEASURE_LEVELS, MEASURE_UNITS, readProvenance } from '../../base/measure';
import { withDefined } from '../../base/check';
import {
  type Frame,
  FRAME_KINDS,
  type ImportedRecording,
  LINE_TRUSTS,
  type LineTrust,
  type RecordingSource,
} from '../model/imported-profile';
import { printable, readFrameName } from './frame-names';
import { listIn, textIn } from './bytes/json-elements';

const MARK = 'jouleline-recording ';
/** The most frames in a note: only a few kinds of frames in a profile need one. */
const MOST_FRAMES = 10_000;

export interface RecordingNote {
  readonly source: Omit<RecordingSource, 'format' | 'name'>;
  readonly lineTrust: LineTrust | undefined;
  readonly measures: readonly Omit<Measure, 'total'>[];
  /** The frames, by the name that a writer gave them. */
  readonly frames: ReadonlyMap<string, Frame>;
}

/** The name of a frame in files: with its descriptor, which tells overloads apart. */
export function spellFrame({ name, descriptor = '' }: Frame): string {
  return name + descriptor;
}

export function writeNote({ source, lineTrust, measures, frames }: ImportedRecording): string {
  const odd = new Map<string, Omit<Frame, 'file' | 'line'>>();
  for (const frame of frames) {
    const { kind, name, class: owner, method, descriptor } = frame;
    const spelled = spellFrame(frame);
    if (odd.size < MOST_FRAMES && !isSame(readFrameName(spelled), frame))
      odd.set(spelled, {
        kind,
        name,
        ...withDefined({ class: owner, method, descriptor }),
      });
  }
  const { tool, date, device } = source;
  return (
    MARK +
    JSON.stringify({
      source: { tool, date, device },
      lineTrust,
      measures: measures.map((measure) => ({ ...measure, total: undefined })),
      frames: Object.fromEntries(odd),
    })
  );
}

function isSame(one: Frame, other: Frame): boolean {
  return (
    one.kind === other.kind &&
    one.name === other.name &&
    one.class === other.class &&
    one.method === other.method &&
    one.descriptor === other.descriptor
  );
}

export function isNote(remark: string): boolean {
  return remark.startsWith(MARK);
}

/** The first note among remarks, if there is one. */
export function findNote(remarks: Iterable<string>): RecordingNote | undefined {
  for (const remark of remarks) {
    if (!isNote(remark)) continue;
    let value: unknown;
    try {
      value = JSON.parse(remark.slice(MARK.length));
    } catch {
      // The note was cut off, or the remark is another tool's: the recording is read without it.
      continue;
    }
    return readNote(value);
  }
  return undefined;
}

function readNote(value: unknown): RecordingNote {
  const source = isRecord(value) ? value['source'] : undefined;
  const frames = isRecord(value) && isRecord(value['frames']) ? Object.entries(value['frames']) : [];
  return {
    source: textsIn(source, ['tool', 'date', 'device']),
    lineTrust: LINE_TRUSTS.find((each) => each === textIn(value, 'lineTrust')),
    measures: (listIn(value, 'measures') ?? []).map((measure) => {
      const unit = MEASURE_UNITS.find((each) => each === textIn(measure, 'unit')) ?? 'share';
      const provenance = readProvenance(textIn(measure, 'provenance')) ?? 'estimated';
      const level = MEASURE_LEVELS.find((each) => each === textIn(measure, 'level'));
      return {
        name: printable(textIn(measure, 'name') ?? ''),
        unit,
        provenance,
        ...textsIn(measure, ['component', 'device']),
        ...withDefined({ level }),
        ...(isRecord(measure) && measure['isProxy'] === true ? { isProxy: true as const } : {}),
      };
    }),
    frames: new Map(
      frames.slice(0, MOST_FRAMES).flatMap(([spelled, frame]): readonly (readonly [string, Frame])[] => {
        const kind = FRAME_KINDS.find((each) => each === textIn(frame, 'kind'));
        const name = textIn(frame, 'name');
        if (kind === undefined || name === undefined) return [];
        return [
          [spelled, { kind, name: printable(name), ...textsIn(frame, ['class', 'method', 'descriptor']) }],
        ];
      }),
    ),
  };
}

function textsIn<Name extends string>(
  value: unknown,
  names: readonly Name[],
): { readonly [name in Name]?: string } {
  const texts = names.flatMap((name) => {
    const text = textIn(value, name);
    return text === undefined ? [] : [[name, printable(text)]];
  });
  return Object.fromEntries(texts) as { readonly [name in Name]?: string };
}

const JVM_SOURCE = /\.(?:java|kt|kts|scala|groovy|clj)$/;
/** The number that tools of JVMs write for a missing line. */
const NO_LINE = 65_535;

/** Finds a frame by name and place: in the note, else by its name and file. */
export function readFrame(
  spelled: string,
  { file, line }: { readonly file: string; readonly line: number },
  note: RecordingNote | undefined,
): Frame {
  const frame = spelled === '' ? UNKNOWN_FRAME : (note?.frames.get(spelled) ?? readFrameName(spelled));
  const isOther = note === undefined && file !== '' && !JVM_SOURCE.test(file);
  return {
    ...frame,
    kind: isOther && frame.kind === 'java' ? 'native' : frame.kind,
    ...(file === '' ? {} : { file: printable(file) }),
    ...(Number.isSafeInteger(line) && line > 0 && line !== NO_LINE ? { line } : {}),
  };
}

export const UNKNOWN_FRAME: Frame = { kind: 'native', name: '[unknown]' };

/** Restores the recording as it was before it was written, if the note fits it; a device that the user names wins. */
export function applyNote(recording: ImportedRecording, note: RecordingNote | undefined): ImportedRecording {
  if (note === undefined) return recording;
  const { source, measures } = recording;
  const fits =
    note.measures.length === measures.length &&
    measures.every(({ unit }, index) => unit === note.measures[index]?.unit);
  return {
    ...recording,
    source: { format: source.format, name: source.name, ...note.source, ...deviceOf(source) },
    lineTrust: note.lineTrust ?? recording.lineTrust,
    measures: fits
      ? measures.map((measure, index) => ({ ...measure, ...note.measures[index], ...deviceOf(measure) }))
      : measures,
  };
}

function deviceOf({ device }: { readonly device?: string }): { readonly device?: string } {
  return device === undefined ? {} : { device };
}
