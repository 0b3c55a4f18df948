/**
 * Changes to a Java text such as people and their tools make them, and such as
 * nobody would.
 */
import type { Random } from './random';

export interface TextChange {
  readonly at: number;
  readonly removed: number;
  readonly inserted: string;
}

/** The material that a change may draw on. */
export interface ChangeContext {
  readonly text: string;
  /** The starts and ends of members. */
  readonly members: readonly { readonly start: number; readonly end: number }[];
  /** Texts of other files. */
  readonly others: readonly string[];
}

type Change = (context: ChangeContext, random: Random) => TextChange | undefined;

export function applyChange(text: string, { at, removed, inserted }: TextChange): string {
  return text.slice(0, at) + inserted + text.slice(at + removed);
}

const SNIPPETS: readonly [string, ...string[]] = [
  ...([
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    ';',
    ',',
    '.',
    '"',
    "'",
    '"""',
    '/*',
    '*/',
    '//',
    '\\',
    '@',
    '=',
    '->',
    '::',
  ] as const),
  ...([
    '\n',
    '\r\n',
    '\r',
    '\t',
    '\f',
    '\u001a',
    '\u00a0',
    '\ufeff',
    '\u2028',
    '0',
    '1L',
    '0x',
    '1e',
    '.5f',
    "'\\''",
    '"\\"',
  ] as const),
  ...([
    '\\u0041',
    '\\u',
    '\\uuu007b',
    '\\u007D',
    '\\u000a',
    '\\u0022',
    '\\u005c',
    '\\\\u0041',
    '\\u00',
  ] as const),
  ...(['😀', '𝒳', 'é', '\ud800', '\udc00', 'ß', '变量'] as const),
  ...([
    'int q = 1;',
    'return;',
    'x += y * 2;',
    'if (a) {',
    'for (;;) ',
    'while (true) {',
    'new Object() {',
    'switch (x) {',
  ] as const),
  ...([
    'case 1 -> ',
    'default:',
    'try {',
    'catch (E e) {',
    'class B {',
    'record R(int a) {',
    'enum E { A, B; ',
    'interface I {',
  ] as const),
  ...([
    '() -> {',
    'static { ',
    'public void f() {',
    'import java.util.*;',
    'import static java.lang.Math.*;',
    'package p;',
    '@Override ',
  ] as const),
] as const;

const MODIFIERS: readonly [string, ...string[]] = [
  ...([
    'public ',
    'private ',
    'static ',
    'final ',
    'abstract ',
    'default ',
    'sealed ',
    'synchronized ',
    'protected ',
  ] as const),
];

const TYPES: readonly [string, ...string[]] = [
  ...([
    'int',
    'long',
    'double',
    'byte',
    'char',
    'boolean',
    'String',
    'Object',
    'Integer',
    'var',
    'int[]',
    'List<String>',
  ] as const),
];

const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/.*|[^\s]/gu;

/** The first token from some place on, which cuts one in two at times. */
function tokenNear(
  text: string,
  random: Random,
): { readonly at: number; readonly token: string } | undefined {
  const from = random.below(text.length);
  TOKEN.lastIndex = from;
  const match = TOKEN.exec(text);
  return match === null ? undefined : { at: match.index, token: match[0] };
}

function lineAt(text: string, random: Random): { readonly at: number; readonly length: number } {
  const from = random.below(text.length + 1);
  const at = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', from);
  return { at, length: (end < 0 ? text.length : end + 1) - at };
}

/** A place inside some member, mostly, since that is where edits are. */
function placeIn({ text, members }: ChangeContext, random: Random): number {
  const member = random.oneIn(4) ? undefined : random.among(members);
  if (member === undefined) return random.below(text.length + 1);
  return member.start + random.below(member.end - member.start + 1);
}

const insertSnippet: Change = (context, random) => ({
  at: placeIn(context, random),
  removed: 0,
  inserted: random.pick(SNIPPETS),
});

const replaceCharacters: Change = (context, random) => ({
  at: placeIn(context, random),
  removed: random.below(6),
  inserted: random.oneIn(2) ? '' : random.pick(SNIPPETS),
});

const insertLetter: Change = (context, random) => ({
  at: placeIn(context, random),
  removed: 0,
  inserted: String.fromCharCode(random.oneIn(20) ? random.below(0x10000) : 32 + random.below(95)),
});

const removeToken: Change = ({ text }, random) => {
  const found = tokenNear(text, random);
  return found === undefined ? undefined : { at: found.at, removed: found.token.length, inserted: '' };
};

const doubleToken: Change = ({ text }, random) => {
  const found = tokenNear(text, random);
  return found === undefined ? undefined : { at: found.at, removed: 0, inserted: `${found.token} ` };
};

/** Another token in its place, from anywhere. */
const exchangeToken: Change = ({ text, others }, random) => {
  const found = tokenNear(text, random);
  const other = tokenNear(random.among([text, ...others]) ?? text, random);
  if (found === undefined || other === undefined) return undefined;
  return { at: found.at, removed: found.token.length, inserted: other.token };
};

const swapTokens: Change = ({ text }, random) => {
  const one = tokenNear(text, random);
  if (one === undefined) return undefined;
  TOKEN.lastIndex = one.at + one.token.length;
  const two = TOKEN.exec(text);
  if (two === null) return undefined;
  const between = text.slice(one.at + one.token.length, two.index);
  return { at: one.at, removed: two.index + two[0].length - one.at, inserted: two[0] + between + one.token };
};

const changeLine: Change = ({ text, others }, random) => {
  const { at, length } = lineAt(text, random);
  const line = text.slice(at, at + length);
  switch (random.below(5)) {
    case 0:
      return { at, removed: length, inserted: '' };
    case 1:
      return { at, removed: 0, inserted: line };
    case 2:
      return { at, removed: 0, inserted: '// ' };
    case 3: {
      const other = random.among([text, ...others]) ?? text;
      const { at: from, length: long } = lineAt(other, random);
      return { at, removed: 0, inserted: other.slice(from, from + long) };
    }
    default:
      // Further in, or further out: broken headers are read by it.
      return line.startsWith('  ') && random.oneIn(2)
        ? { at, removed: 2, inserted: '' }
        : { at, removed: 0, inserted: '  ' };
  }
};

/** Away, once more, elsewhere, or from another text. */
const changeMember: Change = ({ text, members, others }, random) => {
  const member = random.among(members);
  const target = random.among(members);
  if (member === undefined || target === undefined) return undefined;
  const { start, end } = member;
  switch (random.below(5)) {
    case 0:
      return { at: start, removed: end - start, inserted: '' };
    case 1:
      return { at: target.start, removed: 0, inserted: `${text.slice(start, end)}\n` };
    case 2: {
      // Moved: one change that covers both places.
      if (target.start >= start) return undefined;
      const between = text.slice(target.start, start);
      return { at: target.start, removed: end - target.start, inserted: text.slice(start, end) + between };
    }
    case 3:
      return { at: start, removed: 0, inserted: '/* ' };
    default: {
      const other = random.among(others) ?? text;
      const from = random.below(other.length);
      return { at: target.start, removed: 0, inserted: other.slice(from, from + random.below(1500)) };
    }
  }
};

/** Modifiers, types and names of declarations: what other files depend on. */
const changeHeader: Change = ({ text, members }, random) => {
  const member = random.among(members);
  if (member === undefined) return undefined;
  const brace = text.indexOf('{', member.start);
  const head = text.slice(member.start, brace < 0 || brace > member.end ? member.end : brace);
  switch (random.below(4)) {
    case 0:
      return { at: member.start, removed: 0, inserted: random.pick(MODIFIERS) };
    case 1: {
      const modifier = /\b(?:public|private|static|final|abstract|protected) /.exec(head);
      return modifier === null
        ? undefined
        : { at: member.start + modifier.index, removed: modifier[0].length, inserted: '' };
    }
    case 2: {
      const types = [
        ...head.matchAll(/\b(?:int|long|double|boolean|char|byte|void|String|Object|[A-Z]\w*)\b/g),
      ];
      const type = random.among(types);
      return type === undefined
        ? undefined
        : { at: member.start + type.index, removed: type[0].length, inserted: random.pick(TYPES) };
    }
    default: {
      const names = [...head.matchAll(/\b[a-z]\w*\b/g)];
      const name = random.among(names);
      return name === undefined
        ? undefined
        : { at: member.start + name.index, removed: name[0].length, inserted: `${name[0]}X` };
    }
  }
};

/** Changes what a class extends, or its name: around in a circle at times. */
const changeClass: Change = ({ text, others }, random) => {
  const declared = (of: string): readonly RegExpMatchArray[] => [
    ...of.matchAll(/\b(?:class|interface|enum|record) (\w+)/g),
  ];
  const here = random.among(declared(text));
  const there = random.among(declared(random.among([text, ...others]) ?? text));
  if (here?.index === undefined) return undefined;
  const end = here.index + here[0].length;
  switch (random.below(3)) {
    case 0:
      return { at: end, removed: 0, inserted: ` extends ${there?.[1] ?? 'Object'} ` };
    case 1:
      return { at: end, removed: 0, inserted: 'Y' };
    default:
      return { at: end, removed: 0, inserted: '<T extends Comparable<T>>' };
  }
};

const escapeCharacter: Change = (context, random) => {
  const at = placeIn(context, random);
  const unit = context.text.charCodeAt(at);
  if (Number.isNaN(unit)) return undefined;
  return { at, removed: 1, inserted: `\\u${unit.toString(16).padStart(4, '0')}` };
};

const changeLineEnds: Change = ({ text }, random) => {
  if (random.oneIn(10))
    return {
      at: 0,
      removed: text.length,
      inserted: text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text.replaceAll('\n', '\r\n'),
    };
  const at = text.indexOf('\n', random.below(text.length));
  return at < 0 ? undefined : { at, removed: 0, inserted: '\r' };
};

const truncate: Change = ({ text }, random) => {
  const at = random.below(text.length + 1);
  const rest = text.length - at;
  return { at, removed: random.oneIn(2) ? rest : Math.min(rest, random.below(400)), inserted: '' };
};

/** The changes; each is drawn as often as it is listed. */
const CHANGES: readonly [Change, ...Change[]] = [
  insertSnippet,
  insertSnippet,
  insertSnippet,
  insertLetter,
  insertLetter,
  insertLetter,
  replaceCharacters,
  replaceCharacters,
  removeToken,
  removeToken,
  doubleToken,
  exchangeToken,
  exchangeToken,
  swapTokens,
  changeLine,
  changeLine,
  changeMember,
  changeMember,
  changeHeader,
  changeHeader,
  changeClass,
  escapeCharacter,
  changeLineEnds,
];

export function pickChange(context: ChangeContext, random: Random): TextChange | undefined {
  return (random.oneIn(60) ? truncate : random.pick(CHANGES))(context, random);
}
