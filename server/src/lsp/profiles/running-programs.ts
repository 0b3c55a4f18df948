/**
 * The running programs that can be attached to, as arguments of the command line `jouleline profile`: the editor
 * shows the choice, and records what the user chooses.
 *
 * Sits in `lsp/`.
 */
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { BUNDLED, chooseJdk } from '../../host/jdk/choose-jdk';
import { listJvms } from '../../host/jdk/running-jvms';
import type { RunningPrograms } from '../../protocol/profile-targets';
import { PROFILES_FOLDER } from './saved-profiles';

export async function listPrograms(folders: readonly string[], javaHome: string): Promise<RunningPrograms> {
  const configured = javaHome === BUNDLED ? '' : javaHome;
  const { jdk, problems } = chooseJdk({ configured, suggested: [], environment: process.env });
  const [folder] = folders;
  if (folder === undefined) return none(l10n.t('Open a folder first. The profile is saved in it.'));
  if (jdk === undefined) return none(problems[0] ?? l10n.t('No JDK was found.'));
  const { jvms, problem } = await listJvms(jdk.home);
  if (problem !== undefined) return none(problem);
  return {
    programs: jvms.map(({ pid, description }) => ({ pid, description })),
    problem: '',
    arguments: ['--java-home', jdk.home],
    folder,
    profilesFolder: join(folder, PROFILES_FOLDER),
  };
}

function none(problem: string): RunningPrograms {
  return { programs: [], problem, arguments: [], folder: '', profilesFolder: '' };
}
