/**
 * Patterns for paths and names, matched in a time that grows with the length of the text times that of the pattern.
 *
 * Sits in `base/`. Folders bring patterns of their own, so that no pattern may take long: all ways to match are followed
 * side by side, and none is gone back to.
 */

/** The longest pattern for paths: nobody writes longer ones. */
export const LONGEST_PATTERN = 2000;

/** A state of a pattern. If `takes` is undefined, it takes nothing and leads on at once. */
interface State {
  readonly takes: ((character: string) => boolean) | undefined;
  readonly next: State[];
}

const END: State = { takes: undefined, next: [] };
const isAny = (): boolean => true;
const isInPart = (character: string): boolean => character !== '/';

/**
 * The patterns of editors for paths with `/`: `*` and `?` within one part, `**` for any parts, `{a,b}`, `[a-z]`, `[!a]`.
 * `a/**` matches `a`, too; after a star only what is in folders fits `/**`.
 */
export function matchPath(pattern: string): (path: string) => boolean {
  const plain = pattern.replace(/^(?:\.\/)+/, '').replace(/(?:\/\*\*)+/g, '/**');
  const ending = /^\*\*\/\*([^*?{}[\]\\/]+)$/.exec(plain)?.[1];
  if (ending !== undefined) return (path) => path.endsWith(ending);
  const required = /[{}[\]\\]/.test(plain) ? '' : longestOf(plain.split(/[*?/]+/));
  const matches = matcherOf(new PathPattern(plain).states());
  // Most paths have nothing of most patterns.
  return (path) => path.includes(required) && matches(path);
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

/** `*` stands for any characters, and so does `?` for one if it is `isSpecial`. */
export function matchName(pattern: string, isSpecial = false): (name: string) => boolean {
  const [start = '', ...others] = isSpecial ? pattern.split(/[*?]/) : pattern.split('*');
  if (others.length === 0) return (name) => name === pattern;
  if (others.length === 1 && pattern === `${start}*`) return (name) => name.startsWith(start);
  let states: State[] = [END];
  for (const character of Array.from(pattern).reverse()) {
    if (character === '*') states = [repeat(isAny, states)];
    else states = [{ takes: character === '?' && isSpecial ? isAny : is(character), next: states }];
  }
  return matcherOf(states);
}

function matcherOf(start: readonly State[]): (text: string) => boolean {
  return (text) => {
    let now = reach(start);
    for (const character of text) {
      if (now.size === 0) return false;
      const next: State[] = [];
      for (const { takes, next: after } of now) if (takes?.(character) === true) next.push(...after);
      now = reach(next);
    }
    return now.has(END);
  };
}

/** The states, and all that those which take nothing lead to. */
function reach(states: readonly State[]): ReadonlySet<State> {
  const all = new Set(states);
  for (const { takes, next } of all) if (takes === undefined) for (const state of next) all.add(state);
  return all;
}

const is =
  (wanted: string) =>
  (character: string): boolean =>
    character === wanted;

/** Takes any number of such characters, and goes on with `after`. */
function repeat(takes: (character: string) => boolean, after: readonly State[]): State {
  const next: State[] = [...after];
  next.unshift({ takes, next });
  return { takes: undefined, next };
}

/** Reads a pattern from its end on: each part leads to what follows it. */
class PathPattern {
  private readonly pattern: string;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  states(): State[] {
    return this.read(0, this.pattern.length, [END]);
  }

  /** The states of `pattern[from, to)`, which go on with `after`. */
  private read(from: number, to: number, after: State[]): State[] {
    const parts: ((after: State[]) => State[])[] = [];
    for (let at = from; at < to;) {
      const { end, states } = this.readPart(at, from, to);
      parts.push(states);
      at = end;
    }
    return parts.reduceRight((rest, part) => part(rest), after);
  }

  private readPart(
    at: number,
    from: number,
    to: number,
  ): { readonly end: number; readonly states: (after: State[]) => State[] } {
    const { pattern } = this;
    const character = pattern[at] ?? '';
    const globstar = /^\/?\*{2,}(?=\/|$)\/?/.exec(pattern.slice(at, to))?.[0];
    if (globstar !== undefined && (character === '/' || at === 0 || pattern[at - 1] === '/' || at === from))
      return {
        end: at + globstar.length,
        states: (after) => anyParts(globstar, pattern[at - 1] === '*' && pattern[at - 2] !== '\\', after),
      };
    if (character === '*') {
      let end = at;
      while (end < to && pattern[end] === '*') end++;
      return { end, states: (after) => [repeat(isInPart, after)] };
    }
    if (character === '?') return { end: at + 1, states: (after) => [{ takes: isInPart, next: after }] };
    const choice = character === '{' ? this.readChoice(at, to) : undefined;
    if (choice !== undefined)
      return {
        end: choice.end,
        states: (after) => choice.ranges.flatMap(([first, last]) => this.read(first, last, after)),
      };
    const set = character === '[' ? readSet(pattern, at, to) : undefined;
    if (set !== undefined) return { end: set.end, states: (after) => [{ takes: set.takes, next: after }] };
    const isEscape = character === '\\' && at + 1 < to;
    const literal = String.fromCodePoint(pattern.codePointAt(isEscape ? at + 1 : at) ?? 0);
    return {
      end: at + (isEscape ? 1 : 0) + literal.length,
      states: (after) => [{ takes: is(literal), next: after }],
    };
  }

  /** The alternatives of `{a,b}`; undefined for braces that have none. */
  private readChoice(
    at: number,
    to: number,
  ): { readonly end: number; readonly ranges: readonly (readonly [number, number])[] } | undefined {
    const ranges: [number, number][] = [];
    let depth = 0;
    let first = at + 1;
    for (let end = at; end < to; end++) {
      const character = this.pattern[end];
      if (character === '\\') end++;
      else if (character === '{') depth++;
      else if (character === ',' && depth === 1) {
        ranges.push([first, end]);
        first = end + 1;
      } else if (character === '}' && --depth === 0)
        return ranges.length === 0 ? undefined : { end: end + 1, ranges: [...ranges, [first, end]] };
    }
    return undefined;
  }
}

/** Any parts, of which one follows where the pattern goes on. */
function anyParts(globstar: string, isAfterStar: boolean, after: State[]): State[] {
  const isFirst = !globstar.startsWith('/');
  const isLast = !globstar.endsWith('/') || globstar === '/';
  if (isLast) {
    const all = repeat(isAny, after);
    return isFirst ? [all] : [{ takes: is('/'), next: [all] }, ...(isAfterStar ? [] : after)];
  }
  // Either nothing, or anything up to a `/`.
  const through = repeat(isAny, [{ takes: is('/'), next: after }]);
  return isFirst ? [through, ...after] : [{ takes: is('/'), next: [through, ...after] }];
}

/** One character of `[a-z]` or `[!a]`; undefined for a bracket without an end. */
function readSet(
  pattern: string,
  at: number,
  to: number,
): { readonly end: number; readonly takes: (character: string) => boolean } | undefined {
  const [, not = '', inside = ''] = /^\[([!^]?)(\]?[^\]]*)\]/.exec(pattern.slice(at, to)) ?? [];
  if (inside === '') return undefined;
  const ranges = Array.from(
    inside.matchAll(/(.)-(.)|(.)/gsu),
    ([, low, high, one]) => [low ?? one ?? '', high ?? one ?? ''] as const,
  );
  const isIn = (character: string): boolean =>
    ranges.some(([low, high]) => character >= low && character <= high);
  return {
    end: at + not.length + inside.length + 2,
    takes: (character) => character !== '/' && isIn(character) !== (not !== ''),
  };
}
