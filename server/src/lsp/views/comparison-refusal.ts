/**
 * The reasons why profiles are not compared, in the user's language. What a reader says about a file is quoted as it
 * is.
 *
 * Sits in `lsp/`.
 */
import * as l10n from '@vscode/l10n';
import { Failure } from '../../base/failure';
import { type CompareRefusal, ComparisonRefused } from '../../tasks/compare/compare-messages';

export function describeRefusal(refusal: CompareRefusal): string {
  switch (refusal.kind) {
    case 'unreadable':
      return l10n.t('The comparison is not possible: {0}', `${refusal.path} ${refusal.message}`);
    case 'no-recording':
      return l10n.t('{0} holds no recording.', refusal.path);
    case 'imports':
      return l10n.t(
        'Only profiles can be compared line by line. Recordings of other tools contain no operations.',
      );
    case 'model-of-application':
      return l10n.t(
        'The model {0} was fitted to one version of one application, so it can’t be used to compare two versions. Choose another model.',
        refusal.model,
      );
    case 'model-of-instructions':
      return l10n.t(
        'The model {0} has costs of JVM instructions, but profiles are compared by operations. Choose another model.',
        refusal.model,
      );
    case 'unwritten':
      return l10n.t('The comparison could not be written: {0}', refusal.message);
    case 'memory':
      return l10n.t('There is not enough memory for this comparison.');
  }
}

/** The same work; a refusal becomes a {@link Failure} in the user's language. */
export async function inUsersLanguage<T>(comparing: Promise<T>): Promise<T> {
  try {
    return await comparing;
  } catch (error) {
    throw error instanceof ComparisonRefused ? new Failure(describeRefusal(error.refusal)) : error;
  }
}
