/**
 * The machine that the doctor looks at: this process's platform, environment and file system, or an artificial one in
 * tests.
 *
 * Sits in `host/`.
 */
import { accessSync, constants, statSync, readdirSync, realpathSync } from 'node:fs';
import { availableParallelism, freemem, homedir, totalmem } from 'node:os';
import { dirname, isAbsolute, join, type PlatformPath, posix, relative, sep, win32 } from 'node:path';
import type { MachineState } from '../../runs/program-run';
import { withDefined } from '../../base/check';
import { readTextSync } from '../files/read-file';

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

/** The first program of this name on the path that is in none of the `foreign` folders; it is looked at, never run. */
export function findProgram(
  name: string,
  machine: Machine,
  foreign: readonly string[] = [],
): string | undefined {
  return programCandidates(name, machine).find(
    (path) => isExecutable(path) && !foreign.some((folder) => isWithin(folder, path)),
  );
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
  const home = machine.homeFolder.replace(/(?<![\\/])[\\/]+$/, '');
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

/** True if the file stands in the folder or below it. The root folder does not count: all programs are below it. */
function isWithin(folder: string, path: string): boolean {
  try {
    const outer = realpathSync(folder);
    const way = relative(outer, realpathSync(dirname(path)));
    return dirname(outer) !== outer && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  } catch {
    // What is not there holds nothing.
    return false;
  }
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
    return readTextSync(path).trim();
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

/**
 * Reads the state of a machine that changes what a run costs: governor, turbo, battery, other work. Linux:
 * Documentation/admin-guide/pm/cpufreq.rst and intel_pstate.rst, Documentation/ABI/testing/sysfs-class-power. On other
 * systems nothing of it is known, and the report says so.
 */
export function readMachineState(machine: Machine): MachineState {
  if (machine.platform !== 'linux')
    return { warnings: [`governor, turbo and battery are not known on ${machine.platform}`] };
  const root = machine.systemRoot;
  const governors = readGovernors(root);
  const turbo = readTurbo(root);
  const onBattery = readOnBattery(root);
  const load = Number(readLine(join(root, 'proc/loadavg'))?.split(' ')[0]);
  const warnings: string[] = [];
  const [governor] = governors;
  if (governor === undefined)
    warnings.push('the governor of the processors is not known: frequencies may change between runs');
  else if (governors.length > 1)
    warnings.push(`processors have different governors: ${governors.join(', ')}`);
  else if (governor !== 'performance')
    warnings.push(`the governor is ${governor}: frequencies follow the load; performance is steadier`);
  if (turbo === true)
    warnings.push('turbo is on: frequencies depend on temperature; runs are steadier without');
  if (onBattery === true) warnings.push('on battery: the machine may save power between runs');
  if (load > machine.cores / 2)
    warnings.push(`other programs are busy (load ${load.toFixed(1)} on ${machine.cores} processors)`);
  return {
    ...(governor === undefined ? {} : { governor: governors.join(', ') }),
    ...withDefined({ turbo, onBattery }),
    ...(Number.isNaN(load) ? {} : { load }),
    warnings,
  };
}

/** Lists each governor that is in use once. */
function readGovernors(root: string): readonly string[] {
  const folder = join(root, 'sys/devices/system/cpu');
  const governors = listFolder(folder)
    .filter((name) => /^cpu\d+$/.test(name))
    .map((name) => readLine(join(folder, name, 'cpufreq/scaling_governor')))
    .filter((governor) => governor !== undefined);
  return [...new Set(governors)].sort();
}

function readTurbo(root: string): boolean | undefined {
  const without = readLine(join(root, 'sys/devices/system/cpu/intel_pstate/no_turbo'));
  if (without !== undefined) return without === '0';
  const boost = readLine(join(root, 'sys/devices/system/cpu/cpufreq/boost'));
  return boost === undefined ? undefined : boost === '1';
}

/** Undefined if there is no battery. */
function readOnBattery(root: string): boolean | undefined {
  const folder = join(root, 'sys/class/power_supply');
  const states = listFolder(folder)
    // Mice and headphones have batteries, too.
    .filter((name) => readLine(join(folder, name, 'scope')) !== 'Device')
    .filter((name) => readLine(join(folder, name, 'type')) === 'Battery')
    .map((name) => readLine(join(folder, name, 'status')));
  return states.length === 0 ? undefined : states.includes('Discharging');
}
