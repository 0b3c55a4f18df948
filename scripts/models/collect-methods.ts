/**
 * Collects what `compiled-methods.csv` holds: from the folder that `node test/bench/heat.mjs --folder DIR` keeps, with the
 * recorder of the JDK whose compiler the model is of.
 *
 * It reads of each program `truth-0.json` (the places of its methods), `run-0.profile.json` (what one run executes),
 * `samples.json` (the recorder's samples) and `time.json` (the main thread's CPU time of one run, in ns).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { present } from '../../server/src/base/check';
import type { CostModel, Price } from '../../server/src/cost/model/cost-model';
import { withLibraryPrices } from '../../server/src/cost/model/library-prices';
import type { OperationKey } from '../../server/src/operations/catalogue/operation';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { loadBundledBodies } from '../../server/src/tasks/load-model';

/** Methods with fewer samples say little, and programs with many methods would outweigh the others. */
const FEWEST_SAMPLES = 8;
const MOST_METHODS = 40;
const MOST_COLUMNS = 200;
/** The elements of an operation whose size was not counted. */
const USUAL_SIZE = { ofCall: 16, ofOther: 2 };

type Samples = readonly (readonly [type: string, line: string, count: string])[];

interface Method {
  samples: number;
  readonly counts: Map<string, number>;
}

/** A model by which each operation costs 1, in the column of its family: prices are counts. */
function countingModel(columns: string[]): CostModel {
  const unit = { mean: 1, sd: 0 };
  return withLibraryPrices(
    {
      ...{ id: 'counts', title: '', machine: '', isLocal: false, mode: 'jit', version: '', source: '' },
      parameters: Array.from({ length: MOST_COLUMNS }, (_, index) => ({ name: String(index), ...unit })),
      noiseSd: 0,
      price(operation): Price | undefined {
        const column = columnOf(operation);
        if (column === undefined) return undefined;
        if (!columns.includes(column)) columns.push(column);
        return { terms: [{ parameter: columns.indexOf(column), coefficient: 1 }], noise: 0 };
      },
    },
    loadBundledBodies('media'),
  );
}

/** Operations that compilers treat alike share a column; library calls and concatenations are their bodies. */
function columnOf({ family, name }: OperationKey): string | undefined {
  switch (family) {
    case 'LibraryFunction':
    case 'Concatenation':
      return undefined;
    case 'PerElement':
      return /^(?:NewArray_int|NativeCall) per/.test(name) ? name : undefined;
    case 'MethodInvocation':
      return name;
    case 'Declaration':
      return 'Assign';
    case 'Decrement':
      return 'Increment';
    default:
      return family;
  }
}

/** The table of all programs of the folder that were recorded. */
export function collectMethods(folder: string): string {
  const columns: string[] = [];
  const model = countingModel(columns);
  const rows = readdirSync(folder)
    .sort()
    .filter((name) => existsSync(join(folder, name, 'time.json')))
    .flatMap((name) =>
      collectProgram(join(folder, name), model, columns).map((row) => [name, ...row] as const),
    );
  const shown = [...columns].sort();
  return [
    ['program', 'method', 'samples', 'ns', ...shown].join(','),
    ...rows.map(([program, place, nanoseconds, { samples, counts }]) =>
      [
        ...[program, nameOf(place), String(samples), short(nanoseconds)],
        ...shown.map((column) => short(counts.get(column) ?? 0)),
      ].join(','),
    ),
    '',
  ].join('\n');
}

function collectProgram(
  folder: string,
  model: CostModel,
  columns: readonly string[],
): readonly (readonly [place: string, nanoseconds: number, method: Method])[] {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const { methods: places } = read('truth-0.json') as { readonly methods: Readonly<Record<string, number>> };
  const { methodAt, fileOf } = findMethods(Object.keys(places));
  const methods = new Map<string, Method>();
  const methodOf = (place: string): Method => {
    const known = methods.get(place) ?? { samples: 0, counts: new Map<string, number>() };
    methods.set(place, known);
    return known;
  };
  const samples = read('samples.json') as Samples;
  for (const [type, line, count] of samples) {
    const place = methodAt(fileOf(type), Number(line));
    if (place !== undefined) methodOf(place).samples += Number(count);
  }
  const { keys, classes } = read('run-0.profile.json') as ProfileDocument;
  for (const { name, methods: ran } of classes) {
    const file = fileOf(name.replaceAll('/', '.'));
    for (const [key, line, count, size] of ran.flatMap(({ operations }) => operations)) {
      const place = count === 0 ? undefined : methodAt(file, line);
      if (place === undefined) continue;
      const operation = present(keys[key], 'the key of a row');
      const usual = operation.family === 'LibraryFunction' ? USUAL_SIZE.ofCall : USUAL_SIZE.ofOther;
      const { counts } = methodOf(place);
      const price = model.price(operation);
      addTerms(price, count, columns, counts);
      addTerms(price && model.elementPrice?.(operation), size ?? count * usual, columns, counts);
    }
  }
  const all = samples.reduce((sum, [, , count]) => sum + Number(count), 0);
  const { median } = read('time.json') as { readonly median: number };
  return [...methods]
    .filter(([, method]) => method.samples >= FEWEST_SAMPLES && method.counts.size > 0)
    .sort(([, one], [, other]) => other.samples - one.samples)
    .slice(0, MOST_METHODS)
    .map(([place, method]) => [place, (median * method.samples) / all, method]);
}

function addTerms(
  price: Price | undefined,
  times: number,
  columns: readonly string[],
  counts: Map<string, number>,
): void {
  for (const { parameter, coefficient } of price?.terms ?? []) {
    // What a guess may be off by is a parameter of its own, beyond the columns.
    const column = columns[parameter];
    if (column !== undefined) counts.set(column, (counts.get(column) ?? 0) + times * coefficient);
  }
}

/** Methods by their places, `FILE:FIRST-LAST:Type.name(…)`: the innermost one around a line. */
function findMethods(places: readonly string[]): {
  readonly methodAt: (file: string | undefined, line: number) => string | undefined;
  readonly fileOf: (type: string) => string | undefined;
} {
  const files = new Map<
    string,
    { readonly place: string; readonly first: number; readonly last: number }[]
  >();
  const types = new Map<string, string>();
  for (const place of places) {
    const [, file = '', first, last, type = ''] = /^(.*?):(\d+)-(\d+):(\w+)/.exec(place) ?? [];
    types.set(join(dirname(file), type), file);
    files.set(file, [...(files.get(file) ?? []), { place, first: Number(first), last: Number(last) }]);
  }
  for (const inFile of files.values()) inFile.sort((a, b) => a.last - a.first - (b.last - b.first));
  return {
    methodAt: (file = '', line) =>
      files.get(file)?.find(({ first, last }) => first <= line && line <= last)?.place,
    fileOf: (type) => types.get(type.replace(/\$.*/, '').replaceAll('.', '/')),
  };
}

/** `Linear.determinant@35`. */
function nameOf(place: string): string {
  const [, first = '', name = ''] = /:(\d+)-\d+:([^(]*)/.exec(place) ?? [];
  return `${name}@${first}`;
}

/** Two digits, written as short as they can be. */
function short(value: number): string {
  if (value < 0.5) return '';
  const rounded = Number(value.toPrecision(2));
  const [plain, scientific] = [String(rounded), rounded.toExponential().replace('e+', 'e')];
  return plain.length <= scientific.length ? plain : scientific;
}
