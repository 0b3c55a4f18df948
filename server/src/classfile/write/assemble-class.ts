/**
 * Assembles class files from instructions written as text, for code that no compiler makes.
 *
 * Sits in `classfile/`, beside `write-class.ts`. Instructions stand by their names (JVMS 6.5) with their operands
 * behind them, in lines or between semicolons; `:here` names a place for branches, and `catch FROM TO HANDLER` a
 * handler. Version 49 needs no stack maps and runs on every JVM since Java 5.
 */
import { at, present } from '../../base/check';
import { opcodeName, operandLayout } from '../read/opcodes';
import { ByteSink } from './byte-sink';
import { ConstantAdditions, type ConstantIndex } from './constant-additions';

const Access = { public: 0x0001, static: 0x0008, super: 0x0020 } as const;
const VERSION = 49;
/** More than the code of any caller has. */
const STACK = 32;
const LOCALS = 64;

export interface AssembledMember {
  readonly name: string;
  readonly descriptor: string;
  readonly isStatic?: boolean;
}

interface AssembledMethod extends AssembledMember {
  readonly code: string;
}

export interface AssembledClass {
  /** Internal form with slashes. */
  readonly name: string;
  readonly interfaces?: readonly string[];
  readonly fields?: readonly AssembledMember[];
  readonly methods: readonly AssembledMethod[];
}

/** A public class, all of whose members are public. */
export function assembleClass({ name, interfaces = [], fields = [], methods }: AssembledClass): Uint8Array {
  const constants = new ConstantAdditions({ offsets: { length: 1 } });
  const body = new ByteSink();
  body.u2(Access.public | Access.super);
  body.u2(constants.classNamed(name));
  body.u2(constants.classNamed('java/lang/Object'));
  body.u2(interfaces.length);
  for (const each of interfaces) body.u2(constants.classNamed(each));
  const writeHead = ({ isStatic, ...member }: AssembledMember, attributes: number): void => {
    body.u2(Access.public | (isStatic === true ? Access.static : 0));
    body.u2(constants.utf8(member.name));
    body.u2(constants.utf8(member.descriptor));
    body.u2(attributes);
  };
  body.u2(fields.length);
  for (const field of fields) writeHead(field, 0);
  body.u2(methods.length);
  for (const method of methods) {
    writeHead(method, 1);
    const content = assembleCode(method.code, constants);
    body.u2(constants.utf8('Code'));
    body.u4(content.length);
    body.copy(content);
  }
  body.u2(0);
  const file = new ByteSink();
  file.u4(0xcafebabe);
  file.u2(0);
  file.u2(VERSION);
  file.u2(constants.count + 1);
  file.copy(constants.encode());
  file.copy(body.finish());
  return file.finish();
}

/** The names of the instructions of such a text, in its order. */
export function listMnemonics(code: string): readonly string[] {
  return wordsOf(code).flatMap(([name = '']) => (name.startsWith(':') || name === 'catch' ? [] : [name]));
}

const OPCODES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, opcode) => [opcodeName(opcode) ?? '', opcode]),
);

function wordsOf(code: string): readonly (readonly string[])[] {
  return code
    .split(/[;\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/));
}

/** The content of the attribute (JVMS 4.7.3). All of it is line 1. */
function assembleCode(text: string, constants: ConstantAdditions): Uint8Array {
  const assembler = new Assembler(constants);
  const catches: (readonly string[])[] = [];
  for (const [name = '', ...operands] of wordsOf(text)) {
    if (name === 'catch') catches.push(operands);
    else if (name.startsWith(':')) assembler.place(name.slice(1));
    else assembler.instruction(name, operands);
  }
  const code = assembler.finish();
  const sink = new ByteSink();
  sink.u2(STACK);
  sink.u2(LOCALS);
  sink.u4(code.length);
  sink.copy(code);
  sink.u2(catches.length);
  for (const labels of catches) {
    for (const label of labels) sink.u2(assembler.offsetOf(label));
    sink.u2(0);
  }
  sink.u2(1);
  sink.u2(constants.utf8('LineNumberTable'));
  sink.u4(6);
  for (const part of [1, 0, 1]) sink.u2(part);
  return sink.finish();
}

class Assembler {
  readonly #sink = new ByteSink();
  readonly #places = new Map<string, number>();
  readonly #branches: {
    readonly at: number;
    readonly from: number;
    readonly to: string;
    readonly isWide: boolean;
  }[] = [];
  readonly #constants: ConstantAdditions;

  constructor(constants: ConstantAdditions) {
    this.#constants = constants;
  }

  place(label: string): void {
    this.#places.set(label, this.#sink.length);
  }

  offsetOf(label: string): number {
    return present(this.#places.get(label), label);
  }

  instruction(name: string, operands: readonly string[]): void {
    const opcode = present(OPCODES.get(name), name);
    const sink = this.#sink;
    const from = sink.length;
    const number = (place: number): number => Number(at(operands, place));
    sink.u1(opcode);
    switch (operandLayout(opcode)) {
      case 'b':
      case 'l':
      case 'a':
        sink.u1(number(0) & 0xff);
        return;
      case 'i':
        sink.u1(number(0));
        sink.u1(number(1) & 0xff);
        return;
      case 's':
        sink.u2(number(0) & 0xffff);
        return;
      case 'c':
        sink.u1(this.#constant(name, at(operands, 0)));
        return;
      case 'C':
        sink.u2(this.#constant(name, at(operands, 0)));
        return;
      case 'm':
        sink.u2(this.#constant(name, at(operands, 0)));
        sink.u1(number(1));
        return;
      case 'n':
        sink.u2(this.#constant(name, at(operands, 0)));
        // The receiver alone: no caller passes arguments.
        sink.u1(1);
        sink.u1(0);
        return;
      case 'j':
        this.#branch(from, at(operands, 0), false);
        return;
      case 't':
      case 'k':
        this.#switch(name, from, operands);
        return;
      default:
        return;
    }
  }

  finish(): Uint8Array {
    for (const { at: place, from, to, isWide } of this.#branches) {
      const distance = this.offsetOf(to) - from;
      if (isWide) this.#sink.putU4(place, distance);
      else this.#sink.putU2(place, distance & 0xffff);
    }
    return this.#sink.finish();
  }

  #branch(from: number, to: string, isWide: boolean): void {
    this.#branches.push({ at: this.#sink.length, from, to, isWide });
    if (isWide) this.#sink.u4(0);
    else this.#sink.u2(0);
  }

  /** The default, then a label for each of 0, 1, 2… */
  #switch(name: string, from: number, [otherwise, ...labels]: readonly string[]): void {
    const sink = this.#sink;
    while (sink.length % 4 !== 0) sink.u1(0);
    this.#branch(from, present(otherwise, 'default'), true);
    if (name === 'tableswitch') {
      sink.u4(0);
      sink.u4(labels.length - 1);
    } else sink.u4(labels.length);
    for (const [value, label] of labels.entries()) {
      if (name !== 'tableswitch') sink.u4(value);
      this.#branch(from, label, true);
    }
  }

  /** `int:7`, `long:7`, `float:7`, `double:7`, `a/Class`, `a/Class.field:I` or `a/Class.method()V`. */
  #constant(instruction: string, text: string): ConstantIndex {
    const [, type, value] = /^(int|long|float|double):(.*)$/.exec(text) ?? [];
    if (type === 'int') return this.#constants.integer(Number(value));
    if (type === 'long') return this.#constants.long(BigInt(present(value, text)));
    if (type === 'float' || type === 'double') return this.#constants[type](Number(value));
    const [, owner = '', member = '', descriptor = ''] = /^([^.]+)\.([^(:]+):?(.*)$/.exec(text) ?? [];
    if (owner === '') return this.#constants.classNamed(text);
    if (!descriptor.startsWith('(')) return this.#constants.field(owner, member, descriptor);
    return instruction === 'invokeinterface'
      ? this.#constants.interfaceMethod(owner, member, descriptor)
      : this.#constants.method(owner, member, descriptor);
  }
}
