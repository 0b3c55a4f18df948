/** Looks: nothing is told by color alone, and themes can set the colors of the default palette and of changes. */
import { describe, expect, test } from 'vitest';
import {
  describeGone,
  describeLook,
  gutterSize,
  isColored,
  readInks,
  shownColors,
} from '../../client/src/line-look';
import type { LineLook, LookSettings } from '../../client/src/line-look';
import type { Rgb } from '../../server/src/words/color';
import { changeColors, paletteColors } from '../../server/src/words/palette';
import { LINE_CHANGES } from '../../server/src/protocol/overlay';
import type { LineChange, OverlayLegend } from '../../server/src/protocol/overlay';
import type { ThemedStep } from '../../server/src/words/themed-colors';

type Evidence = OverlayLegend['provenance'];

const red: Rgb = [255, 0, 0];
const defaults: LookSettings = {
  display: 'line',
  opacity: 0.4,
  overviewRuler: true,
  endOfLineText: false,
  theme: 'dark',
};

function look(
  settings: Partial<LookSettings> = {},
  key: {
    faded?: boolean;
    mostlyUnmodeled?: boolean;
    change?: LineChange;
    heat?: number;
    themed?: ThemedStep;
    evidence?: Evidence;
  } = {},
): LineLook {
  return describeLook(
    { color: red, faded: false, mostlyUnmodeled: false, tone: 1, evidence: 'modeled', ...key },
    { ...defaults, ...settings },
  );
}

function opacityOf(color: string | undefined): number {
  return Number(/^rgba\(\d+, \d+, \d+, ([\d.]+)\)/.exec(color ?? '')?.[1]);
}

test('editors are colored, but for those of a comparison of texts, and while Java is debugged', () => {
  const session = (type: string, noDebug?: boolean) => ({ type, configuration: { noDebug } });
  expect(isColored(1, undefined)).toBe(true);
  expect(isColored(undefined, undefined)).toBe(false);
  expect(isColored(1, session('java'))).toBe(false);
  expect(isColored(1, session('java', true))).toBe(true);
  expect(isColored(2, session('pwa-node'))).toBe(true);
});

describe('looks', () => {
  test('a line is colored as a whole, and in the ruler', () => {
    expect(look()).toEqual({ background: 'rgba(255, 0, 0, 0.4)', rulerColor: 'rgba(255, 0, 0, 0.8)' });
    expect(look({ overviewRuler: false })).not.toHaveProperty('rulerColor');
  });
  test('fading keeps the color and takes opacity', () => {
    expect(opacityOf(look({}, { faded: true }).background)).toBeCloseTo(0.16);
    expect(opacityOf(look({}, { faded: true }).rulerColor)).toBeCloseTo(0.32);
    expect(look({ display: 'gutter' }, { faded: true }).gutterIcon?.svg).toContain('opacity="0.4"');
  });
  test('a line that is newer than the profile has a faded symbol, and no color', () => {
    const settings = [{}, { display: 'gutter' }, { theme: 'high-contrast' }] as const;
    for (const each of settings) {
      const { gutterIcon, ...others } = look(each, { change: 'new', heat: 0, faded: true });
      expect(gutterIcon?.svg).toContain('opacity="0.4"');
      expect(others).toEqual({});
    }
  });
  test('cold colors are faint on lines, in the gutter and in the ruler; changes and high contrast are not', () => {
    const strengths = (key: object, settings: Partial<LookSettings>): readonly number[] =>
      [0, 0.5, 1].map((heat) => {
        const { background, rulerColor, border } = look(settings, { heat, ...key });
        return opacityOf(background ?? rulerColor ?? border?.color);
      });
    const [cold = 0, middle = 0, hot = 0] = strengths({}, {});
    expect(hot).toBeCloseTo(0.4);
    expect(middle).toBeLessThan(hot * 0.6);
    expect(cold).toBeLessThan(hot * 0.2);
    const [coldBar = 0, , hotBar = 0] = strengths({}, { display: 'gutter' });
    expect(coldBar).toBeLessThan(hotBar * 0.2);
    expect(look({ theme: 'high-contrast' }, { heat: 0 })).toEqual(
      look({ theme: 'high-contrast' }, { heat: 1 }),
    );
    const changes = readInks({ palette: changeColors(12), paletteName: 'changes' }, defaults);
    expect(changes.every((ink) => !('heat' in ink))).toBe(true);
  });
  test('the shown colors are those of the lines, and in the gutter those of the bars', () => {
    const overlay = { palette: ['#0000ff', '#ff0000'], paletteName: 'viridis' } as const;
    const inks = readInks(overlay, defaults);
    const lines = inks.map((ink) =>
      describeLook({ ...ink, faded: false, mostlyUnmodeled: false, evidence: 'modeled' }, defaults),
    );
    expect(shownColors(overlay, defaults)).toEqual(lines.map(({ background }) => background));
    expect(shownColors(overlay, { ...defaults, display: 'gutter' })).toEqual([
      'rgba(0, 0, 255, 0.15)',
      'rgb(255, 0, 0)',
    ]);
  });
  test('lines of the default palette have the colors of the theme, all others those of their palette', () => {
    const backgroundOf = (palette: readonly string[], step: number): string | undefined => {
      const ink = readInks({ palette, paletteName: 'blue-purple-red' }, defaults).at(step);
      return ink && look({}, { ...ink }).background;
    };
    const themed = paletteColors('blue-purple-red', 24);
    expect(backgroundOf(themed, -1)).toBe(
      'color-mix(in srgb, var(--vscode-jouleline-hot, #d91c2a) 40%, transparent)',
    );
    expect(backgroundOf(themed, 3)).toBe(
      'color-mix(in srgb, color-mix(in srgb, var(--vscode-jouleline-cold, #2b4cf0), ' +
        'var(--vscode-jouleline-middle, #9b3cc8) 26.09%) 10.43%, transparent)',
    );
    expect(backgroundOf(paletteColors('viridis', 24), -1)).toMatch(/^rgba\(253, 231, 37, /);
  });
  test('symbols in the gutter have the colors of the theme, in the shape of their picture', () => {
    const [gone] = readInks({ palette: changeColors(12), paletteName: 'changes' }, defaults).slice(-2);
    const { gutterIcon } = look({}, { ...gone, change: 'gone' });
    expect(gutterIcon?.svg).toContain('fill="rgb(0, 147, 147)"');
    expect(gutterIcon && gutterSize(gutterIcon, 'data:x')).toBe(
      'contain; background-image: none; background-color: var(--vscode-jouleline-gone, #009393); ' +
        'mask: url("data:x") center / contain no-repeat',
    );
  });
  test('changes are told from each other by a shape, in every display and theme', () => {
    for (const display of ['line', 'gutter'] as const)
      for (const theme of ['dark', 'light', 'high-contrast'] as const) {
        const shapes = LINE_CHANGES.map((change) => look({ display, theme }, { change }).gutterIcon?.svg);
        expect(new Set(shapes).size).toBe(LINE_CHANGES.length);
      }
  });
  test('what is gone is a dashed line across, above or below', () => {
    const edges = [true, false].map(
      (isAbove) => describeGone({ color: red, tone: 1 }, isAbove, defaults).border,
    );
    expect(edges).toMatchObject([
      { style: 'dashed', edge: 'top' },
      { style: 'dashed', edge: 'bottom' },
    ]);
  });
  test('lines that are mostly not modeled are told from others without color, in every display and theme', () => {
    for (const display of ['line', 'gutter'] as const) {
      for (const theme of ['dark', 'light', 'high-contrast'] as const) {
        const plain = look({ display, theme });
        const marked = look({ display, theme }, { mostlyUnmodeled: true });
        expect(shapeOf(marked)).not.toEqual(shapeOf(plain));
      }
    }
  });
  test('estimated, counted and measured lines are told apart in the gutter by their form', () => {
    for (const mostlyUnmodeled of [false, true]) {
      const forms = (['estimated', 'modeled', 'measured'] as const).map((evidence) =>
        JSON.stringify(shapeOf(look({ display: 'gutter' }, { evidence, mostlyUnmodeled }))),
      );
      expect(new Set(forms).size).toBe(3);
    }
  });
  test('the gutter display leaves the text alone', () => {
    expect(look({ display: 'gutter' })).not.toHaveProperty('background');
    expect(look({ display: 'gutter' })).not.toHaveProperty('border');
  });
  test('high contrast has borders and no backgrounds', () => {
    expect(look({ theme: 'high-contrast' }).border).toEqual({
      style: 'solid',
      width: '5px',
      color: 'rgb(255, 0, 0)',
    });
    expect(look({ theme: 'high-contrast' }, { mostlyUnmodeled: true })).not.toHaveProperty('background');
  });
});

/** The parts of a look that remain without colors. */
function shapeOf({ background, border, gutterIcon }: LineLook): unknown {
  const isHatched = background?.includes('repeating-linear-gradient');
  return {
    isHatched,
    border: border?.style,
    shape: gutterIcon?.svg.replace(/(fill|stroke)="rgb[^"]*"/g, ''),
  };
}
