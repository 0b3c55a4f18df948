/**
 * Palettes: the colors of a heatmap, from cold to hot.
 *
 * Sits in `words/`, shared by the overlay and the reports. `blue-purple-red`
 * is the spectrum of vLens (section 3.2.3: blue for low energy, red for high,
 * purple between); the others are d3-scale-chromatic's.
 */
import {
  interpolateCividis,
  interpolateGreys,
  interpolateInferno,
  interpolatePlasma,
  interpolateRdYlBu,
  interpolateTurbo,
  interpolateViridis,
} from 'd3-scale-chromatic';
import type { PaletteName } from '../protocol/settings';
import { parseColor, toHex } from './color';
import { changeSteps, defaultOf, heatStep } from './themed-colors';

interface Palette {
  readonly title: string;
  /** Hot and cold stay apart for readers with protanopia, deuteranopia or tritanopia, by lightness alone if need be. */
  readonly colorBlindSafe: boolean;
  /** `at` from 0, cold, to 1, hot; any CSS color that {@link parseColor} reads. */
  readonly color: (at: number) => string;
}

export const palettes: Readonly<Record<PaletteName, Palette>> = {
  'blue-purple-red': {
    title: 'Blue through purple to red',
    colorBlindSafe: false,
    color: (at) => defaultOf(heatStep(at)),
  },
  viridis: { title: 'Viridis', colorBlindSafe: true, color: interpolateViridis },
  cividis: { title: 'Cividis', colorBlindSafe: true, color: interpolateCividis },
  inferno: { title: 'Inferno', colorBlindSafe: true, color: interpolateInferno },
  plasma: { title: 'Plasma', colorBlindSafe: true, color: interpolatePlasma },
  turbo: { title: 'Turbo', colorBlindSafe: false, color: interpolateTurbo },
  // d3's runs from red to blue: turned round, so that red is hot.
  'red-yellow-blue': {
    title: 'Blue through yellow to red',
    colorBlindSafe: true,
    color: (at) => interpolateRdYlBu(1 - at),
  },
  grays: { title: 'Grays', colorBlindSafe: true, color: interpolateGreys },
};

export const paletteNames = Object.keys(palettes) as readonly PaletteName[];

/** `#rrggbb` of the steps of changes, with so many amounts. */
export function changeColors(amounts: number): string[] {
  return changeSteps(amounts).map(defaultOf);
}

/** `#rrggbb` from cold to hot. `steps` at least 2. */
export function paletteColors(name: PaletteName, steps: number): string[] {
  const { color } = palettes[name];
  return Array.from({ length: steps }, (_, step) => toHex(parseColor(color(step / (steps - 1)))));
}
