/** A {@link Picture} as bytes, and back. Sits in `pages/`, over `column-file.ts`. */
import { type ColumnLayout, decodeColumns, encodeColumns, isBelow } from './column-file';
import type { Picture, PictureColumns, PictureHead } from './picture';

const LAYOUT: ColumnLayout<PictureColumns> = {
  magic: 'JLSP',
  version: 2,
  what: 'picture',
  columns: {
    groups: 'texts',
    paths: 'texts',
    fileRoot: 'u8',
    fileGroup: 'u32',
    fileStart: 'u32',
    fileState: 'u8',
    heat: 'u16',
    energy: 'f32',
    before: 'f32',
    indent: 'u8',
    end: 'u8',
    operationNames: 'texts',
    operationLine: 'u32',
    operationName: 'u32',
    methodNames: 'texts',
    classNames: 'texts',
    methodFile: 'u32',
    methodClass: 'u32',
    methodLine: 'u32',
    methodEnd: 'u32',
    methodEnergy: 'f32',
    methodInclusive: 'f32',
    callStart: 'u32',
    callTo: 'u32',
    callEnergy: 'f32',
  },
};

/** Encodes a picture in pieces that are to be written one after the other: nothing is copied. */
export function encodePicture({ head, ...columns }: Picture): readonly Uint8Array[] {
  return encodeColumns(LAYOUT, head, columns);
}

/**
 * Decodes a picture, whose numbers stay where they are in `buffer`; the result is a text if something is wrong with
 * the file.
 */
export function decodePicture(buffer: ArrayBuffer): Picture | string {
  const read = decodeColumns(LAYOUT, buffer);
  if (typeof read === 'string') return read;
  const picture = { head: read.head as PictureHead, ...read.columns };
  return isConsistent(picture) ? picture : 'the columns of the picture do not fit each other';
}

/** Checks what the page relies on, so that a damaged file gives one message and not many faults. */
function isConsistent(picture: Picture): boolean {
  const { paths, fileStart, heat, methodNames, callStart, callTo } = picture;
  const files = [picture.fileRoot, picture.fileGroup, picture.fileState];
  const lines = [picture.energy, picture.indent, picture.end];
  const { methodFile, methodClass, methodLine, methodEnd, methodEnergy, methodInclusive } = picture;
  const methods = [methodFile, methodClass, methodLine, methodEnd, methodEnergy, methodInclusive];
  return (
    files.every((column) => column.length === paths.length) &&
    lines.every((column) => column.length === heat.length) &&
    [0, heat.length].includes(picture.before.length) &&
    methods.every((column) => column.length === methodNames.length) &&
    isAscendingTo(fileStart, paths.length, heat.length) &&
    isAscendingTo(callStart, methodNames.length, callTo.length) &&
    picture.callEnergy.length === callTo.length &&
    picture.operationName.length === picture.operationLine.length &&
    isBelow(picture.operationLine, heat.length) &&
    isBelow(picture.operationName, picture.operationNames.length) &&
    isBelow(picture.fileGroup, picture.groups.length) &&
    isBelow(picture.fileRoot, picture.head.roots.length) &&
    isBelow(methodFile, paths.length) &&
    isBelow(methodClass, picture.classNames.length) &&
    isBelow(callTo, methodNames.length)
  );
}

/** True if `starts` are those of `count` lists that together end at `end`. */
function isAscendingTo(starts: Uint32Array, count: number, end: number): boolean {
  if (starts.length !== count + 1 || starts[0] !== 0 || starts[count] !== end) return false;
  return starts.every((start, index) => index === 0 || start >= (starts[index - 1] ?? 0));
}
