/**
 * The hover of a line of a comparison: what it took before and takes now, and how sure the difference is; and the
 * lines below it that are gone.
 *
 * Sits in `lsp/`. Pure: a view and a line make Markdown. Names come from the user's text, so all are escaped.
 */
import * as l10n from '@vscode/l10n';
import { formatCount } from '../../words/energy-text';
import type { ComparedLine, GoneLines } from '../../compare/deltas/place-changes';
import { blockTable } from './changes-blocks';
import { amountText, type ChangesView, nameOfMethod, relativeText, signedText } from './changes-view';
import { CHANGE_SYMBOLS } from '../../protocol/overlay';
import { differenceOf } from '../../pages/changes';
import { escapeCode } from './markdown';

/** The most gone lines that are listed at one place. */
const MOST_GONE = 12;

const MOST_OPERATIONS = 8;

/**
 * The hover as Markdown; undefined for a line that neither run executed.
 *
 * @param oldLines the text that the earlier profile ran, if it is known.
 */
export function describeChange(
  view: ChangesView,
  lineNumber: number,
  oldLines: readonly string[] | undefined,
): string | undefined {
  const line = view.changes.lines.find((each) => each.line === lineNumber);
  const gone = view.changes.gone.filter(({ after }) => Math.max(after, 0) === lineNumber);
  const parts = [
    ...(line === undefined
      ? []
      : [
          heading(view, line),
          figureTable(view, line),
          operationTable(view, line),
          blockTable(view, line),
          certainty(view, line),
        ]),
    ...gone.flatMap((each) => [goneTable(view, each), goneText(each, oldLines)]),
  ];
  const said = parts.filter((part) => part !== '');
  return said.length === 0 ? undefined : said.join('\n\n');
}

const HEADINGS = {
  same: () => l10n.t('no change'),
  cheaper: () => l10n.t('less energy'),
  dearer: () => l10n.t('more energy'),
  new: () => l10n.t('new'),
  gone: () => l10n.t('no longer runs'),
};

function heading(view: ChangesView, { change, amount, energyA }: ComparedLine): string {
  const word = HEADINGS[change]();
  if (change === 'same') return `**Jouleline: ${word}**`;
  const share = change === 'gone' ? '' : relativeText(amount, energyA, view);
  return `**Jouleline: ${CHANGE_SYMBOLS[change]} ${word}, ${l10n.t('{0} per run', signedText(amount, view))}${share}**`;
}

/** The energies of a run, of a call and of an execution: each row says which. */
function figureTable(view: ChangesView, line: ComparedLine): string {
  const [before, after] = namesOf(view);
  const { executionsA, executionsB, energyA, energyB } = line;
  const energies = (title: string, a: number | undefined, b: number | undefined): string => {
    const text = (energy: number | undefined): string =>
      energy === undefined ? '–' : unbroken(amountText(energy, view));
    const change = a === undefined || b === undefined ? '' : unbroken(signedText(differenceOf(a, b), view));
    return `| ${[title, text(a), text(b), change].join(' | ')} |`;
  };
  const each = (energy: number, count: number): number | undefined =>
    count > 0 ? energy / count : undefined;
  const method = line.methods.find(({ callsA = 0, callsB = 0 }) => callsA + callsB > 0);
  return [
    `| | ${before} | ${after} | ${l10n.t('difference')} |`,
    '|---|--:|--:|--:|',
    counts(l10n.t('executions'), executionsA, executionsB),
    ...(method === undefined
      ? []
      : [counts(l10n.t('calls of {0}', code(nameOfMethod(method))), method.callsA ?? 0, method.callsB ?? 0)]),
    energies(l10n.t('energy per run'), energyA, energyB),
    ...(method === undefined
      ? []
      : [
          energies(
            l10n.t('energy per call of {0}', code(nameOfMethod(method))),
            each(energyA, method.callsA ?? 0),
            each(energyB, method.callsB ?? 0),
          ),
        ]),
    energies(
      l10n.t('energy per execution of the line'),
      each(energyA, executionsA),
      each(energyB, executionsB),
    ),
  ].join('\n');
}

/** The operations that make the difference of the line, in a run. */
function operationTable(view: ChangesView, { lineA, lineB, methods }: ComparedLine): string {
  const changed = methods
    .flatMap(({ operations }) => operations)
    .filter((operation) => operation.lineA === lineA && operation.lineB === lineB);
  if (changed.length === 0) return '';
  const [before, after] = namesOf(view);
  const rows = changed.slice(0, MOST_OPERATIONS).map(({ operation, countA, countB, eachA, eachB, delta }) => {
    const each = eachB ?? eachA;
    const energies =
      each === undefined ? [l10n.t('not modeled'), ''] : [amountText(each, view), signedText(delta, view)];
    return `| ${[code(operation), formatCount(countA), formatCount(countB), ...energies.map(unbroken)].join(' | ')} |`;
  });
  if (changed.length > MOST_OPERATIONS)
    rows.push(`| ${l10n.t('{0} more', changed.length - MOST_OPERATIONS)} | | | | |`);
  const titles = [l10n.t('operation (per run)'), before, after, l10n.t('each'), l10n.t('difference')];
  return [`| ${titles.join(' | ')} |`, '|---|--:|--:|--:|--:|', ...rows].join('\n');
}

function counts(title: string, a: number, b: number): string {
  const change = a === b ? '±0' : `${b < a ? '−' : '+'}${formatCount(Math.abs(b - a))}`;
  return `| ${[title, formatCount(a), formatCount(b), change].map(unbroken).join(' | ')} |`;
}

/** A sentence about certainty: counts are exact, the energies of runs are not. */
function certainty(view: ChangesView, line: ComparedLine): string {
  const { low, high, isSignificant, countsDiffer, smallest } = line;
  const counted = countsDiffer
    ? l10n.t('The exact counts differ: the program took a different path.')
    : l10n.t('The exact counts are the same.');
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

function goneTable(view: ChangesView, { after, lines }: GoneLines): string {
  const [before] = namesOf(view);
  const where =
    after < 0
      ? l10n.t('Removed above this line; only {0} ran it:', before)
      : l10n.t('Removed below this line; only {0} ran it:', before);
  const rows = lines.slice(0, MOST_GONE).map(({ lineA, methods, executionsA, energyA }) => {
    const [method] = methods;
    const name = method === undefined ? '' : code(nameOfMethod(method));
    return `| ${[String(lineA), name, formatCount(executionsA), unbroken(amountText(energyA, view))].join(' | ')} |`;
  });
  if (lines.length > MOST_GONE) rows.push(`| ${l10n.t('{0} more', lines.length - MOST_GONE)} | | | |`);
  return [
    `**${CHANGE_SYMBOLS.gone}** ${where}`,
    '',
    `| ${[l10n.t('line'), l10n.t('method'), l10n.t('executions'), l10n.t('energy per run')].join(' | ')} |`,
    '|--:|---|--:|--:|',
    ...rows,
  ].join('\n');
}

/** The old text, between fences that it cannot close. */
function goneText({ lines }: GoneLines, oldLines: readonly string[] | undefined): string {
  if (oldLines === undefined) return '';
  const texts = lines
    .slice(0, MOST_GONE)
    .map(({ lineA }) => (oldLines[lineA - 1] ?? '').replaceAll('~~~', '~ ~'));
  return ['~~~~java', ...texts, '~~~~'].join('\n');
}

function namesOf({ comparison: { names } }: ChangesView): readonly [string, string] {
  return [code(names[0]), code(names[1])];
}

function code(name: string): string {
  return `\`${escapeCode(name)}\``;
}

/** A figure and its unit stay on one line. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
