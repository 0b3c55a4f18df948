/**
 * The menu behind the item in the status bar: what colors the lines, the legend, the energy map, and switching off.
 * Nothing is switched by the click alone, and each switch says which settings it writes.
 */
import { basename } from 'node:path';
import { commands, ConfigurationTarget, l10n, window, workspace, type QuickPickItem } from 'vscode';
import { isolateName } from '../../../server/src/base/split-words';
import { tellBriefly } from '../dialogs';
import { isEnabled, readConfiguration, writeEnabled } from '../settings';
import { chooseSource } from './saved-profiles';
import type { Services } from './services';

interface Entry extends QuickPickItem {
  readonly run: () => Promise<unknown>;
}

export async function showMenu(services: Services): Promise<void> {
  const picked = await window.showQuickPick(entriesOf(services), {
    title: 'Jouleline',
    placeHolder: l10n.t('Colors, pictures and switches'),
  });
  await picked?.run();
}

function entriesOf(services: Services): Entry[] {
  const command = (label: string, id: string, ...given: readonly unknown[]): Entry => ({
    label,
    run: async () => commands.executeCommand(id, ...given),
  });
  const looks: Entry[] = [
    {
      label: `$(paintcan) ${l10n.t('Color lines by…')}`,
      detail: l10n.t('The estimate, or a profile or recording'),
      run: () => chooseSource(services),
    },
    ...details(services),
    command(`$(symbol-color) ${l10n.t('Show Legend')}`, 'jouleline.showLegend'),
    command(`$(graph) ${l10n.t('Show Energy Map (SeeSoft)')}`, 'jouleline.showEnergyMap'),
  ];
  return [
    ...(isEnabled(window.activeTextEditor?.document) ? looks : []),
    command(`$(dashboard) ${l10n.t('Set Up a Power Meter…')}`, 'jouleline.setUpMeter'),
    ...switches(services),
    command(`$(settings-gear) ${l10n.t('Settings…')}`, 'workbench.action.openSettings', 'jouleline'),
  ];
}

/** The page with all that is known of the figure in the status bar; none for a file that has no figure. */
function details({ overlays, reports }: Services): readonly Entry[] {
  const document = window.activeTextEditor?.document;
  const shown = document && overlays.stateOf(document)?.shown;
  if (shown?.kind !== 'overlay') return [];
  const title = l10n.t('Figures of {0}', isolateName(basename(document?.uri.path ?? '')));
  return [
    {
      label: `$(info) ${l10n.t('Show Details')}`,
      detail: l10n.t('How the energy of this file is known, and what it is part of'),
      run: () => reports.show(title, shown.overlay.statusTooltip),
    },
  ];
}

/** The switch of this workspace, and that of all; without a workspace there is only one. */
function switches({ log }: Services): readonly Entry[] {
  const document = window.activeTextEditor?.document;
  const isOn = isEnabled(document);
  const switchIn = (
    label: string,
    detail: string,
    told: string,
    target: ConfigurationTarget.Global | ConfigurationTarget.Workspace,
  ): Entry => ({
    label: `$(${isOn ? 'circle-slash' : 'flame'}) ${label}`,
    detail,
    run: async () => {
      await writeEnabled(!isOn, target, document);
      log.info(`Switched ${isOn ? 'off' : 'on'}.`);
      tellBriefly(told);
    },
  });
  const isSetHere = readConfiguration(document).inspect('enable')?.workspaceValue !== undefined;
  const everywhere = switchIn(
    isOn ? l10n.t('Turn Off Everywhere') : l10n.t('Turn On Everywhere'),
    isSetHere
      ? l10n.t('Changes your user settings, and removes the setting of this workspace')
      : l10n.t('Changes your user settings'),
    isOn ? l10n.t('Jouleline is off everywhere.') : l10n.t('Jouleline is on everywhere.'),
    ConfigurationTarget.Global,
  );
  if (workspace.workspaceFolders === undefined) return [everywhere];
  const here = switchIn(
    isOn ? l10n.t('Turn Off in This Workspace') : l10n.t('Turn On in This Workspace'),
    l10n.t('Changes the settings of this workspace'),
    isOn ? l10n.t('Jouleline is off in this workspace.') : l10n.t('Jouleline is on in this workspace.'),
    ConfigurationTarget.Workspace,
  );
  return [here, everywhere];
}
