/** A workspace that nobody trusts: whatever is asked of the server, it starts no program. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { formatProfile } from '../../server/src/profile/document/read-profile';
import * as comparisons from '../../server/src/protocol/comparisons';
import * as hotLists from '../../server/src/protocol/hot-lists';
import * as imports from '../../server/src/protocol/imports';
import * as overlay from '../../server/src/protocol/overlay';
import * as profiles from '../../server/src/protocol/profiles';
import * as serverState from '../../server/src/protocol/server-state';
import { commitAll } from '../support/git';
import { makeLargeProfiles } from '../support/large-profiles';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { startSession } from './server-session';

const text = `class Work {
  public static void main(String[] args) {
    System.out.println(args.length * 3);
  }
}
`;
const recording = resolve(import.meta.dirname, '../fixtures/imports/jfr/nights-17.jfr');
const hook = pathToFileURL(resolve(import.meta.dirname, 'record-effects.mjs')).href;
const REFUSED = 'in a restricted workspace';

/** Every request of the protocol but the notifications. */
function allRequests(): readonly string[] {
  const defined: readonly object[] = [comparisons, hotLists, imports, overlay, profiles, serverState];
  return defined
    .flatMap((each) => Object.entries(each) as [string, { readonly method?: unknown }][])
    .flatMap(([name, { method }]) => (name.endsWith('Request') ? [String(method)] : []));
}

test('no request starts a program before the workspace is trusted, and those that would are refused', async () => {
  const folder = makeTemporaryFolder();
  commitAll(folder, [{ 'Work.java': text.replace('3', '2') }, { 'Work.java': text }]);
  const saved = ['before', 'after'].map((name) => join(folder, `.jouleline/profiles/${name}.json`));
  mkdirSync(dirname(saved[0] ?? ''), { recursive: true });
  const { before: profile } = makeLargeProfiles({ files: [2], contexts: 10 });
  for (const path of saved) writeFileSync(path, [...formatProfile(profile)].join(''));
  const log = join(makeTemporaryFolder(), 'effects');
  const session = await startSession({
    folder,
    storagePath: makeTemporaryFolder(),
    environment: { NODE_OPTIONS: `--import ${hook}`, JOULELINE_EFFECTS: log },
  });
  session.open('Work.java', text);
  await session.overlay('Work.java');
  await session.indexed();

  const uri = session.uriOf('Work.java');
  const [before = '', after = ''] = saved;
  const comparison = { paths: [before, after], alpha: 'auto', marks: { application: [], framework: [] } };
  const query = { list: 'lines', search: '', order: 'energy', isAscending: false, blocks: 'application' };
  const method = { class: 'Work', name: 'main', descriptor: '([Ljava/lang/String;)V' };
  const out = join(makeTemporaryFolder(), 'out');
  const refused = [
    ['jouleline/revisions', { uri }],
    ['jouleline/runningPrograms', { uri }],
    ['jouleline/import', { paths: [recording] }],
  ] as const;
  const answered = [
    ['jouleline/comparisonPage', comparison],
    ['jouleline/comparisonReport', { paths: [before, after] }],
    ['jouleline/exportComparison', { comparison, target: { path: out, format: 'json' } }],
    ['jouleline/comparedMethod', { profile: after, method, line: 3 }],
    ['jouleline/profiledCode', { path: after }],
    ['jouleline/compareProfiles', { before, after }],
    ['jouleline/comparablePrograms'],
    ['jouleline/hotList', { ...query, offset: 0, count: 10 }],
    ['jouleline/nextHotLine', { query, uri, line: 0, direction: 'next' }],
    ['jouleline/exportHotList', { query, path: out, format: 'csv' }],
    ['jouleline/picture', { fresh: true }],
    ['jouleline/findInPicture', { words: ['args'] }],
    ['jouleline/pictureStatistic', { statistic: 'age' }],
    ['jouleline/importReport', { path: after }],
    ['jouleline/refresh', { uri }],
    ['jouleline/profiles'],
    ['jouleline/showProfiles', { paths: [after] }],
    ['jouleline/profileTargets', { uri, line: 1 }],
    ['jouleline/alive'],
    ['jouleline/models'],
    ['jouleline/modelReport', { nonce: 'n' }],
    ['jouleline/clearCache'],
    ['jouleline/doctor'],
  ] as const;
  expect([...refused, ...answered].map(([name]) => name).sort()).toEqual([...allRequests()].sort());

  for (const [name, params] of refused)
    expect(JSON.stringify(await session.client.request(name, params)), name).toContain(REFUSED);
  // An answer may be that something is not there: what counts is what was done for it.
  for (const [name, params] of answered) await session.client.request(name, params).catch(() => undefined);
  const started = (): readonly string[] =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('child_process'));
  expect(started()).toEqual([]);

  session.client.notify('jouleline/trust', { isTrusted: true });
  for (const [name, params] of refused) {
    const already = started().length;
    expect(JSON.stringify(await session.client.request(name, params)), name).not.toContain(REFUSED);
    expect(started().length, name).toBeGreaterThan(already);
  }
});
