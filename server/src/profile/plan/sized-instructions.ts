/**
 * Finds instructions whose cost is a + b·size: beside their executions the sum of sizes is captured (eCalc,
 * section II: allocations, and system methods).
 *
 * Sits in `profile/`, under `count-plan.ts`. New objects need no sum, because their class gives their size.
 * Arrays of three and more dimensions have no sum here.
 */
import { at, outside } from '../../base/check';
import { readU2 } from '../../classfile/read/bytes';
import type { MethodCode } from '../../classfile/read/code';
import { parseMethodDescriptor } from '../../classfile/read/descriptors';
import { decodeInstruction } from '../../classfile/read/instructions';
import { Opcode } from '../../classfile/read/opcodes';
import type { ClassFile } from '../../classfile/read/read-class';
import type { BytecodeGraph } from '../../flow/bytecode/bytecode-graph';

/**
 * The place of the size on the stack: as one number, as the product of two, as the distance from the lower to the
 * upper of two, or as an object's, which lies on top, below one value, or below one of type long or double.
 */
export type SizeSource = 'number' | 'product' | 'range' | 'object' | 'below' | 'below wide';

export interface SizedInstruction {
  /** The index of the instruction. */
  readonly instruction: number;
  readonly source: SizeSource;
}

/** An array whose size is a constant in the code: it needs no sum. */
export interface FixedSize {
  readonly instruction: number;
  readonly size: number;
}

export interface Sizes {
  readonly summed: readonly SizedInstruction[];
  readonly fixed: readonly FixedSize[];
}

/** Library methods whose cost grows with their last argument or, if that is not an array, with the array or text before it. */
const sizedByArgument: ReadonlyMap<string, RegExp> = new Map([
  ['java/lang/System', /^arraycopy$/],
  [
    'java/util/Arrays',
    /^(?:sort|parallelSort|copyOf|copyOfRange|fill|equals|hashCode|toString|stream|asList)$/,
  ],
  ['java/security/MessageDigest', /^(?:update|digest)$/],
  ['java/util/zip/CRC32', /^update$/],
  ['java/util/zip/Adler32', /^update$/],
  [
    'java/lang/String',
    /^(?:<init>|concat|equals|compareTo|indexOf|lastIndexOf|contains|split|repeat|valueOf)$/,
  ],
  ['java/lang/StringBuilder', /^append$/],
  ['java/lang/StringBuffer', /^append$/],
  ['java/lang/Integer', /^(?:parseInt|valueOf)$/],
  ['java/lang/Long', /^(?:parseLong|valueOf)$/],
  ['java/lang/Double', /^parseDouble$/],
  ['java/util/stream/IntStream', /^range(?:Closed)?$/],
  ['java/io/InputStream', /^(?:read|readNBytes)$/],
  ['java/io/OutputStream', /^write$/],
  ['java/io/PrintStream', /^(?:print|println|write)$/],
]);

/** Library methods whose cost grows with their receiver. */
const sizedByReceiver: ReadonlyMap<string, RegExp> = new Map([
  ['java/lang/String', /^(?:getBytes|toCharArray|hashCode|toLowerCase|toUpperCase|trim|strip|intern)$/],
  ['java/lang/StringBuilder', /^(?:reverse|toString)$/],
  ['java/lang/StringBuffer', /^(?:reverse|toString)$/],
]);

/** Lists them in the order of the code. Throws {@link MalformedInput}. */
export function findSizedInstructions(
  file: ClassFile,
  code: MethodCode,
  { offsets, blocks }: BytecodeGraph,
  isReached: (block: number) => boolean,
): Sizes {
  const summed: SizedInstruction[] = [];
  const fixed: FixedSize[] = [];
  for (const [block, { from, to }] of blocks.entries()) {
    if (!isReached(block)) continue;
    for (let instruction = from; instruction < to; instruction++) {
      const source = sourceAt(file, code, at(offsets, instruction));
      if (source === undefined) continue;
      const size = instruction > from ? constantAt(file, code, at(offsets, instruction - 1)) : undefined;
      if (source === 'number' && size !== undefined) fixed.push({ instruction, size });
      else summed.push({ instruction, source });
    }
  }
  return { summed, fixed };
}

function sourceAt(file: ClassFile, code: MethodCode, offset: number): SizeSource | undefined {
  switch (file.bytes[code.start + offset]) {
    case Opcode.newarray:
    case Opcode.anewarray:
      return 'number';
    case Opcode.multianewarray: {
      const dimensions = file.bytes[code.start + offset + 3];
      return dimensions === 1 ? 'number' : dimensions === 2 ? 'product' : undefined;
    }
    case Opcode.invokevirtual:
    case Opcode.invokespecial:
    case Opcode.invokestatic: {
      const { owner, name, descriptor } = file.constants.member(
        decodeInstruction(file, code, offset).operand,
      );
      if (descriptor.startsWith('()'))
        return sizedByReceiver.get(owner)?.test(name) === true || (owner.startsWith('[') && name === 'clone')
          ? 'object'
          : undefined;
      return sizedByArgument.get(owner)?.test(name) === true ? sourceOf(name, descriptor) : undefined;
    }
    default:
      return undefined;
  }
}

/** The number that an instruction pushes, if it is a small constant. */
function constantAt({ bytes }: ClassFile, code: MethodCode, offset: number): number | undefined {
  const at = code.start + offset;
  const opcode = bytes[at] ?? outside(at);
  if (opcode >= Opcode.iconst_0 && opcode <= Opcode.iconst_5) return opcode - Opcode.iconst_0;
  const value =
    opcode === Opcode.bipush ? bytes[at + 1] : opcode === Opcode.sipush ? readU2(bytes, at + 1) : undefined;
  const limit = opcode === Opcode.bipush ? 0x80 : 0x8000;
  return value === undefined || value >= limit ? undefined : value;
}

/** The source of a call's size, by what lies on top of the stack at the call. */
function sourceOf(name: string, descriptor: string): SizeSource | undefined {
  const { parameters } = parseMethodDescriptor(descriptor);
  const [last = '', before] = [parameters.at(-1), parameters.at(-2)];
  const isReference = (type: string | undefined): boolean => /^[[L]/.test(type ?? '');
  if (searched.has(name)) return parameters.length === 1 ? 'below' : undefined;
  if (name === 'fill') {
    if (parameters.length !== 2) return undefined;
    return last === 'J' || last === 'D' ? 'below wide' : 'below';
  }
  // A comparator comes with a whole array, never with a part of one.
  if (last === COMPARATOR) return isReference(before) ? 'below' : undefined;
  if (isReference(last)) return 'object';
  if (last !== 'I') return undefined;
  if (takesRange.has(name) && before === 'I') return 'range';
  // A text and its radix lie on the stack.
  if (before === TEXT && parameters.length === 2) return 'below';
  // Here an array, an index and a length lie on the stack; elsewhere the two numbers are from and to.
  const isPart = before === 'I' && parameters[0]?.startsWith('[') === true && takesParts.has(name);
  return isPart || takesLength.has(name) ? 'number' : undefined;
}

const COMPARATOR = 'Ljava/util/Comparator;';
const TEXT = 'Ljava/lang/String;';
/** Methods that search the text that they are called on. */
const searched: ReadonlySet<string> = new Set(['indexOf', 'lastIndexOf', 'contains', 'split']);
const takesRange: ReadonlySet<string> = new Set(['range', 'rangeClosed', 'copyOfRange']);
const takesParts: ReadonlySet<string> = new Set([
  'update',
  'write',
  'read',
  'readNBytes',
  'append',
  '<init>',
]);
const takesLength: ReadonlySet<string> = new Set(['arraycopy', 'copyOf', 'repeat']);
