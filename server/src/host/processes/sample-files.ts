/**
 * Reads files that hold a number, such as energy counters, again and again.
 *
 * Sits in `host/`, in the helper's process. Files stay open: the kernel makes their content anew
 * whenever they are read from the start.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Seconds } from '../../base/units';
import { monotonicTime } from './clock';
import type { SampleRow } from './helper-messages';

export interface Sampling {
  /** Reads once more, and returns the rows that were not handed out yet. */
  finish(): readonly SampleRow[];
}

/** The number of rows that are collected before they are handed out, so that the reader is seldom woken. */
const BATCH = 10;

/** Hands out the first row at once. */
export function startSampling(
  files: readonly string[],
  every: Seconds,
  onRows: (rows: readonly SampleRow[]) => void,
): Sampling {
  const handles = files.map(openFile);
  let rows: SampleRow[] = [];
  const read = (): void => {
    // The process may be interrupted between two clock readings; their middle is at most half of that off.
    const before = monotonicTime();
    const values = handles.map(readNumber);
    rows.push({ time: (before + monotonicTime()) / 2, values });
  };
  read();
  onRows(rows.splice(0));
  const timer = setInterval(() => {
    read();
    if (rows.length >= BATCH) onRows(rows.splice(0));
  }, every * 1000);
  return {
    finish: () => {
      clearInterval(timer);
      read();
      handles.forEach((handle) => {
        if (typeof handle === 'number') closeSync(handle);
      });
      const rest = rows;
      rows = [];
      return rest;
    },
  };
}

function openFile(path: string): number | string {
  try {
    return openSync(path, 'r');
  } catch (error) {
    return messageOf(error);
  }
}

const buffer = Buffer.alloc(64);

function readNumber(handle: number | string): number | string {
  if (typeof handle === 'string') return handle;
  try {
    const text = buffer.toString('latin1', 0, readSync(handle, buffer, 0, buffer.length, 0)).trim();
    return /^\d+$/.test(text) ? Number(text) : 'does not hold a number';
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
