/**
 * A saved file as it was read: a counted profile, or an import of other tools' recordings.
 *
 * Sits in `recordings/`, the door of both readers.
 */
import { failAt, type Outcome, succeed } from '../../base/outcome';
import { type ImportDocument, NO_IMPORT, readImport } from './import-document';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { readProfile } from '../../profile/document/read-profile';

export type SavedProfile =
  | { readonly kind: 'counted'; readonly profile: ProfileDocument }
  | { readonly kind: 'import'; readonly document: ImportDocument };

/** The beginning tells the format, so that a file of some hundred megabytes is read once. */
export function readSavedProfile(text: string): Outcome<SavedProfile> {
  if (/"format"\s*:\s*"jouleline-profile"/.test(text.slice(0, 1000))) {
    const read = readProfile(text);
    return read.ok ? succeed({ kind: 'counted', profile: read.value }) : read;
  }
  const read = readImport(text);
  if (read.ok) return succeed({ kind: 'import', document: read.value });
  const isJson = /^\uFEFF?\s*[{[]/.test(text);
  if (isJson && read.problem.message !== NO_IMPORT) return read;
  return failAt(describeUnsaved(text) ?? `${NO_IMPORT}, and no profile`);
}

/**
 * What a file is that 'jouleline import' reads; undefined if it is none of these. The importers, which know more formats,
 * are too large for all programs that read saved files.
 */
export function describeUnsaved(text: string): string | undefined {
  const what = UNSAVED.find(([, pattern]) => pattern.test(text.slice(0, HEAD_LENGTH)))?.[0];
  return what && `holds ${what}, which 'jouleline import' reads: name here what that writes`;
}

const HEAD_LENGTH = 4000;
const UNSAVED: readonly (readonly [string, RegExp])[] = [
  ['a recording of JDK Flight Recorder', /^FLR\0/],
  ['energies as JSON', /"format"\s*:\s*"jouleline-energy"/],
  ['a table of energies', /^[^\n{[]*\benergy\b[^\n]*\n/i],
  ['collapsed stacks', /^[^\s{[,][^\n,{]* \d+\r?\n/],
];

/** "OpenJDK 64-Bit Server VM 25.0.1, RAPL": what a profile knows of it. */
export function machineOfRun({
  program,
  measurement,
}: Pick<ProfileDocument, 'program' | 'measurement'>): string {
  const machines = program.virtualMachines.map(({ name, version }) => `${name} ${version}`);
  const meter = measurement === undefined ? [] : [measurement.source.description];
  return [...new Set(machines), ...meter].join(', ');
}
