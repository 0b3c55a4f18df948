/**
 * The overlay and the lenses of a comparison.
 *
 * Sits in `lsp/`. Pure. A line that both sides ran alike has no color, unless its difference is more than chance.
 */
import * as l10n from '@vscode/l10n';
import type { CodeLens } from 'vscode-languageserver/node';
import { formatCount } from '../../words/energy-text';
import type { MemberRecord } from '../../analysis/file-operations';
import { changeColors } from '../../words/palette';
import type { ComparedMethod } from '../../compare/deltas/place-changes';
import { machineOf } from '../../cost/model/model-registry';
import { PROTOCOL_VERSION } from '../../protocol/handshake';
import {
  CHANGE_SYMBOLS,
  writeOverlayLines,
  type OverlayLegend,
  type OverlayLine,
  type OverlayParams,
} from '../../protocol/overlay';
import {
  amountsOf,
  amountText,
  type ChangesView,
  changeText,
  type AmountContext,
  goneText,
  relativeText,
  signedText,
  stepsOf,
  stepsOfScale,
  totalsOf,
} from './changes-view';
import { lensAt, profileLens } from './code-lens';
import { differenceOf } from '../../pages/changes';
import { escapeCode, escapeText } from './markdown';
import type { Joules } from '../../base/units';

export function buildChangesOverlay(view: ChangesView): OverlayParams {
  const { changes, comparison, settings } = view;
  const steps = stepsOf(changes, comparison, settings);
  const scale = stepsOfScale(settings);
  const gone = changes.gone.map((each) => ({
    after: each.after,
    step: scale.gone[0] ?? 0,
    text: goneText(each, view),
  }));
  return {
    protocolVersion: PROTOCOL_VERSION,
    uri: view.uri,
    version: view.version,
    palette: changeColors(amountsOf(settings)),
    paletteName: 'changes',
    lines: writeOverlayLines(listLines(view, steps)),
    ...(gone.length === 0 ? {} : { gone }),
    legend: buildLegend(view),
    status: statusText(view),
    statusTooltip: statusTooltip(view),
  };
}

function listLines(view: ChangesView, steps: readonly number[]): readonly OverlayLine[] {
  const { changes } = view;
  const amounts = changes.lines.map(({ amount }) => Math.abs(amount));
  const all = amounts.reduce((sum, amount) => sum + amount, 0);
  const ranks = new Map(
    [...new Set(amounts)].sort((a, b) => b - a).map((amount, index) => [amount, index + 1]),
  );
  return changes.lines.flatMap((line, index): readonly OverlayLine[] => {
    const { change } = line;
    const amount = Math.abs(line.amount);
    if (change === 'same') return [];
    return [
      {
        line: line.line,
        step: steps[index] ?? 0,
        rank: ranks.get(amount) ?? 0,
        share: all > 0 ? amount / all : 0,
        text: changeText(line, view),
        mostlyUnmodeled: false,
        change,
      },
    ];
  });
}

function buildLegend({ comparison, settings, model }: ChangesView): OverlayLegend {
  const [before, after] = comparison.names;
  return {
    scale: settings.scale,
    // Changes are ranked among all changes of the workspace.
    scope: 'workspace',
    modelTitle: model.title,
    machine: model.isLocal ? '' : machineOf(model),
    provenance: 'modeled',
    ...describeChangeEnds(),
    modeledShare: 1,
    unpricedNote: l10n.t('Operations that are not modeled are compared by their counts only.'),
    comparison: { before, after, steps: stepsOfScale(settings) },
  };
}

/** The words for the middle of the scale and for its ends. */
export function describeChangeEnds(): Pick<OverlayLegend, 'cold' | 'hot'> {
  return { cold: l10n.t('no change'), hot: l10n.t('largest change') };
}

/** "▼ −1.2 µJ (−34 %) a run" */
function statusText(view: ChangesView): string {
  const { changes } = view;
  if (changes.lines.every(({ change }) => change === 'same') && changes.gone.length === 0)
    return l10n.t('no change');
  const { energyA, energyB } = totalsOf(changes);
  return l10n.t('{0} per run', describeSum(energyA, energyB, view));
}

/** "▼ −1.2 µJ (−34 %)" */
function describeSum(energyA: Joules, energyB: Joules, figures: AmountContext): string {
  const delta = differenceOf(energyA, energyB);
  if (delta === 0) return signedText(delta, figures);
  const symbol = delta > 0 ? CHANGE_SYMBOLS.dearer : CHANGE_SYMBOLS.cheaper;
  return `${symbol} ${signedText(delta, figures)}${relativeText(delta, energyA, figures)}`;
}

function statusTooltip(view: ChangesView): string {
  const { changes, comparison, model } = view;
  const [before, after] = comparison.names.map((name) => `\`${escapeCode(name)}\``);
  const { energyA, energyB } = totalsOf(changes);
  const { totals } = comparison;
  const counts = (['cheaper', 'dearer', 'new', 'gone'] as const).map((change) => {
    const there = changes.lines.filter((line) => line.change === change).length;
    const removed = change === 'gone' ? changes.gone.reduce((sum, { lines }) => sum + lines.length, 0) : 0;
    return `${CHANGE_SYMBOLS[change]} ${WORDS[change]()}: ${formatCount(there + removed)}`;
  });
  const wholes = [amountText(totals.energyA, view), amountText(totals.energyB, view)] as const;
  const rows = [
    `**${l10n.t('This file, compared: {0} → {1}', before ?? '', after ?? '')}**`,
    l10n.t('Energy of its lines per run: {0} → {1}', amountText(energyA, view), amountText(energyB, view)),
    l10n.t('Lines: {0}', counts.join(', ')),
    totals.isMeasured
      ? totals.isProxy
        ? l10n.t('Whole program: {0} → {1}, measured by CPU time (proxy)', ...wholes)
        : l10n.t('Whole program: {0} → {1}, measured', ...wholes)
      : l10n.t('Whole program: {0} → {1}, by the model {2}', ...wholes, escapeText(model.title)),
  ];
  if (changes.unplaced.lines > 0)
    rows.push(
      l10n.t('Lines that changed since the profile and were not found here: {0}', changes.unplaced.lines),
    );
  return rows.join('\n\n');
}

const WORDS = {
  cheaper: () => l10n.t('less energy'),
  dearer: () => l10n.t('more energy'),
  new: () => l10n.t('new'),
  gone: () => l10n.t('gone'),
};

/** The lenses above each method that ran on either side. */
export function buildChangesLenses(view: ChangesView, profileCommand: string | undefined): CodeLens[] {
  const ran = new Map(
    view.changes.lines.flatMap(({ methods }) => methods.map((method) => [keyOf(method), method] as const)),
  );
  const named = view.members.filter(({ kind }) => kind === 'method' || kind === 'constructor');
  const lenses = named.flatMap((member): readonly CodeLens[] => {
    const method = ran.get(member.key);
    return method === undefined ? [] : [lensAt(view, member.nameStart, lensTitle(view, method), '')];
  });
  if (profileCommand === undefined) return lenses;
  return [
    ...lenses,
    ...named.map(({ nameStart }: MemberRecord) => profileLens(view, nameStart, profileCommand)),
  ];
}

/** The key of the method, as members of sources have it. */
function keyOf({ methodA, methodB }: ComparedMethod): string {
  const { class: owner, name, descriptor } = methodB ?? methodA ?? { class: '', name: '', descriptor: '' };
  return `${owner.replaceAll('.', '/')}.${name}${descriptor}`;
}

function lensTitle(view: ChangesView, method: ComparedMethod): string {
  const { energyA, energyB, callsA = 0, callsB = 0, countsDiffer, isSignificant, methodA } = method;
  const calls =
    callsA === callsB
      ? l10n.t('calls: {0}', formatCount(callsB))
      : l10n.t('calls: {0} → {1}', formatCount(callsA), formatCount(callsB));
  if (methodA === undefined)
    return `${CHANGE_SYMBOLS.new} ${[l10n.t('{0} per run', amountText(energyB, view)), calls].join(' · ')}`;
  if (!countsDiffer && !isSignificant) return [l10n.t('no change'), calls].join(' · ');
  const perCall =
    callsA > 0 && callsB > 0
      ? [l10n.t('{0} per call', signedText(energyB / callsB - energyA / callsA, view))]
      : [];
  return [
    l10n.t('{0} per run', describeSum(energyA, energyB, view)),
    ...perCall,
    calls,
    isSignificant ? l10n.t('more than chance') : l10n.t('counts differ'),
  ].join(' · ');
}
