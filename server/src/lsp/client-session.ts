/**
 * All that the server holds for its one client: settings, model, workers,
 * documents and the workspace's index, and what happens when one of them
 * changes.
 *
 * Sits in `lsp/`, between `server.ts` (who asks) and the features (who
 * answer). A keystroke's way: `documents.ts` → worker pool → energy session →
 * `show` → overlay notification. Nothing here computes an energy.
 */
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Connection } from 'vscode-languageserver/node';
import { createEnergySession, type EnergySession } from '../engine/energy-session';
import { analysisOptionsOf, type AnalysisOptions } from '../engine/analysis-options';
import { indexLines } from '../engine/line-index';
import type { ScaledModel } from '../engine/measured-profile';
import { createDiskCache, type DiskCache } from '../host/disk-cache';
import type { InitializationOptions } from '../protocol/handshake';
import type { ComparablePrograms } from '../protocol/comparison-runs';
import type { ProfileTargets, RunningPrograms } from '../protocol/profile-targets';
import type { Settings } from '../protocol/settings';
import type { Pool, PoolOptions, SourceText } from '../worker/pool';
import { clearComparisons, comparisonFolder, type Compare } from './comparing';
import { createDiagnostics } from './diagnostics';
import { provenanceOfAll } from './provenance';
import { createAdvice, type Advice } from './advice';
import { readAdviceGuide } from './advice-guide';
import type { ClientCapabilities } from './client-capabilities';
import { listComparablePrograms } from './comparison-runs';
import { createDocuments, type Documents } from './documents';
import type { AnyView } from './features';
import type { SaveImport } from './importing';
import { describeError, describeTimes, inBackground, type Log } from './log';
import { loadChosenModel, type ChosenModel } from './models';
import { createOpenLibraries } from './open-libraries';
import { planProfile } from './profile-plan';
import { listPrograms } from './running-programs';
import { differs, whyLeftOut, withAbsolutePaths } from './settings';
import { createProfileFeatures, type ProfileFeatures } from './profile-features';
import { createShownSources } from './shown-sources';
import { createResultsCache } from '../worker/results-cache';
import { createStoringResults } from './store-results';
import { createClientTeller } from './tell-client';
import { toPath, toUri } from './uris';
import { createWorkspaceViews, type WorkspaceViews } from './workspace-views';
import { createWorkspaceIndex, type WorkspaceIndex } from './workspace-index';

/** What `main.ts` gives: everything that touches the machine. */
export interface ServerWiring {
  readonly version: string;
  readonly mediaFolder: string;
  /** Of dist/*.js. */
  readonly bundleFolder: string;
  readonly createPool: (
    options: Pick<PoolOptions, 'log' | 'onLibraryProblem' | 'allHeaders' | 'maxMemoryMB'> & {
      /** Where compiled code may be kept. */
      readonly codeCacheFolder: string | undefined;
    },
  ) => Pool;
  readonly saveImport: SaveImport;
  readonly compare: Compare;
}

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

export interface ClientSession {
  readonly documents: Documents;
  readonly advice: Pick<Advice, 'of'>;
  readonly index: WorkspaceIndex;
  readonly settings: Settings;
  readonly chosen: ChosenModel;
  /** Whether the settings let a document be analysed; if not, the reason. */
  refusalOf(uri: string): string | undefined;
  changeSettings(settings: Settings): Promise<void>;
  /** A file was changed outside of the editor. */
  changeFile(file: SourceText): Promise<void>;
  removeFile(path: string): Promise<void>;
  /** Something that types come from may have changed on disk; `named` if it is known which file. */
  checkLibraries(named?: string): void;
  /** What the editor's own Java support knows of the class path. */
  setEditorClassPath(elements: readonly string[]): void;
  readonly profiles: ProfileFeatures;
  /** What the method at a line can be profiled with. */
  profileTargets(uri: string, line: number): Promise<ProfileTargets>;
  runningPrograms(): Promise<RunningPrograms>;
  comparablePrograms(): Promise<ComparablePrograms>;
  /** Of all lines of the workspace. */
  readonly pictures: Pick<WorkspaceViews['pictures'], 'picture' | 'find'>;
  readonly lists: WorkspaceViews['lists'];
  /** A file of budgets was written. */
  budgetsChanged(): void;
  clearCache(): Promise<{ readonly files: number; readonly bytes: number }>;
  dispose(): Promise<void>;
}

/** Raised when the stored form of results changes. */
const CACHE_VERSION = '2';
const REFRESH_DELAY_MS = 300;

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
  let fingerprint = '';
  let callersTimer: NodeJS.Timeout | undefined;
  const changedPaths = new Set<string>();

  const pool: Pool = wiring.createPool({
    log: (level, message) => {
      log[level](message);
    },
    allHeaders: () => index.allHeaders(),
    onLibraryProblem: (problem) => {
      inBackground(libraries.handleProblem(problem), log);
    },
    maxMemoryMB: settings.server.maxMemoryMB,
    codeCacheFolder: codeCacheFolder(),
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
      documents.analyseAll();
      void index.start();
    },
  });
  const sources = createShownSources(() => ({ folders: options.folders(), settings, model: chosen.model }));
  const { profile: counted } = sources;
  const pricing = (): ScaledModel => (counted.isShown ? counted.scale() : { model: chosen.estimating });
  const session: EnergySession = createEnergySession(pricingOptions());
  const disk = createDisk();
  const results = createResultsCache(() => (settings.cache.enable ? disk : undefined), analysisOptions);

  const storing = createStoringResults(pool, results, log);

  const diagnostics = createDiagnostics(teller.diagnostics);
  const guideOf = await readAdviceGuide(join(wiring.mediaFolder, '../docs/advice.md'));
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

  const documents = createDocuments({
    session,
    settings: () => settings,
    model: () => pricing().model,
    measured: () => pricing().measured,
    analyse: (path, text, urgency) => pool.analyse(path, text, urgency),
    workspaceEnergies: () => session.lineEnergies(),
    countsOf: counted.countsOf,
    evidenceOf: sources.evidenceOf,
    changesOf: sources.changesOf,
    showNothing,
    readCache: (path, text) => results.read(path, text),
    show,
    analysed(path, text, { file, fingerprint: under, took }) {
      log.debug(`${path} analysed: ${describeTimes(took)}`);
      storing.storeSoon(path, text, file, under);
      views.changed();
      advice.outdated(toUri(path));
      showCallersSoon(path);
      if (under === fingerprint) return;
      fingerprint = under;
      log.debug(`headers changed in ${path}`);
      const known = pool.setHeaders([{ path, text }], []);
      inBackground(
        known.then(() => {
          documents.analyseOthers(toUri(path));
        }),
        log,
      );
    },
    failed: (path, message) => {
      log.error(`${path} could not be analysed: ${message}`);
      showNothing(toUri(path), l10n.t('could not be analysed: {0}', message));
    },
    closed: (path) => {
      advice.cleared(toUri(path));
      pool.forget(path);
    },
  });

  const index = createWorkspaceIndex({
    pool,
    session,
    log,
    settings: () => settings,
    folders: options.folders,
    openTexts: options.openTexts,
    cache: results,
    startProgress: teller.startProgress,
    indexed(under) {
      fingerprint = under;
      documents.analyseAll();
    },
    finished() {
      documents.showAll();
      views.changed();
      if (disk !== undefined) inBackground(disk.trim(), log);
    },
  });

  const views = createWorkspaceViews({
    session,
    index,
    sources,
    teller,
    log,
    settings: () => settings,
    pricing: pricingOptions,
    provenance: (measure) => provenanceOfAll(measure, pricingOptions(), pricing().measured),
    folders: options.folders,
    openTexts: options.openTexts,
    analysed: (path) => documents.analysed(toUri(path)),
    storage: options.initialization.storagePath,
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
      if (differs(before, next, ['model', 'modelFiles', 'device', 'evidenceOrder'])) await sources.update();
      session.configure(pricingOptions());
      views.changed({ isPriced: true });
      const needsOthers = differs(before, next, ['assumptions', 'classPath', 'buildFiles', 'javaHome']);
      if (needsOthers) {
        await libraries.open();
        documents.analyseAll();
      }
      if (needsOthers || differs(before, next, ['include', 'exclude'])) void index.start();
      documents.showAll();
    },
    async changeFile(file) {
      index.add(file.path);
      const now = await pool.setHeaders([file], []);
      if (now !== fingerprint) {
        fingerprint = now;
        documents.analyseAll();
      }
      const outcome = await pool.analyse(file.path, file.text, 'background');
      if (outcome.kind !== 'analysed' || options.openTexts().has(file.path)) return;
      session.addCallees(file.path, outcome.file, indexLines(file.text));
      views.changed();
      pool.forget(file.path);
      showCallersSoon(file.path);
    },
    async removeFile(path) {
      index.remove(path);
      session.removeFile(path);
      views.changed();
      showCallersSoon(path);
      pool.forget(path);
      const now = await pool.setHeaders([], [path]);
      if (now === fingerprint) return;
      fingerprint = now;
      documents.analyseAll();
    },
    checkLibraries: libraries.check,
    setEditorClassPath: libraries.setEditorClassPath,
    profiles: createProfileFeatures({
      sources,
      comparing: {
        version: wiring.version,
        compare: wiring.compare,
        bundleFolder: wiring.bundleFolder,
        model: () => chosen,
        device: () => settings.device,
        folder: comparisonFolder(options.initialization.storagePath),
        texts: { paths: () => index.paths, openTexts: options.openTexts },
      },
      folders: options.folders,
      importWiring: () => ({
        version: wiring.version,
        settings: inWorkspace(settings),
        save: wiring.saveImport,
      }),
      changed() {
        session.configure(pricingOptions());
        documents.showAll();
        views.changed({ isPriced: true });
      },
    }),
    profileTargets: (uri, line) =>
      planProfile({
        path: toPath(uri),
        text: options.openTexts().get(toPath(uri)) ?? '',
        line,
        folders: options.folders(),
        members: session.members(),
        classPath: libraries.classPath(),
        recording: inWorkspace(settings).profile,
        readsBuildFiles: settings.buildFiles.enable,
        javaHome: inWorkspace(settings).javaHome,
      }),
    comparablePrograms: () =>
      listComparablePrograms({
        folders: options.folders(),
        members: session.members(),
        javaHome: inWorkspace(settings).javaHome,
        recording: inWorkspace(settings).profile,
      }),
    runningPrograms: () => listPrograms(options.folders(), inWorkspace(settings).javaHome),
    pictures: views.pictures,
    lists: views.lists,
    budgetsChanged: views.budgetsChanged,
    async clearCache() {
      const cleared = [
        (await disk?.clear()) ?? { files: 0, bytes: 0 },
        await views.pictures.clear(),
        await clearComparisons(options.initialization.storagePath),
      ];
      return {
        files: cleared.reduce((sum, { files }) => sum + files, 0),
        bytes: cleared.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },
    async dispose() {
      teller.dispose();
      advice.dispose();
      views.dispose();
      clearTimeout(callersTimer);
      libraries.dispose();
      storing.dispose();
      index.stop();
      await pool.dispose();
    },
  };

  function codeCacheFolder(): string | undefined {
    const folder = options.initialization.storagePath;
    return folder === undefined || !settings.cache.enable ? undefined : `${folder}/code`;
  }

  function createDisk(): DiskCache | undefined {
    const folder = options.initialization.storagePath;
    if (folder === undefined) return undefined;
    return createDiskCache({
      folder: `${folder}/results`,
      version: `${CACHE_VERSION}-${wiring.version}`,
      maxBytes: settings.cache.maxSizeMB * 1024 * 1024,
      log: (message) => {
        log.warning(message);
      },
    });
  }

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

  /** Once typing pauses: the files that call what has changed are priced again. */
  function showCallersSoon(path: string): void {
    changedPaths.add(path);
    clearTimeout(callersTimer);
    callersTimer = setTimeout(() => {
      const changed = new Set(changedPaths);
      changedPaths.clear();
      inBackground(documents.showCallers(changed), log);
    }, REFRESH_DELAY_MS);
  }

  function show(view: AnyView): void {
    // Only now the session has what the view shows.
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
