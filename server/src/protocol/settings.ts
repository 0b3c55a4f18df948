/**
 * The section `jouleline` of the settings.
 * Sits in `protocol/`: messages that are not plain LSP, for whoever writes a client.
 */

export type FrequencyModeSetting = 'estimated' | 'one-execution' | 'worst-case';

export type ScaleSetting = 'rank' | 'linear' | 'logarithmic';

export type RankScopeSetting = 'method' | 'file' | 'workspace';

export type UnitSetting = 'joules' | 'watt-hours' | 'battery-share';

export type PaletteName =
  'blue-purple-red' | 'viridis' | 'cividis' | 'inferno' | 'plasma' | 'turbo' | 'red-yellow-blue' | 'grays';

/** The section `jouleline` of the settings, as the manifest describes it. */
export interface Settings {
  readonly enable: boolean;
  readonly hover: { readonly enable: boolean };
  readonly codeLens: { readonly enable: boolean };
  readonly inlayHints: { readonly enable: boolean };
  /** What to write otherwise, where it saves at least this many percent. */
  readonly advice: { readonly enable: boolean; readonly minimumSaving: number };
  /** Id of a model; `jouleline/models` lists them. */
  readonly model: string;
  /** Model files beside the bundled ones. */
  readonly modelFiles: readonly string[];
  /** Which of the model's measured boards to predict for: `average`, or the name of one. */
  readonly device: string;
  readonly frequency: FrequencyModeSetting;
  readonly assumptions: { readonly loopTrips: number; readonly worstCaseLoopTrips: number };
  readonly unit: UnitSetting;
  readonly batteryCapacityWattHours: number;
  /** Hovers say how likely a method stays within it: "5J", "20mAh@3.7V"; empty for no limit. */
  readonly energyLimit: string;
  /** A file of budgets (docs/budgets.md): what is over one is told of; empty for none. */
  readonly budget: string;
  readonly scale: ScaleSetting;
  readonly rankScope: RankScopeSetting;
  readonly palette: PaletteName;
  /** Number of colors, at least 16. */
  readonly colorSteps: number;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly classPath: readonly string[];
  readonly buildFiles: { readonly enable: boolean };
  /** A JDK's folder; `bundled` for none; empty for the one that the user's tools take. */
  readonly javaHome: string;
  /** What a profile records; of the runs that it measures how many, by which meter, and how long all may take. */
  readonly profile: {
    readonly runs: number;
    readonly power: string;
    readonly budgetSeconds: number;
    readonly record: 'counts' | 'paths' | 'tree' | 'trace';
    readonly exactThreads: boolean;
    /** A file of patterns; empty without. */
    readonly timedCalls: string;
  };
  /** Kinds of evidence and names of recordings, the best first; empty for the usual order. */
  readonly evidenceOrder: readonly string[];
  readonly cache: { readonly enable: boolean; readonly maxSizeMB: number };
  readonly server: { readonly maxMemoryMB: number };
  readonly logLevel: 'error' | 'warning' | 'info' | 'debug';
}
