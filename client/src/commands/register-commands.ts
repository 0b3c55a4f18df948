/**
 * All commands of the extension, by the ids that package.json gives them. A
 * command that fails says so, and leaves the reason in the log.
 */
import { commands, l10n, Uri, window, type Disposable } from 'vscode';
import { tellBriefly } from '../dialogs';
import { isEnabled, section, writeSetting } from '../settings';
import { attachToProgram } from './attach';
import { calibrateMachine } from './calibrate';
import { comparePrograms, compareWithRevision } from './compare-runs';
import { compareProfiles, showComparison, showComparisonReport, withComparison } from './compare-profiles';
import { explainHottestLine, getStarted, learnMore, openExample } from './first-steps';
import { fitModel } from './fit-model';
import { goToHotLine } from './hot-line';
import { importRecordings, showImportSummary, urisOf } from './import-recordings';
import { measureChange } from './measure-change';
import { setUpMeter } from './power-meter';
import { measureMorePrecisely, profileFile, profileMethod, profileTest, showProfile } from './profile';
import {
  chooseSource,
  pathOf,
  pathsOf,
  removeProfiles,
  renameProfile,
  revealProfile,
  showTogether,
} from './saved-profiles';
import { reportIssue, checkSetup } from './reports';
import { showMenu } from './menu';
import { chooseModel, compareModels, showModelReport } from './models';
import type { Services } from './services';

export function registerCommands(services: Services): Disposable[] {
  const all: Readonly<Record<string, (...given: readonly unknown[]) => Promise<void> | void>> = {
    toggle: () => toggle(services),
    chooseModel: () => chooseModel(services),
    showModelReport: () => showModelReport(services),
    nextHotLine: () => goToHotLine(services, 'next'),
    previousHotLine: () => goToHotLine(services, 'previous'),
    copyList: () => services.lists.copy(),
    exportList: () => services.lists.save(),
    showLegend: () => services.legend.show(),
    getStarted: () => getStarted(services),
    openExample: async () => {
      await openExample(services);
    },
    explainHottestLine: () => explainHottestLine(services),
    showEnergyMap: (folder) => {
      services.energyMap.show(folder instanceof Uri ? folder : undefined);
    },
    restartServer: () => restartServer(services),
    clearCache: () => clearCache(services),
    showLog: () => {
      services.log.show();
    },
    profile: (uri, line, asks) =>
      profileMethod(services, ...placeOf(uri, line), asks === 'arguments' ? asks : 'nothing'),
    measureMorePrecisely: (profile) => measureMorePrecisely(services, pathOf(profile)),
    measureChange: (uri, line) => measureChange(services, ...placeOf(uri, line)),
    profileFile: (uri) => profileFile(services, uri),
    profileWith: () => profileMethod(services, undefined, undefined, 'everything'),
    attach: () => attachToProgram(services),
    calibrate: () => calibrateMachine(services),
    fitModel: () => fitModel(services),
    compareModels: () => compareModels(services),
    profileTest: async (test) => {
      await profileTest(services, test);
    },
    chooseSource: () => chooseSource(services),
    importRecordings: (first, all) => importRecordings(services, urisOf(first, all)),
    showImportSummary: (profile) => showImportSummary(services, pathOf(profile)),
    showProfile: (profile) => showProfile(services, pathOf(profile)),
    compareProfiles: (first, all) => compareProfiles(services, pathsOf(first, all)),
    compareWithRevision: () => compareWithRevision(services),
    comparePrograms: () => comparePrograms(services),
    exportComparisonHtml: () => services.comparisons.export('html'),
    exportComparisonJson: () => services.comparisons.export('json'),
    // The comparison is made once more, by the model that is chosen now.
    showComparison: (item) =>
      withComparison(item, ({ sides: [a, b] }) => showComparison(services, a.path, b.path)),
    showComparisonReport: (item) => withComparison(item, (one) => showComparisonReport(services, one)),
    removeComparison: (item) => withComparison(item, (one) => services.profiles.forget(one)),
    showTogether: (first, all) => showTogether(services, pathsOf(first, all)),
    renameProfile: (profile) => renameProfile(services, pathOf(profile)),
    revealProfile: (profile) => revealProfile(pathOf(profile)),
    deleteProfile: (first, all) => removeProfiles(services, pathsOf(first, all)),
    showEstimates: () => showProfile(services, undefined),
    checkSetup: () => checkSetup(services),
    setUpMeter: () => setUpMeter(services),
    reportIssue: () => reportIssue(services),
  };
  // The menu of the status bar item and the pages about advice are no commands of the palette.
  const hidden: typeof all = { showMenu: () => showMenu(services), learnMore };
  return Object.entries({ ...all, ...hidden }).map(([name, run]) =>
    commands.registerCommand(`${section}.${name}`, async (...given: readonly unknown[]) => {
      try {
        await run(...given);
      } catch (error) {
        await services.tellFailure(`Command ${name}`, error);
      }
    }),
  );
}

/** The URI and the line that a lens gives to a command, or the margin beside a line, which counts from 1. */
function placeOf(
  uri: unknown,
  line: unknown,
): readonly [uri?: string | undefined, line?: number | undefined] {
  const margin = uri as { readonly uri?: unknown; readonly lineNumber?: unknown } | undefined;
  if (margin?.uri instanceof Uri && typeof margin.lineNumber === 'number')
    return [margin.uri.toString(), margin.lineNumber - 1];
  return [typeof uri === 'string' ? uri : undefined, typeof line === 'number' ? line : undefined];
}

/** Switches the colors on or off, for the workspace if it has its own setting, else for the user. */
async function toggle(services: Services): Promise<void> {
  const document = window.activeTextEditor?.document;
  const enable = !isEnabled(document);
  await writeSetting('enable', enable, document);
  services.log.info(`Switched ${enable ? 'on' : 'off'}.`);
  tellBriefly(enable ? l10n.t('Jouleline is on.') : l10n.t('Jouleline is off.'));
}

async function restartServer(services: Services): Promise<void> {
  services.log.info('Restart asked for.');
  await (await services.connection()).restart();
}

async function clearCache(services: Services): Promise<void> {
  const { files, bytes } = await services.ask('ClearCacheRequest');
  const megabytes = (bytes / 1_000_000).toFixed(1);
  void window.showInformationMessage(
    l10n.t('Jouleline cleared its cache (files: {0}, size: {1} MB).', files, megabytes),
  );
}
