/** The texts of the page of the lists, in the user's language. Sits in `pages/`. */
import type { Translator } from './comparison-words';
import { amountWords, componentWords } from './component-words';

/** The texts of the page, which fills in `{0}`, `{1}` and `{2}`. */
export type ListsWords = ReturnType<typeof listsWords>;

export function listsWords(l10n: Translator, language: string) {
  return {
    language,
    title: l10n.t('Hotspots in this workspace'),
    choice: l10n.t('List'),
    lists: {
      lines: l10n.t('Lines'),
      methods: l10n.t('Methods'),
      blocks: l10n.t('Blocks'),
      operations: l10n.t('Operations'),
      'library-calls': l10n.t('Library Calls'),
    },
    names: {
      lines: l10n.t('Line'),
      methods: l10n.t('Method'),
      blocks: l10n.t('Block'),
      operations: l10n.t('Operation'),
      'library-calls': l10n.t('Library call'),
    },
    search: l10n.t('Search names and paths ( / )'),
    executionsOf: l10n.t('Number of block executions that the energy is for'),
    blocks: {
      once: l10n.t('One execution'),
      fixed: l10n.t('3,000 executions'),
      application: l10n.t('In the application'),
    },
    amounts: amountWords(l10n),
    shares: {
      program: l10n.t('Share of the program'),
      run: l10n.t('Share of the run'),
      list: l10n.t('Share of the list'),
    },
    executions: l10n.t('Executions'),
    sort: l10n.t('Sort by this column (click again to reverse)'),
    atLeast: l10n.t('At least this much: operations that are not modeled may use more.'),
    groups: l10n.t('Groups of operations'),
    ...componentWords(l10n),
    keys: l10n.t(
      'The arrow keys move between rows. Enter opens the line in the editor, Space shows it, Ctrl+C copies the row, / moves to the search.',
    ),
    reading: l10n.t('Jouleline is reading the workspace…'),
    nothingFound: l10n.t('No results.'),
    found: l10n.t('{0}, {1}'),
    foundOf: l10n.t('{0} of {1}, {2}'),
    hottest: l10n.t('the hottest 10 take {0}, the hottest {1} {2}'),
    missing: l10n.t('Files that are analyzed when they are opened: {0}'),
    more: l10n.t('Show more (rows: {0}, {1})'),
  };
}
