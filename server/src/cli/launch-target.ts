/**
 * An entry of the `launch.json` in this folder, as a program to run.
 *
 * Sits in `cli/`, over `host/`.
 */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { readLaunchEntries, type LaunchEntry, type OpenFile } from '../engine/launch-entries';
import { reasonOf } from '../host/random-access-file';
import { readSource } from '../host/source-files';
import { PlainError } from './services';

const LAUNCH_JSON = join('.vscode', 'launch.json');

/** @param openFile what `${file}` stands for. Throws {@link PlainError} where there is no such entry, or it can't be run as it is. */
export async function readLaunchTarget(name: string, openFile: string | undefined): Promise<LaunchEntry> {
  let text: string;
  try {
    text = readFileSync(LAUNCH_JSON, 'utf8');
  } catch (error) {
    throw new PlainError(`${LAUNCH_JSON} ${reasonOf(error)}`);
  }
  const place = { folder: process.cwd(), home: homedir(), separator: sep, environment: process.env };
  const { entries, problems } = readLaunchEntries(text, place, await readOpen(openFile));
  const entry = entries.find((each) => each.name === name);
  if (entry !== undefined) return entry;
  const names = entries.map((each) => `"${each.name}"`);
  throw new PlainError(
    [
      `${LAUNCH_JSON} has no entry "${name}" of type java that can be run`,
      ...problems,
      ...(names.length === 0 ? [] : [`it has ${names.join(', ')}`]),
    ].join('\n  '),
  );
}

async function readOpen(path: string | undefined): Promise<OpenFile | undefined> {
  if (path === undefined) return undefined;
  const read = await readSource(path);
  if (read.kind === 'text') return { path: resolve(path), text: read.text };
  throw new PlainError(read.message);
}

/** Folders and jars that an entry names itself. */
export function namedClassPath({ classPaths = [] }: LaunchEntry): readonly string[] {
  return classPaths.filter((each) => !/^[$!]/.test(each)).map((each) => resolve(each));
}

/** Whether the project's own class path is meant: by saying nothing, or by a word for it (Debugger for Java, "Launch"). */
export function takesProjectClassPath({ classPaths }: LaunchEntry): boolean {
  return classPaths === undefined || classPaths.some((each) => /^\$(?:Auto|Runtime|Test)$/.test(each));
}
