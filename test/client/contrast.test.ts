/**
 * Text on colors: it is read in the four kinds of themes on every color that the editor and its pages draw, blended with
 * the background as they draw it. Referee: WCAG 2.2, level AA (4.5 to 1), in high contrast level AAA (7 to 1).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeLook, readInks, type LookSettings, type ThemeKind } from '../../client/src/line-look';
import {
  colorsIn,
  groundOfBox,
  groundOfParent,
  readableTint,
} from '../../client/webviews/energy-map/grounds';
import { readableInks } from '../../client/webviews/inks';
import { makeModel } from '../../client/webviews/energy-map/model';
import { sampleHead, samplePicture } from '../webviews/sample-picture';
import { contrast, groundOf, mix, parseColor, toHex, type Rgb } from '../../server/src/words/color';
import { formOf } from '../../server/src/words/looks';
import { changeColors, paletteColors, paletteNames } from '../../server/src/words/palette';
import { THEMED_COLORS } from '../../server/src/words/themed-colors';

interface Theme {
  readonly id: 'dark' | 'light' | 'highContrast' | 'highContrastLight';
  readonly kind: ThemeKind;
  readonly paper: Rgb;
  readonly ink: Rgb;
  readonly isHighContrast: boolean;
  /** The theme's colors of charts, in which lists draw groups. */
  readonly charts: readonly Rgb[];
  /** The theme's colors of Java's words; none where lines have no backgrounds. */
  readonly words: readonly Rgb[];
}

/**
 * Backgrounds, texts, charts and words of the editor's own themes: Dark Modern, Light Modern, and both of high contrast.
 * Words are keywords, control, types, functions, strings, numbers, variables, constants.
 */
const wordsOf: Readonly<Record<string, string>> = {
  dark: '#569cd6 #c586c0 #4ec9b0 #dcdcaa #ce9178 #b5cea8 #9cdcfe #4fc1ff',
  light: '#0000ff #af00db #267f99 #795e26 #a31515 #098658 #001080 #0070c1',
};
const themes: readonly Theme[] = (
  [
    ['dark', '#1f1f1f', '#cccccc', '#3794ff #b180d7 #89d185 #f14c4c #d18616 #cca700 #11a8cd'],
    ['light', '#ffffff', '#3b3b3b', '#1a85ff #652d90 #388a34 #e51400 #d18616 #bf8803 #0598bc'],
    ['highContrast', '#000000', '#ffffff', ''],
    ['highContrastLight', '#ffffff', '#292929', ''],
  ] as const
).map(([id, paper, ink, charts]) => ({
  id,
  kind: id === 'dark' || id === 'light' ? id : 'high-contrast',
  paper: parseColor(paper),
  ink: parseColor(ink),
  isHighContrast: id.startsWith('high'),
  charts: charts.split(' ').filter(Boolean).map(parseColor),
  words: (wordsOf[id] ?? '').split(' ').filter(Boolean).map(parseColor),
}));

const scales = [
  ...paletteNames.map((paletteName) => ({ paletteName, palette: paletteColors(paletteName, 24) })),
  { paletteName: 'changes' as const, palette: changeColors(12) },
];
const looks = ['heatmap', 'hotspots', 'presentation', 'color-blind-safe'].flatMap(
  (look) => formOf(look) ?? [],
);

interface Contributed {
  readonly id: string;
  readonly defaults: Readonly<Record<Theme['id'], string>>;
}
const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly contributes: { readonly colors: readonly Contributed[] };
};

/** The grounds and inks whose text is not read, as the theme draws them. */
function unread(
  theme: Theme,
  drawn: readonly { readonly ground: Rgb; readonly ink: Rgb }[],
): readonly string[] {
  const least = theme.isHighContrast ? 7 : 4.5;
  return drawn
    .filter(({ ground, ink }) => contrast(ground, ink) < least)
    .map(({ ground, ink }) => `${ink.join()} on ${ground.join()}: ${contrast(ground, ink).toFixed(2)}`);
}

/** The colors of steps in the energy map, where the cold ones are faint. */
function mapColors(theme: Theme, { palette, paletteName }: (typeof scales)[number]): readonly Rgb[] {
  const compared = { comparison: { names: ['a', 'b'], totals: [1, 1] } } as const;
  const head = { ...sampleHead, palette, ...(paletteName === 'changes' ? compared : {}) };
  const model = makeModel({ ...samplePicture([]), head });
  return colorsIn(model, { ...theme, muted: '', accent: '', colorOf: () => undefined });
}

/** The opacity of a background, in the form of fixed colors or in that of colors that themes set. */
function opacityOf(background: string): number {
  const found =
    /^rgba\(\d+, \d+, \d+, ([\d.]+)\)/.exec(background)?.[1] ??
    /([\d.]+)%, transparent\)/.exec(background)?.[1];
  return Number(found) / (background.startsWith('rgba') ? 1 : 100);
}

test('the contributed colors have the defaults of the palettes, in all four kinds of themes', () => {
  const palette = contributes.colors.filter(({ id }) => id !== 'jouleline.lineText');
  expect(Object.fromEntries(palette.map(({ id, defaults }) => [id, defaults]))).toEqual(
    Object.fromEntries(
      Object.entries(THEMED_COLORS).map(([name, color]) => [
        `jouleline.${name}`,
        Object.fromEntries(themes.map(({ id }) => [id, color])),
      ]),
    ),
  );
});

describe('words of pages', () => {
  const gray = {
    'editor-background': '#777777',
    'editor-foreground': '#7f7f7f',
    foreground: '#7f7f7f',
    descriptionForeground: 'rgba(124, 124, 124, 0.9)',
    'button-background': '#0e639c',
    'button-foreground': '#ffffff',
    'editorHoverWidget-background': '#202020',
    'editorHoverWidget-foreground': '#252525',
    'list-hoverBackground': '#404040',
  };
  const inksIn = (theme: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
    readableInks(
      (name) => theme[name.replace('--vscode-', '')] ?? '',
      parseColor(theme['editor-background'] ?? ''),
    );

  test('are read in a theme that is nearly one gray', () => {
    const inks = inksIn(gray);
    const grounds = {
      '--vscode-editor-foreground': '#777777',
      '--vscode-foreground': '#777777',
      '--vscode-descriptionForeground': '#777777',
      '--vscode-editorHoverWidget-foreground': '#202020',
      '--muted-in-widget': '#202020',
    };
    for (const [name, ground] of Object.entries(grounds))
      expect(contrast(parseColor(inks.get(name) ?? ground), parseColor(ground)), name).toBeGreaterThan(4.49);
    expect(inks.get('--vscode-list-hoverBackground')).toBe('transparent');
    expect([...inks.keys()].sort()).toEqual(
      [...Object.keys(grounds), '--vscode-list-hoverBackground'].sort(),
    );
  });

  test.each(themes)('have the colors of the theme $id, which are read', ({ paper, ink }) => {
    const theme = {
      'editor-background': toHex(paper),
      'editor-foreground': toHex(ink),
      foreground: toHex(ink),
    };
    expect([...inksIn(theme)]).toEqual([]);
  });
});

describe.each(themes)('in the theme $id, text is read', (theme) => {
  test.each(scales)('on lines of $paletteName, in every look', (overlay) => {
    const drawn = looks.flatMap((form) => {
      const settings: LookSettings = { ...form, theme: theme.kind };
      return readInks(overlay, settings).flatMap((each) =>
        [false, true].map((mostlyUnmodeled) => {
          const look = describeLook(
            { ...each, faded: false, mostlyUnmodeled, evidence: 'modeled' },
            settings,
          );
          // Stripes are no stronger than four fifths of a plain background.
          const opacity = look.background === undefined ? 0 : opacityOf(look.background);
          if (theme.isHighContrast) expect(look).not.toHaveProperty('background');
          return { ground: mix(theme.paper, each.color, opacity), ink: theme.ink };
        }),
      );
    });
    expect(unread(theme, drawn)).toEqual([]);
    expect(drawn.length).toBeGreaterThan(100);
    // The themes' own words have 4.6 to 1 at least on the paper: they keep 3 to 1 on every color.
    const worst = drawn.flatMap(({ ground }) => theme.words.map((word) => contrast(ground, word)));
    expect(Math.min(...worst, 3)).toBe(3);
  });

  test('after lines, where their energy stands: it has the color of the text', () => {
    const { defaults } = contributes.colors.find(({ id }) => id === 'jouleline.lineText') ?? {};
    expect(defaults?.[theme.id]).toBe('editor.foreground');
  });

  test.each(scales)('on boxes of the energy map in $paletteName', (overlay) => {
    const boxes = [undefined, ...mapColors(theme, overlay)].map((color) => groundOfBox(theme, color));
    const parents = Array.from({ length: 12 }, (_, depth) => groundOfParent(theme, depth));
    expect(unread(theme, [...boxes, ...parents])).toEqual([]);
  });

  test.each(scales)('on lines of the energy map in $paletteName', (overlay) => {
    const colors = mapColors(theme, overlay);
    const tint = readableTint(theme, colors);
    const drawn = colors.map((color) => ({ ground: mix(theme.paper, color, tint), ink: theme.ink }));
    expect(unread(theme, drawn)).toEqual([]);
    expect(tint).toBeGreaterThan(0.1);
  });

  test('on boxes of the flame graph of a comparison', () => {
    const drawn = changeColors(1).flatMap((color) =>
      [0.14, 0.3, 0.5, 0.85, 0.95].map((depth) =>
        groundOf(mix(theme.paper, parseColor(color), depth), theme.isHighContrast),
      ),
    );
    expect(unread(theme, drawn)).toEqual([]);
  });

  test('on the groups of operations in lists', () => {
    const style = readFileSync('media/webviews/lists/lists.css', 'utf8');
    const share = Number(/var\(--hue\) (\d+)%/.exec(style)?.[1]) / 100;
    const drawn = theme.charts.map((color) => ({ ground: mix(theme.paper, color, share), ink: theme.ink }));
    expect(unread(theme, drawn)).toEqual([]);
    // High contrast draws borders.
    expect(style).toMatch(/high-contrast-light \.part \{[^}]*background-color: var\(--ground\)/);
  });

  test('and marks of changes are seen: 3 to 1 (criterion 1.4.11)', () => {
    for (const color of changeColors(1)) expect(contrast(parseColor(color), theme.paper)).toBeGreaterThan(3);
  });
});
