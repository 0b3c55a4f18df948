/**
 * Messages about failures, with buttons for what the user can do about them: each button runs a command when
 * it is pressed. Every failure of something that the user asked for is told here, and its reason is written
 * to the log.
 */
import { commands, l10n, window, type LogOutputChannel } from 'vscode';
import { messageOf } from '../../server/src/base/failure';
import { withoutLinks } from './foreign-text';
import { section } from './settings';
import type { ServerStatus } from './server-connection';

/** A way out. */
export interface Way {
  /** The text of the button. */
  readonly title: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** A failure that is told with its ways out. */
export class FailureWithWays extends Error {
  readonly ways: readonly Way[];

  constructor(message: string, ...ways: readonly Way[]) {
    super(message);
    this.ways = ways;
  }
}

export const ways = {
  manageTrust: (): Way => ({
    title: l10n.t('Manage Workspace Trust'),
    command: 'workbench.trust.manage',
  }),
  openExample: (): Way => ({ title: l10n.t('Open an Example'), command: `${section}.openExample` }),
  showOutput: (): Way => ({
    title: l10n.t('Show Output'),
    command: 'workbench.action.terminal.focus',
  }),
  openFolder: (): Way => ({ title: l10n.t('Open Folder…'), command: 'vscode.openFolder' }),
  checkSetup: (): Way => ({ title: l10n.t('Check Setup'), command: `${section}.checkSetup` }),
  setUpMeter: (): Way => ({ title: l10n.t('Set Up a Power Meter…'), command: `${section}.setUpMeter` }),
  showLog: (): Way => ({ title: l10n.t('Show Log'), command: `${section}.showLog` }),
  /** The same command once more. */
  again: (title: string, command: string): Way => ({ title, command: `${section}.${command}` }),
  /** The settings editor, at one setting. */
  setting: (key: string): Way => ({
    title: l10n.t('Open Settings'),
    command: 'workbench.action.openSettings',
    arguments: [`${section}.${key}`],
  }),
};

type Show = (message: string, ...titles: readonly string[]) => Thenable<string | undefined>;

/** Shows a message with its ways out, and takes the one that is chosen. */
export async function offer(show: Show, message: string, ...offered: readonly Way[]): Promise<void> {
  const answer = await show(message, ...offered.map(({ title }) => title));
  const way = offered.find(({ title }) => title === answer);
  if (way !== undefined) await commands.executeCommand(way.command, ...(way.arguments ?? []));
}

/** Runs what nobody waits for; a failure goes to the log. */
export function inBackground(work: Promise<unknown>, log: Pick<LogOutputChannel, 'warn'>): void {
  work.catch((error: unknown) => {
    log.warn(String(error));
  });
}

/** Tells what a wish of the user's failed with. */
export type TellFailure = (what: string, error: unknown) => Promise<void>;

export function createFailureTeller(log: LogOutputChannel, status: () => ServerStatus): TellFailure {
  return async (what, error) => {
    const text = messageOf(error);
    log.error(`${what}: ${error instanceof Error ? (error.stack ?? text) : text}`);
    const restart: Way = { title: l10n.t('Restart'), command: `${section}.restartServer` };
    const own = error instanceof FailureWithWays ? error.ways : [];
    const others = status() === 'running' ? [ways.showLog()] : [restart, ways.showLog()];
    await offer(window.showErrorMessage, withoutLinks(text), ...own, ...others);
  };
}
