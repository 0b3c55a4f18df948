/** Measures one program by itself, as a series of which it is the only one. */
import { at } from '../../server/src/base/check';
import { measureInTurn } from '../../server/src/launching/measure-runs';
import type { MeterOrProxy } from '../../server/src/power/meter';
import type { MeasuredRuns } from '../../server/src/runs/evaluate-runs';
import type { MeasureHost, PlannedProgram, SeriesPlan } from '../../server/src/runs/program-run';

export type MeasurePlan = PlannedProgram & SeriesPlan;

export async function measureRuns(
  plan: MeasurePlan,
  meter: MeterOrProxy,
  host: MeasureHost,
): Promise<MeasuredRuns> {
  return at(await measureInTurn([plan], plan, meter, host), 0);
}
