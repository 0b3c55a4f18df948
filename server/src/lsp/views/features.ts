/**
 * The features of a document, whatever it is colored by: one frame for the parts of each kind of view.
 *
 * Sits in `lsp/`, between `answer-editor.ts` and the views. Pure.
 */
import { withDefined } from '../../base/check';
import type { CodeLens, Command, InlayHint, Range } from 'vscode-languageserver/node';
import * as l10n from '@vscode/l10n';
import type { Offset } from '../../base/units';
import { PROTOCOL_VERSION } from '../../protocol/handshake';
import { writeOverlayLines, type OverlayLine, type OverlayParams } from '../../protocol/overlay';
import { bareParts, type BareView } from './bare-view';
import { comparisonParts } from './comparison-overlay';
import type { ComparisonView } from './comparison-view';
import { join } from './markdown';
import { modeledParts } from './modeled-overlay';
import type { ModeledView } from './modeled-view';
import { recordingsParts } from './recordings-overlay';
import type { RecordingsView } from './recordings-view';
import { rangeOf, type ViewParts } from './view';

/** The view of a document with colors; its `kind` says what the lines are colored by. */
export type ColoredView = ModeledView | RecordingsView | ComparisonView;

/** The view that a document shows. */
export type DocumentView = ColoredView | BareView;

function partsOf(view: DocumentView): Pick<ViewParts, 'lines' | 'hover' | 'lenses' | 'methods'> {
  return view.kind === 'bare' ? bareParts(view) : coloredParts(view);
}

function coloredParts(view: ColoredView): ViewParts {
  switch (view.kind) {
    case 'estimate':
    case 'profile':
      return modeledParts(view);
    case 'recordings':
      return recordingsParts(view);
    case 'comparison':
      return comparisonParts(view);
  }
}

function aloneNote(): string {
  return l10n.t(
    'The workspace is still being read. Until then this file is compared with itself, and no line is in the hottest quarter of the colors.',
  );
}

export function overlayOf(view: ColoredView): OverlayParams {
  const { lines, gone, scale, legend, status, tooltip } = coloredParts(view);
  const { palette, paletteName, ...ends } = scale;
  const [heading = '', ...rest] = tooltip();
  // An overlay has thousands of lines, and a copy of each would take longer than all else on this thread.
  const colored = lines().filter((line): line is OverlayLine => line.step !== undefined);
  return {
    protocolVersion: PROTOCOL_VERSION,
    uri: view.uri,
    version: view.version,
    palette,
    paletteName,
    lines: writeOverlayLines(colored),
    ...withDefined({ gone }),
    legend: { scale: view.settings.scale, ...ends, ...legend() },
    status: status(),
    statusTooltip: join([heading, ...(view.isAlone ? [aloneNote()] : []), ...rest], '\n\n'),
  };
}

/** The hover as Markdown; undefined for a line that has none. */
export async function hoverOf(view: DocumentView, line: number): Promise<string | undefined> {
  const text = join(await partsOf(view).hover(line), '\n\n');
  return text === '' ? undefined : text;
}

/** The lenses above methods; with a command, for editors that have it, also those that profile a method. */
export function lensesOf(view: DocumentView, profileCommand: string | undefined): CodeLens[] {
  const { lenses, methods } = partsOf(view);
  const lensAt = (place: Offset, command: Command): CodeLens => ({
    range: rangeOf(place, place, view),
    command,
  });
  const title = `$(play) ${l10n.t('Profile')}`;
  const tooltip = l10n.t('Run a program that reaches this method, and count and measure its lines');
  return [
    ...lenses().map((lens) =>
      lensAt(lens.place, { title: lens.title, tooltip: join(lens.tooltip, '\n'), command: '' }),
    ),
    ...(profileCommand === undefined
      ? []
      : methods().map((place) =>
          lensAt(place, {
            ...{ title, tooltip, command: profileCommand },
            arguments: [view.uri, view.lines.lineAt(place)],
          }),
        )),
  ];
}

/**
 * The texts at the ends of the lines in `range` as inlay hints, so that any LSP editor shows them. `lineEnd` gives a
 * line's length without its line break.
 */
export function hintsOf(view: DocumentView, range: Range, lineEnd: (line: number) => number): InlayHint[] {
  return partsOf(view)
    .lines()
    .filter(({ line }) => line >= range.start.line && line <= range.end.line)
    .map(({ line, text }) => ({
      position: { line, character: lineEnd(line) },
      label: text,
      paddingLeft: true,
    }));
}
