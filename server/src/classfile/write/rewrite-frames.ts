/**
 * Writes a method's frames anew: moved, widened by the locals that inserted
 * code uses, and joined by those of places that are new (JVMS 4.7.4, 4.10.1).
 *
 * Sits in `classfile/` under `rewrite-code-tables.ts`.
 */
import { at } from '../../base/check';
import type { ByteSink } from './byte-sink';
import type { CodeOffset } from '../read/code';
import { AccessFlag } from '../signatures/class-signature';
import type { CodeEdit, CodePlace } from './code-edit';
import { type CodeLayout, indexAt } from './code-layout';
import type { ConstantAdditions } from './constant-additions';
import { parseMethodDescriptor } from '../read/descriptors';
import type { AttributeRange } from '../read/read-class';
import {
  expandFrames,
  readStackMap,
  simpleType,
  slotsOf,
  type StackFrame,
  VerificationTag,
  type VerificationType,
  writeFrame,
  writeMoved,
  type EncodedFrame,
} from '../read/stack-map';

/** Writes the content of a StackMapTable. `range`: that of the method's own, if it has one. */
export function writeFrames(
  sink: ByteSink,
  place: CodePlace,
  {
    layout,
    edit,
    constants,
    range,
  }: {
    readonly layout: CodeLayout;
    readonly edit: CodeEdit;
    readonly constants: ConstantAdditions;
    readonly range?: AttributeRange | undefined;
  },
): void {
  const { file, code } = place;
  const written = range === undefined ? [] : readStackMap(file, range, code.length);
  if (edit.locals.length === 0 && layout.islands.length === 0 && edit.catchAll === undefined) {
    writeAllMoved(sink, written, layout);
    return;
  }
  const own = expandFrames(written, initialLocals(place, constants));
  const widen = (locals: readonly VerificationType[]): readonly VerificationType[] =>
    edit.locals.length === 0 ? locals : [...padded(locals, code.maxLocals), ...edit.locals];
  const moveTo = (frame: StackFrame, offset: CodeOffset): StackFrame => ({
    offset,
    locals: moveTypes(widen(frame.locals), layout),
    stack: moveTypes(frame.stack, layout),
  });
  const byOffset = new Map(own.map((frame) => [frame.offset, frame]));
  const frames = own.map((frame) => moveTo(frame, at(layout.entryAt, indexAt(layout, frame.offset))));
  for (const island of layout.islands) {
    const target = byOffset.get(island.target);
    if (target !== undefined) frames.push(moveTo(target, island.position));
  }
  frames.sort((one, other) => one.offset - other.offset);
  if (edit.catchAll !== undefined)
    frames.push({
      offset: layout.length - edit.catchAll.code.length,
      locals: widen([]),
      stack: [{ tag: VerificationTag.object, data: constants.classNamed('java/lang/Throwable') }],
    });
  sink.u2(frames.length);
  for (const [index, frame] of frames.entries()) writeFrame(sink, frame, frames[index - 1]);
}

function writeAllMoved(sink: ByteSink, frames: readonly EncodedFrame[], layout: CodeLayout): void {
  sink.u2(frames.length);
  let previous = -1;
  for (const { offset, form, locals, stack } of frames) {
    const moved = at(layout.entryAt, indexAt(layout, offset));
    writeMoved(
      sink,
      { offset: moved, form, locals: moveTypes(locals, layout), stack: moveTypes(stack, layout) },
      previous,
    );
    previous = moved;
  }
}

/** Moves types that name a place: an object that is not yet initialized is named by the place of its `new`. */
function moveTypes(types: readonly VerificationType[], layout: CodeLayout): readonly VerificationType[] {
  if (!types.some(({ tag }) => tag === VerificationTag.uninitialized)) return types;
  return types.map((type) =>
    type.tag === VerificationTag.uninitialized
      ? { tag: type.tag, data: at(layout.startAt, indexAt(layout, type.data)) }
      : type,
  );
}

function padded(locals: readonly VerificationType[], slots: number): readonly VerificationType[] {
  const types = [...locals];
  for (let used = locals.reduce((sum, type) => sum + slotsOf(type), 0); used < slots; used++)
    types.push(simpleType(VerificationTag.top));
  return types;
}

/** The types of the locals when a method is entered (JVMS 4.10.1.6). */
function initialLocals(
  { file, method }: CodePlace,
  constants: ConstantAdditions,
): readonly VerificationType[] {
  const objectOf = (name: string): VerificationType => ({
    tag: VerificationTag.object,
    data: constants.classNamed(name),
  });
  const { parameters } = parseMethodDescriptor(method.descriptor);
  const types = parameters.map((type) => {
    switch (type[0]) {
      case 'J':
        return simpleType(VerificationTag.long);
      case 'D':
        return simpleType(VerificationTag.double);
      case 'F':
        return simpleType(VerificationTag.float);
      case '[':
        return objectOf(type);
      case 'L':
        return objectOf(type.slice(1, -1));
      default:
        return simpleType(VerificationTag.integer);
    }
  });
  if ((method.flags & AccessFlag.static) !== 0) return types;
  const isUninitialized = method.name === '<init>' && file.superName !== undefined;
  return [isUninitialized ? simpleType(VerificationTag.uninitializedThis) : objectOf(file.name), ...types];
}
