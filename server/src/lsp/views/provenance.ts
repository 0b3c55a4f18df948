/**
 * The words for how a figure came about, for hovers and lenses alike: an energy of the worst case must never pass for
 * an expected one.
 *
 * Sits in `lsp/`. Pure.
 */
import type { ShownMeasure } from '../../recordings/merge/side-by-side';
import * as l10n from '@vscode/l10n';
import type { PricingOptions } from '../../lines/energy-session';
import { summarizeModel } from '../../cost/model/model-registry';
import { howKnown } from './evidence-view';
import { type DocumentView, machineNote } from './view';

/** Functions, because translations are loaded after this file. */
const WORDS: Readonly<Record<DocumentView['energy']['mode'], () => string>> = {
  estimated: () => l10n.t('estimated'),
  'one-execution': () => l10n.t('estimated: each block once'),
  'worst-case': () => l10n.t('estimated: worst case'),
  counted: () => l10n.t('modeled: counts measured'),
};

export function provenanceOf({
  energy,
  measured,
}: {
  readonly energy: Pick<DocumentView['energy'], 'mode'>;
  readonly measured: DocumentView['measured'];
}): string {
  if (energy.mode === 'counted' && measured?.factor !== undefined)
    return measured.measurement.source.isProxy
      ? l10n.t('modeled: counts measured, total scaled to CPU time (proxy)')
      : l10n.t('modeled: counts and total measured');
  return WORDS[energy.mode]();
}

/** The provenance of all that is shown, with its machine: "estimated, Raspberry Pi 5, interpreter". */
export function provenanceOfAll(
  measure: ShownMeasure | undefined,
  { mode, model }: PricingOptions,
  measured: DocumentView['measured'],
): string {
  const parts =
    measure === undefined
      ? [provenanceOf({ energy: { mode }, measured }), machineNote(summarizeModel(model))]
      : [howKnown(measure), measure.device];
  return parts.filter((text) => text !== '').join(', ');
}
