/**
 * All commands of the extension, by the ids that package.json gives them. A
 * command that fails says so, and leaves the reason in the log.
 */
import { commands, Uri } from 'vscode';
import type { Disposable } from 'vscode';
import { section } from '../settings';
import { attachToProgram } from './attach';
import { calibrateMachine } from './calibrate';
import { comparePrograms, compareWithRevision } from './compare-runs';
import { chooseModel } from './choose-model';
import {
  compareProfiles,
  removeComparison,
  openComparison,
  pathsOf,
  showComparisonReport,
} from './compare-profiles';
import { explainHottestLine, getStarted, openExample } from './first-steps';
import { goToHotLine } from './hot-line';
import { importRecordings, showImportSummary, urisOf } from './import-recordings';
import { measureChange } from './measure-change';
import { chooseSource, pathOf, profileMethod, profileTest, removeProfile, showProfile } from './profile';
import { reportIssue, checkSetup } from './reports';
import { showModelReport } from './show-model-report';
import { clearCache, restartServer } from './server';
import type { Services } from './services';
import { toggle } from './toggle';

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
    profile: (uri, line) =>
      profileMethod(
        services,
        typeof uri === 'string' ? uri : undefined,
        typeof line === 'number' ? line : undefined,
      ),
    measureChange: (uri, line) =>
      measureChange(
        services,
        typeof uri === 'string' ? uri : undefined,
        typeof line === 'number' ? line : undefined,
      ),
    profileWith: () => profileMethod(services, undefined, undefined, true),
    attach: () => attachToProgram(services),
    calibrate: () => calibrateMachine(services),
    profileTest: (test) => profileTest(services, test),
    chooseSource: () => chooseSource(services),
    importRecordings: (first, all) => importRecordings(services, urisOf(first, all)),
    showImportSummary: (profile) => showImportSummary(services, pathOf(profile)),
    showProfile: (profile) => showProfile(services, pathOf(profile)),
    compareProfiles: (first, all) => compareProfiles(services, pathsOf(first, all)),
    compareWithRevision: () => compareWithRevision(services),
    comparePrograms: () => comparePrograms(services),
    exportComparisonHtml: () => services.comparisons.export('html'),
    exportComparisonJson: () => services.comparisons.export('json'),
    showComparison: (comparison) => openComparison(services, comparison),
    showComparisonReport: (comparison) => showComparisonReport(services, comparison),
    removeComparison: (comparison) => removeComparison(services, comparison),
    deleteProfile: (profile) => removeProfile(services, pathOf(profile)),
    showEstimates: () => showProfile(services, undefined),
    checkSetup: () => checkSetup(services),
    reportIssue: () => reportIssue(services),
  };
  return Object.entries(all).map(([name, run]) =>
    commands.registerCommand(`${section}.${name}`, async (...given: readonly unknown[]) => {
      try {
        await run(...given);
      } catch (error) {
        await services.tellFailure(`Command ${name}`, error);
      }
    }),
  );
}
