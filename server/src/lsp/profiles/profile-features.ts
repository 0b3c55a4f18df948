/**
 * The profiles and recordings of the workspace: lists, shows, imports and describes them.
 *
 * Sits in `lsp/`, between `server.ts` and `colored-by.ts`.
 */
import { basename } from 'node:path';
import type { CancellationToken } from 'vscode-languageserver/node';
import { summarizeRecording } from '../../recordings/model/summarize-recording';
import type { ImportAnswer, ImportParams } from '../../protocol/imports';
import type { ProfileSummary } from '../../protocol/profiles';
import { type Comparing, type ComparingOptions, createComparing } from './comparing';
import { importFiles, type ImportWiring } from './importing';
import { writeImportReport } from '../views/import-report';
import { loadShown } from './saved-profiles';
import type { ColoredBy } from './colored-by';

export interface ProfileFeatures {
  list(): Promise<readonly ProfileSummary[]>;
  /** Shows profiles, or estimates if there are none. Throws a `Failure` if they cannot be shown. */
  show(paths: readonly string[]): Promise<void>;
  /** Shows the comparison of two profiles. Throws a `Failure` if they cannot be compared. */
  compare(before: string, after: string): Promise<void>;
  import(
    params: ImportParams,
    token: CancellationToken,
    report: (message: string) => void,
  ): Promise<ImportAnswer>;
  /** The comparison of two saved profiles. */
  readonly comparing: Comparing;
  /** The report on a saved import: how much of it lies in the sources, and how much does not. */
  reportOn(path: string): Promise<{ readonly title: string; readonly markdown: string }>;
  /** Called when a profile's file was written again, or is gone. */
  fileChanged(path: string, isGone: boolean): Promise<void>;
}

export interface ProfileFeaturesOptions {
  readonly coloredBy: ColoredBy;
  readonly folders: () => readonly string[];
  readonly importWiring: () => Omit<ImportWiring, 'report' | 'folders'>;
  readonly comparing: ComparingOptions;
}

export function createProfileFeatures(options: ProfileFeaturesOptions): ProfileFeatures {
  const { coloredBy, folders, importWiring } = options;
  return {
    list: () => coloredBy.list(folders()),
    show: (paths) => coloredBy.show(paths),
    compare: (before, after) => coloredBy.compare(before, after),
    import: (params, token, report) =>
      importFiles(params, { ...importWiring(), folders: folders(), report }, token),
    comparing: createComparing(options.comparing),
    async reportOn(path) {
      const saved = await loadShown(path);
      const recordings = saved.kind === 'import' ? saved.document.recordings : [];
      return {
        title: basename(path, '.json'),
        markdown: writeImportReport(recordings.map(summarizeRecording), []),
      };
    },
    fileChanged: (path, isGone) => coloredBy.fileChanged(path, isGone),
  };
}
