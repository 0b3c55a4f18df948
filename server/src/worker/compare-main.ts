/**
 * Entry point of the thread that compares (dist/comparer.js): reads two saved profiles, compares them, writes what it was
 * asked to write, and ends. Sits in `worker/`.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import {
  classifyByMarks,
  compareProfiles,
  type PackageMarks,
  type ProfileComparison,
  whyNotComparedBy,
} from '../engine/compare-profiles';
import type { ComparedSide } from '../engine/compared-sides';
import { formatComparisonJson } from '../engine/comparison-json';
import { formatComparisonHtml } from '../engine/comparison-html';
import { describeComparison, detailsOf, originOf } from '../engine/comparison-page';
import { formatComparisonMarkdown, headlineOf } from '../engine/comparison-text';
import { chooseModel, loadModels, type ModelText } from '../engine/model-registry';
import { chooseRecordedTree } from '../engine/recorded-contexts';
import { readSavedProfile } from '../engine/saved-profile';
import { readComparisonAssets } from '../host/bundled-media';
import { createPictureFolder } from '../host/picture-folder';
import { reasonOf } from '../host/random-access-file';
import { writeWholeFile } from '../host/write-file';
import { encodeComparison, type ComparisonPage } from '../seesoft/comparison-file';
import type { ComparisonWords } from '../seesoft/comparison-words';

export interface CompareTask {
  readonly paths: readonly [string, string];
  /** All that are at hand, and which one is to price both. */
  readonly models: { readonly texts: readonly ModelText[]; readonly device: string; readonly id: string };
  readonly alpha: number | 'auto';
  readonly marks: PackageMarks;
  readonly output: CompareOutput;
  readonly words: ComparisonWords;
  /** Of Jouleline. */
  readonly version: string;
}

export type CompareOutput =
  | { readonly kind: 'none' }
  /** What a page reads, in a folder of such files. */
  | { readonly kind: 'page'; readonly folder: string; readonly name: string }
  | { readonly kind: 'json'; readonly path: string }
  /** `bundleFolder` has what the page is made of. */
  | { readonly kind: 'html'; readonly path: string; readonly bundleFolder: string };

/** A side by itself, for lists. */
export interface SideOfTask {
  readonly path: string;
  readonly name: string;
  /** ISO 8601; empty where it is not known. */
  readonly started: string;
  readonly machine: string;
}

export interface Compared {
  readonly sides: readonly [SideOfTask, SideOfTask];
  readonly headline: string;
  readonly markdown: string;
  /** That was written; empty where nothing was to be. */
  readonly path: string;
}

export type CompareMessage =
  | { readonly kind: 'done'; readonly compared: Compared }
  /** Why they can't be compared, or the result not written. */
  | { readonly kind: 'refused'; readonly message: string };

class Refusal extends Error {
  override readonly name = 'Refusal';
}

async function compare({ paths, models, alpha, marks, ...task }: CompareTask): Promise<Compared> {
  const choice = chooseModel(loadModels(models.texts, models.device), models.id);
  if (choice === undefined) throw new Error('no cost model could be loaded');
  const refusal = whyNotComparedBy(choice.model);
  if (refusal !== undefined) throw new Refusal(refusal);
  const [a, b] = [load(paths[0]), load(paths[1])];
  const isApplication = classifyByMarks(marks);
  const comparison = compareProfiles(a.side, b.side, choice.model, { alpha, isApplication });
  const sides = [a.told, b.told] as const;
  return {
    sides,
    headline: headlineOf(comparison),
    markdown: formatComparisonMarkdown({
      ...comparison,
      notes: [...sides.map((side) => `${side.name}: ${detailsOf(side)}`), ...comparison.notes],
    }),
    path: await write(comparison),
  };

  async function write(result: ProfileComparison): Promise<string> {
    const { output, words, version } = task;
    switch (output.kind) {
      case 'none':
        return '';
      case 'json':
        await orRefuse(writeWholeFile(output.path, [formatComparisonJson(result, version)]));
        return output.path;
      case 'html': {
        const assets = readComparisonAssets(output.bundleFolder);
        await orRefuse(writeWholeFile(output.path, formatComparisonHtml(describe(), assets)));
        return output.path;
      }
      case 'page': {
        const folder = createPictureFolder(output.folder);
        await orRefuse(folder.write(output.name, encodeComparison(describe())));
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

async function orRefuse(writing: ReturnType<typeof writeWholeFile>): Promise<void> {
  const written = await writing;
  if (written.kind === 'failed') throw new Refusal(written.message);
}

function load(path: string): { readonly side: ComparedSide; readonly told: SideOfTask } {
  const saved = readSavedProfile(readText(path));
  const name = basename(path, '.json');
  switch (saved.kind) {
    case 'unreadable':
      throw new Refusal(`${path} ${saved.message}`);
    case 'counted': {
      const side = { name, profile: saved.profile };
      return { side, told: { path, name, ...originOf(side) } };
    }
    case 'import': {
      const recording = chooseRecordedTree(saved.document.recordings.map((each) => each.recording));
      if (recording === undefined) throw new Refusal(`${path} holds no recording`);
      const side = { name, recording };
      return { side, told: { path, name, ...originOf(side) } };
    }
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Refusal(`${path} ${reasonOf(error)}`);
  }
}

function post(message: CompareMessage): void {
  parentPort?.postMessage(message);
}

compare(workerData as CompareTask).then(
  (compared) => {
    post({ kind: 'done', compared });
  },
  (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    post({ kind: 'refused', message: error.message });
  },
);
