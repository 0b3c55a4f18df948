import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contrast,
  inkOn,
  mix,
  parseColor,
  readColor,
  toCss,
  toHex,
  type Rgb,
} from '../../server/src/words/color';
import { paletteColors, paletteNames, palettes } from '../../server/src/words/palette';

const channel = fc.integer({ min: 0, max: 255 });
const anyColor: fc.Arbitrary<Rgb> = fc.tuple(channel, channel, channel);

describe('palettes', () => {
  test.each(paletteNames)('%s gives as many distinct colors as asked', (name) => {
    for (const steps of [2, 16, 24]) {
      const colors = paletteColors(name, steps);
      expect(new Set(colors).size).toBe(steps);
      for (const color of colors) expect(color).toMatch(/^#[0-9a-f]{6}$/);
    }
  });

  test("vLens's spectrum runs from blue through purple to red", () => {
    const [cold, middle, hot] = paletteColors('blue-purple-red', 3).map(parseColor) as [Rgb, Rgb, Rgb];
    expect(Math.max(...cold)).toBe(cold[2]);
    expect(Math.max(...hot)).toBe(hot[0]);
    expect(middle[1]).toBeLessThan(Math.min(middle[0], middle[2]));
    const reds = paletteColors('blue-purple-red', 16).map((color) => parseColor(color)[0]);
    expect(reds).toEqual([...reds].sort((a, b) => a - b));
  });

  test('red is the hot end of blue through yellow to red', () => {
    const [cold, hot] = paletteColors('red-yellow-blue', 2).map(parseColor) as [Rgb, Rgb];
    expect(cold[2]).toBeGreaterThan(cold[0]);
    expect(hot[0]).toBeGreaterThan(hot[2]);
  });

  /** Viénot, Brettel and Mollon 1999: what a dichromat sees, in linear RGB. */
  const dichromats: Readonly<Record<string, readonly [Rgb, Rgb, Rgb]>> = {
    protanopia: [
      [0.11238, 0.88762, 0],
      [0.11238, 0.88762, 0],
      [0.00401, -0.00401, 1],
    ],
    deuteranopia: [
      [0.29275, 0.70725, 0],
      [0.29275, 0.70725, 0],
      [-0.02234, 0.02234, 1],
    ],
  };

  function seenBy(matrix: readonly [Rgb, Rgb, Rgb], color: Rgb): Rgb {
    const linear = color.map((value) => (value / 255) ** 2.2) as unknown as Rgb;
    return matrix.map((row) => {
      const value = row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2];
      return 255 * Math.max(0, value) ** (1 / 2.2);
    }) as unknown as Rgb;
  }

  test.each(paletteNames.filter((name) => palettes[name].colorBlindSafe))(
    '%s keeps cold, middle and hot apart for dichromats',
    (name) => {
      const colors = paletteColors(name, 3).map(parseColor) as [Rgb, Rgb, Rgb];
      for (const matrix of Object.values(dichromats)) {
        const [cold, middle, hot] = colors.map((color) => seenBy(matrix, color)) as [Rgb, Rgb, Rgb];
        for (const [one, other] of [
          [cold, middle],
          [middle, hot],
          [cold, hot],
        ] as const) {
          expect(Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])).toBeGreaterThan(60);
        }
      }
    },
  );
});

describe('colors', () => {
  test('the WCAG ratio of black and white is 21, of a color and itself 1', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
    expect(contrast([255, 255, 255], [0, 0, 0])).toBeCloseTo(21, 5);
    // The example of WCAG's technique G18 tools: #767676 is the lightest gray that passes on white.
    expect(contrast(parseColor('#767676'), [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(parseColor('#777777'), [255, 255, 255])).toBeLessThan(4.5);
  });

  test('ink is readable on every color', () => {
    fc.assert(fc.property(anyColor, (color) => contrast(color, inkOn(color)) >= 4.5));
  });

  test('a color written as hex reads back', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        expect(parseColor(toHex(color))).toEqual(color);
      }),
    );
    expect(parseColor('rgb(1, 20, 255)')).toEqual([1, 20, 255]);
  });

  test.each([
    ['#ff8000', 'rgb(255, 128, 0)'],
    ['#F80', 'rgb(255, 136, 0)'],
    [' rgb(1, 22, 255)', 'rgb(1, 22, 255)'],
    ['rgba(1, 2, 256, 0.5)', 'rgb(1, 2, 255)'],
  ])('%s is read, and written as style sheets take it', (text, expected) => {
    expect(toCss(parseColor(text))).toBe(expected);
  });

  test.each(['', 'reddish', '#ff800', 'ff8000', '#fff; background: url(x)', 'rgb(1,2,3)}body{'])(
    'no color: %s',
    (text) => {
      expect(readColor(text)).toBeUndefined();
      expect(() => parseColor(text)).toThrow('is no color');
    },
  );

  test('an opacity out of range is brought into it', () => {
    expect(toCss([255, 0, 0], 0.32)).toBe('rgba(255, 0, 0, 0.32)');
    expect(toCss([255, 0, 0], 7)).toBe('rgb(255, 0, 0)');
    expect(toCss([255, 0, 0], -1)).toBe('rgba(255, 0, 0, 0)');
  });

  test('mixing starts and ends at its colors', () => {
    fc.assert(
      fc.property(anyColor, anyColor, (from, to) => {
        expect(toHex(mix(from, to, 0))).toBe(toHex(from));
        expect(toHex(mix(from, to, 1))).toBe(toHex(to));
      }),
    );
  });
});
