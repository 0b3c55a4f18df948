/**
 * Two saved profiles compared by tasks and methods, and written as it was asked. Sits in `tasks/`, in the thread that
 * compares.
 */
import type { ComparedSide } from '../../compare/sides/compared-side';
import { classifyByMarks } from '../../compare/trees/frameworks';
import { basename } from 'node:path';
import { compareProfiles, type ProfileComparison } from '../../compare/deltas/compare-profiles';
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
import { createPictureFolder } from '../../host/files/picture-folder';
import { writeWholeFile } from '../../host/files/write-file';
import { encodeComparison, type ComparisonPage } from '../../pages/comparison-file';
import {
  type ComparisonResult,
  ComparisonRefused,
  type SideOfTask,
  type TasksTask,
} from './compare-messages';
import { chooseComparedModel, loadCompared } from './load-compared';

export async function compareTasks({
  paths,
  models,
  alpha,
  marks,
  ...task
}: TasksTask): Promise<ComparisonResult> {
  const model = chooseComparedModel(models);
  const [a, b] = [load(paths[0]), load(paths[1])];
  const isApplication = classifyByMarks(marks);
  const comparison = compareProfiles(a.side, b.side, model, { alpha, isApplication });
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
  if (written.kind === 'failed') throw new ComparisonRefused({ kind: 'unwritten', message: written.message });
}

function load(path: string): { readonly side: ComparedSide; readonly told: SideOfTask } {
  const name = basename(path, '.json');
  const side = sideOf(name, path);
  return { side, told: { path, name, ...originOf(side) } };
}

function sideOf(name: string, path: string): ComparedSide {
  const saved = loadCompared(path);
  if (saved.kind === 'counted') return { name, profile: saved.profile };
  const recording = chooseRecordedTree(saved.document.recordings.map((each) => each.recording));
  if (recording === undefined) throw new ComparisonRefused({ kind: 'no-recording', path });
  return { name, recording };
}
