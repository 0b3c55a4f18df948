/**
 * Palettes: the colors of a heatmap, from cold to hot, and ink that stays
 * readable on them.
 *
 * Sits in `words/`, shared by the overlay and the reports. `blue-purple-red`
 * is the spectrum of vLens (section 3.2.3: blue for low energy, red for high,
 * purple between); the others are d3-scale-chromatic's. Contrast follows
 * WCAG 2.2 (relative luminance, contrast ratio).
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

/** Red, green and blue, each 0 to 255. */
export type Rgb = readonly [number, number, number];

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
const cheaper: Rgb = [0x1f, 0x7a, 0xd6];
const dearer: Rgb = [0xe6, 0x61, 0x01];
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
    ...Array.from({ length: amounts }, (_, amount) => [away(cheaper, amount), away(dearer, amount)]).flat(),
    toHex(gone),
    toHex(added),
  ];
}

/** `#rrggbb` from cold to hot. `steps` at least 2. */
export function paletteColors(name: PaletteName, steps: number): string[] {
  const { color } = palettes[name];
  return Array.from({ length: steps }, (_, step) => toHex(parseColor(color(step / (steps - 1)))));
}

/** Reads `#rrggbb` and `rgb(r, g, b)`: all that palettes give. Black for anything else. */
export function parseColor(text: string): Rgb {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (hex) return [hexByte(hex[1]), hexByte(hex[2]), hexByte(hex[3])];
  const rgb = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(text);
  return [Number(rgb?.[1] ?? 0), Number(rgb?.[2] ?? 0), Number(rgb?.[3] ?? 0)];
}

function hexByte(digits: string | undefined): number {
  return Number.parseInt(digits ?? '0', 16);
}

export function toHex(color: Rgb): string {
  return '#' + color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('');
}

/** `amount` 0 gives `from`, 1 gives `to`. */
export function mix(from: Rgb, to: Rgb, amount: number): Rgb {
  const channel = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * amount;
  return [channel(0), channel(1), channel(2)];
}

/** WCAG 2.2 relative luminance, 0 to 1. */
function luminance(color: Rgb): number {
  const linear = (channel: number): number => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * White where it can be read, since colors of a heatmap are strong ones, else
 * black: never below 4.5 to 1, since the two ratios multiply to 21.
 */
export function inkOn(background: Rgb): Rgb {
  const white: Rgb = [255, 255, 255];
  return contrast(background, white) >= 4.5 ? white : [0, 0, 0];
}
