/**
 * The section `jouleline` of the settings, as the manifest describes it, with defaults.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients. The message of a schema ends the
 * sentence "setting jouleline.unit should be …".
 */
import * as v from 'valibot';
import type { Described } from '../base/shapes';

const flag = (standard: boolean) => v.optional(v.boolean('a boolean'), standard);
const text = (standard: string) => v.optional(v.string('a string'), standard);
const texts = (standard: readonly string[]) =>
  v.optional(v.array(v.string('a list of texts'), 'a list of texts'), [...standard]);
const oneOf = <const N extends readonly string[]>(names: N, standard: N[number]) =>
  v.optional(v.picklist(names, `one of ${names.join(', ')}`), standard as never);
const from = (low: number, high: number, standard: number) =>
  v.optional(
    v.pipe(
      v.custom<number>((value) => typeof value === 'number', 'a number'),
      v.check((value) => value >= low && value <= high, `between ${low} and ${high}`),
    ),
    standard,
  );
const group = <const E extends v.ObjectEntries>(entries: E) => v.object(entries, 'a group of settings');

/** What sides are compared by. */
export const COMPARED_METRICS = ['energy', 'time', 'allocation', 'executions'] as const;

export const LIBRARY_PLACES = ['caller', 'apart', 'runtime'] as const;

export const settingsSchema = group({
  enable: flag(true),
  hover: group({ enable: flag(true) }),
  codeLens: group({ enable: flag(true) }),
  inlayHints: group({ enable: flag(false) }),
  /** Advice on changes that save at least this many percent. */
  advice: group({ enable: flag(true), minimumSaving: from(0, 100, 5), interpreted: flag(false) }),
  /** Id of a model; `jouleline/models` lists them. */
  model: text('rpi5-openjdk21-xint'),
  /** Model files beside the bundled ones. */
  modelFiles: texts([]),
  /** The measured board of the model to predict for: `average`, or the name of one. */
  device: text('average'),
  frequency: oneOf(['estimated', 'one-execution', 'worst-case'], 'estimated'),
  /** Patterns of the methods at which a run begins; empty for those that the text shows. */
  entryPoints: texts([]),
  assumptions: group({ loopTrips: from(0, 1e9, 10), worstCaseLoopTrips: from(0, 1e12, 1000) }),
  unit: oneOf(['joules', 'watt-hours', 'battery-share'], 'joules'),
  batteryCapacityWattHours: from(0.001, 1e9, 15),
  /** A limit, such as "5J" or "20mAh@3.7V": hovers say how likely a method stays within it. Empty for no limit. */
  energyLimit: text(''),
  /** The path of a budget file (docs/guide/budgets.md): code over its budget gets diagnostics. Empty for none. */
  budget: text(''),
  /** A set of the settings that follow, up to `colorSteps`; they count only with `custom`. */
  look: oneOf(['heatmap', 'hotspots', 'presentation', 'color-blind-safe', 'custom'], 'heatmap'),
  scale: oneOf(['rank', 'linear', 'logarithmic'], 'logarithmic'),
  rankScope: oneOf(['method', 'file', 'workspace'], 'workspace'),
  palette: oneOf(
    ['blue-purple-red', 'viridis', 'cividis', 'inferno', 'plasma', 'turbo', 'red-yellow-blue', 'grays'],
    'blue-purple-red',
  ),
  /** The number of colors, at least 16. */
  colorSteps: from(16, 256, 24),
  include: texts(['**/*.java']),
  exclude: texts([
    '**/node_modules/**',
    '**/.git/**',
    '**/target/**',
    '**/build/**',
    '**/out/**',
    '**/bin/**',
  ]),
  classPath: texts([]),
  buildFiles: group({ enable: flag(true) }),
  /** The folder of a JDK; `bundled` for none; empty for the one that the user's tools take. */
  javaHome: text(''),
  /** Settings of profiling: the record, the number of measured runs, the meter and the time limit. */
  profile: group({
    runs: from(0, 1000, 10),
    power: text('auto'),
    budgetSeconds: from(1, 86_400, 300),
    record: oneOf(['counts', 'paths', 'tree', 'trace'], 'counts'),
    exactThreads: flag(false),
    /** The path of a file of patterns; empty for none. */
    timedCalls: text(''),
  }),
  /** Kinds and names of recordings, the most trusted first; empty for the usual order. */
  evidenceOrder: texts([]),
  /** The place of what library code took: the line that calls it, or none. */
  libraryEnergy: oneOf(LIBRARY_PLACES, 'caller'),
  comparedMetric: oneOf(COMPARED_METRICS, 'energy'),
  /** The one component whose energy recordings show: CPU, network, …; empty for all together. */
  component: text(''),
  cache: group({ enable: flag(true), maxSizeMB: from(1, 100_000, 200) }),
  server: group({ maxMemoryMB: from(256, 65_536, 4096) }),
  logLevel: oneOf(['error', 'warning', 'info', 'debug'], 'info'),
});
export type Settings = Described<typeof settingsSchema>;

export type FrequencyModeSetting = Settings['frequency'];
export type ScaleSetting = Settings['scale'];
export type RankScopeSetting = Settings['rankScope'];
export type UnitSetting = Settings['unit'];
export type PaletteName = Settings['palette'];
