/**
 * Energies made by hand, for tests of what shows them: a file as a table of
 * lines, with ranks and shares worked out the plain way.
 */
import type {
  FileEnergy,
  LineEnergy,
  MethodEnergy,
  OperationEnergy,
} from '../../server/src/cost/pricing/file-energy';
import type { Joules, LineIndex } from '../../server/src/base/units';

export interface LineSketch {
  readonly line: LineIndex;
  readonly mean: Joules;
  readonly sd?: Joules;
  readonly method?: string;
  readonly operations?: readonly OperationEnergy[];
  readonly mostlyUnmodeled?: boolean;
}

export function makeFileEnergy(sketches: readonly LineSketch[], lineCount = 100): FileEnergy {
  const total = sum(sketches.map((sketch) => sketch.mean));
  const lines = sketches.map((sketch) => makeLine(sketch, sketches, total));
  return {
    mode: 'estimated',
    provenance: 'estimated',
    modelId: 'test-model',
    lineCount,
    lines,
    methods: [...new Set(sketches.map(methodOf))].map((name) => makeMethod(name, lines, total)),
    total: { mean: total, variance: sum(lines.map((line) => line.own.variance)) },
    modeledCount: sum(lines.map((line) => line.modeledCount)),
    unmodeledCount: sum(lines.map((line) => line.unmodeledCount)),
    untypedCount: sum(
      lines.flatMap((line) => line.operations.map(({ untyped, count }) => (untyped ? count : 0))),
    ),
  };
}

function makeLine(sketch: LineSketch, all: readonly LineSketch[], total: Joules): LineEnergy {
  const siblings = all.filter((other) => methodOf(other) === methodOf(sketch));
  const operations = sketch.operations ?? [];
  return {
    line: sketch.line,
    own: { mean: sketch.mean, variance: (sketch.sd ?? sketch.mean / 10) ** 2 },
    callees: [],
    recursive: false,
    shareOfMethod: ratio(sketch.mean, sum(siblings.map((sibling) => sibling.mean))),
    shareOfFile: ratio(sketch.mean, total),
    rank: rankOf(sketch.mean, all),
    rankInMethod: rankOf(sketch.mean, siblings),
    operations,
    pieces: operations.map((operation) => ({ ...operation, offset: 0 })),
    modeledCount: sum(operations.map((operation) => (operation.energy ? operation.count : 0))),
    unmodeledCount: sum(operations.map((operation) => (operation.energy ? 0 : operation.count))),
    mostlyUnmodeled: sketch.mostlyUnmodeled ?? false,
    blocks: ['entry'],
    otherMethods: [],
    method: methodOf(sketch),
    basis: 'exact',
  };
}

function makeMethod(name: string, lines: readonly LineEnergy[], total: Joules): MethodEnergy {
  const own = lines.filter((line) => line.method === name);
  const mean = sum(own.map((line) => line.own.mean));
  return {
    key: `Test.${name}`,
    name,
    kind: 'method',
    nameStart: 0,
    start: 0,
    end: 10,
    energy: { mean, variance: sum(own.map((line) => line.own.variance)) },
    recursive: false,
    shareOfFile: ratio(mean, total),
    shareOfClass: ratio(mean, total),
    modeledCount: sum(own.map((line) => line.modeledCount)),
    unmodeledCount: sum(own.map((line) => line.unmodeledCount)),
    basis: 'exact',
  };
}

/** An operation that costs `unit` joules in the model, with a tenth of it as deviation. */
export function modeledOperation(name: string, count: number, unit: Joules): OperationEnergy {
  const energy = (mean: Joules) => ({ mean, variance: (mean / 10) ** 2 });
  return {
    name,
    group: 'arithmetic',
    count,
    unit: energy(unit),
    energy: energy(unit * count),
    untyped: false,
  };
}

/** An operation that is not modeled. */
export function unmodeledOperation(name: string, count: number, untyped = false): OperationEnergy {
  return { name, group: 'library function', count, untyped };
}

function methodOf(sketch: LineSketch): string {
  return sketch.method ?? 'Main.run()';
}

function rankOf(mean: Joules, among: readonly LineSketch[]): number {
  return among.filter((other) => other.mean > mean).length + 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
