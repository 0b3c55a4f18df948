/**
 * The painter: puts the kept overlays on all visible editors.
 *
 * One decoration type per look (color, age, mostly not modeled), made when first needed
 * and thrown away when theme, settings or palette change.
 */
import { debug, DecorationRangeBehavior, OverviewRulerLane, Range, ThemeColor, Uri, window } from 'vscode';
import type {
  DecorationOptions,
  DecorationRenderOptions,
  Disposable,
  TextDocument,
  TextEditor,
} from 'vscode';
import { at, withDefined } from '../../server/src/base/check';
import {
  describeGone,
  describeLook,
  gutterSize,
  readInks,
  type LineLook,
  groupLines,
  isColored,
  type GroupLines,
  type LineGroup,
} from './line-look';
import type { OverlayLegend } from '../../server/src/protocol/overlay';
import type { ShownOverlay } from './overlay-state';
import type { Overlays } from './overlays';
import { isEnabled, readLookSettings } from './settings';

type DecorationType = ReturnType<typeof window.createTextEditorDecorationType>;
type OverlayShown = ShownOverlay & { readonly kind: 'overlay' };

export class Painter implements Disposable {
  readonly #overlays: Overlays;
  readonly #listeners: readonly Disposable[];
  readonly #types = new Map<string, DecorationType>();
  readonly #painted = new WeakMap<TextEditor, readonly DecorationType[]>();
  readonly #texts = window.createTextEditorDecorationType({
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
  #settings = readLookSettings();
  #palette = '';

  constructor(overlays: Overlays) {
    this.#overlays = overlays;
    this.#listeners = [
      overlays.onDidChange(({ uri, repaint }) => {
        if (repaint) this.#repaint(uri);
      }),
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.#paint(editor);
      }),
      debug.onDidChangeActiveDebugSession(() => {
        this.#paintAll();
      }),
      window.onDidChangeActiveColorTheme(() => {
        this.restyle();
      }),
    ];
    this.#paintAll();
  }

  /** Makes every look anew, after a change of theme or settings. */
  restyle(): void {
    this.#settings = readLookSettings();
    this.#discardTypes();
    this.#paintAll();
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#discardTypes();
    this.#texts.dispose();
  }

  #repaint(uri: string): void {
    const editors = window.visibleTextEditors.filter((editor) => editor.document.uri.toString() === uri);
    const colors = paletteOf(editors, this.#overlays);
    if (colors !== undefined && colors !== this.#palette) {
      this.#palette = colors;
      this.#discardTypes();
      this.#paintAll();
    } else for (const editor of editors) this.#paint(editor);
  }

  #paintAll(): void {
    for (const editor of window.visibleTextEditors) this.#paint(editor);
  }

  #paint(editor: TextEditor): void {
    const { document } = editor;
    const isOn = isEnabled(document) && isColored(editor.viewColumn, debug.activeDebugSession);
    const shown = isOn ? this.#overlays.stateOf(document)?.shown : undefined;
    const now = new Map(shown?.kind === 'overlay' ? this.#decorate(document, shown) : []);
    for (const [type, ranges] of now) editor.setDecorations(type, ranges);
    // Set before cleared: a line that changes its look is never bare in between.
    for (const type of this.#painted.get(editor) ?? []) if (!now.has(type)) editor.setDecorations(type, []);
    this.#painted.set(editor, [...now.keys()]);
  }

  /** The ranges of an overlay for each look. */
  #decorate(document: TextDocument, shown: OverlayShown): [DecorationType, Range[] | DecorationOptions[]][] {
    const inks = readInks(shown.overlay, this.#settings);
    const lines = groupLines(shown.lines, inks.length).map((group): [DecorationType, Range[]] => [
      this.#typeOfLines(at(inks, group.step), group, {
        faded: shown.age === 'faded' || group.isStale,
        evidence: shown.overlay.legend.provenance,
      }),
      group.ranges.map((range) => rangeIn(document, range)),
    ]);
    const gone = [true, false].flatMap((isAbove): [DecorationType, DecorationOptions[]][] => {
      const marks = shown.gone.filter(({ mark }) => mark.after < 0 === isAbove);
      const [first] = marks;
      if (first === undefined) return [];
      const type = this.#typeOfGone(at(inks, first.mark.step), isAbove);
      return [[type, marks.map(({ mark, anchor }) => textAtEnd(document, anchor.line, mark.text))]];
    });
    if (!this.#settings.endOfLineText) return [...lines, ...gone];
    const texts = shown.lines.map(({ line, anchor }) => textAtEnd(document, anchor.line, line.text));
    return [...lines, ...gone, [this.#texts, texts]];
  }

  #typeOf(key: string, look: () => LineLook): DecorationType {
    const known = this.#types.get(key);
    if (known) return known;
    const type = window.createTextEditorDecorationType(renderLook(look()));
    this.#types.set(key, type);
    return type;
  }

  #typeOfLines(
    ink: ReturnType<typeof readInks>[number],
    { mostlyUnmodeled, change }: LineGroup,
    { faded, evidence }: { readonly faded: boolean; readonly evidence: OverlayLegend['provenance'] },
  ): DecorationType {
    const kind = `${evidence} ${String(faded)} ${String(mostlyUnmodeled)} ${change ?? ''}`;
    return this.#typeOf(`${ink.color.join()} ${ink.heat ?? ''} ${kind}`, () =>
      describeLook({ ...ink, faded, evidence, mostlyUnmodeled, ...withDefined({ change }) }, this.#settings),
    );
  }

  #typeOfGone(ink: ReturnType<typeof readInks>[number], isAbove: boolean): DecorationType {
    const look = (): LineLook => describeGone(ink, isAbove, this.#settings);
    return this.#typeOf(`${ink.color.join()} gone ${String(isAbove)}`, look);
  }

  #discardTypes(): void {
    for (const type of this.#types.values()) type.dispose();
    this.#types.clear();
  }
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
    ...withDefined({ backgroundColor: look.background }),
    ...(look.border && {
      borderStyle: look.border.style,
      borderColor: look.border.color,
      borderWidth: BORDER_WIDTHS[look.border.edge ?? 'left'](look.border.width),
    }),
    ...(look.gutterIcon && renderIcon(look.gutterIcon)),
    ...(look.rulerColor !== undefined && {
      overviewRulerColor: look.rulerColor,
      overviewRulerLane: OverviewRulerLane.Center,
    }),
  };
}

function renderIcon(
  icon: NonNullable<LineLook['gutterIcon']>,
): Pick<DecorationRenderOptions, 'gutterIconPath' | 'gutterIconSize'> {
  const url = `data:image/svg+xml;base64,${Buffer.from(icon.svg).toString('base64')}`;
  return { gutterIconPath: Uri.parse(url), gutterIconSize: gutterSize(icon, url) };
}

const BORDER_WIDTHS = {
  left: (width: string) => `0 0 0 ${width}`,
  top: (width: string) => `${width} 0 0 0`,
  bottom: (width: string) => `0 0 ${width} 0`,
};

function rangeIn(document: TextDocument, range: GroupLines): Range {
  return new Range(range.first, range.character, range.last, endOfLine(document, range.last));
}

function textAtEnd(document: TextDocument, line: number, contentText: string): DecorationOptions {
  const end = endOfLine(document, line);
  return {
    range: new Range(line, end, line, end),
    renderOptions: {
      after: {
        contentText,
        color: new ThemeColor('jouleline.lineText'),
        margin: '0 0 0 3ch',
        fontStyle: 'italic',
      },
    },
  };
}

function endOfLine(document: TextDocument, line: number): number {
  return line < document.lineCount ? document.lineAt(line).range.end.character : 0;
}
