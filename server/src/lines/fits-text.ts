/**
 * Tells whether methods that were counted are those of the text: on the lines of each statement the text has the
 * operations and calls that the class has.
 *
 * Sits in `lines/`, under `counted-file.ts`. Classes may be older than the text, whatever started the program, and the
 * text may have been edited since: counts would color wrong lines. Calls are compared by name, so that a text is
 * compared without the libraries that it uses, too; what javac adds by itself is not compared.
 */
import { at } from '../base/check';
import type { LineIndexOf } from '../base/line-index';
import type { LineIndex } from '../base/units';
import type { MemberRecord } from '../analysis/file-operations';
import type { StatementLines, Token } from '../java/text/statement-lines';
import { Punctuation, TokenKind } from '../java/text/lexer';
import type { MethodKey, OperationKey } from '../operations/catalogue/operation';
import { listSites } from '../operations/catalogue/site-table';
import type { ProfiledMethod } from '../profile/document/profile-document';

interface CountedMember {
  readonly member: MemberRecord;
  /** The method of the member, and the lambdas that stand in it. */
  readonly methods: readonly ProfiledMethod[];
  /** The members of classes within the member, whose code is not its own. */
  readonly within: readonly MemberRecord[];
}

/** The names that the rows of methods point to. */
interface ComparedNames {
  readonly keys: readonly OperationKey[];
  readonly callees: readonly MethodKey[];
}

interface TextLines {
  readonly lines: LineIndexOf;
  readonly statements: StatementLines;
}

export function fitsText(
  { member, methods, within }: CountedMember,
  { lines, statements }: TextLines,
  names: ComparedNames,
): boolean {
  const { statementAt, tokensOf } = statements;
  // What did not run has no counts that could lie on wrong lines.
  if (methods.every((method) => method.lines.every(([, executions]) => executions === 0))) return true;
  // No code lies above the name.
  const [first, last] = [lines.lineAt(member.nameStart), lines.lineAt(member.end)];
  const isOwn = (line: number): boolean => line > first && line <= last + 1;
  // Constructors also run the initializers of fields, which lie elsewhere.
  if (member.kind === 'method' && !methods.every((method) => method.lines.every(([line]) => isOwn(line))))
    return false;
  /** False for a profile that has only what ran: the text may have more. */
  const hasCode = methods.some(({ code }) => code !== undefined);
  const counted = new Map<LineIndex, StatementKinds>();
  const kindsAt = (statement: LineIndex): StatementKinds => {
    const known = counted.get(statement) ?? { operations: new Set(), calls: new Set(), isWhole: hasCode };
    counted.set(statement, known);
    return known;
  };
  for (const method of methods) {
    for (const [line] of method.lines) {
      if (!isOwn(line)) continue;
      const tokens = tokensOf(statementAt(line - 1));
      if (tokens.length === 0) return false;
      // Only methods without a result return at their end.
      if (line === last + 1 && tokens.length === 1 && !method.descriptor.endsWith(')V')) return false;
      const kinds = kindsAt(statementAt(line - 1));
      if (method.code === undefined) kinds.isWhole = false;
    }
    for (const [line, kind] of kindsOf(method, names))
      if (isOwn(line)) add(kindsAt(statementAt(line - 1)), kind);
  }
  for (const { start, end } of within)
    for (let line = lines.lineAt(start); line <= lines.lineAt(end); line++)
      kindsAt(statementAt(line)).isWhole = false;
  if (hasCode && !returnsAtEnd(methods, member, { lines, statements })) return false;
  const written = listWritten(member, (offset) => statementAt(lines.lineAt(offset)));
  for (const statement of written.keys()) kindsAt(statement);
  // A statement without operations has code, too.
  if (hasCode && member.kind === 'method')
    for (let line = first; line <= last; line++) {
      const [begin] = tokensOf(line);
      if (begin !== undefined && isIn(member, begin) && ALWAYS_CODE.has(begin.image) && !counted.has(line))
        return false;
    }
  for (const [statement, kinds] of counted)
    if (!isSame(kinds, written.get(statement), tokensOf(statement), member)) return false;
  return true;
}

/** False for a token of another member, which may stand on the same line. */
function isIn({ start, end }: MemberRecord, token: Token): boolean {
  return token.start >= start && token.start < end;
}

/** False if a method without a result ends with a simple statement, and has no code on the line of its last brace. */
function returnsAtEnd(
  methods: readonly ProfiledMethod[],
  { key, kind, nameStart, end }: MemberRecord,
  { lines, statements: { statementAt, tokensOf } }: TextLines,
): boolean {
  const [first, last] = [lines.lineAt(nameStart), lines.lineAt(end)];
  const own = methods.find(({ name, descriptor }) => key.endsWith(`.${name}${descriptor}`));
  if (kind !== 'method' || !key.endsWith(')V') || own === undefined || own.lines.length === 0) return true;
  if (tokensOf(last).length !== 1) return true;
  let before = last - 1;
  while (before > first && tokensOf(statementAt(before)).length === 0) before--;
  const tokens = tokensOf(statementAt(before));
  const isSimple =
    tokens.at(-1)?.kind === Punctuation.braceOpen ||
    (tokens.at(-1)?.kind === Punctuation.semicolon && !tokens.some(({ image }) => LEAVES.has(image)));
  return !isSimple || own.lines.some(([line]) => line === last + 1);
}

/** The kinds of operations and the names of calls in a statement. */
interface StatementKinds {
  readonly operations: Set<string>;
  readonly calls: Set<string>;
  /** False if some are not known: a lambda that did not run, the type of a name in the text. */
  isWhole: boolean;
}

function isSame(
  counted: StatementKinds,
  written: StatementKinds | undefined,
  tokens: readonly Token[],
  member: MemberRecord,
): boolean {
  const own = tokens.filter((token) => isIn(member, token));
  const isConstructor = member.kind === 'constructor';
  // A constructor also has the code of fields that stand on its lines.
  const { names } = readWords(isConstructor ? tokens : own);
  const isKnown = written?.isWhole !== false && !(isConstructor && own.length < tokens.length);
  const chooses = names.has('switch') || names.has('case');
  // The code that closes resources looks for null; a constructor stores the object around its own.
  const closes = counted.calls.has('addSuppressed');
  const refers = tokens.some(({ image }) => image === '::');
  const mayDiffer = (operation: string): boolean =>
    (chooses && OF_SWITCHES.has(operation)) ||
    (closes && operation === 'Equal') ||
    (refers && operation === 'NewArray') ||
    (isConstructor && operation === 'FieldStore');
  if (isKnown)
    for (const each of counted.operations)
      if (written?.operations.has(each) !== true && !mayDiffer(each)) return false;
  for (const each of counted.calls) {
    if (names.has(each) || written?.calls.has(each) === true) continue;
    if (isKnown && !chooses && !refers ? !BY_ITSELF.has(each) : !IMPLIED.test(each)) return false;
  }
  if (!counted.isWhole) return true;
  if (isKnown && written !== undefined)
    for (const each of written.operations)
      if (!counted.operations.has(each) && !mayDiffer(each)) return false;
  for (const each of readWords(own).calls) if (!counted.calls.has(each)) return false;
  return true;
}

function add(kinds: StatementKinds, kind: string): void {
  if (kind.startsWith(CALL)) kinds.calls.add(kind.slice(CALL.length));
  else if (kind === UNKNOWN) kinds.isWhole = false;
  else if (kind !== '') kinds.operations.add(kind);
}

/** Words that begin statements which always have code. */
const ALWAYS_CODE: ReadonlySet<string> = new Set(['return', 'throw']);
/** Words of statements behind which nothing may run. */
const LEAVES: ReadonlySet<string> = new Set([
  'return',
  'throw',
  'break',
  'continue',
  'yield',
  'while',
  'for',
]);
const CALL = 'call ';
/** An operation of a type that the text does not tell. */
const UNKNOWN = '?';
/** Calls that javac adds where a text has none. */
const BY_ITSELF: ReadonlySet<string> = new Set(['addSuppressed', 'close', 'requireNonNull', 'getClass']);
/** Operations by which a `switch` of strings or enums finds its case, on other lines in a text than in a class. */
const OF_SWITCHES: ReadonlySet<string> = new Set(['Equal', 'StaticFieldReference', 'ArrayReference']);
/** Calls that a text of unknown types may imply: of loops, boxing, switches, concatenation and resources. */
const IMPLIED =
  /^(?:iterator|hasNext|next|valueOf|\w+Value|append|toString|close|addSuppressed|hashCode|equals|ordinal|getClass|requireNonNull|access\$\d+)$/;

/** All operations of a method, whether each ran or not; only those that ran if the profile has no others. */
function* kindsOf(
  { code, operations, invocations }: ProfiledMethod,
  { keys, callees }: ComparedNames,
): Iterable<readonly [line: number, kind: string]> {
  const rows = code?.map(([, key, line]) => [key, line] as const) ?? operations;
  for (const [key, line] of rows) yield [line, kindOf(at(keys, key), undefined)];
  for (const [callee, line, executions, key] of invocations)
    if (code !== undefined || executions > 0) yield [line, kindOf(at(keys, key), at(callees, callee))];
}

/** The kinds of operations of a text, by statement. */
function listWritten(
  { bodyStart, operations: { keys, callees, sites } }: MemberRecord,
  statementOf: (offset: number) => LineIndex,
): ReadonlyMap<LineIndex, StatementKinds> {
  const written = new Map<LineIndex, StatementKinds>();
  for (const { key, offset, callee } of listSites(sites)) {
    const kind = kindOf(at(keys, key), callee === undefined ? undefined : at(callees, callee));
    if (kind === '') continue;
    const statement = statementOf(bodyStart + offset);
    const kinds = written.get(statement) ?? { operations: new Set(), calls: new Set(), isWhole: true };
    written.set(statement, kinds);
    add(kinds, kind);
  }
  return written;
}

/** The part of an operation that sources and class files agree on; empty if they may differ. */
function kindOf({ name, family, group, operands }: OperationKey, callee: MethodKey | undefined): string {
  switch (group) {
    case 'arithmetic':
      if (operands.includes('?')) return UNKNOWN;
      if (family === 'Decrement') return 'Increment';
      return family === 'BitComplement' ? 'BitXor' : family;
    case 'boolean':
      if (operands.includes('?')) return UNKNOWN;
      return family === 'BooleanTest' ? 'Equal' : (ONE_OF_TWO[family] ?? family);
    case 'array reference':
    case 'field reference':
    case 'allocation':
      return family;
    case 'string':
      return 'Concatenation';
    case 'library function':
      return callOf(name.slice(name.lastIndexOf('.') + 1));
    case 'control':
      if (family !== 'MethodInvocation') return '';
      if (callee === undefined) return operands.includes('?') ? UNKNOWN : '';
      return callOf(callee.slice(0, callee.indexOf('(')).replace(/^.*\./, ''));
    default:
      return '';
  }
}

/** Class files have one of two opposite comparisons. */
const ONE_OF_TWO: Readonly<Record<string, string>> = {
  GreaterEqual: 'Less',
  LessEqual: 'Greater',
  NotEqual: 'Equal',
};

/** The text names a constructor's class only. */
function callOf(name: string): string {
  return name === '<init>' ? '' : `${CALL}${name}`;
}

interface StatementWords {
  readonly names: ReadonlySet<string>;
  /** The names that a `(` follows, if they are those of called methods. */
  readonly calls: ReadonlySet<string>;
}

/** Words that a `(` follows, or that stand before a call. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'if for while switch catch synchronized try this super assert return throw case yield else do when'.split(
    ' ',
  ),
);

function readWords(tokens: readonly Token[]): StatementWords {
  const names = new Set<string>();
  const calls = new Set<string>();
  tokens.forEach(({ kind, image }, index) => {
    if (kind !== TokenKind.identifier) return;
    names.add(image);
    if (tokens[index + 1]?.kind !== Punctuation.parenOpen || KEYWORDS.has(image)) return;
    const before = tokens[index - 1];
    // What begins with a capital is a class or a pattern; behind a type a method is declared.
    if (/^\p{Lu}/u.test(image) || (before !== undefined && isOfType(before))) return;
    calls.add(image);
  });
  return { names, calls };
}

function isOfType({ kind, image }: Token): boolean {
  if (kind === TokenKind.identifier) return !KEYWORDS.has(image);
  return kind === Punctuation.greater || kind === Punctuation.bracketClose || kind === Punctuation.at;
}
