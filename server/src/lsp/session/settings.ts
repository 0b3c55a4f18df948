/**
 * Makes the settings safe that an editor sends: a value that is missing or makes no sense is replaced by its default,
 * with a sentence about it.
 *
 * Sits in `lsp/`. The manifest (package.json) describes the same settings to people; a test compares the two.
 */
import { recordKinds } from '../../profile/plan/record-kind';
import { resolve } from 'node:path';
import { parseEnergyLimit } from '../../lines/energy-limit';
import { DEFAULT_MODEL } from '../../cost/model/model-registry';
import { paletteNames } from '../../words/palette';
import { BUNDLED } from '../../host/jdk/choose-jdk';
import { createFilter } from '../../host/files/source-files';
import type { Settings } from '../../protocol/settings';
import { relativeTo, toUri } from '../documents/uris';

export const DEFAULT_SETTINGS: Settings = {
  enable: true,
  hover: { enable: true },
  codeLens: { enable: true },
  inlayHints: { enable: false },
  advice: { enable: true, minimumSaving: 5 },
  model: DEFAULT_MODEL,
  modelFiles: [],
  device: 'average',
  frequency: 'estimated',
  assumptions: { loopTrips: 10, worstCaseLoopTrips: 1000 },
  unit: 'joules',
  batteryCapacityWattHours: 15,
  energyLimit: '',
  budget: '',
  scale: 'rank',
  rankScope: 'file',
  palette: 'blue-purple-red',
  colorSteps: 24,
  include: ['**/*.java'],
  exclude: ['**/node_modules/**', '**/.git/**', '**/target/**', '**/build/**', '**/out/**', '**/bin/**'],
  classPath: [],
  buildFiles: { enable: true },
  javaHome: '',
  profile: {
    runs: 10,
    power: 'auto',
    budgetSeconds: 300,
    record: 'counts',
    exactThreads: false,
    timedCalls: '',
  },
  evidenceOrder: [],
  cache: { enable: true, maxSizeMB: 200 },
  server: { maxMemoryMB: 2048 },
  logLevel: 'info',
};

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  frequency: ['estimated', 'one-execution', 'worst-case'],
  unit: ['joules', 'watt-hours', 'battery-share'],
  scale: ['rank', 'linear', 'logarithmic'],
  rankScope: ['method', 'file', 'workspace'],
  palette: paletteNames,
  'profile.record': recordKinds,
  logLevel: ['error', 'warning', 'info', 'debug'],
};

const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  'assumptions.loopTrips': [0, 1e9],
  'assumptions.worstCaseLoopTrips': [0, 1e12],
  'advice.minimumSaving': [0, 100],
  batteryCapacityWattHours: [0.001, 1e9],
  colorSteps: [16, 256],
  'profile.runs': [0, 1000],
  'profile.budgetSeconds': [1, 86_400],
  'cache.maxSizeMB': [1, 100_000],
  'server.maxMemoryMB': [256, 65_536],
};

export interface ReadSettings {
  readonly settings: Settings;
  /** One sentence for each value that was replaced by its default. */
  readonly problems: readonly string[];
}

/** Reads the section `jouleline` as it came; anything may be missing, and anything may be wrong. */
export function readSettings(raw: unknown): ReadSettings {
  const problems: string[] = [];
  const settings = merge(DEFAULT_SETTINGS, raw, '') as Settings;
  return { settings, problems };

  function merge(fallback: unknown, value: unknown, path: string): unknown {
    if (value === undefined || value === null) return fallback;
    if (Array.isArray(fallback)) {
      if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
      return complain(path, 'a list of texts', value, fallback);
    }
    if (typeof fallback === 'object' && fallback !== null) {
      if (typeof value !== 'object') return complain(path, 'a group of settings', value, fallback);
      const given = value as Readonly<Record<string, unknown>>;
      return Object.fromEntries(
        Object.entries(fallback).map(([key, inner]) => [
          key,
          merge(inner, given[key], path === '' ? key : `${path}.${key}`),
        ]),
      );
    }
    if (typeof value !== typeof fallback) return complain(path, `a ${typeof fallback}`, value, fallback);
    const choices = CHOICES[path];
    if (choices !== undefined && !choices.includes(value as string))
      return complain(path, `one of ${choices.join(', ')}`, value, fallback);
    const range = RANGES[path];
    if (range !== undefined && !inRange(value as number, range))
      return complain(path, `between ${range[0]} and ${range[1]}`, value, fallback);
    if (path === 'energyLimit' && value !== '' && 'problem' in parseEnergyLimit(value as string, 1))
      return complain(path, 'an energy such as 5mJ, 3Wh, 20mAh@3.7V or 2%', value, fallback);
    return value;
  }

  function complain(path: string, expected: string, value: unknown, fallback: unknown): unknown {
    problems.push(
      `setting jouleline.${path} should be ${expected}, not ${JSON.stringify(value)}; using ${JSON.stringify(fallback)}`,
    );
    return fallback;
  }
}

function inRange(value: number, [low, high]: readonly [number, number]): boolean {
  return Number.isFinite(value) && value >= low && value <= high;
}

/** Relative paths in settings are relative to the first folder, wherever the server was started. */
export function withAbsolutePaths(given: Settings, folder: string): Settings {
  const absolutePath = (path: string): string => resolve(folder, path);
  return {
    ...given,
    classPath: given.classPath.map(absolutePath),
    javaHome: ['', BUNDLED].includes(given.javaHome) ? given.javaHome : absolutePath(given.javaHome),
    modelFiles: given.modelFiles.map(absolutePath),
    budget: given.budget === '' ? '' : absolutePath(given.budget),
    profile: {
      ...given.profile,
      timedCalls: given.profile.timedCalls === '' ? '' : absolutePath(given.profile.timedCalls),
    },
  };
}

/**
 * The settings for a view of a run. A run covers only some files, so lines are ranked within their file and not
 * within the workspace.
 */
export function settingsOfRun(settings: Settings): Settings {
  return settings.rankScope === 'workspace' ? { ...settings, rankScope: 'file' } : settings;
}

/** The reason why a document is not analyzed; undefined if it is. */
export function whyLeftOut(uri: string, settings: Settings, folders: readonly string[]): string | undefined {
  if (!settings.enable) return 'Jouleline is switched off (jouleline.enable)';
  const path = relativeTo(folders.map(toUri), uri);
  if (path === undefined) return undefined;
  return createFilter(settings)(path)
    ? undefined
    : `left out by jouleline.include and jouleline.exclude: ${path}`;
}

export function differs(before: Settings, after: Settings, keys: readonly (keyof Settings)[]): boolean {
  return keys.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}
