/**
 * Finds how a second run of a program differed from the first: lines that input, clocks, hashes or threads
 * make run more or less often.
 *
 * Sits in `profile/` over two results of `describe-counts.ts` that name operations alike. "Fine-grained
 * energy modeling" (Li and Gallagher) takes execution counts from a separate run, too. Such counts hold for
 * the measured runs only where two counted runs agree.
 */
import type { LineRow, OperationRow, ProfiledClass, ProfiledMethod, VaryingCounts } from './profile-document';

/** Adds to each method of the first run how the second run differed. Both runs list the same classes and methods in the same order. */
export function compareClasses(
  first: readonly ProfiledClass[],
  second: readonly ProfiledClass[],
): readonly ProfiledClass[] {
  return first.map((each, index) => {
    const again = second[index]?.methods;
    return {
      ...each,
      methods: each.methods.map((method, at) => {
        const varying = compareMethods(method, again?.[at] ?? method);
        return varying === undefined ? method : { ...method, varying };
      }),
    };
  });
}

function compareMethods(first: ProfiledMethod, second: ProfiledMethod): VaryingCounts | undefined {
  const lines = differingRows(first.lines, second.lines, ([line]) => `${line}`, lineThatDidNotRun);
  const operations = differingRows(first.operations, second.operations, idOf, operationThatDidNotRun);
  if (first.calls === second.calls && lines.length === 0 && operations.length === 0) return undefined;
  return { calls: second.calls, lines, operations };
}

/**
 * The rows of the second run that differ from the first, in the first run's order; `absent` makes the row of
 * something that only the first run has.
 */
function differingRows<Row extends readonly number[]>(
  first: readonly Row[],
  second: readonly Row[],
  idOfRow: (row: Row) => string,
  absent: (row: Row) => Row,
): readonly Row[] {
  const again = new Map(second.map((row) => [idOfRow(row), row]));
  const known = new Set(first.map(idOfRow));
  const changed = first.flatMap((row): readonly Row[] => {
    const other = again.get(idOfRow(row)) ?? absent(row);
    return row.every((value, index) => value === other[index]) ? [] : [other];
  });
  return [...changed, ...second.filter((row) => !known.has(idOfRow(row)))];
}

function idOf(row: OperationRow): string {
  return `${row[0]} ${row[1]} ${row.length}`;
}

function lineThatDidNotRun([line]: LineRow): LineRow {
  return [line, 0];
}

function operationThatDidNotRun(row: OperationRow): OperationRow {
  return row.length === 4 ? [row[0], row[1], 0, 0] : [row[0], row[1], 0];
}
