/** The doctor's report, and the text of a bug report, which goes to the clipboard: nothing is sent anywhere. */
import { homedir, hostname, userInfo } from 'node:os';
import { env, l10n, version, window, workspace } from 'vscode';
import type { DoctorReport } from '../../../server/src/protocol/server-state';
import { writeBugReport, writeSetupReport, type Secrets } from '../report-text';
import { readConfiguration, section } from '../settings';
import type { Services } from './services';

export async function checkSetup(services: Services): Promise<void> {
  const report = await services.ask('DoctorRequest');
  await services.reports.show(
    l10n.t('Jouleline Setup Check'),
    writeSetupReport(report, l10n.t('Jouleline Setup Check')),
  );
}

export async function reportIssue(services: Services): Promise<void> {
  const text = writeBugReport(
    {
      extensionVersion: extensionVersion(services),
      editor: `${env.appName} ${version}`,
      platform: `${process.platform} ${process.arch}`,
      node: process.versions.node,
      remote: tellRemote(env.remoteName),
      trusted: workspace.isTrusted,
      folders: workspace.workspaceFolders?.length ?? 0,
      serverStatus: services.serverStatus(),
      settings: changedSettings(services),
      doctor: await examineIfRunning(services),
    },
    collectSecrets(),
  );
  await env.clipboard.writeText(text);
  await services.reports.showText(l10n.t('Jouleline Bug Report'), text);
  void window.showInformationMessage(
    l10n.t('The bug report is on the clipboard. Nothing was sent. Read it before you post it.'),
  );
}

/** The kind of remote: in some editors the name is the host's. */
function tellRemote(name: string | undefined): string {
  const kinds = ['wsl', 'ssh-remote', 'dev-container', 'attached-container', 'codespaces', 'tunnel'];
  if (name === undefined) return 'none';
  return kinds.find((kind) => kind === name) ?? 'other';
}

/** A bug report is needed most when the server does not answer. */
async function examineIfRunning(services: Services): Promise<DoctorReport | undefined> {
  if (services.serverStatus() !== 'running') return undefined;
  try {
    return await services.ask('DoctorRequest');
  } catch (error) {
    services.log.warn(`The doctor did not answer: ${String(error)}`);
    return undefined;
  }
}

function extensionVersion(services: Services): string {
  return String((services.context.extension.packageJSON as { readonly version?: unknown }).version);
}

function changedSettings(services: Services): Record<string, unknown> {
  const { contributes } = services.context.extension.packageJSON as {
    readonly contributes: { readonly configuration: readonly { readonly properties: object }[] };
  };
  const configuration = readConfiguration();
  const keys = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  const changed = keys.flatMap((name): [string, unknown][] => {
    const key = name.slice(section.length + 1);
    const value = configuration.get<unknown>(key);
    return JSON.stringify(value) === JSON.stringify(configuration.inspect(key)?.defaultValue)
      ? []
      : [[key, value]];
  });
  return Object.fromEntries(changed);
}

function collectSecrets(): Secrets {
  const folders = (workspace.workspaceFolders ?? []).flatMap(({ uri }) => [uri.fsPath, uri.path]);
  const names = (workspace.workspaceFolders ?? []).map(({ name }) => name);
  return { folders: [...folders, homedir()], names: [userInfo().username, hostname(), ...names] };
}
