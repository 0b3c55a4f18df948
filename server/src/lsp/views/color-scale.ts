/**
 * The scales of colors, and the words for their ends: from cold to hot for energies, from less to more energy for
 * comparisons.
 *
 * Sits in `lsp/`. Pure.
 */
import * as l10n from '@vscode/l10n';
import { countSteps, stepOfChange } from '../../pages/changes';
import type { LineChange, OverlayLegend, OverlayParams } from '../../protocol/overlay';
import type { Settings } from '../../protocol/settings';
import { changeColors, paletteColors } from '../../words/palette';

export type ColorScale = Pick<OverlayParams, 'palette' | 'paletteName'> &
  Pick<OverlayLegend, 'scope' | 'cold' | 'hot'>;

/** @param none the words for the cold end of a scale that begins at zero. */
export function scaleOfEnergies(settings: Settings, none = l10n.t('no energy')): ColorScale {
  const { scale, rankScope, palette, colorSteps } = settings;
  return {
    palette: paletteColors(palette, colorSteps),
    paletteName: palette,
    scope: rankScope,
    cold: scale === 'rank' ? COLDEST[rankScope]() : none,
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
