/**
 * How a line of one colour looks: as a background, or as a bar in the gutter;
 * dimmed while it ages; hatched where its unpriced part may outweigh the rest.
 * High contrast keeps its backgrounds plain, and gets a solid border instead.
 *
 * Free of `vscode`: gives the strings that decorations are made of.
 */
import { writeColour } from './colour';
import type { Rgb } from './colour';

export type Display = 'line' | 'gutter';
export type ThemeKind = 'light' | 'dark' | 'high-contrast';

export interface LookSettings {
  readonly display: Display;
  /** Of line backgrounds, 0 to 1. */
  readonly opacity: number;
  readonly overviewRuler: boolean;
  readonly theme: ThemeKind;
}

export interface LookKey {
  readonly colour: Rgb;
  readonly faded: boolean;
  readonly unpriced: boolean;
}

export interface LineLook {
  readonly background?: string;
  /** At the line's left edge. */
  readonly border?: { readonly style: 'solid' | 'dashed'; readonly width: string; readonly colour: string };
  /** SVG. */
  readonly gutterIcon?: string;
  readonly rulerColour?: string;
}

const fadedOpacity = 0.4;
/** Dark text on white bears less colour than light text on black. */
const themeOpacity: Readonly<Record<ThemeKind, number>> = { dark: 1, light: 0.75, 'high-contrast': 1 };

export function describeLook(key: LookKey, settings: LookSettings): LineLook {
  const fade = key.faded ? fadedOpacity : 1;
  const solid = writeColour(key.colour, fade);
  const ruler = settings.overviewRuler ? { rulerColour: writeColour(key.colour, 0.8 * fade) } : {};
  if (settings.display === 'gutter') {
    return { gutterIcon: drawGutterBar(key.colour, fade, key.unpriced), ...ruler };
  }
  const style = key.unpriced ? 'dashed' : 'solid';
  if (settings.theme === 'high-contrast') {
    return { border: { style, width: '5px', colour: solid }, ...ruler };
  }
  const opacity = settings.opacity * themeOpacity[settings.theme] * fade;
  if (!key.unpriced) return { background: writeColour(key.colour, opacity), ...ruler };
  return { background: hatch(key.colour, opacity), border: { style, width: '3px', colour: solid }, ...ruler };
}

/**
 * A background of stripes. The editor has no such option: the colour is followed by a second CSS property. An editor
 * that drops it still shows the dashed border.
 */
export function hatch(colour: Rgb, opacity: number): string {
  const stripe = writeColour(colour, opacity);
  const gap = writeColour(colour, opacity * 0.2);
  return `transparent; background-image: repeating-linear-gradient(135deg, ${stripe} 0 4px, ${gap} 4px 9px)`;
}

/** A bar as high as the line, hatched if unpriced. */
function drawGutterBar(colour: Rgb, opacity: number, unpriced: boolean): string {
  const fill = `rgb(${colour.red},${colour.green},${colour.blue})`;
  const stripes = [0, 1, 2, 3, 4, 5].map((n) => `M4 ${n * 4}L12 ${n * 4 - 4}`).join('');
  const shape = unpriced
    ? `<rect x="4.5" y="0.5" width="7" height="15" fill="none" stroke="${fill}"/>` +
      `<path d="${stripes}" stroke="${fill}" stroke-width="1.5"/>`
    : `<rect x="5" width="6" height="16" fill="${fill}"/>`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16" preserveAspectRatio="none">' +
    `<g opacity="${opacity}">${shape}</g></svg>`
  );
}
