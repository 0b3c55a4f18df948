/**
 * All classes of jars and of JDKs, written anew: as they are, which must give
 * the same bytes, and instrumented, which the verifier of a JVM must take
 * wherever it takes the original. Run by `verify-classes.mjs`.
 */
import { readCode } from '../../server/src/classfile/read/code';
import { noEdit } from '../../server/src/classfile/write/code-edit';
import { listInstructions } from '../../server/src/classfile/read/instructions';
import type { Outcome } from '../../server/src/base/outcome';
import { type ClassFile, readClass } from '../../server/src/classfile/read/read-class';
import { openClassContainer } from '../agreement/class-container';
import { instrumentClass } from '../../server/src/profile/probes/instrument-class';
import { matchCalls, nonConstantCalls, type TracedCalls } from '../../server/src/profile/plan/library-calls';
import { probeHandOvers } from '../../server/src/profile/handover/hand-over-probes';
import { findQueuePassers } from '../../server/src/profile/handover/queue-passers';
import { agentRuntime } from '../../server/src/profile/probes/probe-code';
import { type RecordKind, recordKinds } from '../../server/src/profile/plan/plan';
import { editClass } from '../classfile/edited-class';
import { must, openModules } from '../classfile/jdk-modules';
import { type NamedClass, verifyClasses } from '../classfile/verify-with-jvm';
import type { Jdk } from '../support/jdks';

export interface WrittenClasses {
  readonly classes: number;
  readonly identical: number;
  readonly seconds: number;
  /** The failures, each with its class. */
  readonly problems: readonly string[];
}

function writeUnchanged(classes: Iterable<Outcome<Uint8Array>>): WrittenClasses {
  const problems: string[] = [];
  let count = 0;
  let identical = 0;
  let milliseconds = 0;
  for (const read of classes) {
    count++;
    const bytes = must(read);
    const started = performance.now();
    const file = must(readClass(bytes));
    const written = editClass(file, () => noEdit);
    milliseconds += performance.now() - started;
    for (const what of [...written.refused, ...written.dropped]) problems.push(`${file.name}: ${what}`);
    if (Buffer.compare(written.bytes, bytes) === 0) identical++;
  }
  return { classes: count, identical, seconds: milliseconds / 1000, problems };
}

export function writeModulesUnchanged(jdk: Jdk): WrittenClasses {
  const image = openModules(jdk);
  return writeUnchanged(
    image
      .listClasses()
      .map(({ name }) => image.readClassFile(name) ?? { ok: false, problem: { message: name } }),
  );
}

export interface InstrumentedJar {
  readonly unchanged: WrittenClasses;
  readonly classes: number;
  /** That count; of `hand-over` classes that have a probe. */
  readonly methods: number;
  readonly instructions: number;
  readonly counters: number;
  readonly seconds: number;
  /** Bytes of the classes, before and after. */
  readonly bytes: readonly [number, number];
  /** Methods that stay as they were, and attributes that were dropped. */
  readonly exceptions: readonly string[];
  /** Classes that the verifier takes as they are, and instrumented. */
  readonly verified: readonly [number, number];
  /** The errors of the classes that it takes only as they are. */
  readonly rejected: readonly string[];
}

/** `hand-over`: a library's classes that count nothing, and tell who hands work over. */
type VerifiedKind = RecordKind | 'hand-over';

export const verifiedKinds: readonly VerifiedKind[] = [...recordKinds, 'hand-over'];

export async function instrumentJar(
  jdk: Jdk,
  path: string,
  libraries: readonly string[],
  kind: VerifiedKind = 'counts',
): Promise<InstrumentedJar> {
  const container = must(openClassContainer(path, undefined));
  const read = container.classes.map((entry) => must(entry.read()));
  const files: readonly ClassFile[] = read.map((bytes) => must(readClass(bytes)));
  const originals: NamedClass[] = files.map(({ name, bytes }) => ({ name, bytes }));
  const instrumented: NamedClass[] = [];
  const exceptions: string[] = [];
  let counters = 0;
  let methods = 0;
  const started = performance.now();
  const own = new Set(files.map(({ name }) => name));
  const traced: TracedCalls | undefined =
    kind === 'trace'
      ? { isLibrary: (owner) => !own.has(owner), isTimed: matchCalls(nonConstantCalls) }
      : undefined;
  const passers = kind === 'tree' ? findQueuePassers(files) : undefined;
  for (const file of files) {
    if (kind === 'hand-over') {
      const probed = probeHandOvers(file, agentRuntime);
      if (!probed.ok) exceptions.push(`${file.name}: ${probed.problem.message}`);
      else if (probed.value !== undefined) methods++;
      instrumented.push({ name: file.name, bytes: (probed.ok ? probed.value : undefined) ?? file.bytes });
      continue;
    }
    const done = must(
      instrumentClass(
        file,
        { number: instrumented.length, first: counters, passers },
        'shared',
        kind,
        traced,
      ),
    );
    instrumented.push({ name: file.name, bytes: done.bytes });
    counters = done.next;
    methods += done.methods.length;
    for (const { method, reason } of done.untouched)
      exceptions.push(`${file.name}.${method.name}${method.descriptor}: ${reason}`);
    for (const name of done.dropped) exceptions.push(`${file.name}: ${name} dropped`);
  }
  const seconds = (performance.now() - started) / 1000;
  const asTheyAre = await verifyClasses(jdk, originals, libraries);
  const changed = await verifyClasses(jdk, instrumented, libraries);
  const isTaken = ([, answer]: readonly [string, string]): boolean => answer === 'ok';
  return {
    unchanged: writeUnchanged(read.map((value) => ({ ok: true, value }))),
    classes: files.length,
    methods,
    instructions: files.reduce((sum, file) => sum + countInstructions(file), 0),
    counters,
    seconds,
    bytes: [sizeOf(originals), sizeOf(instrumented)],
    exceptions,
    verified: [[...asTheyAre].filter(isTaken).length, [...changed].filter(isTaken).length],
    rejected: [...changed].flatMap(([name, answer]) =>
      answer !== 'ok' && asTheyAre.get(name) === 'ok' ? [`${name}: ${answer}`] : [],
    ),
  };
}

function countInstructions(file: ClassFile): number {
  return file.methods.reduce((sum, method) => {
    const code = readCode(file, method);
    return code === undefined ? sum : sum + must(listInstructions(file, must(code))).length;
  }, 0);
}

function sizeOf(classes: readonly NamedClass[]): number {
  return classes.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

export { jdks } from '../classfile/jdk-modules';
