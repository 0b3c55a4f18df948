/**
 * A document that is colored by a cost model: an estimate guesses how often each line runs, a profile counted it.
 *
 * Sits in `lsp/`. An energy of the worst case must never pass for an expected one, and no absolute figure stands
 * without its machine.
 */
import type { MethodKey } from '../../operations/catalogue/operation';
import type { OtherEnergy } from '../profiles/shown-profile';
import type { Joules, LineIndex, Share } from '../../base/units';
import type { ShownMeasure } from '../../recordings/merge/side-by-side';
import * as l10n from '@vscode/l10n';
import type { FileEnergy, LearnedRuns, LineEnergy } from '../../cost/pricing/file-energy';
import { machineOf, type ModelSummary, modeWord, summarizeModel } from '../../cost/model/model-registry';
import type { PricingOptions } from '../../lines/energy-session';
import type { EstimatedCalls } from '../../lines/program-calls';
import type { MeasuredProfile } from '../../profile/account/measured-profile';
import type { UncountedMember } from '../../lines/counted-text';
import type { LocatedProblem, StaleReason } from '../../analysis/file-operations';
import type { TakenPath } from '../../lines/taken-paths';
import type { LineHeat } from '../../lines/heat';
import { figuresOf, formatEnergy, formatInterval } from '../../words/energy-text';
import type { Energy } from '../../cost/model/cost-model';
import type { PiecesOn } from './pieces';
import { howKnown } from './recordings-view';
import { join } from './markdown';
import { unitOf, type ViewedText } from './view';

export interface ModeledView extends ViewedText {
  readonly kind: 'estimate' | 'profile';
  readonly energy: FileEnergy;
  /** The heat of each of `energy.lines`. */
  readonly heat: readonly LineHeat[];
  readonly model: ModelSummary;
  /** The energy account of the profile; undefined if it was only counted, and for estimates. */
  readonly measured: MeasuredProfile | undefined;
  /** The energy of one run of the program, of which lines and methods have shares; undefined while it is not known. */
  readonly programEnergy: () => Joules | undefined;
  /** A method by each of the user's other models; empty for estimates. */
  readonly byOthers: (method: MethodKey) => readonly OtherEnergy[];
  /** The entry points that expected calls begin at; undefined where calls are not estimated. */
  readonly entryPoints: EstimatedCalls['entryPoints'] | undefined;
  readonly problems: readonly LocatedProblem[];
  /** The reasons why the figures of members are those of an earlier text, by their names. */
  readonly held: ReadonlyMap<string, StaleReason>;
  /** The paths through a line that ran, those with most energy first; empty if paths were not counted. */
  readonly pathsAt: (line: number) => readonly TakenPath[];
  /** The operations that the text has on a line, for rows of a profile, which knows no places within lines. */
  readonly piecesOn: PiecesOn;
  /** The members that the profile has no figures of; empty for estimates. */
  readonly uncounted: readonly UncountedMember[];
  /** The lines that are newer than the profile, ascending; they have no figures. Empty for estimates. */
  readonly newer: readonly LineIndex[];
}

/** The reason why the figures of a line are those of an earlier text; undefined if they are of this one. */
export function staleReason(
  { held }: Pick<ModeledView, 'held'>,
  { method, otherMethods }: Pick<LineEnergy, 'method' | 'otherMethods'>,
): StaleReason | undefined {
  if (held.size === 0) return undefined;
  return [method, ...otherMethods].map((name) => held.get(name ?? '')).find((reason) => reason !== undefined);
}

/** A sentence that says of which text figures are that this text cannot have. */
export function whyStale(reason: StaleReason): string {
  return reason === 'error'
    ? l10n.t('This text has a syntax error. The figures are from before it.')
    : l10n.t('This method was edited after it was profiled. The figures are from before the edit.');
}

/** Sums of the same energies in another order differ by less. */
const ROUNDING: Share = 1e-9;

/**
 * False if a line or method, with all that it calls, would take more than the program does. Its text then has more calls
 * than a run of the program is expected to make, and what one call takes with its callees contradicts every other view.
 */
export function isWithinProgram(
  { kind, programEnergy }: Pick<ModeledView, 'kind' | 'programEnergy'>,
  { inclusive, expectedCalls }: Pick<LineEnergy, 'inclusive' | 'expectedCalls'>,
): boolean {
  const calls = kind === 'profile' ? 1 : expectedCalls;
  const program = programEnergy() ?? 0;
  return program <= 0 || isPart((calls ?? 0) * (inclusive?.mean ?? 0), program);
}

/** True if an energy does not exceed that of the program. */
export function isPart(energy: Joules, program: Joules): boolean {
  return energy <= program * (1 + ROUNDING);
}

/** The machine that absolute figures come from; empty for a model of the user's own machine. */
export function machineNote(model: ModelSummary): string {
  return model.isLocal ? '' : machineOf(model);
}

/** "47.3 nJ, 5–95 %: 41–53.6 nJ"; the text around it names the machine once. */
export function withInterval(energy: Energy, view: ModeledView): string {
  const unit = unitOf(view.settings);
  return `${formatEnergy(energy.mean, unit)}, 5–95 %: ${formatInterval(energy, unit)}`;
}

/** The bound of a worst case, "below 53.6 nJ with 95 %"; empty for other modes. */
export function upperBound(energy: Energy, view: ModeledView): string {
  if (view.energy.mode !== 'worst-case') return '';
  const { high } = figuresOf(energy);
  return l10n.t('below {0} with 95 % probability', formatEnergy(high, unitOf(view.settings)));
}

/** Functions, because translations are loaded after this file. */
const WORDS: Readonly<Record<FileEnergy['mode'], () => string>> = {
  estimated: () => l10n.t('estimated'),
  'one-execution': () => l10n.t('estimated: each block once'),
  'worst-case': () => l10n.t('estimated: worst case'),
  counted: () => l10n.t('modeled: counts measured'),
};

/** "estimated from 3 runs, the last of 12 March 2026" */
function learnedFrom({ count, last }: LearnedRuns): string {
  const day = new Date(`${last}T00:00:00Z`);
  const date = Number.isNaN(day.getTime())
    ? last
    : new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(day);
  return count === 1
    ? l10n.t('estimated from a run of {0}', date)
    : l10n.t('estimated from {0} runs, the last of {1}', count, date);
}

/** The words for how the figures of a model came about. */
export function provenanceOf(
  { mode, learned }: Pick<FileEnergy, 'mode' | 'learned'>,
  measured: MeasuredProfile | undefined,
): string {
  if (mode === 'estimated' && learned !== undefined) return learnedFrom(learned);
  if (mode === 'counted' && measured?.factor !== undefined)
    return measured.measurement.source.isProxy
      ? l10n.t('modeled: counts measured, total scaled to CPU time (proxy)')
      : l10n.t('modeled: counts and total measured');
  return WORDS[mode]();
}

/** The machine beside a provenance: that of costs that were scaled to a run is said there, but for how the JVM ran. */
export function machineBeside(measured: MeasuredProfile | undefined, model: ModelSummary): string {
  return measured?.factor === undefined ? machineNote(model) : modeWord(model);
}

/** The provenance of all that is shown, with its machine: "estimated, Raspberry Pi 5, interpreter". */
export function provenanceOfAll(
  measure: ShownMeasure | undefined,
  { mode, model, learned }: Pick<PricingOptions, 'mode' | 'model'> & Pick<FileEnergy, 'learned'>,
  measured: MeasuredProfile | undefined,
): string {
  const parts =
    measure === undefined
      ? [provenanceOf({ mode, learned }, measured), machineBeside(measured, summarizeModel(model))]
      : [howKnown(measure), measure.device, measure.component];
  return join(parts, ', ');
}
