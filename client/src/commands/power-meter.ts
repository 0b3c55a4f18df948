/**
 * *Set Up a Power Meter…*: says in a sentence why nothing is measured, or what is, and offers the ways out. Each writes
 * `jouleline.profile.power`, or types a command into a terminal, which the user then runs.
 */
import { l10n, window, type QuickPickItem } from 'vscode';
import { chooseToRead } from '../dialogs';
import { withoutLinks } from '../foreign-text';
import { writeSetting } from '../settings';
import type { Services } from './services';

interface MeterChoice extends QuickPickItem {
  readonly run: () => Promise<void>;
}

export async function setUpMeter(services: Services): Promise<void> {
  const { checks } = await services.ask('DoctorRequest');
  const meters = checks.filter(({ name }) => name === 'meter');
  const readable = meters.find(({ status }) => status === 'ok');
  const reasons = meters.map(({ barrier, detail }) => barrier?.reason ?? detail);
  const reason =
    readable === undefined
      ? l10n.t('Energy is not measured: {0}', withoutLinks(reasons.join('; ')))
      : l10n.t('Energy is measured by {0}', withoutLinks(readable.detail));
  const commands = meters.flatMap(({ barrier }) => barrier?.grant ?? []);
  const picked = await window.showQuickPick(
    [...commands.map(grant), ...(readable === undefined ? [] : [useBest()]), ...others()],
    { title: l10n.t('Set Up a Power Meter'), placeHolder: reason, matchOnDetail: true, ignoreFocusOut: true },
  );
  await picked?.run();
}

function grant(command: string): MeterChoice {
  return {
    label: `$(terminal) ${l10n.t('Allow Reading the Meter…')}`,
    detail: l10n.t('Types into a terminal, for you to run: {0}', command),
    run: async () => {
      const terminal = window.createTerminal({ name: l10n.t('Power Meter') });
      terminal.show();
      terminal.sendText(command, false);
      await Promise.resolve();
    },
  };
}

function useBest(): MeterChoice {
  return {
    label: `$(check) ${l10n.t('Use the Best Meter')}`,
    detail: 'auto',
    run: () => choose('auto'),
  };
}

function others(): readonly MeterChoice[] {
  return [
    {
      label: `$(run) ${l10n.t('Use a Program That Prints Watts…')}`,
      detail: l10n.t('An external meter, or powermetrics with administrator rights'),
      run: () => ask(l10n.t('The command that prints watts'), 'command:', /\S/),
    },
    {
      label: `$(file) ${l10n.t('Follow a File of a Meter…')}`,
      detail: l10n.t('A file to which another program writes watts and times'),
      run: async () => {
        const file = await chooseToRead(l10n.t('The file that the meter writes'));
        if (file !== undefined) await choose(`file:${file.fsPath}`);
      },
    },
    {
      label: `$(watch) ${l10n.t('Use CPU Time With Your Processor’s Watts…')}`,
      detail: l10n.t('A proxy: the same watts for each busy processor'),
      run: () =>
        ask(l10n.t('Watts of one busy processor'), 'cpu-time:', /^\s*(?!0+(?:\.0*)?\s*$)\d+(?:\.\d+)?\s*$/),
    },
  ];
}

async function ask(prompt: string, prefix: string, valid: RegExp): Promise<void> {
  const answer = await window.showInputBox({
    prompt,
    ignoreFocusOut: true,
    validateInput: (text) => (valid.test(text) ? undefined : prompt),
  });
  if (answer !== undefined) await choose(`${prefix}${answer.trim()}`);
}

async function choose(power: string): Promise<void> {
  await writeSetting('profile.power', power);
  void window.showInformationMessage(
    l10n.t('The next profile is measured by “{0}” (jouleline.profile.power).', power),
  );
}
