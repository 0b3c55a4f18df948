/** The page's colors, from those that the editor gives its web views. Sits in the page of the energy map. */
import { mix, readColor, toCss, type Rgb } from '../../../server/src/words/color';
import { strengthAt } from '../../../server/src/words/looks';
import type { EnergyMapModel } from './model';

export interface Theme {
  readonly paper: Rgb;
  readonly ink: Rgb;
  readonly muted: string;
  readonly accent: string;
  readonly isHighContrast: boolean;
}

export function readTheme(body: HTMLElement): Theme {
  const style = getComputedStyle(body);
  const color = (name: string, fallback: Rgb): Rgb => readColor(style.getPropertyValue(name)) ?? fallback;
  const isDark = body.classList.contains('vscode-dark') || body.classList.contains('vscode-high-contrast');
  const paper = color('--vscode-editor-background', isDark ? [31, 31, 31] : [255, 255, 255]);
  const ink = color('--vscode-editor-foreground', isDark ? [204, 204, 204] : [59, 59, 59]);
  const isHighContrast =
    body.classList.contains('vscode-high-contrast') || body.classList.contains('vscode-high-contrast-light');
  return {
    paper,
    ink,
    // Who asked for contrast gets it for every word.
    muted: toCss(isHighContrast ? ink : mix(paper, ink, 0.62)),
    accent: toCss(color('--vscode-focusBorder', ink)),
    isHighContrast,
  };
}

/** The colors that were last made of each model's palette. */
const known = new WeakMap<EnergyMapModel, { readonly theme: Theme; readonly colors: readonly Rgb[] }>();

/** The colors of steps as the editor shows them: cold ones are faint, unless the theme is one of high contrast. */
export function colorsIn(model: EnergyMapModel, theme: Theme): readonly Rgb[] {
  const found = known.get(model);
  if (found?.theme === theme) return found.colors;
  const { palette, picture } = model;
  const isFull = theme.isHighContrast || picture.head.comparison !== undefined;
  const last = Math.max(1, palette.length - 1);
  const colors = isFull
    ? palette
    : palette.map((color, step) => mix(theme.paper, color, strengthAt(step / last)));
  known.set(model, { theme, colors });
  return colors;
}
