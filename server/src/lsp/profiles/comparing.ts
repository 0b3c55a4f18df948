/**
 * Compares two saved profiles of the workspace, as `jouleline diff` does, while the server goes on answering; and
 * finds the code of a method or line of a comparison.
 *
 * Sits in `lsp/`, under `client-session.ts`, over the thread of `tasks/compare/compare-thread`, which reads the
 * profiles. The workspace holds one of two versions at most: a note says so if a text is not the one that ran.
 */
import { basename, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CancellationToken } from 'vscode-languageserver/node';
import { Failure } from '../../base/failure';
import { hashText } from '../../base/hash';
import { hashLines } from '../../base/line-hashes';
import { findLineNow, type LineNow, type RanMethodPlace } from '../../lines/method-place';
import type {
  PlaceInProfile,
  ComparedMethodPlace,
  ComparedProfiles,
  ComparisonParams,
  ComparisonTarget,
  ProfiledCode,
} from '../../protocol/comparisons';
import { comparisonWords } from '../../pages/comparison-words';
import type {
  CompareAnswers,
  CompareOutput,
  CompareTask,
  ComparisonResult,
  ModelsOfTask,
} from '../../tasks/compare/compare-messages';
import { inUsersLanguage } from '../views/comparison-view';
import { readText } from '../../host/files/read-file';

/** Throws as `compareInThread` does. */
export type Compare = <Kind extends CompareTask['kind']>(
  task: Extract<CompareTask, { readonly kind: Kind }>,
  canceled: AbortSignal,
) => Promise<CompareAnswers[Kind]>;

interface WorkspaceTexts {
  /** The paths of all sources. */
  readonly paths: () => readonly string[];
  /** The texts of open documents, which take the place of files. */
  readonly openTexts: () => ReadonlyMap<string, string>;
}

interface ComparingOptions {
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
  /** The code of a profile, beside that of the workspace. */
  code(path: string): Promise<ProfiledCode>;
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
    async code(path) {
      const task = { kind: 'code' as const, profile: path };
      const { name, sources, ...calls } = await inUsersLanguage(
        options.compare<'code'>(task, new AbortController().signal),
      );
      if (sources === undefined) return { ...calls, changed: name };
      for (const { path: source, lines } of sources) {
        const file = findSource(source, options.texts);
        const text = file === undefined ? undefined : await readNow(file, options.texts);
        if (text === undefined || hashLines(text) !== lines) return { ...calls, changed: basename(source) };
      }
      return { ...calls, changed: '' };
    },
    async export(params, { path, format }, token) {
      const { bundleFolder } = options;
      await run(params, { kind: format, path, bundleFolder }, token);
    },
  };
}

async function placeComparedMethod(
  { profile: path, method, line }: PlaceInProfile,
  texts: WorkspaceTexts,
  compare: Compare,
): Promise<ComparedMethodPlace> {
  const task = { kind: 'method' as const, profile: path, method, line };
  let found: CompareAnswers['method'];
  try {
    found = await inUsersLanguage(compare<'method'>(task, new AbortController().signal));
  } catch (error) {
    if (error instanceof Failure) return nowhere(error.message);
    throw error;
  }
  const name = `${method.class}.${method.name}`;
  if (found.kind === 'import')
    return nowhere(
      l10n.t('{0} is a recording of another tool. It doesn’t say where methods are.', found.name),
    );
  if (found.kind === 'library')
    return nowhere(l10n.t('{0} belongs to a library. Its code is not in this workspace.', name));
  const { place, name: side } = found;
  const file = findSource(place.source, texts);
  if (file === undefined)
    return nowhere(
      l10n.t(
        'There is no source of {0} in this workspace. The profile {1} is of another program or another version.',
        name,
        side,
      ),
    );
  const text = await readNow(file, texts);
  if (text === undefined) return nowhere(l10n.t('{0} could not be read.', file));
  const now = findLineNow(place, text);
  return { path: file, line: Math.max(0, (now.line ?? place.line) - 1), note: noteOf(now, place, side) };
}

/** The path of a source that profiles name with its package as folders. */
function findSource(source: string, { paths }: WorkspaceTexts): string | undefined {
  const ending = sep + source.replaceAll('/', sep);
  return paths().find((each) => each.endsWith(ending));
}

/** The text as it is now; undefined if it can't be read. */
async function readNow(path: string, { openTexts }: WorkspaceTexts): Promise<string | undefined> {
  return openTexts().get(path) ?? (await readText(path).catch(() => undefined));
}

function noteOf({ line, isAsRan }: LineNow, place: RanMethodPlace, side: string): string {
  const name = basename(place.source);
  if (isAsRan === undefined)
    return l10n.t('The profile {0} doesn’t say which version of {1} ran.', side, name);
  if (isAsRan) return '';
  return line === undefined
    ? l10n.t(
        '{0} has changed since the profile {1}: line {2} of the profiled version was not found.',
        name,
        side,
        place.line,
      )
    : l10n.t(
        '{0} has changed since the profile {1}: line {2} of the profiled version is now line {3}.',
        name,
        side,
        place.line,
        line,
      );
}

function nowhere(note: string): ComparedMethodPlace {
  return { path: '', line: 0, note };
}
