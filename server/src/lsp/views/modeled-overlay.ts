/**
 * The overlay and the lenses of a document that is colored by a cost model.
 *
 * Sits in `lsp/`.
 */
import * as l10n from '@vscode/l10n';
import { describeOlder, newerThanProfile } from '../profiles/shown-profile';
import { at } from '../../base/check';
import type { Joules } from '../../base/units';
import type { Energy } from '../../cost/model/cost-model';
import {
  type FileEnergy,
  type LineEnergy,
  type MethodEnergy,
  rankedEnergy,
  rankedTotal,
} from '../../cost/pricing/file-energy';
import { describeAccount } from '../../profile/account/account-text';
import {
  type EnergyUnit,
  fitting,
  formatCount,
  formatEnergy,
  formatEnergyBriefly,
  formatInterval,
  formatShare,
} from '../../words/energy-text';
import { describeEntryPoints } from '../../lines/entry-text';
import type { WhyUncounted } from '../../lines/counted-text';
import { isIn, paintedStep } from '../../lines/heat';
import { HOT_METHODS_FOUND } from '../../lines/program-calls';
import { machineOf } from '../../cost/model/model-registry';
import { escapeText } from './markdown';
import { describeLine } from './modeled-hover';
import { lensOf, markOf } from './modeled-lens';
import { machineNote, provenanceOf, staleReason, type ModeledView } from './modeled-view';
import { type MethodLens, MOST_OF_STATUS, unitOf, type ViewParts, scaleOfEnergies } from './view';

export function modeledParts(view: ModeledView): ViewParts {
  const { energy, model, settings } = view;
  const profiled = energy.methods.filter(({ kind }) => kind === 'method' || kind === 'constructor');
  return {
    lines: () => [
      ...energy.lines.map((line, index) => {
        const { step, rank, isHotspot } = at(view.heat, index);
        return {
          line: line.line,
          step: isIn(settings, isHotspot) ? paintedStep(line, step, settings.colorSteps) : undefined,
          rank,
          share: line.shareOfFile,
          text: endOfLineText(view, line),
          mostlyUnmodeled: line.mostlyUnmodeled,
          ...(staleReason(view, line) === undefined ? {} : { isStale: true }),
        };
      }),
      ...view.newer.map((line) => ({
        line,
        step: isIn(settings, false) ? 0 : undefined,
        rank: energy.lines.length + 1,
        share: 0,
        text: newerThanProfile(),
        mostlyUnmodeled: false,
        ...{ change: 'new' as const, isStale: true },
      })),
    ],
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
    status: () => statusOf(view),
    tooltip: () => tooltipOf(view),
    hover: (line) => describeLine(view, line),
    lenses: () => [
      ...energy.methods.filter(({ kind }) => WITH_LENS.has(kind)).map((method) => lensOf(view, method)),
      ...view.uncounted.flatMap(({ nameStart: place, why }) =>
        place === undefined ? [] : [{ place, ...UNCOUNTED[why]() }],
      ),
    ],
    methods: () => [...profiled, ...view.uncounted].flatMap(({ nameStart }) => nameStart ?? []),
  };
}

/**
 * "≥ 8.18 mJ" in a run of the program; of a file that no run is expected to reach, "8.18 mJ per call" of each method. A
 * text with an error says so in the place of "per call", and so does a workspace that is still being read.
 */
function statusOf(view: ModeledView): string {
  const { energy, settings, isHeld, problems } = view;
  if (energy.lines.length === 0) return l10n.t('no operations');
  const figure = `${markOf(view, energy)}${formatEnergyBriefly(shownTotal(energy).mean, unitOf(settings))}`;
  if (isHeld || problems.some(({ severity }) => severity === 'error')) {
    const why = isHeld ? l10n.t('syntax error') : l10n.t('partly read');
    return fitting(MOST_OF_STATUS, [`${figure} · ${why}`, why, figure]);
  }
  // Calls from files that are not read yet may make other methods hot.
  if (view.isAlone)
    return fitting(MOST_OF_STATUS, [
      `${figure} · ${l10n.t('reading files…')}`,
      `${figure} · ${l10n.t('reading…')}`,
      figure,
    ]);
  return isReached(energy) ? figure : fitting(MOST_OF_STATUS, [l10n.t('{0} per call', figure), figure]);
}

/** The energy that stands for the file: that of a run of the program, if one is expected to reach it. */
function shownTotal(energy: FileEnergy): Energy {
  return isReached(energy) ? rankedTotal(energy) : energy.total;
}

/** The fewest expected calls of a method that a run of the program reaches rather than not. */
const REACHED = 0.5;

/** False if no method of the file is expected to be called in a run of the program: its energy there is next to nothing. */
function isReached({ run, methods }: FileEnergy): boolean {
  return run === undefined || methods.some(({ expectedCalls = 0 }) => expectedCalls >= REACHED);
}

/** Functions, because translations are loaded after this file. */
const UNCOUNTED: Readonly<Record<WhyUncounted, () => Omit<MethodLens, 'place'>>> = {
  older: () => ({
    title: l10n.t('left out: its class is older'),
    tooltip: [l10n.t('The class that ran is older than this text. Build, then profile again.')],
  }),
  changed: () => ({
    title: l10n.t('changed since it was profiled'),
    tooltip: [l10n.t('Its counts are from before the change, so they are left out. Profile again.')],
  }),
  newer: () => ({
    title: newerThanProfile(),
    tooltip: [l10n.t('This method was written after the profiled run. Profile again to count it.')],
  }),
  absent: () => ({
    title: l10n.t('not in the profile'),
    tooltip: [
      l10n.t('The class that ran has no counts of this method: it is newer, or could not be counted.'),
    ],
  }),
};

/** "4.1 %", with "≥" if much is not modeled; with a model of this machine also the energy; of an earlier text in brackets. */
function endOfLineText(view: ModeledView, line: LineEnergy): string {
  const known = formatShare(line.shareOfFile);
  // "At least less than 0.01 %" says no more than "at least 0 %".
  const share = line.mostlyUnmodeled ? `≥ ${known.startsWith('<') ? '0 %' : known}` : known;
  // Only shares are known if the program was compiled and the costs were not fitted to it.
  const isKnown = view.model.isLocal && view.measured?.transferError === undefined;
  const text = isKnown ? `${formatEnergy(rankedEnergy(line).mean, unitOf(view.settings))} · ${share}` : share;
  return staleReason(view, line) === undefined ? text : `(${text})`;
}

/** The share of the expected executions that the model has a cost for. */
function modeledShare({ energy: { modeledCount, unmodeledCount } }: ModeledView): number {
  return modeledCount + unmodeledCount === 0 ? 1 : modeledCount / (modeledCount + unmodeledCount);
}

const MODES = {
  estimated: () => l10n.t('Calls, loops and branches run as often as estimated'),
  'one-execution': () => l10n.t('Each block runs once'),
  'worst-case': () =>
    l10n.t('The branches that use the most energy are taken, and loops run to their stated bounds'),
  counted: () => l10n.t('Executions were counted in the profiled run'),
};

/** "289 µJ in this file, 0.3 % of the program" */
function headingOf(energy: Joules, program: Joules | undefined, unit: EnergyUnit): string {
  const text = formatEnergy(energy, unit);
  return program === undefined || energy > program
    ? l10n.t('{0} in this file', text)
    : l10n.t('{0} in this file, {1} of the program', text, formatShare(energy / program));
}

function tooltipOf(view: ModeledView): readonly string[] {
  const { energy, model, measured, entryPoints } = view;
  const note = machineNote(model);
  const program = view.programEnergy();
  const total = shownTotal(energy);
  const unit = unitOf(view.settings);
  const title = escapeText(model.title);
  return [
    energy.lines.length === 0
      ? l10n.t('This file has no operations')
      : isReached(energy)
        ? `**${headingOf(total.mean, program, unit)}**`
        : `**${l10n.t('{0} in this file for one call of each method', formatEnergy(total.mean, unit))}**`,
    describeOlder(view.uncounted),
    ...heldRows(view),
    `${MODES[energy.mode]()} · *${escapeText(provenanceOf(energy, measured))}*`,
    `5–95 %: ${formatInterval(total, unit)} (${escapeText(model.intervals)})`,
    energy.run === undefined
      ? ''
      : isReached(energy)
        ? l10n.t('Each method once: {0}', formatEnergy(energy.total.mean, unit))
        : l10n.t(
            'No run of the program is expected to reach this file: {0} in a run',
            formatEnergy(energy.run.mean, unit),
          ),
    note === '' || measured?.factor !== undefined
      ? l10n.t('Model: {0}', title)
      : l10n.t(
          'Model: {0}, not your machine. Relative shares are more reliable than absolute joules.',
          title,
        ),
    entryPoints === undefined
      ? ''
      : l10n.t(
          'Expected calls begin at the entry points {0} (see jouleline.entryPoints)',
          escapeText(describeEntryPoints(entryPoints)),
        ),
    ...accountRows(view),
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
  ];
}

/** The rows that say what could not be read of the text, and which figures are of an earlier one. */
function heldRows({ problems, lines, isHeld, held }: ModeledView): readonly string[] {
  const edited = Array.from(held.values()).filter((reason) => reason === 'edit').length;
  const ofEdits =
    edited === 0
      ? ''
      : edited === 1
        ? l10n.t('1 method was edited after it was profiled: its figures are from before the edit')
        : l10n.t(
            '{0} methods were edited after they were profiled: their figures are from before the edits',
            edited,
          );
  const [first] = problems.filter(({ severity }) => severity === 'error');
  if (isHeld && first !== undefined)
    return [
      l10n.t(
        '**Syntax error in line {0}**: figures and colors are those of the last text without errors',
        lines.lineAt(first.start) + 1,
      ),
      ofEdits,
    ];
  return [
    problems.length === 0
      ? ''
      : l10n.t('Places that could not be read as Java: {0}; the rest is shown', problems.length),
    ofEdits,
  ];
}

/** The rows that say where the measured energy of the whole program went. */
function accountRows({ measured, settings }: ModeledView): readonly string[] {
  if (measured === undefined) return [];
  const { total, parts } = describeAccount(measured, unitOf(settings));
  return [
    measured.measurement.source.isProxy
      ? l10n.t('Whole program, by CPU time: {0}', escapeText(total))
      : l10n.t('Whole program, measured: {0}', escapeText(total)),
    l10n.t('Parts: {0}', escapeText(parts)),
    ...measured.notes.map(escapeText),
  ];
}

/** Field initializers and lambdas have no lens: one for each would push the code apart. */
const WITH_LENS: ReadonlySet<MethodEnergy['kind']> = new Set(['method', 'constructor', 'initializer']);
