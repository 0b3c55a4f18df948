/** Large files in the folder of profiles are listed by their beginning: nothing waits until all of them is parsed. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatProfile } from '../../server/src/profile/document/read-profile';
import { formatImport } from '../../server/src/recordings/document/import-document';
import { ProfileList, SMALL_PROFILE } from '../../server/src/lsp/profiles/saved-profiles';
import { createRecordingPlacer } from '../../server/src/recordings/import/import-profile';
import { importText } from '../recordings/import/import-file';
import { makeLargeProfiles } from '../support/large-profiles';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { bundledModel } from '../support/analyze-text';

const profiles = '.jouleline/profiles';
const list = async (files: Readonly<Record<string, string>>) => {
  const folder = makeTemporaryFolder(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${profiles}/${name}.json`, text])),
  );
  for (const name of Object.keys(files).filter((each) => each.startsWith('large')))
    expect(statSync(join(folder, profiles, `${name}.json`)).size).toBeGreaterThan(SMALL_PROFILE);
  const found = await new ProfileList().list([folder], bundledModel(), 'caller');
  return [...found].sort((a, b) => Number(a.name < b.name) - Number(a.name > b.name));
};

const small = [...formatProfile(makeLargeProfiles({ files: [4], contexts: 20 }).before)].join('');
/** Nothing that parses all of it would take this for JSON. */
const rest = '\n[{'.repeat(SMALL_PROFILE / 2);
const cutAt = (text: string, mark: string): string => text.slice(0, text.indexOf(mark));

it('a profile tells what it tells whole, but for energies by the model', async () => {
  const [whole, large] = await list({ small, large: cutAt(small, '"classes"') + rest });
  expect(large).toMatchObject({
    ...{ kind: whole?.kind, started: whole?.started, machine: whole?.machine, command: whole?.command },
    ...{ program: whole?.program, total: whole?.total, isExact: whole?.isExact, isMetered: whole?.isMetered },
    ...{ name: 'large', problem: '' },
    energy: ['The file is large. Its energies are told when it is shown.'],
  });
  expect([whole?.problem, whole?.total]).toEqual(['', expect.stringMatching(/J/)]);
});

it('an import tells its recordings', async () => {
  const place = createRecordingPlacer([], true);
  const recording = importText('a;b 1\n', { name: 'nights.txt' });
  const text = [...formatImport([place(recording)], '1')].join('');
  const [whole, large] = await list({ small: text, large: cutAt(text, '"contexts"') + rest });
  expect(large).toMatchObject({
    kind: 'import',
    command: whole?.command,
    machine: whole?.machine,
    problem: '',
  });
});

it('what is neither, or keeps its beginning for counts, is named with the reason', async () => {
  const found = await list({
    large1: rest,
    large2: '"'.repeat(SMALL_PROFILE + 1),
    large3: `{"format":"jouleline-profile","version":2,"classes":[${'[],'.repeat(SMALL_PROFILE / 2)}`,
    large4: '['.repeat(SMALL_PROFILE + 1),
  });
  expect(found.map(({ name }) => name)).toEqual(['large4', 'large3', 'large2', 'large1']);
  for (const { problem } of found)
    expect(problem).toMatch(/could not be read: it (?:does not begin as|is damaged)/);
});
