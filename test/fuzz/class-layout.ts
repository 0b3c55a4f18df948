/**
 * The places of the parts of a class file (JVMS 4), for changes that know what
 * they hit. A reader of its own beside the one under test; it takes what is
 * damaged as far as it can follow it.
 */
import { numberAt } from './byte-edits';

export type PlaceKind = 'version' | 'flags' | 'tag' | 'index' | 'count' | 'length' | 'number';

/** A field of the file that holds one number. */
export interface Place {
  readonly kind: PlaceKind;
  readonly at: number;
  readonly size: number;
}

/** A part that stands in a counted list. */
export interface Part {
  readonly kind: 'constant' | 'member' | 'attribute';
  readonly start: number;
  readonly end: number;
  readonly countAt: number;
  /** Places of the lengths of the attributes around it. */
  readonly lengthsAt: readonly number[];
}

export interface ClassLayout {
  readonly places: readonly Place[];
  readonly parts: readonly Part[];
  /** The texts of Utf8 constants, without tag and length. */
  readonly texts: readonly { readonly start: number; readonly end: number }[];
  /** Instructions, without what is around them. */
  readonly codes: readonly { readonly start: number; readonly end: number }[];
}

/** The sizes of the numbers that follow a constant's tag. */
const BODY_SIZES: Readonly<Record<number, readonly number[]>> = {
  3: [4],
  4: [4],
  5: [4, 4],
  6: [4, 4],
  7: [2],
  8: [2],
  9: [2, 2],
  10: [2, 2],
  11: [2, 2],
  12: [2, 2],
  15: [1, 2],
  16: [2],
  17: [2, 2],
  18: [2, 2],
  19: [2],
  20: [2],
};

/** Tables by the numbers in a row, of two bytes each. */
const COLUMNS: ReadonlyMap<string, number> = new Map([
  ['LineNumberTable', 2],
  ['LocalVariableTable', 5],
  ['InnerClasses', 4],
  ['PermittedSubclasses', 1],
  ['NestMembers', 1],
  ['Exceptions', 1],
]);

const ANNOTATIONS = /^Runtime(?:In)?VisibleAnnotations$/;
const DEEPEST = 40;

interface Walk {
  readonly bytes: Uint8Array;
  readonly places: Place[];
  readonly parts: Part[];
  readonly texts: { start: number; end: number }[];
  readonly codes: { start: number; end: number }[];
  /** The texts of constants by index, for the names of attributes. */
  readonly names: Map<number, string>;
  at: number;
}

export function layOutClass(bytes: Uint8Array): ClassLayout {
  const walk: Walk = { bytes, places: [], parts: [], texts: [], codes: [], names: new Map(), at: 0 };
  take(walk, 'number', 4);
  take(walk, 'version', 2);
  take(walk, 'version', 2);
  walkConstants(walk);
  take(walk, 'flags', 2);
  take(walk, 'index', 2);
  take(walk, 'index', 2);
  repeat(walk, () => take(walk, 'index', 2));
  walkMembers(walk); // the fields
  walkMembers(walk); // the methods
  walkAttributes(walk, [], 0);
  return walk;
}

function take(walk: Walk, kind: PlaceKind, size: number): number {
  const { at, bytes } = walk;
  if (at + size > bytes.length) {
    walk.at = bytes.length;
    return 0;
  }
  walk.places.push({ kind, at, size });
  walk.at += size;
  return numberAt(bytes, at, size);
}

function repeat(walk: Walk, item: (countAt: number) => void): void {
  const countAt = walk.at;
  const count = take(walk, 'count', 2);
  for (let i = 0; i < count && walk.at < walk.bytes.length; i++) item(countAt);
}

function walkConstants(walk: Walk): void {
  const countAt = walk.at;
  const count = take(walk, 'count', 2);
  for (let index = 1; index < count && walk.at < walk.bytes.length; index++) {
    const start = walk.at;
    const tag = take(walk, 'tag', 1);
    if (tag === 1) {
      const length = take(walk, 'length', 2);
      const text = { start: walk.at, end: Math.min(walk.bytes.length, walk.at + length) };
      walk.texts.push(text);
      walk.names.set(index, String.fromCharCode(...walk.bytes.subarray(text.start, Math.min(text.end, text.start + 40)))); // prettier-ignore
      walk.at = text.end;
    } else {
      const sizes = BODY_SIZES[tag];
      if (sizes === undefined) return;
      for (const size of sizes) take(walk, size === 2 ? 'index' : 'number', size);
      if (tag === 5 || tag === 6) index++;
    }
    walk.parts.push({ kind: 'constant', start, end: walk.at, countAt, lengthsAt: [] });
  }
}

function walkMembers(walk: Walk): void {
  repeat(walk, (countAt) => {
    const start = walk.at;
    take(walk, 'flags', 2);
    take(walk, 'index', 2);
    take(walk, 'index', 2);
    walkAttributes(walk, [], 0);
    walk.parts.push({ kind: 'member', start, end: walk.at, countAt, lengthsAt: [] });
  });
}

function walkAttributes(walk: Walk, around: readonly number[], depth: number): void {
  repeat(walk, (countAt) => {
    const start = walk.at;
    const name = walk.names.get(take(walk, 'index', 2)) ?? '';
    const lengthAt = walk.at;
    const length = take(walk, 'length', 4);
    const end = Math.min(walk.bytes.length, walk.at + length);
    if (depth < 4) walkContent(walk, name, end, [...around, lengthAt], depth);
    walk.at = end;
    walk.parts.push({ kind: 'attribute', start, end, countAt, lengthsAt: around });
  });
}

function walkContent(walk: Walk, name: string, end: number, around: readonly number[], depth: number): void {
  const columns = COLUMNS.get(name);
  if (columns !== undefined) {
    repeat(walk, () => {
      for (let column = 0; column < columns; column++) take(walk, 'index', 2);
    });
  } else if (name === 'Code') {
    take(walk, 'number', 2);
    take(walk, 'number', 2);
    const length = take(walk, 'length', 4);
    const codeEnd = Math.min(end, walk.at + length);
    walk.codes.push({ start: walk.at, end: codeEnd });
    walk.at = codeEnd;
    repeat(walk, () => {
      for (let i = 0; i < 4; i++) take(walk, 'index', 2);
    });
    walkAttributes(walk, around, depth + 1);
  } else if (name === 'Record') {
    repeat(walk, () => {
      take(walk, 'index', 2);
      take(walk, 'index', 2);
      walkAttributes(walk, around, depth + 1);
    });
  } else if (name === 'BootstrapMethods') {
    repeat(walk, () => {
      take(walk, 'index', 2);
      repeat(walk, () => take(walk, 'index', 2));
    });
  } else if (ANNOTATIONS.test(name)) {
    repeat(walk, () => {
      walkAnnotation(walk, 0);
    });
  } else if (name !== 'StackMapTable') {
    while (walk.at + 2 <= end) take(walk, 'index', 2);
  }
}

function walkAnnotation(walk: Walk, depth: number): void {
  take(walk, 'index', 2);
  repeat(walk, () => {
    take(walk, 'index', 2);
    walkValue(walk, depth);
  });
}

function walkValue(walk: Walk, depth: number): void {
  if (depth > DEEPEST) return;
  switch (String.fromCharCode(take(walk, 'tag', 1))) {
    case 'e':
      take(walk, 'index', 2);
      take(walk, 'index', 2);
      return;
    case '[':
      repeat(walk, () => {
        walkValue(walk, depth + 1);
      });
      return;
    case '@':
      walkAnnotation(walk, depth + 1);
      return;
    default:
      take(walk, 'index', 2);
  }
}
