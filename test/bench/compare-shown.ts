/** Two large profiles on disk, for `compare-shown.mjs`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type LargeProgram, makeLargeProfiles } from '../support/large-profiles';

export interface WrittenProfiles {
  readonly before: string;
  readonly after: string;
  readonly bytes: number;
  /** Paths of the sources, the longest first. */
  readonly sources: readonly string[];
}

export function writeLargeProfiles(folder: string, program: LargeProgram): WrittenProfiles {
  const { sources, before, after } = makeLargeProfiles(program);
  const write = (path: string, text: string): string => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return join(folder, path);
  };
  const texts = [before, after].map((profile) => JSON.stringify(profile));
  return {
    sources: Object.entries(sources).map(([path, text]) => write(path, text)),
    before: write('.jouleline/profiles/before.json', texts[0] ?? ''),
    after: write('.jouleline/profiles/after.json', texts[1] ?? ''),
    bytes: texts[0]?.length ?? 0,
  };
}
