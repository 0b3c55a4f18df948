/** The runs that profiles of this workspace came from, so that they can be repeated: the newest, and no more than some. */
import * as v from 'valibot';
import { conforms, type Described } from '../../../server/src/base/shapes';
import type { ExtensionContext } from 'vscode';

const runSchema = v.object({
  /** The path of the profile. */
  path: v.string(),
  label: v.string(),
  /** The folder that the program runs in. */
  folder: v.string(),
  /** Arguments of `jouleline profile`, without the file. */
  arguments: v.array(v.string()),
});
export type RepeatableRun = Described<typeof runSchema>;

type Memory = Pick<ExtensionContext, 'workspaceState'>;

const KEY = 'jouleline.runs';
const MOST = 100;

/** Another version of the extension may have written them: whatever does not fit is left out. */
function knownRuns({ workspaceState }: Memory): readonly RepeatableRun[] {
  const stored = workspaceState.get<unknown>(KEY);
  return Array.isArray(stored) ? stored.filter((each) => conforms(runSchema, each)) : [];
}

export function runOf(memory: Memory, path: string): RepeatableRun | undefined {
  return knownRuns(memory).find((each) => each.path === path);
}

export async function rememberRun(memory: Memory, run: RepeatableRun): Promise<void> {
  const others = knownRuns(memory).filter(({ path }) => path !== run.path);
  await memory.workspaceState.update(KEY, [run, ...others].slice(0, MOST));
}

/** Called when the file of a profile has another name. */
export async function moveRun(memory: Memory, from: string, to: string): Promise<void> {
  const run = runOf(memory, from);
  if (run !== undefined) await rememberRun(memory, { ...run, path: to });
}
