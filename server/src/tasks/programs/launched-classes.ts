/** Reads which main classes the launch configurations of folders start. Sits in `tasks/`, for reports and the editor. */
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { readLaunchEntries } from '../../launching/launch-json';

const MOST_BYTES = 1_000_000;

/** The main classes with dots. A folder without a `launch.json` that can be read has none: nobody named the file. */
export async function readLaunchedClasses(folders: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const folder of new Set(folders.map((each) => resolve(each)))) {
    const text = await readSmallFile(join(folder, '.vscode', 'launch.json'));
    if (text === undefined) continue;
    const place = { folder, home: homedir(), separator: sep, environment: {} };
    for (const { mainClass } of readLaunchEntries(text, place, undefined).entries) found.add(mainClass);
  }
  return [...found];
}

async function readSmallFile(path: string): Promise<string | undefined> {
  try {
    const file = await stat(path);
    return file.isFile() && file.size <= MOST_BYTES ? await readFile(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
