/**
 * How a second run of a program differed from the first: lines that input,
 * clocks, hashes or threads make run more often or less.
 *
 * Sits in `profile/` over two results of `describe-counts.ts` that name
 * operations alike. "Fine-grained energy modeling" (Li and Gallagher) takes
 * execution counts from a run of its own too; that they hold for the measured
 * runs is only known of what did not change from one counted run to the next.
 */
import type { LineRow, OperationRow, ProfiledClass, ProfiledMethod, VaryingCounts } from './profile-document';

/** Both have the same classes and methods, in the same order. */
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

/** Of the second, in the order of the first; `absent` for what only the first has. */
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
