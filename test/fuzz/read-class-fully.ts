/**
 * All that reads a class file, on one: what must hold of any bytes whatever.
 */
import { listAnnotations } from '../../server/src/classfile/read/annotations';
import {
  enclosingClassOf,
  innerClassesOf,
  readBootstrapMethods,
} from '../../server/src/classfile/read/class-attributes';
import { classToSignature } from '../../server/src/classfile/signatures/class-to-signature';
import {
  readCode,
  readLineNumbers,
  readLocalVariables,
  sourceFileOf,
} from '../../server/src/classfile/read/code';
import {
  parseClassSignature,
  parseFieldSignature,
  parseMethodSignature,
} from '../../server/src/classfile/signatures/generic-signature';
import { decodeInstruction, listInstructions } from '../../server/src/classfile/read/instructions';
import { attempt, type Outcome } from '../../server/src/base/outcome';
import { type ClassFile, type MemberInfo, readClass } from '../../server/src/classfile/read/read-class';
import { ruleOfMethod, rulesOfInstructions } from '../agreement/bytecode-rules';
import { comparableOperations } from '../agreement/comparable-operations';
import { supertypesOf, universeOf } from '../../server/src/java/types/universe';
import { extractBytecode } from '../../server/src/operations/bytecode/extract-bytecode';

/** Longer ones would not help whoever reads them, and hold on to what is hostile. */
const LONGEST_MESSAGE = 1000;

export class BrokenPromise extends Error {}

export function expectThat(holds: boolean, promise: string): void {
  if (!holds) throw new BrokenPromise(promise);
}

/** The value, or undefined and a problem that says something. */
export function outcomeOf<T>(outcome: Outcome<T> | undefined): T | undefined {
  if (outcome === undefined || outcome.ok) return outcome?.value;
  const { message } = outcome.problem;
  expectThat(message.length > 0, 'a problem says what is wrong');
  expectThat(
    message.length <= LONGEST_MESSAGE,
    `a problem is told in a sentence, not ${message.length} letters`,
  );
  return undefined;
}

export interface Reading {
  readonly isRead: boolean;
  readonly operations: number;
}

/** Throws whatever the readers throw, and a {@link BrokenPromise} where a result can't be. */
export function readClassFully(bytes: Uint8Array): Reading {
  const file = outcomeOf(readClass(bytes));
  if (file === undefined) return { isRead: false, operations: 0 };
  readSignature(file);
  for (const read of [innerClassesOf, enclosingClassOf, sourceFileOf]) outcomeOf(attempt(() => read(file)));
  readConstants(file);
  outcomeOf(readBootstrapMethods(file));
  outcomeOf(listAnnotations(file, file.attributes));
  for (const member of [...file.fields, ...file.methods]) outcomeOf(listAnnotations(file, member.attributes));
  let operations = 0;
  for (const method of file.methods) operations += readMethod(file, method);
  return { isRead: true, operations };
}

/** The class as the typer sees it, alone in its world. */
function readSignature(file: ClassFile): void {
  const signature = outcomeOf(classToSignature(file, 'class-path'));
  if (signature === undefined) return;
  const universe = universeOf({
    findClass: (name) => (name === signature.name ? signature : undefined),
    hasPackage: () => false,
  });
  const model = universe.findClass(signature.name);
  expectThat(
    model !== undefined && !supertypesOf(model).has(signature.name),
    'no class is its own supertype',
  );
}

function readConstants({ constants }: ClassFile): void {
  for (let index = 0; index < constants.offsets.length; index++) {
    switch (constants.tagAt(index)) {
      case 1: {
        const text = outcomeOf(attempt(() => constants.utf8(index)));
        if (text === undefined) break;
        parseClassSignature(text);
        parseFieldSignature(text);
        parseMethodSignature(text);
        break;
      }
      case 7:
        outcomeOf(attempt(() => constants.className(index)));
        break;
      case 8:
        outcomeOf(attempt(() => constants.string(index)));
        break;
      case 9:
      case 10:
      case 11:
        outcomeOf(attempt(() => constants.member(index)));
        break;
      case 12:
        outcomeOf(attempt(() => constants.nameAndType(index)));
        break;
      case 15:
        outcomeOf(attempt(() => constants.methodHandle(index)));
        break;
      case 17:
      case 18:
        outcomeOf(attempt(() => constants.dynamic(index)));
        break;
      case 20:
        outcomeOf(attempt(() => constants.packageName(index)));
    }
  }
}

function readMethod(file: ClassFile, method: MemberInfo): number {
  const code = outcomeOf(readCode(file, method));
  if (code === undefined) return 0;
  const offsets = outcomeOf(listInstructions(file, code));
  for (const offset of offsets ?? []) {
    outcomeOf(
      attempt(() => {
        const { name, targets } = decodeInstruction(file, code, offset);
        expectThat(name !== '', 'an instruction has a name');
        for (const target of targets)
          expectThat(target >= 0 && target < code.length, 'a branch stays in its code');
      }),
    );
  }
  outcomeOf(readLineNumbers(file, code));
  outcomeOf(readLocalVariables(file, code));
  ruleOfMethod(method);
  const rules = rulesOfInstructions(file, method);
  expectThat(
    [...rules.keys()].every((offset) => offset < code.length),
    'rules speak of instructions',
  );
  const extracted = outcomeOf(extractBytecode(file, method, { isApplication: (owner) => owner.length % 2 === 0 })); // prettier-ignore
  let last = -1;
  for (const { key, offset, callee } of extracted?.sites ?? []) {
    expectThat(offset >= last && offset < code.length, 'operations stand in the order of the code');
    last = offset;
    const operation = extracted?.keys[key];
    expectThat(operation !== undefined, 'an operation has a key');
    if (operation === undefined) continue;
    const { name, operands } = operation;
    expectThat(
      [name, ...operands].every((text) => typeof text === 'string'),
      'operations have names',
    );
    comparableOperations(operation, callee === undefined ? undefined : extracted?.callees[callee]);
  }
  return extracted?.sites.length ?? 0;
}
