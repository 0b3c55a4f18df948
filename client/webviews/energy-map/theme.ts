/** The page's colors, from those that the editor gives its web views. Sits in the page of the energy map. */
import { mix, readColor, toCss, type Rgb } from '../../../server/src/words/color';
import { readable } from '../inks';
import type { Theme } from './grounds';

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
    muted: toCss(isHighContrast ? ink : readable(mix(paper, ink, 0.78), paper)),
    accent: toCss(color('--vscode-focusBorder', ink)),
    isHighContrast,
    colorOf: (name) => readColor(style.getPropertyValue(`--vscode-jouleline-${name}`)),
  };
}
