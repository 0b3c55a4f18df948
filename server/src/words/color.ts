/**
 * Color arithmetic: colors are read, mixed, compared and written, for overlays, reports and pages.
 *
 * Contrast follows WCAG 2.2 (relative luminance, contrast ratio).
 */
import { rgb } from 'd3-color';
import { unreachable } from '../base/check';

/** Red, green and blue, each 0 to 255. */
export type Rgb = readonly [number, number, number];

/**
 * The color that stands for one that could not be read: it is visible on any background, and no color of a
 * palette.
 */
export const unknownColor: Rgb = [128, 128, 128];

/** Reads a color in any form of CSS; undefined if the text is none. Only channels are passed on, never the text. */
export function readColor(text: string): Rgb | undefined {
  const { r, g, b } = rgb(text);
  return Number.isNaN(r) ? undefined : [r, g, b];
}

/** The color that is seen where a text of CSS, which may tell an opacity, is drawn over another one. */
export function readOver(text: string, ground: Rgb): Rgb | undefined {
  const color = readColor(text);
  return color && mix(ground, color, rgb(text).opacity);
}

/** Reads a color that is known to be one. */
export function parseColor(text: string): Rgb {
  return readColor(text) ?? unreachable(`"${text}" is no color`);
}

export function toHex(color: Rgb): string {
  return rgb(...color).formatHex();
}

/** A color as style sheets take it. An opacity that lies outside 0 to 1 is brought to the nearest end. */
export function toCss(color: Rgb, opacity = 1): string {
  return rgb(...color, Number(opacity.toFixed(3))).formatRgb();
}

/** The color on the way between two: `amount` 0 gives `from`, 1 gives `to`. */
export function mix(from: Rgb, to: Rgb, amount: number): Rgb {
  const channel = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * amount;
  return [channel(0), channel(1), channel(2)];
}

/** WCAG 2.2, level AA for text, and level AAA, which high contrast stands for. */
export const READABLE = 4.5;
export const MOST_READABLE = 7;
/** The least contrast of graphics and of large letters (WCAG 2.2, criteria 1.4.11 and 1.4.3). */
export const DISCERNIBLE = 3;

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
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * White where it can be read, since colors of a heatmap are strong ones, else
 * black: never below 4.5 to 1, since the two ratios multiply to 21.
 */
export function inkOn(background: Rgb): Rgb {
  const white: Rgb = [255, 255, 255];
  return contrast(background, white) >= READABLE ? white : [0, 0, 0];
}

/** A color to stand on, and the ink that is read on it. */
export interface Ground {
  readonly ground: Rgb;
  readonly ink: Rgb;
}

/**
 * The color with the ink for text on it. High contrast asks for 7 to 1, which no ink has on colors of medium lightness:
 * they become darker.
 */
export function groundOf(color: Rgb, isHighContrast: boolean): Ground {
  if (!isHighContrast) return { ground: color, ink: inkOn(color) };
  const [white, black]: readonly [Rgb, Rgb] = [
    [255, 255, 255],
    [0, 0, 0],
  ];
  if (contrast(color, black) >= MOST_READABLE) return { ground: color, ink: black };
  let dark = 0;
  while (dark < 1 && contrast(mix(color, black, dark), white) < MOST_READABLE) dark += 0.05;
  return { ground: mix(color, black, dark), ink: white };
}

/**
 * The largest factor, up to 1, at which an ink is read on all colors, each drawn on paper with its opacity. All colors
 * have the same factor, so that their order by lightness stays: readers with color blindness go by it.
 */
export function readableFactor(
  colors: readonly { readonly color: Rgb; readonly opacity: number }[],
  { paper, ink }: { readonly paper: Rgb; readonly ink: Rgb },
  least = READABLE,
): number {
  const isReadable = (factor: number): boolean =>
    colors.every(({ color, opacity }) => contrast(mix(paper, color, factor * opacity), ink) >= least);
  let factor = 1;
  while (factor > 0.05 && !isReadable(factor)) factor -= 0.05;
  return factor;
}
