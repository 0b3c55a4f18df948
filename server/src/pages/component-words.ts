/** The texts of amounts, and of the choice of a component, which several pages have. Sits in `pages/`. */
import type { AmountUnit } from '../base/measure';
import type { Translator } from './comparison-words';

export type ComponentWords = ReturnType<typeof componentWords>;

export function componentWords(l10n: Translator) {
  return { component: l10n.t('Component'), allComponents: l10n.t('All components') };
}

/** The names of amounts in each unit: only joules are energy. */
export function amountWords(l10n: Translator): Readonly<Record<AmountUnit, string>> {
  return {
    joules: l10n.t('Energy'),
    seconds: l10n.t('Time'),
    samples: l10n.t('Samples'),
    bytes: l10n.t('Bytes'),
    executions: l10n.t('Executions'),
    share: l10n.t('Part'),
  };
}
