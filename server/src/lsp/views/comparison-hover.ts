/**
 * The hover of a line of a comparison: what it took before and takes now, and how sure the difference is; and the
 * lines below it that are gone.
 *
 * Sits in `lsp/`. Pure: a view and a line make Markdown. Names come from the user's text, so all are escaped.
 */
import * as l10n from '@vscode/l10n';
import {
  type BlockDelta,
  byChange,
  describeLines,
  hasBlockChanged,
} from '../../compare/deltas/compare-blocks';
import { formatCount } from '../../words/energy-text';
import type { ComparedLine, GoneLines } from '../../compare/deltas/place-changes';
import {
  amountText,
  type ComparisonView,
  isAtLeast,
  leastText,
  nameOfMethod,
  relativeText,
  signedText,
  wordOf,
} from './comparison-view';
import { CHANGE_SYMBOLS } from '../../protocol/overlay';
import { differenceOf } from '../../pages/changes';
import { at } from '../../base/check';
import { groupBy } from '../../base/groups';
import { wordsOfOperation } from '../../operations/catalogue/operation-words';
import { code, DETAILS, escapeText, join, rowsOf, table, unbroken } from './markdown';
import { cellsOfPiece, fragmentsOfOperation, type PieceCells, tableOfPieces } from './pieces';

/** The most gone lines that are listed at one place. */
const MOST_GONE = 12;

const MOST_OPERATIONS = 8;

const MOST_BLOCKS = 4;

/**
 * The paragraphs of the hover; none for a line that neither run executed.
 *
 * @param oldLines the text that the earlier profile ran, if it is known.
 */
export function describeChange(
  view: ComparisonView,
  lineNumber: number,
  oldLines: readonly string[] | undefined,
): readonly string[] {
  const line = view.changes.lines.find((each) => each.line === lineNumber);
  const gone = view.changes.gone.filter(({ after }) => Math.max(after, 0) === lineNumber);
  const there =
    line === undefined
      ? []
      : [heading(view, line), figureTable(view, line), pieceTable(view, line), certainty(view, line)];
  const details = line === undefined ? [] : [operationTable(view, line), blockTable(view, line)];
  return [
    ...there,
    ...gone.flatMap((each) => [goneTable(view, each), goneText(each, oldLines)]),
    ...(details.some((each) => each !== '') ? [DETAILS(), ...details] : []),
  ];
}

function heading(view: ComparisonView, { change, amount, energyA, atLeast }: ComparedLine): string {
  if (change === 'same')
    return `**${atLeast === undefined ? l10n.t('No difference found') : l10n.t('Not comparable')}.**`;
  const word = change === 'gone' ? l10n.t('no longer runs') : wordOf(change, view.comparison.unit);
  if (atLeast !== undefined) return `**${CHANGE_SYMBOLS[change]} ${word}.**`;
  const share = change === 'gone' ? '' : relativeText(amount, energyA, view);
  return `**${CHANGE_SYMBOLS[change]} ${word}, ${l10n.t('{0} per run', signedText(amount, view))}${share}.**`;
}

/** The energies of a run, of a call and of an execution: each row says which. */
function figureTable(view: ComparisonView, line: ComparedLine): string {
  const { executionsA, executionsB, energyA, energyB, atLeast } = line;
  const energies = (title: string, a: number | undefined, b: number | undefined): readonly string[] => {
    const text = (energy: number | undefined, side: 'A' | 'B'): string =>
      energy === undefined ? '–' : unbroken(leastText(energy, isAtLeast(atLeast, side), view));
    const isKnown = a !== undefined && b !== undefined && atLeast === undefined;
    return [title, text(a, 'A'), text(b, 'B'), isKnown ? unbroken(signedText(differenceOf(a, b), view)) : ''];
  };
  const each = (energy: number, count: number): number | undefined =>
    count > 0 ? energy / count : undefined;
  const method = line.methods.find(({ callsA = 0, callsB = 0 }) => callsA + callsB > 0);
  const { callsA = 0, callsB = 0 } = method ?? {};
  const name = method === undefined ? '' : code(nameOfMethod(method));
  const ofCalls = method === undefined ? [] : [counts(l10n.t('calls of {0}', name), callsA, callsB)];
  const perCall = [
    l10n.t('energy per call of {0}', name),
    each(energyA, callsA),
    each(energyB, callsB),
  ] as const;
  return table(
    'lrrr',
    ['', ...namesOf(view), l10n.t('difference')],
    [
      counts(l10n.t('executions'), executionsA, executionsB),
      ...ofCalls,
      energies(l10n.t('energy per run'), energyA, energyB),
      ...(method === undefined ? [] : [energies(...perCall)]),
      energies(
        l10n.t('energy per execution of the line'),
        each(energyA, executionsA),
        each(energyB, executionsB),
      ),
    ],
  );
}

/** The operations that make the difference of the line, in a run. */
function changedOperations({
  lineA,
  lineB,
  methods,
}: ComparedLine): ComparedLine['methods'][number]['operations'] {
  return methods
    .flatMap(({ operations }) => operations)
    .filter((operation) => operation.lineA === lineA && operation.lineB === lineB);
}

/** The pieces of the line's text whose executions make the difference. */
function pieceTable(view: ComparisonView, line: ComparedLine): string {
  const pieces = line.lineB > 0 ? view.piecesOn(line.line) : [];
  const placed = changedOperations(line).map((operation) => ({
    ...operation,
    fragment: fragmentsOfOperation(operation.operation, pieces),
  }));
  if (placed.length === 0) return '';
  const groups = groupBy(placed, ({ operation, fragment, countA, countB, eachA, eachB }) =>
    fragment === '' || (eachB ?? eachA) === undefined ? operation : `${fragment}\n${countA} ${countB}`,
  );
  const shown = [...groups.values()];
  const rows = shown.slice(0, MOST_OPERATIONS).map((group): PieceCells => {
    const { fragment, countA, countB, eachA, eachB } = at(group, 0);
    const words = group.map(({ operation }) => wordsOfOperation(operation));
    const delta = group.reduce((sum, each) => sum + each.delta, 0);
    return [
      ...cellsOfPiece({ fragment, words }),
      formatCount(countA),
      formatCount(countB),
      unbroken((eachB ?? eachA) === undefined ? l10n.t('not modeled') : signedText(delta, view)),
    ];
  });
  const more: readonly PieceCells[] =
    shown.length > rows.length ? [['', l10n.t('{0} more', shown.length - rows.length)]] : [];
  return tableOfPieces([...namesOf(view), l10n.t('difference')], [...rows, ...more]);
}

/** The same by the operations' names in the catalogue. */
function operationTable(view: ComparisonView, line: ComparedLine): string {
  const changed = changedOperations(line);
  if (changed.length === 0) return '';
  const rows = rowsOf(
    changed,
    MOST_OPERATIONS,
    ({ operation, countA, countB, eachA, eachB, delta }): readonly string[] => {
      const each = eachB ?? eachA;
      const energies =
        each === undefined ? [l10n.t('not modeled'), ''] : [amountText(each, view), signedText(delta, view)];
      return [code(operation), formatCount(countA), formatCount(countB), ...energies.map(unbroken)];
    },
  );
  return table('lrrrr', titlesOf(l10n.t('operation (per run)'), view), rows);
}

/**
 * The table of blocks around the line that ran more or less often; empty if there are none, or if the profile has no
 * operations of blocks.
 */
function blockTable(view: ComparisonView, { line, lineA, lineB, methods }: ComparedLine): string {
  // Lines may have been added above since the run.
  const shift = lineB > 0 ? line + 1 - lineB : 0;
  const changed = methods
    .flatMap(({ blocks }) => blocks)
    .filter((block) => hasBlockChanged(block) && !Number.isNaN(block.delta) && holds(block, lineA, lineB))
    .sort(byChange);
  if (changed.length === 0) return '';
  const rows = rowsOf(changed, MOST_BLOCKS, (block) =>
    [
      nameOfBlock(block, shift),
      formatCount(block.executionsA),
      formatCount(block.executionsB),
      // A block without operations has no energy of its own on either side.
      amountText(block.eachB ?? block.eachA ?? 0, view),
      signedText(block.delta, view),
    ].map(unbroken),
  );
  return table('lrrrr', titlesOf(l10n.t('block (per run)'), view), rows);
}

function titlesOf(title: string, view: ComparisonView): readonly string[] {
  return [title, ...namesOf(view), l10n.t('each'), l10n.t('difference')];
}

function holds(block: BlockDelta, lineA: number, lineB: number): boolean {
  return lineB > 0 && block.lineB > 0
    ? block.lineB <= lineB && lineB <= block.lastB
    : block.lineB === 0 && block.lineA > 0 && block.lineA <= lineA && lineA <= block.lastA;
}

/** "loop body, lines 4–6", with the lines of the text as it is now. */
function nameOfBlock(
  { roleA = '', roleB = roleA, lineA, lastA, lineB, lastB }: BlockDelta,
  shift: number,
): string {
  const role = ROLES[roleB]?.() ?? escapeText(roleB);
  const [first, last] = lineB > 0 ? [lineB + shift, lastB + shift] : [lineA, lastA];
  return last > first
    ? l10n.t('{0}, lines {1}', role, describeLines(first, last))
    : l10n.t('{0}, line {1}', role, first);
}

/** The words for a block's part in loops and branches, by the profile's own words. */
const ROLES: Readonly<Record<string, () => string>> = {
  'loop-condition': () => l10n.t('loop condition'),
  'loop-body': () => l10n.t('loop body'),
  branch: () => l10n.t('branch'),
  handler: () => l10n.t('exception handler'),
  sequence: () => l10n.t('sequence'),
};

function counts(title: string, a: number, b: number): readonly string[] {
  const change = a === b ? '±0' : `${b < a ? '−' : '+'}${formatCount(Math.abs(b - a))}`;
  return [title, formatCount(a), formatCount(b), change].map(unbroken);
}

/** A sentence about certainty: counts are exact, the energies of runs are not. */
function certainty(view: ComparisonView, line: ComparedLine): string {
  const { low, high, isSignificant, countsDiffer, smallest } = line;
  const counted = countsDiffer
    ? l10n.t('The exact counts differ: the program took a different path.')
    : l10n.t('The exact counts are the same.');
  if (line.atLeast !== undefined)
    return `${counted} ${l10n.t('The line executes operations that are not modeled, so the difference is unknown.')}`;
  // Equal counts at equal costs differ by nothing; and shares have no runs.
  if ((low === 0 && high === 0) || view.comparison.unit === 'share') return counted;
  if (Number.isNaN(low)) {
    const why = view.comparison.totals.isMeasured
      ? l10n.t('One side has only one measured run, so the variation between runs is unknown.')
      : l10n.t('The energies come from the model alone, so the variation between runs is unknown.');
    return `${counted} ${why}`;
  }
  const range = [signedText(low, view), signedText(high, view)] as const;
  const found = isSignificant
    ? l10n.t(
        'Difference per run: {0} to {1} (95 % interval). That is more than chance, with all lines taken into account.',
        ...range,
      )
    : l10n.t(
        'Difference per run: {0} to {1} (95 % interval). That could be chance; a difference of {2} would have been found in 8 of 10 cases.',
        ...range,
        amountText(smallest, view),
      );
  return `${counted} ${found}`;
}

function goneTable(view: ComparisonView, { after, lines }: GoneLines): string {
  const [before] = namesOf(view);
  const where =
    after < 0
      ? l10n.t('Removed above this line; only {0} ran it:', before)
      : l10n.t('Removed below this line; only {0} ran it:', before);
  const rows = rowsOf(lines, MOST_GONE, ({ lineA, methods: [method], executionsA, energyA, atLeast }) => [
    String(lineA),
    method === undefined ? '' : code(nameOfMethod(method)),
    formatCount(executionsA),
    unbroken(leastText(energyA, isAtLeast(atLeast, 'A'), view)),
  ]);
  const titles = [l10n.t('line'), l10n.t('method'), l10n.t('executions'), l10n.t('energy per run')];
  return join([`**${CHANGE_SYMBOLS.gone}** ${where}`, table('rlrr', titles, rows)], '\n\n');
}

/** The old text, between fences that it cannot close. */
function goneText({ lines }: GoneLines, oldLines: readonly string[] | undefined): string {
  if (oldLines === undefined) return '';
  const texts = lines
    .slice(0, MOST_GONE)
    .map(({ lineA }) => (oldLines[lineA - 1] ?? '').replaceAll('~~~', '~ ~'));
  return ['~~~~java', ...texts, '~~~~'].join('\n');
}

function namesOf({ comparison: { names } }: ComparisonView): readonly [string, string] {
  return [code(names[0]), code(names[1])];
}
