/**
 * Why profiles are not compared, in the user's language; what a reader says of a file is quoted as it is.
 *
 * Sits in `lsp/`.
 */
import * as l10n from '@vscode/l10n';
import { type CompareRefusal, ComparisonRefused } from '../worker/compare-messages';

export function describeRefusal(refusal: CompareRefusal): string {
  switch (refusal.kind) {
    case 'unreadable':
      return l10n.t('{0} can’t be compared: it {1}', refusal.path, refusal.message);
    case 'too-large':
      return l10n.t('{0} is too large to be a profile', refusal.path);
    case 'no-recording':
      return l10n.t('{0} holds no recording.', refusal.path);
    case 'imports':
      return l10n.t('Only profiles that were counted are compared line by line: imports know no operations.');
    case 'model-of-application':
      return l10n.t(
        'The model {0} is of one application as it was when it was fitted, and can’t price two versions of it alike: choose another.',
        refusal.model,
      );
    case 'model-of-instructions':
      return l10n.t(
        'The model {0} prices JVM instructions, and profiles are compared by operations: choose another.',
        refusal.model,
      );
    case 'unwritten':
      return l10n.t('The comparison could not be written: {0}', refusal.message);
    case 'memory':
      return l10n.t('There is too little memory to compare these.');
  }
}

/** What a comparison that was refused is thrown with is put in words; anything else is thrown on. */
export async function orRefusal<T>(comparing: Promise<T>): Promise<T | string> {
  try {
    return await comparing;
  } catch (error) {
    if (error instanceof ComparisonRefused) return describeRefusal(error.refusal);
    throw error;
  }
}
