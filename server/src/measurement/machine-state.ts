/** What of a machine's state changes what a run costs. Sits in `measurement/`; `host/machine-state` reads it. */
export interface MachineState {
  readonly governor?: string;
  readonly turbo?: boolean;
  readonly onBattery?: boolean;
  /** Processes that wanted a processor in the last minute, on average. */
  readonly load?: number;
  /** For people: what makes runs differ, and what would help. */
  readonly warnings: readonly string[];
}
