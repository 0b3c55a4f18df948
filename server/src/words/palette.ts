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
import { mix, parseColor, toHex, type Rgb } from './color';

interface Palette {
  readonly title: string;
  /** Hot and cold stay apart for readers with protanopia, deuteranopia or tritanopia, by lightness alone if need be. */
  readonly colorBlindSafe: boolean;
  /** `at` from 0, cold, to 1, hot; any CSS color that {@link parseColor} reads. */
  readonly color: (at: number) => string;
}

const blue: Rgb = [0x2b, 0x4c, 0xf0];
const purple: Rgb = [0x9b, 0x3c, 0xc8];
const red: Rgb = [0xd9, 0x1c, 0x2a];

/** Two straight lines through RGB, so that purple is met half-way. */
function bluePurpleRed(at: number): string {
  return toHex(at < 0.5 ? mix(blue, purple, at * 2) : mix(purple, red, at * 2 - 1));
}

export const palettes: Readonly<Record<PaletteName, Palette>> = {
  'blue-purple-red': { title: 'Blue through purple to red', colorBlindSafe: false, color: bluePurpleRed },
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

const same: Rgb = [0x8c, 0x8c, 0x8c];
const lessEnergy: Rgb = [0x1f, 0x7a, 0xd6];
const moreEnergy: Rgb = [0xe6, 0x61, 0x01];
const gone: Rgb = [0x00, 0xa8, 0xa8];
const added: Rgb = [0xd0, 0x1c, 0x8b];
/** The distance of the least change from gray, as a share of the way to the full color. */
const leastChange = 0.35;

/**
 * A diverging scale for so many amounts, in the order of `pages/changes.ts`. Blue and orange are told apart with every
 * kind of color vision; what is gone or new is said in words, too.
 */
export function changeColors(amounts: number): string[] {
  const away = (to: Rgb, amount: number): string =>
    toHex(mix(same, to, leastChange + (1 - leastChange) * (amounts < 2 ? 1 : amount / (amounts - 1))));
  return [
    toHex(same),
    ...Array.from({ length: amounts }, (_, amount) => [
      away(lessEnergy, amount),
      away(moreEnergy, amount),
    ]).flat(),
    toHex(gone),
    toHex(added),
  ];
}

/** `#rrggbb` from cold to hot. `steps` at least 2. */
export function paletteColors(name: PaletteName, steps: number): string[] {
  const { color } = palettes[name];
  return Array.from({ length: steps }, (_, step) => toHex(parseColor(color(step / (steps - 1)))));
}
