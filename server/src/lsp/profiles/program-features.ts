/**
 * The programs of the workspace: those that a method can be profiled with, those that run, and those that can be
 * compared.
 *
 * Sits in `lsp/`, under `client-session.ts`, over `profile-plan.ts`, `running-programs.ts` and `comparison-runs.ts`.
 */
import type { EnergySession } from '../../lines/energy-session';
import type { ComparablePrograms } from '../../protocol/comparison-runs';
import type { ProfileTargets, RunningPrograms } from '../../protocol/profile-targets';
import type { Settings } from '../../protocol/settings';
import { listComparablePrograms } from './comparison-runs';
import { planProfile } from './profile-plan';
import { listPrograms } from './running-programs';
import { toPath } from '../documents/uris';

export interface ProgramFeatures {
  /** The programs and tests that the method at a line can be profiled with. */
  targetsAt(uri: string, line: number): Promise<ProfileTargets>;
  running(): Promise<RunningPrograms>;
  comparable(): Promise<ComparablePrograms>;
}

export interface ProgramFeaturesOptions {
  readonly folders: () => readonly string[];
  /** The settings, with absolute paths. */
  readonly settings: () => Settings;
  readonly classPath: () => readonly string[];
  readonly session: Pick<EnergySession, 'members'>;
  /** The texts of open documents by path. */
  readonly openTexts: () => ReadonlyMap<string, string>;
}

export function createProgramFeatures(options: ProgramFeaturesOptions): ProgramFeatures {
  const { folders, settings, classPath, session, openTexts } = options;
  return {
    targetsAt: (uri, line) =>
      planProfile({
        path: toPath(uri),
        text: openTexts().get(toPath(uri)) ?? '',
        line,
        folders: folders(),
        members: session.members(),
        classPath: classPath(),
        recording: settings().profile,
        readsBuildFiles: settings().buildFiles.enable,
        javaHome: settings().javaHome,
      }),
    running: () => listPrograms(folders(), settings().javaHome),
    comparable: () =>
      listComparablePrograms({
        folders: folders(),
        members: session.members(),
        javaHome: settings().javaHome,
        recording: settings().profile,
      }),
  };
}
