/**
 * Finds the code of a method or line of a comparison in the workspace.
 *
 * Sits in `lsp/`, under `comparing.ts`; the thread that compares reads the profile. The workspace holds one of two
 * versions at most: a note says so if a text is not the one that ran.
 */
import type { CompareAnswers, CompareTask } from '../../tasks/compare/compare-messages';
import { readFile } from 'node:fs/promises';
import { Failure } from '../../base/failure';
import { basename, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { findLineNow, type LineNow, type RanMethodPlace } from '../../lines/method-place';
import type { PlaceInProfile, ComparedMethodPlace } from '../../protocol/comparisons';
import { inUsersLanguage } from '../views/comparison-refusal';

export interface WorkspaceTexts {
  /** The paths of all sources. */
  readonly paths: () => readonly string[];
  /** The texts of open documents, which take the place of files. */
  readonly openTexts: () => ReadonlyMap<string, string>;
}

export async function placeComparedMethod(
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
  const side = basename(path, '.json');
  if (found.kind === 'import')
    return nowhere(l10n.t('{0} is a recording of another tool. It doesn’t say where methods are.', side));
  if (found.kind === 'library')
    return nowhere(l10n.t('{0} belongs to a library. Its code is not in this workspace.', name));
  const { place } = found;
  const ending = sep + place.source.replaceAll('/', sep);
  const file = texts.paths().find((each) => each.endsWith(ending));
  if (file === undefined)
    return nowhere(
      l10n.t(
        'There is no source of {0} in this workspace. The profile {1} is of another program or another version.',
        name,
        side,
      ),
    );
  const text = texts.openTexts().get(file) ?? (await readFile(file, 'utf8').catch(() => undefined));
  if (text === undefined) return nowhere(l10n.t('{0} could not be read.', file));
  const now = findLineNow(place, text);
  return { path: file, line: Math.max(0, (now.line ?? place.line) - 1), note: noteOf(now, place, side) };
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

/** Throws as `compareInThread` does. */
export type Compare = <Kind extends CompareTask['kind']>(
  task: Extract<CompareTask, { readonly kind: Kind }>,
  canceled: AbortSignal,
) => Promise<CompareAnswers[Kind]>;
