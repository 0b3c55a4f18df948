/**
 * The summary of what an import placed and what it could not, for the command line and for the editor.
 *
 * Sits in `recordings/`, over `recordings/place/placed-values`.
 */
import type { ImportProblem } from './imported-profile';
import { missingOf, placeValues, type PlacedRecording, type UnplacedValue } from '../place/placed-values';
import { formatAmount } from '../../words/amount-text';

export interface RecordingSummary {
  /** "nights.jfr (jfr)" */
  readonly title: string;
  readonly device: string;
  readonly tool: string;
  readonly date: string;
  /** One for each measure: what of its total is in the sources, and where the rest is. */
  readonly accounts: readonly string[];
  /** The one of {@link accounts} that tells most: of energy, if any of it was placed, or of what was placed best. */
  readonly headline: string;
  /** The largest first, {@link MOST_UNPLACED} at most. */
  readonly unplaced: readonly UnplacedSummary[];
  readonly furtherUnplaced: number;
  readonly problems: readonly string[];
}

export interface UnplacedSummary {
  readonly name: string;
  readonly reason: UnplacedValue['reason'];
  /** The amounts in each measure that has any, as text with their units. */
  readonly amounts: readonly string[];
  /** Files that could be meant. */
  readonly candidates: readonly string[];
}

/** More than anyone reads; the document has all. */
const MOST_UNPLACED = 200;

/** `component`: the one whose accounts are wanted; empty for all. */
export function summarizeRecording(placed: PlacedRecording, component = ''): RecordingSummary {
  const { source, measures, problems } = placed.recording;
  const { accounts, unplaced } = placeValues(placed);
  let [headline, most] = ['', -1];
  const lines = measures.flatMap((measure, index): readonly string[] => {
    const account = accounts[index];
    if (account === undefined || (component !== '' && measure.component !== component)) return [];
    const amount = (value: number): string => formatAmount(value, measure.unit);
    const { placed: own, called = 0 } = account;
    const isWhole = measure.level === 'total' && own + called === 0;
    const parts = isWhole ? [] : [`${amount(own)} in the sources`];
    if (called > 0) parts.push(`${amount(called)} in library code that they call`);
    for (const [reason, value] of Object.entries(account.unplaced))
      if (value > 0 && !isWhole) parts.push(`${amount(value)} ${reason}`);
    const of = [measure.component, measure.device].filter((each) => each !== undefined).join(', ');
    const whole = measure.name.includes('whole program')
      ? ', without lines'
      : ' of the whole program, without lines';
    const where = isWhole ? whole : ` = ${parts.join(' + ')}`;
    const sum = `${measure.name}${of === '' ? '' : ` (${of})`}: ${amount(account.total)}${where}`;
    const share = account.total > 0 ? (own + called) / account.total : 0;
    const isPart = measure.level === 'api' || measure.level === 'path';
    const tells = share > 0 && measure.unit === 'joules' && !isPart ? 1 + share : share;
    if (tells > most) [headline, most] = [sum, tells];
    const missing = missingOf(account);
    return Math.abs(missing) > 1e-9 * account.total
      ? [sum, `missing: ${amount(missing)}; please report this`]
      : [sum];
  });
  const listed = unplaced
    .slice(0, MOST_UNPLACED)
    .map(({ name, reason, values, candidates = [] }): UnplacedSummary => ({
      name,
      reason,
      amounts: measures.flatMap(({ unit }, index) => {
        const value = values[index] ?? 0;
        return value > 0 ? [formatAmount(value, unit)] : [];
      }),
      candidates,
    }));
  return {
    title: `${source.name} (${source.format})`,
    device: source.device ?? '',
    tool: source.tool ?? '',
    date: source.date ?? '',
    accounts: lines,
    headline,
    unplaced: listed,
    furtherUnplaced: unplaced.length - listed.length,
    problems: problems.map(describeProblem),
  };
}

/** "line 12: …": with its place, where it has one. */
export function describeProblem({ place, message }: ImportProblem): string {
  return place === undefined ? message : `${place.kind} ${place.at}: ${message}`;
}
