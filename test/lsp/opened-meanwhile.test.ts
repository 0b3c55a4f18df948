/** Files that are opened while the server reads them from disk: their analysis as documents is never ended for that. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileChanges } from '../../server/src/lsp/documents/file-changes';
import { WorkspaceIndex } from '../../server/src/lsp/workspace/workspace-index';
import { makeTemporaryFolder } from '../support/temporary-folder';

const log = { info: () => undefined, warning: () => undefined, debug: () => undefined } as never;

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
        for (const { path, text } of files) if (path === '/work/Opened.java') open.set(path, text);
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
  for (const name of ['Opened', 'Closed']) await changes.changeFile({ path: `/work/${name}.java`, text: '' });
  expect(analyzed).toEqual(['/work/Closed.java']);
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
      pool: pool as never,
      session: {} as never,
      log,
      settings: () => ({ include: ['**/*.java'], exclude: [] }) as never,
      folders: () => [folder],
      isTrusted: () => true,
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
      startProgress: () => Promise.resolve({ report: () => undefined, done: () => undefined }),
      indexed: () => undefined,
      settle: () => Promise.resolve(),
      finished: () => undefined,
    });
    await index.start();
    expect(analyzed).not.toContain(join(folder, 'Opened.java'));
    if (how === 'is opened') expect(analyzed).toEqual([join(folder, 'Closed.java')]);
  },
);
