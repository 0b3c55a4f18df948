/** Types of heat-figures.mjs, for tests. */
type Scores = ReadonlyMap<string, number>;
interface Ranking {
  readonly lines: Scores;
  readonly methods: Scores;
}
export function shareUnder(count: number, scores: Scores, truth: Scores, places: readonly string[]): number;
export function hitsAmong(
  most: number,
  count: number,
  scores: Scores,
  truth: Scores,
  places: readonly string[],
): number;
export function spearman(a: readonly number[], b: readonly number[]): number;
type Name = 'part' | 'partOfBest' | 'fifty' | 'ten' | 'spearman' | 'top' | 'recorder';
export type Figures = Readonly<Record<Name, number>>;
export function figuresOf(
  ranking: Ranking,
  truth: Ranking,
  samples: Scores,
  all: { readonly lines: readonly string[]; readonly methods: readonly string[] },
): Figures;
export function meanFigures(figures: readonly Figures[]): Figures;
export function coverage(
  ranges: ReadonlyMap<string, readonly [low: number, high: number]>,
  truth: Scores,
): Readonly<Record<'places' | 'within' | 'below' | 'above' | 'decades', number>>;
