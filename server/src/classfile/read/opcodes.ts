/**
 * The instruction set (JVMS 6.5): names by opcode, and how the operands of each
 * lie in the code.
 *
 * Sits in `classfile/` under `instructions.ts`.
 */

/** Operands by kind, one letter each. */
type OperandLayout =
  /** none */
  | '-'
  /** a signed byte, a signed short */
  | 'b'
  | 's'
  /** a constant by one byte, by two */
  | 'c'
  | 'C'
  /** a local variable; a local variable and a signed byte */
  | 'l'
  | 'i'
  /** a branch by two bytes, by four */
  | 'j'
  | 'J'
  /** a constant and two more bytes: invokeinterface, invokedynamic */
  | 'n'
  /** an array type; a constant and dimensions */
  | 'a'
  | 'm'
  /** tableswitch, lookupswitch, wide */
  | 't'
  | 'k'
  | 'w';

const NAMES: readonly string[] = [
  'nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 lconst_0 lconst_1',
  'fconst_0 fconst_1 fconst_2 dconst_0 dconst_1 bipush sipush ldc ldc_w ldc2_w',
  'iload lload fload dload aload',
  ...['i', 'l', 'f', 'd', 'a'].map((type) => [0, 1, 2, 3].map((slot) => `${type}load_${slot}`).join(' ')),
  'iaload laload faload daload aaload baload caload saload istore lstore fstore dstore astore',
  ...['i', 'l', 'f', 'd', 'a'].map((type) => [0, 1, 2, 3].map((slot) => `${type}store_${slot}`).join(' ')),
  'iastore lastore fastore dastore aastore bastore castore sastore',
  'pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1 dup2_x2 swap',
  ...['add', 'sub', 'mul', 'div', 'rem', 'neg'].map((name) => `i${name} l${name} f${name} d${name}`),
  ...['shl', 'shr', 'ushr', 'and', 'or', 'xor'].map((name) => `i${name} l${name}`),
  'iinc i2l i2f i2d l2i l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s lcmp fcmpl fcmpg dcmpl dcmpg',
  'ifeq ifne iflt ifge ifgt ifle if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple',
  'if_acmpeq if_acmpne goto jsr ret tableswitch lookupswitch',
  'ireturn lreturn freturn dreturn areturn return getstatic putstatic getfield putfield',
  'invokevirtual invokespecial invokestatic invokeinterface invokedynamic new newarray anewarray',
  'arraylength athrow checkcast instanceof monitorenter monitorexit wide multianewarray',
  'ifnull ifnonnull goto_w jsr_w',
].flatMap((line) => line.split(' '));

const LAYOUTS = [
  '-'.repeat(16),
  'bscCC',
  'l'.repeat(5),
  '-'.repeat(28),
  'l'.repeat(5),
  '-'.repeat(73),
  'i',
  '-'.repeat(20),
  'j'.repeat(16),
  'ltk',
  '-'.repeat(6),
  'C'.repeat(7),
  'nnCaC',
  '--',
  'CC',
  '--',
  'wmjjJJ',
].join('');

/** Bytes of an instruction with a fixed length; 0 for switches and `wide`, and for opcodes that do not exist. */
const LENGTH_OF: Readonly<Record<string, number>> = {
  '-': 1,
  b: 2,
  s: 3,
  c: 2,
  C: 3,
  l: 2,
  i: 3,
  j: 3,
  J: 5,
  n: 5,
  a: 2,
  m: 4,
};

export const fixedLengths: Uint8Array = Uint8Array.from(LAYOUTS, (layout) => LENGTH_OF[layout] ?? 0);

/** Undefined for opcodes that no class file may hold. */
export function opcodeName(opcode: number): string | undefined {
  return NAMES[opcode];
}

export function operandLayout(opcode: number): OperandLayout | undefined {
  return LAYOUTS[opcode] as OperandLayout | undefined;
}

/** The opcodes that readers of code name; the others follow from {@link opcodeName}. */
export const Opcode = {
  aconst_null: 1,
  iconst_m1: 2,
  iconst_0: 3,
  iconst_5: 8,
  lconst_0: 9,
  lconst_1: 10,
  bipush: 16,
  sipush: 17,
  ldc: 18,
  ldc_w: 19,
  ldc2_w: 20,
  iload: 21,
  lload: 22,
  aload: 25,
  aload_0: 42,
  iaload: 46,
  laload: 47,
  aaload: 50,
  saload: 53,
  istore: 54,
  lstore: 55,
  astore: 58,
  astore_0: 75,
  iastore: 79,
  lastore: 80,
  aastore: 83,
  sastore: 86,
  pop: 87,
  pop2: 88,
  dup: 89,
  dup_x2: 91,
  dup2: 92,
  dup2_x1: 93,
  dup2_x2: 94,
  swap: 95,
  iadd: 96,
  ladd: 97,
  isub: 100,
  lmul: 105,
  idiv: 108,
  ldiv: 109,
  irem: 112,
  lrem: 113,
  ineg: 116,
  iinc: 132,
  i2l: 133,
  ifeq: 153,
  if_icmpge: 162,
  if_icmpgt: 163,
  goto: 167,
  jsr: 168,
  ret: 169,
  tableswitch: 170,
  lookupswitch: 171,
  ireturn: 172,
  areturn: 176,
  return: 177,
  getstatic: 178,
  putstatic: 179,
  getfield: 180,
  putfield: 181,
  invokevirtual: 182,
  invokespecial: 183,
  invokestatic: 184,
  invokeinterface: 185,
  invokedynamic: 186,
  new: 187,
  newarray: 188,
  anewarray: 189,
  arraylength: 190,
  athrow: 191,
  checkcast: 192,
  monitorenter: 194,
  monitorexit: 195,
  wide: 196,
  multianewarray: 197,
  goto_w: 200,
  jsr_w: 201,
} as const;
