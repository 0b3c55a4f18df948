/**
 * Reads collapsed stacks: a line for each stack, frames from the outermost on, then how often it was seen:
 * `a;b;pkg/Cls.m 21`.
 *
 * Sits in `recordings/`. Specification: the FlameGraph tools' stackcollapse programs;
 * async-profiler's `-o collapsed`, and its converter's with `--lines` and `--bci`. Values may be fractions.
 * Not supported: differential flame graphs, whose lines have two numbers; such lines are refused.
 */
import { ROOT } from '../../base/context-tree';
import { isAmount } from '../../base/measure';
import { outside } from '../../base/check';
import type { Frame } from '../model/imported-profile';
import { createByteLines } from './bytes/record-stream';
import { readFrameName } from './frame-names';
import {
  type ByteReader,
  type FormatResult,
  renamePlaces,
  StackImporter,
  atLine,
  type ImportFormat,
} from './stack-importer';

const SEMICOLON = 59;
const SPACE = 32;
const ZERO = 48;

const NAMELESS: Frame = { kind: 'native', name: '[name left out]' };

export const collapsedFormat: ImportFormat = {
  id: 'collapsed',
  title: 'collapsed stacks',
  recognizes(head) {
    const lines = linesOf(head);
    // Values that are not amounts are reported line by line.
    const matching = lines.filter((line) =>
      /^\S.* (?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|NaN|-?Infinity)$/i.test(line),
    );
    const stacks = matching.filter((line) => line.includes(';') || /[/.]/.test(line)).length;
    return matching.length > 0 && matching.length >= lines.length * 0.9 && stacks * 2 >= matching.length;
  },
  create: (context) => new CollapsedImporter(context),
};

/** The complete lines of a head, without empty ones; the last one may be cut off and is left out if there are others. */
export function linesOf(head: Uint8Array): readonly string[] {
  const lines = new TextDecoder()
    .decode(head)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.filter((line) => line.trim() !== '');
}

class CollapsedImporter extends StackImporter {
  protected readonly format = collapsedFormat.id;
  private readonly lineReader = createByteLines((bytes, start, end, number, isCut) => {
    this.readLine(bytes, start, end, number, isCut);
  });
  protected readonly reader: ByteReader = {
    push: (chunk) => {
      this.lineReader.push(chunk);
    },
    end: () => {
      this.lineReader.end();
      return true;
    },
  };
  private readonly names = createByteNames();
  private unnamed = 0;
  /** The frames of the previous line and their contexts, so that the common part of two lines is looked up once. */
  private readonly before: { readonly frames: number[]; readonly contexts: number[] } = {
    frames: [],
    contexts: [],
  };

  protected finish(): FormatResult {
    this.noteBeyond();
    this.noteCount(this.unnamed, 'frames have no name: there are too many names');
    if (this.totalOf(0) === 0) this.note('the file holds no samples');
    const numbers = this.names.texts().map((text) => this.table.numberOf(readFrameName(text)));
    return {
      tool: '',
      measures: [{ name: 'samples', unit: 'samples', provenance: 'measured', total: this.totalOf(0) }],
      tree: renamePlaces(this.tree.build(1), (name) => numbers[name] ?? this.table.numberOf(NAMELESS)),
    };
  }

  private readLine(bytes: Uint8Array, start: number, end: number, number: number, isCut: boolean): void {
    if (end <= start) return;
    let space = end - 1;
    while (space > start && bytes[space] !== SPACE) space--;
    const isWhole = !isCut && space > start && !endsInNumber(bytes, start, space);
    const value = isWhole ? readValue(bytes, space + 1, end) : NaN;
    if (isAmount(value)) {
      this.add(this.readStack(bytes, start, space), 0, value);
      return;
    }
    const shown = this.decoder.decode(bytes.subarray(start, Math.min(end, start + 80)));
    const what = value < 0 ? 'a number below 0, which no samples are' : 'no stack and number';
    this.problems.add(atLine(number, isCut ? 'the line is too long to be a stack' : `${what}: ${shown}`));
  }

  private readStack(bytes: Uint8Array, start: number, end: number): number {
    const { tree, names } = this;
    const { frames, contexts } = this.before;
    let context = ROOT;
    let hash = HASH_START;
    let from = start;
    let depth = 0;
    let isShared = true;
    let innermost = -1;
    for (let i = start; i <= end; i++) {
      const byte = i === end ? SEMICOLON : (bytes[i] ?? outside(i));
      if (byte !== SEMICOLON) {
        hash = Math.imul(hash ^ byte, HASH_FACTOR);
        continue;
      }
      if (i > from) {
        const frame = names.numberOf(bytes, from, i, hash);
        if (frame < 0) this.unnamed++;
        innermost = frame;
        if (isShared && frames[depth] === frame) context = contexts[depth] ?? outside(depth);
        else {
          isShared = false;
          if (context >= 0) context = tree.childWithin(context, frame);
          frames[depth] = frame;
          contexts[depth] = context;
        }
        depth++;
      }
      from = i + 1;
      hash = HASH_START;
    }
    frames.length = depth;
    contexts.length = depth;
    if (context >= 0) return context;
    this.beyond++;
    return tree.child(ROOT, innermost);
  }
}

/** True for `a;b 12` before another number: a difference of two profiles. */
function endsInNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let at = end - 1;
  while (at > start && isDigit(bytes[at])) at--;
  return at < end - 1 && bytes[at] === SPACE;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}

/** Reads whole numbers without making a text; NaN for anything that is not a number. */
function readValue(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = (bytes[i] ?? outside(i)) - ZERO;
    if (digit < 0 || digit > 9) return readFraction(bytes, start, end);
    value = value * 10 + digit;
  }
  return start === end ? NaN : value;
}

function readFraction(bytes: Uint8Array, start: number, end: number): number {
  const text = new TextDecoder().decode(bytes.subarray(start, end));
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : NaN;
}

/**
 * Numbers for names that stand in bytes: a gigabyte may hold a few thousand names, and decoding each occurrence
 * would take most of the time. The hash is FNV-1a.
 */
interface ByteNames {
  /** The number of the name in `bytes` from `start` to `end`, whose hash is `hash`; -1 if there are too many names. */
  numberOf(bytes: Uint8Array, start: number, end: number, hash: number): number;
  readonly count: () => number;
  /** The names by their numbers. */
  texts(): readonly string[];
}

const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/** A file with more names is not a profile of a program. */
const MOST_NAMES = 4_000_000;
const MOST_BYTES = 256 * 1024 * 1024;

function createByteNames(): ByteNames {
  let table = new Int32Array(4096).fill(-1);
  let hashes = new Int32Array(1024);
  /** The end of each name in `text`. */
  let ends = new Int32Array(1024);
  let text = new Uint8Array(64 * 1024);
  let count = 0;

  const startOf = (name: number): number => (name === 0 ? 0 : (ends[name - 1] ?? outside(name)));

  function isSame(name: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = startOf(name);
    if ((ends[name] ?? outside(name)) - from !== end - start) return false;
    for (let i = start, j = from; i < end; i++, j++) if (bytes[i] !== text[j]) return false;
    return true;
  }

  function rehash(): void {
    table = new Int32Array(table.length * 2).fill(-1);
    const mask = table.length - 1;
    for (let name = 0; name < count; name++) {
      let slot = (hashes[name] ?? outside(name)) & mask;
      while (table[slot] !== -1) slot = (slot + 1) & mask;
      table[slot] = name;
    }
  }

  function addName(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const from = startOf(count);
    const length = end - start;
    if (count === MOST_NAMES || from + length > MOST_BYTES) return -1;
    if (from + length > text.length) {
      const wider = new Uint8Array(Math.min(MOST_BYTES, Math.max(text.length * 2, from + length)));
      wider.set(text);
      text = wider;
    }
    if (count === ends.length) {
      const [more, moreHashes] = [new Int32Array(count * 2), new Int32Array(count * 2)];
      more.set(ends);
      moreHashes.set(hashes);
      [ends, hashes] = [more, moreHashes];
    }
    text.set(bytes.subarray(start, end), from);
    ends[count] = from + length;
    hashes[count] = hash;
    count++;
    if (count * 2 > table.length) rehash();
    return count - 1;
  }

  return {
    numberOf(bytes, start, end, hash) {
      const mask = table.length - 1;
      let slot = hash & mask;
      for (;;) {
        const name = table[slot] ?? outside(slot);
        if (name < 0) break;
        if (hashes[name] === hash && isSame(name, bytes, start, end)) return name;
        slot = (slot + 1) & mask;
      }
      const before = table;
      const name = addName(bytes, start, end, hash);
      // The table was made anew and has this name already, but the free slot moved.
      if (name >= 0 && table === before) table[slot] = name;
      return name;
    },
    count: () => count,
    texts() {
      const decoder = new TextDecoder();
      return Array.from({ length: count }, (_, name) =>
        decoder.decode(text.subarray(startOf(name), ends[name])),
      );
    },
  };
}
