/**
 * The settings that the client itself reads; all others it leaves to the
 * server, which asks for them. Each is described in package.json.
 */
import { shareMemory } from '../../server/src/base/memory-shares';
import { ColorThemeKind, ConfigurationTarget, window, workspace } from 'vscode';
import type { ConfigurationScope, WorkspaceConfiguration } from 'vscode';
import { defaultOpacity, formOf, type LookForm } from '../../server/src/words/looks';
import type { LookSettings, ThemeKind } from './line-look';

export const section = 'jouleline';

export function readConfiguration(scope?: ConfigurationScope): WorkspaceConfiguration {
  return workspace.getConfiguration(section, scope ?? null);
}

export function isEnabled(scope?: ConfigurationScope): boolean {
  return readConfiguration(scope).get('enable', true);
}

/** Settings that another extension or a hand-written file gave a wrong type or range are brought into range. */
export function readLookSettings(): LookSettings {
  return { ...readForm(), theme: themeKind(window.activeColorTheme.kind) };
}

function readForm(): LookForm {
  const configuration = readConfiguration();
  const form = formOf(configuration.get('look'));
  if (form !== undefined) return form;
  const opacity = Number(configuration.get<unknown>('opacity'));
  return {
    display: configuration.get('display') === 'gutter' ? 'gutter' : 'line',
    opacity: Number.isFinite(opacity) ? Math.min(1, Math.max(0.05, opacity)) : defaultOpacity,
    overviewRuler: configuration.get('overviewRuler', true),
    endOfLineText: configuration.get('endOfLineText', false),
  };
}

/** The share of the server's main thread in its limit. */
export function readMainMemoryMB(): number {
  const megabytes = Number(readConfiguration().get<unknown>('server.maxMemoryMB'));
  const total = Number.isFinite(megabytes) ? Math.max(256, Math.round(megabytes)) : 4096;
  return shareMemory(total, 1).main;
}

/** Writes a setting where it is already set for this scope, so that the new value takes effect; else for the user. */
export async function writeSetting(key: string, value: unknown, scope?: ConfigurationScope): Promise<void> {
  const configuration = readConfiguration(scope);
  const found = configuration.inspect(key);
  const target =
    found?.workspaceValue === undefined ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
  await configuration.update(key, value, hasOwnValue(found) ? ConfigurationTarget.WorkspaceFolder : target);
}

/** True if one of several folders has a value of its own. The value of a single folder is the workspace's. */
function hasOwnValue(found: ReturnType<WorkspaceConfiguration['inspect']>): boolean {
  return found?.workspaceFolderValue !== undefined && (workspace.workspaceFolders ?? []).length > 1;
}

/**
 * Switches the colors on or off. For the user, a workspace has no value of its own any more; a workspace has none that
 * says the same as the user's.
 */
export async function writeEnabled(
  isOn: boolean,
  target: ConfigurationTarget.Global | ConfigurationTarget.Workspace,
  scope?: ConfigurationScope,
): Promise<void> {
  const configuration = readConfiguration(scope);
  const found = configuration.inspect('enable');
  if (hasOwnValue(found)) {
    const isKept = target === ConfigurationTarget.Workspace;
    await configuration.update('enable', isKept ? isOn : undefined, ConfigurationTarget.WorkspaceFolder);
    if (isKept) return;
  }
  if (target === ConfigurationTarget.Workspace) {
    const isSaid = (found?.globalValue ?? found?.defaultValue) === isOn;
    await configuration.update('enable', isSaid ? undefined : isOn, target);
    return;
  }
  await configuration.update('enable', isOn, target);
  if (found?.workspaceValue !== undefined)
    await configuration.update('enable', undefined, ConfigurationTarget.Workspace);
}

/** Shows the energy of one component alone in this workspace, or with an empty name that of all. */
export async function chooseComponent(name: string): Promise<void> {
  const configuration = readConfiguration();
  const isSetElsewhere = configuration.inspect('component')?.globalValue !== undefined;
  const value = name === '' && !isSetElsewhere ? undefined : name;
  await configuration.update('component', value, ConfigurationTarget.Workspace);
}

function themeKind(kind: ColorThemeKind): ThemeKind {
  switch (kind) {
    case ColorThemeKind.Light:
      return 'light';
    case ColorThemeKind.Dark:
      return 'dark';
    case ColorThemeKind.HighContrast:
    case ColorThemeKind.HighContrastLight:
      return 'high-contrast';
  }
}
