/**
 * Reads pprof: `Profile` as a protocol buffer, already gunzipped.
 *
 * Sits in `recordings/`. Specification: profile.proto of github.com/google/pprof. Each sample type
 * is a measure. Samples may stand before what they refer to, so the tree is first made of locations. Not
 * supported: labels, drop_frames and keep_frames (nothing is dropped), and the text format of old C++
 * profiles.
 */
import { type Measure, isAmount } from '../../base/measure';
import { at } from '../../base/check';
import type { Frame } from '../model/imported-profile';
import { printable } from './frame-names';
import { unitNamed } from './measure-units';
import {
  createFieldStream,
  type Cursor,
  type Field,
  fieldsOf,
  type Id,
  idIn,
  numberIn,
  readField,
  readNumbers,
  signed,
} from './bytes/protobuf';
import { findNote, isNote, readFrame, type RecordingNote } from './recording-note';
import {
  expandPlaces,
  type FormatResult,
  NO_STACK,
  StackImporter,
  atOffset,
  type ImportFormat,
} from './stack-importer';
import { formatCalendarTime } from '../../base/time-columns';

/** The fields of Profile that hold messages or texts; all others are numbers. */
const MESSAGES = new Set([1, 2, 3, 4, 5, 6, 11]);
const LAST_FIELD = 15;
const MOST_TYPES = 64;
const DEEPEST = 100_000;

export const pprofFormat: ImportFormat = {
  id: 'pprof',
  title: 'pprof',
  recognizes(head) {
    const cursor: Cursor = { bytes: head, at: 0 };
    let types = 0;
    let fields = 0;
    for (;;) {
      const field = readField(cursor);
      if (field === undefined) break;
      // The last field of a head may be cut off.
      if (field === 'broken') return types > 0 && fields > 3 && head.length - cursor.at < head.length / 2;
      const { number, value } = field;
      if (number < 1 || number > LAST_FIELD) return false;
      if (number !== 13 && MESSAGES.has(number) !== value instanceof Uint8Array) return false;
      fields++;
      // Samples may stand before what they refer to.
      if (number === 1 ? isValueType(value) : number === 2 && isSample(value)) types++;
      else if (number <= 2) return false;
    }
    return types > 0;
  },
  create: (context) => new PprofImporter(context),
};

function isValueType(value: Field['value']): boolean {
  const fields = fieldsOf(value);
  return (
    fields !== undefined &&
    fields.length > 0 &&
    fields.every(({ number, value: each }) => number <= 2 && typeof each === 'number')
  );
}

/** True for a message with values, and with locations or none. */
function isSample(value: Field['value']): boolean {
  const fields = fieldsOf(value);
  return fields?.some(({ number }) => number === 2) === true && fields.every(({ number }) => number <= 3);
}

interface Line {
  readonly function: Id;
  readonly line: number;
}

interface CodeLocation {
  /** The lines of a location, the innermost first: each was inlined into the next. */
  readonly lines: readonly Line[];
  readonly mapping: Id;
}

/** The numbers of texts about a function. */
interface NamedFunction {
  readonly name: number;
  readonly systemName: number;
  readonly file: number;
}

class PprofImporter extends StackImporter {
  protected readonly format = pprofFormat.id;
  protected readonly reader = createFieldStream(
    (field, offset) => {
      this.readField(field, offset);
    },
    (offset) => {
      this.problems.add(atOffset(offset, 'no field of a profile: what follows is not read'));
    },
  );
  private readonly types: { readonly name: number; readonly unit: number }[] = [];
  private readonly locations = new Map<Id, CodeLocation>();
  private readonly functions = new Map<Id, NamedFunction>();
  private readonly mappings = new Map<Id, number>();
  private readonly strings: string[] = [];
  /** Locations in the order in which samples named them. */
  private readonly numbers = new Map<Id, number>();
  private readonly ids: Id[] = [];
  private readonly comments: number[] = [];
  private readonly stack: number[] = [];
  private readonly values: number[] = [];
  private time = 0;
  private samples = 0;

  protected finish(): FormatResult {
    if (this.samples === 0) this.note('the profile holds no samples');
    this.noteBeyond();
    const described = this.totals.map((total, index) => this.describeMeasure(index, total));
    const remarks = this.comments.map((comment) => this.textOf(comment));
    const note = findNote(remarks);
    const frames = this.ids.map((id) => this.describeLocation(id, note));
    const { time } = this;
    const tree = expandPlaces(
      this.tree.build(this.totals.length),
      (location) => at(frames, location),
      described.map(({ scale }) => scale),
      () => this.table.numberOf(NO_STACK),
    );
    const hasLines = this.table.list.some(({ kind, line }) => kind === 'java' && line !== undefined);
    return {
      tool: remarks.filter((remark) => !isNote(remark)).join('; '),
      date: time > 0 && time < 1e11 ? formatCalendarTime(time) : undefined,
      measures: described.map(({ measure }) => measure),
      tree,
      lineTrust: hasLines ? 'biased' : 'none',
      note,
    };
  }

  private readField(field: Field, offset: number): void {
    const { number, value } = field;
    if (number === 2 && value instanceof Uint8Array) this.readSample(value, offset);
    else if (number <= 6) this.readTable(field, offset);
    else if (number === 9 && !(value instanceof Uint8Array)) this.time = signed(value) / 1e9;
    else if (number === 13)
      readNumbers(value, (comment) => this.comments.length < 10 && this.comments.push(signed(comment)));
  }

  private numberOf(id: Id): number {
    const known = this.numbers.get(id);
    if (known !== undefined) return known;
    this.numbers.set(id, this.ids.length);
    return this.ids.push(id) - 1;
  }

  /** Fills `stack` and `values`; false if the sample is damaged. */
  private takeApart(bytes: Uint8Array): boolean {
    const { stack, values } = this;
    stack.length = 0;
    values.length = 0;
    const cursor: Cursor = { bytes, at: 0 };
    for (;;) {
      const field = readField(cursor);
      if (field === undefined) return true;
      if (field === 'broken') return false;
      const isRead =
        field.number === 1
          ? readNumbers(field.value, (id) => stack.length < DEEPEST && stack.push(this.numberOf(id)))
          : field.number === 2
            ? readNumbers(field.value, (value) => values.length < MOST_TYPES && values.push(signed(value)))
            : true;
      if (!isRead) return false;
    }
  }

  private readSample(bytes: Uint8Array, offset: number): void {
    if (!this.takeApart(bytes)) {
      this.problems.add(atOffset(offset, 'a sample is damaged: left out'));
      return;
    }
    this.samples++;
    const context = this.contextOf(this.stack.reverse());
    if (this.values.length === 0) this.problems.add(atOffset(offset, 'a sample has no values'));
    for (const [measure, value] of this.values.entries()) {
      if (isAmount(value)) this.add(context, measure, value);
      else this.problems.add(atOffset(offset, `a value of ${String(value)} is left out`));
    }
  }

  private readTable({ number, value }: Field, offset: number): void {
    if (number === 6) {
      if (value instanceof Uint8Array) this.strings.push(this.decoder.decode(value));
      return;
    }
    const fields = fieldsOf(value);
    if (fields === undefined) {
      this.problems.add(atOffset(offset, 'an entry of a table is damaged: left out'));
      return;
    }
    const id = idIn(fields, 1);
    if (number === 1) this.types.push({ name: numberIn(fields, 1), unit: numberIn(fields, 2) });
    else if (number === 3) this.mappings.set(id, numberIn(fields, 5));
    else if (number === 4) this.locations.set(id, { lines: linesIn(fields), mapping: idIn(fields, 2) });
    else if (number === 5)
      this.functions.set(id, {
        name: numberIn(fields, 2),
        systemName: numberIn(fields, 3),
        file: numberIn(fields, 4),
      });
  }

  /** A text of the file's table; empty if it has none of that number. */
  private textOf(number: number | undefined): string {
    return this.strings[number ?? -1] ?? '';
  }

  private describeMeasure(
    index: number,
    total: number,
  ): { readonly measure: Measure; readonly scale: number } {
    const type = this.types[index];
    const name = this.textOf(type?.name);
    const unit = this.textOf(type?.unit);
    const known = unitNamed(unit);
    const { unit: meant, scale } = known ?? { unit: 'share', scale: 1 };
    const title = printable(name === '' ? `values ${index + 1}` : name);
    const shown = unit === '' ? 'no unit' : `the unit ${printable(unit)}`;
    if (known === undefined) this.note(`values of ${title} have ${shown}: they are taken as shares`);
    return { measure: this.measure(title, meant, total * scale), scale };
  }

  /** The frames of a location, the outermost first. */
  private describeLocation(id: Id, note: RecordingNote | undefined): readonly number[] {
    const location = this.locations.get(id);
    const lines = location?.lines ?? [];
    if (lines.length > 0)
      return lines.map((line) => this.table.numberOf(this.describeLine(line, note))).reverse();
    const mapping = this.textOf(this.mappings.get(location?.mapping ?? 0));
    const base = mapping.slice(mapping.lastIndexOf('/') + 1);
    const name = base === '' ? '[unknown]' : printable(`[${base}]`);
    return [this.table.numberOf({ kind: 'native', name })];
  }

  private describeLine({ function: id, line }: Line, note: RecordingNote | undefined): Frame {
    const named = this.functions.get(id);
    const name = this.textOf(named?.name);
    const systemName = this.textOf(named?.systemName);
    // The linker's name of a Java method, if there is one, is its name with its descriptor.
    const spelled = systemName.startsWith(`${name}(`) ? systemName : name;
    return readFrame(spelled, { file: this.textOf(named?.file), line }, note);
  }
}

function linesIn(fields: readonly Field[]): readonly Line[] {
  return fields
    .filter((field) => field.number === 4)
    .map((field): Line => {
      const line = fieldsOf(field.value) ?? [];
      return { function: idIn(line, 1), line: numberIn(line, 2) };
    });
}
