/**
 * A document that is colored by recordings or by several profiles, and its figures in words.
 *
 * Sits in `lsp/`. Shares of samples are never called joules.
 */
import type { Saying, ShownMeasure, ShownPlace } from '../../recordings/merge/side-by-side';
import { type Amount } from '../../recordings/merge/evidence';
import * as l10n from '@vscode/l10n';
import { formatAmount } from '../../words/amount-text';
import { formatEnergy, formatInterval, formatShare } from '../../words/energy-text';
import type { EvidenceLine, FileEvidence, OperationsOn } from '../../lines/file-evidence';
import type { LineHeat } from '../../lines/heat';
import type { Settings } from '../../protocol/settings';
import type { Offset } from '../../base/units';
import type { PiecesOn } from './pieces';
import { unitOf, type ViewedText } from './view';

export interface RecordingsView extends ViewedText {
  readonly kind: 'recordings';
  readonly evidence: FileEvidence;
  /** The heat of each of {@link shownLines}. */
  readonly heat: readonly LineHeat[];
  /** Sentences about each recording: how much of it lies in the sources, and how much does not. */
  readonly notes: readonly string[];
  readonly operationsOn: OperationsOn;
  /** The operations that the text has on a line, with their places. */
  readonly piecesOn: PiecesOn;
  /** The starts of the methods that can be profiled. */
  readonly methodStarts: readonly Offset[];
}

/** The lines with figures of the shown device; the hover alone tells about other devices. */
export function shownLines({ lines }: FileEvidence): { readonly lines: readonly EvidenceLine[] } {
  return { lines: lines.filter(({ isShown }) => isShown) };
}

/** "1.2 J", "17 samples" */
export function figure({ mean }: Amount, unit: Saying['unit'], settings: Settings): string {
  return unit === 'joules' ? formatEnergy(mean, unitOf(settings)) : formatAmount(mean, unit);
}

/** "1.1–1.3 J"; empty if the interval is not known. */
export function interval({ mean, variance }: Amount, settings: Settings): string {
  return variance === undefined ? '' : formatInterval({ mean, variance }, unitOf(settings));
}

const OF_UNIT: Readonly<Record<Saying['unit'], (share: string) => string>> = {
  joules: (share) => l10n.t('{0} of the run', share),
  seconds: (share) => l10n.t('{0} of the time', share),
  samples: (share) => l10n.t('{0} of the samples', share),
  bytes: (share) => l10n.t('{0} of the bytes', share),
  share: (share) => l10n.t('{0} of all', share),
};

/** "34 % of the samples", a share of the whole run, placed or not; of one component, if one is shown alone. */
export function shareOfRun(mean: number, { unit, total, component }: ShownMeasure): string {
  const share = formatShare(total > 0 ? mean / total : 0);
  return component === '' ? OF_UNIT[unit](share) : l10n.t('{0} of the energy of {1}', share, component);
}

/** "modeled", "measured by CPU time (proxy)" */
export function howKnown({
  provenance,
  isProxy,
  unit,
}: Pick<Saying, 'provenance' | 'isProxy' | 'unit'>): string {
  if (unit !== 'joules') return l10n.t('sampled: shares, no energy');
  return isProxy ? PROXY[provenance]() : PROVENANCE[provenance]();
}

const PROVENANCE: Readonly<Record<Saying['provenance'], () => string>> = {
  measured: () => l10n.t('measured'),
  modeled: () => l10n.t('modeled'),
  estimated: () => l10n.t('estimated'),
};

const PROXY: Readonly<Record<Saying['provenance'], () => string>> = {
  measured: () => l10n.t('measured by CPU time (proxy)'),
  modeled: () => l10n.t('modeled by CPU time (proxy)'),
  estimated: () => l10n.t('estimated by CPU time (proxy)'),
};

/** The part of the code that a figure belongs to, if that is not its line; else empty. */
export function extentOf({ placement }: ShownPlace): string {
  switch (placement.kind) {
    case 'line':
      return '';
    case 'method':
      return l10n.t('whole method');
    case 'overloads':
      return l10n.t('one of {0} overloads', placement.methods.length);
    case 'class':
      return l10n.t('in the class, outside the methods in its source code');
  }
}
