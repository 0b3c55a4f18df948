/** The effect of other files on an open one, while they change, come and go. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeTemporaryFolder, writeFiles } from '../support/temporary-folder';
import { startSession } from './server-session';
import type { Session } from './server-session';

const caller = `package app;

class Caller {
    int call() {
        return Helper.work(3);
    }
}
`;

const helperWith = (trips: number): string => `package app;

class Helper {
    static int work(int n) {
        int sum = 0;
        for (int i = 0; i < ${trips}; i++) {
            sum += n;
        }
        return sum;
    }
}
`;

const callerPath = 'src/app/Caller.java';
const helperPath = 'src/app/Helper.java';

/** The energy of the call in nanojoules, with a helper of ten rounds and of a thousand. */
const ofTen = 1690;
const ofThousand = 123_000;

/** "12.3 µJ", of the line and what it calls, in nanojoules; `undefined` where it calls nothing that is known. */
async function energyOfCall(session: Session): Promise<number | undefined> {
  const hover = (await session.hover(callerPath, 'Helper.work')) ?? '';
  const [, value, prefix] = /callees included: ([\d.]+) ([nµm]?)J/.exec(hover) ?? [];
  if (value === undefined || prefix === undefined) return undefined;
  return Number(value) * ({ n: 1, µ: 1e3, m: 1e6 }[prefix] ?? 1e9);
}

/** Asks after each overlay of the caller until the answer fits. */
async function waitForEnergy(
  session: Session,
  fits: (energy: number | undefined) => boolean,
): Promise<number | undefined> {
  for (;;) {
    const energy = await energyOfCall(session);
    if (fits(energy)) return energy;
    await session.overlay(callerPath);
  }
}

async function openCaller(files: Readonly<Record<string, string>>): Promise<Session> {
  const session = await startSession({ files: { [callerPath]: caller, ...files } });
  await session.indexed();
  session.open(callerPath, caller);
  await session.overlay(callerPath);
  return session;
}

function tellChange(session: Session, name: string, type: 'created' | 'changed' | 'deleted'): void {
  const number = { created: 1, changed: 2, deleted: 3 }[type];
  session.client.notify('workspace/didChangeWatchedFiles', {
    changes: [{ uri: session.uriOf(name), type: number }],
  });
}

describe('the workspace', () => {
  it('is read with progress', async () => {
    const session = await startSession({ files: { [callerPath]: caller, [helperPath]: helperWith(10) } });
    await session.indexed();
    const progress = session.client.notifications().filter(({ method }) => method === '$/progress');
    const kinds = progress.map(
      ({ params }) => (params as { readonly value: { readonly kind: string } }).value.kind,
    );
    expect([kinds[0], kinds.at(-1)]).toEqual(['begin', 'end']);
    expect(JSON.stringify(progress)).toMatch(/types: 0 of 2 files/);
    expect(JSON.stringify(progress)).toMatch(/energy: 1 of 2 files/);
  });

  it('gives a call the energy of the method in another file', async () => {
    const few = await waitForEnergy(
      await openCaller({ [helperPath]: helperWith(10) }),
      (energy) => energy !== undefined,
    );
    const many = await waitForEnergy(
      await openCaller({ [helperPath]: helperWith(1000) }),
      (energy) => energy !== undefined,
    );
    expect([few, many]).toEqual([ofTen, ofThousand]);
  });

  it('is colored anew when a file changes on disk', async () => {
    const session = await openCaller({ [helperPath]: helperWith(10) });
    const before = (await waitForEnergy(session, (energy) => energy !== undefined)) ?? 0;
    writeFiles(session.folder, { [helperPath]: helperWith(1000) });
    tellChange(session, helperPath, 'changed');
    const after = await waitForEnergy(session, (energy) => energy !== before);
    expect([before, after]).toEqual([ofTen, ofThousand]);
  });

  it('follows the text of an open file, not the one on disk', async () => {
    const session = await openCaller({ [helperPath]: helperWith(10) });
    const before = (await waitForEnergy(session, (energy) => energy !== undefined)) ?? 0;
    session.open(helperPath, helperWith(1000));
    const after = (await waitForEnergy(session, (energy) => energy !== before)) ?? 0;
    expect([before, after]).toEqual([ofTen, ofThousand]);
    tellChange(session, helperPath, 'changed');
    await session.client.request('jouleline/models');
    expect(await energyOfCall(session)).toBe(after);
  });

  it('forgets what was not saved when its editor is closed', async () => {
    const session = await openCaller({ [helperPath]: helperWith(10) });
    const saved = await waitForEnergy(session, (energy) => energy !== undefined);
    session.open(helperPath, helperWith(1000));
    await waitForEnergy(session, (energy) => energy !== saved);
    session.client.notify('textDocument/didClose', { textDocument: { uri: session.uriOf(helperPath) } });
    await waitForEnergy(session, (energy) => energy === saved);
  });

  it('knows a file that is created, and forgets one that is deleted', async () => {
    const session = await openCaller({});
    expect(await energyOfCall(session)).toBeUndefined();
    writeFiles(session.folder, { [helperPath]: helperWith(10) });
    tellChange(session, helperPath, 'created');
    await waitForEnergy(session, (energy) => energy !== undefined);
    rmSync(join(session.folder, helperPath));
    tellChange(session, helperPath, 'deleted');
    await waitForEnergy(session, (energy) => energy === undefined);
  });

  it('grows and shrinks with its folders', async () => {
    const session = await openCaller({});
    const added = makeTemporaryFolder({ 'app/Helper.java': helperWith(10) });
    const folder = { uri: pathToFileURL(added).toString(), name: 'added' };
    session.client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [folder], removed: [] } });
    await waitForEnergy(session, (energy) => energy !== undefined);
    session.client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [folder] } });
    await waitForEnergy(session, (energy) => energy === undefined);
  });

  it('leaves out what the settings exclude', async () => {
    const session = await openCaller({ [helperPath]: helperWith(10) });
    await waitForEnergy(session, (energy) => energy !== undefined);
    session.changeSettings({ exclude: ['**/Helper.java'] });
    await waitForEnergy(session, (energy) => energy === undefined);
    session.changeSettings({});
    await waitForEnergy(session, (energy) => energy !== undefined);
  });
});

describe('the cache', () => {
  it('is filled while the workspace is read, and can be cleared', async () => {
    const storagePath = makeTemporaryFolder();
    const first = await startSession({
      files: { [callerPath]: caller, [helperPath]: helperWith(10) },
      storagePath,
    });
    await first.indexed();
    const cleared = await first.client.request<{ readonly files: number; readonly bytes: number }>(
      'jouleline/clearCache',
    );
    expect(cleared.files).toBe(2);
    expect(cleared.bytes).toBeGreaterThan(100);
    expect(await first.client.request('jouleline/clearCache')).toEqual({ files: 0, bytes: 0 });
  });

  it('is drawn into again once it was cleared', async () => {
    const session = await startSession({
      files: { [callerPath]: caller },
      storagePath: makeTemporaryFolder(),
    });
    await session.indexed();
    const draw = (): Promise<{ readonly path: string }> =>
      session.client.request('jouleline/picture', { fresh: false });
    await draw();
    await session.client.request('jouleline/clearCache');
    expect(existsSync((await draw()).path)).toBe(true);
  });

  it('serves again what no header that changed meanwhile is known to', async () => {
    const storagePath = makeTemporaryFolder();
    const unrelated = 'package other; public class Unrelated { public int count; }';
    const files = {
      [callerPath]: caller,
      [helperPath]: helperWith(10),
      'src/other/Unrelated.java': unrelated,
    };
    const first = await startSession({ files, storagePath });
    await first.message(/analyzed in the background: 3; taken from the cache: 0/);
    const { folder } = first;
    const again = async (changed: Readonly<Record<string, string>>): Promise<Session> => {
      writeFiles(folder, changed);
      return startSession({ folder, storagePath });
    };
    const second = await again({ 'src/other/Unrelated.java': unrelated.replace('int', 'long') });
    await second.message(/analyzed in the background: 1; taken from the cache: 2/);
    const wider = helperWith(10).replace('int n', 'long n');
    const third = await again({ [helperPath]: wider });
    await third.message(/analyzed in the background: 2; taken from the cache: 1/);
  });

  it('may be damaged', async () => {
    const storagePath = makeTemporaryFolder();
    const files = { [callerPath]: caller, [helperPath]: helperWith(10) };
    const first = await startSession({ files, storagePath });
    await first.indexed();
    const entries = readdirSync(join(storagePath, 'results'), {
      recursive: true,
      withFileTypes: true,
    }).filter((entry) => entry.isFile());
    expect(entries).toHaveLength(2);
    for (const [index, { parentPath, name }] of entries.entries()) {
      writeFileSync(join(parentPath, name), index === 0 ? 'damaged' : gzipSync('{"key":1}'));
    }
    const second = await startSession({ folder: first.folder, storagePath });
    await second.indexed();
    second.open(callerPath, caller);
    await waitForEnergy(second, (energy) => energy !== undefined);
  });

  it('is done without where it cannot be', async () => {
    const storagePath = join(makeTemporaryFolder({ file: '' }), 'file');
    const session = await startSession({ files: { [callerPath]: caller }, storagePath });
    await session.message(/the cache in .* can't be written .*; going on without it/);
    session.open(callerPath, caller);
    expect((await session.overlay(callerPath)).lines).not.toEqual([]);
    expect(await session.client.request('jouleline/clearCache')).toEqual({ files: 0, bytes: 0 });
  });
});

it('begins estimated calls at the class of a launch configuration, as soon as there is one', async () => {
  const main = (name: string): string => `class ${name} { public static void main(String[] a) {} }\n`;
  const session = await startSession({
    files: { 'First.java': main('First'), 'Second.java': main('Second') },
  });
  expect((await session.message(/entry points/)).message).toContain('main of First and 1 other');
  const configurations = [{ type: 'java', name: 'Run', request: 'launch', mainClass: 'Second' }];
  writeFiles(session.folder, { '.vscode/launch.json': JSON.stringify({ configurations }) });
  session.client.notify('workspace/didChangeWatchedFiles', {
    changes: [{ uri: session.uriOf('.vscode/launch.json'), type: 1 }],
  });
  expect((await session.message(/main of Second/)).message).not.toContain('other');
});
