/**
 * Looks: whole sets of the settings of colors, so that nobody has to combine them.
 *
 * Sits in `words/`: the server reads which colors lines get from them, the editor how they are drawn.
 */
import type { Settings } from '../protocol/settings';

/** The colors of a look; the server needs them. */
type LookColors = Pick<Settings, 'palette' | 'colorSteps' | 'scale' | 'rankScope'>;

/** The form of a look; the editor needs it. */
export interface LookForm {
  readonly display: 'line' | 'gutter';
  /** The opacity of line backgrounds, from 0 to 1. */
  readonly opacity: number;
  readonly overviewRuler: boolean;
  readonly endOfLineText: boolean;
}

/** The opacity of line backgrounds that the setting has by default. */
export const defaultOpacity = 0.4;

/** The opacity of the coldest color, as a share of the hottest one's. */
const FAINTEST = 0.15;

/** The strength of a color by its place from 0, cold, to 1, hot: cold colors are faint, so that red is what one sees. */
export function strengthAt(heat: number): number {
  return FAINTEST + (1 - FAINTEST) * heat;
}

const colors: LookColors = {
  palette: 'blue-purple-red',
  colorSteps: 24,
  scale: 'logarithmic',
  rankScope: 'workspace',
};
const form: LookForm = {
  display: 'line',
  opacity: defaultOpacity,
  overviewRuler: true,
  endOfLineText: false,
};

/** The looks; `custom` leaves all to the single settings. */
const LOOKS: Readonly<Record<Settings['look'], { readonly colors?: LookColors; readonly form?: LookForm }>> =
  {
    heatmap: { colors, form },
    hotspots: { colors, form: { ...form, display: 'gutter' } },
    presentation: {
      colors: { ...colors, scale: 'rank', rankScope: 'file' },
      form: { ...form, opacity: 0.8, endOfLineText: true },
    },
    'color-blind-safe': { colors: { ...colors, palette: 'viridis' }, form },
    custom: {},
  };

/** The settings with the colors of their look. */
export function withLook(settings: Settings): Settings {
  return { ...settings, ...LOOKS[settings.look].colors };
}

/** The form of a look; undefined where the single settings count. Names of other versions are the default. */
export function formOf(look: unknown): LookForm | undefined {
  if (look === 'custom') return undefined;
  return Object.entries(LOOKS).find(([name]) => name === look)?.[1].form ?? form;
}
