/**
 * The colors of a theme, and those on which the energy map writes, so that its text is read. Sits in the page of the
 * energy map. Pure.
 */
import {
  groundOf,
  mix,
  MOST_READABLE,
  READABLE,
  readableFactor,
  type Ground,
  type Rgb,
} from '../../../server/src/words/color';
import { strengthAt } from '../../../server/src/words/looks';
import { paletteIn, type ThemedColor } from '../../../server/src/words/themed-colors';
import { readable } from '../inks';
import type { EnergyMapModel } from './model';

export interface Theme {
  readonly paper: Rgb;
  readonly ink: Rgb;
  readonly muted: string;
  readonly accent: string;
  readonly isHighContrast: boolean;
  /** The color that the theme has for one that it can set. */
  readonly colorOf: (color: ThemedColor) => Rgb | undefined;
}

type Paper = Pick<Theme, 'paper' | 'ink' | 'isHighContrast'>;

/** The colors that were last made of each model's palette. */
const known = new WeakMap<EnergyMapModel, { readonly theme: Theme; readonly colors: readonly Rgb[] }>();

/** The colors of steps as the editor shows them: cold ones are faint, unless the theme is one of high contrast. */
export function colorsIn(model: EnergyMapModel, theme: Theme): readonly Rgb[] {
  const found = known.get(model);
  if (found?.theme === theme) return found.colors;
  const { picture } = model;
  const palette = paletteIn(picture.head.palette, theme.colorOf);
  const isOfKinds = picture.head.comparison !== undefined || model.statistic?.name === 'group';
  const isFull = theme.isHighContrast || isOfKinds;
  const last = Math.max(1, palette.length - 1);
  const colors = isFull
    ? palette
    : palette.map((color, step) => mix(theme.paper, color, strengthAt(step / last)));
  known.set(model, { theme, colors });
  return colors;
}

export function groundOfBox({ paper, ink, isHighContrast }: Paper, color: Rgb | undefined): Ground {
  return groundOf(color ?? mix(paper, ink, isHighContrast ? 0.35 : 0.2), isHighContrast);
}

/** Deeper boxes stand out more, as far as their names can be read. */
export function groundOfParent({ paper, ink, isHighContrast }: Paper, depth: number): Ground {
  const ground = mix(paper, ink, Math.min(0.17, 0.05 + 0.04 * depth));
  return { ground, ink: isHighContrast ? ink : readable(mix(paper, ink, 0.85), ground) };
}

/** The strength of bars that code is written on. */
export function readableTint(paper: Paper, palette: readonly Rgb[]): number {
  const opacity = 0.4;
  const drawn = palette.map((color) => ({ color, opacity }));
  return opacity * readableFactor(drawn, paper, paper.isHighContrast ? MOST_READABLE : READABLE);
}
