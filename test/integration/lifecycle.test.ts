/** How a server starts, ends and is talked to wrongly; and that it neither calls out nor runs anything. */
import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DoctorReport } from '../../server/src/protocol/server-state';
import { encodeMessage } from '../support/framing';
import { ResponseError } from '../support/lsp-client';
import { outputOf } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { leaveEndToTest, serverPath, startSession } from './server-session';

const small = 'class Small {\n    int twice(int n) {\n        return n * 2;\n    }\n}\n';

const initialize = (processId: number | null): unknown => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { processId, rootUri: null, capabilities: {} },
});

/** A server without the tests' client around it, ended with the test. */
function startBare(start: () => ChildProcess): {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
} {
  const child = start();
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { child, exited: once(child, 'exit') };
}

const overStdio = (): ChildProcess =>
  spawn(process.execPath, [serverPath, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });

it('a promise that fails and that nobody waits for is logged, and the server goes on', async () => {
  const fail = `
    import { isMainThread } from 'node:worker_threads';
    const look = () => {
      if (process.listenerCount('unhandledRejection') === 0) return;
      clearInterval(timer);
      Promise.reject(new Error('nobody waits for this'));
    };
    const timer = isMainThread ? setInterval(look, 10) : undefined;`;
  const session = await startSession({
    files: { 'Small.java': small },
    environment: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fail)}` },
  });
  await session.client.waitForNotification('window/logMessage', (params) =>
    JSON.stringify(params).includes('nobody waits for this'),
  );
  session.open('Small.java', small);
  expect((await session.overlay('Small.java')).status).not.toBe('');
});

describe('the end', () => {
  it('comes with shutdown and exit, in the middle of work too', async () => {
    const session = await startSession({ files: { 'Small.java': small } });
    const client = leaveEndToTest(session);
    session.open('Small.java', small);
    expect(await client.request('shutdown')).toBeNull();
    client.notify('exit');
    expect(await client.exited).toBe(0);
    expect(client.stderr()).toBe('');
  });

  it('comes with exit alone, as an error', async () => {
    const client = leaveEndToTest(await startSession());
    client.notify('exit');
    expect(await client.exited).toBe(1);
  });

  it('comes when the editor closes the stream', async () => {
    const { child, exited } = startBare(overStdio);
    child.stdin?.write(encodeMessage(initialize(process.pid)));
    if (child.stdout !== null) await once(child.stdout, 'data');
    child.stdin?.end();
    await exited;
    expect(child.signalCode).toBeNull();
  });

  it('comes when the editor is gone without a word', async () => {
    const editor = spawn(process.execPath, ['-e', '']);
    await once(editor, 'exit');
    const { child, exited } = startBare(overStdio);
    child.stdin?.write(encodeMessage(initialize(editor.pid ?? 0)));
    child.stdout?.resume();
    await exited;
    expect(child.signalCode).toBeNull();
  });
});

describe('messages', () => {
  it('that ask whether the server lives are answered while it starts', async () => {
    const { client } = await startSession();
    expect(await client.request('jouleline/alive')).toBeNull();
  });

  it('are taken over IPC as well', async () => {
    const { child, exited } = startBare(() => fork(serverPath, ['--node-ipc'], { execArgv: [] }));
    child.send(initialize(process.pid) as object);
    const [answer] = (await once(child, 'message')) as [{ readonly id: number; readonly result: unknown }];
    expect(answer).toMatchObject({ id: 1, result: { serverInfo: { name: 'jouleline' } } });
    child.send({ jsonrpc: '2.0', id: 2, method: 'shutdown' });
    await once(child, 'message');
    child.send({ jsonrpc: '2.0', method: 'exit' });
    expect(await exited).toEqual([0, null]);
  });

  it('that are canceled are answered all the same', async () => {
    const session = await startSession();
    const text = `class Many {\n${'    int f() { int x = 1; return x + 2; }\n'.repeat(3000)}}\n`;
    session.open('Many.java', text);
    const requests = ['textDocument/hover', 'textDocument/codeLens', 'jouleline/models'].map((method) =>
      session.client.startRequest(method, {
        textDocument: { uri: session.uriOf('Many.java') },
        position: { line: 5, character: 0 },
      }),
    );
    for (const { id } of requests) session.client.notify('$/cancelRequest', { id });
    const canceled = -32_800;
    for (const { answer } of requests) {
      const result = await answer.catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toMatchObject({ code: canceled });
    }
    expect(await session.client.request('jouleline/models')).toHaveLength(2);
  });

  it('that make no sense get an error, and the server goes on', async () => {
    const session = await startSession();
    session.open('Small.java', small);
    const { client } = session;
    await expect(client.request('no/such/method')).rejects.toBeInstanceOf(ResponseError);
    await expect(client.request('textDocument/hover', { nonsense: true })).rejects.toBeInstanceOf(
      ResponseError,
    );
    await expect(client.request('textDocument/hover')).rejects.toBeInstanceOf(ResponseError);
    client.notify('no/such/notification', { at: 'all' });
    client.notify('textDocument/didChange', {
      textDocument: { uri: session.uriOf('Gone.java'), version: 2 },
      contentChanges: [{ text: 'x' }],
    });
    client.notify('textDocument/didClose', { textDocument: { uri: session.uriOf('Gone.java') } });
    client.notify('workspace/didChangeWatchedFiles', {
      changes: [
        { uri: 'ftp://host/A.java', type: 2 },
        { uri: session.uriOf('Gone.java'), type: 2 },
      ],
    });
    client.notify('$/cancelRequest', { id: 12_345 });
    expect((await session.overlay('Small.java')).lines).toHaveLength(2);
  });
});

describe('an editor that refuses', () => {
  const refuse = (): never => {
    throw new Error('not now');
  };

  it('to show progress gets its workspace indexed all the same', async () => {
    const session = await startSession({ files: { 'src/Small.java': small } });
    await session.indexed();
    session.client.answer('window/workDoneProgress/create', refuse);
    session.changeSettings({ exclude: ['**/none/**'], logLevel: 'debug' });
    await session.message(/shows no progress.*not now/);
    session.open('src/Small.java', small);
    expect((await session.overlay('src/Small.java')).lines).not.toEqual([]);
  });

  it('to say its settings keeps those that it had', async () => {
    const session = await startSession({ settings: { look: 'custom', palette: 'viridis' } });
    await session.indexed();
    session.client.answer('workspace/configuration', refuse);
    session.changeSettings({ palette: 'grays' });
    await session.message(/does not say its settings.*not now/);
    session.open('src/Small.java', small);
    expect((await session.overlay('src/Small.java')).paletteName).toBe('viridis');
  });
});

describe('the doctor', () => {
  it('examines the folders that are open', async () => {
    const session = await startSession({ files: { 'pom.xml': '<project/>', mvnw: '' } });
    const report = await session.client.request<DoctorReport>('jouleline/doctor');
    expect(report.version).toBe(session.initialized.serverInfo.version);
    expect(report.checks).toContainEqual({
      name: 'build tool',
      status: 'ok',
      detail: `${session.folder}: Maven (pom.xml, mvnw)`,
    });
    expect(report.checks.filter(({ status }) => status === 'problem')).toEqual([]);
    if (dirname(homedir()) !== '/') expect(JSON.stringify(report)).not.toContain(homedir());
  });
});

describe('effects', () => {
  const hook = resolve(import.meta.dirname, 'record-effects.mjs');

  function readEffects(file: string): readonly string[] {
    return readFileSync(file, 'utf8').trimEnd().split('\n');
  }

  it('are seen at all', async () => {
    const folder = makeTemporaryFolder({
      'worker.js': "fetch('http://127.0.0.1:49151').catch(() => {})",
      'main.js': `
        require('node:net').connect(9, '127.0.0.1').on('error', () => {});
        require('node:child_process').spawn(process.execPath, ['-e', '']).on('error', () => {});
        new (require('node:worker_threads').Worker)(__dirname + '/worker.js');`,
    });
    const log = join(folder, 'effects');
    await outputOf(process.execPath, ['--import', hook, join(folder, 'main.js')], {
      cwd: folder,
      env: { ...process.env, JOULELINE_EFFECTS: log },
    });
    const effects = readEffects(log);
    expect(effects).toEqual(
      expect.arrayContaining(['start main', `load ${folder}/main.js`, 'child_process spawn', 'start worker']),
    );
    expect(effects.filter((effect) => effect === 'net connect')).toHaveLength(2);
  });

  it('beyond files there are none: nothing is sent anywhere, nothing of the workspace is run', async () => {
    const log = join(makeTemporaryFolder(), 'effects');
    const trap = `require('node:fs').appendFileSync(${JSON.stringify(log)}, 'trap\\n');`;
    const files = {
      'pom.xml': '<project/>',
      mvnw: `#!/bin/sh\necho trap >> ${log}\n`,
      'build.gradle': `println "trap"`,
      'package.json': '{"main":"trap.js"}',
      'trap.js': trap,
      'node_modules/java-parser/index.js': trap,
      'node_modules/picomatch/index.js': trap,
      'src/Small.java': small,
      'src/Other.java': small.replaceAll('Small', 'Other'),
      '.git/config': '[core]\n\trepositoryformatversion = 0\n',
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/objects/.keep': '',
      '.git/refs/.keep': '',
    };
    const session = await startSession({
      files,
      storagePath: makeTemporaryFolder(),
      environment: { NODE_OPTIONS: `--import ${hook}`, JOULELINE_EFFECTS: log },
    });
    session.open('src/Small.java', small);
    await session.overlay('src/Small.java');
    await session.indexed();
    session.edit('src/Small.java', 'n * 2', 'n * 3');
    await session.overlay('src/Small.java');
    expect(await session.hover('src/Small.java', 'return')).toContain('Multi_int_int');
    await session.lenses('src/Small.java');
    const uri = session.uriOf('src/Small.java');
    expect(await session.client.request('jouleline/revisions', { uri })).toEqual({
      revisions: [],
      problem: 'Git is not run in a restricted workspace. Trust the workspace first.',
    });
    expect(await session.client.request('jouleline/runningPrograms', {})).toMatchObject({
      programs: [],
      problem: 'jcmd is not run in a restricted workspace. Trust the workspace first.',
    });
    const recording = resolve(import.meta.dirname, '../fixtures/imports/jfr/nights-17.jfr');
    expect(await session.client.request('jouleline/import', { paths: [recording] })).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('nothing is run in a restricted workspace') as unknown,
    });
    for (const request of ['jouleline/doctor', 'jouleline/models', 'jouleline/clearCache'])
      await session.client.request(request);
    session.changeSettings({ frequency: 'worst-case', classPath: [session.folder] });
    await session.overlay('src/Small.java', ({ statusTooltip }) =>
      statusTooltip.includes('branches that use the most energy'),
    );

    const effects = readEffects(log);
    expect(effects).toContain('start worker');
    const built = dirname(serverPath);
    const unexpected = effects.filter(
      (effect) =>
        !effect.startsWith('start ') && !effect.startsWith(`load ${built}`) && effect !== `load ${hook}`,
    );
    expect(unexpected).toEqual([]);
  });
});
