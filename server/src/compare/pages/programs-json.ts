/** A comparison of more than two programs as JSON (docs/guide/comparing.md). Sits in `compare/`. */
import type { ProgramsComparison } from '../deltas/compare-programs';
import { known, unitForJson } from './comparison-json';
import type { TaskOfProgram } from '../deltas/shared-tasks';
import { nameOfMethod } from '../../words/text-sections';

const PROGRAMS_FORMAT = 'jouleline-programs';
const PROGRAMS_VERSION = 1;

export function formatProgramsJson(
  { unit, model, isPriced, programs, inAll, hasTasks, overlaps, tasks, notes }: ProgramsComparison,
  version: string,
): string {
  const account = {
    format: PROGRAMS_FORMAT,
    version: PROGRAMS_VERSION,
    generator: { name: 'jouleline', version },
    unit: unitForJson(unit),
    ...(isPriced ? { model } : {}),
    programs: programs.map(({ inTree, ...total }) => ({ ...known(total), ...inTree })),
    inAll,
    ...(hasTasks
      ? {
          overlaps,
          tasks: tasks.map(({ method, path, sides, cheapest, ...rest }) => ({
            method: nameOfMethod(method),
            path: path.map(nameOfMethod),
            sides: sides.map((side) => (side === undefined ? null : knownOf(side))),
            cheapest: cheapest ?? null,
            ...known(rest),
          })),
        }
      : {}),
    notes,
  };
  return `${JSON.stringify(account, undefined, 1)}\n`;
}

/** The known figures of a task. A task that is not modeled has no figures: 0 would look like one. */
function knownOf(side: TaskOfProgram): Partial<TaskOfProgram> {
  return known(side.isPriced ? side : { ...side, energy: NaN, low: NaN, high: NaN });
}
