/** Commands for the server's keeper: start it again, empty its cache. */
import { l10n, window } from 'vscode';
import type { Services } from './services';

export async function restartServer(services: Services): Promise<void> {
  services.log.info('Restart asked for.');
  await (await services.connection()).restart();
}

export async function clearCache(services: Services): Promise<void> {
  const { files, bytes } = await services.ask('ClearCacheRequest');
  const megabytes = (bytes / 1_000_000).toFixed(1);
  void window.showInformationMessage(
    l10n.t('Jouleline cleared its cache (files: {0}, size: {1} MB).', files, megabytes),
  );
}
