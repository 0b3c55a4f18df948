/**
 * Entry point of the thread that compares (dist/comparer.js): does one task with saved profiles, answers, and ends. Sits in
 * `tasks/`.
 */
import type { ComparedProfile, ComparedSide } from '../../compare/sides/compared-side';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { AmountMissing, asModelOf, ownModelOf } from '../../compare/sides/compared-metric';
import { compareLines } from '../../compare/deltas/compare-lines';
import { findMethod } from '../../lines/method-place';
import { followsCalls } from '../../profile/account/followed-work';
import {
  type CodeTask,
  type CompareMessage,
  type CompareWork,
  ComparisonRefused,
  type FoundMethod,
  type LinesTask,
  type MethodTask,
  type ComparisonResult,
  type ModelsOfTask,
  type RanCode,
  type SideOfTask,
  type TasksTask,
} from './compare-messages';
import { listBuffers, packLines, type PackedLines } from './packed-lines';
import { classifyByMarks } from '../../compare/trees/frameworks';
import {
  compareProfiles,
  type ProfileComparison,
  whyNotModeledAlike,
} from '../../compare/deltas/compare-profiles';
import { formatComparisonJson } from '../../compare/pages/comparison-json';
import {
  formatComparisonHtml,
  describeComparison,
  detailsOf,
  originOf,
} from '../../compare/pages/comparison-page';
import { formatComparisonMarkdown, headlineOf } from '../../compare/pages/comparison-text';
import { chooseRecordedTree } from '../../compare/trees/recorded-contexts';
import { readComparisonAssets } from '../../host/files/bundled-media';
import { at, withDefined } from '../../base/check';
import { createPictureFolder } from '../../host/files/picture-folder';
import { writeWholeFile, type Writing } from '../../host/files/write-file';
import { encodeComparison, type ComparisonPage } from '../../pages/comparison-file';
import { Failure } from '../../base/failure';
import type { SavedProfile } from '../../recordings/document/saved-profile';
import { chooseModel, loadModels, type ModelChoice } from '../../cost/model/model-registry';
import { completeModel } from '../load-model';
import { LARGEST_PROFILE, isSaved, nameAll, nameSaved, readSaved, type SavedFile } from '../saved-profiles';

async function doTask(task: CompareWork): Promise<void> {
  switch (task.kind) {
    case 'tasks':
      post({ kind: 'done', answer: await compareTasks(task, withDefined({ token: task.token })) });
      break;
    case 'lines': {
      const answer = await compareOnLines(task);
      post({ kind: 'done', answer }, listBuffers(answer));
      break;
    }
    case 'method':
      post({ kind: 'done', answer: await placeMethod(task) });
      break;
    case 'code':
      post({ kind: 'done', answer: await readCode(task) });
  }
}

async function compareOnLines({ paths, models }: LinesTask): Promise<PackedLines> {
  const [a, b] = await loadBoth(paths, countedSide);
  return packLines(compareLines(a, b, chooseComparedModel(models), models.place), b.profile);
}

/** Both profiles as `make` wants them, by their names beside each other. */
async function loadBoth<T>(
  paths: readonly [string, string],
  make: (name: string, file: SavedFile) => T,
): Promise<readonly [T, T]> {
  const a = { path: paths[0], saved: await loadCompared(paths[0]) };
  const b = { path: paths[1], saved: await loadCompared(paths[1]) };
  const names = nameAll([a, b]);
  return [make(at(names, 0), a), make(at(names, 1), b)];
}

function countedSide(name: string, { saved }: SavedFile): ComparedProfile {
  if (saved.kind === 'import') throw new ComparisonRefused({ kind: 'imports' });
  return { name, profile: saved.profile };
}

async function placeMethod({ profile, method, line }: MethodTask): Promise<FoundMethod> {
  const saved = await loadCompared(profile);
  const name = nameSaved(profile, saved);
  if (saved.kind === 'import') return { kind: 'import', name };
  const place = findMethod(saved.profile, method, line);
  return place === undefined ? { kind: 'library' } : { kind: 'found', name, place };
}

async function readCode({ profile }: CodeTask): Promise<RanCode> {
  const nothing = { hasCalls: false, isFollowed: false, sources: undefined };
  if (!isSaved(profile)) return { ...nothing, name: basename(profile), isSaved: false };
  const saved = await loadCompared(profile);
  const name = nameSaved(profile, saved);
  if (saved.kind === 'import') return { ...nothing, name, isSaved: true };
  const { tree, trace, sources } = saved.profile;
  const hasCalls = (tree ?? trace) !== undefined;
  return { name, isSaved: true, hasCalls, isFollowed: followsCalls(saved.profile), sources };
}

function post(message: CompareMessage, handedOver: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, handedOver);
}

doTask(workerData as CompareWork).catch((error: unknown) => {
  if (error instanceof AmountMissing)
    post({ kind: 'refused', refusal: { kind: 'no-amount', name: error.side, unit: error.unit } });
  else if (error instanceof ComparisonRefused) post({ kind: 'refused', refusal: error.refusal });
  else throw error;
});

/** Compares two saved profiles by tasks and methods, and writes them as it was asked. */
async function compareTasks(
  { paths, models, alpha, marks, ...task }: TasksTask,
  writing: Pick<Writing, 'token'>,
): Promise<ComparisonResult> {
  const model = chooseComparedModel(models);
  const [a, b] = await loadBoth(paths, toldSide);
  const isApplication = classifyByMarks(marks);
  const comparison = compareProfiles(a.side, b.side, model, { alpha, isApplication, place: models.place });
  const sides = [a.told, b.told] as const;
  return {
    sides,
    headline: headlineOf(comparison),
    markdown: formatComparisonMarkdown({
      ...comparison,
      notes: [...sides.map((side) => `${side.name}: ${detailsOf(side)}`), ...comparison.notes],
    }),
    path: await write(comparison).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      throw new ComparisonRefused({ kind: 'unwritten', message: error.message });
    }),
  };

  async function write(result: ProfileComparison): Promise<string> {
    const { output, words, version } = task;
    switch (output.kind) {
      case 'none':
        return '';
      case 'json':
        await writeWholeFile(output.path, [formatComparisonJson(result, version)], writing);
        return output.path;
      case 'html': {
        const assets = readComparisonAssets(output.bundleFolder);
        await writeWholeFile(output.path, formatComparisonHtml(describe(), assets), writing);
        return output.path;
      }
      case 'page': {
        const folder = createPictureFolder(output.folder);
        await folder.write(output.name, encodeComparison(describe()), writing);
        return folder.pathOf(output.name);
      }
    }

    function describe(): ComparisonPage {
      return describeComparison(result, {
        details: [detailsOf(sides[0]), detailsOf(sides[1])],
        wantedAlpha: alpha,
        marks,
        isApplication,
        words,
        version,
      });
    }
  }
}

/** Throws a {@link ComparisonRefused} if profiles of two versions can't be compared by the model. */
function chooseComparedModel({
  texts,
  device,
  id,
  mediaFolder,
  libraries,
  metric,
}: ModelsOfTask): ModelChoice['model'] {
  const own = ownModelOf(metric);
  if (own !== undefined) return own;
  const choice = chooseModel(loadModels(texts, device), id);
  if (choice === undefined) throw new Error('no cost model could be loaded');
  const reason = whyNotModeledAlike(choice.model);
  if (reason !== undefined)
    throw new ComparisonRefused({ kind: `model-of-${reason}`, model: choice.model.id });
  return asModelOf(metric, completeModel(choice.model, mediaFolder, libraries));
}

/** Throws a {@link ComparisonRefused} if the file can't be read, or is nothing that can be compared. */
async function loadCompared(path: string): Promise<SavedProfile> {
  const read = await readSaved(path, LARGEST_PROFILE);
  if (!read.ok) throw new ComparisonRefused({ kind: 'unreadable', path, message: read.problem.message });
  return read.value;
}

interface ToldSide {
  readonly side: ComparedSide;
  readonly told: SideOfTask;
}

function toldSide(name: string, { path, saved }: SavedFile): ToldSide {
  const side = sideOf(name, path, saved);
  return { side, told: { path, name, ...originOf(side) } };
}

function sideOf(name: string, path: string, saved: SavedProfile): ComparedSide {
  if (saved.kind === 'counted') return { name, profile: saved.profile };
  const recording = chooseRecordedTree(saved.document.recordings.map((each) => each.recording));
  if (recording === undefined) throw new ComparisonRefused({ kind: 'no-recording', path });
  return { name, recording };
}
