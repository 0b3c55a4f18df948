/** The texts of the page of the energy map, in the user's language. Sits in `pages/`, beside the picture that it shows. */
import type { Translator } from './comparison-words';
import { componentWords } from './component-words';

/** The texts of the page, which fills in `{0}` and `{1}`. */
export type EnergyMapWords = ReturnType<typeof energyMapWords>;

export function energyMapWords(l10n: Translator, language: string) {
  return {
    language,
    title: l10n.t('Energy Map (SeeSoft)'),
    views: {
      columns: l10n.t('Columns'),
      treemap: l10n.t('Treemap'),
      flame: l10n.t('Callees'),
      table: l10n.t('Table'),
    },
    filter: l10n.t('Filter ( / )'),
    filterHint: l10n.t(
      'Filter by words in paths, packages, methods, operations and code (all words must match)',
    ),
    sort: l10n.t('Order of files and packages'),
    sorts: {
      name: l10n.t('By name'),
      energy: l10n.t('By energy'),
      perLine: l10n.t('By energy per line'),
    },
    group: l10n.t('Package'),
    allGroups: l10n.t('All packages'),
    ...componentWords(l10n),
    provenance: l10n.t('Source of the numbers'),
    allProvenances: l10n.t('All sources'),
    states: [
      l10n.t('estimated'),
      l10n.t('modeled'),
      l10n.t('measured'),
      l10n.t('not analyzed until it is opened'),
      l10n.t('not in the profile'),
    ],
    zoomIn: l10n.t('Zoom in (+)'),
    zoomOut: l10n.t('Zoom out (-)'),
    fit: l10n.t('Show all (0)'),
    brush: l10n.t('Color range; lines outside it are hidden'),
    brushFrom: l10n.t('Coldest color shown'),
    brushTo: l10n.t('Hottest color shown'),
    canvas: l10n.t('All lines of the workspace, one column per file. The table shows the same data.'),
    keys: l10n.t(
      'N and P move to the next and the previous hottest line. The arrow keys move between lines and files, Enter opens the line, plus and minus zoom, 0 shows all, Escape closes the lens.',
    ),
    treemap: l10n.t('Packages, classes and methods as areas in proportion to their energy'),
    flame: l10n.t('Where the energy of a method goes: its callees are below it, as wide as their share'),
    noCalls: l10n.t('The energy of methods including their callees is not known here.'),
    boxKeys: l10n.t(
      'The arrow keys move in, out, to the next box and to the previous one. Enter opens the method, plus zooms into the chosen box, minus zooms out.',
    ),
    reading: l10n.t('Jouleline is reading the workspace…'),
    nothing: l10n.t('There are no Java files in this workspace.'),
    changed: l10n.t('The file has changed since this map was drawn.'),
    gone: l10n.t('The file no longer exists or can’t be read.'),
    noEnergy: l10n.t('This line uses no energy of its own.'),
    counts: l10n.t('Files: {0}, lines: {1}'),
    shown: l10n.t('{0} of {1} colored lines shown'),
    ofShown: l10n.t('{0} of what is shown'),
    ofAll: l10n.t('{0} of all'),
    ofFile: l10n.t('{0} of the file'),
    step: l10n.t('color {0} of {1}'),
    orLess: l10n.t('{0} or less'),
    orMore: l10n.t('{0} or more'),
    unmodeled: l10n.t('At least this much: operations that are not modeled may use more.'),
    hatched: l10n.t('hatched: at least'),
    estimates: l10n.t('estimates'),
    profile: l10n.t('profile {0}'),
    scales: { rank: l10n.t('by rank'), linear: l10n.t('linear'), logarithmic: l10n.t('logarithmic') },
    scopes: {
      method: l10n.t('within each method'),
      file: l10n.t('within each file'),
      workspace: l10n.t('among all lines'),
    },
    tables: {
      lines: l10n.t('Hottest lines'),
      files: l10n.t('Files'),
      methods: l10n.t('Methods'),
    },
    columns: {
      file: l10n.t('File'),
      package: l10n.t('Package'),
      lines: l10n.t('Lines'),
      energy: l10n.t('Energy'),
      perLine: l10n.t('Energy per line'),
      share: l10n.t('Share of all'),
      line: l10n.t('Line'),
      method: l10n.t('Method'),
      inclusive: l10n.t('Callees included'),
      provenance: l10n.t('Source of the numbers'),
    },
    changes: {
      same: l10n.t('unchanged'),
      lessEnergy: l10n.t('less energy'),
      moreEnergy: l10n.t('more energy'),
      gone: l10n.t('gone'),
      new: l10n.t('new'),
    },
    beforeAfter: l10n.t('{0} before, {1} after'),
    ofChange: l10n.t('{0} of all that changed'),
    more: l10n.t('Show more ({0})'),
    openLine: l10n.t('Open in the editor'),
  };
}
