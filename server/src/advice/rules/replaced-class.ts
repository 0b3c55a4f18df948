/**
 * Local objects whose class does more than their method needs: StringBuffer, Vector, Hashtable and Stack lock in each
 * call though no other thread has them, and a LinkedList as a queue makes an object for each element. The hint names a
 * cheaper class.
 *
 * It is given where the method makes the object, never gives it away, and uses it only in ways in which both classes
 * are alike: names of methods, order of elements, nulls and exceptions. What the code does not tell, such as whether an
 * argument is null, is a precondition of the hint.
 */
import { withDefined } from '../../base/check';
import type { CallExpression } from '../../java/syntax/ast';
import type { SyntaxNode } from '../../flow/source/syntax-children';
import type { Fix, Hint } from '../hint';
import { isSubclass } from '../../java/types/universe';
import type { PlacedNode } from '../loops';
import { hasNoNull, isNeverNull } from '../non-null';
import { isAssigned, type Local, takenBy } from '../uses';
import { hintsOn, methodOf, nameOfClass, quote, type Rule, type RuleContext, textOf } from './rule';

interface Replacement {
  readonly rule: 'synchronized-call' | 'linked-list-queue';
  /** The beginning of the message, which says what the class costs; gets the text of a call and the variable's name. */
  readonly says: (call: string, name: string) => string;
  readonly source: string;
  readonly pair: string;
  /** The cheaper class, as `java.util.ArrayList`. */
  readonly name: string;
  readonly simple: string;
  /** Methods that do the same in both classes. */
  readonly same: RegExp;
  /** The names that methods have in the cheaper class, by those that they have in the replaced one. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Methods that throw for null in one of the classes, but not in the other. */
  readonly refusesNull: RegExp;
  /** Methods that return nothing in the cheaper class. */
  readonly givesNothing: RegExp;
  /** Methods that throw something else, or nothing, in the cheaper class if the object is empty. */
  readonly throwsIfEmpty: RegExp;
  /** Methods that throw another exception in the cheaper class if an index is out of range. */
  readonly throwsElse: RegExp;
  /** The methods of which the code must call one to get the hint; absent if any will do. */
  readonly needs?: RegExp;
  /** The types of a `catch` that takes what only the replaced class throws. */
  readonly exceptions: RegExp;
  /** True if both classes give their elements, and print them, in the same order. */
  readonly keepsOrder: boolean;
  /** The constructors that both classes have: without an argument, also with a number, or with anything. */
  readonly made: 'of nothing' | 'of a number' | 'of anything';
}

const LOCKED = {
  rule: 'synchronized-call',
  says: (call: string, name: string): string =>
    `${call} locks in every round, and only this method has ${name}`,
  source: 'a lock is taken and given back for each call',
} as const;

const NEVER = /^$/;
const ANYTHING_CAUGHT = '|RuntimeException|Exception|Throwable';

const REPLACED: Readonly<Record<string, Replacement>> = {
  'java/lang/StringBuffer': {
    ...LOCKED,
    pair: 'synchronized-call/StringBuffer of letters',
    ...{ name: 'java.lang.StringBuilder', simple: 'StringBuilder', same: /./, renamed: {} },
    ...{
      refusesNull: NEVER,
      givesNothing: NEVER,
      throwsIfEmpty: NEVER,
      throwsElse: NEVER,
      exceptions: NEVER,
      keepsOrder: true,
      made: 'of anything',
    },
  },
  'java/util/Vector': {
    ...LOCKED,
    pair: 'synchronized-call/Vector',
    ...{ name: 'java.util.ArrayList', simple: 'ArrayList' },
    same: /^(?:add|addAll|get|set|size|isEmpty|clear|contains|containsAll|indexOf|lastIndexOf|remove|removeAll|retainAll|removeIf|replaceAll|sort|forEach|stream|iterator|toArray|toString|ensureCapacity|trimToSize)$/,
    renamed: { addElement: 'add', elementAt: 'get', removeAllElements: 'clear', removeElementAt: 'remove' },
    ...{ refusesNull: NEVER, givesNothing: NEVER, throwsIfEmpty: NEVER, keepsOrder: true },
    throwsElse: /^(?:get|set|remove|elementAt|removeElementAt)$/,
    exceptions: new RegExp(`(?:ArrayIndexOutOfBounds|IndexOutOfBounds)Exception${ANYTHING_CAUGHT}`),
    made: 'of a number',
  },
  'java/util/Hashtable': {
    ...LOCKED,
    pair: 'synchronized-call/Hashtable',
    ...{ name: 'java.util.HashMap', simple: 'HashMap' },
    same: /^(?:get|put|remove|containsKey|size|isEmpty|clear|getOrDefault|putIfAbsent|merge|computeIfAbsent|computeIfPresent|compute)$/,
    renamed: {},
    refusesNull: /^(?:get|put|remove|containsKey|getOrDefault|putIfAbsent|merge|compute\w*)$/,
    ...{ givesNothing: NEVER, throwsIfEmpty: NEVER, throwsElse: NEVER, keepsOrder: false },
    exceptions: new RegExp(`NullPointerException${ANYTHING_CAUGHT}`),
    made: 'of nothing',
  },
  'java/util/Stack': {
    ...LOCKED,
    pair: 'synchronized-call/Stack',
    ...{ name: 'java.util.ArrayDeque', simple: 'ArrayDeque' },
    same: /^(?:push|pop|peek|isEmpty|size|clear)$/,
    renamed: { empty: 'isEmpty', removeAllElements: 'clear' },
    refusesNull: /^push$/,
    givesNothing: /^push$/,
    throwsIfEmpty: /^(?:pop|peek)$/,
    throwsElse: NEVER,
    exceptions: new RegExp(`EmptyStackException${ANYTHING_CAUGHT}`),
    keepsOrder: false,
    made: 'of nothing',
  },
  'java/util/LinkedList': {
    rule: 'linked-list-queue',
    says: (_, name) => `${name} is used as a queue alone, and makes an object for each element`,
    source: 'java.util.ArrayDeque: likely to be faster than LinkedList when used as a queue',
    pair: 'linked-list-queue/add and poll',
    ...{ name: 'java.util.ArrayDeque', simple: 'ArrayDeque', renamed: {} },
    same: /^(?:add|addAll|addFirst|addLast|offer|offerFirst|offerLast|push|pop|poll|pollFirst|pollLast|peek|peekFirst|peekLast|remove|removeFirst|removeLast|getFirst|getLast|element|isEmpty|size|clear|contains|iterator|forEach|stream|toArray)$/,
    refusesNull: /^(?:add|addAll|addFirst|addLast|offer|offerFirst|offerLast|push)$/,
    ...{ givesNothing: NEVER, throwsIfEmpty: NEVER, throwsElse: NEVER, exceptions: NEVER, keepsOrder: true },
    needs: /^(?:remove|poll|pop)(?:First|Last)?$/,
    made: 'of nothing',
  },
};

/** The classes and names of library methods that only read the text or collection that they are given. */
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

export const replacedClasses: Rule = (context) => {
  const said = new Set<number>();
  return hintsOn(context, ({ node, loops }) => {
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'call' || node.target?.kind !== 'name') return undefined;
    const local = context.nodes.localAt(node.target.name, node.start);
    if (local === undefined || said.has(local.declarator.start)) return undefined;
    said.add(local.declarator.start);
    const found = replacementFor(context, local);
    return found && { ...hintOf(context, node, local, found), loop: loop.statement };
  });
};

interface Found {
  readonly replacement: Replacement;
  readonly questions: readonly string[];
  /** False if the cheaper class may throw another exception. */
  readonly isSafe: boolean;
  readonly renames: readonly { readonly start: number; readonly end: number; readonly text: string }[];
}

function hintOf(context: RuleContext, call: CallExpression, local: Local, found: Found): Hint {
  const { replacement, questions } = found;
  const fix = questions.length === 0 && found.isSafe ? changeType(context, local, found) : undefined;
  return {
    rule: replacement.rule,
    span: call,
    message: `${replacement.says(quote(context, call), local.name)}: ${replacement.simple} does the same for less`,
    preconditions: questions,
    source: replacement.source,
    removals: [],
    pair: replacement.pair,
    ...withDefined({ fix }),
  };
}

/** The cheaper class for a variable; undefined if the program would do something else with it. */
function replacementFor(context: RuleContext, local: Local): Found | undefined {
  const { typing } = context;
  const made = local.declarator.initializer;
  if (made?.kind !== 'new' || made.body !== undefined) return undefined;
  const type = typing.typeOf(made);
  const replacement = type.kind === 'class' ? REPLACED[type.name] : undefined;
  const [argument] = made.arguments;
  if (type.kind !== 'class' || replacement === undefined || local.isCaptured || isAssigned(local))
    return undefined;
  const isSameMade =
    argument === undefined ||
    (made.arguments.length === 1 &&
      (replacement.made === 'of anything' ||
        (replacement.made === 'of a number' && typing.typeOf(argument).kind === 'primitive')));
  if (!isSameMade || !mayBe(context, replacement, typing.typeOfSyntax(local.declarator.type), type.name))
    return undefined;
  const { needs } = replacement;
  if (needs !== undefined && !local.uses.some((use) => needs.test(nameOfCall(use)))) return undefined;
  const [questions, renames]: [Set<string>, { start: number; end: number; text: string }[]] = [new Set(), []];
  let isSafe = true;
  for (const use of local.uses) {
    const verdict = judge(context, use, replacement, type.name);
    if (verdict === undefined) return undefined;
    for (const question of verdict.questions) questions.add(question);
    if (verdict.rename !== undefined) renames.push(verdict.rename);
    isSafe &&= verdict.throwsElse !== true;
  }
  return { replacement, questions: [...questions], isSafe, renames };
}

/** The method that a use calls on a variable; empty if it calls none. */
function nameOfCall(use: PlacedNode): string {
  const { by, as } = takenBy(use);
  return by?.kind === 'call' && by.target === as ? by.name : '';
}

/** True if a variable of the declared type can hold the cheaper class, or if the fix changes that type, too. */
function mayBe(
  { universe }: RuleContext,
  { name }: Replacement,
  declared: ReturnType<RuleContext['typing']['typeOf']>,
  replaced: string,
): boolean {
  if (declared.kind !== 'class') return false;
  return declared.name === replaced || isSubclass(universe, name.replaceAll('.', '/'), declared.name);
}

interface Verdict {
  readonly questions: readonly string[];
  readonly throwsElse?: boolean;
  readonly rename?: { readonly start: number; readonly end: number; readonly text: string };
}

const FINE: Verdict = { questions: [] };

/** The request that one use of the object makes; undefined if it would do something else, or gives the object away. */
function judge(
  context: RuleContext,
  use: PlacedNode,
  replacement: Replacement,
  owner: string,
): Verdict | undefined {
  const { by, as, above } = takenBy(use);
  if (by === undefined) return undefined;
  if (by.kind === 'binary') return by.operator === '+' && replacement.keepsOrder ? FINE : undefined;
  if (by.kind === 'for-each') return replacement.keepsOrder ? FINE : undefined;
  if (by.kind === 'new' || (by.kind === 'call' && by.target !== as))
    return replacement.keepsOrder && isRead(context, by) ? FINE : undefined;
  if (by.kind !== 'call') return undefined;
  const renamed = Object.hasOwn(replacement.renamed, by.name) ? replacement.renamed[by.name] : undefined;
  if (renamed === undefined && !replacement.same.test(by.name)) return undefined;
  const method = methodOf(by, context.typing);
  const [first] = method?.method.parameters ?? [];
  // Queues have no indices: `remove(0)` of an ArrayDeque removes a number.
  const isIndexed = replacement.simple === 'ArrayDeque' && first?.kind === 'primitive';
  if (method === undefined || isIndexed) return undefined;
  if (above.some((around) => catches(context, around, by, replacement.exceptions))) return undefined;
  const taker = above.at(-1);
  if (replacement.givesNothing.test(by.name) && taker?.kind !== 'expression-statement') return undefined;
  // A buffer's calls give the buffer on: its chain is followed to the end.
  const { returnType } = method.method;
  if (returnType.kind === 'class' && returnType.name === owner) return judge(context, { node: by, parents: above, loops: use.loops }, replacement, owner); // prettier-ignore
  const questions = questionsOn(context, by, above, replacement);
  const rename =
    renamed === undefined
      ? undefined
      : { start: by.nameStart, end: by.nameStart + by.name.length, text: renamed };
  return { questions, throwsElse: replacement.throwsElse.test(by.name), ...withDefined({ rename }) };
}

function questionsOn(
  context: RuleContext,
  call: CallExpression,
  above: readonly SyntaxNode[],
  replacement: Replacement,
): readonly string[] {
  const name = call.target === undefined ? '' : quote(context, call.target);
  const questions: string[] = [];
  const isSure = call.name === 'addAll' ? hasNoNull : isNeverNull;
  const isNullable = call.arguments.some((each) => !isSure(each, context.typing));
  if (replacement.refusesNull.test(call.name) && isNullable)
    questions.push(`no null is given to ${name}.${call.name}`);
  if (replacement.throwsIfEmpty.test(call.name) && !isGuarded(context, call, above))
    questions.push(
      `${name} is never empty at ${call.name}(): ${replacement.simple} does something else then`,
    );
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
    (each) => each.kind === 'class' && REPLACED[each.name] !== undefined,
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
  const name = nameOfClass(context, found.replacement.name);
  const edits = [...found.renames];
  for (const type of [declarator.type, made.type]) {
    if (type.kind === 'inferred') continue;
    const [written] = /^[\w.]+/.exec(textOf(context, type)) ?? [];
    if (type.kind !== 'named' || written === undefined) return undefined;
    // A variable of an interface keeps its type.
    const isExact = Object.keys(REPLACED).some((each) => each.replaceAll('/', '.').endsWith(written));
    if (isExact) edits.push({ start: type.start, end: type.start + written.length, text: name });
  }
  return {
    title: `Use ${found.replacement.simple}`,
    edits: edits.sort((one, other) => one.start - other.start),
  };
}
