/**
 * Reads collapsed stacks: a line for each stack, frames from the outermost on, then how often it was seen:
 * `a;b;pkg/Cls.m 21`.
 *
 * Sits in `recordings/`. Specification: the FlameGraph tools' stackcollapse programs;
 * async-profiler's `-o collapsed`, and its converter's with `--lines` and `--bci`. Values may be fractions.
 * Not supported: differential flame graphs, whose lines have two numbers; such lines are refused.
 */
import { isAmount } from '../../base/amounts';
import { outside } from '../../base/check';
import type { Frame } from '../model/imported-profile';
import { createByteLines } from './byte-lines';
import { createByteNames, HASH_FACTOR, HASH_START } from './byte-names';
import { ROOT } from './context-tree';
import { readFrameName } from './frame-names';
import { atLine, type ImportFormat } from './importer';
import { type ByteReader, type FormatResult, renamePlaces, StackImporter } from './stack-importer';

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
    this.problems.add(
      atLine(number, isCut ? 'the line is too long to be a stack' : `no stack and number: ${shown}`),
    );
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
  return /^\d+\.\d+(?:[eE][+-]?\d+)?$|^\d+[eE][+-]?\d+$/.test(text) ? Number(text) : NaN;
}
