/** Reads the launch configurations of folders. Sits in `tasks/`, for reports and the editor. */
import { homedir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { readTextWithin } from '../../host/files/read-file';
import { type LaunchEntry, type OpenFile, readLaunchEntries } from '../../launching/launch-json';

/** The most bytes of a launch.json that is read. */
export const LARGEST_LAUNCH_FILE = 1_000_000;

/** The main classes that launch configurations of folders start, with dots. */
export async function readLaunchedClasses(folders: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const folder of new Set(folders.map((each) => resolve(each))))
    for (const { mainClass } of await readLaunchFile(folder)) found.add(mainClass);
  return [...found];
}

/** The usable entries of a folder's `launch.json`. There are none if it can't be read: the editor says what is wrong. */
export async function readLaunchFile(folder: string, openFile?: OpenFile): Promise<readonly LaunchEntry[]> {
  const path = join(folder, '.vscode', 'launch.json');
  const text = await readTextWithin(path, LARGEST_LAUNCH_FILE, 'is too large');
  if (!text.ok) return [];
  return readLaunchEntries(
    text.value,
    { folder, home: homedir(), separator: sep, environment: process.env },
    openFile,
  ).entries;
}
