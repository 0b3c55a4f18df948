/**
 * The look of a line of one color: the line has a background, or a bar in the gutter. Cold colors are
 * faint. A color is dimmed while it ages or is of an earlier text, and hatched where operations that are not modeled may outweigh the rest. A change has a
 * symbol, too, so that its shape tells it apart. High contrast keeps its backgrounds plain, and gets a solid
 * border instead.
 *
 * Adjacent lines that look the same are one range, so that a long file needs few decorations. Free of `vscode`:
 * gives the strings that decorations are made of.
 */
import { withDefined } from '../../server/src/base/check';
import type { LineChange, Overlay, OverlayLegend } from '../../server/src/protocol/overlay';
import {
  DISCERNIBLE,
  readableFactor,
  readColor,
  toCss,
  unknownColor,
  type Rgb,
} from '../../server/src/words/color';
import { strengthAt, type LookForm } from '../../server/src/words/looks';
import {
  THEMED_COLORS,
  themedSteps,
  type ThemedColor,
  type ThemedStep,
} from '../../server/src/words/themed-colors';
import type { AnchoredLine } from './overlay-state';

export type ThemeKind = 'light' | 'dark' | 'high-contrast';

export interface LookSettings extends LookForm {
  readonly theme: ThemeKind;
}

/** A color of a palette. */
interface Ink {
  readonly color: Rgb;
  /** The tone of the palette: the factor for the opacity that keeps text readable on every color. */
  readonly tone: number;
  /** The place of the color from 0, cold, to 1, hot: cold colors are faint. Absent for changes. */
  readonly heat?: number;
  /** The colors that themes can set, of which this one is made; `color` is made of their defaults. */
  readonly themed?: ThemedStep;
}

interface LookKey extends Ink {
  readonly faded: boolean;
  readonly mostlyUnmodeled: boolean;
  readonly change?: LineChange;
  readonly evidence: OverlayLegend['provenance'];
}

export interface LineLook {
  readonly background?: string;
  /** At the line's left edge, where nothing else is said. */
  readonly border?: {
    readonly style: 'solid' | 'dashed';
    readonly width: string;
    readonly color: string;
    readonly edge?: 'top' | 'bottom';
  };
  readonly gutterIcon?: GutterIcon;
  readonly rulerColor?: string;
}

/** A picture beside the line numbers, as SVG, and its color as style sheets take it: a theme may have set another one. */
interface GutterIcon {
  readonly svg: string;
  readonly color: string;
}

const fadedOpacity = 0.4;
/** A background with the text on it, and the words of code whose own color is nearest to it. */
interface DefaultTheme {
  readonly paper: Rgb;
  readonly ink: Rgb;
  /** On the paper alone it has hardly more than 4.5 to 1: on a color, 3 to 1 is what can be kept. */
  readonly palestCode: Rgb;
}

/** The pages of VS Code's default themes, Dark Modern and Light Modern; the theme's own are not told to extensions. */
const pages: Readonly<Record<'dark' | 'light', DefaultTheme>> = {
  // Keywords are the palest words of the one, names of types those of the other: comments cost nothing.
  dark: { paper: [0x1f, 0x1f, 0x1f], ink: [0xcc, 0xcc, 0xcc], palestCode: [0x56, 0x9c, 0xd6] },
  light: { paper: [0xff, 0xff, 0xff], ink: [0x3b, 0x3b, 0x3b], palestCode: [0x26, 0x7f, 0x99] },
};

/** The colors of an overlay. Text that is no color gets one that stands for it. */
export function readInks(
  { palette, paletteName }: Pick<Overlay, 'palette' | 'paletteName'>,
  settings: Pick<LookSettings, 'theme' | 'opacity'>,
): readonly Ink[] {
  const themed = themedSteps(palette);
  const inks = palette.map((text, step) => ({
    color: readColor(text) ?? unknownColor,
    ...(paletteName === 'changes' ? {} : { heat: step / Math.max(1, palette.length - 1) }),
    ...withDefined({ themed: themed?.[step] }),
  }));
  const { theme, opacity } = settings;
  const drawn = inks.map((ink) => ({ color: ink.color, opacity: opacity * strengthOf(ink, theme) }));
  const tone = theme === 'high-contrast' ? 1 : toneOn(pages[theme], drawn); // which has no backgrounds
  return inks.map((ink) => ({ ...ink, tone }));
}

/** The factor for the opacities of colors at which text is read on them (4.5 to 1), and words of code are (3 to 1). */
function toneOn(
  { paper, ink, palestCode }: DefaultTheme,
  drawn: readonly { readonly color: Rgb; readonly opacity: number }[],
): number {
  const ofCode = readableFactor(drawn, { paper, ink: palestCode }, DISCERNIBLE);
  return Math.min(readableFactor(drawn, { paper, ink }), ofCode);
}

/** A color as style sheets of the editor and its pages take it: that of the theme, where themes can set it. */
export function inkCss({ color, themed }: Pick<Ink, 'color' | 'themed'>, opacity = 1): string {
  if (themed === undefined) return toCss(color, opacity);
  const share = (part: number): string => `${Number((part * 100).toFixed(2))}%`;
  const name = (of: ThemedColor): string => `var(--vscode-jouleline-${of}, ${THEMED_COLORS[of]})`;
  const { from, to, amount } = themed;
  const solid = amount === 1 ? name(to) : `color-mix(in srgb, ${name(from)}, ${name(to)} ${share(amount)})`;
  return opacity >= 1 ? solid : `color-mix(in srgb, ${solid} ${share(opacity)}, transparent)`;
}

/** The colors of an overlay as its lines have them, or in the gutter its bars. */
export function shownColors(
  overlay: Pick<Overlay, 'palette' | 'paletteName'>,
  settings: LookSettings,
): readonly string[] {
  return readInks(overlay, settings).map((ink) => {
    const { background, border } = describeLook(
      { ...ink, faded: false, mostlyUnmodeled: false, evidence: 'modeled' },
      settings,
    );
    return background ?? border?.color ?? inkCss(ink, strengthOf(ink, settings.theme));
  });
}

/** The bars of high contrast are seen, or not there. */
function strengthOf({ heat = 1 }: Pick<Ink, 'heat'>, theme: ThemeKind): number {
  return theme === 'high-contrast' ? 1 : strengthAt(heat);
}

export function describeLook(key: LookKey, settings: LookSettings): LineLook {
  // A line that is newer than the profile has a symbol alone, since no color says what it takes.
  if (key.change !== undefined && key.heat !== undefined)
    return { gutterIcon: { svg: drawChange(key.color, fadedOpacity, key.change), color: inkCss(key) } };
  const fade = (key.faded ? fadedOpacity : 1) * strengthOf(key, settings.theme);
  const solid = inkCss(key, fade);
  const icon = (svg: string): { readonly gutterIcon: GutterIcon } => ({
    gutterIcon: { svg, color: inkCss(key) },
  });
  const symbol = key.change === undefined ? {} : icon(drawChange(key.color, fade, key.change));
  // The ruler is drawn on a canvas, which knows no colors of the theme.
  const ruler = settings.overviewRuler ? { rulerColor: toCss(key.color, 0.8 * fade) } : {};
  if (settings.display === 'gutter') return { ...icon(drawGutterBar(key, fade)), ...symbol, ...ruler };
  const style = key.mostlyUnmodeled ? 'dashed' : 'solid';
  if (settings.theme === 'high-contrast') {
    const mark = key.mostlyUnmodeled && icon(drawGutterBar(key, fade));
    return { border: { style, width: '5px', color: solid }, ...mark, ...symbol, ...ruler };
  }
  const opacity = settings.opacity * key.tone * fade;
  if (!key.mostlyUnmodeled) return { background: inkCss(key, opacity), ...symbol, ...ruler };
  return { background: hatch(key, opacity), border: { style, width: '3px', color: solid }, ...ruler };
}

/**
 * A background of stripes. The editor has no such option: its color is followed by a second CSS property. An editor
 * that drops it still shows the dashed border.
 */
export function hatch(ink: Pick<Ink, 'color' | 'themed'>, opacity: number): string {
  const [ground, stripe] = [inkCss(ink, opacity * 0.3), inkCss(ink, opacity * 0.8)];
  return `${ground}; background-image: repeating-linear-gradient(135deg, ${stripe} 0 4px, transparent 4px 9px)`;
}

/**
 * The size of a gutter's picture, and its color. The editor has no such option for pictures: the size is followed by
 * CSS that makes the picture the shape of the color. An editor that drops it shows the picture in its own color.
 */
export function gutterSize({ color }: GutterIcon, url: string): string {
  return `contain; background-image: none; background-color: ${color}; mask: url("${url}") center / contain no-repeat`;
}

/** A line across, dashed, below the text that what is gone stood below, or above the first. */
export function describeGone(ink: Ink, isAbove: boolean, settings: LookSettings): LineLook {
  const style = 'dashed';
  return {
    border: { style, width: '2px', color: inkCss(ink), edge: isAbove ? 'top' : 'bottom' },
    ...withDefined({ rulerColor: settings.overviewRuler ? toCss(ink.color, 0.8) : undefined }),
  };
}

const CHANGE_SHAPES: Readonly<Record<LineChange, string>> = {
  lessEnergy: 'M2.5 4.5H13.5L8 13.5Z',
  moreEnergy: 'M2.5 11.5H13.5L8 2.5Z',
  new: 'M6.5 2H9.5V6.5H14V9.5H9.5V14H6.5V9.5H2V6.5H6.5Z',
  gone: 'M2 6.5H14V9.5H2Z',
};

/** Outlined, to be seen on pages of the color's own lightness. */
function drawChange(color: Rgb, opacity: number, change: LineChange): string {
  const fill = toCss(color);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">' +
    `<path d="${CHANGE_SHAPES[change]}" opacity="${opacity}" fill="${fill}" stroke="#8888" stroke-width="0.5"/></svg>`
  );
}

/**
 * A bar as high as the line. Its form tells the evidence: hollow for estimates, full for counts, and two for what was
 * measured. It is hatched if most of the line is not modeled.
 */
function drawGutterBar(
  { color, mostlyUnmodeled, evidence }: Pick<LookKey, 'color' | 'mostlyUnmodeled' | 'evidence'>,
  opacity: number,
): string {
  const fill = toCss(color);
  const stripes = [0, 1, 2, 3, 4, 5].map((n) => `M4 ${n * 4}L12 ${n * 4 - 4}`).join('');
  const bar = (x: number, width: number): string =>
    `<rect x="${x}" width="${width}" height="16" fill="${fill}"/>`;
  const forms = {
    estimated: `<rect x="5.75" y="-1" width="4.5" height="18" fill="none" stroke="${fill}" stroke-width="1.5"/>`,
    modeled: bar(5, 6),
    measured: bar(4, 3) + bar(9, 3),
  };
  const hatched =
    `<rect x="4.5" y="0.5" width="7" height="15" fill="none" stroke="${fill}"/>` +
    `<path d="${stripes}" stroke="${fill}" stroke-width="1.5"/>`;
  const edges = { estimated: '', modeled: bar(1, 2), measured: bar(1, 2) + bar(13, 2) };
  const shape = mostlyUnmodeled ? hatched + edges[evidence] : forms[evidence];
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16" preserveAspectRatio="none">' +
    `<g opacity="${opacity}">${shape}</g></svg>`
  );
}

/** A debug session of the editor, as far as colors depend on it. */
interface SessionOfColors {
  readonly type: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/**
 * True if an editor is colored: neither one of a comparison of texts, which stands in no column of its own, nor any
 * while Java is debugged. Both have colors of their own.
 */
export function isColored(column: number | undefined, session: SessionOfColors | undefined): boolean {
  const isDebugged = session?.type === 'java' && session.configuration['noDebug'] !== true;
  return column !== undefined && !isDebugged;
}

/** The properties that lines of one group share. */
interface LineLookKey {
  readonly step: number;
  readonly mostlyUnmodeled: boolean;
  readonly change?: LineChange;
  readonly isStale: boolean;
}

export interface LineGroup extends LineLookKey {
  /** Ascending; lines count from 0, both ends belong to the range. */
  readonly ranges: readonly GroupLines[];
}

export interface GroupLines {
  readonly first: number;
  readonly last: number;
  /** The character at which the text of the first line begins, from 0. */
  readonly character: number;
}

/** Steps beyond the palette get its nearest end. Of two lines that an edit has joined the first one counts. */
export function groupLines(lines: readonly AnchoredLine[], paletteSize: number): readonly LineGroup[] {
  const groups = new Map<string, { readonly key: LineLookKey; readonly ranges: GroupLines[] }>();
  let previousLine = -1;
  for (const { line, anchor } of lines) {
    if (anchor.line === previousLine) continue;
    previousLine = anchor.line;
    const step = Math.min(Math.max(Math.round(line.step), 0), paletteSize - 1);
    const { mostlyUnmodeled, change, isStale = false } = line;
    const name = `${step} ${String(mostlyUnmodeled)} ${change ?? ''} ${String(isStale)}`;
    const key = { step, mostlyUnmodeled, isStale, ...withDefined({ change }) };
    const group = groups.get(name) ?? { key, ranges: [] };
    groups.set(name, group);
    const open = group.ranges.at(-1);
    if (open?.last === anchor.line - 1)
      group.ranges[group.ranges.length - 1] = { ...open, last: anchor.line };
    else group.ranges.push({ first: anchor.line, last: anchor.line, character: anchor.character });
  }
  return Array.from(groups.values(), ({ key, ranges }) => ({ ...key, ranges }));
}
