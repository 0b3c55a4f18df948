/** The readers of code against `javap` on every JDK found, and on damaged class files. */
import { readBootstrapMethods } from '../../server/src/classfile/read/class-attributes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listAnnotations } from '../../server/src/classfile/read/annotations';
import {
  lineAt,
  readCode,
  readLineNumbers,
  readLocalVariables,
  sourceFileOf,
} from '../../server/src/classfile/read/code';
import {
  decodeInstruction,
  type Instruction,
  listInstructions,
} from '../../server/src/classfile/read/instructions';
import { operandLayout } from '../../server/src/classfile/read/opcodes';
import { attempt } from '../../server/src/base/outcome';
import { type ClassFile, readClass } from '../../server/src/classfile/read/read-class';
import { type PrintedCode, printCode } from './javap-code';
import { jdks, must, openModules, readModuleClass, sample } from './jdk-modules';

describe.runIf(jdks.length > 0)('the reader of code and javap say the same', () => {
  it.each(jdks)(
    'of a sample of classes of JDK $version',
    (jdk) => {
      const names = sample(
        openModules(jdk)
          .listClasses()
          .filter(({ module }) => module.startsWith('java.')),
        150,
      ).map(({ name }) => name);
      const image = openModules(jdk);
      const printed = printCode(jdk, names);
      const read = names.flatMap((name) => describeCode(readModuleClass(image, name)));
      expect(read.length).toBeGreaterThan(500);
      expect(read).toHaveLength(printed.length);
      for (const [index, code] of read.entries()) expect(code).toEqual(printed[index]);
    },
    120_000,
  );
});

function describeCode(file: ClassFile): readonly PrintedCode[] {
  return file.methods.flatMap((method) => {
    const read = readCode(file, method);
    if (read === undefined) return [];
    const code = must(read);
    const instructions = must(listInstructions(file, code)).map((at) => decodeInstruction(file, code, at));
    return [
      {
        instructions: instructions.map(showInstruction),
        lines: must(readLineNumbers(file, code)).map(({ offset, line }) => `line ${line}: ${offset}`),
        handlers: code.handlers.map(
          ({ start, end, handler, catches }) => `${start} ${end} ${handler} ${catches ?? 'any'}`,
        ),
      },
    ];
  });
}

function showInstruction({ offset, opcode, name, operand, second }: Instruction): string {
  const layout = operandLayout(opcode);
  if (layout === '-' || layout === 'a' || layout === 't' || layout === 'k') return `${offset}: ${name}`;
  const operands = layout === 'i' || layout === 'm' ? [operand, second] : [operand];
  return `${offset}: ${name} ${operands.join(' ')}`;
}

describe('lines', () => {
  it.each([
    [0, undefined],
    [2, 7],
    [4, 7],
    [5, 9],
    [90, 9],
  ])('of offset %i is %s', (offset, line) => {
    const table = [
      { offset: 2, line: 7 },
      { offset: 5, line: 9 },
    ];
    expect(lineAt(table, offset)).toBe(line);
  });
});

describe.runIf(jdks.length > 0)('a class file with damaged code', () => {
  it('gives problems, never throws, and never takes long', () => {
    const image = openModules(must({ ok: true, value: jdks[0] ?? { home: '', version: 0 } }));
    const whole = sample(image.listClasses(), 600)
      .map(({ name }) => must(image.readClassFile(name)))
      .filter((bytes) => bytes.length > 1500 && bytes.length < 12_000)
      .slice(0, 60);
    expect(whole.length).toBeGreaterThan(20);
    const started = performance.now();
    let problems = 0;
    fc.assert(
      fc.property(
        fc.nat(whole.length - 1),
        fc.array(
          fc.record({
            place: fc.double({ min: 0.3, max: 1, noNaN: true, maxExcluded: true }),
            value: fc.nat(255),
          }),
          {
            minLength: 1,
            maxLength: 12,
          },
        ),
        (index, changes) => {
          const bytes = Uint8Array.from(whole[index] ?? []);
          for (const { place, value } of changes) bytes[Math.floor(place * bytes.length)] = value;
          const file = readClass(bytes);
          problems += file.ok ? readEverything(file.value) : 1;
        },
      ),
      { numRuns: 5000, seed: 20_251 },
    );
    expect(problems).toBeGreaterThan(100);
    expect(performance.now() - started).toBeLessThan(60_000);
  }, 120_000);
});

/** Reads all that the readers offer; how many of them found a problem. */
function readEverything(file: ClassFile): number {
  sourceFileOf(file);
  const outcomes: { readonly ok: boolean }[] = [
    readBootstrapMethods(file),
    listAnnotations(file, file.attributes),
  ];
  for (const method of file.methods) {
    outcomes.push(listAnnotations(file, method.attributes));
    const code = readCode(file, method);
    if (code === undefined) continue;
    outcomes.push(code);
    if (!code.ok) continue;
    const offsets = listInstructions(file, code.value);
    outcomes.push(readLineNumbers(file, code.value), readLocalVariables(file, code.value), offsets);
    if (!offsets.ok) continue;
    outcomes.push(attempt(() => offsets.value.map((offset) => decodeInstruction(file, code.value, offset))));
  }
  return outcomes.filter(({ ok }) => !ok).length;
}
