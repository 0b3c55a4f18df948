/**
 * Objects with locks that one method has for itself: a class without locks does the same.
 *
 * A hint needs the proof that the object is made here, never given away, and only used in ways that the other class
 * shares: names of methods, order of elements, nulls, and exceptions. What a caller may pass is asked.
 */
import { withDefined } from '../../base/check';
import type { CallExpression } from '../../java/syntax/ast';
import type { SyntaxNode } from '../../flow/source/syntax-children';
import type { Fix, Hint } from '../hint';
import type { PlacedNode } from '../loops';
import { isNeverNull } from '../non-null';
import { isAssigned, type Local, takenBy } from '../uses';
import { hintsOn, methodOf, nameOfClass, quote, type Rule, type RuleContext, textOf } from './rule';

interface Unlocked {
  /** Dotted. */
  readonly name: string;
  readonly simple: string;
  /** Methods that do the same in both classes. */
  readonly same: RegExp;
  /** Methods that have another name there. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Methods that refuse null in one of the two. */
  readonly refusesNull: RegExp;
  /** Methods that give nothing back there. */
  readonly givesNothing: RegExp;
  /** Methods that throw something else, or nothing, if the object is empty. */
  readonly throwsIfEmpty: RegExp;
  /** Methods that throw another exception for an index that is out of range. */
  readonly throwsElse: RegExp;
  /** The exceptions that only the class with locks throws. */
  readonly exceptions: RegExp;
  /** True if text and elements come in the same order. */
  readonly keepsOrder: boolean;
}

const NEVER = /^$/;
const ANYTHING_CAUGHT = '|RuntimeException|Exception|Throwable';

const UNLOCKED: Readonly<Record<string, Unlocked>> = {
  'java/lang/StringBuffer': {
    ...{ name: 'java.lang.StringBuilder', simple: 'StringBuilder', same: /./, renamed: {} },
    ...{
      refusesNull: NEVER,
      givesNothing: NEVER,
      throwsIfEmpty: NEVER,
      throwsElse: NEVER,
      exceptions: NEVER,
      keepsOrder: true,
    },
  },
  'java/util/Vector': {
    ...{ name: 'java.util.ArrayList', simple: 'ArrayList' },
    same: /^(?:add|addAll|get|set|size|isEmpty|clear|contains|containsAll|indexOf|lastIndexOf|remove|removeAll|retainAll|removeIf|replaceAll|sort|forEach|stream|iterator|toArray|toString|ensureCapacity|trimToSize)$/,
    renamed: { addElement: 'add', elementAt: 'get', removeAllElements: 'clear', removeElementAt: 'remove' },
    ...{ refusesNull: NEVER, givesNothing: NEVER, throwsIfEmpty: NEVER, keepsOrder: true },
    throwsElse: /^(?:get|set|remove|elementAt|removeElementAt)$/,
    exceptions: new RegExp(`(?:ArrayIndexOutOfBounds|IndexOutOfBounds)Exception${ANYTHING_CAUGHT}`),
  },
  'java/util/Hashtable': {
    ...{ name: 'java.util.HashMap', simple: 'HashMap' },
    same: /^(?:get|put|remove|containsKey|size|isEmpty|clear|getOrDefault|putIfAbsent|merge|computeIfAbsent|computeIfPresent|compute)$/,
    renamed: {},
    refusesNull: /^(?:get|put|remove|containsKey|getOrDefault|putIfAbsent|merge|compute\w*)$/,
    ...{ givesNothing: NEVER, throwsIfEmpty: NEVER, throwsElse: NEVER, keepsOrder: false },
    exceptions: new RegExp(`NullPointerException${ANYTHING_CAUGHT}`),
  },
  'java/util/Stack': {
    ...{ name: 'java.util.ArrayDeque', simple: 'ArrayDeque' },
    same: /^(?:push|pop|peek|isEmpty|size|clear)$/,
    renamed: { empty: 'isEmpty', removeAllElements: 'clear' },
    refusesNull: /^push$/,
    givesNothing: /^push$/,
    throwsIfEmpty: /^(?:pop|peek)$/,
    throwsElse: NEVER,
    exceptions: new RegExp(`EmptyStackException${ANYTHING_CAUGHT}`),
    keepsOrder: false,
  },
};

/** Methods of the platform that read text or elements, and keep nothing. */
const READERS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^java\/(?:lang\/(?:String|StringBuilder|StringBuffer|AbstractStringBuilder|Appendable)|io\/(?:Print\w+|\w*Writer))$/,
    /^(?:append|print|println|insert|contentEquals|contains|valueOf|join|compareTo)$/,
  ],
  [
    /^java\/util\/(?:\w*List|\w*Set|\w*Collection|Vector|ArrayDeque)$/,
    /^(?:addAll|containsAll|removeAll|retainAll|<init>)$/,
  ],
];

export const synchronizedCalls: Rule = (context) => {
  const said = new Set<string>();
  return hintsOn(context, ({ node, loops }) => {
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'call' || node.target?.kind !== 'name') return undefined;
    const local = context.nodes.localAt(node.target.name, node.start);
    const id = `${loop.statement.start} ${node.target.name}`;
    if (local === undefined || said.has(id)) return undefined;
    const found = unlockedFor(context, local);
    if (found === undefined) return undefined;
    said.add(id);
    return hintOf(context, node, local, found);
  });
};

interface Found {
  readonly unlocked: Unlocked;
  readonly questions: readonly string[];
  /** True if nothing that a caller could tell apart is left. */
  readonly isSafe: boolean;
  readonly renames: readonly { readonly start: number; readonly end: number; readonly text: string }[];
}

function hintOf(context: RuleContext, call: CallExpression, local: Local, found: Found): Hint {
  const { unlocked, questions } = found;
  const fix = questions.length === 0 && found.isSafe ? changeType(context, local, found) : undefined;
  return {
    rule: 'synchronized-call',
    span: call,
    message: `${quote(context, call)} locks in every round, and only this method has ${local.name}: ${unlocked.simple} does the same without locks`,
    preconditions: questions,
    source: 'a lock is taken and given back for each call',
    removals: [],
    ...withDefined({ fix }),
  };
}

/** The class without locks that a variable may have; undefined if that would alter what the program does. */
function unlockedFor(context: RuleContext, local: Local): Found | undefined {
  const { typing } = context;
  const made = local.declarator.initializer;
  if (made?.kind !== 'new' || made.body !== undefined) return undefined;
  const type = typing.typeOf(made);
  const unlocked = type.kind === 'class' ? UNLOCKED[type.name] : undefined;
  const [argument] = made.arguments;
  if (type.kind !== 'class' || unlocked === undefined || local.isCaptured || isAssigned(local))
    return undefined;
  // `new Vector(10, 5)` and a stack's or table's own constructors have no counterpart; numbers and collections have.
  if (made.arguments.length > (unlocked.keepsOrder ? 1 : 0)) return undefined;
  if (
    argument !== undefined &&
    unlocked.simple === 'ArrayList' &&
    typing.typeOf(argument).kind !== 'primitive'
  )
    return undefined;
  const [questions, renames]: [Set<string>, { start: number; end: number; text: string }[]] = [new Set(), []];
  let isSafe = true;
  for (const use of local.uses) {
    const verdict = judge(context, use, unlocked, type.name);
    if (verdict === undefined) return undefined;
    for (const question of verdict.questions) questions.add(question);
    if (verdict.rename !== undefined) renames.push(verdict.rename);
    isSafe &&= verdict.throwsElse !== true;
  }
  return { unlocked, questions: [...questions], isSafe, renames };
}

interface Verdict {
  readonly questions: readonly string[];
  readonly throwsElse?: boolean;
  readonly rename?: { readonly start: number; readonly end: number; readonly text: string };
}

const FINE: Verdict = { questions: [] };

/** Undefined if a use would do something else, or gives the object away. */
function judge(
  context: RuleContext,
  use: PlacedNode,
  unlocked: Unlocked,
  owner: string,
): Verdict | undefined {
  const { by, as, above } = takenBy(use);
  if (by === undefined) return undefined;
  if (by.kind === 'binary') return by.operator === '+' && unlocked.keepsOrder ? FINE : undefined;
  if (by.kind === 'for-each') return unlocked.keepsOrder ? FINE : undefined;
  if (by.kind === 'new' || (by.kind === 'call' && by.target !== as))
    return unlocked.keepsOrder && isRead(context, by) ? FINE : undefined;
  if (by.kind !== 'call') return undefined;
  const renamed = unlocked.renamed[by.name];
  if (renamed === undefined && !unlocked.same.test(by.name)) return undefined;
  const method = methodOf(by, context.typing);
  if (method === undefined) return undefined;
  if (above.some((around) => catches(context, around, by, unlocked.exceptions))) return undefined;
  const taker = above.at(-1);
  if (unlocked.givesNothing.test(by.name) && taker?.kind !== 'expression-statement') return undefined;
  // A buffer's calls give the buffer on: its chain is followed to the end.
  const { returnType } = method.method;
  if (returnType.kind === 'class' && returnType.name === owner) return judge(context, { node: by, parents: above, loops: use.loops }, unlocked, owner); // prettier-ignore
  const questions = questionsOn(context, by, above, unlocked);
  const rename =
    renamed === undefined
      ? undefined
      : { start: by.nameStart, end: by.nameStart + by.name.length, text: renamed };
  return { questions, throwsElse: unlocked.throwsElse.test(by.name), ...withDefined({ rename }) };
}

function questionsOn(
  context: RuleContext,
  call: CallExpression,
  above: readonly SyntaxNode[],
  unlocked: Unlocked,
): readonly string[] {
  const name = call.target === undefined ? '' : quote(context, call.target);
  const questions: string[] = [];
  const isNullable = call.arguments.some((each) => !isNeverNull(each, context.typing));
  if (unlocked.refusesNull.test(call.name) && isNullable)
    questions.push(`no null is given to ${name}.${call.name}`);
  if (unlocked.throwsIfEmpty.test(call.name) && !isGuarded(context, call, above))
    questions.push(`${name} is never empty at ${call.name}(): ${unlocked.simple} does something else then`);
  return questions;
}

/** True if an `if` or `while` around asks whether the object is empty, and nothing was taken out since. */
function isGuarded(context: RuleContext, call: CallExpression, above: readonly SyntaxNode[]): boolean {
  const name = call.target === undefined ? '' : textOf(context, call.target).replaceAll('$', '\\$');
  const filled = new RegExp(
    `^(?:\\(?\\s*)*(?:!\\s*${name}\\s*\\.\\s*(?:isEmpty|empty)\\(\\)|${name}\\s*\\.\\s*size\\(\\)\\s*(?:>|!=)\\s*0)\\s*(?:$|&&|\\))`,
  );
  const taken = new RegExp(`\\b${name}\\s*\\.\\s*(?:pop|clear|removeAllElements)\\b`);
  return above.some((around, index) => {
    if (around.kind !== 'while' && around.kind !== 'if') return false;
    if (above.slice(index + 1).some(({ kind }) => /^(?:for|for-each|while|do)$/.test(kind))) return false;
    const inside = around.kind === 'while' ? around.body : around.then;
    if (call.start < inside.start || call.end > inside.end) return false;
    if (!filled.test(textOf(context, around.condition))) return false;
    return !taken.test(context.text.slice(inside.start, call.start));
  });
}

function isRead(context: RuleContext, by: Extract<SyntaxNode, { kind: 'call' | 'new' }>): boolean {
  const method = methodOf(by, context.typing);
  if (method?.origin !== 'platform') return false;
  // A parameter of the very class takes no other.
  const isExact = method.method.parameters.some(
    (each) => each.kind === 'class' && UNLOCKED[each.name] !== undefined,
  );
  const name = by.kind === 'new' ? '<init>' : by.name;
  return READERS.some(([owner, reads]) => owner.test(method.owner) && reads.test(name)) && (!isExact || /^(?:append|contentEquals)$/.test(name)); // prettier-ignore
}

function catches(context: RuleContext, around: SyntaxNode, inner: SyntaxNode, exceptions: RegExp): boolean {
  if (around.kind !== 'try' || exceptions === NEVER) return false;
  if (inner.start < around.block.start || inner.end > around.block.end) return false;
  return around.catches.some(({ types }) => types.some((each) => exceptions.test(textOf(context, each))));
}

function changeType(context: RuleContext, { declarator, statement }: Local, found: Found): Fix | undefined {
  const made = declarator.initializer;
  if (statement.declarators.length !== 1 || made?.kind !== 'new') return undefined;
  const name = nameOfClass(context, found.unlocked.name);
  const edits = [...found.renames];
  for (const type of [declarator.type, made.type]) {
    if (type.kind === 'inferred') continue;
    const [written] = /^[\w.]+/.exec(textOf(context, type)) ?? [];
    if (type.kind !== 'named' || written === undefined) return undefined;
    // A variable of an interface keeps its type.
    const isExact = Object.keys(UNLOCKED).some((each) => each.replaceAll('/', '.').endsWith(written));
    if (isExact) edits.push({ start: type.start, end: type.start + written.length, text: name });
  }
  return {
    title: `Use ${found.unlocked.simple}`,
    edits: edits.sort((one, other) => one.start - other.start),
  };
}
