/** Loads the profiles of a folder, which are the cases of a fit. Sits in `tasks/`. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/failure';
import type { NamedProfile } from '../../models/fit/profile-cases';
import { reasonOf } from '../../host/files/random-access-file';
import { loadProfile } from './profile-programs';

export interface LoadedProfiles {
  readonly profiles: readonly NamedProfile[];
  /** Sentences about files that are not profiles. */
  readonly problems: readonly string[];
}

/** The profiles of a folder in the order of their names; undefined if the path is not a folder. */
export function loadProfiles(path: string): LoadedProfiles | undefined {
  let names: readonly string[];
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
    names = readdirSync(path).filter((name) => name.endsWith('.json'));
  } catch (error) {
    throw new Failure(`${path} ${reasonOf(error)}`);
  }
  const problems: string[] = [];
  const profiles = [...names].sort().flatMap((name): readonly NamedProfile[] => {
    try {
      return [{ name: name.replace(/\.json$/, ''), profile: loadProfile(join(path, name)) }];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push(error.message);
      return [];
    }
  });
  return { profiles, problems };
}
