/** The runs that profiles of this workspace came from, so that they can be repeated: the newest, and no more than some. */
import * as v from 'valibot';
import { conforms, type Described } from '../../../server/src/base/shapes';
import type { Services } from './services';

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

const KEY = 'jouleline.runs';
const MOST = 100;

/** Another version of the extension may have written them: whatever does not fit is left out. */
function knownRuns({ context }: Pick<Services, 'context'>): readonly RepeatableRun[] {
  const stored = context.workspaceState.get<unknown>(KEY);
  return Array.isArray(stored) ? stored.filter((each) => conforms(runSchema, each)) : [];
}

export function runOf(services: Pick<Services, 'context'>, path: string): RepeatableRun | undefined {
  return knownRuns(services).find((each) => each.path === path);
}

export async function rememberRun(services: Pick<Services, 'context'>, run: RepeatableRun): Promise<void> {
  const others = knownRuns(services).filter(({ path }) => path !== run.path);
  await services.context.workspaceState.update(KEY, [run, ...others].slice(0, MOST));
}
