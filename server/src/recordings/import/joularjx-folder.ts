/**
 * Chooses the files of JoularJX that describe a run best.
 *
 * Sits in `recordings/`. A folder of JoularJX has the same energy up to eight times: by method and
 * by call tree, of all methods and of those that a filter let through, as a total and as watts by cycle.
 * The agent's file names tell them apart, and the folders of versions 2 and 3 (`total/methods`,
 * `total/calltrees`; `calltree` in its documentation).
 */
export interface ChosenFiles {
  readonly chosen: readonly string[];
  /** Files of JoularJX that repeat what was chosen. */
  readonly passedBy: readonly string[];
}

const NAME = /^joularJX-\d+-(?:\d+-)?(?:(all|filtered)-)?(methods|call-trees?)-(power|energy)\.csv$/i;
const EVOLUTION = /^joularJX-\d+-.+-evolution\.csv$/i;

/** Undefined if none of the files is JoularJX's. The folder above `all` and `app` tells runs apart. */
export function chooseJoularFiles(paths: readonly string[]): ChosenFiles | undefined {
  const runs = new Map<string, { path: string; rank: number }[]>();
  const others: string[] = [];
  for (const path of paths) {
    const rank = rankOf(path);
    if (rank === undefined) continue;
    const run = runOf(path);
    runs.set(run, [...(runs.get(run) ?? []), { path, rank }]);
  }
  if (runs.size === 0) return undefined;
  const chosen: string[] = [];
  for (const files of runs.values()) {
    const best = Math.min(...files.map(({ rank }) => rank));
    for (const { path, rank } of files) (rank === best ? chosen : others).push(path);
  }
  return { chosen: chosen.sort(), passedBy: others.sort() };
}

function runOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const scope = folders.findLastIndex((folder) => folder === 'all' || folder === 'app');
  const pid = /joularJX-(\d+)/i.exec(path)?.[1] ?? '';
  return `${folders.slice(0, scope < 0 ? folders.length : scope).join('/')} ${pid}`;
}

/** The lowest rank is best: joules before watts, call trees before methods, all before filtered. */
function rankOf(path: string): number | undefined {
  const name = path.split('/').at(-1) ?? '';
  if (EVOLUTION.test(name)) return path.split('/').includes('app') ? 6 : 7;
  const match = NAME.exec(name);
  if (match === null) return undefined;
  const [, scope, kind = '', unit = ''] = match;
  const isFiltered = scope?.toLowerCase() === 'filtered';
  const ofScope = (isFiltered ? 2 : 0) + (kind.toLowerCase() === 'methods' ? 1 : 0);
  return unit.toLowerCase() === 'energy' ? ofScope : 8 + ofScope;
}
