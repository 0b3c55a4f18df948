/**
 * The summary of what an import placed and what it could not, for the command line and for the editor.
 *
 * Sits in `recordings/`, over `recordings/place/placed-values`.
 */
import type { MeasureUnit } from '../../base/measure';
import type { ImportProblem } from './imported-profile';
import { UNPLACED_REASONS, type UnplacedReason } from '../place/place-frame';
import {
  missingOf,
  placeValues,
  type PlacedRecording,
  type PlacedValue,
  type UnplacedValue,
} from '../place/placed-values';
import { formatAmount } from '../../words/amount-text';
import { shortMethodInWords } from '../../words/text-sections';

export interface RecordingSummary {
  /** "nights.jfr" */
  readonly name: string;
  /** "nights.jfr (jfr)" */
  readonly title: string;
  readonly device: string;
  readonly tool: string;
  readonly date: string;
  /** One for each measure: what of its total is in the sources, and where the rest is. */
  readonly accounts: readonly string[];
  /** The one of {@link accounts} that tells most: of energy, if any of it was placed, or of what was placed best. */
  readonly headline: string;
  readonly measures: readonly MeasureSummary[];
  /** The places that have most of the measure of {@link headline}, {@link MOST_HOT} at most; lines where they are known. */
  readonly hottest: { readonly methods: readonly HotPlace[]; readonly lines: readonly HotPlace[] };
  /** True if the recording has line numbers that are not trusted. */
  readonly hasBiasedLines: boolean;
  /** The unit of {@link hottest}. */
  readonly unit: MeasureUnit;
  /** The largest first, {@link MOST_UNPLACED} at most. */
  readonly unplaced: readonly UnplacedSummary[];
  readonly furtherUnplaced: number;
  readonly problems: readonly string[];
}

/** One kind of amount that was recorded, and where it is. */
export interface MeasureSummary {
  /** "samples of Java code" */
  readonly name: string;
  /** The component and the device, if they are told. */
  readonly of: string;
  readonly unit: MeasureUnit;
  /** "153 samples" */
  readonly total: string;
  /** Parts that add up to the total. */
  readonly parts: readonly {
    readonly where: 'sources' | 'called' | UnplacedReason;
    readonly amount: string;
    readonly share: number;
  }[];
}

export interface HotPlace {
  /** The method, without its package: "Nights.weigh", "new Night" */
  readonly name: string;
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly amount: string;
  readonly share: number;
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
const MOST_HOT = 10;

/** `component`: the one whose accounts are wanted; empty for all. */
export function summarizeRecording(placed: PlacedRecording, component = ''): RecordingSummary {
  const { source, measures, problems } = placed.recording;
  const { accounts, places, unplaced } = placeValues(placed);
  let [headline, most, main] = ['', -1, 0];
  const told: MeasureSummary[] = [];
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
    if (tells > most) [headline, most, main] = [sum, tells, index];
    told.push({
      ...{ name: measure.name, of, unit: measure.unit, total: amount(account.total) },
      parts: [
        { where: 'sources' as const, value: isWhole ? 0 : own },
        { where: 'called' as const, value: called },
        ...UNPLACED_REASONS.map((where) => ({ where, value: isWhole ? 0 : (account.unplaced[where] ?? 0) })),
      ]
        .filter(({ value }) => value > 0)
        .map(({ where, value }) => ({ where, amount: amount(value), share: value / account.total })),
    });
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
    name: source.name,
    title: `${source.name} (${source.format})`,
    device: source.device ?? '',
    tool: source.tool ?? '',
    date: source.date ?? '',
    accounts: lines,
    headline,
    measures: told,
    hasBiasedLines: placed.recording.lineTrust === 'biased',
    unit: measures[main]?.unit ?? 'share',
    hottest: hottestOf(places, main, {
      total: accounts[main]?.total ?? 0,
      unit: measures[main]?.unit ?? 'share',
    }),
    unplaced: listed,
    furtherUnplaced: unplaced.length - listed.length,
    problems: problems.map(describeProblem),
  };
}

/** "line 12: …": with its place, where it has one. */
export function describeProblem({ place, message }: ImportProblem): string {
  return place === undefined ? message : `${place.kind} ${place.at}: ${message}`;
}

/** The methods and the lines that have most of a measure. A line counts for its method, too. */
function hottestOf(
  places: readonly PlacedValue[],
  measure: number,
  { total, unit }: { readonly total: number; readonly unit: MeasureUnit },
): RecordingSummary['hottest'] {
  const [methods, lines] = [new Map<string, SummedPlace>(), new Map<string, SummedPlace>()];
  for (const { placement, values } of places) {
    const value = values[measure] ?? 0;
    if (value <= 0) continue;
    const method = methodOf(placement);
    if (method !== undefined) add(methods, placement.path, method, value);
    if (placement.kind === 'line')
      add(lines, placement.path, { name: method?.name ?? '', line: placement.line }, value);
  }
  const listed = (found: ReadonlyMap<string, SummedPlace>): readonly HotPlace[] =>
    [...found.values()]
      .sort(
        (one, other) =>
          other.value - one.value || one.path.localeCompare(other.path) || one.line - other.line,
      )
      .slice(0, MOST_HOT)
      .map(({ value, ...place }) => ({
        ...place,
        amount: formatAmount(value, unit),
        share: total > 0 ? value / total : 0,
      }));
  return { methods: listed(methods), lines: listed(lines) };
}

interface SummedPlace extends Pick<HotPlace, 'name' | 'path' | 'line'> {
  value: number;
}

function add(
  to: Map<string, SummedPlace>,
  path: string,
  { name, line }: Pick<HotPlace, 'name' | 'line'>,
  value: number,
): void {
  const key = `${path}:${line}`;
  const known = to.get(key);
  if (known === undefined) to.set(key, { name, path, line, value });
  else known.value += value;
}

/** The method of a place, by its name without the package; the class of what is in no method. */
function methodOf(placement: PlacedValue['placement']): Pick<HotPlace, 'name' | 'line'> | undefined {
  switch (placement.kind) {
    case 'line':
    case 'method':
      return (
        placement.method && { name: shortMethodInWords(placement.method.name), line: placement.method.first }
      );
    case 'overloads': {
      const [first] = placement.methods;
      return first && { name: shortMethodInWords(first.name), line: first.first };
    }
    case 'class':
      return { name: shortMethodInWords(placement.class), line: placement.line };
  }
}
