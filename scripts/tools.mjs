/**
 * Finds the programs that the tests use beside npm packages. `scripts/test.mjs` reads it to say what is left out;
 * the test helpers read it to start them. On a user's machine a missing program is no failure; with CI set it is.
 */
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** The oldest VS Code that is supported: code-server 4.100 is VS Code 1.100. */
export const codeServerVersion = '4.100.3';

export const howToInstall = 'bash scripts/install-ui-tools.sh';

/** The names of the programs, as they appear in messages, each with the function that finds its path. */
export const tools = {
  Chromium: () =>
    process.env['JOULELINE_CHROMIUM'] ??
    onPath('chromium') ??
    onPath('chromium-browser') ??
    onPath('google-chrome'),
  'code-server': () => existing(join(codeServerFolder(), 'node_modules/code-server/out/node/entry.js')),
  neovim: () => onPath('nvim'),
  JDK: () => onPath('javac'),
  Maven: () => onPath('mvn'),
  Gradle: () => onPath('gradle'),
  'JDK sources': () => {
    const javac = onPath('javac');
    return javac && existing(join(dirname(dirname(realpathSync(javac))), 'lib/src.zip'));
  },
};

/** The path of a program, or undefined if it is missing; under CI a missing one throws. */
export function findTool(name) {
  const path = tools[name]();
  if (path === undefined && process.env['CI']) throw new Error(`${name} is missing: ${howToInstall}`);
  return path;
}

/** The Node that runs code-server: the one installed with it, or this one. */
export function codeServerNode() {
  const own = join(codeServerFolder(), `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  return existing(own) ?? process.execPath;
}

function codeServerFolder() {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'jouleline', `code-server-${codeServerVersion}`);
}

function onPath(name) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name];
  return folders.flatMap((folder) => names.map((file) => join(folder, file))).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not ours to run
  }
}

function existing(path) {
  return existsSync(path) ? path : undefined;
}
