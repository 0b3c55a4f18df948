/**
 * Frames of the verifier by type checking: what locals and stack hold at a
 * place that code jumps to (JVMS 4.7.4).
 *
 * Sits in `classfile/` under `rewrite-code.ts`. Reading keeps how each frame
 * was written, so that frames that only move are written as they were.
 */
import type { ByteSink } from '../write/byte-sink';
import { ByteCursor } from './bytes';
import type { CodeOffset } from './code';
import { MalformedInput } from '../../base/outcome';
import { type AttributeRange, type ClassFile, readList } from './read-class';

/** JVMS table 4.7.4-A. */
export const VerificationTag = {
  top: 0,
  integer: 1,
  float: 2,
  double: 3,
  long: 4,
  null: 5,
  uninitializedThis: 6,
  object: 7,
  uninitialized: 8,
} as const;

export interface VerificationType {
  readonly tag: number;
  /** The class of an object; where the `new` of an uninitialized one stands; else 0. */
  readonly data: number;
}

/** A frame with one entry for each value: a long has one entry and takes two slots. */
export interface StackFrame {
  readonly offset: CodeOffset;
  readonly locals: readonly VerificationType[];
  readonly stack: readonly VerificationType[];
}

/** A frame as it was written: relative to the one before. */
export interface EncodedFrame {
  readonly offset: CodeOffset;
  /** The frame's type byte. */
  readonly form: number;
  /** The locals that the frame names: the appended ones, or all of a full frame. */
  readonly locals: readonly VerificationType[];
  readonly stack: readonly VerificationType[];
}

const sameLocalsOneItem = 64;
const sameLocalsOneItemExtended = 247;
const chopBase = 251;
const sameExtended = 251;
const fullForm = 255;

/** Throws {@link MalformedInput}. `length`: of the code. */
export function readStackMap(
  file: ClassFile,
  range: AttributeRange,
  length: CodeOffset,
): readonly EncodedFrame[] {
  const cursor = new ByteCursor(file.bytes, range.start, range.end);
  let offset = -1;
  return readList(cursor, 1, () => {
    const place = cursor.offset;
    const form = cursor.u1();
    if (form >= 128 && form < sameLocalsOneItemExtended)
      throw new MalformedInput(`Frames of type ${form} do not exist`, place);
    const delta = form < sameLocalsOneItem ? form : form < 128 ? form - sameLocalsOneItem : cursor.u2();
    offset += delta + 1;
    if (offset >= length) throw new MalformedInput('A frame lies outside of its code', place);
    if ((form >= sameLocalsOneItem && form < 128) || form === sameLocalsOneItemExtended)
      return { offset, form, locals: none, stack: [readType(cursor)] };
    if (form === fullForm) {
      const locals = readList(cursor, 1, () => readType(cursor));
      return { offset, form, locals, stack: readList(cursor, 1, () => readType(cursor)) };
    }
    const locals: VerificationType[] = [];
    for (let more = form - sameExtended; more > 0; more--) locals.push(readType(cursor));
    return { offset, form, locals, stack: none };
  });
}

const none: readonly VerificationType[] = [];

function readType(cursor: ByteCursor): VerificationType {
  const tag = cursor.u1();
  if (tag > VerificationTag.uninitialized)
    throw new MalformedInput(`Verification type ${tag} does not exist`, cursor.offset - 1);
  return tag >= VerificationTag.object ? { tag, data: cursor.u2() } : (simple[tag] ?? { tag, data: 0 });
}

const simple: readonly VerificationType[] = [0, 1, 2, 3, 4, 5, 6].map((tag) => ({ tag, data: 0 }));

/** The verification type of a tag without data. */
export function simpleType(tag: number): VerificationType {
  return simple[tag] ?? { tag, data: 0 };
}

/** The frames in full, from that of the method's start on. */
export function expandFrames(
  frames: readonly EncodedFrame[],
  initial: readonly VerificationType[],
): readonly StackFrame[] {
  let locals = initial;
  return frames.map(({ offset, form, locals: named, stack }) => {
    if (form === fullForm) locals = named;
    else if (form > sameExtended) locals = [...locals, ...named];
    else if (form > sameLocalsOneItemExtended && form < chopBase)
      locals = locals.slice(0, Math.max(0, locals.length - (chopBase - form)));
    return { offset, locals, stack };
  });
}

/** Writes a frame relative to that at `previous` (-1 before the first) as it was written, with its place moved. */
export function writeMoved(sink: ByteSink, frame: EncodedFrame, previous: CodeOffset): void {
  const delta = frame.offset - previous - 1;
  const { form, stack } = frame;
  if (form < sameLocalsOneItem) writeSame(sink, delta);
  else if (form < 128) writeSameLocals(sink, delta, stack);
  else {
    sink.u1(form);
    sink.u2(delta);
    if (form === fullForm) writeTypes(sink, frame.locals);
    else for (const type of frame.locals) writeType(sink, type);
    if (form === fullForm) writeTypes(sink, stack);
    else for (const type of stack) writeType(sink, type);
  }
}

/** Writes a frame in the shortest way: as one with the locals of the frame before, or in full. */
export function writeFrame(sink: ByteSink, frame: StackFrame, previous: StackFrame | undefined): void {
  const delta = frame.offset - (previous?.offset ?? -1) - 1;
  if (previous !== undefined && frame.stack.length < 2 && sameTypes(frame.locals, previous.locals)) {
    if (frame.stack.length === 0) writeSame(sink, delta);
    else writeSameLocals(sink, delta, frame.stack);
    return;
  }
  sink.u1(fullForm);
  sink.u2(delta);
  writeTypes(sink, frame.locals);
  writeTypes(sink, frame.stack);
}

function writeSame(sink: ByteSink, delta: number): void {
  if (delta < sameLocalsOneItem) {
    sink.u1(delta);
    return;
  }
  sink.u1(sameExtended);
  sink.u2(delta);
}

function writeSameLocals(sink: ByteSink, delta: number, stack: readonly VerificationType[]): void {
  if (delta < sameLocalsOneItem) sink.u1(sameLocalsOneItem + delta);
  else {
    sink.u1(sameLocalsOneItemExtended);
    sink.u2(delta);
  }
  for (const type of stack) writeType(sink, type);
}

function writeTypes(sink: ByteSink, types: readonly VerificationType[]): void {
  sink.u2(types.length);
  for (const type of types) writeType(sink, type);
}

function writeType(sink: ByteSink, { tag, data }: VerificationType): void {
  sink.u1(tag);
  if (tag >= VerificationTag.object) sink.u2(data);
}

function sameTypes(one: readonly VerificationType[], other: readonly VerificationType[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ tag, data }, index) => tag === other[index]?.tag && data === other[index].data)
  );
}

/** Slots that a value takes. */
export function slotsOf({ tag }: VerificationType): number {
  return tag === VerificationTag.long || tag === VerificationTag.double ? 2 : 1;
}
