/**
 * Everything that the server holds for its one client: settings, model, workers, documents and the workspace's index,
 * and the wires between them.
 *
 * Sits in `lsp/`, between `server.ts`, which asks, and the features, which answer. The way of a keystroke:
 * `documents.ts` → worker pool → energy session → `show` → overlay notification. Nothing here computes an energy.
 */
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Connection } from 'vscode-languageserver/node';
import { createEnergySession, type EnergySession } from '../../lines/energy-session';
import { analysisOptionsOf, type AnalysisOptions } from '../../analysis/analysis-options';
import type { ScaledModel } from '../../profile/account/measured-profile';
import type { InitializationOptions } from '../../protocol/handshake';
import type { Settings } from '../../protocol/settings';
import type { ModelsOfTask } from '../../tasks/compare/compare-messages';
import type { Pool } from '../../threads/pool';
import { createDiagnostics } from '../documents/diagnostics';
import { provenanceOfAll } from '../views/provenance';
import { createAdvice, type Advice } from '../documents/advice';
import { readAdviceGuide } from '../documents/advice-guide';
import type { ClientCapabilities } from './client-capabilities';
import { createDocuments, type Documents } from '../documents/documents';
import type { AnyView } from '../views/features';
import { createFileChanges, type FileChanges } from '../documents/file-changes';
import { describeError, describeTimes, inBackground, type Log } from './log';
import { loadChosenModel, type ChosenModel } from './models';
import { createOpenLibraries } from './open-libraries';
import { createProgramFeatures, type ProgramFeatures } from '../profiles/program-features';
import type { ServerWiring } from './server-wiring';
import { type Cleared, createSessionStorage } from './session-storage';
import { differs, whyLeftOut, withAbsolutePaths } from './settings';
import { createProfileFeatures, type ProfileFeatures } from '../profiles/profile-features';
import { ColoredBy } from '../profiles/colored-by';
import { createStoringResults } from './store-results';
import { createClientTeller } from './tell-client';
import { toPath, toUri } from '../documents/uris';
import { createWorkspaceViews, type WorkspaceViews } from '../workspace/workspace-views';
import { WorkspaceIndex } from '../workspace/workspace-index';

export interface SessionOptions {
  readonly connection: Connection;
  readonly wiring: ServerWiring;
  readonly log: Log;
  readonly initialization: InitializationOptions;
  readonly client: ClientCapabilities;
  readonly folders: () => readonly string[];
  readonly settings: Settings;
  /** Texts of open documents by path. */
  readonly openTexts: () => ReadonlyMap<string, string>;
}

export interface ClientSession extends Pick<FileChanges, 'changeFile' | 'removeFile'> {
  readonly documents: Documents;
  readonly advice: Pick<Advice, 'of'>;
  readonly index: WorkspaceIndex;
  readonly settings: Settings;
  readonly chosen: ChosenModel;
  /** The reason why the settings keep a document from being analyzed; undefined if they do not. */
  refusalOf(uri: string): string | undefined;
  changeSettings(settings: Settings): Promise<void>;
  /** Called when a library or class file may have changed on disk; `named` if it is known which. */
  checkLibraries(named?: string): void;
  /** Takes the class path that the editor's own Java support knows. */
  setEditorClassPath(elements: readonly string[]): void;
  readonly profiles: ProfileFeatures;
  readonly programs: ProgramFeatures;
  /** The energy maps of the workspace. */
  readonly pictures: WorkspaceViews['pictures'];
  readonly lists: WorkspaceViews['lists'];
  /** Called when the budget file was written. */
  budgetsChanged(): void;
  clearCache(): Promise<Cleared>;
  dispose(): Promise<void>;
}

export async function createClientSession(options: SessionOptions): Promise<ClientSession> {
  const { connection, wiring, log, client } = options;
  let { settings } = options;
  let chosen = await loadChosenModel(wiring.mediaFolder, inWorkspace(settings));
  const teller = createClientTeller(
    connection,
    client,
    options.initialization.showsWarnings === true,
    () => settings,
    log,
  );
  teller.warn(chosen.problems, 'model');
  const storage = createSessionStorage({
    folder: options.initialization.storagePath,
    version: wiring.version,
    settings: () => settings,
    analysisOptions,
    warn: (message) => {
      log.warning(message);
    },
  });

  const pool: Pool = wiring.createPool({
    log: (level, message) => {
      log[level](message);
    },
    allHeaders: () => index.allHeaders(),
    onLibraryProblem: (problem) => {
      inBackground(libraries.handleProblem(problem), log);
    },
    maxMemoryMB: settings.server.maxMemoryMB,
    codeCacheFolder: storage.codeFolder,
  });
  const libraries = createOpenLibraries({
    pool: () => pool,
    log,
    settings: () => inWorkspace(settings),
    folders: options.folders,
    options: analysisOptions,
    warn: (problems) => {
      teller.warn(problems, 'classPath');
    },
    changed() {
      documents.analyzeAll();
      void index.start();
    },
  });
  const comparedBy = (): ModelsOfTask => ({
    texts: chosen.texts,
    device: settings.device,
    id: chosen.model.id,
  });
  const coloredBy = new ColoredBy({
    evidence: () => ({ folders: options.folders(), settings, model: chosen.model }),
    compare: (paths, canceled) =>
      wiring.compare<'lines'>({ kind: 'lines', paths, models: comparedBy() }, canceled),
    async changed() {
      session.configure(pricingOptions());
      views.changed({ isPriced: true });
      await documents.showAll();
    },
    warn: (problem) => {
      teller.warn([problem], 'model');
    },
    failed: (error) => {
      log.error(describeError(error));
    },
  });
  const { profile: counted } = coloredBy;
  const pricing = (): ScaledModel => (counted.isShown ? counted.scale() : { model: chosen.estimating });
  const session: EnergySession = createEnergySession(pricingOptions());

  const storing = createStoringResults(pool, storage.results, log);

  const diagnostics = createDiagnostics(teller.diagnostics);
  const guideOf = await readAdviceGuide(join(wiring.mediaFolder, '../docs/guide/advice.md'));
  const advice = createAdvice({
    isEnabled: () => client.diagnostics && settings.enable && settings.advice.enable,
    minimumShare: () => settings.advice.minimumSaving / 100,
    read: (uri, text) => pool.advise(toPath(uri), text),
    weighing: () => ({ model: chosen.estimating, ...analysisOptions() }),
    guideOf: (rule) => (client.codeDescriptions ? guideOf(rule) : undefined),
    publish: diagnostics.of('advice'),
    failed: (error) => {
      log.error(describeError(error));
    },
  });

  const changes = createFileChanges({
    pool,
    session,
    documents: () => documents,
    index: () => index,
    openTexts: options.openTexts,
    changed: () => {
      views.changed();
    },
    log,
  });

  const documents = createDocuments({
    session,
    settings: () => settings,
    model: () => pricing().model,
    measured: () => pricing().measured,
    analyze: (path, text, urgency) => pool.analyze(path, text, urgency),
    workspaceEnergies: () => session.lineEnergies(),
    countsOf: counted.countsOf,
    evidenceOf: (path, text) => coloredBy.evidenceOf(path, text),
    changesOf: (path, now) => coloredBy.changesOf(path, now),
    showNothing,
    readCache: (path, text) => storage.results.read(path, text),
    show,
    analyzed(path, text, { file, fingerprint, took }) {
      log.debug(`${path} analyzed: ${describeTimes(took)}`);
      storing.storeSoon(path, text, file, fingerprint);
      views.changed();
      advice.outdated(toUri(path));
      changes.analyzed(path, text, fingerprint);
    },
    failed: (path, message) => {
      log.error(`${path} could not be analyzed: ${message}`);
      showNothing(toUri(path), l10n.t('This file could not be analyzed: {0}', message));
    },
    closed: (path) => {
      advice.cleared(toUri(path));
      pool.forget(path);
    },
  });

  const index: WorkspaceIndex = new WorkspaceIndex({
    pool,
    session,
    log,
    settings: () => settings,
    folders: options.folders,
    openTexts: options.openTexts,
    cache: storage.results,
    startProgress: teller.startProgress,
    indexed: changes.indexed,
    finished() {
      inBackground(documents.showAll(), log);
      views.changed();
      inBackground(storage.trim(), log);
    },
  });

  const views = createWorkspaceViews({
    session,
    index,
    coloredBy,
    teller,
    log,
    settings: () => settings,
    pricing: pricingOptions,
    provenance: (measure) => provenanceOfAll(measure, pricingOptions(), pricing().measured),
    folders: options.folders,
    openTexts: options.openTexts,
    analyzed: (path) => documents.analyzed(toUri(path)),
    pictureFolder: storage.pictureFolder,
    budgetPath: () => (client.diagnostics && settings.enable ? inWorkspace(settings).budget : ''),
    publishBudgets: diagnostics.of('budgets'),
  });

  await libraries.open();
  pool.warmUp();

  return {
    documents,
    advice,
    index,
    get settings() {
      return settings;
    },
    get chosen() {
      return chosen;
    },
    refusalOf: (uri) => whyLeftOut(uri, settings, options.folders()),
    async changeSettings(next) {
      const before = settings;
      settings = next;
      log.setLevel(next.logLevel);
      if (differs(before, next, ['model', 'modelFiles', 'device'])) {
        chosen = await loadChosenModel(wiring.mediaFolder, inWorkspace(next));
        teller.warn(chosen.problems, 'model');
      }
      if (differs(before, next, ['model', 'modelFiles', 'device', 'evidenceOrder'])) await coloredBy.update();
      session.configure(pricingOptions());
      views.changed({ isPriced: true });
      const needsOthers = differs(before, next, ['assumptions', 'classPath', 'buildFiles', 'javaHome']);
      if (needsOthers) {
        await libraries.open();
        documents.analyzeAll();
      }
      if (needsOthers || differs(before, next, ['include', 'exclude'])) void index.start();
      await documents.showAll();
    },
    changeFile: changes.changeFile,
    removeFile: changes.removeFile,
    checkLibraries: libraries.check,
    setEditorClassPath: libraries.setEditorClassPath,
    profiles: createProfileFeatures({
      coloredBy,
      comparing: {
        version: wiring.version,
        compare: wiring.compare,
        bundleFolder: wiring.bundleFolder,
        models: comparedBy,
        folder: storage.comparisonFolder,
        texts: { paths: () => index.paths, openTexts: options.openTexts },
      },
      folders: options.folders,
      importWiring: () => ({
        version: wiring.version,
        settings: inWorkspace(settings),
        save: wiring.saveImport,
      }),
    }),
    programs: createProgramFeatures({
      folders: options.folders,
      settings: () => inWorkspace(settings),
      classPath: libraries.classPath,
      session,
      openTexts: options.openTexts,
    }),
    pictures: views.pictures,
    lists: views.lists,
    budgetsChanged: views.budgetsChanged,
    clearCache: storage.clear,
    async dispose() {
      teller.dispose();
      advice.dispose();
      views.dispose();
      coloredBy.stop();
      changes.dispose();
      libraries.dispose();
      storing.dispose();
      index.stop();
      await pool.dispose();
    },
  };

  function pricingOptions(): Parameters<EnergySession['configure']>[0] {
    return {
      model: pricing().model,
      countedMember: counted.memberOf,
      mode: counted.isShown ? 'counted' : settings.frequency,
      ...analysisOptions(),
    };
  }

  function inWorkspace(given: Settings): Settings {
    return withAbsolutePaths(given, options.folders()[0] ?? '');
  }

  function analysisOptions(): AnalysisOptions {
    return analysisOptionsOf(settings);
  }

  function show(view: AnyView): void {
    // The session has the figures of the view only now.
    views.shown();
    const refusal = whyLeftOut(view.uri, settings, options.folders());
    if (refusal === undefined) {
      teller.overlay(view);
      advice.shown(view);
    } else showNothing(view.uri, refusal);
  }

  function showNothing(uri: string, reason: string): void {
    teller.noOverlay(uri, reason);
    advice.cleared(uri);
  }
}
