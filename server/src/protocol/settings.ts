/**
 * The section `jouleline` of the settings.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
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
  /** Advice on changes that save at least this many percent. */
  readonly advice: { readonly enable: boolean; readonly minimumSaving: number };
  /** Id of a model; `jouleline/models` lists them. */
  readonly model: string;
  /** Model files beside the bundled ones. */
  readonly modelFiles: readonly string[];
  /** The measured board of the model to predict for: `average`, or the name of one. */
  readonly device: string;
  readonly frequency: FrequencyModeSetting;
  readonly assumptions: { readonly loopTrips: number; readonly worstCaseLoopTrips: number };
  readonly unit: UnitSetting;
  readonly batteryCapacityWattHours: number;
  /** A limit, such as "5J" or "20mAh@3.7V": hovers say how likely a method stays within it. Empty for no limit. */
  readonly energyLimit: string;
  /** The path of a budget file (docs/guide/budgets.md): code over its budget gets diagnostics. Empty for none. */
  readonly budget: string;
  readonly scale: ScaleSetting;
  readonly rankScope: RankScopeSetting;
  readonly palette: PaletteName;
  /** The number of colors, at least 16. */
  readonly colorSteps: number;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly classPath: readonly string[];
  readonly buildFiles: { readonly enable: boolean };
  /** The folder of a JDK; `bundled` for none; empty for the one that the user's tools take. */
  readonly javaHome: string;
  /**
   * The settings of a profile: what it records, how many runs it measures, by which meter, and how long all may take.
   */
  readonly profile: {
    readonly runs: number;
    readonly power: string;
    readonly budgetSeconds: number;
    readonly record: 'counts' | 'paths' | 'tree' | 'trace';
    readonly exactThreads: boolean;
    /** The path of a file of patterns; empty for none. */
    readonly timedCalls: string;
  };
  /** Kinds and names of recordings, the most trusted first; empty for the usual order. */
  readonly evidenceOrder: readonly string[];
  readonly cache: { readonly enable: boolean; readonly maxSizeMB: number };
  readonly server: { readonly maxMemoryMB: number };
  readonly logLevel: 'error' | 'warning' | 'info' | 'debug';
}
