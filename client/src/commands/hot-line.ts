/**
 * Moves the cursor to the next or previous line in order of energy: of the list of lines as it is shown, from file to
 * file, and while that is out of sight, of the editor's own file.
 */
import { l10n, Uri, window } from 'vscode';
import type { HotListQuery } from '../../../server/src/protocol/hot-lists';
import { tellBriefly } from '../dialogs';
import { findHotLine } from '../hot-lines';
import { goTo, isSource, openLine } from '../editors';
import type { Services } from './services';

type Direction = 'next' | 'previous';

export async function goToHotLine(services: Services, direction: Direction): Promise<void> {
  const query = services.lists.linesInSight();
  if (query === undefined) goWithinFile(services, direction);
  else await goAlongList(services, query, direction);
}

async function goAlongList(services: Services, query: HotListQuery, direction: Direction): Promise<void> {
  const editor = window.activeTextEditor;
  const from = editor?.document.uri ?? Uri.file('/');
  const line = editor?.selection.active.line ?? -1;
  const found = await services.ask('NextHotLineRequest', { query, uri: from.toString(), line, direction });
  if (found === null || !isSource(Uri.file(found.row.path))) {
    tellBriefly(l10n.t('No line in the list has an energy value.'));
    return;
  }
  const { row, place } = found;
  await openLine(row.path, row.line, {});
  services.lists.wentTo(row.path, row.line);
  tellPlace(place, found.found, `${row.energyText}, ${row.shareText}`);
}

function goWithinFile(services: Services, direction: Direction): void {
  const editor = window.activeTextEditor;
  const shown = editor && services.overlays.stateOf(editor.document)?.shown;
  if (!editor || shown?.kind !== 'overlay' || shown.lines.length === 0) {
    tellBriefly(l10n.t('No line in this editor has an energy value.'));
    return;
  }
  const found = findHotLine(shown.lines, editor.selection.active.line, direction);
  if (!found) return;
  goTo(editor, found.target.anchor);
  tellPlace(found.place, found.total, found.target.line.text);
}

function tellPlace(place: number, total: number, figures: string): void {
  const text = l10n.t('Line {0} of {1} by energy: {2}', place, total, figures);
  tellBriefly(`$(flame) ${text}`);
}
