/** Colors as CSS writes them and as pixels hold them, and those of bars. Sits in the page of the energy map. Pure. */
import type { Rgb } from '../../../server/src/words/palette';
import { isInBrush, type Brush } from './filter';
import type { Inks } from './raster';

/** `#rgb`, `#rrggbb`, with or without opacity, and `rgb(…)`. */
export function readColor(text: string): Rgb | undefined {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) {
    const digits = hex.length < 6 ? hex.replace(/./g, '$&$&') : hex;
    const channel = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16);
    return [channel(0), channel(2), channel(4)];
  }
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(text.trim());
  return parts === null ? undefined : [Number(parts[1]), Number(parts[2]), Number(parts[3])];
}

export function mix(from: Rgb, to: Rgb, amount: number): Rgb {
  const channel = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * amount);
  return [channel(0), channel(1), channel(2)];
}

/** Black or white, whichever is read better: relative luminance as WCAG 2.2 has it. */
export function inkOn(ground: Rgb): Rgb {
  const [red, green, blue] = ground.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  // Where the contrast with black is that with white.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? [0, 0, 0] : [255, 255, 255];
}

export function css([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** The number of a color in the order of `ImageData`, on machines with the low byte first. */
function packed([red, green, blue]: Rgb): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/**
 * Lines outside of the brush are as those without energy.
 *
 * @param tint how strong bars are: 1 while they stand for lines, less where the lines' text stands on them.
 */
export function makeInks(
  theme: { readonly paper: Rgb; readonly ink: Rgb; readonly isHighContrast: boolean },
  palette: readonly Rgb[],
  tint: number,
  brush: Brush,
): Inks {
  const neutral = mix(theme.paper, theme.ink, theme.isHighContrast ? 0.35 : 0.16 * tint);
  const bars = palette.map((color) => mix(theme.paper, color, tint));
  const brushed = (colors: readonly Rgb[]): Uint32Array =>
    Uint32Array.from([neutral, ...colors], (color, heat) => packed(isInBrush(brush, heat) ? color : neutral));
  return {
    bars: brushed(bars),
    stripes: brushed(bars.map((color) => mix(theme.paper, color, 0.45))),
    hottest: brush.to + 1,
    paper: packed(theme.paper),
  };
}
