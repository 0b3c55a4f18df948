/** The hottest lines and methods of recordings as text, by the figures that the editor shows. Sits in `cli/`. */
import { formatAmount } from '../../words/amount-text';
import { type EnergyUnit, formatEnergy, formatShare } from '../../words/energy-text';
import type { RecordingSummary } from '../../recordings/model/summarize-recording';
import { counted } from '../../base/counted';
import { REACH_OF_90 } from '../../base/distributions';
import type { Amount } from '../../recordings/merge/evidence';
import type { ShownEvidence, ShownPlace } from '../../recordings/merge/side-by-side';
import { basisOfDivision, type DividedAmount, type Division } from '../../lines/file-evidence';
import { wordsOfOperation } from '../../operations/catalogue/operation-words';
import { makePrintable, type TerminalPainter } from '../terminal';
import { findingPlaceOf } from './sarif';

export interface RecordingTextOptions {
  readonly painter: TerminalPainter;
  readonly unit: EnergyUnit;
  /** The most places that are listed. */
  readonly top: number;
  /** The text of a line, counted from 1; empty if it is not known. */
  readonly textAt: (path: string, line: number) => string;
  readonly division?: Division;
}

const TOP_OPERATIONS = 3;
/** A damaged file has one for each of its lines, which 'jouleline import' printed. */
const MOST_PROBLEMS = 5;

/** "multiplies longs 26.2 %, adds ints 20.0 %, 5 more; not modeled, without a part: …", the shares of the whole. */
export function describeParts(amount: DividedAmount | undefined, whole: number): string {
  const { parts, unmodeled } = amount ?? NOTHING;
  const shown = parts.slice(0, TOP_OPERATIONS).map(({ name, mean }) => {
    const words = name === '' ? 'not modeled' : makePrintable(wordsOfOperation(name));
    return `${words} ${formatShare(whole > 0 ? mean / whole : 0)}`;
  });
  const more = parts.length - shown.length;
  const listed = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const names = unmodeled.slice(0, TOP_OPERATIONS).map((name) => makePrintable(wordsOfOperation(name)));
  const others = unmodeled.length - names.length;
  const without = [...names, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return [listed, without === '' ? '' : `not modeled, without a part: ${without}`]
    .filter((each) => each !== '')
    .join('; ');
}

/** The part of the code that a figure belongs to, if that is not its line; else empty. */
function extentOf(placement: ShownPlace['placement']): string {
  switch (placement.kind) {
    case 'line':
      return '';
    case 'method':
      return ', whole method';
    case 'overloads':
      return `, one of ${placement.methods.length} overloads`;
    case 'class':
      return ', in the class, on none of its lines';
  }
}

const NOTHING: DividedAmount = { parts: [], unmodeled: [] };

export function* formatRecordingText(
  summaries: readonly RecordingSummary[],
  shown: ShownEvidence,
  { painter, unit, top, textAt, division }: RecordingTextOptions,
): Generator<string> {
  for (const { title, accounts, problems } of summaries) {
    yield `${painter.bold(makePrintable(title))}\n`;
    for (const account of accounts) yield `  ${makePrintable(account)}\n`;
    const own = problems.filter((problem) => !shown.doubts.includes(problem));
    for (const problem of own.slice(0, MOST_PROBLEMS)) yield `  ${makePrintable(problem)}\n`;
    if (own.length > MOST_PROBLEMS)
      yield `  and ${counted(own.length - MOST_PROBLEMS, 'more problem')} of the import\n`;
  }
  const { measure } = shown;
  const figure = (value: number): string =>
    measure.unit === 'joules' ? formatEnergy(value, unit) : formatAmount(value, measure.unit);
  const describeAmount = ({ mean, variance, called = 0 }: Amount): string => {
    const reach = REACH_OF_90 * Math.sqrt(variance ?? 0);
    const interval =
      variance === undefined ? '' : `, ${figure(Math.max(0, mean - reach))} to ${figure(mean + reach)}`;
    return `${figure(mean)}${interval}${called > 0 ? `, of it ${figure(called)} in library code` : ''}`;
  };
  const places = hottestPlaces(shown);
  const device = [measure.device, measure.component].map((of) => (of === '' ? '' : `, ${of}`)).join('');
  yield `\n${painter.bold('Hottest')}, by ${makePrintable(measure.names.join(', '))} (${measure.provenance}${measure.isProxy ? ', CPU time as a proxy' : ''}${makePrintable(device)}), shares of ${figure(measure.total)}\n`;
  const others = measure.otherDevices.map((other) => (other === '' ? 'a device without a name' : other));
  if (others.length > 0)
    yield `  Devices are never added up: lines of ${makePrintable(others.join(', '))} are listed by --device\n`;
  if (division !== undefined)
    yield `  Operations of lines: ${basisOfDivision(measure)}, in the proportions of ${makePrintable(division.model)}\n`;
  for (const doubt of shown.doubts) yield `  ${makePrintable(doubt)}\n`;
  for (const [index, { placement, amount, parts }] of places.slice(0, top).entries()) {
    const { path, line, name } = findingPlaceOf(placement);
    const share = measure.total > 0 ? formatShare(amount.mean / measure.total) : '';
    const whole = extentOf(placement);
    yield `${String(index + 1).padStart(4)}  ${makePrintable(path)}:${line}  ${describeAmount(amount)}  ${share}${whole}\n`;
    const text = placement.kind === 'line' ? textAt(path, line).trim() : name;
    if (text !== '') yield `      ${painter.dim(makePrintable(text))}\n`;
    const columns = parts.map(({ component: name, amount: part }) => `${name} ${figure(part.mean)}`);
    if (columns.length > 0) yield `      ${makePrintable(columns.join(', '))}\n`;
    const operations = describeParts(division?.divide({ placement, amount }), amount.mean);
    if (operations !== '') yield `      ${painter.dim(operations)}\n`;
  }
  if (places.length > top) yield `      and ${places.length - top} more: --top ${places.length}\n`;
}

type KnownPlace = ShownPlace & { readonly amount: Amount };

/** The places that the shown device is known to have run, the hottest first. */
function hottestPlaces({ byPath }: ShownEvidence): readonly KnownPlace[] {
  return [...byPath.values()]
    .flat()
    .filter((place): place is KnownPlace => place.amount !== undefined)
    .sort((a, b) => b.amount.mean - a.amount.mean);
}
