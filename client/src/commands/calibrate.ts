/**
 * "Calibrate This Machine": measures what operations cost here, by the command
 * line that the extension brings, and offers the model that comes of it.
 *
 * The model and its measurements are kept with the extension. Canceled, they
 * stay, and the command goes on with them the next time.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { l10n, window, workspace, type QuickPickItem } from 'vscode';
import { confirm } from '../dialogs';
import { FailureWithWays, ways } from '../failures';
import { markDone } from '../milestones';
import { readConfiguration } from '../settings';
import { makeModelsFolder, offerModel } from './models';
import { runTask } from './run-task';
import type { Services } from './services';

interface CalibrationWay extends QuickPickItem {
  readonly id: string;
  readonly arguments: readonly string[];
}

export async function calibrateMachine(services: Services): Promise<void> {
  if (!workspace.isTrusted)
    throw new FailureWithWays(
      l10n.t(
        'Calibration is off in Restricted Mode because it runs a JDK that workspace settings may choose.',
      ),
      ways.manageTrust(),
    );
  const way = await chooseWay();
  if (way === undefined) return;
  const folder = makeModelsFolder(services);
  const out = join(folder, `${way.id}.json`);
  if (existsSync(out) && !(await removeMeasurements(out))) return;
  const title = l10n.t('Calibrate This Machine');
  const code = await runTask(
    services,
    title,
    folder,
    ['calibrate', '--out', out, ...way.arguments, ...settingsOf()],
    { title },
  );
  if (!existsSync(out)) {
    if (code === undefined || code === 0) return;
    throw new FailureWithWays(
      l10n.t('Calibration did not finish (see the terminal). Run the command again to resume.'),
      ways.showOutput(),
      ways.again(l10n.t('Resume'), 'calibrate'),
    );
  }
  if (code === 0) markDone('calibrate');
  await offerModel(out, way.id, {
    told:
      code === 0
        ? l10n.t('This machine is calibrated. You can choose its model like any other.')
        : l10n.t(
            'The new model failed a quality check (see the terminal). Close other programs and calibrate again.',
          ),
    isSound: code === 0,
    again: ways.again(l10n.t('Measure Again'), 'calibrate'),
  });
}

async function chooseWay(): Promise<CalibrationWay | undefined> {
  const ways: readonly CalibrationWay[] = [
    {
      id: 'this-machine-quick',
      label: l10n.t('Quick'),
      description: l10n.t('a few minutes'),
      detail: l10n.t('Three cycles in interpreter mode'),
      arguments: ['--quick'],
    },
    {
      id: 'this-machine',
      label: l10n.t('Thorough'),
      description: l10n.t('ten minutes or more'),
      detail: l10n.t('Ten cycles in interpreter mode. Close other programs first.'),
      arguments: [],
    },
    {
      id: 'this-machine-jit',
      label: l10n.t('Compiled code'),
      description: l10n.t('ten minutes or more'),
      detail: l10n.t('For JIT-compiled code a general model is unreliable. Measure a profile instead.'),
      arguments: ['--mode', 'jit'],
    },
  ];
  return window.showQuickPick(ways, {
    title: l10n.t('Calibrate This Machine'),
    placeHolder: l10n.t('How to measure the energy of operations on this machine'),
  });
}

/** A model is there already: whether to measure anew. */
async function removeMeasurements(out: string): Promise<boolean> {
  const message = l10n.t('This machine is already calibrated. Measuring again replaces its model.');
  if (!(await confirm(message, l10n.t('Measure Again')))) return false;
  rmSync(out, { force: true });
  rmSync(out.replace(/\.json$/, '-calibration'), { recursive: true, force: true });
  return true;
}

function settingsOf(): readonly string[] {
  const javaHome = readConfiguration().get<unknown>('javaHome');
  const power = readConfiguration().get<unknown>('profile.power');
  return [
    // `bundled` is no JDK that could run anything.
    ...(typeof javaHome === 'string' && javaHome !== '' && javaHome !== 'bundled'
      ? ['--java-home', javaHome]
      : []),
    ...(typeof power === 'string' && power !== '' ? ['--power', power] : []),
  ];
}
