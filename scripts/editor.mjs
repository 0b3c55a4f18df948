/**
 * `npm run demo -- --editor`: VS Code in the browser (code-server) with the extension, on a folder, until Ctrl-C.
 * What it keeps (settings, extensions) lies in dist/demo/editor; the folder itself is opened as it is.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeServerNode, howToInstall, tools } from './tools.mjs';

const startTimeoutMs = 60_000;

/** For a first look: nothing asks, nothing moves by itself. They are written once, and are the user's from then on. */
const firstSettings = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.colorTheme': 'Default Dark Modern',
  'files.autoSave': 'off',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
};

/** Resolves to the exit code once the editor has ended. */
export async function runEditor({ root, folder }) {
  const entry = tools['code-server']();
  if (entry === undefined) {
    console.error(
      `\nThe editor in the browser is code-server, which is not installed here. To get it:\n\n  ${howToInstall}\n`,
    );
    console.error('(about three minutes and 320 MB in your cache folder; then run this again.)');
    return 1;
  }
  console.log('\nPackaging the extension …');
  if (!runToEnd([join(root, 'scripts', 'package.mjs')], { cwd: root })) return 1;
  const home = join(root, 'dist', 'demo', 'editor');
  const [data, extensions] = [join(home, 'data'), join(home, 'extensions')];
  mkdirSync(join(data, 'User'), { recursive: true });
  const settings = join(data, 'User', 'settings.json');
  if (!existsSync(settings)) writeFileSync(settings, JSON.stringify(firstSettings, undefined, 2));
  const folders = ['--user-data-dir', data, '--extensions-dir', extensions];
  const install = [entry, ...folders, '--install-extension', join(root, 'dist', 'jouleline.vsix'), '--force'];
  if (!runToEnd(install, { node: codeServerNode() })) return 1;
  return serve(entry, folders, data, folder);
}

async function serve(entry, folders, data, folder) {
  const port = await freePort();
  const flags = ['telemetry', 'update-check', 'workspace-trust', 'getting-started-override'];
  const server = spawn(
    codeServerNode(),
    [
      ...[entry, ...folders, '--config', join(data, 'config.yaml')],
      ...['--bind-addr', `127.0.0.1:${port}`, '--auth', 'none'],
      ...flags.map((flag) => `--disable-${flag}`),
    ],
    // A group of its own, so that all its processes can be ended together.
    { detached: true, env: cleanEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let complaints = '';
  server.stderr.on('data', (chunk) => (complaints += chunk.toString()));
  const ended = new Promise((resolve) => {
    server.once('error', (error) => resolve(error.message));
    server.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    end(server);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.once('exit', () => end(server));

  const address = `http://127.0.0.1:${port}`;
  if (await isUp(`${address}/healthz`, () => server.exitCode !== null || isStopping)) {
    console.log(`\nVS Code is at   ${address}/?folder=${encodeURIComponent(folder)}`);
    console.log('Open a Java file there. (For this machine only; Ctrl-C ends it.)');
  } else if (!isStopping) {
    stop();
    console.error(`code-server did not start:\n${complaints}`);
    await ended;
    return 1;
  }
  const reason = await ended;
  if (isStopping) return 0;
  console.error(`code-server ended by itself (${reason}):\n${complaints}`);
  return 1;
}

function end(server) {
  if (server.pid === undefined || server.exitCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? server.pid : -server.pid, 'SIGTERM');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error; // it has just ended
  }
}

function runToEnd(args, { node = process.execPath, cwd } = {}) {
  const { status, stdout, stderr } = spawnSync(node, args, {
    cwd,
    env: cleanEnvironment(),
    encoding: 'utf8',
  });
  if (status !== 0) console.error(`${stdout}${stderr}`);
  return status === 0;
}

/** Without the variables of a VS Code around us, which a nested one would obey. */
function cleanEnvironment() {
  const foreign = /^(VSCODE_|NODE_OPTIONS$|PORT$|PASSWORD$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function isUp(url, isOver) {
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline && !isOver();) {
    const answer = await fetch(url).catch(() => undefined); // refused until it listens
    if (answer?.ok) return true;
    await sleep(150);
  }
  return false;
}
