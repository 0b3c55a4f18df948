/**
 * Counts the operations that javac made of a source: the referee of the extraction.
 *
 * Opcodes are named so that they can be told from a source as well: branches by
 * what they compare whichever way javac turned them, calls by name.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileInto } from '../support/compile-java';
import { runJdkTool } from '../support/jdk-tools';
import type { Jdk } from '../support/jdks';

/** Occurrences by normalized opcode. */
export type Counts = Map<string, number>;

export interface CompiledMethod {
  /** `Outer$Inner.name(II)V` */
  readonly key: string;
  readonly counts: Counts;
}

/** Compiles one file with debug tables, as build tools do, and counts each method's instructions. */
export function compileAndCount(jdk: Jdk, fileName: string, text: string): readonly CompiledMethod[] {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-javac-'));
  try {
    const sources = { [fileName]: text };
    compileInto(folder, { home: jdk.home, sources, options: ['-g', '-nowarn', '-proc:none'] });
    const classes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.class'),
    );
    const paths = classes.map((name) => join(folder, name));
    return countJavap(runJdkTool(jdk.home, 'javap', ['-p', '-c', '-s', ...paths]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts the methods of a module's classes as the JDK ships them. */
export function disassembleCode(
  jdk: Jdk,
  module: string,
  classes: readonly string[],
): readonly CompiledMethod[] {
  const names = classes.map((name) => name.replaceAll('/', '.'));
  return countJavap(runJdkTool(jdk.home, 'javap', ['-p', '-c', '-s', '--module', module, ...names]));
}

/** Reads the output of `javap -p -c -s` over several classes. */
export function countJavap(output: string): readonly CompiledMethod[] {
  const methods: CompiledMethod[] = [];
  let className = '';
  let memberName = '';
  let counts: Counts | undefined;
  for (const line of output.split('\n')) {
    const opened = /^(?!Compiled).*?\b(?:class|interface|enum|record) ([\w.$]+).*\{$/.exec(line);
    if (opened !== null) {
      className = opened[1]?.replaceAll('.', '/') ?? '';
      continue;
    }
    const member = /^ {2}(?:\S.* )?([\w$.]+)\(.*\).*;$|^ {2}static \{\};$/.exec(line);
    if (member !== null) {
      const name = member[1] ?? '<clinit>';
      memberName = name.replaceAll('.', '/') === className ? '<init>' : name;
      continue;
    }
    const descriptor = /^ {4}descriptor: (\(.*\S)$/.exec(line)?.[1];
    if (descriptor !== undefined) {
      counts = new Map();
      methods.push({ key: `${className}.${memberName}${descriptor}`, counts });
      continue;
    }
    const instruction = /^ +\d+: (\w+)\s*(.*)$/.exec(line);
    if (instruction === null || counts === undefined) continue;
    // javap prints the targets of switches and exception tables in lines of other shapes.
    const name = normalizeOpcode(instruction[1] ?? '', instruction[2] ?? '');
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return methods;
}

const BRANCHES: ReadonlyMap<string, string> = new Map([
  ['eq', 'eq'],
  ['ne', 'eq'],
  ['lt', 'lt'],
  ['ge', 'lt'],
  ['gt', 'gt'],
  ['le', 'gt'],
]);

/** `undefined` for pushes, pops and what no operation stands for. */
function normalizeOpcode(opcode: string, comment: string): string | undefined {
  if (/^[ilfda](?:add|sub|mul|div|rem|and|or|xor|shl|shr|ushr|neg)$/.test(opcode)) return opcode;
  if (/^[ilfd]2[ilfdbcs]$/.test(opcode) || /^[ilfdabcs]a(?:load|store)$/.test(opcode)) return opcode;
  if (opcode.startsWith('invoke'))
    return opcode === 'invokedynamic' ? opcode : `invoke ${calledName(comment)}`;
  const store = /^([ilfda])store(?:_\d)?$/.exec(opcode);
  if (store !== null) return `${store[1]}store`;
  const compare = /^if_icmp(\w\w)$/.exec(opcode);
  if (compare !== null) return `if_icmp${BRANCHES.get(compare[1] ?? '')}`;
  const test = /^if(eq|ne|lt|ge|gt|le)$/.exec(opcode);
  if (test !== null) return `if${BRANCHES.get(test[1] ?? '')}`;
  if (/^if_acmp/.test(opcode)) return 'if_acmp';
  if (/^if(?:non)?null$/.test(opcode)) return 'ifnull';
  if (/^[fd]cmp[lg]$/.test(opcode)) return opcode.slice(0, 4);
  if (opcode === 'iinc_w') return 'iinc';
  return KEPT.has(opcode) ? opcode : undefined;
}

const KEPT: ReadonlySet<string> = new Set([
  ...[
    'iinc',
    'lcmp',
    'goto',
    'tableswitch',
    'lookupswitch',
    'getfield',
    'putfield',
    'getstatic',
    'putstatic',
  ],
  ...['new', 'newarray', 'anewarray', 'multianewarray', 'arraylength', 'athrow', 'checkcast', 'instanceof'],
  ...['monitorenter', 'monitorexit', 'ireturn', 'lreturn', 'freturn', 'dreturn', 'areturn', 'return'],
]);

function calledName(comment: string): string {
  return /Method (?:"?[^:"]*"?\.)?"?([\w<>$]+)"?:/.exec(comment)?.[1] ?? comment;
}
