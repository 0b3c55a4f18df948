/**
 * Files that are opened or change while the server reads the workspace: their analysis as documents is never ended for
 * that, and what was read before never takes the place of what is newer.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileChanges } from '../../server/src/lsp/documents/file-changes';
import { WorkspaceIndex } from '../../server/src/lsp/workspace/workspace-index';
import { toUri } from '../../server/src/lsp/documents/uris';
import { makeTemporaryFolder } from '../support/temporary-folder';

const log = { info: () => undefined, warning: () => undefined, debug: () => undefined } as never;

const quiet = {
  session: {} as never,
  log,
  settings: () => ({ include: ['**/*.java'], exclude: [] }) as never,
  isTrusted: () => true,
  startProgress: () => Promise.resolve({ report: () => undefined, done: () => undefined }),
  indexed: () => undefined,
  settle: () => Promise.resolve(),
  finished: () => undefined,
};

/** Open texts, and a pool that notes what it is asked to analyze. */
function watch(): {
  readonly open: Map<string, string>;
  readonly analyzed: string[];
  readonly pool: Record<string, unknown>;
} {
  const open = new Map<string, string>();
  const analyzed: string[] = [];
  const pool = {
    setHeaders: () => Promise.resolve('headers'),
    analyze: (path: string) => {
      analyzed.push(path);
      return Promise.resolve({ kind: 'superseded' });
    },
  };
  return { open, analyzed, pool };
}

test('a file that changed on disk and is opened before the workers know its headers', async () => {
  const { open, analyzed, pool } = watch();
  const changes = new FileChanges({
    pool: {
      ...pool,
      setHeaders: (files: readonly { readonly path: string; readonly text: string }[]) => {
        for (const { path, text } of files) if (path === '/project/Opened.java') open.set(path, text);
        return Promise.resolve('');
      },
    } as never,
    session: {} as never,
    documents: () => ({}) as never,
    index: () => ({ add: () => undefined }) as never,
    openTexts: () => open,
    solveCalls: () => Promise.resolve(false),
    renewScale: () => Promise.resolve(false),
    changed: () => undefined,
    log,
  });
  for (const name of ['Opened', 'Closed'])
    await changes.changeFile({ path: `/project/${name}.java`, text: '' });
  expect(analyzed).toEqual(['/project/Closed.java']);
});

test('open files are analyzed again for each change of headers, but for those that a pass reads', async () => {
  const again: (string | undefined)[] = [];
  let isReadingHeaders = true;
  const changes = new FileChanges({
    pool: { setHeaders: () => Promise.resolve('') } as never,
    session: {} as never,
    documents: () => ({ analyzeAll: (except?: string) => again.push(except) }) as never,
    index: () => ({ isReadingHeaders }) as never,
    openTexts: () => new Map(),
    solveCalls: () => Promise.resolve(false),
    renewScale: () => Promise.resolve(false),
    changed: () => undefined,
    log,
  });
  for (const fingerprint of ['1', '2', '3']) changes.analyzed('/project/A.java', '', fingerprint, '');
  await Promise.resolve();
  isReadingHeaders = false;
  changes.indexed('4');
  changes.analyzed('/project/A.java', '', '5', '');
  await new Promise((resolve) => setImmediate(resolve));
  changes.dispose();
  expect(again).toEqual([undefined, toUri('/project/A.java')]);
});

test('a file that changes while the headers of others are read', async () => {
  const names = Array.from({ length: 250 }, (_, index) => `C${String(index).padStart(3, '0')}.java`);
  const folder = makeTemporaryFolder(Object.fromEntries(names.map((name) => [name, 'class Old {}'])));
  const told: string[] = [];
  let [most, reading] = [0, false];
  const index: WorkspaceIndex = new WorkspaceIndex({
    ...quiet,
    pool: {
      setHeaders: (files: readonly { readonly path: string }[]) => {
        // The next hundred is read by now.
        if (told.length === 0 && files.length > 0) index.add(join(folder, 'C150.java'));
        reading ||= index.isReadingHeaders;
        told.push(...files.map(({ path }) => path));
        most = Math.max(most, files.length);
        return Promise.resolve('headers');
      },
      analyze: () => Promise.resolve({ kind: 'superseded' }),
    } as never,
    folders: () => [folder],
    openTexts: () => new Map(),
    cache: { read: () => Promise.resolve(undefined) } as never,
  });
  await index.start();
  expect(told).toEqual(names.filter((name) => name !== 'C150.java').map((name) => join(folder, name)));
  expect([most, reading, index.isReadingHeaders]).toEqual([100, true, false]);
  expect([index.has(join(folder, 'C150.java')), index.paths.length]).toEqual([true, 250]);
  index.remove(join(folder, 'C000.java'));
  expect([index.paths.length, (await index.allHeaders()).length]).toEqual([249, 249]);
});

test.each(['is opened', 'belongs to a newer pass'])(
  'a file of the workspace that %s before its stored result is read',
  async (how) => {
    const folder = makeTemporaryFolder({
      'Closed.java': 'class Closed {}',
      'Opened.java': 'class Opened {}',
    });
    const { open, analyzed, pool } = watch();
    const index: WorkspaceIndex = new WorkspaceIndex({
      ...quiet,
      pool: pool as never,
      folders: () => [folder],
      openTexts: () => open,
      cache: {
        read: (path: string, text: string) => {
          if (path.endsWith('Opened.java')) {
            if (how === 'is opened') open.set(path, text);
            else index.stop();
          }
          return Promise.resolve(undefined);
        },
      } as never,
    });
    await index.start();
    expect(analyzed).not.toContain(join(folder, 'Opened.java'));
    if (how === 'is opened') expect(analyzed).toEqual([join(folder, 'Closed.java')]);
  },
);
