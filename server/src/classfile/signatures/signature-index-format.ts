/**
 * The format of the bundled index of platform signatures, version 1: a UTF-8
 * text, gzipped in `media/signatures/`, described in the README there.
 *
 * Sits in `classfile/`, shared by the index's writer and reader. The text has
 * lines, so that one class is decoded without its neighbors, and columns, so
 * that like stands beside like and gzip finds it:
 *
 *     jouleline-signatures 1
 *     <platform, such as OpenJDK 25.0.2>
 *     <Java release> <number of classes> <number of names>
 *     <the flag sets in use, hexadecimal, one letter each from '!' on>
 *     <one line per name: the classes in the index, then others that signatures name>
 *     <one line per class and column: head, field names, field flags, …>
 *     end
 *
 * In signatures one character from U+0080 on stands for the class of that
 * number: alone for `Lname;`, before `<` or `.` for `Lname`.
 */

export const indexTitle = 'jouleline-signatures';
export const indexVersion = 1;
export const endMark = 'end';

/** The columns in their order in the file. */
export const columns = [
  /** Flag letter, kind letters, class signature. */
  'head',
  /** Names and signatures are separated by spaces, flags are one letter each. */
  'fieldNames',
  'fieldFlags',
  'fieldTypes',
  /** JSON array with a value or null per field up to the last constant; empty without constants. */
  'constants',
  'methodNames',
  'methodFlags',
  'methodTypes',
] as const;

export type IndexColumn = (typeof columns)[number];

/** Second letter of a head. */
export const headKind = { plain: '-', record: 'r', root: 'o' } as const;
/** Third letter: `m` for a class that is a member of the one whose name stands before its last `$`. */
export const headPlace = { topLevel: '-', member: 'm' } as const;

const firstFlagLetter = 0x21;
const firstNameCharacter = 0x80;
const firstSurrogate = 0xd800;
export const mostNames = firstSurrogate - firstNameCharacter;

export function letterOfFlags(flagSet: number): string {
  return String.fromCharCode(firstFlagLetter + flagSet);
}

export function flagSetOfLetter(text: string, at: number): number {
  return text.charCodeAt(at) - firstFlagLetter;
}

/** A type parameter's name, a member class's simple name, a type variable, or (captured) a class name. */
const signatureNames = /[\w$]+:|\.[^;<.]+|T[^;]+;|L([^;<.]+)(?:;|(?=[<.]))/g;

/** Replaces class names in a signature by their numbers' characters. */
export function packSignature(text: string, numberOf: (className: string) => number): string {
  return text.replace(signatureNames, (whole, className: string | undefined) =>
    className === undefined ? whole : String.fromCharCode(firstNameCharacter + numberOf(className)),
  );
}

/** The inverse of {@link packSignature}. */
export function unpackSignature(text: string, nameOf: (number: number) => string): string {
  return text.replace(/[\u0080-\ud7ff](?=([<.]?))/g, (character, open: string) => {
    const name = nameOf(character.charCodeAt(0) - firstNameCharacter);
    return open === '' ? `L${name};` : `L${name}`;
  });
}
