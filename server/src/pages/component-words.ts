/** The texts of the choice of a component, which several pages have. Sits in `pages/`. */
import type { Translator } from './comparison-words';

export type ComponentWords = ReturnType<typeof componentWords>;

export function componentWords(l10n: Translator) {
  return { component: l10n.t('Component'), allComponents: l10n.t('All components') };
}
