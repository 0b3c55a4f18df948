/**
 * The text that a view colors, and the parts of a view that differ with what it is colored by. `features.ts` puts
 * these parts into one frame. The scales of colors have words for their ends: from cold to hot for energies, from less to
 * more energy for comparisons.
 *
 * Sits in `lsp/`. Pure.
 */
import type { Range } from 'vscode-languageserver/node';
import type { LineIndexOf } from '../../base/line-index';
import type { LineIndex, Offset } from '../../base/units';
import type { GoneMark, OverlayLegend, OverlayLine, LineChange, OverlayParams } from '../../protocol/overlay';
import type { Settings } from '../../protocol/settings';
import type { EnergyUnit } from '../../words/energy-text';
import * as l10n from '@vscode/l10n';
import { countSteps, stepOfChange } from '../../pages/changes';
import { changeColors, paletteColors } from '../../words/palette';

export interface ViewedText {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  readonly lines: LineIndexOf;
  readonly settings: Settings;
  /** True if the text has errors, and members of an earlier text stand in their place. */
  readonly isHeld: boolean;
  /** True while the rest of the workspace is not known yet, so that the text is compared with itself. */
  readonly isAlone: boolean;
}

/** The most characters of a lens: the action beside it must stay in sight. */
export const MOST_OF_LENS = 40;
/** The most characters of the item in the status bar. */
export const MOST_OF_STATUS = 24;

export interface MethodLens {
  readonly place: Offset;
  /** At most {@link MOST_OF_LENS} characters. */
  readonly title: string;
  /** Plain sentences, one a line. */
  readonly tooltip: readonly string[];
}

export interface ViewParts {
  /** The lines with a text at their end. A line without a step has no color. */
  readonly lines: () => readonly (Omit<OverlayLine, 'step'> & { readonly step: number | undefined })[];
  readonly gone?: readonly GoneMark[];
  readonly scale: ColorScale;
  readonly legend: () => Omit<OverlayLegend, 'scale' | keyof ColorScale>;
  /** One figure, of at most {@link MOST_OF_STATUS} characters. */
  readonly status: () => string;
  /** Paragraphs of Markdown. */
  readonly tooltip: () => readonly string[];
  /** Paragraphs of Markdown; none for a line without a hover. */
  readonly hover: (line: LineIndex) => readonly string[] | Promise<readonly string[]>;
  readonly lenses: () => readonly MethodLens[];
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

type ColorScale = Pick<OverlayParams, 'palette' | 'paletteName'> &
  Pick<OverlayLegend, 'scope' | 'cold' | 'hot'>;

/** @param none the words for the cold end of a scale that begins at zero. */
export function scaleOfEnergies(settings: Settings, none = l10n.t('no energy')): ColorScale {
  const { scale, rankScope, palette, colorSteps } = settings;
  return {
    palette: paletteColors(palette, colorSteps),
    paletteName: palette,
    scope: rankScope,
    cold: {
      rank: COLDEST[rankScope](),
      linear: none,
      logarithmic: l10n.t('1/10,000 of the hottest, or less'),
    }[scale],
    hot: HOTTEST[rankScope](),
  };
}

/** The scale of a comparison: changes are ranked among all changes of the workspace. */
export function scaleOfChanges(settings: Settings): ColorScale {
  return {
    palette: changeColors(amountsOf(settings)),
    paletteName: 'changes',
    scope: 'workspace',
    cold: l10n.t('no change'),
    hot: l10n.t('largest change'),
  };
}

/** Functions, because translations are loaded after this file. */
const COLDEST = {
  method: () => l10n.t('least energy in the method'),
  file: () => l10n.t('least energy in the file'),
  workspace: () => l10n.t('least energy in the workspace'),
};

const HOTTEST = {
  method: () => l10n.t('most energy in the method'),
  file: () => l10n.t('most energy in the file'),
  workspace: () => l10n.t('most energy in the workspace'),
};

/** The number of amounts of change that colors tell apart. */
export function amountsOf({ colorSteps }: Settings): number {
  return Math.floor(colorSteps / 2);
}

/** The color steps of each kind of change, from the least to the greatest. */
export function stepsOfScale(settings: Settings): Readonly<Record<LineChange, readonly number[]>> {
  const amounts = amountsOf(settings);
  const all = Array.from({ length: amounts }, (_, amount) => amount);
  const stepAt = (change: LineChange, amount: number): number =>
    stepOfChange(change, amount, countSteps(amounts));
  return {
    lessEnergy: all.map((amount) => stepAt('lessEnergy', amount)),
    moreEnergy: all.map((amount) => stepAt('moreEnergy', amount)),
    new: [stepAt('new', 0)],
    gone: [stepAt('gone', 0)],
  };
}
