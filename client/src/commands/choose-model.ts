/** Lets the user choose the cost model, and writes it into the settings. */
import { l10n, window } from 'vscode';
import { pickOne } from '../dialogs';
import { writeSetting } from '../settings';
import type { Services } from './services';

export async function chooseModel(services: Services): Promise<void> {
  const picked = await pickOne(
    await services.ask('ModelsRequest'),
    ({ selected, title, isLocal, machine, source }) => ({
      label: `$(${selected ? 'check' : 'blank'}) ${title}`,
      description: isLocal ? l10n.t('this machine') : machine,
      detail: `      ${source}`,
    }),
    {
      title: l10n.t('Cost model'),
      placeHolder: l10n.t('The model that gives the energy of each operation'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (picked && !picked.selected) await writeSetting('model', picked.id, window.activeTextEditor?.document);
}
