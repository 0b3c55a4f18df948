/**
 * The state of a machine that changes what a run costs.
 *
 * Sits in `runs/`; `host/machine/machine-state` reads it.
 */
import * as v from 'valibot';
import { type Described, flag, list, number, optional, text } from '../base/shapes';

export const machineStateSchema = v.object({
  governor: optional(text()),
  turbo: optional(flag()),
  onBattery: optional(flag()),
  load: optional(number('Processes that wanted a processor in the last minute, on average.')),
  warnings: list(text(), 'What makes runs differ, and what would help.'),
});
export type MachineState = Described<typeof machineStateSchema>;
