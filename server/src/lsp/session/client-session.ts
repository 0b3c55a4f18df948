/**
 * Everything that the server holds for its one client: settings, model, workers, documents and the workspace's index,
 * and the wires between them.
 *
 * Sits in `lsp/`, between `server.ts`, which asks, and the features, which answer. The way of a keystroke:
 * `documents.ts` → worker pool → energy session → `show` → overlay notification. Nothing here computes an energy.
 */
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CancellationToken } from 'vscode-languageserver/node';
import type { ImportAnswer, ImportParams } from '../../protocol/imports';
import type { Settings } from '../../protocol/settings';
import type { Pool } from '../../threads/pool';
import { withDefined } from '../../base/check';
import { indexLines } from '../../base/line-index';
import { readSource } from '../../host/files/source-files';
import { type AnalyzedVersion, placeOf } from '../../lines/counted-file';
import { createDiagnostics, type Diagnostics } from '../documents/diagnostics';
import { provenanceOfAll } from '../views/modeled-view';
import { createAdvice, readAdviceGuide, type Advice } from '../documents/advice';
import { Documents } from '../documents/documents';
import type { DocumentView } from '../views/features';
import { FileChanges } from '../documents/file-changes';
import { describeTimes, failuresTo, inBackground } from './log';
import type { ChosenModel } from './models';
import { OpenLibraries } from './open-libraries';
import { Pricing } from './pricing';
import { createProgramFeatures, folderOf, type ProgramFeatures } from '../profiles/programs';
import type { Common, SessionOptions } from './server-wiring';
import { SessionStorage } from './session-storage';
import { differs, type FolderSwitches, SessionSettings, withAbsolutePaths, withoutShares } from './settings';
import { type Comparing, createComparing } from '../profiles/comparing';
import { importFiles } from '../profiles/importing';
import { ColoredBy } from '../profiles/colored-by';
import { Teaching } from '../profiles/teaching';
import { createClientTeller, type ClientTeller } from './tell-client';
import { toPath, toUri } from '../documents/uris';
import { WorkspaceViews } from '../workspace/workspace-views';
import { WorkspaceIndex } from '../workspace/workspace-index';

/** The settings that energies or their scale depend on. */
const ON_SCALE = [
  ...(['model', 'modelFiles', 'device', 'frequency', 'entryPoints', 'assumptions'] as const),
  ...(['rankScope', 'evidenceOrder', 'libraryEnergy', 'comparedMetric', 'component'] as const),
];

/**
 * The parts of a session. They are made in stages: each part is made of those of earlier stages, and reaches those of
 * later ones only once the session has started.
 */
export class ClientSession {
  readonly storage: SessionStorage;
  readonly libraries: OpenLibraries;
  readonly advice: Advice;
  readonly changes: FileChanges;
  readonly documents: Documents;
  readonly index: WorkspaceIndex;
  readonly views: WorkspaceViews;
  /** The profiles, recordings or comparison that color the lines. */
  readonly coloredBy: ColoredBy;
  /** Reads the runs that teach estimates. */
  readonly teaching: Teaching;
  /** The comparisons of two saved profiles. */
  readonly comparing: Comparing;
  readonly programs: ProgramFeatures;
  private readonly options: SessionOptions;
  private readonly current: SessionSettings;
  private readonly common: Common;
  private readonly teller: ClientTeller;
  private readonly diagnostics: Diagnostics;
  private readonly pool: Pool;
  private readonly pricing: Pricing;

  /** Starts a session: loads the model, makes all parts, and gives the workers the libraries. */
  static async start(options: SessionOptions): Promise<ClientSession> {
    const { settings, switches, folders, isTrusted, wiring } = options;
    const { mediaFolder } = wiring;
    const current = await SessionSettings.load(settings, { mediaFolder, folders, isTrusted });
    current.switch(switches);
    const guideOf = await readAdviceGuide(wiring.mediaFolder);
    const session = new ClientSession(options, current, guideOf);
    session.teller.warn(current.chosen.problems, 'model');
    const teaching = session.teaching.update(false).catch(failuresTo(options.log));
    await Promise.all([teaching, session.libraries.open()]);
    session.pool.warmUp();
    return session;
  }

  private constructor(
    options: SessionOptions,
    current: SessionSettings,
    guideOf: (rule: string) => string | undefined,
  ) {
    const { log, folders, openTexts, isTrusted } = options;
    this.options = options;
    this.common = { log, folders, openTexts, isTrusted, settings: () => this.settings };
    this.current = current;

    // Stage 1: what the server says and keeps.
    this.teller = this.createTeller();
    this.diagnostics = createDiagnostics(this.teller.diagnostics);
    this.storage = this.createStorage();

    // Stage 2: the workers, and the libraries that they take types from.
    this.pool = this.createPool();
    this.libraries = this.createLibraries();

    // Stage 3: what colors the lines, and their energies.
    this.coloredBy = this.createColoredBy();
    this.teaching = this.createTeaching();
    this.pricing = this.createPricing();

    // Stage 4: the texts on screen, and the files that change.
    this.advice = this.createAdvice(guideOf);
    this.changes = this.createFileChanges();
    this.documents = this.createDocuments();

    // Stage 5: the whole workspace.
    this.index = this.createIndex();
    this.views = this.createViews();

    // Stage 6: what the user asks for.
    this.comparing = this.createComparing();
    this.programs = createProgramFeatures({
      ...this.common,
      settings: () => this.current.absolute,
      settingsFor: async (uri) => {
        const [folders, given] = [options.folders(), await options.settingsFor(uri)];
        return withAbsolutePaths(
          options.isTrusted() ? given : withoutShares(given, folders),
          folderOf(folders, toPath(uri)) ?? folders[0] ?? '',
        );
      },
      classPath: () => this.libraries.classPath,
      session: this.pricing.energies,
      readProject: (asked) => options.wiring.readBuilds<'project'>({ kind: 'project', ...asked }),
    });
  }

  get settings(): Settings {
    return this.current.now;
  }

  get chosen(): ChosenModel {
    return this.current.chosen;
  }

  /** The reason why the settings keep a document from being analyzed; undefined if they do not. */
  refusalOf(uri: string): string | undefined {
    return this.current.refusalOf(uri);
  }

  async changeSettings(next: Settings, switches: FolderSwitches): Promise<void> {
    const before = this.settings;
    this.current.switch(switches);
    this.options.log.setLevel(next.logLevel);
    const hasOtherModel = await this.current.change(next);
    if (hasOtherModel) this.teller.warn(this.chosen.problems, 'model');
    if (
      hasOtherModel ||
      differs(before, next, ['evidenceOrder', 'libraryEnergy', 'comparedMetric', 'component'])
    )
      await this.coloredBy.update();
    await this.pricing.again();
    if (differs(before, next, ON_SCALE)) await this.views.scale.renew();
    const needsOthers = differs(before, next, ['assumptions', 'classPath', 'buildFiles', 'javaHome']);
    if (needsOthers) {
      await this.libraries.open();
      this.documents.analyzeAll();
    }
    if (needsOthers || differs(before, next, ['include', 'exclude'])) this.startIndex();
    await this.documents.showAll();
  }

  startIndex(): void {
    inBackground(this.index.start(), this.options.log);
  }

  import(
    params: ImportParams,
    token: CancellationToken,
    report: (message: string) => void,
  ): Promise<ImportAnswer> {
    const { version, saveImport: save } = this.options.wiring;
    const { folders, isTrusted } = this.options;
    const wiring = { version, save, report, folders: folders(), settings: this.current.absolute };
    return importFiles(params, { ...wiring, isTrusted: isTrusted() }, token);
  }

  async dispose(): Promise<void> {
    this.teller.dispose();
    this.advice.dispose();
    this.views.dispose();
    this.coloredBy.stop();
    this.changes.dispose();
    this.libraries.dispose();
    this.storage.dispose();
    this.index.stop();
    await this.pool.dispose();
  }

  private createTeller(): ClientTeller {
    const { connection, client, initialization } = this.options;
    const showsWarnings = initialization.showsWarnings === true;
    return createClientTeller({ ...this.common, connection, client, showsWarnings });
  }

  private createStorage(): SessionStorage {
    return new SessionStorage({
      ...this.common,
      folder: this.options.initialization.storagePath,
      version: this.options.wiring.version,
      analysisOptions: () => this.current.analysis,
      dependenciesOf: (path, text) => this.pool.dependenciesOf(path, text),
    });
  }

  private createPool(): Pool {
    const { wiring, log } = this.options;
    return wiring.createPool({
      log: (level, message) => {
        log[level](message);
      },
      allHeaders: () => this.index.allHeaders(),
      onLibraryProblem: (problem) => {
        inBackground(this.libraries.handleProblem(problem), log);
      },
      maxMemoryMB: this.settings.server.maxMemoryMB,
      codeCacheFolder: this.storage.codeFolder,
    });
  }

  private createLibraries(): OpenLibraries {
    const { wiring, initialization } = this.options;
    const { bundleFolder, mediaFolder } = wiring;
    return new OpenLibraries({
      ...this.common,
      pool: this.pool,
      settings: () => this.current.absolute,
      analysis: () => this.current.analysis,
      warn: (problems) => {
        this.teller.warn(problems, 'classPath');
      },
      ...{ bundleFolder, mediaFolder, cacheFolder: initialization.storagePath },
      readBuilds: (roots) => wiring.readBuilds<'class-path'>({ kind: 'class-path', folders: roots }),
      readBodies: async (classes) => {
        await this.current.takeLibraries(classes);
        await this.priceAgain();
      },
      changed: () => {
        this.documents.analyzeAll();
        this.startIndex();
      },
    });
  }

  private createColoredBy(): ColoredBy {
    const { folders, isTrusted, wiring } = this.options;
    return new ColoredBy({
      isTrusted,
      evidence: () => ({
        folders: folders(),
        isTrusted: isTrusted(),
        settings: this.settings,
        model: this.chosen.model,
        textNow: (path) => this.textNow(path),
      }),
      others: () => this.chosen.others,
      othersOfName: (path, place) =>
        this.index.paths.filter((each) => {
          if (each === path || basename(each) !== basename(place)) return false;
          const file = this.pricing.energies.known(each)?.file;
          return file !== undefined && placeOf(file) === place;
        }),
      compare: (paths, canceled) =>
        wiring.compare<'lines'>({ kind: 'lines', paths, models: this.current.modelsOfTask }, canceled),
      changed: () => this.priceAgain(),
      warn: (problem, about) => {
        this.teller.warn([problem], about);
      },
      failed: failuresTo(this.options.log),
    });
  }

  private createTeaching(): Teaching {
    return new Teaching({
      folders: this.options.folders,
      texts: () => this.pricing.energies.files(),
      warn: (problems) => {
        this.teller.warn(problems);
      },
      changed: () => this.priceAgain(),
    });
  }

  private createPricing(): Pricing {
    const { coloredBy, teaching } = this;
    return new Pricing({
      ...this.common,
      ...{ coloredBy, teaching, settings: this.current },
      areAllFilesKnown: () => !this.index.isEmpty && this.index.areAllRead,
      isReading: () => this.index.isRunning && !this.index.areAllRead,
      changed: () => {
        this.views.changed({ areAllFigures: true });
      },
      warn: (problems) => {
        this.teller.warn(problems, 'entryPoints');
      },
    });
  }

  private createAdvice(guideOf: (rule: string) => string | undefined): Advice {
    const { client } = this.options;
    return createAdvice({
      isEnabled: () => client.diagnostics && this.current.isOn && this.settings.advice.enable,
      wanted: () => ({
        least: this.settings.advice.minimumSaving / 100,
        isInterpreted: this.settings.advice.interpreted,
      }),
      read: (uri, text) => this.pool.advise(toPath(uri), text),
      weighing: () => ({
        model: this.chosen.estimating,
        compiled: this.chosen.compiled,
        ...this.current.analysis,
      }),
      guideOf: (rule) => (client.codeDescriptions ? guideOf(rule) : undefined),
      publish: this.diagnostics.of('advice'),
      failed: failuresTo(this.options.log),
    });
  }

  private createFileChanges(): FileChanges {
    return new FileChanges({
      ...this.common,
      pool: this.pool,
      session: this.pricing.energies,
      documents: () => this.documents,
      index: () => this.index,
      solveCalls: () => this.pricing.solveCalls(),
      renewScale: (changed) => this.views.scale.follow(changed),
      changed: () => {
        this.views.changed();
      },
    });
  }

  private createDocuments(): Documents {
    const { log } = this.options;
    return new Documents({
      session: this.pricing.energies,
      settings: () => this.settings,
      model: () => this.pricing.scaled.model,
      measured: () => this.pricing.scaled.measured,
      programEnergy: () => this.pricing.programEnergy(),
      analyze: (path, text, urgency) => this.pool.analyze(path, text, urgency),
      scale: (path, own) => this.views.scale.around(path, own),
      isReading: () => this.views.scale.isReading,
      countsOf: (path, now, lines) => this.coloredBy.profile.countsOf(path, now, lines),
      byOthers: (method) => this.coloredBy.profile.byOthers(method),
      evidenceOf: (path, text) => this.coloredBy.evidenceOf(path, text),
      changesOf: (path, now) => this.coloredBy.changesOf(path, now),
      readCache: (path, text) => this.storage.results.read(path, text),
      show: (view) => {
        this.show(view);
      },
      analyzed: (path, text, { file, fingerprint, took }, sound) => {
        log.debug(`${path} analyzed: ${describeTimes(took)}`);
        this.storage.storeSoon(path, text, file, fingerprint);
        this.views.changed();
        this.advice.outdated(toUri(path));
        this.changes.analyzed(path, text, fingerprint, sound);
      },
      failed: (path, message) => {
        log.error(`${path} could not be analyzed: ${message}`);
        this.showNothing(toUri(path), l10n.t('This file could not be analyzed: {0}', message));
      },
      closed: (path) => {
        this.advice.cleared(toUri(path));
        this.pool.forget(path);
      },
    });
  }

  private createIndex(): WorkspaceIndex {
    const { log } = this.options;
    return new WorkspaceIndex({
      ...this.common,
      pool: this.pool,
      session: this.pricing.energies,
      cache: this.storage.results,
      startProgress: this.teller.startProgress,
      indexed: (fingerprint) => {
        this.changes.indexed(fingerprint);
      },
      settle: async () => {
        await this.showWorkspace();
        await this.teaching.update(true);
      },
      finished: () => {
        this.views.changed();
        inBackground(this.storage.trim(), log);
      },
    });
  }

  private createViews(): WorkspaceViews {
    const { client } = this.options;
    return new WorkspaceViews({
      ...this.common,
      session: this.pricing.energies,
      index: this.index,
      coloredBy: this.coloredBy,
      teller: this.teller,
      pricing: () => this.pricing.options(),
      provenance: (measure) => provenanceOfAll(measure, this.pricing.shown(), this.pricing.scaled.measured),
      programEnergy: () => this.pricing.programEnergy(),
      analyzed: (path) => this.documents.analyzed(toUri(path)),
      pictureFolder: this.storage.pictureFolder,
      budgetPath: () => (client.diagnostics && this.current.isOn ? this.current.absolute.budget : ''),
      publishBudgets: this.diagnostics.of('budgets'),
      areBoundsShown: () => client.diagnostics && this.current.isOn,
      textNow: (path) => this.documents.textNow(toUri(path)),
    });
  }

  private createComparing(): Comparing {
    const { version, compare, bundleFolder } = this.options.wiring;
    return createComparing({
      ...{ version, compare, bundleFolder },
      models: () => this.current.modelsOfTask,
      folder: this.storage.comparisonFolder,
      texts: { paths: () => this.index.paths, openTexts: this.options.openTexts },
    });
  }

  /** The text of a file with its operations, in the editor or on disk; undefined while it is not known. */
  private async textNow(path: string): Promise<AnalyzedVersion | undefined> {
    const open = this.documents.textNow(toUri(path));
    const known = this.pricing.energies.known(path);
    // The session has the counts of a file that was closed while they were shown.
    if (open !== undefined || known?.file.members.every(({ calls }) => calls === undefined) !== true)
      return open;
    const read = await readSource(path);
    if (read.kind !== 'text' || indexLines(read.text).lineCount !== known.lines.lineCount) return undefined;
    return { text: read.text, file: known.file };
  }

  /** Shows everything anew once all files are known, and when launch configurations change. */
  async showWorkspace(): Promise<void> {
    await this.pricing.takeLaunched();
    this.views.changed();
    await this.views.scale.renew();
    await this.documents.showAll();
  }

  /** Called when a document was saved: colors hold still only while one types. */
  async saved(): Promise<void> {
    if (await this.views.scale.renew()) await this.documents.showAll();
  }

  private async priceAgain(): Promise<void> {
    await this.pricing.again();
    await this.views.scale.renew();
    await this.documents.showAll();
  }

  private show(view: DocumentView): void {
    // The session has the figures of the view only now.
    this.views.shown();
    const refusal = this.refusalOf(view.uri);
    if (refusal !== undefined) this.showNothing(view.uri, refusal);
    else if (view.kind === 'bare') this.showNothing(view.uri, view.reason, view.title);
    else {
      this.teller.overlay(view);
      this.advice.shown(view);
    }
  }

  private showNothing(uri: string, reason: string, status?: string): void {
    this.teller.noOverlay({ uri, reason, ...withDefined({ status }) });
    this.advice.cleared(uri);
  }
}
