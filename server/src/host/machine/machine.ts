/**
 * The machine that the doctor looks at: this process's platform, environment and file system, or an artificial one in
 * tests.
 *
 * Sits in `host/`.
 */
import { accessSync, constants, statSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, freemem, homedir, totalmem } from 'node:os';
import { posix, win32, type PlatformPath } from 'node:path';

export interface Machine {
  /** The name that Node uses: `linux`, `darwin`, `win32`, …. */
  readonly platform: string;
  readonly architecture: string;
  /** The version, such as `20.20.2`. */
  readonly nodeVersion: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  /** The folder that holds `sys`, `proc` and `usr`: `/` except in tests. */
  readonly systemRoot: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly freeBytes: number;
}

export function thisMachine(): Machine {
  return {
    platform: process.platform,
    architecture: process.arch,
    nodeVersion: process.versions.node,
    environment: process.env,
    homeFolder: homedir(),
    systemRoot: '/',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    freeBytes: freemem(),
  };
}

/** The first program of this name on the path; it is looked at, never run. */
export function findProgram(name: string, machine: Machine): string | undefined {
  return programCandidates(name, machine).find(isExecutable);
}

/** The places where a shell would look, in its order. Pure. */
export function programCandidates(
  name: string,
  machine: Pick<Machine, 'platform' | 'environment'>,
): readonly string[] {
  const { environment } = machine;
  const style = pathStyle(machine.platform);
  const onWindows = style === win32;
  const folders = (environment['PATH'] ?? environment['Path'] ?? '')
    .split(style.delimiter)
    .filter((folder) => folder !== '');
  const endings = onWindows
    ? (environment['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';').filter((ending) => ending !== '')
    : [''];
  return folders.flatMap((folder) =>
    endings.map((ending) => style.join(folder, name + ending.toLowerCase())),
  );
}

/** Writes a path below the home folder as `~/…`: reports are shared, and the name of a home folder is a person's. Pure. */
export function shortenHome(text: string, machine: Pick<Machine, 'platform' | 'homeFolder'>): string {
  const style = pathStyle(machine.platform);
  const home = machine.homeFolder.replace(/[\\/]+$/, '');
  // Some service accounts have the root folder as their home, which names nobody.
  if (home === '' || style.parse(machine.homeFolder).root === machine.homeFolder) return text;
  const spelling = home
    .split(/[\\/]/)
    .map(escapePattern)
    .join(style === win32 ? '[\\\\/]' : '/');
  // Windows and, as a rule, macOS ignore case.
  const flags = machine.platform === 'win32' || machine.platform === 'darwin' ? 'gi' : 'g';
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_.-])${spelling}(?![\\p{L}\\p{N}_.-])`, `${flags}u`), '~');
}

function pathStyle(platform: string): PlatformPath {
  return platform === 'win32' ? win32 : posix;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Most folders of the path do not hold the program.
    return false;
  }
}

/** Reads a file in which Linux describes the machine in a line; undefined if there is no such file. */
export function readLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** The names in order; empty if there is no such folder. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
