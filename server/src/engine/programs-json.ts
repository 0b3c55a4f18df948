/** More than two programs compared, as JSON (docs/comparing.md). Sits in `engine/`. */
import type { ProgramsComparison } from './compare-programs';
import { known, unitForJson } from './comparison-json';
import { nameOfMethod } from './text-sections';

const PROGRAMS_FORMAT = 'jouleline-programs';
const PROGRAMS_VERSION = 1;

export function formatProgramsJson(
  { unit, model, isPriced, programs, inAll, overlaps, tasks, notes }: ProgramsComparison,
  version: string,
): string {
  const account = {
    format: PROGRAMS_FORMAT,
    version: PROGRAMS_VERSION,
    generator: { name: 'jouleline', version },
    unit: unitForJson(unit),
    ...(isPriced ? { model } : {}),
    programs: programs.map(known),
    inAll,
    overlaps,
    tasks: tasks.map(({ method, path, sides, cheapest, ...rest }) => ({
      method: nameOfMethod(method),
      path: path.map(nameOfMethod),
      sides: sides.map((side) => (side === undefined ? null : known(side))),
      cheapest: cheapest ?? null,
      ...known(rest),
    })),
    notes,
  };
  return `${JSON.stringify(account, undefined, 1)}\n`;
}
