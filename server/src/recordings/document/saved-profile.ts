/**
 * A saved file as it was read: a counted profile, or an import of other tools' recordings.
 *
 * Sits in `recordings/`, the door of both readers.
 */
import { type ImportDocument, NO_IMPORT, readImport } from './import-document';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { readProfile } from '../../profile/document/read-profile';

export type SavedProfile =
  | { readonly kind: 'counted'; readonly profile: ProfileDocument }
  | { readonly kind: 'import'; readonly document: ImportDocument }
  | { readonly kind: 'unreadable'; readonly message: string };

/** Told by how it begins: what is of some hundred megabytes is read once. */
export function readSavedProfile(text: string): SavedProfile {
  if (/"format"\s*:\s*"jouleline-profile"/.test(text.slice(0, 1000))) {
    const read = readProfile(text);
    return read.ok
      ? { kind: 'counted', profile: read.value }
      : { kind: 'unreadable', message: read.problem.message };
  }
  const read = readImport(text);
  if (read.ok) return { kind: 'import', document: read.value };
  const { message } = read.problem;
  return { kind: 'unreadable', message: message === NO_IMPORT ? `${message}, and no profile` : message };
}

/** "OpenJDK 64-Bit Server VM 25.0.1, RAPL": what a profile knows of it. */
export function machineOfRun({ program, measurement }: ProfileDocument): string {
  const machines = program.virtualMachines.map(({ name, version }) => `${name} ${version}`);
  const meter = measurement === undefined ? [] : [measurement.source.description];
  return [...new Set(machines), ...meter].join(', ');
}
