/**
 * Reads files in which Linux describes the machine in a line, and lists folders of them.
 *
 * Sits in `host/`. A missing file means that the fact is unknown, which the caller reports.
 */
import { readdirSync, readFileSync } from 'node:fs';

export function readLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    // Not every machine has the file.
    return undefined;
  }
}

/** The names in order; empty if there is no such folder. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // Not every machine has the folder.
    return [];
  }
}
