/**
 * Annotations (JVMS 4.7.16-4.7.22) by type and place: what they say is decoded
 * by whom it concerns.
 *
 * Sits in `classfile/` over `read-class.ts`. Values nest; hostile depth is
 * refused before it costs stack.
 */
import { ByteCursor } from './bytes';
import { attempt, MalformedInput, type Outcome } from '../../base/outcome';
import { type AttributeRange, type ClassFile, readList } from './read-class';

interface AnnotationRange {
  /** Descriptor: `Ljava/lang/Deprecated;`. */
  readonly type: string;
  /** True if it can be seen at run time. */
  readonly isVisible: boolean;
  /** The place of the count of its elements, where its content begins. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Annotations in annotations are nowhere near as deep. */
const deepest = 64;

/** The annotations of a class, field or method, by its attributes. */
export function listAnnotations(
  file: ClassFile,
  attributes: readonly AttributeRange[],
): Outcome<readonly AnnotationRange[]> {
  return attempt(() => {
    const found: AnnotationRange[] = [];
    for (const { name, start, end } of attributes) {
      const isVisible = name === 'RuntimeVisibleAnnotations';
      if (!isVisible && name !== 'RuntimeInvisibleAnnotations') continue;
      const cursor = new ByteCursor(file.bytes, start, end);
      found.push(...readList(cursor, 4, () => readAnnotation(file, cursor, { isVisible })));
    }
    return found;
  });
}

function readAnnotation(
  file: ClassFile,
  cursor: ByteCursor,
  { isVisible }: { readonly isVisible: boolean },
): AnnotationRange {
  const type = file.constants.utf8(cursor.u2());
  const start = cursor.offset;
  skipElements(cursor, 0);
  return { type, isVisible, start, end: cursor.offset };
}

/** Passes the elements of one annotation, behind its type. Throws {@link MalformedInput}. */
export function skipAnnotation(cursor: ByteCursor): void {
  skipElements(cursor, 0);
}

function skipElements(cursor: ByteCursor, depth: number): void {
  readList(cursor, 5, () => {
    cursor.advance(2);
    skipValue(cursor, depth);
  });
}

/** JVMS 4.7.16.1, by its tag. */
function skipValue(cursor: ByteCursor, depth: number): void {
  if (depth > deepest) throw new MalformedInput('Annotations nest too deeply', cursor.offset);
  const tag = String.fromCharCode(cursor.u1());
  if ('BCDFIJSZsc'.includes(tag)) cursor.advance(2);
  else if (tag === 'e') cursor.advance(4);
  else if (tag === '[')
    readList(cursor, 3, () => { skipValue(cursor, depth + 1); }); // prettier-ignore
  else if (tag === '@') {
    cursor.advance(2);
    skipElements(cursor, depth + 1);
  } else throw new MalformedInput(`An annotation has a value of unknown kind '${tag}'`, cursor.offset - 1);
}
