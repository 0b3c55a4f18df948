/** Which saved files teach estimates. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatProfile } from '../../server/src/profile/document/read-profile';
import { IMPORT_FORMAT } from '../../server/src/recordings/document/import-document';
import { loadTeachers } from '../../server/src/tasks/learned-frequencies';
import { makeLargeProfiles } from '../support/large-profiles';
import { makeTemporaryFolder } from '../support/temporary-folder';

test('imports that are newer keep no counted profile from teaching', async () => {
  const folder = makeTemporaryFolder();
  const profiles = join(folder, '.jouleline/profiles');
  mkdirSync(profiles, { recursive: true });
  const { before } = makeLargeProfiles({ files: [2], contexts: 10 });
  const save = (name: string, content: string, day: number): void => {
    const path = join(profiles, `${name}.json`);
    writeFileSync(path, content);
    utimesSync(path, new Date(2026, 0, day), new Date(2026, 0, day));
  };
  for (let day = 1; day <= 12; day++) {
    save(`counted-${day}`, [...formatProfile({ ...before, started: `2026-01-${day}` })].join(''), day);
    save(`import-${day}`, JSON.stringify({ format: IMPORT_FORMAT, version: 1 }), 12 + day);
  }
  const days: string[] = [];
  for await (const { started } of loadTeachers([folder])) days.push(started.slice(8));
  expect(days).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
});
