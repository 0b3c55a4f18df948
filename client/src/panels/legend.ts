/**
 * The panel with the color legend of the file that was last looked at. It
 * follows the active editor and each new overlay while it is open.
 */
import { env, l10n, ViewColumn, window, workspace } from 'vscode';
import type { TextDocument, WebviewPanel } from 'vscode';
import type { Closable } from '../closable';
import { offer, ways } from '../failures';
import { findJavaEditor, revealJavaEditor } from '../editors';
import { shownColors } from '../line-look';
import type { Overlays } from '../overlays';
import { readLookSettings } from '../settings';
import { legendWords, renderLegend } from './legend-page';
import { makeNonce } from './script-page';

export interface LegendPanel extends Closable {
  readonly show: () => Promise<void>;
}

export function createLegendPanel(overlays: Overlays): LegendPanel {
  let panel: WebviewPanel | undefined;
  let subject: TextDocument | undefined;

  const render = (): void => {
    if (!panel) return;
    const shown = subject && overlays.stateOf(subject)?.shown;
    if (!subject || shown?.kind !== 'overlay') return;
    const { palette, paletteName, legend, status } = shown.overlay;
    const file = workspace.asRelativePath(subject.uri);
    const colors = shownColors(shown.overlay, readLookSettings());
    const content = { file, palette, paletteName, colors, legend, status };
    panel.webview.html = renderLegend(content, legendWords(l10n, env.language), makeNonce());
  };
  const choose = (document: TextDocument | undefined): boolean => {
    if (!document || overlays.stateOf(document)?.shown.kind !== 'overlay') return false;
    subject = document;
    return true;
  };

  const listeners = [
    overlays.onDidChange(({ uri, repaint }) => {
      if (!panel || !repaint) return;
      const active = window.activeTextEditor?.document;
      if (active?.uri.toString() === uri) choose(active);
      if (subject?.uri.toString() === uri) render();
    }),
    // Lines have other colors in other kinds of themes.
    window.onDidChangeActiveColorTheme(render),
    window.onDidChangeActiveTextEditor((editor) => {
      if (panel && choose(editor?.document)) render();
    }),
  ];

  return {
    show: async () => {
      const editor = findJavaEditor() ?? (await revealJavaEditor());
      if (!choose(editor?.document) && !subject) {
        const message = l10n.t(
          'Open a Java file and wait until Jouleline has colored it, then show the legend.',
        );
        await offer(window.showInformationMessage, message, ways.openExample());
        return;
      }
      if (panel) panel.reveal(undefined, true);
      else {
        const place = { viewColumn: ViewColumn.Beside, preserveFocus: true };
        panel = window.createWebviewPanel('jouleline.legend', l10n.t('Energy Colors'), place, {
          enableScripts: false,
          localResourceRoots: [],
        });
        panel.onDidDispose(() => {
          panel = undefined;
        });
      }
      render();
    },
    dispose: () => {
      for (const listener of listeners) listener.dispose();
      panel?.dispose();
    },
  };
}
