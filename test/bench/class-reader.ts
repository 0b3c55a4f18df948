/**
 * The class files of one module of a JDK, and what our reader makes of them:
 * bundled and timed by `class-reader.mjs`.
 */
import { must, openModules } from '../classfile/jdk-modules';
import { readCode, readLineNumbers } from '../../server/src/classfile/read/code';
import { decodeInstruction, listInstructions } from '../../server/src/classfile/read/instructions';
import { readClass } from '../../server/src/classfile/read/read-class';

/** The numbers of things that a reader found, so that two readers can be compared. */
export interface ReadCounts {
  readonly classes: number;
  readonly fields: number;
  readonly methods: number;
  readonly instructions: number;
  /** The sum over all instructions: each is decoded, not only counted. */
  readonly opcodes: number;
  readonly handlers: number;
  readonly lineNumbers: number;
}

export function readModuleClasses(home: string, version: number, module: string): readonly Uint8Array[] {
  const image = openModules({ home, version });
  return image
    .listClasses()
    .filter((found) => found.module === module)
    .map(({ name }) => new Uint8Array(must(image.readClassFile(name))));
}

/** Reads all that a class has, and decodes each instruction of its code. Throws where one can't be read. */
export function readAll(files: readonly Uint8Array[]): ReadCounts {
  let fields = 0;
  let methods = 0;
  let instructions = 0;
  let opcodes = 0;
  let handlers = 0;
  let lineNumbers = 0;
  for (const bytes of files) {
    const file = must(readClass(bytes));
    fields += file.fields.length;
    methods += file.methods.length;
    for (const method of file.methods) {
      const found = readCode(file, method);
      if (found === undefined) continue;
      const code = must(found);
      handlers += code.handlers.length;
      lineNumbers += must(readLineNumbers(file, code)).length;
      for (const offset of must(listInstructions(file, code))) {
        instructions++;
        opcodes += decodeInstruction(file, code, offset).opcode;
      }
    }
  }
  return { classes: files.length, fields, methods, instructions, opcodes, handlers, lineNumbers };
}
