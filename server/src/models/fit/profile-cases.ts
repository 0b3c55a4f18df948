/**
 * Saved profiles with measured energies as execution cases: the matrix of
 * "Fine-grained energy modeling" (Li and Gallagher), equation 3.
 *
 * Sits in `models/`, joining `profile/` and `runs/`. A row a profile: how
 * often each operation ran, and what is left of the measured energy for the
 * program's own work. Collections of garbage are taken out of it, or are a
 * column like any other (section 4 of the paper).
 */
import { accountForRuns } from '../../runs/account-for-runs';
import type { OperationKey } from '../../operations/catalogue/operation';
import type { ProfileDocument } from '../../profile/document/profile-document';

export interface NamedProfile {
  readonly name: string;
  readonly profile: ProfileDocument;
}

export interface ProfileCases {
  /** A table as `fit` takes it. */
  readonly text: string;
  readonly cases: number;
  readonly isProxy: boolean;
  /** The problems of profiles that could not be used, in words for people. */
  readonly problems: readonly string[];
}

export const COLLECTIONS_COLUMN = 'garbage collection';

/**
 * `countsCollections`: how many there were is a column, and their energy stays in the cases.
 * `columnOf`: the column that an operation counts in.
 */
export function tabulateProfiles(
  profiles: readonly NamedProfile[],
  countsCollections: boolean,
  columnOf: (key: OperationKey) => string = ({ name }) => name,
): ProfileCases {
  const problems: string[] = [];
  let isProxy = false;
  const cases = profiles.flatMap(({ name, profile }) => {
    const { measurement } = profile;
    const parts = measurement === undefined ? undefined : accountForRuns(measurement);
    if (measurement === undefined || parts === undefined) {
      problems.push(`${name}: no energy was measured; profile it again with --runs`);
      return [];
    }
    const counts = countsOf(profile, columnOf);
    if (counts.size === 0) {
      problems.push(`${name}: nothing of it was counted`);
      return [];
    }
    const pauses = measurement.java?.pauses ?? 0;
    if (countsCollections && pauses > 0) counts.set(COLLECTIONS_COLUMN, pauses);
    const energy = parts.left + (countsCollections ? (parts.runtime.garbageCollection ?? 0) : 0);
    if (energy <= 0) {
      problems.push(`${name}: nothing is left of its energy beside start-up; a longer run is needed`);
      return [];
    }
    isProxy ||= measurement.source.isProxy;
    return [{ name, counts, energy }];
  });
  const names = [...new Set(cases.flatMap(({ counts }) => [...counts.keys()]))].sort();
  const quote = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = cases.map(({ name, counts, energy }) =>
    [quote(name), ...names.map((each) => String(counts.get(each) ?? 0)), String(energy)].join(','),
  );
  return {
    text: [['case', ...names.map(quote), 'y [J]'].join(','), ...rows, ''].join('\n'),
    cases: cases.length,
    isProxy,
    problems,
  };
}

function countsOf(
  { keys, classes }: ProfileDocument,
  columnOf: (key: OperationKey) => string,
): Map<string, number> {
  const columns = keys.map(columnOf);
  const counts = new Map<string, number>();
  for (const { methods } of classes)
    for (const { operations } of methods)
      for (const [index, , count] of operations) {
        const name = columns[index];
        if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + count);
      }
  return counts;
}
