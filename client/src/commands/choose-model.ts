/** Lets the user choose the cost model, and writes it into the settings. */
import { l10n, window } from 'vscode';
import type { QuickPickItem } from 'vscode';
import type { ModelDescription } from '../../../server/src/protocol/server-state';
import { writeSetting } from '../settings';
import type { Services } from './services';

interface ModelItem extends QuickPickItem {
  readonly model: ModelDescription;
}

export async function chooseModel(services: Services): Promise<void> {
  const models = await (await services.connection()).ask('models');
  const items = models.map((model): ModelItem => ({
    model,
    label: `$(${model.selected ? 'check' : 'blank'}) ${model.title}`,
    description: model.isLocal ? l10n.t('this machine') : model.machine,
    detail: `      ${model.source}`,
  }));
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Cost model'),
    placeHolder: l10n.t('The model that gives the energy of each operation'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked && !picked.model.selected)
    await writeSetting('model', picked.model.id, window.activeTextEditor?.document);
}
