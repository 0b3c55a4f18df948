/**
 * The overlay of one document, as the client paints it.
 *
 * Sits in `lsp/`. Colours are ranks by default, as in vLens, section 3.2.3.
 */
import { formatCount, formatShare } from '../engine/energy-text';
import { paletteColours } from '../engine/palette';
import { PROTOCOL_VERSION, type OverlayLegend, type OverlayLine, type OverlayParams } from '../protocol';
import { absolute, machineNote, withInterval, type DocumentView } from './view';

export function buildOverlay(view: DocumentView): OverlayParams {
  const { energy, settings } = view;
  const palette = paletteColours(settings.palette, settings.colourSteps);
  const middle = Math.floor(settings.colourSteps / 2);
  const lines = energy.lines.flatMap((line, index): OverlayLine[] => {
    // Nothing runs there that costs anything, known or unknown: the closing brace of a method, say.
    if (line.own.mean === 0 && line.unpricedCount === 0) return [];
    const heat = view.heat[index];
    const step = heat?.step ?? 0;
    return [
      {
        line: line.line,
        // What is not known may be large: such a line is marked, and never painted cold.
        step: line.mostlyUnpriced ? Math.max(step, middle) : step,
        rank: heat?.rank ?? line.rank,
        share: line.shareOfFile,
        text: endOfLineText(view, index),
        mostlyUnpriced: line.mostlyUnpriced,
      },
    ];
  });
  return {
    protocolVersion: PROTOCOL_VERSION,
    uri: view.uri,
    version: view.version,
    palette,
    paletteName: settings.palette,
    lines,
    legend: buildLegend(view),
    status: statusText(view),
    statusTooltip: statusTooltip(view),
  };
}

/** "4.1 %", with "≥" where much is unpriced; with a model of this machine also the energy. */
export function endOfLineText(view: DocumentView, index: number): string {
  const line = view.energy.lines[index];
  if (line === undefined) return '';
  const share = `${line.mostlyUnpriced ? '≥ ' : ''}${formatShare(line.shareOfFile)}`;
  return view.model.isLocal ? `${absolute(line.own, view)} · ${share}` : share;
}

/** Share of the expected executions that the model has a price for. */
export function pricedShare(view: DocumentView): number {
  const { pricedCount, unpricedCount } = view.energy;
  return pricedCount + unpricedCount === 0 ? 1 : pricedCount / (pricedCount + unpricedCount);
}

function buildLegend(view: DocumentView): OverlayLegend {
  const { settings, model, energy } = view;
  const scopes = { method: 'of its method', file: 'of the file', workspace: 'of the workspace' };
  const scope = scopes[settings.rankScope];
  return {
    scale: settings.scale,
    scope: settings.rankScope,
    modelTitle: model.title,
    machine: `${model.machine}, ${model.mode}`,
    provenance: energy.provenance,
    cold: settings.scale === 'rank' ? `cheapest lines ${scope}` : 'no energy',
    hot: settings.scale === 'rank' ? `dearest line ${scope}` : `energy of the dearest line ${scope}`,
    pricedShare: pricedShare(view),
    unpricedNote:
      'A marked line (≥) runs operations that the model has no price for, such as bodies of library methods, and these may outweigh what is priced.',
  };
}

function statusText(view: DocumentView): string {
  const { energy, model } = view;
  if (energy.lines.length === 0) return 'no operations';
  if (model.isLocal) return `${absolute(energy.total, view)}, ${energy.provenance}`;
  return `${formatShare(pricedShare(view))} priced, ${energy.provenance}`;
}

function statusTooltip(view: DocumentView): string {
  const { energy, model } = view;
  const note = machineNote(model);
  const modes = {
    estimated: 'loops and branches at estimated frequencies, each method called once',
    'one-execution': 'each block executed once',
    'worst-case': 'the dearest branches, loops at their stated bounds',
  };
  const rows = [
    `**Energy of this file** (${energy.provenance}: ${modes[energy.mode]})`,
    `Sum over its members: ${withInterval(energy.total, view)}`,
    `Model: ${model.title}${note === '' ? '' : ` — figures of a ${note}, not of your machine; shares and ranks carry over better than joules`}`,
    `Priced: ${formatShare(pricedShare(view))} of the expected operations (${formatCount(energy.unpricedCount)} not priced, ${formatCount(energy.untypedCount)} not typed)`,
  ];
  if (view.problems.length > 0)
    rows.push(
      `${view.problems.length} place${view.problems.length === 1 ? '' : 's'} could not be read as Java; the rest is shown`,
    );
  return rows.join('\n\n');
}
