/**
 * The overlay and the lenses of a document that is colored by a cost model.
 *
 * Sits in `lsp/`. Colors are ranks by default, as in vLens, section 3.2.3.
 */
import * as l10n from '@vscode/l10n';
import { describeOlder } from '../profiles/shown-profile';
import { at } from '../../base/check';
import type { Offset } from '../../base/units';
import {
  type LineEnergy,
  type MethodEnergy,
  rankedEnergy,
  rankedTotal,
} from '../../cost/pricing/file-energy';
import { describeAccount } from '../../profile/account/account-text';
import { formatCount, formatEnergy, formatShare } from '../../words/energy-text';
import { describeEntryPoints } from '../../lines/entry-text';
import { paintedStep } from '../../lines/heat';
import { HOT_METHODS_FOUND } from '../../lines/program-calls';
import { machineOf } from '../../cost/model/model-registry';
import { escapeText } from './markdown';
import { describeLine } from './modeled-hover';
import { absolute, machineNote, provenanceOf, withInterval, type ModeledView } from './modeled-view';
import { unitOf, type ViewParts, scaleOfEnergies } from './view';

export function modeledParts(view: ModeledView): ViewParts {
  const { energy, model, settings } = view;
  const profiled = energy.methods.filter(({ kind }) => kind === 'method' || kind === 'constructor');
  return {
    lines: () =>
      energy.lines.map((line, index) => {
        const { step, rank } = at(view.heat, index);
        return {
          line: line.line,
          step: paintedStep(line, step, settings.colorSteps),
          rank,
          share: line.shareOfFile,
          text: endOfLineText(view, line),
          mostlyUnmodeled: line.mostlyUnmodeled,
        };
      }),
    scale: scaleOfEnergies(settings),
    legend: () => ({
      modelTitle: model.title,
      machine: machineOf(model),
      provenance: energy.provenance,
      modeledShare: modeledShare(view),
      unmodeledNote: l10n.t(
        'A line marked with ≥ also runs operations that are not modeled, such as the bodies of library methods. They may use more energy than the rest of the line.',
      ),
    }),
    status: () =>
      energy.lines.length === 0
        ? l10n.t('no operations')
        : `${absolute(rankedTotal(energy), view)}, ${provenanceOf(energy, view.measured)}`,
    tooltip: () => tooltipOf(view),
    hover: (line) => describeLine(view, line),
    lenses: () => [
      ...energy.methods
        .filter(({ kind }) => WITH_LENS.has(kind))
        .map((method) => ({ place: method.nameStart, title: lensTitle(view, method) })),
      ...view.stale.flatMap(({ nameStart: place, isOlder }) =>
        place === undefined
          ? []
          : [
              {
                place,
                title:
                  isOlder === true
                    ? l10n.t('left out: its class is older than the text')
                    : l10n.t('changed since it was profiled'),
              },
            ],
      ),
    ],
    methods: () => [...profiled.map(({ nameStart }) => nameStart), ...stalePlaces(view)],
  };
}

function stalePlaces({ stale }: ModeledView): readonly Offset[] {
  return stale.flatMap(({ nameStart }) => (nameStart === undefined ? [] : [nameStart]));
}

/** "4.1 %", with "≥" if much is not modeled; with a model of this machine also the energy. */
function endOfLineText(view: ModeledView, line: LineEnergy): string {
  const known = formatShare(line.shareOfFile);
  // "At least less than 0.01 %" says no more than "at least 0 %".
  const share = line.mostlyUnmodeled ? `≥ ${known.startsWith('<') ? '0 %' : known}` : known;
  // Only shares are known if the program was compiled and the costs were not fitted to it.
  const isKnown = view.model.isLocal && view.measured?.transferError === undefined;
  return isKnown ? `${absolute(rankedEnergy(line), view)} · ${share}` : share;
}

/** The share of the expected executions that the model has a cost for. */
function modeledShare({ energy: { modeledCount, unmodeledCount } }: ModeledView): number {
  return modeledCount + unmodeledCount === 0 ? 1 : modeledCount / (modeledCount + unmodeledCount);
}

const MODES = {
  estimated: () =>
    l10n.t('Energy of this file, estimated: calls, loops and branches at estimated frequencies'),
  'one-execution': () => l10n.t('Energy of this file, estimated: each block executed once'),
  'worst-case': () =>
    l10n.t(
      'Energy of this file, estimated: the branches that use the most energy, loops at their stated bounds',
    ),
  counted: () => l10n.t('Energy of this file in the profiled run, modeled: executions counted'),
};

function tooltipOf(view: ModeledView): readonly string[] {
  const { energy, model, problems, measured, entryPoints } = view;
  const note = machineNote(model);
  return [
    `**${MODES[energy.mode]()}**`,
    energy.run === undefined
      ? l10n.t('Sum of its members: {0}', withInterval(energy.total, view))
      : l10n.t(
          'One run of the program: {0}; each method once: {1}',
          withInterval(energy.run, view),
          formatEnergy(energy.total.mean, unitOf(view.settings)),
        ),
    l10n.t('Model: {0}', escapeText(model.title)),
    entryPoints === undefined
      ? ''
      : l10n.t(
          'Expected calls begin at the entry points {0} (see jouleline.entryPoints)',
          escapeText(describeEntryPoints(entryPoints)),
        ),
    ...accountRows(view),
    note === '' || measured?.factor !== undefined
      ? ''
      : l10n.t(
          'Estimated for a {0}, not for your machine. Relative shares are more reliable than absolute joules.',
          note,
        ),
    l10n.t(
      'Modeled: {0} of the expected operations (not modeled: {1}, type not found: {2})',
      formatShare(modeledShare(view)),
      formatCount(energy.unmodeledCount),
      formatCount(energy.untypedCount),
    ),
    energy.run === undefined || energy.learned !== undefined
      ? ''
      : l10n.t(
          'Hot spots without a run: right for {0} of the {1} hottest methods, in the mean of {2} programs',
          HOT_METHODS_FOUND.found.toFixed(1),
          HOT_METHODS_FOUND.of,
          HOT_METHODS_FOUND.programs,
        ),
    describeOlder(view.stale),
    problems.length === 0
      ? ''
      : l10n.t('Places that could not be read as Java: {0}; the rest is shown', problems.length),
  ];
}

/** The rows that say where the measured energy of the whole program went. */
function accountRows({ measured, settings }: ModeledView): readonly string[] {
  if (measured === undefined) return [];
  const { total, parts, limits } = describeAccount(measured, unitOf(settings));
  return [
    l10n.t('Whole program, measured: {0}', escapeText(total)),
    l10n.t('Parts: {0}', escapeText(parts)),
    ...[limits, ...measured.notes].map(escapeText),
  ];
}

/** Field initializers and lambdas have no lens: one for each would push the code apart. */
const WITH_LENS: ReadonlySet<MethodEnergy['kind']> = new Set(['method', 'constructor', 'initializer']);

function lensTitle(view: ModeledView, method: MethodEnergy): string {
  if (view.kind === 'profile' && method.calls === 0) return l10n.t('did not run in the profiled run');
  const parts = [l10n.t('{0} of its class', formatShare(method.shareOfClass)), perCall(view, method)];
  if (method.unmodeledCount > 0)
    parts.push(l10n.t('operations not modeled: {0}', formatCount(method.unmodeledCount)));
  parts.push(provenanceOf(view.energy, view.measured));
  return parts.join(' · ');
}

function perCall(view: ModeledView, method: MethodEnergy): string {
  const transferError = view.measured?.transferError;
  // A lens has no room for an interval, but no figure stands without its known error.
  const error = transferError === undefined ? '' : ` ± ${Math.round(transferError * 100)} %`;
  const energy = `${formatEnergy((method.inclusive ?? method.energy).mean, unitOf(view.settings))}${error}`;
  const note = machineNote(view.model);
  const text = callText(method, energy, view.kind === 'profile');
  return note === '' ? text : `${text} (${note})`;
}

function callText({ inclusive, recursive, calls }: MethodEnergy, energy: string, isCounted: boolean): string {
  if (isCounted) {
    const whole =
      inclusive === undefined
        ? l10n.t('{0} in the profiled run', energy)
        : l10n.t('{0} in the profiled run, callees included', energy);
    return calls === undefined ? whole : `${whole}, ${l10n.t('calls: {0}', formatCount(calls))}`;
  }
  if (inclusive === undefined) return l10n.t('{0} per call', energy);
  return recursive
    ? l10n.t('{0} per call, callees included, recursion counted once', energy)
    : l10n.t('{0} per call, callees included', energy);
}
