/** The instructions that operations stand for, in the names of `bytecode-counts.ts`. */
import type { OperationKey, OperationSite } from '../../server/src/operations/catalogue/operation';
import type { Counts } from './bytecode-counts';

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['boolean', 'i'],
  ['byte', 'i'],
  ['short', 'i'],
  ['char', 'i'],
  ['int', 'i'],
  ['long', 'l'],
  ['float', 'f'],
  ['double', 'd'],
]);

const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ['boolean', 'b'],
  ['byte', 'b'],
  ['short', 's'],
  ['char', 'c'],
]);

const ARITHMETIC: Readonly<Record<string, string>> = {
  Addition: 'add',
  Subtraction: 'sub',
  Multi: 'mul',
  Division: 'div',
  Modulo: 'rem',
  BitAnd: 'and',
  BitOr: 'or',
  BitXor: 'xor',
  BitComplement: 'xor',
  ShiftLeft: 'shl',
  ShiftRight: 'shr',
  UnsignedShiftRight: 'ushr',
  Negation: 'neg',
};

const COMPARISONS: Readonly<Record<string, string>> = {
  Less: 'lt',
  GreaterEqual: 'lt',
  Greater: 'gt',
  LessEqual: 'gt',
  Equal: 'eq',
  NotEqual: 'eq',
};

const PLAIN: Readonly<Record<string, string>> = {
  Increment: 'iinc',
  Decrement: 'iinc',
  BlockGoto: 'goto',
  BooleanTest: 'ifeq',
  SwitchConsecutive: 'tableswitch',
  SwitchNonConsecutive: 'lookupswitch',
  FieldReference: 'getfield',
  StaticFieldReference: 'getstatic',
  FieldStore: 'putfield',
  StaticFieldStore: 'putstatic',
  ArrayLength: 'arraylength',
  NewObject: 'new',
  NewMultiArray: 'multianewarray',
  LambdaCreation: 'invokedynamic',
  Concatenation: 'invokedynamic',
  InstanceOf: 'instanceof',
  CheckCast: 'checkcast',
  Throw: 'athrow',
  MonitorEnter: 'monitorenter',
  MonitorExit: 'monitorexit',
};

/** The instructions of one operation; none for what only pushes. */
export function opcodesOf(key: OperationKey, callee: string | undefined): readonly string[] {
  const { family } = key;
  const [first = '?', second = '?'] = key.operands;
  const letter = LETTERS.get(first) ?? 'a';
  const arithmetic = ARITHMETIC[family];
  if (arithmetic !== undefined) return [letter + arithmetic];
  const comparison = COMPARISONS[family];
  if (comparison !== undefined) return comparisonOpcodes(comparison, letter, second);
  const plain = PLAIN[family];
  if (plain !== undefined) return [plain];
  switch (family) {
    case 'Conversion':
      return conversionOpcodes(first, second);
    case 'ArrayReference':
      return [`${ELEMENTS.get(first) ?? letter}aload`];
    case 'ArrayStore':
      return [`${ELEMENTS.get(first) ?? letter}astore`];
    case 'NewArray':
      return [LETTERS.has(first) ? 'newarray' : 'anewarray'];
    case 'Declaration':
    case 'Assign':
      return [`${letter}store`];
    case 'Return':
      return [first === 'void' ? 'return' : `${letter}return`];
    case 'MethodInvocation':
      return [`invoke ${callee === undefined ? '<init>' : methodName(callee)}`];
    case 'LibraryFunction':
      return key.name.endsWith('.typeSwitch') || key.name.startsWith('java.lang.Record.')
        ? ['invokedynamic']
        : [`invoke ${key.name.slice(key.name.lastIndexOf('.') + 1)}`];
    default:
      return [];
  }
}

function methodName(callee: string): string {
  const end = callee.indexOf('(');
  return callee.slice(callee.lastIndexOf('.', end) + 1, end);
}

function comparisonOpcodes(comparison: string, letter: string, second: string): readonly string[] {
  if (letter === 'a') return [second === 'null' ? 'ifnull' : 'if_acmp'];
  if (letter !== 'i') return [letter === 'l' ? 'lcmp' : `${letter}cmp`, `if${comparison}`];
  return [second === '0' ? `if${comparison}` : `if_icmp${comparison}`];
}

function conversionOpcodes(from: string, to: string): readonly string[] {
  const source = LETTERS.get(from) ?? '?';
  const target = LETTERS.get(to) ?? '?';
  const narrow = to === 'byte' ? 'i2b' : to === 'short' ? 'i2s' : to === 'char' ? 'i2c' : undefined;
  return [...(source === target ? [] : [`${source}2${target}`]), ...(narrow === undefined ? [] : [narrow])];
}

export function addOpcodes(
  counts: Counts,
  sites: readonly OperationSite[],
  keys: readonly OperationKey[],
  callees: readonly string[],
): void {
  for (const site of sites) {
    const key = keys[site.key];
    if (key === undefined) continue;
    const callee = site.callee === undefined ? undefined : callees[site.callee];
    for (const opcode of opcodesOf(key, callee)) counts.set(opcode, (counts.get(opcode) ?? 0) + 1);
  }
}

/**
 * The sites of a member as javac writes them: once where several cases of a switch share an instruction, and each
 * block counts it at the place of the first.
 */
export function writtenSites(sites: readonly OperationSite[]): readonly OperationSite[] {
  const blocks = new Map<string, Map<number, OperationSite[]>>();
  for (const site of sites) {
    const place = `${site.key} ${site.callee} ${site.offset}`;
    const byBlock = blocks.get(place) ?? new Map<number, OperationSite[]>();
    blocks.set(place, byBlock);
    byBlock.set(site.block, [...(byBlock.get(site.block) ?? []), site]);
  }
  return [...blocks.values()].flatMap((byBlock) =>
    [...byBlock.values()].reduce((most, each) => (each.length > most.length ? each : most)),
  );
}
