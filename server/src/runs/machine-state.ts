/**
 * The state of a machine that changes what a run costs.
 *
 * Sits in `runs/`; `host/machine/machine-state` reads it.
 */
export interface MachineState {
  readonly governor?: string;
  readonly turbo?: boolean;
  readonly onBattery?: boolean;
  /** The average number of processes that wanted a processor in the last minute. */
  readonly load?: number;
  /** Sentences on what makes runs differ, and what would help. */
  readonly warnings: readonly string[];
}
