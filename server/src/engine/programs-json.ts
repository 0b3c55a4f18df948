/** More than two programs compared, as JSON (docs/comparing.md). Sits in `engine/`. */
import type { ProgramsComparison } from './compare-programs';
import { unitForJson } from './comparison-json';
import { nameOfMethod } from './text-sections';

const PROGRAMS_FORMAT = 'jouleline-programs';
const PROGRAMS_VERSION = 1;

export function formatProgramsJson(
  { unit, model, isPriced, programs, overlaps, tasks, notes }: ProgramsComparison,
  version: string,
): string {
  const account = {
    format: PROGRAMS_FORMAT,
    version: PROGRAMS_VERSION,
    generator: { name: 'jouleline', version },
    unit: unitForJson(unit),
    ...(isPriced ? { model } : {}),
    programs,
    overlaps,
    tasks: tasks.map(({ method, path, sides, cheapest, delta, isNested }) => ({
      method: nameOfMethod(method),
      path: path.map(nameOfMethod),
      sides: sides.map((side) => side ?? null),
      cheapest: cheapest ?? null,
      delta,
      isNested,
    })),
    notes,
  };
  return `${JSON.stringify(account, undefined, 1)}\n`;
}
