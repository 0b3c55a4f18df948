/**
 * The overlay and the lenses of a comparison.
 *
 * Sits in `lsp/`. Pure. A line that both sides ran alike has no color, unless its difference is more than chance.
 */
import * as l10n from '@vscode/l10n';
import { at, present } from '../../base/check';
import type { Joules } from '../../base/units';
import { fitting, formatCount } from '../../words/energy-text';
import { amountOf, type ComparedMethod } from '../../compare/deltas/place-changes';
import { rankAmong } from '../../lines/heat';
import { countAbove } from '../../words/energy-scale';
import { machineOf } from '../../cost/model/model-registry';
import { CHANGE_SYMBOLS, type OverlayLine } from '../../protocol/overlay';
import {
  type MethodLens,
  MOST_OF_LENS,
  MOST_OF_STATUS,
  scaleOfChanges,
  stepsOfScale,
  type ViewParts,
} from './view';
import { describeChange } from './comparison-hover';
import {
  type AmountContext,
  amountText,
  changeText,
  type ComparisonView,
  wordOf,
  goneText,
  isAtLeast,
  leastText,
  relativeText,
  signedText,
  stepsOf,
  totalsOf,
} from './comparison-view';
import { code, escapeText } from './markdown';

export function comparisonParts(view: ComparisonView): ViewParts {
  const { changes, comparison, settings, model } = view;
  const [before, after] = comparison.names;
  const scale = stepsOfScale(settings);
  const named = view.members.filter(({ kind }) => kind === 'method' || kind === 'constructor');
  return {
    lines: () => listLines(view),
    ...(changes.gone.length > 0 && {
      gone: changes.gone.map((each) => ({
        after: each.after,
        step: at(scale.gone, 0),
        text: goneText(each, view),
      })),
    }),
    scale: scaleOfChanges(settings),
    legend: () => ({
      modelTitle: model.title,
      machine: model.isLocal ? '' : machineOf(model),
      provenance: 'modeled',
      modeledShare: 1,
      unmodeledNote: l10n.t('Operations that are not modeled are compared by their counts only.'),
      comparison: { before, after, steps: scale },
    }),
    status: () => statusOf(view),
    tooltip: () => tooltipOf(view),
    async hover(line) {
      const hasGone = changes.gone.some((gone) => Math.max(gone.after, 0) === line);
      return describeChange(view, line, hasGone ? await view.oldLines() : undefined);
    },
    lenses: () => {
      const ran = changes.lines.flatMap(({ methods }) => methods);
      const byKey = new Map(ran.map((method) => [keyOf(method), method]));
      return named.flatMap(({ key, nameStart }) => {
        const method = byKey.get(key);
        return method === undefined ? [] : [{ place: nameStart, ...lensTexts(view, method) }];
      });
    },
    methods: () => named.map(({ nameStart }) => nameStart),
  };
}

function listLines(view: ComparisonView): readonly OverlayLine[] {
  const { changes, comparison, settings } = view;
  const steps = stepsOf(changes, comparison, settings);
  const amounts = changes.lines.map(({ amount }) => Math.abs(amount));
  const all = amounts.reduce((sum, amount) => sum + amount, 0);
  const { energies } = rankAmong(amounts, amounts.length);
  return changes.lines.flatMap((line, index): readonly OverlayLine[] => {
    const { change } = line;
    const amount = at(amounts, index);
    if (change === 'same') return [];
    return [
      {
        line: line.line,
        step: at(steps, index),
        rank: 1 + countAbove(energies, amount),
        share: all > 0 ? amount / all : 0,
        text: changeText(line, view),
        mostlyUnmodeled: false,
        change,
      },
    ];
  });
}

/** "▼ −1.2 µJ (−34 %)" */
function statusOf(view: ComparisonView): string {
  const { changes } = view;
  if (changes.lines.every(({ change }) => change === 'same') && changes.gone.length === 0)
    return changes.unplaced.lines > 0 ? l10n.t('edited since') : l10n.t('no change');
  const { energyA, atLeast } = totalsOf(changes);
  if (atLeast !== undefined) return l10n.t('not comparable');
  const all = [...changes.lines, ...changes.gone.flatMap(({ lines }) => lines)];
  const delta = all.reduce((sum, { amount }) => sum + amount, 0);
  return fitting(MOST_OF_STATUS, shorterSums(delta, energyA, view));
}

/** "▼ −1.2 µJ (−34 %)" */
function describeSum(delta: Joules, energyA: Joules, figures: AmountContext): string {
  if (delta === 0) return signedText(delta, figures);
  const symbol = delta > 0 ? CHANGE_SYMBOLS.moreEnergy : CHANGE_SYMBOLS.lessEnergy;
  return `${symbol} ${signedText(delta, figures)}${relativeText(delta, energyA, figures)}`;
}

function tooltipOf(view: ComparisonView): readonly string[] {
  const { changes, comparison, model } = view;
  const [before, after] = comparison.names;
  const { energyA, energyB, atLeast } = totalsOf(changes);
  const { totals } = comparison;
  const counts = (['lessEnergy', 'moreEnergy', 'new', 'gone'] as const).map((change) => {
    const there = changes.lines.filter((line) => line.change === change).length;
    const removed = change === 'gone' ? changes.gone.reduce((sum, { lines }) => sum + lines.length, 0) : 0;
    return `${CHANGE_SYMBOLS[change]} ${wordOf(change, comparison.unit)}: ${formatCount(there + removed)}`;
  });
  const wholes = [amountText(totals.energyA, view), amountText(totals.energyB, view)] as const;
  return [
    `**${l10n.t('This file, compared: {0} → {1}', code(before), code(after))}**`,
    l10n.t(
      'Its lines per run: {0} → {1}',
      leastText(energyA, isAtLeast(atLeast, 'A'), view),
      leastText(energyB, isAtLeast(atLeast, 'B'), view),
    ),
    l10n.t('Lines: {0}', counts.join(', ')),
    totals.isMeasured
      ? totals.isProxy
        ? l10n.t('Whole program: {0} → {1}, measured by CPU time (proxy)', ...wholes)
        : l10n.t('Whole program: {0} → {1}, measured', ...wholes)
      : l10n.t('Whole program: {0} → {1}, by the model {2}', ...wholes, escapeText(model.title)),
    changes.unplaced.lines === 0
      ? ''
      : l10n.t('Lines that changed since the profile and were not found here: {0}', changes.unplaced.lines),
  ];
}

/** The key of the method, as members of sources have it. */
function keyOf({ methodA, methodB }: ComparedMethod): string {
  const { class: owner, name, descriptor } = present(methodB ?? methodA, 'both sides of a method');
  return `${owner.replaceAll('.', '/')}.${name}${descriptor}`;
}

/** The change of energy in a run; the tooltip has what it is made of. */
function lensTexts(view: ComparisonView, method: ComparedMethod): Omit<MethodLens, 'place'> {
  const { energyA, energyB, callsA = 0, callsB = 0, countsDiffer, isSignificant, methodA, atLeast } = method;
  const calls =
    callsA === callsB
      ? l10n.t('Calls: {0}', formatCount(callsB))
      : l10n.t('Calls: {0} → {1}', formatCount(callsA), formatCount(callsB));
  const alone = l10n.t('Without the methods it calls');
  if (methodA === undefined) {
    const energy = leastText(energyB, isAtLeast(atLeast, 'B'), view);
    const title = fitting(MOST_OF_LENS, [
      `${CHANGE_SYMBOLS.new} ${l10n.t('new, {0} per run', energy)}`,
      `${CHANGE_SYMBOLS.new} ${l10n.t('new')}`,
    ]);
    return { title, tooltip: [l10n.t('New: {0} per run', energy), alone, calls] };
  }
  if (!countsDiffer && !isSignificant)
    return {
      title: l10n.t('no change'),
      tooltip: [l10n.t('The counts are the same, and the energies differ by no more than chance.'), calls],
    };
  if (atLeast !== undefined)
    return {
      title: l10n.t('not comparable'),
      tooltip: [
        l10n.t('The counts differ, and operations that are not modeled ran, so the difference is unknown.'),
        calls,
      ],
    };
  const amount = amountOf(method, method.workDelta ?? 0);
  if (amount === 0)
    return {
      title: l10n.t('runs otherwise'),
      tooltip: [
        Number.isNaN(method.delta)
          ? l10n.t('The exact counts differ; their energy is not known.')
          : l10n.t('The exact counts differ, and the energies differ by no more than chance.'),
        calls,
      ],
    };
  const sum = describeSum(amount, energyA, view);
  return {
    title: fitting(MOST_OF_LENS, [l10n.t('{0} per run', sum), ...shorterSums(amount, energyA, view)]),
    tooltip: [
      l10n.t('{0} per run', sum),
      alone,
      ...(isSignificant && callsA > 0 && callsB > 0
        ? [l10n.t('{0} per call', signedText(energyB / callsB - energyA / callsA, view))]
        : []),
      calls,
      isSignificant
        ? l10n.t('The difference is more than chance.')
        : l10n.t(
            'This is what the model gives for the counts that differ; the energies differ by no more than chance.',
          ),
    ],
  };
}

/** "▼ −1.2 µJ (−34 %)", "▼ −1.2 µJ", "▼ −34 %", "▼": the first that fits is shown. */
function shorterSums(delta: Joules, energyA: Joules, figures: AmountContext): readonly [string, ...string[]] {
  const symbol = delta > 0 ? CHANGE_SYMBOLS.moreEnergy : CHANGE_SYMBOLS.lessEnergy;
  const relative = relativeText(delta, energyA, figures).replace(/^ \((.*)\)$/, '$1');
  return [
    describeSum(delta, energyA, figures),
    ...(delta === 0 ? [] : [`${symbol} ${signedText(delta, figures)}`]),
    ...(delta === 0 || relative === '' ? [] : [`${symbol} ${relative}`]),
    symbol,
  ];
}
