/**
 * Operations in words for people who read Java: "adds ints", "reads an array’s length", "calls ArrayList.get".
 *
 * Sits in `operations/`. Hovers, lists, pages and the command line say the same; data for machines keeps the
 * catalogue's names. The words of a family stand in its entry of the catalogue.
 */
import { findFamily, MAKER_OF_RECORD_METHODS } from './catalogue';
import type { OperandType, SizeClass } from './operation';

/** The words for the variants of families whose names end in something else than operand types. */
const VARIANTS: Readonly<Record<string, string>> = {
  BlockGoto_if: 'jumps over the else branch',
  BlockGoto_for: 'goes back to the loop’s test',
  BlockGoto_while: 'goes back to the while loop’s test',
  BlockGoto_do: 'goes back to the do loop’s start',
  BlockGoto_loop: 'goes back to the start of a loop',
  BlockGoto_switch: 'leaves the switch',
  BlockGoto_break: 'leaves the loop or switch',
  BlockGoto_continue: 'goes on with the next round',
  BlockGoto_try: 'jumps over the handlers',
  BlockGoto_synchronized: 'jumps over the lock’s handler',
  BlockGoto_conditional: 'jumps over the other value',
  BlockGoto_boolean: 'makes true or false of a test',
  MethodInvocation_static: 'calls a static method',
  MethodInvocation_virtual: 'calls a method',
  MethodInvocation_interface: 'calls a method of an interface',
  MethodInvocation_special: 'calls a constructor, super or private method',
  'MethodInvocation_?': 'calls a method that was not found',
  Return_void: 'returns',
  // A cost model may have one cost for all of a family.
  CheckCast: 'checks a cast',
  Concatenation: 'joins text',
  Conversion: 'turns a value into another type',
  InstanceOf: 'asks for an object’s type',
  NewArray: 'creates an array',
  NewMultiArray: 'creates an array with all its rows',
  NewObject: 'creates an object',
};

/** The words for the ways in which the last operand is pushed, as names of costs tell them apart. */
const SIZES: Readonly<Record<SizeClass, string>> = {
  load: 'a variable',
  constant: 'a small constant',
  '32-bit': 'a 32-bit literal',
  '64-bit': 'a 64-bit literal',
  reference: 'a reference',
};

const PER_ELEMENT = ' per element';

/** The words for an operation in lists of the whole program, where library methods have their full names. */
export function listedName(name: string): string {
  return name.includes('.') ? name : wordsOfOperation(name);
}

/** The words for an operation by its name: of the catalogue, of a library method, or of a JVM instruction. */
export function wordsOfOperation(name: string): string {
  const variant = VARIANTS[name];
  if (variant !== undefined) return variant;
  if (name.endsWith(PER_ELEMENT))
    return `${wordsOfOperation(name.slice(0, -PER_ELEMENT.length))}, for each element`;
  const comma = name.indexOf(', ');
  if (comma > 0) return `${wordsOfOperation(name.slice(0, comma))}${name.slice(comma)}`;
  const size = Object.entries(SIZES).find(([each]) => name.endsWith(`:${each}`));
  if (size !== undefined) return `${wordsOfOperation(name.slice(0, -size[0].length - 1))} (${size[1]})`;
  const [family = '', ...operands] = name.split('_');
  const known = findFamily(family);
  if (known !== undefined) return fill(known.words, operands);
  return name.includes('.') ? callWords(name) : name;
}

function fill(words: string, operands: readonly OperandType[]): string {
  const [first = ANY, second = first] = operands;
  return words
    .replace('{all}', allOf(operands))
    .replace('{one}', oneOf(first))
    .replace('{two}', oneOf(second))
    .replace('{list}', operands.join(', '));
}

/** "ints", "an int and a long", "an object and null" */
function allOf(operands: readonly OperandType[]): string {
  const [first = ANY, second = first] = operands;
  return first === second ? several(first) : `${oneOf(first)} and ${oneOf(second)}`;
}

const UNKNOWN = 'value of unknown type';
/** The noun for operands of all types, where a name has none. */
const ANY = 'value';

function noun(type: OperandType): string {
  if (type === '?') return UNKNOWN;
  return type === 'Object' ? 'object' : type;
}

function oneOf(type: OperandType): string {
  if (type === 'null' || type === '0') return type;
  return `${/^[aeio]/i.test(noun(type)) ? 'an' : 'a'} ${noun(type)}`;
}

function several(type: OperandType): string {
  if (type === '?') return 'values of unknown type';
  return type.endsWith(']') ? `${type} arrays` : `${noun(type)}s`;
}

const BOXES: Readonly<Record<string, string>> = {
  Boolean: 'boolean',
  Byte: 'byte',
  Short: 'short',
  Character: 'char',
  Integer: 'int',
  Long: 'long',
  Float: 'float',
  Double: 'double',
};

/** "calls ArrayList.get", "runs ArrayList’s constructor", "boxes an int" */
function callWords(name: string): string {
  const [owner = '', method = ''] = name.split('.').slice(-2);
  const type = owner.replaceAll('$', '.');
  if (name.startsWith('java.lang.Record.')) return `runs the record’s ${method}`;
  // Profiles of earlier versions do not tell which of the three ran.
  if (name === MAKER_OF_RECORD_METHODS) return 'runs the record’s equals, hashCode or toString';
  const boxed = name.startsWith('java.lang.') ? BOXES[owner] : undefined;
  if (boxed !== undefined && method === 'valueOf') return `boxes ${oneOf(boxed)}`;
  if (boxed !== undefined && method === `${boxed}Value`) return `unboxes ${oneOf(boxed)}`;
  return method === '<init>' ? `runs ${type}’s constructor` : `calls ${type}.${method}`;
}
