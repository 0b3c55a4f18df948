/**
 * The item in the status bar: the energy of the active file, or why nothing is shown. A click opens a menu; the tooltip
 * says what the figure is made of.
 */
import { l10n, MarkdownString, StatusBarAlignment, ThemeColor, window } from 'vscode';
import type { TextDocument } from 'vscode';
import type { Closable } from './closable';
import type { Overlays } from './overlays';
import { isShown } from './overlays';
import { brief } from './report-text';
import type { ServerStatus } from './server-connection';
import { isEnabled } from './settings';

export interface StatusBar extends Closable {
  readonly showServerStatus: (status: ServerStatus) => void;
  readonly refresh: () => void;
}

interface Content {
  readonly text: string;
  readonly tooltip: string;
  /** True if the tooltip is Markdown, whose names are escaped already. */
  readonly isMarkdown?: boolean;
  readonly isWarning?: boolean;
  readonly command?: string;
}

/** Milliseconds before the item says that an edit is being analyzed: quick answers leave it still. */
const patience = 500;

export function createStatusBar(overlays: Overlays): StatusBar {
  const item = window.createStatusBarItem('status', StatusBarAlignment.Right, 90);
  item.name = 'Jouleline';
  let server: ServerStatus = 'starting';
  let subject: TextDocument | undefined;
  let timer: NodeJS.Timeout | undefined;

  const show = (content: Content): void => {
    item.text = content.text;
    const tooltip = new MarkdownString(undefined, true);
    // Reasons name files and settings, which may look like Markdown.
    const { text, isPart } = brief(content.tooltip);
    if (content.isMarkdown === true) tooltip.appendMarkdown(text.join('\n\n'));
    else tooltip.appendText(content.tooltip);
    item.tooltip = tooltip.appendMarkdown(`\n\n${clickHint(content.command, isPart)}`);
    item.command = content.command ?? 'jouleline.showMenu';
    item.backgroundColor = content.isWarning ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    item.accessibilityInformation = { label: spoken(content) };
    item.show();
  };

  const refresh = (): void => {
    clearTimeout(timer);
    const document = findSubject(subject);
    subject = document;
    if (!document) {
      item.hide();
      return;
    }
    const state = overlays.stateOf(document);
    if (state?.shown.kind === 'overlay' && state.shown.age !== 'fresh') {
      timer = setTimeout(() => {
        show(describe(document, true));
      }, patience);
    } else show(describe(document, false));
  };

  const describe = (document: TextDocument, isLate: boolean): Content => {
    if (!isEnabled(document))
      return {
        text: `$(flame) ${l10n.t('off')}`,
        tooltip: l10n.t('Jouleline is off.'),
      };
    if (server === 'starting')
      return { text: `$(loading~spin) ${l10n.t('starting…')}`, tooltip: l10n.t('Jouleline is starting.') };
    if (server === 'stopped') {
      return {
        text: `$(warning) ${l10n.t('stopped')}`,
        tooltip: l10n.t('The Jouleline server has stopped.'),
        isWarning: true,
        command: 'jouleline.restartServer',
      };
    }
    const shown = overlays.stateOf(document)?.shown;
    switch (shown?.kind) {
      case 'overlay':
        return {
          text: `$(${isLate ? 'loading~spin' : 'flame'}) ${shown.overlay.status}`,
          tooltip: shown.overlay.statusTooltip,
          isMarkdown: true,
        };
      case 'cleared':
        return shown.status === undefined
          ? { text: `$(flame) –`, tooltip: shown.reason, command: 'jouleline.showLog' }
          : { text: `$(flame) ${shown.status}`, tooltip: shown.reason };
      case 'nothing':
      case undefined:
        return {
          text: `$(loading~spin) ${l10n.t('analyzing…')}`,
          tooltip: l10n.t('Jouleline is analyzing this file.'),
        };
    }
  };

  const listeners = [
    overlays.onDidChange(({ uri }) => {
      // The active editor's too: its file may just have become Java.
      const documents = [subject, window.activeTextEditor?.document];
      if (documents.some((document) => document?.uri.toString() === uri)) refresh();
    }),
    window.onDidChangeActiveTextEditor(refresh),
    window.onDidChangeVisibleTextEditors(refresh),
  ];
  refresh();

  return {
    showServerStatus: (status) => {
      server = status;
      refresh();
    },
    refresh,
    dispose: () => {
      clearTimeout(timer);
      for (const listener of listeners) listener.dispose();
      item.dispose();
    },
  };
}

/** "Jouleline: 289 µJ. 289 µJ in this file, 0.3 % of the program. …" */
function spoken({ text, tooltip }: Content): string {
  const words = brief(tooltip).text.map((paragraph) => paragraph.replaceAll(/\\(.)|[*`]/g, '$1'));
  return `Jouleline: ${[text.replaceAll(/\$\([^)]*\)\s*/g, ''), ...words].join('. ')}`;
}

function clickHint(command: string | undefined, isPart: boolean): string {
  if (command === 'jouleline.restartServer') return l10n.t('Click to restart it.');
  if (command === 'jouleline.showLog') return l10n.t('Click to show the log.');
  return isPart ? l10n.t('Click for details and a menu.') : l10n.t('Click for a menu.');
}

/** The active Java file; while a panel has the focus, the last one if it is still in sight. */
function findSubject(last: TextDocument | undefined): TextDocument | undefined {
  const active = window.activeTextEditor?.document;
  if (active && isShown(active)) return active;
  return window.visibleTextEditors.map((editor) => editor.document).find((document) => document === last);
}
