/**
 * Colors as CSS writes them: read, and written with an opacity.
 *
 * Free of `vscode`. Colors come from the server and go into style sheets, so
 * only what was understood is passed on.
 */

/** Each 0 to 255. */
export interface RgbColor {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/**
 * The color that stands for one that could not be read: it is visible on any background, and no color of a
 * palette.
 */
export const unknownColor: RgbColor = { red: 128, green: 128, blue: 128 };

/** Reads `#rgb`, `#rrggbb` and `rgb(r, g, b)`. */
export function parseColor(text: string): RgbColor | undefined {
  const hex = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(text.trim());
  if (hex) {
    const digits = hex[2] ?? (hex[1] ?? '').replace(/./g, '$&$&');
    const channel = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16);
    return { red: channel(0), green: channel(2), blue: channel(4) };
  }
  const rgb = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(text.trim());
  if (!rgb) return undefined;
  const channels = rgb.slice(1).map(Number);
  if (channels.some((channel) => channel > 255)) return undefined;
  return { red: channels[0] ?? 0, green: channels[1] ?? 0, blue: channels[2] ?? 0 };
}

/** The color that is seen where one color lies on another with an opacity from 0 to 1. */
export function blend(ground: RgbColor, color: RgbColor, opacity: number): RgbColor {
  const channel = (from: number, to: number): number => from + (to - from) * opacity;
  return {
    red: channel(ground.red, color.red),
    green: channel(ground.green, color.green),
    blue: channel(ground.blue, color.blue),
  };
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrastOf(one: RgbColor, other: RgbColor): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** WCAG 2.2 relative luminance, 0 to 1. */
function luminanceOf({ red, green, blue }: RgbColor): number {
  const linear = (channel: number): number => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** `opacity` from 0 to 1; what lies outside is brought to the nearest end. */
export function writeColor(color: RgbColor, opacity: number): string {
  const alpha = Number(Math.min(1, Math.max(0, opacity)).toFixed(3));
  return `rgba(${color.red}, ${color.green}, ${color.blue}, ${alpha})`;
}
