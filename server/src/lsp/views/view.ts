/**
 * The text that a view colors, and the parts of a view that differ with what it is colored by. `features.ts` puts
 * these parts into one frame.
 *
 * Sits in `lsp/`. Pure.
 */
import type { Range } from 'vscode-languageserver/node';
import type { LineIndexOf } from '../../base/line-index';
import type { LineIndex, Offset } from '../../base/units';
import type { GoneMark, OverlayLegend, OverlayLine } from '../../protocol/overlay';
import type { Settings } from '../../protocol/settings';
import type { EnergyUnit } from '../../words/energy-text';
import type { ColorScale } from './color-scale';

export interface ViewedText {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  readonly lines: LineIndexOf;
  readonly settings: Settings;
}

export interface ViewParts {
  /** The lines with a text at their end. A line without a step has no color. */
  readonly lines: () => readonly (Omit<OverlayLine, 'step'> & { readonly step: number | undefined })[];
  readonly gone?: readonly GoneMark[];
  readonly scale: ColorScale;
  readonly legend: () => Omit<OverlayLegend, 'scale' | keyof ColorScale>;
  readonly status: () => string;
  /** Paragraphs of Markdown. */
  readonly tooltip: () => readonly string[];
  /** Paragraphs of Markdown; none for a line without a hover. */
  readonly hover: (line: LineIndex) => readonly string[] | Promise<readonly string[]>;
  readonly lenses: () => readonly { readonly place: Offset; readonly title: string }[];
  /** The places of the methods that can be profiled. */
  readonly methods: () => readonly Offset[];
}

export function unitOf(settings: Settings): EnergyUnit {
  return { unit: settings.unit, batteryCapacityWattHours: settings.batteryCapacityWattHours };
}

export function rangeOf(start: Offset, end: Offset, { lines }: Pick<ViewedText, 'lines'>): Range {
  const positionAt = (offset: Offset): Range['start'] => {
    const line = lines.lineAt(offset);
    return { line, character: offset - lines.startOf(line) };
  };
  return { start: positionAt(start), end: positionAt(end) };
}
