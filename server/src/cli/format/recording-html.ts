/**
 * A recording as one page that needs nothing else: what it is, where its
 * energy went, and the hottest places.
 *
 * Sits in `cli/`. Nothing remote and no script; its content security
 * policy admits its own style by hash. Names come from files of other tools:
 * all are escaped.
 */
import { methodInWords } from '../../words/text-sections';
import { type PlacedRecording, placeValues } from '../../recordings/place/placed-values';
import { amountOf } from '../../recordings/merge/evidence';
import type { Measure } from '../../base/measure';
import { rankAmong } from '../../lines/heat';
import { type EnergyScale, stepIn } from '../../words/energy-scale';
import { figuresOf, formatEnergy, formatInterval, formatShare, JOULES } from '../../words/energy-text';
import { formatAmount } from '../../words/amount-text';
import { formatPageHead } from '../../words/page-head';
import { policyHash } from '../../host/files/bundled-media';
import { basisOfDivision, type Division } from '../../lines/file-evidence';
import { makePrintable } from '../terminal';
import { describeParts } from './recording-text';
import { styleSteps, escapePrintable } from './html-colors';
import { COLOR_STEPS } from './options';

const MOST_ROWS = 500;

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}td,th{padding:.2rem .6rem;text-align:left;vertical-align:top}
th{border-bottom:1px solid}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.h{background:var(--heat);color:var(--heat-ink)}code{overflow-wrap:anywhere}`;

interface AmountRow {
  readonly name: string;
  readonly value: number;
  readonly variance: number | undefined;
  /** Its operations, in words; empty where the model knows none there. */
  readonly operations?: string;
}

export function* formatRecordingHtml(
  placed: PlacedRecording,
  version: string,
  division?: Division,
): Generator<string> {
  const { source, measures, problems, lineTrust } = placed.recording;
  const values = placeValues(placed);
  const style = styleSteps('blue-purple-red') + STYLE;
  const title = `Energy of ${makePrintable(source.name)}`;
  yield `${formatPageHead({ title, style }, { hashOf: policyHash })}<h1>${escapePrintable(title)}</h1>\n`;
  const facts = [
    source.tool === undefined ? undefined : `made by ${source.tool}`,
    source.date,
    source.device,
    lineTrust === 'biased' ? 'its lines are those of JIT-compiled code, which are biased' : undefined,
  ].filter((fact) => fact !== undefined);
  if (facts.length > 0) yield `<p>${facts.map(escapePrintable).join(' · ')}</p>\n`;
  for (const [index, measure] of measures.entries()) {
    yield `<h2>${escapePrintable(nameOf(measure))}</h2>\n`;
    const account = values.accounts[index];
    if (account !== undefined) yield formatAccount(account, measure);
    const places = values.places.map(({ placement, ...of }): AmountRow => {
      const where =
        placement.kind === 'line'
          ? `${placement.path}:${placement.line}${placement.method === undefined ? '' : ` ${methodInWords(placement.method.name)}`}`
          : `${placement.path} ${namesOf(placement)}`;
      const amount = amountOf(of, index);
      const value = amount.mean;
      const operations = describeParts(division?.divide({ placement, amount }), value);
      return { name: where, value, variance: of.variances[index], operations };
    });
    const rest = values.unplaced.map(({ name, reason, values: own }): AmountRow => {
      return { name: `${name} (${reason})`, value: own[index] ?? 0, variance: undefined };
    });
    if (division !== undefined)
      yield `<p>Operations: ${escapePrintable(`${basisOfDivision(measure)}, in the proportions of ${division.model}`)}.</p>\n`;
    const all = [...places, ...rest].map(({ value }) => value);
    const scale = rankAmong(all, all.length);
    yield* formatRows('In the sources', places, measure, scale);
    yield* formatRows('Not in the sources', rest, measure, scale);
  }
  if (problems.length > 0)
    yield `<h2>What to know</h2>\n<ul>${problems.map(({ message }) => `<li>${escapePrintable(message)}</li>`).join('')}</ul>\n`;
  yield `<footer><p>Made by Jouleline ${escapePrintable(version)}. This page holds all it needs and sends nothing.</p></footer>\n</body>\n</html>\n`;
}

function namesOf(
  placement: Exclude<
    ReturnType<typeof placeValues>['places'][number]['placement'],
    { readonly kind: 'line' }
  >,
): string {
  switch (placement.kind) {
    case 'method':
      return methodInWords(placement.method.name);
    case 'overloads':
      return `${methodInWords(placement.methods[0]?.name ?? '')} (one of ${placement.methods.length} overloads)`;
    case 'class':
      return methodInWords(placement.class);
  }
}

function nameOf({ name, component, device, provenance, isProxy }: Measure): string {
  const what = [component, device, provenance, isProxy === true ? 'proxy' : undefined];
  return `${name} (${what.filter((each) => each !== undefined).join(', ')})`;
}

function formatAccount(
  { total, placed, called = 0, unplaced }: ReturnType<typeof placeValues>['accounts'][number],
  { unit }: Measure,
): string {
  const parts = [
    `${formatAmount(placed, unit)} in the sources`,
    ...(called > 0 ? [`${formatAmount(called, unit)} in library code that they call`] : []),
    ...Object.entries(unplaced).flatMap(([reason, value]) =>
      value > 0 ? [`${formatAmount(value, unit)} ${reason}`] : [],
    ),
  ];
  return `<p>${escapePrintable(`${formatAmount(total, unit)} = ${parts.join(' + ')}`)}</p>\n`;
}

function* formatRows(
  title: string,
  rows: readonly AmountRow[],
  { unit, total }: Measure,
  scale: EnergyScale,
): Generator<string> {
  const sorted = rows.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  if (sorted.length === 0) return;
  const isDivided = rows.some(({ operations = '' }) => operations !== '');
  yield `<h3>${escapePrintable(title)}</h3>\n<table>\n<tr><th>place</th><th class="n">value</th><th class="n">5–95 %</th><th class="n">share</th>${isDivided ? '<th>operations</th>' : ''}</tr>\n`;
  for (const { name, value, variance, operations = '' } of sorted.slice(0, MOST_ROWS)) {
    const step = stepIn(scale, value, { scale: 'logarithmic', steps: COLOR_STEPS });
    const energy = { mean: value, variance: variance ?? 0 };
    const shown = unit === 'joules' ? formatEnergy(value, JOULES) : formatAmount(value, unit);
    const hasInterval = unit === 'joules' && figuresOf(energy).sd > 0;
    const interval = hasInterval ? formatInterval(energy, JOULES) : '';
    yield `<tr><td class="h h${step}"><code>${escapePrintable(name)}</code></td><td class="n">${escapePrintable(shown)}</td><td class="n">${escapePrintable(interval)}</td><td class="n">${escapePrintable(formatShare(value / total))}</td>${isDivided ? `<td>${escapePrintable(operations)}</td>` : ''}</tr>\n`;
  }
  yield '</table>\n';
  if (sorted.length > MOST_ROWS) yield `<p>and ${sorted.length - MOST_ROWS} more</p>\n`;
}
