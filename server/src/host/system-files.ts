/**
 * Files in which Linux says a thing of the machine in a line, and folders of
 * them. Sits in `host/`. What is not there is not known, which the caller says.
 */
import { readdirSync, readFileSync } from 'node:fs';

export function readLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    // Not every machine says it.
    return undefined;
  }
}

/** Names in order; none where there is no such folder. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // As above.
    return [];
  }
}
