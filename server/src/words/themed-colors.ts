/**
 * The colors that themes can set: those of the default palette and those of changes.
 *
 * Sits in `words/`, shared by the editor, its pages and the palettes of reports, which have the defaults. Each is a color
 * that `package.json` contributes, as `jouleline.hot`; style sheets of the editor name it `--vscode-jouleline-hot`.
 */
import { mix, readColor, toHex, unknownColor, type Rgb } from './color';

/** The colors with their defaults, in every theme. */
export const THEMED_COLORS = {
  cold: '#2b4cf0',
  middle: '#9b3cc8',
  hot: '#d91c2a',
  unchanged: '#8c8c8c',
  lessEnergy: '#1f7ad6',
  moreEnergy: '#e66101',
  gone: '#009393',
  new: '#d01c8b',
} as const;

export type ThemedColor = keyof typeof THEMED_COLORS;

/** A step of a palette, between two colors: `amount` 0 gives `from`, 1 gives `to`. */
export interface ThemedStep {
  readonly from: ThemedColor;
  readonly to: ThemedColor;
  readonly amount: number;
}

/** The distance of the least change from gray, as a share of the way to the full color. */
const leastChange = 0.35;

/** Two straight lines through RGB, so that purple is met half-way. */
export function heatStep(at: number): ThemedStep {
  return at < 0.5
    ? { from: 'cold', to: 'middle', amount: at * 2 }
    : { from: 'middle', to: 'hot', amount: at * 2 - 1 };
}

/**
 * A diverging scale for so many amounts, in the order of `pages/changes.ts`. Blue and orange are told apart with every
 * kind of color vision; what is gone or new is said in words, too.
 */
export function changeSteps(amounts: number): readonly ThemedStep[] {
  const away = (to: ThemedColor, amount: number): ThemedStep => ({
    from: 'unchanged',
    to,
    amount: leastChange + (1 - leastChange) * (amounts < 2 ? 1 : amount / (amounts - 1)),
  });
  return [
    pure('unchanged'),
    ...Array.from({ length: amounts }, (_, n) => [away('lessEnergy', n), away('moreEnergy', n)]).flat(),
    pure('gone'),
    pure('new'),
  ];
}

/** `#rrggbb` of a step, with the defaults. */
export function defaultOf({ from, to, amount }: ThemedStep): string {
  return toHex(mix(defaultColor(from), defaultColor(to), amount));
}

/** The steps of a palette whose colors themes can set; undefined if its colors are fixed. */
export function themedSteps(palette: readonly string[]): readonly ThemedStep[] | undefined {
  const heat = palette.map((_, step) => heatStep(step / Math.max(1, palette.length - 1)));
  const changes = changeSteps(Math.max(0, Math.floor((palette.length - 3) / 2)));
  return [heat, changes].find(
    (steps) =>
      steps.length === palette.length && steps.every((step, index) => defaultOf(step) === palette[index]),
  );
}

/** The colors of a palette in a theme, where `read` gives those that the theme has. */
export function paletteIn(
  palette: readonly string[],
  read: (color: ThemedColor) => Rgb | undefined,
): readonly Rgb[] {
  const colorOf = (color: ThemedColor): Rgb => read(color) ?? defaultColor(color);
  const steps = themedSteps(palette);
  if (steps === undefined) return palette.map((text) => readColor(text) ?? unknownColor);
  return steps.map(({ from, to, amount }) => mix(colorOf(from), colorOf(to), amount));
}

function pure(color: ThemedColor): ThemedStep {
  return { from: color, to: color, amount: 1 };
}

function defaultColor(color: ThemedColor): Rgb {
  return readColor(THEMED_COLORS[color]) ?? unknownColor;
}
