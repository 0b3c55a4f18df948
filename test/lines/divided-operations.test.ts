/** The operations of recorded lines: amounts of recordings, divided over what the text has there. */
import { expect, it } from 'vitest';
import type { FileEnergy } from '../../server/src/cost/pricing/file-energy';
import {
  type FileEvidence,
  operationsOnLines,
  type OperationsOn,
} from '../../server/src/lines/file-evidence';
import { tallyDivided } from '../../server/src/lines/hot-operations';
import type { MethodPlace } from '../../server/src/recordings/place/place-frame';
import type { PlacedPlacement } from '../../server/src/recordings/merge/side-by-side';

const CALL = 'java.lang.String.indexOf';
/** Costs in joules by line, from 0; without a cost an operation is not modeled. */
const operations: readonly (readonly (readonly [name: string, cost?: number])[])[] = [
  [
    ['Addition_int_int', 1],
    ['Multi_int_int', 3],
  ],
  [
    ['Addition_int_int', 2],
    [CALL, 5],
  ],
  [['Assign_int_int']],
  [['Addition_int_int', 1], ['Assign_int_int']],
];
const operationsOn: OperationsOn = (first, last) =>
  operations.slice(first, last + 1).flatMap((line) =>
    line.map(([name, cost]) => ({
      ...{ name, count: 1, untyped: false },
      group: name === CALL ? ('library function' as const) : ('arithmetic' as const),
      ...(cost === undefined ? {} : { energy: { mean: cost, variance: 0 } }),
    })),
  );
const method: MethodPlace = { name: 'Work.twice', first: 1, last: 2 };

/** Amounts with the lines that they are shown on, from 0. */
function evidenceOf(
  ...places: readonly (readonly [placement: PlacedPlacement, mean: number, called?: number])[]
): Pick<FileEvidence, 'lines'> {
  return {
    lines: places.map(([placement, mean, called]) => {
      const amount = { mean, ...(called === undefined ? {} : { called }) };
      const place = { placement, amount, parts: [], constrainedBy: [], sayings: [] };
      const line = placement.kind === 'line' ? placement.line - 1 : 0;
      return { line, own: amount, isShown: true, parts: [], rank: 1, places: [place], isChanged: false };
    }),
  };
}

it('have parts of all lines together, and the rest a row without a name', () => {
  const tally = tallyDivided();
  const at = (line: number): PlacedPlacement => ({ kind: 'line', path: 'a', line });
  tally.add(
    'a',
    // 8 J: 2 J and 6 J. 7 J of which 6 J are of calls. 0.5 J of nothing that is modeled. 4 J of one addition.
    evidenceOf(
      [at(1), 8],
      [at(2), 7, 6],
      [at(3), 0.5],
      [at(4), 4],
      [{ kind: 'class', path: 'a', class: 'W', line: 1 }, 0.25],
    ),
    operationsOn,
  );
  // 11 J in the proportions 1 : 3 : 2 : 5, over the lines of the method.
  tally.add('b', evidenceOf([{ kind: 'method', path: 'b', method }, 11]), operationsOn);
  const rows = tally
    .finish()
    .map(({ name, group, energy, path, line }) => [name, group, energy?.mean, path, line]);
  expect(rows).toEqual([
    ['Multi_int_int', 'arithmetic', 6 + 3, 'a', 0],
    ['Addition_int_int', 'arithmetic', 2 + 1 + 4 + 3, 'a', 3],
    [CALL, 'library function', 6 + 5, 'a', 1],
    ['', '', 0.5 + 0.25, 'a', 2],
    ['Assign_int_int', 'arithmetic', undefined, 'a', 2],
  ]);
});

it('leave out lines that only other devices are known to have run', () => {
  const tally = tallyDivided();
  const { lines } = evidenceOf([{ kind: 'line', path: 'a', line: 1 }, 8]);
  const others = lines.map((line) => ({
    ...line,
    places: line.places.map(({ placement, parts }) => ({ placement, parts, constrainedBy: [], sayings: [] })),
  }));
  tally.add('a', { lines: others }, operationsOn);
  expect(tally.finish()).toEqual([]);
});

it('are none of a line\u2019s library calls where these stand apart', () => {
  const lines = [{ line: 0, operations: operationsOn(1, 1) }] as unknown as FileEnergy['lines'];
  const tally = tallyDivided();
  tally.add(
    'a',
    evidenceOf([{ kind: 'line', path: 'a', line: 1 }, 8]),
    operationsOnLines({ lines }, { isOwn: true }),
  );
  expect(tally.finish().map(({ name, energy }) => [name, energy?.mean])).toEqual([['Addition_int_int', 8]]);
});
