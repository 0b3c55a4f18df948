/**
 * The panel with the color legend of the file that was last looked at. It
 * follows the active editor and each new overlay while it is open.
 */
import { randomBytes } from 'node:crypto';
import { env, l10n, ViewColumn, window, workspace } from 'vscode';
import type { TextDocument, WebviewPanel } from 'vscode';
import type { Closable } from '../closable';
import { offer, ways } from '../failures';
import { findJavaEditor, revealJavaEditor } from '../java-editor';
import { markDone } from '../milestones';
import type { Overlays } from '../overlays';
import { renderLegend } from './legend-page';
import type { LegendWords } from './legend-page';

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
    const content = { file, palette, paletteName, legend, status };
    panel.webview.html = renderLegend(content, legendWords(), randomBytes(16).toString('base64url'));
  };
  const choose = (document: TextDocument | undefined): boolean => {
    if (!document || overlays.stateOf(document)?.shown.kind !== 'overlay') return false;
    subject = document;
    return true;
  };

  const listeners = [
    overlays.onDidChange(({ uri, repaint }) => {
      if (repaint && subject?.uri.toString() === uri) render();
    }),
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
      markDone('colors');
    },
    dispose: () => {
      for (const listener of listeners) listener.dispose();
      panel?.dispose();
    },
  };
}

function legendWords(): LegendWords {
  return {
    language: env.language,
    title: l10n.t('What the energy colors mean'),
    cold: l10n.t('Cold'),
    hot: l10n.t('Hot'),
    hatched: l10n.t('Hatched:'),
    hatchedMeaning: l10n.t('at least this much. Operations that are not modeled may use more.'),
    rows: {
      scale: l10n.t('Scale'),
      scope: l10n.t('Compared within'),
      model: l10n.t('Cost model'),
      machine: l10n.t('Machine'),
      provenance: l10n.t('Source of the numbers'),
      priced: l10n.t('Modeled share'),
      palette: l10n.t('Palette'),
      total: l10n.t('This file'),
    },
    scales: {
      rank: l10n.t('rank: lines in order of energy, evenly spread over the colors'),
      linear: l10n.t('linear: the color follows the energy'),
      logarithmic: l10n.t('logarithmic: the color follows the order of magnitude'),
    },
    scopes: {
      method: l10n.t('the method'),
      file: l10n.t('the file'),
      workspace: l10n.t('the workspace'),
    },
    compared: l10n.t('Compared'),
    noChange: l10n.t('Lines without color: unchanged, or no significant difference.'),
    changes: {
      cheaper: l10n.t('less energy than before: the stronger the color, the more a run saves'),
      dearer: l10n.t('more energy than before: the stronger the color, the more a run uses'),
      new: l10n.t('new: did not run before'),
      gone: l10n.t('gone: no longer runs; a dashed line shows where the code was'),
    },
    provenances: {
      estimated: l10n.t('estimated: how often a line runs and what an operation costs both come from models'),
      modeled: l10n.t(
        'modeled: how often a line runs was counted, what an operation costs comes from a model',
      ),
      measured: l10n.t('measured'),
    },
  };
}
