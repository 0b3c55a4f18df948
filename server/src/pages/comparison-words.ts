/**
 * The texts of the page of a comparison, in the user's language.
 *
 * Sits in `pages/`, beside the file in which they go to the page, so that the editor's page and a page that stands
 * alone get them in the same way.
 */

/** Translates texts; a text that it does not know stays as it is. */
export interface Translator {
  readonly t: (message: string) => string;
}

/** The texts of the page, which fills in `{0}` and `{1}`. */
export type ComparisonWords = ReturnType<typeof comparisonWords>;

/** The texts of all views, in one table. */
export function comparisonWords(l10n: Translator) {
  return {
    ...headWords(l10n),
    ...tableWords(l10n),
    ...viewWords(l10n),
    ...taskWords(l10n),
    ...settingWords(l10n),
  };
}

/** The texts above the views: the two sides, their difference, and the names of the views. */
function headWords(l10n: Translator) {
  return {
    title: l10n.t('Comparison: {0} → {1}'),
    aSide: l10n.t('A: {0}'),
    bSide: l10n.t('B: {0}'),
    difference: l10n.t('Difference'),
    interval: l10n.t('{0} to {1} in 95 of 100 cases'),
    noInterval: l10n.t('the variation between runs is unknown'),
    significant: l10n.t('more than chance (p {0})'),
    chance: l10n.t('could be chance (p {0})'),
    takesLess: l10n.t('B takes {0} less than A'),
    takesMore: l10n.t('B takes {0} more than A'),
    equal: l10n.t('A and B take the same'),
    oneRun: l10n.t('One run can’t tell whether A and B differ'),
    oneRunLess: l10n.t('One run can’t tell: B took {0} less than A'),
    oneRunMore: l10n.t('One run can’t tell: B took {0} more than A'),
    inShares: l10n.t('each in shares of its own total'),
    noDifference: l10n.t('No difference found'),
    smallest: l10n.t('A difference of {0} would have been found in 8 of 10 cases'),
    views: l10n.t('View'),
    tasks: l10n.t('Tasks'),
    flame: l10n.t('Flame Graph'),
    methods: l10n.t('Changed Lines'),
    alone: l10n.t('each method without the methods it calls'),
    packages: l10n.t('Packages'),
  };
}

/** The texts of the tables of tasks, methods and lines: columns, filters and what is said of a row. */
function tableWords(l10n: Translator) {
  return {
    task: l10n.t('Task'),
    method: l10n.t('Method'),
    line: l10n.t('Line'),
    loopCondition: l10n.t('loop condition'),
    loopBody: l10n.t('loop body'),
    branch: l10n.t('branch'),
    handler: l10n.t('exception handler'),
    sequence: l10n.t('sequence'),
    calls: l10n.t('Calls'),
    executions: l10n.t('Executions'),
    energyA: l10n.t('A'),
    energyB: l10n.t('B'),
    change: l10n.t('Change'),
    search: l10n.t('Filter by words ( / )'),
    show: l10n.t('Show tasks'),
    all: l10n.t('All'),
    significantOnly: l10n.t('More than chance'),
    bothOnly: l10n.t('On both sides'),
    onlyA: l10n.t('Only A'),
    onlyB: l10n.t('Only B'),
    changed: l10n.t('Changed'),
    moreEnergy: l10n.t('more energy'),
    lessEnergy: l10n.t('less energy'),
    moreOfAmount: l10n.t('takes more'),
    lessOfAmount: l10n.t('takes less'),
    same: l10n.t('the same'),
    new: l10n.t('new'),
    gone: l10n.t('gone'),
    moved: l10n.t('moved'),
    isSignificant: l10n.t('more than chance'),
    isNested: l10n.t('within another task'),
    isUnmodeled: l10n.t('not modeled'),
    unmodeledIn: l10n.t('not modeled in {0}'),
    notComparable: l10n.t('not comparable'),
    notTold: l10n.t('unknown'),
    otherCalls: l10n.t('other calls'),
    otherCounts: l10n.t('counts differ'),
    sort: l10n.t('Sort by this column (click again to reverse)'),
    found: l10n.t('{0} of {1} tasks: {2} more in B'),
    foundLess: l10n.t('{0} of {1} tasks: {2} less in B'),
    foundUnmodeled: l10n.t('{0} of {1} tasks: not modeled'),
    unmodeledTasks: l10n.t('{0} of them can’t be compared because they are not modeled'),
    nested: l10n.t('nested tasks are counted once'),
    more: l10n.t('Show {0} more'),
  };
}

/** The texts that tell which keys a view knows, what its boxes mean, and that it has nothing to show. */
function viewWords(l10n: Translator) {
  return {
    rowKeys: l10n.t(
      'The arrow keys move between rows. Enter opens the method in B, Shift+Enter opens it in A, / moves to the filter.',
    ),
    treeKeys: l10n.t(
      'The arrow keys move through the tree and open and close it. Enter opens the method in B, Shift+Enter opens it in A.',
    ),
    flameKeys: l10n.t(
      'The arrow keys move between boxes, + zooms in, - zooms out. Enter opens the method in B, Shift+Enter opens it in A.',
    ),
    rowKeysAlone: l10n.t('The arrow keys move between rows, / moves to the filter.'),
    treeKeysAlone: l10n.t('The arrow keys move through the tree and open and close it.'),
    flameKeysAlone: l10n.t('The arrow keys move between boxes, + zooms in, - zooms out.'),
    flameLegend: l10n.t('The width of a box is the sum of A and B. The bar at the bottom shows A’s part.'),
    flameMerged: l10n.t(
      'Calls from application methods to application methods are part of the caller. Unmark the package to see them.',
    ),
    flameMergedAlone: l10n.t('Calls from application methods to application methods are part of the caller.'),
    noCalls: l10n.t(
      'Tasks, the flame graph and packages are made of calls, and at least one of the two profiles has none.',
    ),
    noCallsAlone: l10n.t('Record them on both sides with jouleline profile --record tree.'),
    recordCalls: l10n.t('Record Calls'),
    recordCallsHint: l10n.t('This runs both programs once more, and compares the new profiles.'),
    blocks: l10n.t('Show blocks'),
    nothingFound: l10n.t('No tasks match.'),
    noMethods: l10n.t('No method ran differently.'),
    noEnergy: l10n.t('There is no energy to show.'),
  };
}

/** The texts beside the tables about the task that the user chose. */
function taskWords(l10n: Translator) {
  return {
    chooseTask: l10n.t('Choose a task to see what it does on each side.'),
    pathOnA: l10n.t('Path in A'),
    pathOnB: l10n.t('Path in B'),
    pathEdits: l10n.t('Edits between the paths'),
    pathEditsOf: l10n.t('{0} (α is {1})'),
    sizes: l10n.t('Mean size of the arguments of a call'),
    sizesHint: l10n.t('In elements, characters or bytes.'),
    ranks: l10n.t('Rank among all methods'),
    ranksOf: l10n.t('{0} with callees, {1} by itself'),
    ranksHint: l10n.t('The rank of its method among all methods of a side, by energy.'),
    likely: l10n.t('Probability of such a difference by chance'),
    split: l10n.t('application {0}, frameworks {1}'),
    inCommon: l10n.t('In common'),
    commonTasks: l10n.t('{0} of the tasks'),
    commonMethods: l10n.t('{0} of the framework methods'),
    ofFewer: l10n.t('of the side that has fewer'),
    treeOf: l10n.t('What the task does in A and in B'),
    notThere: l10n.t('not in {0}'),
    rest: l10n.t('{0} smaller ones'),
    own: l10n.t('self'),
    inAll: l10n.t('total'),
    openA: l10n.t('Open A’s method'),
    openB: l10n.t('Open B’s method'),
    showInFlame: l10n.t('Show in flame graph'),
  };
}

/** The texts of the packages, of the settings, and of the end of the page. */
function settingWords(l10n: Translator) {
  return {
    alpha: l10n.t('Edits between paths (α)'),
    automaticIs: l10n.t('auto ({0})'),
    isApplication: l10n.t('Application'),
    isFramework: l10n.t('Framework'),
    package: l10n.t('Package'),
    packagesHint: l10n.t(
      'A task is work that application code asks a framework to do. A package that is not an application shows its own paths.',
    ),
    marked: l10n.t('marked by you'),
    reset: l10n.t('Remove marks'),
    exportHtml: l10n.t('Export as HTML'),
    exportJson: l10n.t('Export as JSON'),
    notes: l10n.t('Notes'),
    leftOut: l10n.t(
      'Not listed because they use the least energy: contexts: {0}, tasks: {1}, methods: {2}. All sums include them.',
    ),
    madeBy: l10n.t('Made by Jouleline {0}. This page is self-contained and sends nothing.'),
  };
}
