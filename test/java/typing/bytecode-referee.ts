/**
 * The calls and operations that javac made of a class, by `javap -c`, beside what the typer says of its
 * source: the methods invoked and the arithmetic done.
 */
import type { BinaryOperator, AssignmentOperator } from '../../../server/src/java/syntax/operators';
import type { Expression } from '../../../server/src/java/syntax/ast';
import { binaryPromotion, unaryPromotion } from '../../../server/src/java/types/conversions';
import { describeType } from '../../../server/src/java/types/types';
import type { Typing } from '../../../server/src/java/typing/typing';
import { runJdkTool } from '../../support/jdk-tools';
import { expressionsOf, type TypedBody } from './typed-project';

/** How often each thing happens. */
export type Tally = Map<string, number>;

/** The calls and operations of one top-level class and all classes in it. */
export interface ClassUse {
  /** `append:(C)Ljava/lang/StringBuilder;` */
  readonly invokes: Tally;
  /** `ladd` */
  readonly arithmetic: Tally;
}

export function add(tally: Tally, key: string): void {
  tally.set(key, (tally.get(key) ?? 0) + 1);
}

function useOf(uses: Map<string, ClassUse>, name: string): ClassUse {
  let use = uses.get(name);
  if (use === undefined) {
    use = { invokes: new Map(), arithmetic: new Map() };
    uses.set(name, use);
  }
  return use;
}

/** Runs `javap` over classes, by name or by file; the key is the top-level class, with slashes. */
export function disassemble(jdkHome: string, classes: readonly string[]): ReadonlyMap<string, ClassUse> {
  const printed = runJdkTool(jdkHome, 'javap', ['-c', '-p', ...classes]);
  const uses = new Map<string, ClassUse>();
  let current = useOf(uses, '');
  for (const line of printed.split('\n')) {
    const header = /^(?! ).*?\b(?:class|interface) ([\w.$]+).*\{$/.exec(line)?.[1];
    if (header !== undefined) current = useOf(uses, header.replaceAll('.', '/').replace(/\$.*/, ''));
    const invoked = /^\s+\d+: invoke\w+\s.*\/\/ (?:Interface)?Method (\S+)$/.exec(line)?.[1];
    if (invoked !== undefined) add(current.invokes, memberOf(invoked));
    const opcode = /^\s+\d+: ([ilfd](?:add|sub|mul|div|rem|shl|shr|ushr|and|or|xor|neg))\b/.exec(line)?.[1];
    if (opcode !== undefined) add(current.arithmetic, opcode);
  }
  return uses;
}

/** `java/lang/Object."<init>":()V` without its class. */
function memberOf(invoked: string): string {
  const colon = invoked.indexOf(':');
  const name = invoked.slice(invoked.lastIndexOf('.', colon) + 1, colon).replaceAll('"', '');
  return name + invoked.slice(colon);
}

const letters: Readonly<Record<string, string>> = {
  int: 'i',
  long: 'l',
  float: 'f',
  double: 'd',
  boolean: 'i',
};

const mnemonics: Partial<Record<BinaryOperator, string>> = {
  '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'rem', '<<': 'shl', '>>': 'shr', '>>>': 'ushr',
  '&': 'and', '|': 'or', '^': 'xor',
}; // prettier-ignore

/** The calls and operations that the typer finds in each class. */
export function usesOf(bodies: readonly TypedBody[]): ReadonlyMap<string, ClassUse> {
  const uses = new Map<string, ClassUse>();
  for (const { member, body, typing } of bodies) {
    const use = useOf(uses, member.named.enclosing[0]?.binaryName ?? '');
    for (const expression of expressionsOf(body.root)) {
      const invoked = invokedBy(expression, typing);
      if (invoked !== undefined) add(use.invokes, invoked);
      const opcode = opcodeOf(expression, typing);
      if (opcode !== undefined) add(use.arithmetic, opcode);
    }
  }
  return uses;
}

/** Constructors of local classes also take what the class captures, which javac alone knows. */
function invokedBy(expression: Expression, typing: Typing): string | undefined {
  if (expression.kind !== 'call' && expression.kind !== 'new') return undefined;
  const resolution = typing.resolutionOf(expression);
  if (resolution?.kind !== 'method') return undefined;
  const { method, owner, descriptor } = resolution;
  return method.name === '<init>' && /\$\d/.test(owner) ? undefined : `${method.name}:${descriptor}`;
}

function opcodeOf(expression: Expression, typing: Typing): string | undefined {
  if (typing.constantOf(expression) !== undefined) return undefined;
  switch (expression.kind) {
    case 'binary':
      return binaryOpcode(expression.operator, expression.left, expression.right, typing);
    case 'assignment': {
      if (expression.operator === '=') return undefined;
      const operator = simpleOperator(expression.operator);
      const { target, value } = expression;
      const isStep = operator === '+' || operator === '-';
      if (isStep && typing.constantOf(value) !== undefined && isLocalInt(target, typing)) return undefined;
      return binaryOpcode(operator, target, value, typing);
    }
    case 'increment': {
      const promoted = unaryPromotion(typing.typeOf(expression.operand));
      if (isLocalInt(expression.operand, typing)) return undefined;
      return (letters[promoted?.name ?? ''] ?? '?') + (expression.operator === '++' ? 'add' : 'sub');
    }
    case 'unary': {
      if (expression.operator !== '-' && expression.operator !== '~') return undefined;
      const letter = letters[unaryPromotion(typing.typeOf(expression.operand))?.name ?? ''] ?? '?';
      return letter + (expression.operator === '-' ? 'neg' : 'xor');
    }
    default:
      return undefined;
  }
}

function simpleOperator(operator: Exclude<AssignmentOperator, '='>): BinaryOperator {
  return operator.slice(0, -1) as BinaryOperator;
}

/** Stepped by `iinc`. */
function isLocalInt(expression: Expression, typing: Typing): boolean {
  return (
    typing.resolutionOf(expression)?.kind === 'local' && describeType(typing.typeOf(expression)) === 'int'
  );
}

function binaryOpcode(
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
  typing: Typing,
): string | undefined {
  const mnemonic = mnemonics[operator];
  if (mnemonic === undefined) return undefined;
  const a = typing.typeOf(left);
  const b = typing.typeOf(right);
  if (operator === '+' && [a, b].some((type) => describeType(type) === 'String')) return undefined;
  const isBoolean = [a, b].some(
    (type) => describeType(type) === 'boolean' || describeType(type) === 'Boolean',
  );
  const promoted = operator.length > 1 ? unaryPromotion(a) : binaryPromotion(a, b);
  return (letters[isBoolean ? 'boolean' : (promoted?.name ?? '')] ?? '?') + mnemonic;
}

/** The entries that `some` has more often than `all`, with the surplus. */
export function surplus(some: Tally, all: Tally | undefined): readonly string[] {
  return [...some].flatMap(([key, count]) => {
    const more = count - (all?.get(key) ?? 0);
    return more > 0 ? [`${more} × ${key}`] : [];
  });
}

/** Expressions without a type, and calls without a method. */
export function untyped(bodies: readonly TypedBody[]): readonly string[] {
  return bodies.flatMap((typed) =>
    expressionsOf(typed.body.root)
      .filter((e) => isUntyped(e, typed))
      .map((e) => textOf(e, typed)),
  );
}

function isUntyped(expression: Expression, { typing }: TypedBody): boolean {
  const resolution = typing.resolutionOf(expression);
  if (resolution?.kind === 'package') return false;
  if (expression.kind === 'call' || expression.kind === 'new') return resolution?.kind !== 'method';
  return typing.typeOf(expression).kind === 'unknown';
}

function textOf({ start, end }: Expression, { text, member, path }: TypedBody): string {
  return `${path}: ${text.slice(member.body.start + start, member.body.start + end)}`;
}
