/**
 * Loops of single JVM instructions, as class files that no compiler makes: eCalc's CPU profile (section III.B).
 *
 * Sits in `models/`, beside the benchmarks in Java. An instruction stands in its loop with what it needs, such as
 * pushes of its operands, again and again, so that the loop around it weighs little. What it needs is measured in
 * loops of its own and subtracted. Branches are taken every other time. Operands lie in locals that interpreters
 * have no joint instructions for (`iload_2`, and not `iload 8`).
 */
import { assembleClass, listMnemonics, type AssembledMember } from '../../classfile/write/assemble-class';
import { type Benchmark, JAVA_PACKAGE, MEASURED_METHOD, numbered, PREPARING_METHOD } from './benchmark';

/** The name of the loop that has no instruction in it: what goes round in all others. */
export const LOOP = 'loop';

/** 20 million in the paper. */
export const DEFAULT_EXECUTIONS = 20_000_000;
const COPIES = 20;

const OWN = JAVA_PACKAGE.replaceAll('.', '/');
const INTERFACE = `${OWN}/Benchmark`;

/** The methods of a loop's class that its calls lead to. */
const CALLED: readonly (AssembledMember & { readonly code: string })[] = [
  { name: 'none', descriptor: '()V', isStatic: true, code: 'return' },
  { name: 'own', descriptor: '()V', code: 'return' },
  { name: 'int', descriptor: '()I', isStatic: true, code: 'iconst_1; ireturn' },
  { name: 'long', descriptor: '()J', isStatic: true, code: 'lconst_1; lreturn' },
  { name: 'float', descriptor: '()F', isStatic: true, code: 'fconst_1; freturn' },
  { name: 'double', descriptor: '()D', isStatic: true, code: 'dconst_1; dreturn' },
  { name: 'reference', descriptor: '()[I', isStatic: true, code: 'aconst_null; areturn' },
];

const FIELDS: readonly AssembledMember[] = ['I', 'J', 'F', 'D'].flatMap((descriptor) => [
  { name: `own${descriptor}`, descriptor },
  { name: `all${descriptor}`, descriptor, isStatic: true },
]);

/** A type of values: its letter, the instructions for its size, and locals that hold two of it. */
interface ValueType {
  readonly letter: 'i' | 'l' | 'f' | 'd' | 'a';
  readonly pop: 'pop' | 'pop2';
  readonly one: string;
  readonly loads: readonly [string, string];
  readonly prologue: string;
}

const TYPES: Readonly<Record<'int' | 'long' | 'float' | 'double' | 'reference', ValueType>> = {
  int: type('i', 'pop', 'iconst_1', 2, 3, 'bipush 7', 'iconst_3'),
  long: type('l', 'pop2', 'lconst_1', 0, 2, 'ldc2_w long:70000000007', 'ldc2_w long:30000000003'),
  float: type('f', 'pop', 'fconst_1', 2, 3, 'ldc float:7.25', 'ldc float:3.5'),
  double: type('d', 'pop2', 'dconst_1', 0, 2, 'ldc2_w double:7.25', 'ldc2_w double:3.5'),
  reference: type('a', 'pop', 'aconst_null', 2, 3, 'aload_0', 'aconst_null'),
};

function type(
  letter: ValueType['letter'],
  pop: ValueType['pop'],
  one: string,
  first: number,
  second: number,
  ...[a, b]: readonly string[]
): ValueType {
  return {
    letter,
    pop,
    one,
    loads: [`${letter}load_${first}`, `${letter}load_${second}`],
    prologue: `${a ?? ''}; ${letter}store_${first}; ${b ?? ''}; ${letter}store_${second}`,
  };
}

interface Recipe {
  readonly instruction: string;
  /** One turn; where there are two, they take turns. `@` is another name in each copy. */
  readonly turns: readonly string[];
  readonly prologue?: string;
  readonly pairedWith?: string;
  /** The turns are so much longer than others that so many fewer will do. */
  readonly fewer?: number;
}

/** The benchmarks that find the cost of every instruction that javac writes and that runs without a linked call site. */
export function instructionLoops(executions: number): readonly Benchmark[] {
  return listRecipes().map((recipe, index) => toBenchmark(recipe, numbered('E', index + 1), executions));
}

function toBenchmark(
  { instruction, turns, prologue = '', pairedWith, fewer = 1 }: Recipe,
  name: string,
  executions: number,
): Benchmark {
  const self = `${OWN}/${name}`;
  const copies = Array.from({ length: turns.length === 0 ? 0 : COPIES }, (_, copy) =>
    (turns[copy % turns.length] ?? '').replaceAll('@', String(copy)).replaceAll('Self', self),
  );
  const counts = new Map<string, number>();
  for (const mnemonic of copies.flatMap(mnemonicsOf)) counts.set(mnemonic, (counts.get(mnemonic) ?? 0) + 1);
  const own = instruction === LOOP ? 1 : (counts.get(instruction.split(' ', 1)[0] ?? '') ?? 0);
  const needs = [...counts]
    .filter(([each]) => each !== instruction.split(' ', 1)[0] && each !== pairedWith)
    .map(([each, count]) => ({ name: each, count: count / own }));
  const code = `
    iload_1; istore 7; iconst_0; istore 6
    ${prologue.replaceAll('Self', self)}
    goto check
    :round
    ${copies.join('\n')}
    iinc 6 1
    :check
    iload 6; iload 7; if_icmplt round
    return`;
  return {
    name,
    kind: 'instruction',
    title: instruction,
    loop: {
      instruction,
      executions: own,
      needs: instruction === LOOP ? [] : [{ name: LOOP, count: 1 / own }, ...needs],
      ...(pairedWith === undefined ? {} : { pairedWith }),
    },
    rounds: Math.max(1, Math.ceil(executions / Math.max(own, COPIES) / fewer)),
    source: assembleClass({
      name: self,
      interfaces: [INTERFACE],
      fields: FIELDS,
      methods: [
        {
          name: '<init>',
          descriptor: '()V',
          code: 'aload_0; invokespecial java/lang/Object.<init>()V; return',
        },
        { name: PREPARING_METHOD, descriptor: '()V', code: 'return' },
        { name: MEASURED_METHOD, descriptor: '(I)V', code },
        ...CALLED,
      ],
    }),
  };
}

/** The instructions of a turn, with those of the methods that it calls. */
function mnemonicsOf(turn: string): readonly string[] {
  const called = [...turn.matchAll(/\.(\w+)\(\)/g)].flatMap(([, name = '']) =>
    listMnemonics(
      CALLED.find((each) => each.name === name)?.code ?? (name === PREPARING_METHOD ? 'return' : ''),
    ),
  );
  return [...listMnemonics(turn), ...called];
}

function listRecipes(): readonly Recipe[] {
  const types = Object.values(TYPES);
  const { int, long, float, double, reference } = TYPES;
  return [
    { instruction: LOOP, turns: [] },
    { instruction: 'nop', turns: ['nop'] },
    // A push and a pop only run together, as a call and its return do.
    { instruction: 'iload_2', pairedWith: 'pop', turns: ['iload_2; pop'], prologue: int.prologue },
    { instruction: 'lload_0', pairedWith: 'pop2', turns: ['lload_0; pop2'], prologue: long.prologue },
    ...constants(),
    ...types.flatMap(variables),
    { instruction: 'iinc', turns: ['iinc 2 1'], prologue: int.prologue },
    ...arithmetic(),
    ...conversions(),
    ...stackMoves(),
    ...branches(),
    ...[int, long, float, double, reference].flatMap(arrayReferences),
    ...['byte', 'char', 'short'].flatMap((each) => smallArrays(each as 'byte' | 'char' | 'short')),
    { instruction: 'arraylength', turns: ['aload_2; arraylength; pop'], prologue: newArray('int') },
    ...fields(),
    ...calls(),
    ...allocations(),
    ...[
      { instruction: 'checkcast', turns: ['aload_2; checkcast Self; pop'] },
      { instruction: 'instanceof', turns: ['aload_2; instanceof Self; pop'] },
      {
        instruction: 'monitorenter',
        pairedWith: 'monitorexit',
        turns: ['aload_2; monitorenter; aload_2; monitorexit'],
      },
    ].map((each) => ({ ...each, prologue: reference.prologue })),
    {
      instruction: 'athrow',
      turns: [':from@; aload_2; athrow; :to@; pop; catch from@ to@ to@'],
      prologue:
        'new java/lang/RuntimeException; dup; invokespecial java/lang/RuntimeException.<init>()V; astore_2',
      fewer: 100,
    },
  ];
}

function constants(): readonly Recipe[] {
  return [
    ...['m1', 0, 1, 2, 3, 4, 5].map((value) => `iconst_${value}; pop`),
    ...['lconst_0; pop2', 'lconst_1; pop2', 'fconst_0; pop', 'fconst_1; pop', 'fconst_2; pop'],
    ...['dconst_0; pop2', 'dconst_1; pop2', 'aconst_null; pop', 'bipush 100; pop', 'sipush 1000; pop'],
    ...['ldc int:100000; pop', 'ldc_w int:100000; pop', 'ldc2_w double:2.5; pop2'],
  ].map((turn) => ({ instruction: /^\w+/.exec(turn)?.[0] ?? '', turns: [turn] }));
}

/** Loads and stores, at places that instructions have in their names and at one that stands behind. */
function variables({ letter, pop, one }: ValueType): readonly Recipe[] {
  return ['_0', '_1', '_2', '_3', ''].flatMap((slot) => {
    const place = slot === '' ? ' 8' : slot;
    return [
      ...(['iload_2', 'lload_0'].includes(`${letter}load${slot}`)
        ? []
        : [
            {
              instruction: `${letter}load${slot}`,
              turns: [`${letter}load${place}; ${pop}`],
              prologue: `${one}; ${letter}store${place}`,
            },
          ]),
      { instruction: `${letter}store${slot}`, turns: [`${one}; ${letter}store${place}`] },
    ];
  });
}

function arithmetic(): readonly Recipe[] {
  const numbers = [TYPES.int, TYPES.long, TYPES.float, TYPES.double];
  const binary = numbers.flatMap(({ letter, loads: [a, b], pop, prologue }) => [
    ...['add', 'sub', 'mul', 'div', 'rem', ...('il'.includes(letter) ? ['and', 'or', 'xor'] : [])].map(
      (name) => ({ instruction: letter + name, turns: [`${a}; ${b}; ${letter}${name}; ${pop}`], prologue }),
    ),
    { instruction: `${letter}neg`, turns: [`${a}; ${letter}neg; ${pop}`], prologue },
    ...('il'.includes(letter)
      ? ['shl', 'shr', 'ushr'].map((name) => ({
          instruction: letter + name,
          turns: [`${a}; iconst_3; ${letter}${name}; ${pop}`],
          prologue,
        }))
      : []),
  ]);
  const compared = [
    [TYPES.long, 'lcmp'],
    [TYPES.float, 'fcmpl'],
    [TYPES.float, 'fcmpg'],
    [TYPES.double, 'dcmpl'],
    [TYPES.double, 'dcmpg'],
  ] as const;
  return [
    ...binary,
    ...compared.map(
      ([
        {
          loads: [a, b],
          prologue,
        },
        name,
      ]) => ({
        instruction: name,
        turns: [`${a}; ${b}; ${name}; pop`],
        prologue,
      }),
    ),
  ];
}

function conversions(): readonly Recipe[] {
  const { int, long, float, double } = TYPES;
  const numbers = { i: int, l: long, f: float, d: double };
  return 'i2l i2f i2d l2i l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s'.split(' ').map((instruction) => {
    const [from, to] = instruction.split('2') as ['i' | 'l' | 'f' | 'd', 'i' | 'l' | 'f' | 'd' | 'b'];
    const { loads, prologue } = numbers[from];
    return {
      instruction,
      turns: [`${loads[0]}; ${instruction}; ${'ld'.includes(to) ? 'pop2' : 'pop'}`],
      prologue,
    };
  });
}

function stackMoves(): readonly Recipe[] {
  return [
    ['dup', 'iload_2; dup; pop; pop'],
    ['dup_x1', 'iload_2; iload_3; dup_x1; pop; pop; pop'],
    ['dup_x2', 'iload_2; iload_3; iload_2; dup_x2; pop2; pop2'],
    ['dup2', 'iload_2; iload_3; dup2; pop2; pop2'],
    ['dup2_x1', 'iload_2; iload_3; iload_2; dup2_x1; pop2; pop2; pop'],
    ['dup2_x2', 'iload_2; iload_3; iload_2; iload_3; dup2_x2; pop2; pop2; pop2'],
    ['swap', 'iload_2; iload_3; swap; pop; pop'],
  ].map(([instruction = '', turn = '']) => ({ instruction, turns: [turn], prologue: TYPES.int.prologue }));
}

function branches(): readonly Recipe[] {
  const turnsOf = (instruction: string, operands: readonly string[]): Recipe => ({
    instruction,
    turns: operands.map((push) => `${push}; ${instruction} next@; :next@`),
    prologue: TYPES.reference.prologue,
  });
  const toZero = {
    eq: ['0', '1'],
    ne: ['1', '0'],
    lt: ['m1', '0'],
    ge: ['0', 'm1'],
    gt: ['1', '0'],
    le: ['0', '1'],
  };
  const toOther = {
    eq: ['1', '2'],
    ne: ['2', '1'],
    lt: ['0', '1'],
    ge: ['1', '0'],
    gt: ['2', '0'],
    le: ['1', '0'],
  };
  return [
    { instruction: 'goto', turns: ['goto next@; :next@'] },
    ...Object.entries(toZero).map(([name, values]) =>
      turnsOf(
        `if${name}`,
        values.map((value) => `iconst_${value}`),
      ),
    ),
    ...Object.entries(toOther).map(([name, values]) =>
      turnsOf(
        `if_icmp${name}`,
        values.map((value) => `iconst_1; iconst_${value}`),
      ),
    ),
    turnsOf('if_acmpeq', ['aload_2; aload_2', 'aload_2; aload_3']),
    turnsOf('if_acmpne', ['aload_2; aload_3', 'aload_2; aload_2']),
    turnsOf('ifnull', ['aload_3', 'aload_2']),
    turnsOf('ifnonnull', ['aload_2', 'aload_3']),
    ...['tableswitch', 'lookupswitch'].map((instruction) => ({
      instruction,
      turns: ['iconst_1', 'iconst_3'].map(
        (push) => `${push}; ${instruction} next@ next@ next@ next@ next@; :next@`,
      ),
    })),
  ];
}

/** An array of four in local 2, and this object in local 3. */
function newArray(of: 'int' | 'long' | 'float' | 'double' | 'byte' | 'char' | 'short' | 'reference'): string {
  const codes = { int: 10, long: 11, float: 6, double: 7, byte: 8, char: 5, short: 9 };
  const make = of === 'reference' ? 'anewarray java/lang/Object' : `newarray ${codes[of]}`;
  return `iconst_4; ${make}; astore_2; aload_0; astore_3`;
}

function arrayReferences({ letter, pop, one }: ValueType): readonly Recipe[] {
  const names = { i: 'int', l: 'long', f: 'float', d: 'double', a: 'reference' } as const;
  const prologue = newArray(names[letter]);
  const value = letter === 'a' ? 'aload_3' : one;
  return [
    { instruction: `${letter}aload`, turns: [`aload_2; iconst_2; ${letter}aload; ${pop}`], prologue },
    { instruction: `${letter}astore`, turns: [`aload_2; iconst_2; ${value}; ${letter}astore`], prologue },
  ];
}

function smallArrays(of: 'byte' | 'char' | 'short'): readonly Recipe[] {
  const letter = of.charAt(0);
  const prologue = newArray(of);
  return [
    { instruction: `${letter}aload`, turns: [`aload_2; iconst_2; ${letter}aload; pop`], prologue },
    { instruction: `${letter}astore`, turns: [`aload_2; iconst_2; iconst_1; ${letter}astore`], prologue },
  ];
}

/** Types take turns. */
function fields(): readonly Recipe[] {
  const numbers = [TYPES.int, TYPES.long, TYPES.float, TYPES.double];
  const turns = (write: (descriptor: string, type: ValueType) => string): readonly string[] =>
    numbers.map((each) => write({ i: 'I', l: 'J', f: 'F', d: 'D', a: '' }[each.letter], each));
  const { prologue } = TYPES.reference;
  return [
    {
      instruction: 'getfield',
      turns: turns((of, { pop }) => `aload_2; getfield Self.own${of}:${of}; ${pop}`),
      prologue,
    },
    {
      instruction: 'putfield',
      turns: turns((of, { one }) => `aload_2; ${one}; putfield Self.own${of}:${of}`),
      prologue,
    },
    { instruction: 'getstatic', turns: turns((of, { pop }) => `getstatic Self.all${of}:${of}; ${pop}`) },
    { instruction: 'putstatic', turns: turns((of, { one }) => `${one}; putstatic Self.all${of}:${of}`) },
  ];
}

function calls(): readonly Recipe[] {
  const returns = [
    ['ireturn', 'int()I; pop'],
    ['lreturn', 'long()J; pop2'],
    ['freturn', 'float()F; pop'],
    ['dreturn', 'double()D; pop2'],
    ['areturn', 'reference()[I; pop'],
  ];
  return [
    { instruction: 'invokestatic', pairedWith: 'return', turns: ['invokestatic Self.none()V'] },
    ...[
      ['invokevirtual', 'Self.own()V'],
      ['invokespecial', 'Self.own()V'],
      ['invokeinterface', `${INTERFACE}.${PREPARING_METHOD}()V`],
    ].map(([instruction = '', method = '']) => ({
      instruction,
      turns: [`aload_2; ${instruction} ${method}`],
      prologue: TYPES.reference.prologue,
    })),
    ...returns.map(([instruction = '', call = '']) => ({
      instruction,
      turns: [`invokestatic Self.${call}`],
    })),
  ];
}

/** C_A: over sizes where there are any. */
function allocations(): readonly Recipe[] {
  return [
    { instruction: 'new', turns: ['new java/lang/Object; pop'], fewer: 10 },
    ...[4, 16, 64, 100].flatMap((size) =>
      ['newarray 10', 'anewarray java/lang/Object'].map((make) => ({
        instruction: `${make.split(' ', 1)[0] ?? ''} ${size}`,
        turns: [`bipush ${size}; ${make}; pop`],
        fewer: 10,
      })),
    ),
    { instruction: 'multianewarray', turns: ['iconst_2; iconst_2; multianewarray [[I 2; pop'], fewer: 50 },
  ];
}
