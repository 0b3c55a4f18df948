/**
 * The texts of the page of a comparison, in a user's language. Sits in `seesoft/`, beside the file that they go to the
 * page in: an editor's page and one that stands alone have them from there alike.
 */

/** What translates: a text that it does not know stays as it is. */
export interface Translator {
  readonly t: (message: string) => string;
}

/** `{0}`, `{1}` are filled in by the page. */
export type ComparisonWords = ReturnType<typeof comparisonWords>;

export function comparisonWords(l10n: Translator) {
  return {
    title: l10n.t('Comparison: {0} → {1}'),
    aSide: l10n.t('A: {0}'),
    bSide: l10n.t('B: {0}'),
    difference: l10n.t('Difference'),
    interval: l10n.t('{0} to {1} in 95 of 100 cases'),
    noInterval: l10n.t('nothing says how much runs spread'),
    significant: l10n.t('more than chance (p = {0})'),
    chance: l10n.t('no more than chance (p = {0})'),
    smallest: l10n.t('A difference of {0} would have been found in 8 of 10 cases'),
    views: l10n.t('What is shown'),
    tasks: l10n.t('Tasks'),
    flame: l10n.t('Flame Graph'),
    methods: l10n.t('Methods and Lines'),
    packages: l10n.t('Packages'),
    task: l10n.t('Task'),
    method: l10n.t('Method'),
    line: l10n.t('Line'),
    calls: l10n.t('Calls'),
    executions: l10n.t('Executions'),
    energyA: l10n.t('A'),
    energyB: l10n.t('B'),
    change: l10n.t('What it is'),
    search: l10n.t('Filter by words ( / )'),
    show: l10n.t('Which tasks'),
    all: l10n.t('All'),
    significantOnly: l10n.t('More than chance'),
    bothOnly: l10n.t('On both sides'),
    onlyA: l10n.t('Only A'),
    onlyB: l10n.t('Only B'),
    changed: l10n.t('Changed'),
    dearer: l10n.t('dearer'),
    cheaper: l10n.t('cheaper'),
    same: l10n.t('the same'),
    new: l10n.t('new'),
    gone: l10n.t('gone'),
    isSignificant: l10n.t('more than chance'),
    isNested: l10n.t('within another'),
    isUnpriced: l10n.t('no price'),
    otherCalls: l10n.t('other calls'),
    otherCounts: l10n.t('counts differ'),
    sort: l10n.t('Sort by this; once more, the other way round'),
    found: l10n.t('{0} of {1} tasks: {2} more in B'),
    foundLess: l10n.t('{0} of {1} tasks: {2} less in B'),
    nested: l10n.t('tasks within others are counted once'),
    more: l10n.t('Show {0} more'),
    rowKeys: l10n.t(
      'Arrows go from row to row, Enter opens the method of B, Shift+Enter that of A, / goes to the filter.',
    ),
    treeKeys: l10n.t(
      'Arrows go through the tree and open and close it, Enter opens the method of B, Shift+Enter that of A.',
    ),
    flameKeys: l10n.t('Arrows walk, + zooms in, - out, Enter opens the method of B, Shift+Enter that of A.'),
    flameLegend: l10n.t('Width: A and B together. The bar at the foot of a box says how much of it is A.'),
    flameMerged: l10n.t(
      'What application methods call of their own is part of them: unmark their package to see it.',
    ),
    noTasks: l10n.t('One of both recorded no tree of calls: tasks are not known (--record tree).'),
    nothingFound: l10n.t('No task is like this.'),
    noMethods: l10n.t('No method ran otherwise.'),
    noEnergy: l10n.t('There is no energy to show.'),
    chooseTask: l10n.t('Choose a task to see what it does on either side.'),
    treeOf: l10n.t('What the task does in A and in B'),
    notThere: l10n.t('not in {0}'),
    rest: l10n.t('{0} smaller ones'),
    own: l10n.t('by itself'),
    inAll: l10n.t('in all'),
    openA: l10n.t('Open A’s method'),
    openB: l10n.t('Open B’s method'),
    showInFlame: l10n.t('Show in flame graph'),
    alpha: l10n.t('Edits between paths (α)'),
    automatic: l10n.t('auto'),
    automaticIs: l10n.t('auto ({0})'),
    isApplication: l10n.t('Application'),
    isFramework: l10n.t('Framework'),
    package: l10n.t('Package'),
    packagesHint: l10n.t(
      'Tasks are what application code has a framework do. A package that is no application shows its own paths.',
    ),
    marked: l10n.t('marked by you'),
    reset: l10n.t('Forget marks'),
    exportHtml: l10n.t('Export as HTML'),
    exportJson: l10n.t('Export as JSON'),
    notes: l10n.t('Notes'),
    leftOut: l10n.t(
      'Not shown one by one: {0} contexts, {1} tasks and {2} methods that take least; their energies are in all sums.',
    ),
    madeBy: l10n.t('Made by Jouleline {0}. This page holds all it needs and sends nothing.'),
  };
}
