/**
 * Compares two saved profiles of the workspace, as `jouleline diff` does, while the server goes on answering.
 *
 * Sits in `lsp/`, under `profile-features.ts`, over the thread of `tasks/compare/compare-thread`.
 */
import * as l10n from '@vscode/l10n';
import type { CancellationToken } from 'vscode-languageserver/node';
import { hashText } from '../../base/hash';
import type {
  PlaceInProfile,
  ComparedMethodPlace,
  ComparedProfiles,
  ComparisonParams,
  ComparisonTarget,
} from '../../protocol/comparisons';
import { comparisonWords } from '../../pages/comparison-words';
import type { ComparisonResult, CompareOutput, ModelsOfTask } from '../../tasks/compare/compare-messages';
import { placeComparedMethod, type WorkspaceTexts, type Compare } from './compared-method';
import { inUsersLanguage } from '../views/comparison-refusal';

export interface ComparingOptions {
  readonly version: string;
  readonly compare: Compare;
  /** The folder of dist/comparison-page.js. */
  readonly bundleFolder: string;
  readonly models: () => ModelsOfTask;
  /** The folder that keeps pages; undefined if none are kept. */
  readonly folder: string | undefined;
  readonly texts: WorkspaceTexts;
}

export interface Comparing {
  /** Throws an error with a sentence for people, as all functions here do. The token cancels it. */
  report(paths: readonly [string, string], token: CancellationToken): Promise<ComparedProfiles>;
  /** Answers the path of the file that a page reads, too. */
  page(
    params: ComparisonParams,
    token: CancellationToken,
  ): Promise<ComparedProfiles & { readonly page: string }>;
  export(params: ComparisonParams, target: ComparisonTarget, token: CancellationToken): Promise<void>;
  /** The place of the method in the workspace. */
  place(method: PlaceInProfile): Promise<ComparedMethodPlace>;
}

const NO_MARKS = { application: [], framework: [] };

export function createComparing(options: ComparingOptions): Comparing {
  async function run(
    { paths, alpha, marks }: ComparisonParams,
    output: CompareOutput,
    token: CancellationToken,
  ): Promise<ComparisonResult> {
    const task = {
      kind: 'tasks' as const,
      paths,
      alpha,
      marks,
      models: options.models(),
      output,
      words: comparisonWords(l10n),
      version: options.version,
    };
    const stop = new AbortController();
    const listener = token.onCancellationRequested(() => {
      stop.abort();
    });
    try {
      return await inUsersLanguage(options.compare<'tasks'>(task, stop.signal));
    } finally {
      listener.dispose();
    }
  }

  return {
    report: (paths, token) => run({ paths, alpha: 'auto', marks: NO_MARKS }, { kind: 'none' }, token),
    async page(params, token) {
      const { folder } = options;
      if (folder === undefined) throw new Error(l10n.t('There is no folder to store the comparison in.'));
      // There is one file for each pair: a comparison with other marks replaces it.
      const name = hashText(JSON.stringify(params.paths));
      const compared = await run(params, { kind: 'page', folder, name }, token);
      return { ...compared, page: compared.path };
    },
    place: (method) => placeComparedMethod(method, options.texts, options.compare),
    async export(params, { path, format }, token) {
      const { bundleFolder } = options;
      await run(params, { kind: format, path, bundleFolder }, token);
    },
  };
}
