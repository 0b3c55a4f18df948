/**
 * The output of the JDK's own disassembler about classes: the referee of the reader.
 */
import { runJdkTool } from '../support/jdk-tools';
import type { Jdk } from '../support/jdks';

export interface DisassembledMember {
  readonly name: string;
  readonly descriptor: string;
  readonly flags: number;
  readonly signature?: string;
  /** Such as `int 42`, `double 0.5`, `String a b`. */
  readonly constant?: string;
}

export interface DisassembledClass {
  readonly sha256: string;
  readonly name: string;
  readonly superName?: string;
  readonly flags: number;
  readonly signature?: string;
  readonly members: readonly DisassembledMember[];
  /** The lines as printed, without constant pool numbers: `public static Entry=class java/util/Map$Entry of class java/util/Map`. */
  readonly innerClasses: readonly string[];
}

/** Runs `javap -p -v` once over all of them. */
export function disassemble(jdk: Jdk, classNames: readonly string[]): readonly DisassembledClass[] {
  const dotted = classNames.map((name) => name.replaceAll('/', '.'));
  return runJdkTool(jdk.home, 'javap', ['-p', '-v', ...dotted])
    .split(/^Classfile /m)
    .slice(1)
    .map(parseClass);
}

function parseClass(text: string): DisassembledClass {
  const open = text.indexOf('\n{\n');
  const head = text.slice(0, open);
  const close = text.indexOf('\n}\n', open);
  const tail = text.slice(close);
  const superName = /^ {2}super_class: #\d+ +\/\/ (.+)$/m.exec(head)?.[1];
  const signature = /^Signature: #\d+ +\/\/ (.+)$/m.exec(tail)?.[1];
  const name = unquote(/^ {2}this_class: #\d+ +\/\/ (.+)$/m.exec(head)?.[1] ?? '');
  const members = text.slice(open + 3, close + 1).split(/\n\n(?= {2}\S)/);
  return {
    sha256: /SHA-256 checksum ([0-9a-f]+)/.exec(head)?.[1] ?? '',
    name,
    ...(superName === undefined ? {} : { superName: unquote(superName) }),
    flags: flagsIn(head),
    ...(signature === undefined ? {} : { signature }),
    members: members
      .filter((member) => member.includes('descriptor: '))
      .map((member) => parseMember(member, name)),
    innerClasses: parseInnerClasses(tail),
  };
}

function parseMember(text: string, className: string): DisassembledMember {
  const [declaration = ''] = text.trimStart().split('\n', 1);
  const signature = /^ {4}Signature: #\d+ +\/\/ (.+)$/m.exec(text)?.[1];
  const constant = /^ {4}ConstantValue: (.*)$/m.exec(text)?.[1];
  return {
    name: nameIn(declaration, className),
    descriptor: /^ {4}descriptor: (\S+)$/m.exec(text)?.[1] ?? '',
    flags: flagsIn(text),
    ...(signature === undefined ? {} : { signature }),
    ...(constant === undefined ? {} : { constant: normalizeConstant(constant) }),
  };
}

/** Drops javap's suffixes and Java's way of writing floating point numbers. */
function normalizeConstant(printed: string): string {
  const [, kind = '', text = ''] = /^(\w+) ?([^]*)$/.exec(printed) ?? [];
  switch (kind) {
    case 'long':
      return `long ${BigInt(text.replace(/l$/, ''))}`;
    case 'float':
      return `float ${Math.fround(Number(text.replace(/f$/, '')))}`;
    case 'double':
      return `double ${Number(text.replace(/d$/, ''))}`;
    case 'String':
      return `String ${plainText(text)}`;
    default:
      return printed;
  }
}

/** javap escapes some characters and cuts trailing blanks: only the rest can be compared. */
export function plainText(text: string): string {
  return /^[\w ()<>.,:;/#-]*$/.test(text) ? text.trimEnd() : '(escaped)';
}

/** From a declaration as javap prints it: the word before the parenthesis, or the last one. */
function nameIn(declaration: string, className: string): string {
  if (declaration.startsWith('static {}')) return '<clinit>';
  const start = declaration.split('(', 1)[0] ?? '';
  const name = /(\S+?)(?: = .*)?;?$/.exec(start)?.[1] ?? '';
  return name === className.replaceAll('/', '.') ? '<init>' : name;
}

function flagsIn(text: string): number {
  return Number.parseInt(/^ +flags: \(0x([0-9a-f]+)\)/m.exec(text)?.[1] ?? '', 16);
}

function parseInnerClasses(tail: string): readonly string[] {
  const table = /^InnerClasses:\n((?: {2}.*\n?)*)/m.exec(tail)?.[1] ?? '';
  return table
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.trim().replace(/#\d+(?:= #\d+)?(?: of #\d+)?;\s+\/\/ /, ''));
}

/** javap quotes array classes and names that are no identifiers. */
function unquote(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1) : name;
}
