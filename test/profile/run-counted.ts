/**
 * Runs a Java program under the agent, once with the counters of the plan and
 * once with one counter before every instruction: the referee.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCode } from '../../server/src/classfile/read/code';
import { type Fragment, noEdit } from '../../server/src/classfile/write/code-edit';
import { ConstantAdditions } from '../../server/src/classfile/write/constant-additions';
import { listInstructions } from '../../server/src/classfile/read/instructions';
import type { AttributeRange, ClassFile, MemberInfo } from '../../server/src/classfile/read/read-class';
import { rewriteCode } from '../../server/src/classfile/write/rewrite-code';
import { writeClass } from '../../server/src/classfile/write/write-class';
import { countersOf } from '../../server/src/profile/plan/count-plan';
import { deriveCounts } from '../../server/src/profile/read/counts';
import { planMethod } from '../../server/src/profile/probes/instrument-class';
import { instrumentClasses } from '../../server/src/profile/probes/instrument-classes';
import type { CountedMethod } from '../../server/src/profile/read/line-counts';
import { type CounterSharing, shareCounters, stackOfProbe } from '../../server/src/profile/probes/probe-code';
import type { RecordKind } from '../../server/src/profile/plan/plan';
import {
  addCounters,
  countCounters,
  encodeSwapTable,
  type LoadedClass,
  readMachine,
  type CapturedMachine,
  type SwappedClass,
} from '../../server/src/profile/read/capture';
import {
  type ActivationsOf,
  framesOf,
  placeActivations,
  type RunningFrame,
} from '../../server/src/profile/read/running-activations';
import { must, toolOf } from '../classfile/jdk-modules';
import type { Jdk } from '../support/jdks';

export interface CountedRun<T> {
  readonly output: string;
  readonly errors: string;
  readonly status: number | null;
  readonly hasEnded: boolean;
  readonly hasOtherThreads: boolean;
  readonly journal: readonly LoadedClass[];
  readonly running: readonly RunningFrame[];
  /** The recorded JVM of a calling context tree. */
  readonly machine: CapturedMachine;
  readonly counts: T;
}

export interface Instrumentation<T> {
  readonly swapped: readonly SwappedClass[];
  readonly sharing: CounterSharing;
  readonly record: RecordKind;
  /** Classes of the JDK that tell who hands work over. */
  readonly handOvers?: readonly SwappedClass[];
  /** In the place of the shipped one. */
  readonly agent?: Uint8Array;
  readonly decode: (counters: Float64Array, activations: ActivationsOf) => T;
}

export interface CountedMethodOf extends CountedMethod {
  readonly file: ClassFile;
}

/** Counters where the plan wants them. */
export function countByPlan(
  classes: readonly ClassFile[],
  sharing: CounterSharing = 'shared',
  record: RecordKind = 'counts',
): Instrumentation<readonly CountedMethodOf[]> {
  const given = classes.map(({ name, bytes }) => ({ place: name, bytes }));
  const { classes: placed, leftOut } = instrumentClasses(given, sharing, record);
  if (leftOut.length > 0) throw new Error(leftOut.map(({ reason }) => reason).join(', '));
  return {
    swapped: placed,
    sharing,
    record,
    decode: (counters, activations) =>
      placed.flatMap(({ methods }, number) => {
        const file = classes[number];
        return methods.flatMap(({ method: index, first }) => {
          const method = file?.methods[index];
          const plan =
            file === undefined || method === undefined ? undefined : planMethod(file, method, record);
          if (file === undefined || method === undefined || plan === undefined) return [];
          const counted = must(plan);
          const own = counters.subarray(first, first + countersOf(counted));
          const counts = deriveCounts(counted, own, activations(file, method, counted));
          return [{ file, method, plan: counted, counts }];
        });
      }),
  };
}

/** `Class.method(descriptor)`. */
export function nameOfMethod(file: ClassFile, method: MemberInfo): string {
  return `${file.name}.${method.name}${method.descriptor}`;
}

/** One counter before every instruction; methods that this would make too large stay out. */
/** Counts the executions of each instruction, by {@link nameOfMethod}. */
export function countEveryInstruction(
  classes: readonly ClassFile[],
): Instrumentation<ReadonlyMap<string, readonly number[]>> {
  const swapped: SwappedClass[] = [];
  const places: { readonly name: string; readonly first: number; readonly count: number }[] = [];
  let next = 0;
  for (const file of classes) {
    const constants = new ConstantAdditions(file.constants);
    const arrays = shareCounters(constants);
    const start = next;
    const attributes = new Map<AttributeRange, Uint8Array>();
    for (const method of file.methods) {
      const code = readCode(file, method);
      if (code === undefined) continue;
      const offsets = must(listInstructions(file, must(code)));
      const first = arrays.place(next, offsets.length);
      next = first;
      const probes = arrays.probesFor({
        maxLocals: 0,
        first,
        counters: offsets.length,
        isInitializer: false,
      });
      const before = new Map<number, Fragment>(offsets.map((offset) => [offset, probes.count(next++)]));
      const rewritten = rewriteCode(file, method, { ...noEdit, before, stack: stackOfProbe }, constants);
      // So many probes don't fit into large methods.
      if (rewritten?.ok !== true) continue;
      attributes.set(rewritten.value.attribute, rewritten.value.content);
      places.push({ name: nameOfMethod(file, method), first, count: offsets.length });
    }
    const bytes = must(writeClass(file, { constants, attributes }));
    swapped.push({
      name: file.name,
      original: file.bytes,
      instrumented: bytes,
      first: start,
      counters: next - start,
    });
  }
  return {
    swapped,
    sharing: 'shared',
    record: 'counts',
    decode: (counters) =>
      new Map(places.map(({ name, first, count }) => [name, [...counters.subarray(first, first + count)]])),
  };
}

const agentJar = join(__dirname, '../../media/agent/jouleline-agent.jar');

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

/** A program that says `kill me` is killed, after counts were written several times. */
function run(command: string, given: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(command, given, { timeout: 100_000 }, (_, stdout, stderr) => {
      resolve({ stdout, stderr, status: child.exitCode });
    });
    child.stdout?.on('data', (text: string) => {
      if (text.includes('kill me')) setTimeout(() => child.kill('SIGKILL'), 2500);
    });
  });
}

/** Runs `main` of a class that lies among others in a folder. */
export async function runCounted<T>(
  jdk: Jdk,
  classPath: string,
  main: string,
  { swapped, sharing, record, handOvers, agent, decode }: Instrumentation<T>,
  options: readonly string[] = ['-Xverify:all'],
  given: readonly string[] = [],
): Promise<CountedRun<T>> {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-capture-'));
  try {
    const table = encodeSwapTable(swapped, sharing, record, {
      isFollowed: false,
      ...(handOvers === undefined ? {} : { handOvers }),
    });
    writeFileSync(join(folder, 'classes.tsv'), table.index);
    writeFileSync(join(folder, 'classes.bin'), table.bytes);
    const ownAgent = join(folder, 'agent.jar');
    if (agent !== undefined) writeFileSync(ownAgent, agent);
    const jar = agent === undefined ? agentJar : ownAgent;
    const command = [...options, `-javaagent:${jar}=${folder}`, '-cp', classPath, main, ...given];
    const { stdout, stderr, status } = await run(toolOf(jdk.home, 'java'), command);
    const machines = readdirSync(folder).filter((name) => name.startsWith('jvm-'));
    const own = join(folder, machines[0] ?? '');
    const machine = must(
      readMachine({
        counts: readFileSync(join(own, 'counts.bin')),
        log: readFileSync(join(own, 'classes.log'), 'utf8'),
        running: readFileSync(join(own, 'running.log'), 'utf8'),
        ...(record === 'trace'
          ? {
              trace: {
                bytes: readFileSync(join(own, 'trace.bin')),
                summary: readFileSync(join(own, 'trace.tsv'), 'utf8'),
                windows: readFileSync(join(own, 'windows.bin')),
              },
            }
          : {}),
        ...(record === 'tree' ? { tree: readFileSync(join(own, 'tree.bin')) } : {}),
      }),
    );
    const running = framesOf(machine);
    return {
      output: stdout,
      errors: stderr,
      status,
      hasEnded: machine.hasEnded,
      hasOtherThreads: machine.hasOtherThreads,
      journal: machine.journal.classes,
      running,
      machine,
      counts: decode(addCounters([machine], countCounters(swapped)), placeActivations(running)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
