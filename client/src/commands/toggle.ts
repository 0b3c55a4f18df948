/** Switches the colors on or off, for the workspace if it has its own setting, else for the user. */
import { window } from 'vscode';
import { isEnabled, writeSetting } from '../settings';
import type { Services } from './services';

export async function toggle(services: Services): Promise<void> {
  const document = window.activeTextEditor?.document;
  const enable = !isEnabled(document);
  await writeSetting('enable', enable, document);
  services.log.info(`Switched ${enable ? 'on' : 'off'}.`);
}
