/**
 * Makes the settings safe that an editor sends: a value that is missing or makes no sense is replaced by its default,
 * with a sentence about it.
 *
 * Sits in `lsp/`. The manifest (package.json) describes the same settings to people; a test compares the two.
 */
import * as v from 'valibot';
import { LONGEST_PATTERN } from '../../base/wildcards';
import { resolve } from 'node:path';
import { parseEnergyLimit } from '../../lines/energy-limit';
import { BUNDLED } from '../../host/jdk/jdks';
import { leadsToOtherMachine } from '../../host/builds/build-file-reader';
import { createFilter } from '../../host/files/source-files';
import { type Settings, settingsSchema } from '../../protocol/settings';
import { withLook } from '../../words/looks';
import { relativeTo, toUri } from '../documents/uris';
import { analysisOptionsOf, type AnalysisOptions } from '../../analysis/analysis-options';
import type { LibraryClass } from '../../operations/bodies/library-bodies';
import type { ModelsOfTask } from '../../tasks/compare/compare-messages';
import { loadChosenModel, type ChosenModel } from './models';

interface ReadSettings {
  readonly settings: Settings;
  /** One sentence for each value that was replaced by its default. */
  readonly problems: readonly string[];
}

interface SettingSchema extends v.GenericSchema {
  /** The members, if it is a group of settings. */
  readonly entries?: Readonly<Record<string, SettingSchema>>;
  readonly default?: unknown;
}

/** Reads the section `jouleline` as it came; anything may be missing, and anything may be wrong. */
export function readSettings(raw: unknown): ReadSettings {
  const problems: string[] = [];
  return { settings: withLook(read(settingsSchema, raw ?? {}, '') as Settings), problems };

  function read(schema: SettingSchema, value: unknown, path: string): unknown {
    const { entries } = schema;
    if (entries !== undefined && typeof value === 'object' && value !== null)
      return readGroup(entries, value, path);
    const standard = entries === undefined ? schema.default : readGroup(entries, {}, path);
    if (value === undefined || value === null) return standard;
    const expected = whatIsWrong(schema, value, path);
    if (expected === undefined) return value;
    problems.push(
      `setting jouleline.${path} should be ${expected}, not ${JSON.stringify(value)}; using ${JSON.stringify(standard)}`,
    );
    return standard;
  }

  function readGroup(entries: Readonly<Record<string, SettingSchema>>, value: object, path: string): object {
    const given: Readonly<Record<string, unknown>> = { ...value };
    return Object.fromEntries(
      Object.entries(entries).map(([key, schema]) => [
        key,
        read(schema, given[key], path === '' ? key : `${path}.${key}`),
      ]),
    );
  }
}

/** A description of the values that are right; undefined if this value is right. */
function whatIsWrong(schema: v.GenericSchema, value: unknown, path: string): string | undefined {
  const { issues } = v.safeParse(schema, value, { abortEarly: true });
  if (issues !== undefined) return issues[0].message;
  if ((path === 'include' || path === 'exclude') && !areQuickPatterns(value))
    return `patterns of at most ${LONGEST_PATTERN} characters each, and ${MOST_IN_PATTERNS} together`;
  return path === 'energyLimit' && value !== '' && 'problem' in parseEnergyLimit(String(value), 1)
    ? 'an energy such as 5mJ, 3Wh, 20mAh@3.7V or 2%'
    : undefined;
}

/** The most characters of all patterns of a setting: a folder may set them, and the names of all its files are asked. */
const MOST_IN_PATTERNS = 10_000;

/** True for patterns that are matched in little time with any path. */
function areQuickPatterns(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((pattern) => typeof pattern === 'string' && pattern.length <= LONGEST_PATTERN) &&
    value.join('').length <= MOST_IN_PATTERNS
  );
}

export const DEFAULT_SETTINGS: Settings = readSettings(undefined).settings;

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
 * Settings without paths to other machines, unless a folder of the workspace lies there. Settings may be those of a
 * folder that nobody trusts, and Windows sends a hash of the user's password to the machine of a share.
 */
export function withoutShares(given: Settings, folders: readonly string[]): Settings {
  const isNear = (path: string): boolean => !leadsToOtherMachine(path, folders, 'win32');
  const near = (path: string): string => (isNear(path) ? path : '');
  return {
    ...given,
    classPath: given.classPath.filter(isNear),
    javaHome: near(given.javaHome),
    modelFiles: given.modelFiles.filter(isNear),
    budget: near(given.budget),
    profile: { ...given.profile, timedCalls: near(given.profile.timedCalls) },
  };
}

/** True for folders that are switched on, false for those that are off; absent where all are alike. */
export type FolderSwitches = ReadonlyMap<string, boolean>;

/** The reason why a document is not analyzed; undefined if it is. */
export function whyLeftOut(
  uri: string,
  settings: Settings,
  folders: readonly string[],
  switches: FolderSwitches,
): string | undefined {
  // Of two folders one of which is in the other, the inner one has the document.
  const within = [...switches].filter(([folder]) => relativeTo([toUri(folder)], uri) !== undefined);
  const [, isOn = settings.enable] = within.sort(([a], [b]) => b.length - a.length)[0] ?? [];
  if (!isOn) return 'Jouleline is switched off (jouleline.enable)';
  const path = relativeTo(folders.map(toUri), uri);
  if (path === undefined) return undefined;
  return createFilter(settings)(path)
    ? undefined
    : `left out by jouleline.include and jouleline.exclude: ${path}`;
}

export function differs(before: Settings, after: Settings, keys: readonly (keyof Settings)[]): boolean {
  return keys.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

interface SettingsPlaces {
  readonly mediaFolder: string;
  readonly folders: () => readonly string[];
  readonly isTrusted: () => boolean;
}

/** The settings of a session at this moment, and the cost model that they choose; its parts ask whenever they need one. */
export class SessionSettings {
  private readonly places: SettingsPlaces;
  private settings: Settings;
  private model: ChosenModel;
  private libraries: readonly LibraryClass[] = [];
  private switches: FolderSwitches = new Map();

  private constructor(places: SettingsPlaces, settings: Settings, model: ChosenModel) {
    this.places = places;
    this.settings = settings;
    this.model = model;
  }

  static async load(settings: Settings, places: SettingsPlaces): Promise<SessionSettings> {
    const model = await loadChosenModel(places.mediaFolder, inWorkspace(settings, places));
    return new SessionSettings(places, settings, model);
  }

  get now(): Settings {
    return this.settings;
  }

  /** The settings, with absolute paths. */
  get absolute(): Settings {
    return inWorkspace(this.settings, this.places);
  }

  get chosen(): ChosenModel {
    return this.model;
  }

  get analysis(): AnalysisOptions {
    return analysisOptionsOf(this.settings);
  }

  /** The models and the device that other threads load. */
  get modelsOfTask(): ModelsOfTask {
    return {
      texts: this.chosen.texts,
      device: this.settings.device,
      id: this.chosen.model.id,
      mediaFolder: this.places.mediaFolder,
      metric: this.settings.comparedMetric,
      place: this.settings.libraryEnergy,
      libraries: this.libraries,
    };
  }

  /** The reason why the settings keep a document from being analyzed; undefined if they do not. */
  refusalOf(uri: string): string | undefined {
    return whyLeftOut(uri, this.settings, this.places.folders(), this.switches);
  }

  /** True if lines of any folder are colored. */
  get isOn(): boolean {
    return this.settings.enable || [...this.switches.values()].includes(true);
  }

  switch(switches: FolderSwitches): void {
    this.switches = switches;
  }

  /** Takes other settings; answers true if they load the models again. */
  async change(next: Settings): Promise<boolean> {
    const isOther = differs(this.settings, next, ['model', 'modelFiles', 'device']);
    this.settings = next;
    if (isOther) await this.loadAgain();
    return isOther;
  }

  /** Takes what methods of the jars on the class path do, and loads the models again. */
  async takeLibraries(libraries: readonly LibraryClass[]): Promise<void> {
    this.libraries = libraries;
    await this.loadAgain();
  }

  private async loadAgain(): Promise<void> {
    this.model = await loadChosenModel(this.places.mediaFolder, this.absolute, this.libraries);
  }
}

function inWorkspace(settings: Settings, { folders, isTrusted }: SettingsPlaces): Settings {
  return withAbsolutePaths(isTrusted() ? settings : withoutShares(settings, folders()), folders()[0] ?? '');
}
