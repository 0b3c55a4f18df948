/**
 * The colors of a page's words: those of the theme, as far as they are read on what the page puts them on. Sits beside the
 * pages of web views. Pure.
 */
import { contrast, inkOn, mix, READABLE, readOver, toCss, type Rgb } from '../../server/src/words/color';

/** The value of one of the page's properties, such as `--vscode-foreground`; empty if the theme does not set it. */
export type ReadProperty = (name: string) => string;

/** The properties that pages write with, each with that of the color that is behind it; without one, it is the page's own. */
const WRITTEN: readonly (readonly [ink: string, ground?: string])[] = [
  ['editor-foreground', 'editor-background'],
  ['foreground'],
  ['descriptionForeground'],
  ['textLink-foreground'],
  ['input-foreground', 'input-background'],
  ['input-placeholderForeground', 'input-background'],
  ['dropdown-foreground', 'dropdown-background'],
  ['button-foreground', 'button-background'],
  ['button-secondaryForeground', 'button-secondaryBackground'],
  ['editorHoverWidget-foreground', 'editorHoverWidget-background'],
  ['list-activeSelectionForeground', 'list-activeSelectionBackground'],
];

/**
 * The properties that a theme leaves unreadable, with colors that are read: those of the theme, as much lighter or darker
 * as it takes. `page` is the color of the page. None for a theme whose words are read.
 */
export function readableInks(read: ReadProperty, page: Rgb): ReadonlyMap<string, string> {
  const groundOf = (name: string | undefined): Rgb =>
    (name === undefined ? undefined : readOver(read(`--vscode-${name}`), page)) ?? page;
  const found = new Map<string, string>();
  const write = (property: string, ink: string, ground: Rgb): void => {
    const color = readOver(read(`--vscode-${ink}`), ground);
    if (color === undefined || contrast(color, ground) >= READABLE) return;
    found.set(property, toCss(readable(color, ground)));
  };
  for (const [ink, ground] of WRITTEN) write(`--vscode-${ink}`, ink, groundOf(ground));
  // What is said less loudly in a widget of its own color.
  write('--muted-in-widget', 'descriptionForeground', groundOf('editorHoverWidget-background'));
  // A row is written on by words of the page while the mouse is on it.
  const words = readOver(found.get('--vscode-foreground') ?? read('--vscode-foreground'), page);
  const hovered = groundOf('list-hoverBackground');
  if (words !== undefined && contrast(words, hovered) < READABLE)
    found.set('--vscode-list-hoverBackground', 'transparent');
  return found;
}

/** The ink, brought so far to black or white that it is read. */
export function readable(ink: Rgb, ground: Rgb): Rgb {
  const end = inkOn(ground);
  let amount = 0;
  while (amount < 1 && contrast(mix(ink, end, amount), ground) < READABLE) amount += 0.05;
  return mix(ink, end, Math.min(1, amount));
}
