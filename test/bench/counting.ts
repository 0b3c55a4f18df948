/**
 * Measures what counting costs a program that the JVM compiles, program by program:
 * nothing counted, one counter for each block, counters where the plan wants
 * them, those apart for each thread, paths, the calling context tree, and a
 * trace. Run by `counting.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCode } from '../../server/src/classfile/read/code';
import { type Fragment, noEdit } from '../../server/src/classfile/write/code-edit';
import { ConstantAdditions } from '../../server/src/classfile/write/constant-additions';
import { listInstructions } from '../../server/src/classfile/read/instructions';
import { type AttributeRange, type ClassFile, readClass } from '../../server/src/classfile/read/read-class';
import { rewriteCode } from '../../server/src/classfile/write/rewrite-code';
import { writeClass } from '../../server/src/classfile/write/write-class';
import { buildBytecodeGraph } from '../../server/src/flow/bytecode/bytecode-graph';
import { listClassFiles } from '../../server/src/host/jdk/class-containers';
import { instrumentClasses } from '../../server/src/profile/probes/instrument-classes';
import { type CounterSharing, shareCounters, stackOfProbe } from '../../server/src/profile/probes/probe-code';
import type { RecordKind } from '../../server/src/profile/plan/plan';
import { encodeSwapTable, type SwappedClass } from '../../server/src/profile/read/capture';
import { jdks, must, toolOf } from '../classfile/jdk-modules';

export const variants = [
  'nothing',
  'every block',
  'planned',
  'per thread',
  'paths',
  'tree',
  'trace',
] as const;
export type Variant = (typeof variants)[number];

export interface Measured {
  readonly program: string;
  /** Nanoseconds of CPU time (of the clock, with several threads) by variant and fork. */
  readonly times: Readonly<Record<Variant, readonly number[]>>;
}

const root = process.cwd();
const sources = join(root, 'test/bench/programs');
const agent = join(root, 'media/agent/jouleline-agent.jar');

/** Forks take turns, so that what else the machine does hits all alike. */
export function measureCounting(
  forks: number,
  only: RegExp,
  onProgram: (measured: Measured) => void,
): { readonly jdk: string } {
  const jdk = jdks.at(-1);
  if (jdk === undefined) throw new Error('No JDK was found');
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-counting-'));
  try {
    const classes = join(folder, 'classes');
    const files = readdirSync(sources).map((name) => join(sources, name));
    execFileSync(toolOf(jdk.home, 'javac'), ['-g', '-Xlint:none', '-d', classes, ...files]);
    prepare(classes, folder);
    for (const { owner, name } of listPrograms()) {
      const times: Record<Variant, number[]> = {
        nothing: [],
        'every block': [],
        planned: [],
        'per thread': [],
        paths: [],
        tree: [],
        trace: [],
      };
      const results = new Set<string>();
      for (let fork = 0; fork < forks; fork++) {
        for (const variant of variants) {
          const option = variant === 'nothing' ? [] : [`-javaagent:${agent}=${join(folder, variant)}`];
          const given = ['-cp', classes, 'Bench', owner, name, '300', '6', '20'];
          const text = execFileSync(toolOf(jdk.home, 'java'), [...option, '-XX:+UseSerialGC', ...given], {
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'ignore'],
          });
          const [, time = '', result = ''] = /^(\d+) (-?\d+)$/m.exec(text) ?? [];
          times[variant].push(Number(time));
          results.add(result);
        }
      }
      if (results.size > 1) throw new Error(`${owner}.${name} computes ${[...results].join(', ')}`);
      onProgram({ program: `${owner}.${name}`, times });
    }
    return { jdk: String(jdk.version) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  function listPrograms(): readonly { readonly owner: string; readonly name: string }[] {
    return readdirSync(sources).flatMap((file) => {
      const text = readFileSync(join(sources, file), 'utf8');
      const owner = file.replace('.java', '');
      return [...text.matchAll(/^ {4}static long (\w+)\(\)/gm)].flatMap(([, name = '']) =>
        only.test(`${owner}.${name}`) ? [{ owner, name }] : [],
      );
    });
  }
}

function prepare(classes: string, folder: string): void {
  const read = must(listClassFiles(classes)).classes.map(({ name, read: bytes }) => ({
    place: name,
    bytes: must(bytes()),
  }));
  // What measures is not measured.
  const counted = read.filter(({ place }) => place !== 'Bench');
  const write = (variant: Variant, table: { readonly index: string; readonly bytes: Uint8Array }): void => {
    mkdirSync(join(folder, variant));
    writeFileSync(join(folder, variant, 'classes.tsv'), table.index);
    writeFileSync(join(folder, variant, 'classes.bin'), table.bytes);
  };
  const record = (variant: Variant, threads: CounterSharing, kind: RecordKind): void => {
    const { classes: instrumented, sharing } = instrumentClasses(counted, threads, kind);
    write(variant, encodeSwapTable(instrumented, sharing, kind));
  };
  record('planned', 'shared', 'counts');
  record('per thread', 'per thread', 'counts');
  record('paths', 'shared', 'paths');
  record('tree', 'per thread', 'tree');
  record('trace', 'shared', 'trace');
  write(
    'every block',
    encodeSwapTable(countEveryBlock(counted.map(({ bytes }) => must(readClass(bytes)))), 'shared'),
  );
}

function countEveryBlock(classes: readonly ClassFile[]): readonly SwappedClass[] {
  let next = 0;
  return classes.map((file) => {
    const constants = new ConstantAdditions(file.constants);
    const arrays = shareCounters(constants);
    const start = next;
    const attributes = new Map<AttributeRange, Uint8Array>();
    for (const method of file.methods) {
      const read = readCode(file, method);
      if (read === undefined) continue;
      const code = must(read);
      const { blocks } = buildBytecodeGraph(file, code, must(listInstructions(file, code)));
      const first = arrays.place(next, blocks.length);
      next = first + blocks.length;
      const probes = arrays.probesFor({ maxLocals: 0, first, counters: blocks.length, isInitializer: false });
      const before = new Map<number, Fragment>(
        blocks.map(({ start: at }, block) => [at, probes.count(first + block)]),
      );
      const rewritten = rewriteCode(file, method, { ...noEdit, before, stack: stackOfProbe }, constants);
      if (rewritten?.ok === true) attributes.set(rewritten.value.attribute, rewritten.value.content);
    }
    const instrumented = must(writeClass(file, { constants, attributes }));
    return { name: file.name, original: file.bytes, instrumented, first: start, counters: next - start };
  });
}

/** Seconds for so many bytecodes of jars, the first time and when the compiler of this program has warmed up. */
export function measureInstrumenting(jars: readonly string[]): {
  readonly bytecodes: number;
  readonly seconds: readonly number[];
} {
  const given = jars.flatMap((jar) =>
    must(listClassFiles(jar)).classes.map(({ name, read }) => ({ place: name, bytes: must(read()) })),
  );
  let bytecodes = 0;
  const seconds = Array.from({ length: 4 }, () => {
    const started = performance.now();
    bytecodes = instrumentClasses(given, 'shared').figures.bytecodes;
    return (performance.now() - started) / 1000;
  });
  return { bytecodes, seconds };
}
