/**
 * Writes the bundled index of platform signatures from the classes' own.
 *
 * Part of the script that makes `media/signatures/`. The
 * format is described in `signature-index-format.ts`.
 */
import { createNumbering } from '../../server/src/base/numbering';
import {
  AccessFlag,
  type ClassSignature,
  type ConstantValue,
  type FieldSignature,
} from '../../server/src/classfile/signatures/class-signature';
import {
  type IndexColumn,
  columns,
  endMark,
  headKind,
  headPlace,
  indexTitle,
  indexVersion,
  letterOfFlags,
  mostNames,
  packSignature,
} from '../../server/src/classfile/signatures/signature-index-format';
import { formatClass, formatMethod, formatType } from './signature-text';

interface IndexedPlatform {
  /** Such as `OpenJDK 25.0.2`. */
  readonly name: string;
  readonly release: number;
}

const accessFlags =
  AccessFlag.public | AccessFlag.protected | AccessFlag.private | AccessFlag.static | AccessFlag.final;
/** Bits that mean something else elsewhere (`transient` is `varargs`) are dropped where they do not apply. */
export const indexedClassFlags =
  accessFlags | AccessFlag.interface | AccessFlag.abstract | AccessFlag.annotation | AccessFlag.enum;
export const indexedFieldFlags = accessFlags | AccessFlag.enum;
export const indexedMethodFlags = accessFlags | AccessFlag.varargs | AccessFlag.abstract;

/** The index before gzip. The same classes in any order give the same bytes. */
export function writeSignatureIndex(
  platform: IndexedPlatform,
  unordered: readonly ClassSignature[],
): Uint8Array {
  const classes = [...unordered].sort((left, right) => (left.name < right.name ? -1 : 1));
  const names = createNumbering<string>(String);
  for (const declared of classes) names.numberOf(declared.name);
  const flagSets = createNumbering<number>(String);
  const lines = columns.flatMap((column) =>
    classes.map((declared) => formatColumn(column, declared, names.numberOf, flagSets.numberOf)),
  );
  if (names.list.length > mostNames) throw new RangeError(`More than ${mostNames} class names`);
  const text = [
    `${indexTitle} ${indexVersion}`,
    platform.name,
    `${platform.release} ${classes.length} ${names.list.length}`,
    flagSets.list.map((flags) => flags.toString(16)).join(' '),
    ...names.list,
    ...lines,
    endMark,
    '',
  ].join('\n');
  return new TextEncoder().encode(text);
}

function formatColumn(
  column: IndexColumn,
  declared: ClassSignature,
  numberOfName: (name: string) => number,
  numberOfFlags: (flags: number) => number,
): string {
  const flagLetter = (flags: number): string => letterOfFlags(numberOfFlags(flags));
  const { fields, methods } = declared;
  switch (column) {
    case 'head':
      return (
        flagLetter(declared.flags & indexedClassFlags) +
        kindOf(declared) +
        (declared.outerClass === undefined ? headPlace.topLevel : headPlace.member) +
        packSignature(formatClass(declared), numberOfName)
      );
    case 'fieldNames':
      return fields.map((field) => field.name).join(' ');
    case 'fieldFlags':
      return fields.map((field) => flagLetter(field.flags & indexedFieldFlags)).join('');
    case 'fieldTypes':
      return fields.map((field) => packSignature(formatType(field.type), numberOfName)).join(' ');
    case 'constants':
      return formatConstants(fields);
    case 'methodNames':
      return methods.map((method) => method.name).join(' ');
    case 'methodFlags':
      return methods.map((method) => flagLetter(method.flags & indexedMethodFlags)).join('');
    case 'methodTypes':
      return methods.map((method) => packSignature(formatMethod(method), numberOfName)).join(' ');
  }
}

function kindOf(declared: ClassSignature): string {
  if (declared.superclass === undefined) return headKind.root;
  return declared.isRecord ? headKind.record : headKind.plain;
}

function formatConstants(fields: readonly FieldSignature[]): string {
  const last = fields.findLastIndex((field) => field.constant !== undefined);
  if (last < 0) return '';
  return JSON.stringify(fields.slice(0, last + 1).map(({ constant }) => toJson(constant)));
}

/** Numbers that JSON cannot hold become text; the field's type tells which text is a number. */
function toJson(constant: ConstantValue | undefined): string | number | boolean | null {
  if (constant === undefined) return null;
  const { value } = constant;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'number') return value;
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
}
