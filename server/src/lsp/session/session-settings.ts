/**
 * The settings of a session at this moment, and the cost model that they choose.
 *
 * Sits in `lsp/`, under `client-session.ts`, whose parts ask it whenever they need a setting.
 */
import { analysisOptionsOf, type AnalysisOptions } from '../../analysis/analysis-options';
import type { Settings } from '../../protocol/settings';
import type { ModelsOfTask } from '../../tasks/compare/compare-messages';
import { loadChosenModel, type ChosenModel } from './models';
import { differs, whyLeftOut, withAbsolutePaths } from './settings';

interface SettingsPlaces {
  readonly mediaFolder: string;
  readonly folders: () => readonly string[];
}

export class SessionSettings {
  private readonly places: SettingsPlaces;
  private settings: Settings;
  private model: ChosenModel;

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
    return { texts: this.chosen.texts, device: this.settings.device, id: this.chosen.model.id };
  }

  /** The reason why the settings keep a document from being analyzed; undefined if they do not. */
  refusalOf(uri: string): string | undefined {
    return whyLeftOut(uri, this.settings, this.places.folders());
  }

  /** Takes other settings; answers true if they load the models again. */
  async change(next: Settings): Promise<boolean> {
    const isOther = differs(this.settings, next, ['model', 'modelFiles', 'device']);
    this.settings = next;
    if (isOther) this.model = await loadChosenModel(this.places.mediaFolder, this.absolute);
    return isOther;
  }
}

function inWorkspace(settings: Settings, { folders }: SettingsPlaces): Settings {
  return withAbsolutePaths(settings, folders()[0] ?? '');
}
