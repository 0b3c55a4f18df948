/**
 * Selects the rows and columns of a trace's windows that a fit is given.
 *
 * Sits in `profile/`, over `trace-windows.ts`.
 */
import { at, outside } from '../../base/check';
import type { TraceWindows } from './trace-windows';

/**
 * The most time of a window, as a share of the time in which anything runs, that timed calls may take: beyond it a
 * window says too little of operations.
 */
const MOST_CALLING = 0.5;
/** The least number of windows in which nothing ran before their power counts as that of the idle machine. */
const LEAST_IDLE = 3;

/** The length of a window, in seconds. */
export function lengthOf({ grid: { edges } }: TraceWindows, window: number): number {
  return at(edges, window + 1) - (edges[window] ?? outside(window));
}

/** The watts of windows in which nothing ran, neither then nor just before; undefined if there are too few. `gross` has joules by window. */
export function idlePower(windows: TraceWindows, gross: Float64Array): number | undefined {
  let seconds = 0;
  let energy = 0;
  let count = 0;
  for (let window = 0; window < windows.grid.count; window++) {
    const own = gross[window] ?? NaN;
    const isIdle = windows.busy[window] === 0 && (window === 0 || windows.busy[window - 1] === 0);
    if (!isIdle || Number.isNaN(own)) continue;
    count++;
    energy += own;
    seconds += lengthOf(windows, window);
  }
  return count < LEAST_IDLE ? undefined : energy / seconds;
}

/** The joules above idle without those of timed calls: each call gets its part of the threads that ran then (vLens, section 3.2.1). */
export function programEnergies(windows: TraceWindows, gross: Float64Array, idle: number): Float64Array {
  return gross.map((energy, window) => {
    const length = lengthOf(windows, window);
    const threads = Math.max(length, windows.busy[window] ?? outside(window));
    return (energy - idle * length) * (1 - (windows.calling[window] ?? outside(window)) / threads);
  });
}

/** The windows that say something of the program. */
export function usableWindows(
  { grid, busy, calling }: TraceWindows,
  energies: Float64Array,
): readonly number[] {
  const rows: number[] = [];
  for (let window = 0; window < grid.count; window++) {
    const all = busy[window] ?? outside(window);
    const calls = calling[window] ?? outside(window);
    if (all > 0 && calls <= MOST_CALLING * all && !Number.isNaN(energies[window] ?? NaN)) rows.push(window);
  }
  return rows;
}

/** The columns of which anything ran. */
export function usableColumns({ counts }: TraceWindows, columns: readonly string[]): readonly number[] {
  const ran = new Uint8Array(columns.length);
  for (let cell = 0; cell < counts.length; cell++)
    if ((counts[cell] ?? outside(cell)) > 0) ran[cell % columns.length] = 1;
  return columns.flatMap((_, column) => (ran[column] === 1 ? [column] : []));
}

/** The selected cells, in row-major order. */
export function selectCells(
  { counts }: TraceWindows,
  width: number,
  rows: readonly number[],
  columns: readonly number[],
): Float64Array {
  const values = new Float64Array(rows.length * columns.length);
  let cell = 0;
  for (const row of rows) for (const column of columns) values[cell++] = at(counts, row * width + column);
  return values;
}

/** The executions in all windows together, by name of the column. */
export function columnTotals(
  { counts }: TraceWindows,
  columns: readonly string[],
): ReadonlyMap<string, number> {
  const totals = new Float64Array(columns.length);
  for (let cell = 0; cell < counts.length; cell++) {
    const column = cell % columns.length;
    totals[column] = (totals[column] ?? outside(column)) + (counts[cell] ?? outside(cell));
  }
  return new Map(columns.map((name, column) => [name, totals[column] ?? outside(column)]));
}
