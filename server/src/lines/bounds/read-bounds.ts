/**
 * Energy bounds in a text: `// jouleline: at most 2 mJ at 95 %` above a statement or a declaration, or at its line's
 * end, and `@EnergyBound("2 mJ at 95 %")` on a declaration, whoever declares such an annotation.
 *
 * Sits in `lines/`. Works on tokens alone, so that any text can be read. A bound that is misspelled must not pass: it is
 * told with the right spelling.
 */
import { at } from '../../base/check';
import { JOULES_PER_UNIT, type Joules, type Offset, type Share } from '../../base/units';
import { Punctuation, Scanner, TokenKind } from '../../java/text/lexer';
import type { Span } from '../../java/syntax/ast';

export interface EnergyBound {
  /** The range of the comment or the annotation. */
  readonly place: Span;
  /** The statement or declaration that is bounded. The end of a method is not looked for. */
  readonly target: Span;
  readonly isOfClass: boolean;
  /** The bound in words, `2 mJ at 95 %`. */
  readonly text: string;
  readonly energy: Joules;
  /** The share of executions that stay within the bound. */
  readonly share: Share;
}

export interface WrongBound {
  readonly place: Span;
  readonly kind: 'spelling' | 'place';
  /** An example of the right spelling. */
  readonly spelling: string;
}

export interface ReadBounds {
  readonly bounds: readonly EnergyBound[];
  readonly wrong: readonly WrongBound[];
}

const COMMENT = '// jouleline: at most 2 mJ at 95 %';
const ANNOTATION = '@EnergyBound("2 mJ at 95 %")';
const ANNOTATION_NAME = 'EnergyBound';

/** A comment to Jouleline. */
const MARKED = /\/\/[ \t]*jouleline:([^\r\n]*)/giu;
/** A comment that is about an energy, well spelled or not. */
const ABOUT_ENERGY = /^at\b|\d[ \t]{0,9}[nuµμm]?J\b/iu;
const AMOUNT = /^(\d{1,15}(?:\.\d{1,15})?)\s*([nuµμm]?J)(?:\s+at\s+(\d{1,3}(?:\.\d{1,9})?)\s*%)?$/u;
const DEFAULT_SHARE: Share = 0.95;

const NONE: ReadBounds = { bounds: [], wrong: [] };

export function readBounds(text: string): ReadBounds {
  if (!mayHaveBounds(text)) return NONE;
  const tokens = new BoundTokens(text);
  const found = [...tokens.comments(), ...tokens.annotations()].sort((a, b) => a.place.start - b.place.start);
  return {
    bounds: found.flatMap((each) => ('energy' in each ? [each] : [])),
    wrong: found.flatMap((each) => ('energy' in each ? [] : [each])),
  };
}

export function mayHaveBounds(text: string): boolean {
  return text.includes('jouleline:') || text.includes(ANNOTATION_NAME);
}

type FoundBound = EnergyBound | WrongBound;

function readAmount(text: string): Pick<EnergyBound, 'text' | 'energy' | 'share'> | undefined {
  const [, digits = '', unit = '', percent] = AMOUNT.exec(text.trim()) ?? [];
  const share = percent === undefined ? DEFAULT_SHARE : Number(`${percent}e-2`);
  const energy = Number(digits) * (JOULES_PER_UNIT.get(unit) ?? Number.NaN);
  return energy > 0 && share > 0 && share < 1
    ? { text: `${digits} ${unit} at ${percent ?? '95'} %`, energy, share }
    : undefined;
}

interface PlacedToken extends Span {
  readonly kind: number;
}

const OPENING: ReadonlySet<number> = new Set([
  Punctuation.parenOpen,
  Punctuation.bracketOpen,
  Punctuation.braceOpen,
]);
const CLOSING: ReadonlySet<number> = new Set([
  Punctuation.parenClose,
  Punctuation.bracketClose,
  Punctuation.braceClose,
]);
const CLASS_WORDS: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'record']);

/** The tokens of a text, with their brackets in pairs. */
class BoundTokens {
  readonly #text: string;
  readonly #all: readonly PlacedToken[];
  /** The partner of each bracket that has one, by index. */
  readonly #partners = new Map<number, number>();
  /** The index of the open bracket around each token; -1 where there is none. */
  readonly #around: number[] = [];

  constructor(text: string) {
    this.#text = text;
    const all: PlacedToken[] = [];
    const open: number[] = [];
    const scanner = new Scanner(text);
    scanner.next();
    while (scanner.kind !== TokenKind.end) {
      const { kind, start, end } = scanner;
      const partner = CLOSING.has(kind) ? open.pop() : undefined;
      if (partner !== undefined) this.#partners.set(partner, all.length).set(all.length, partner);
      this.#around.push(open.at(-1) ?? -1);
      if (OPENING.has(kind)) open.push(all.length);
      all.push({ kind, start, end });
      scanner.next();
    }
    this.#all = all;
  }

  *comments(): Iterable<FoundBound> {
    for (const match of this.#text.matchAll(MARKED)) {
      const next = this.#firstFrom(match.index);
      const before = this.#all[next - 1];
      const lineStart = this.#text.lastIndexOf('\n', match.index - 1) + 1;
      const isInToken = before !== undefined && before.end > match.index;
      const between = this.#text.slice(before?.end ?? 0, match.index);
      const isInComment =
        between.lastIndexOf('/*') > between.lastIndexOf('*/') ||
        this.#text.slice(Math.max(lineStart, before?.end ?? 0), match.index).includes('//');
      if (isInToken || isInComment) continue;
      const [whole, comment = ''] = match;
      const written = comment.trim();
      if (!ABOUT_ENERGY.test(written) || /^ignore\b/i.test(written)) continue;
      const place = { start: match.index, end: match.index + whole.trimEnd().length };
      const amount = readAmount(written.replace(/^at\s+most\s/iu, ''));
      const isSpelled = /^at\s+most\s/iu.test(written);
      if (amount === undefined || !isSpelled) yield { place, kind: 'spelling', spelling: COMMENT };
      else {
        const isAlone = before === undefined || before.end <= lineStart;
        const target = this.#targetAt(isAlone ? next : this.#beginningOf(this.#firstFrom(lineStart)));
        yield target === undefined
          ? { place, kind: 'place', spelling: COMMENT }
          : { place, ...target, ...amount };
      }
    }
  }

  *annotations(): Iterable<FoundBound> {
    for (const [index, { kind, start }] of this.#all.entries()) {
      if (kind !== Punctuation.at || this.#image(index + 1) === 'interface') continue;
      let last = index + 1;
      while (this.#kind(last + 1) === Punctuation.dot) last += 2;
      if (this.#image(last) !== ANNOTATION_NAME) continue;
      const end =
        this.#kind(last + 1) === Punctuation.parenOpen ? (this.#partners.get(last + 1) ?? last) : last;
      const place = { start, end: at(this.#all, end).end };
      const amount = readAmount(this.#stringBetween(last + 1, end) ?? '');
      const target = this.#isInParentheses(index) ? undefined : this.#targetAt(this.#beginningOf(index));
      if (amount === undefined) yield { place, kind: 'spelling', spelling: ANNOTATION };
      else
        yield target === undefined
          ? { place, kind: 'place', spelling: ANNOTATION }
          : { place, ...target, ...amount };
    }
  }

  /** The one string between parentheses, also where it is named `value`. */
  #stringBetween(open: number, close: number): string | undefined {
    const first = this.#image(open + 1) === 'value' && this.#image(open + 2) === '=' ? open + 3 : open + 1;
    if (first + 1 !== close || this.#kind(first) !== TokenKind.string) return undefined;
    return this.#image(first).slice(1, -1);
  }

  /** The first token that begins at an offset or behind it. */
  #firstFrom(offset: Offset): number {
    let [low, high] = [0, this.#all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(this.#all, middle).start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first token of the statement or declaration that a token belongs to. */
  #beginningOf(token: number): number {
    let index = token;
    while (this.#isInParentheses(index)) index = this.#around[index] ?? 0;
    while (index > 0) {
      const before = this.#kind(index - 1);
      const isEnd = before === Punctuation.semicolon || before === Punctuation.braceOpen;
      // `case 1:` and `->` end before a statement; a `:` within one, as in `a ? b : c`, does not.
      if (isEnd || before === Punctuation.braceClose || this.#isLabelEnd(index - 1)) return index;
      index = CLOSING.has(before) ? (this.#partners.get(index - 1) ?? index - 1) : index - 1;
    }
    return index;
  }

  #isInParentheses(index: number): boolean {
    const around = this.#kind(this.#around[index] ?? -1);
    return around === Punctuation.parenOpen || around === Punctuation.bracketOpen;
  }

  #isLabelEnd(index: number): boolean {
    if (this.#image(index) !== ':') return false;
    let first = index - 1;
    while (first > 0 && !/^[;{}]$/.test(this.#image(first - 1))) first--;
    return this.#image(first) === 'case' || this.#image(first) === 'default';
  }

  #targetAt(first: number): Pick<EnergyBound, 'target' | 'isOfClass'> | undefined {
    const token = this.#all[first];
    if (token === undefined || !this.#canBegin(first)) return undefined;
    const isOfClass = this.#declaresClass(first);
    const end = this.#all[this.#endOf(first) - 1] ?? token;
    return { target: { start: token.start, end: end.end }, isOfClass };
  }

  /** False for what goes on with a statement: `} else {`, or an operand. */
  #canBegin(first: number): boolean {
    if (/^(?:[)\]},;.]|else|catch|finally|case|default)$/.test(this.#image(first))) return false;
    return first === 0 || /^(?:[;{}):]|->|else|do)$/.test(this.#image(first - 1));
  }

  #declaresClass(first: number): boolean {
    let index = this.#afterAnnotations(first);
    while (
      /^(?:public|protected|private|abstract|static|final|sealed|non|-|strictfp|@)$/.test(this.#image(index))
    )
      index = this.#afterAnnotations(index + 1);
    return CLASS_WORDS.has(this.#image(index)) && this.#kind(index + 1) === TokenKind.identifier;
  }

  #afterAnnotations(first: number): number {
    let index = first;
    while (this.#kind(index) === Punctuation.at && this.#image(index + 1) !== 'interface') {
      index += 2;
      while (this.#kind(index) === Punctuation.dot) index += 2;
      if (this.#kind(index) === Punctuation.parenOpen) index = (this.#partners.get(index) ?? index) + 1;
    }
    return index;
  }

  /** The token behind a statement or declaration (JLS 14). */
  #endOf(first: number): number {
    let index = first;
    let [ifs, dos] = [0, 0];
    const over = (open: number): number => (this.#partners.get(open) ?? open) + 1;
    for (;;) {
      const word = this.#image(index);
      if (
        /^(?:if|while|for|switch|synchronized)$/.test(word) &&
        this.#kind(index + 1) === Punctuation.parenOpen
      ) {
        if (word === 'if') ifs++;
        index = over(index + 1);
        continue;
      }
      if (word === 'do' || word === 'else' || word === 'try') {
        if (word === 'do') dos++;
        index++;
        if (word === 'try' && this.#kind(index) === Punctuation.parenOpen) index = over(index);
        continue;
      }
      if (this.#kind(index) === TokenKind.identifier && this.#kind(index + 1) === Punctuation.colon) {
        index += 2;
        continue;
      }
      index = this.#kind(index) === Punctuation.braceOpen ? over(index) : this.#simpleEnd(index);
      while (/^(?:catch|finally)$/.test(this.#image(index)))
        index = over(this.#image(index) === 'catch' ? over(index + 1) : index + 1);
      while (dos > 0 && this.#image(index) === 'while') {
        dos--;
        index = over(index + 1) + 1;
      }
      if (ifs === 0 || this.#image(index) !== 'else') return index;
      ifs--;
    }
  }

  #simpleEnd(first: number): number {
    const isClass = this.#declaresClass(first);
    let index = first;
    while (index < this.#all.length) {
      const kind = this.#kind(index);
      if (kind === Punctuation.semicolon) return index + 1;
      if (CLOSING.has(kind)) return index;
      if (isClass && kind === Punctuation.braceOpen)
        return (this.#partners.get(index) ?? this.#all.length) + 1;
      index = OPENING.has(kind) ? (this.#partners.get(index) ?? this.#all.length) + 1 : index + 1;
    }
    return this.#all.length;
  }

  #kind(index: number): number {
    return this.#all[index]?.kind ?? TokenKind.end;
  }

  #image(index: number): string {
    const token = this.#all[index];
    return token === undefined ? '' : this.#text.slice(token.start, token.end);
  }
}
