/**
 * The page's colors: for each step a background, an ink that reads on it at
 * 4.5 to 1 or better (WCAG 2.2, criterion 1.4.3), and the full color for bars.
 *
 * Sits in `cli/`. Cold lines are tinted lightly and hot ones strongly,
 * so that the eye finds heat first; in the dark theme tints go towards its
 * background. Text goes into HTML, and data into a script element, by the functions at the end.
 */
import { contrast, inkOn, mix, parseColor, toHex, type Rgb } from '../../words/color';
import { paletteColors } from '../../words/palette';
import type { PaletteName } from '../../protocol/settings';
import { COLOR_STEPS } from './options';
import { escapeHtml } from '../../words/escape-html';
import { makePrintable } from '../terminal';

export interface ReportTheme {
  readonly surface: Rgb;
  readonly ink: Rgb;
}

export interface StepColors {
  readonly background: Rgb;
  readonly ink: Rgb;
  readonly bar: Rgb;
}

/** The themes' surface and ink are those of media/webviews/heatmap/heatmap.css: `--surface` and `--ink`. */
export const lightTheme: ReportTheme = { surface: [255, 255, 255], ink: [0x1a, 0x1d, 0x24] };
export const darkTheme: ReportTheme = { surface: [0x1a, 0x1c, 0x22], ink: [0xea, 0xec, 0xf0] };

const COLDEST_TINT = 0.2;
const HOTTEST_TINT = 0.72;
const READABLE = 4.5;

export function tintSteps(palette: PaletteName, theme: ReportTheme): readonly StepColors[] {
  return paletteColors(palette, COLOR_STEPS).map((color, step) => {
    const bar = parseColor(color);
    const amount = COLDEST_TINT + (HOTTEST_TINT - COLDEST_TINT) * (step / (COLOR_STEPS - 1));
    const background = mix(theme.surface, bar, amount).map(Math.round) as unknown as Rgb;
    const ink = contrast(background, theme.ink) >= READABLE ? theme.ink : inkOn(background);
    return { background, ink, bar };
  });
}

/** Classes `.h0` (coldest) to `.h23`, for both themes. */
export function styleSteps(palette: PaletteName): string {
  const rules = (theme: ReportTheme): string =>
    tintSteps(palette, theme)
      .map(({ background, ink, bar }, step) => {
        return `.h${step}{--heat:${toHex(background)};--heat-ink:${toHex(ink)};--bar:${toHex(bar)};--stripe:${stripe(ink)}}`;
      })
      .join('\n');
  return `${rules(lightTheme)}\n@media (prefers-color-scheme: dark){\n${rules(darkTheme)}\n}\n`;
}

/** Hatching goes away from the ink, so that it never costs contrast. */
function stripe(ink: Rgb): string {
  return ink[0] < 128 ? 'rgb(255 255 255 / .6)' : 'rgb(0 0 0 / .32)';
}

/** Safe between tags and in quoted attributes; control and bidirectional characters are shown as such. */
export function escapePrintable(text: string): string {
  return escapeHtml(makePrintable(text));
}

/** JSON that can't end the script element it stands in. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return '\\u' + character.charCodeAt(0).toString(16).padStart(4, '0');
  });
}
