/**
 * VS Code served to a browser: one server process per test file, with its own port, user data, extensions and a copy
 * of the workspace (VS Code on the web saves by itself), all in one temporary folder that `stop` removes.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeServerNode, findTool, howToInstall } from '../../scripts/tools.mjs';
import { guard } from './guard';

export interface CodeServer {
  /** The address that opens the workspace. */
  readonly url: string;
  /** The workspace's copy, for files that a test changes behind VS Code's back. */
  readonly workspace: string;
  /**
   * Replaces the workspace's settings. VS Code sees the change of that file within seconds; a change of the user's
   * settings on disk it would not see at all while it runs.
   */
  readonly changeSettings: (settings: Settings) => void;
  /** The output of the server so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

export type Settings = Readonly<Record<string, unknown>>;

export interface CodeServerOptions {
  /** The folder to copy and open. */
  readonly workspace: string;
  /** The packaged extension; the project's own unless named. */
  readonly vsix?: string;
  readonly settings?: Settings;
  /** Keys of the user's own. */
  readonly keybindings?: readonly Readonly<Record<'key' | 'command' | 'args', unknown>>[];
  /** Further packaged extensions. */
  readonly beside?: readonly string[];
  /** True if nobody trusts the workspace yet; else VS Code does not ask about trust. */
  readonly isRestricted?: boolean;
}

const startTimeout = 40_000;
const run = promisify(execFile);

/** Nothing moves by itself: no welcome page, no autosave, no trust dialogue, no telemetry. */
const quietSettings: Settings = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'files.autoSave': 'off',
  'git.enabled': false,
  'extensions.autoCheckUpdates': false,
  'telemetry.telemetryLevel': 'off',
  'workbench.colorTheme': 'Default Dark Modern',
  'editor.minimap.enabled': false,
  'editor.hover.delay': 100,
};

/** Starts a fresh VS Code with the extension in it. */
export async function startCodeServer(options: CodeServerOptions): Promise<CodeServer> {
  const entry = findTool('code-server');
  if (entry === undefined) throw new Error(`code-server is missing: ${howToInstall}`);
  const vsix = options.vsix ?? (await packageExtension());
  const root = mkdtempSync(join(tmpdir(), 'jouleline-vscode-'));
  const [data, extensions, workspace] = [
    join(root, 'data'),
    join(root, 'extensions'),
    join(root, 'workspace'),
  ];
  const changeSettings = (settings: Settings): void => {
    writeFileSync(join(workspace, '.vscode', 'settings.json'), JSON.stringify(settings));
  };
  mkdirSync(join(data, 'User'), { recursive: true });
  cpSync(options.workspace, workspace, { recursive: true });
  const trust = {
    'security.workspace.trust.enabled': true,
    'security.workspace.trust.startupPrompt': 'never',
  };
  const userSettings = {
    ...quietSettings,
    ...(options.isRestricted === true ? trust : undefined),
    ...options.settings,
  };
  writeFileSync(join(data, 'User', 'settings.json'), JSON.stringify(userSettings));
  writeFileSync(join(data, 'User', 'keybindings.json'), JSON.stringify(options.keybindings ?? []));
  mkdirSync(join(workspace, '.vscode'), { recursive: true }); // watched from the start

  const folders = ['--user-data-dir', data, '--extensions-dir', extensions];
  cpSync(await installedExtension(entry, vsix), extensions, { recursive: true });
  for (const path of options.beside ?? [])
    await run(codeServerNode(), [entry, ...folders, '--install-extension', path], {
      env: cleanEnvironment(),
    });

  const port = await freePort();
  const flags = [
    ...['telemetry', 'update-check', 'getting-started-override'],
    ...(options.isRestricted === true ? [] : ['workspace-trust']),
  ];
  const child = spawn(
    codeServerNode(),
    [
      ...[entry, ...folders, '--config', join(data, 'config.yaml')],
      ...['--bind-addr', `127.0.0.1:${port}`, '--auth', 'none'],
      ...flags.map((flag) => `--disable-${flag}`),
    ],
    { detached: true, env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (log += chunk.toString('utf8')));
  }
  if (child.pid === undefined) throw new Error('code-server did not start');
  const { end: stop } = guard(child.pid, root);

  const address = `http://127.0.0.1:${port}`;
  if (!(await isUp(`${address}/healthz`, () => child.exitCode !== null))) {
    await stop();
    throw new Error(`code-server did not start:\n${log}`);
  }
  const url = `${address}/?folder=${encodeURIComponent(workspace)}`;
  return { url, workspace, changeSettings, log: () => log, stop };
}

/** A folder of extensions with this one alone, as VS Code installs it; kept in `.cache/` by the content of the package. */
async function installedExtension(entry: string, vsix: string): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(vsix)).digest('hex').slice(0, 40);
  const kept = resolve('.cache/test-extensions', hash);
  if (existsSync(kept)) return kept;
  mkdirSync(dirname(kept), { recursive: true });
  const older = readdirSync(dirname(kept)).filter((name) => !name.startsWith(hash));
  for (const name of older) rmSync(join(dirname(kept), name), { recursive: true, force: true });
  const work = mkdtempSync(`${kept}-`);
  const folders = ['--user-data-dir', join(work, 'data'), '--extensions-dir', join(work, 'extensions')];
  await run(codeServerNode(), [entry, ...folders, '--install-extension', vsix], { env: cleanEnvironment() });
  try {
    renameSync(join(work, 'extensions'), kept);
  } catch (error) {
    // Another file of tests was quicker.
    if (!existsSync(kept)) throw error;
  }
  rmSync(work, { recursive: true, force: true });
  return kept;
}

/** The project's .vsix, packaged again if it is older than what it is made from. */
export async function packageExtension(): Promise<string> {
  const vsix = resolve('dist/jouleline.vsix');
  const sources = ['package.json', 'README.md', 'client', 'server/src', 'media', 'esbuild.mjs'];
  if (!existsSync(vsix) || Math.max(...sources.map(newest)) > statSync(vsix).mtimeMs) {
    await run(process.execPath, ['scripts/package.mjs']);
  }
  return vsix;
}

/** The time of the last change in a file or folder; 0 if there is none. */
function newest(path: string): number {
  if (!existsSync(path)) return 0;
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Without the variables of a VS Code or test runner around us, which a nested VS Code would obey. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|VITEST|NODE_OPTIONS$|NODE_ENV$|PORT$|PASSWORD$|CI$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

async function isUp(url: string, hasEnded: () => boolean): Promise<boolean> {
  for (const deadline = Date.now() + startTimeout; Date.now() < deadline && !hasEnded();) {
    const answer = await fetch(url).catch(() => undefined); // refused until it listens
    if (answer?.ok) return true;
    await sleep(100);
  }
  return false;
}
