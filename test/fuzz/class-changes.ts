/**
 * Changes to a class file that know what they hit, so that they get past the
 * first check and into what lies deeper.
 */
import { type ByteChange, numberAt, oddNumber, replaceBytes, setNumber } from './byte-edits';
import { type ClassLayout, layOutClass, type Part, type Place, type PlaceKind } from './class-layout';
import type { Random } from './random';

type LaidOutChange = (
  bytes: Uint8Array,
  layout: ClassLayout,
  other: Uint8Array,
  random: Random,
) => Uint8Array | undefined;

const KINDS: readonly [PlaceKind, ...PlaceKind[]] = [
  ...([
    'index',
    'index',
    'index',
    'length',
    'length',
    'count',
    'count',
    'tag',
    'flags',
    'version',
    'number',
  ] as const),
];

function placeOf(layout: ClassLayout, random: Random, kind = random.pick(KINDS)): Place | undefined {
  return random.among(layout.places.filter((place) => place.kind === kind));
}

const setPlace: LaidOutChange = (bytes, layout, _, random) => {
  const place = placeOf(layout, random);
  if (place === undefined) return undefined;
  const result = bytes.slice();
  const { at, size } = place;
  setNumber(result, at, size, oddNumber(random, size, numberAt(bytes, at, size)));
  return result;
};

/** Two numbers of a kind change places: valid each, and wrong where they stand. */
const swapPlaces: LaidOutChange = (bytes, layout, _, random) => {
  const kind = random.pick(KINDS);
  const one = placeOf(layout, random, kind);
  const two = placeOf(layout, random, kind);
  if (one?.size !== two?.size || one === undefined || two === undefined) return undefined;
  const result = bytes.slice();
  setNumber(result, one.at, one.size, numberAt(bytes, two.at, two.size));
  setNumber(result, two.at, two.size, numberAt(bytes, one.at, one.size));
  return result;
};

/** An index that names a constant which exists. */
const redirectIndex: LaidOutChange = (bytes, layout, _, random) => {
  const place = placeOf(layout, random, 'index');
  const constants = layout.parts.filter(({ kind }) => kind === 'constant').length;
  if (place === undefined) return undefined;
  const result = bytes.slice();
  setNumber(result, place.at, place.size, 1 + random.below(constants));
  return result;
};

const swapConstants: LaidOutChange = (bytes, layout, _, random) => {
  const constants = layout.parts.filter(({ kind }) => kind === 'constant');
  const one = random.among(constants);
  const two = random.among(constants);
  if (one === undefined || two === undefined || one.start >= two.start) return undefined;
  const later = replaceBytes(bytes, two.start, two.end - two.start, bytes.subarray(one.start, one.end));
  return replaceBytes(later, one.start, one.end - one.start, bytes.subarray(two.start, two.end));
};

/** Puts bytes in place of some; mostly the lengths around and the count are told. */
function replaceIn(
  bytes: Uint8Array,
  part: Part,
  at: number,
  removed: number,
  inserted: Uint8Array,
  added: number,
  random: Random,
): Uint8Array {
  const prepared = bytes.slice();
  if (!random.oneIn(6)) {
    for (const lengthAt of part.lengthsAt)
      setNumber(prepared, lengthAt, 4, numberAt(bytes, lengthAt, 4) + inserted.length - removed);
  }
  if (!random.oneIn(6)) setNumber(prepared, part.countAt, 2, numberAt(bytes, part.countAt, 2) + added);
  return replaceBytes(prepared, at, removed, inserted);
}

const removePart: LaidOutChange = (bytes, layout, _, random) => {
  const part = random.among(layout.parts);
  if (part === undefined) return undefined;
  return replaceIn(bytes, part, part.start, part.end - part.start, new Uint8Array(), -1, random);
};

const duplicatePart: LaidOutChange = (bytes, layout, _, random) => {
  const part = random.among(layout.parts);
  const kin = layout.parts.filter(({ kind }) => kind === part?.kind);
  const target = random.among(kin);
  if (part === undefined || target === undefined) return undefined;
  return replaceIn(bytes, target, target.start, 0, bytes.subarray(part.start, part.end), 1, random);
};

/** A member, attribute or constant of another class. */
const graftPart: LaidOutChange = (bytes, layout, other, random) => {
  const { parts } = layOutClass(other);
  const graft = random.among(parts);
  const target = random.among(layout.parts.filter(({ kind }) => kind === graft?.kind));
  if (graft === undefined || target === undefined) return undefined;
  const removed = random.oneIn(2) ? target.end - target.start : 0;
  const inserted = other.subarray(graft.start, graft.end);
  return replaceIn(bytes, target, target.start, removed, inserted, removed === 0 ? 1 : 0, random);
};

const SIGNATURE_LETTERS = 'LTV;;[[<<>>:.*+-()^BCDFIJSZ/$Aa0';
const TEXTS: readonly [string, ...string[]] = [
  ...([
    '',
    '<init>',
    '<clinit>',
    'Code',
    'Signature',
    'BootstrapMethods',
    'LineNumberTable',
    'Record',
  ] as const),
  ...([
    'RuntimeVisibleAnnotations',
    'InnerClasses',
    'java/lang/StringBuilder',
    'java/lang/String',
    '()V',
  ] as const),
  ...(['(JD[[I)Z', 'Ljava/lang/Object;', '__proto__', 'constructor', 'toString', 'hasOwnProperty'] as const),
];

function oddText(text: Uint8Array, random: Random): Uint8Array {
  const letter = (): number => SIGNATURE_LETTERS.charCodeAt(random.below(SIGNATURE_LETTERS.length));
  const at = random.below(text.length + 1);
  switch (random.below(6)) {
    case 0:
      return new TextEncoder().encode(random.pick(TEXTS));
    case 1:
      return replaceBytes(text, at, 0, Uint8Array.of(letter()));
    case 2:
      return replaceBytes(text, at, Math.min(1, text.length - at), Uint8Array.of(letter()));
    case 3:
      return replaceBytes(text, at, Math.min(text.length - at, random.below(8)), new Uint8Array());
    case 4:
      // Nests deeply: a stretch many times over.
      return replaceBytes(text, at, 0, repeatBytes(text.subarray(at, at + 1 + random.below(6)), random.pick([3, 300, 5000]))); // prettier-ignore
    default:
      return replaceBytes(text, at, 0, Uint8Array.of(random.pick([0, 0x80, 0xc0, 0xed, 0xf0, 0xff]), random.below(256))); // prettier-ignore
  }
}

function repeatBytes(run: Uint8Array, times: number): Uint8Array {
  const result = new Uint8Array(run.length * times);
  for (let i = 0; i < times; i++) result.set(run, i * run.length);
  return result;
}

const changeText: LaidOutChange = (bytes, layout, _, random) => {
  const text = random.among(layout.texts);
  if (text === undefined) return undefined;
  const written = oddText(bytes.subarray(text.start, text.end), random).subarray(0, 0xffff);
  const result = replaceBytes(bytes, text.start, text.end - text.start, written);
  setNumber(result, text.start - 2, 2, written.length);
  return result;
};

/** Opcodes whose length or targets depend on what follows. */
const ODD_OPCODES: readonly [number, ...number[]] = [
  ...([
    0xaa, 0xab, 0xc4, 0xc8, 0xc9, 0xa8, 0xa9, 0xba, 0xb9, 0xb6, 0xc5, 0x12, 0x14, 0x5c, 0x5e, 0xca, 0xff,
  ] as const),
];

const changeCode: LaidOutChange = (bytes, layout, other, random) => {
  const code = random.among(layout.codes);
  if (code === undefined || code.start === code.end) return undefined;
  const result = bytes.slice();
  const at = code.start + random.below(code.end - code.start);
  switch (random.below(3)) {
    case 0:
      result[at] = random.pick(ODD_OPCODES);
      break;
    case 1:
      result[at] = random.below(202);
      break;
    default: {
      const donor = random.among(layOutClass(other).codes);
      if (donor === undefined) return undefined;
      result.set(other.subarray(donor.start, Math.min(donor.end, donor.start + code.end - at)), at);
    }
  }
  return result;
};

const LAID_OUT: readonly [LaidOutChange, ...LaidOutChange[]] = [
  setPlace,
  setPlace,
  swapPlaces,
  redirectIndex,
  swapConstants,
  removePart,
  duplicatePart,
  graftPart,
  changeText,
  changeText,
  changeCode,
  changeCode,
];

/** One change that knows the class file; where it finds nothing to hit, the bytes stay as they were. */
export const changeClass: ByteChange = (bytes, other, random) =>
  random.pick(LAID_OUT)(bytes, layOutClass(bytes), other, random) ?? bytes;
