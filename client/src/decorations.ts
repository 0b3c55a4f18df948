/**
 * The painter: puts the kept overlays on all visible editors.
 *
 * One decoration type per look (color, age, unpriced), made when first needed
 * and thrown away when theme, settings or palette change.
 */
import { DecorationRangeBehavior, OverviewRulerLane, Range, ThemeColor, Uri, window } from 'vscode';
import type { DecorationOptions, DecorationRenderOptions, TextDocument, TextEditor } from 'vscode';
import type { Closable } from './closable';
import { parseColor, unknownColor } from './color';
import type { RgbColor } from './color';
import { groupLines } from './line-groups';
import type { LineGroup, GroupLines } from './line-groups';
import { describeGone, describeLook, measureTone } from './line-look';
import type { LineLook } from './line-look';
import type { ShownOverlay } from './overlay-state';
import type { Overlays } from './overlays';
import { isEnabled, readLookSettings, showsEndOfLineText } from './settings';

export interface DecorationPainter extends Closable {
  /** After a change of theme or settings: every look is made anew. */
  readonly restyle: () => void;
}

type DecorationType = ReturnType<typeof window.createTextEditorDecorationType>;

export function createPainter(overlays: Overlays): DecorationPainter {
  let settings = readLookSettings();
  let palette = '';
  const types = new Map<string, DecorationType>();
  const painted = new WeakMap<TextEditor, readonly DecorationType[]>();
  const texts = window.createTextEditorDecorationType({
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });

  const typeOf = (key: string, look: () => LineLook): DecorationType => {
    const known = types.get(key);
    if (known) return known;
    const type = window.createTextEditorDecorationType(renderLook(look()));
    types.set(key, type);
    return type;
  };
  const typeOfLines = (
    colors: readonly string[],
    { step, unpriced, change }: LineGroup,
    faded: boolean,
  ): DecorationType => {
    const color = colors[step] ?? '';
    return typeOf(`${color} ${String(faded)} ${String(unpriced)} ${change ?? ''}`, () => {
      const tone = measureTone(colors.map(readColor), settings.theme);
      const key = { color: readColor(color), faded, unpriced, tone };
      return describeLook({ ...key, ...(change === undefined ? {} : { change }) }, settings);
    });
  };
  const typeOfGone = (color: string, isAbove: boolean): DecorationType =>
    typeOf(`${color} gone ${String(isAbove)}`, () => describeGone(readColor(color), isAbove, settings));

  const paint = (editor: TextEditor): void => {
    const shown = isEnabled(editor.document) ? overlays.stateOf(editor.document)?.shown : undefined;
    const isOverlay = shown?.kind === 'overlay';
    const before = painted.get(editor) ?? [];
    const now: DecorationType[] = [];
    if (isOverlay) {
      const { palette: colors } = shown.overlay;
      for (const group of groupLines(shown.lines, colors.length)) {
        const type = typeOfLines(colors, group, shown.age === 'faded');
        editor.setDecorations(
          type,
          group.ranges.map((range) => rangeIn(editor.document, range)),
        );
        now.push(type);
      }
    }
    if (isOverlay)
      for (const isAbove of [true, false]) {
        const marks = shown.gone.filter(({ mark }) => mark.after < 0 === isAbove);
        const [first] = marks;
        if (first === undefined) continue;
        const type = typeOfGone(shown.overlay.palette[first.mark.step] ?? '', isAbove);
        editor.setDecorations(
          type,
          marks.map(({ mark, anchor }) => textAtEnd(editor.document, anchor.line, mark.text)),
        );
        now.push(type);
      }
    if (isOverlay && showsEndOfLineText()) {
      editor.setDecorations(texts, endOfLineTexts(editor.document, shown));
      now.push(texts);
    }
    // Set before cleared: a line that changes its look is never bare in between.
    for (const type of before) if (!now.includes(type)) editor.setDecorations(type, []);
    painted.set(editor, now);
  };

  const paintAll = (): void => {
    window.visibleTextEditors.forEach(paint);
  };
  const discardTypes = (): void => {
    for (const type of types.values()) type.dispose();
    types.clear();
  };
  const restyle = (): void => {
    settings = readLookSettings();
    discardTypes();
    paintAll();
  };

  const listeners = [
    overlays.onDidChange(({ uri, repaint }) => {
      if (!repaint) return;
      const editors = window.visibleTextEditors.filter((editor) => editor.document.uri.toString() === uri);
      const colors = paletteOf(editors, overlays);
      if (colors !== undefined && colors !== palette) {
        palette = colors;
        discardTypes();
        paintAll();
      } else editors.forEach(paint);
    }),
    window.onDidChangeVisibleTextEditors((editors) => {
      editors.forEach(paint);
    }),
    window.onDidChangeActiveColorTheme(restyle),
  ];
  paintAll();

  return {
    restyle,
    dispose: () => {
      for (const listener of listeners) listener.dispose();
      discardTypes();
      texts.dispose();
    },
  };
}

function paletteOf(editors: readonly TextEditor[], overlays: Overlays): string | undefined {
  const shown = editors[0] && overlays.stateOf(editors[0].document)?.shown;
  return shown?.kind === 'overlay' ? shown.overlay.palette.join() : undefined;
}

/** The lane in the middle: errors keep the right one, changes under version control the left one. */
function renderLook(look: LineLook): DecorationRenderOptions {
  return {
    isWholeLine: true,
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
    ...(look.background !== undefined && { backgroundColor: look.background }),
    ...(look.border && {
      borderStyle: look.border.style,
      borderColor: look.border.color,
      borderWidth: BORDER_WIDTHS[look.border.edge ?? 'left'](look.border.width),
    }),
    ...(look.gutterIcon !== undefined && {
      gutterIconPath: Uri.parse(
        `data:image/svg+xml;base64,${Buffer.from(look.gutterIcon).toString('base64')}`,
      ),
      gutterIconSize: 'contain',
    }),
    ...(look.rulerColor !== undefined && {
      overviewRulerColor: look.rulerColor,
      overviewRulerLane: OverviewRulerLane.Center,
    }),
  };
}

const BORDER_WIDTHS = {
  left: (width: string) => `0 0 0 ${width}`,
  top: (width: string) => `${width} 0 0 0`,
  bottom: (width: string) => `0 0 ${width} 0`,
};

function readColor(text: string): RgbColor {
  return parseColor(text) ?? unknownColor;
}

function rangeIn(document: TextDocument, range: GroupLines): Range {
  return new Range(range.first, range.character, range.last, endOfLine(document, range.last));
}

/** Behind the text of each line. */
function endOfLineTexts(
  document: TextDocument,
  shown: ShownOverlay & { readonly kind: 'overlay' },
): DecorationOptions[] {
  return shown.lines.map(({ line, anchor }) => textAtEnd(document, anchor.line, line.text));
}

function textAtEnd(document: TextDocument, line: number, contentText: string): DecorationOptions {
  const end = endOfLine(document, line);
  return {
    range: new Range(line, end, line, end),
    renderOptions: {
      after: {
        contentText,
        color: new ThemeColor('descriptionForeground'),
        margin: '0 0 0 3ch',
        fontStyle: 'italic',
      },
    },
  };
}

function endOfLine(document: TextDocument, line: number): number {
  return line < document.lineCount ? document.lineAt(line).range.end.character : 0;
}
