/**
 * The bytes that each counted line has allocated: what it creates itself by counted executions and sizes, and what
 * the code that it calls creates by the samples of that code.
 *
 * Sits in `profile/`, under `called-lines.ts`. The bytes that a sampler reads at a line say little of that line: a
 * thread has allocated them since it was last looked at, wherever it was.
 */
import { perElement } from '../../operations/catalogue/instruction-keys';
import type { CostModel, Price } from '../../cost/model/cost-model';
import type { OperationKey } from '../../operations/catalogue/operation';
import type { SampledWork } from '../../runs/sampled-work';
import type { OperationRow, ProfileDocument } from '../document/profile-document';

/** A header and a reference or a number: most objects are small, and a profile has no fields. */
const OBJECT_BYTES = 24;
const ARRAY_BYTES = 16;
/** A reference in heaps of less than 32 GB. */
const REFERENCE_BYTES = 4;
const ELEMENT_BYTES: ReadonlyMap<string, number> = new Map([
  ...(['boolean', 'byte'] as const).map((type) => [type, 1] as const),
  ...(['char', 'short'] as const).map((type) => [type, 2] as const),
  ...(['long', 'double'] as const).map((type) => [type, 8] as const),
]);

/** Where a line is: a class with dots, the name of a method, and a number. */
interface CodeLine {
  readonly class: string;
  readonly method: string;
  readonly line: number;
}

export interface AllocatingLine extends CodeLine {
  readonly bytes: number;
  /** The bytes that only samples tell of, and their number. */
  readonly sampledBytes: number;
  readonly samples: number;
}

export interface AllocatedBytes {
  /** All that the program allocated. */
  readonly all: number;
  readonly lines: readonly AllocatingLine[];
}

/** The bytes of a profile's lines; none where the JVM did not tell how much it allocated. */
export function allocatedBytesOf({ keys, classes, measurement }: ProfileDocument): AllocatedBytes {
  const { effects, within = [], called = [] } = measurement?.sampled ?? ({} as Partial<SampledWork>);
  if (effects === undefined || effects.bytes === 0) return { all: 0, lines: [] };
  const lines = new Map<string, AllocatingLine>();
  const add = (place: CodeLine, bytes: number, samples = 0): void => {
    const { class: owner, method, line } = place;
    const id = `${owner}.${method} ${line}`;
    const known = lines.get(id) ?? { class: owner, method, line, bytes: 0, sampledBytes: 0, samples: 0 };
    lines.set(id, {
      ...known,
      bytes: known.bytes + bytes,
      sampledBytes: known.sampledBytes + (samples === 0 ? 0 : bytes),
      samples: known.samples + samples,
    });
  };
  let own = 0;
  for (const { name, methods } of classes)
    for (const { name: method, operations } of methods)
      for (const row of operations) {
        const bytes = bytesOf(keys[row[0]], row);
        if (bytes === 0) continue;
        own += bytes;
        add({ class: name.replaceAll('/', '.'), method, line: row[1] }, bytes);
      }
  const onLines = effects.lines.reduce((sum, { bytes }) => sum + bytes, 0);
  const below = Math.max(0, onLines - own);
  const calls = [...within, ...called];
  const seconds = calls.reduce((sum, call) => sum + call.seconds, 0);
  if (below > 0 && seconds > 0)
    for (const call of calls) add(call, (below * call.seconds) / seconds, call.samples);
  return { all: Math.max(effects.bytes, own), lines: [...lines.values()] };
}

const PER_ELEMENT_NAMES: ReadonlySet<string> = new Set(
  ['newarray', 'anewarray', 'multianewarray'].map((name) => perElement(name, 'allocation').name),
);

/** The bytes that a row's operations created; 0 for all but allocations. */
function bytesOf(key: OperationKey | undefined, [, , executions, sizes = 0]: OperationRow): number {
  if (key === undefined) return 0;
  const { name, family, operands } = key;
  if (family === 'NewObject' || name === 'new') return executions * OBJECT_BYTES;
  if (family === 'NewArray' || family === 'NewMultiArray') {
    return executions * ARRAY_BYTES + Math.max(0, sizes) * bytesOfElement(elementOf(operands));
  }
  // Instructions have a row for the elements, which does not tell their type.
  if (PER_ELEMENT_NAMES.has(name)) return executions * REFERENCE_BYTES;
  return PER_ELEMENT_NAMES.has(perElement(name, 'allocation').name) ? executions * ARRAY_BYTES : 0;
}

/** The costs of operations in bytes that they allocate. What libraries allocate is not modeled; their counted code is. */
export function modelOfBytes(): CostModel {
  const bytes = (coefficient: number): Price => ({ terms: [{ parameter: 0, coefficient }], noise: 0 });
  const isOfLibrary = ({ group, family }: OperationKey): boolean =>
    group === 'library function' || family === 'Concatenation' || family === 'LambdaCreation';
  return {
    ...{ id: 'allocated-bytes', title: 'Bytes allocated', machine: '64-bit JVM', version: '1' },
    ...{ isLocal: true, mode: 'jit', unit: 'bytes', source: 'sizes of objects in heaps of less than 32 GB' },
    parameters: [{ name: 'bytes', mean: 1, sd: 0 }],
    noiseSd: 0,
    price: (operation) => (isOfLibrary(operation) ? undefined : bytes(bytesOf(operation, [0, 0, 1]))),
    elementPrice: ({ family, operands }) =>
      family === 'NewArray' || family === 'NewMultiArray'
        ? bytes(bytesOfElement(elementOf(operands)))
        : undefined,
  };
}

/** The type of an array's elements, of all its dimensions. */
function elementOf([type = '']: readonly string[]): string {
  return type.replaceAll('[]', '');
}

function bytesOfElement(type: string): number {
  return ELEMENT_BYTES.get(type) ?? REFERENCE_BYTES;
}
