/**
 * Checks what Jouleline has to work with on this machine: `jouleline doctor` and the editor's command of
 * that name.
 *
 * Sits in `host/`. It reads names and small files, runs nothing, and asks no network. A report is meant to
 * be shared, so it holds no environment and no home folder. A check that fails is a line of the report,
 * never an exception.
 */
import { counted } from '../../base/counted';
import { statSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadSignatureIndex } from '../../classfile/signatures/signature-index';
import { readBundledModels, readBundledSignatures } from '../files/bundled-media';
import { findJdks, chooseJdk, type SuggestedJdk } from '../jdk/jdks';
import { openLibraries } from '../jdk/libraries';
import { findProgram, shortenHome, thisMachine, type Machine, readMachineState } from './machine';
import {
  describeBarrier,
  findMeters,
  whyNoMeter,
  type FoundMeter,
  type MeterBarrier,
} from '../power/find-meters';
import { assignCores } from '../processes/cores';
import { reasonOf } from '../files/random-access-file';

/** The protocol's report has the same form. */
export interface MachineReport {
  readonly version: string;
  readonly checks: readonly MachineCheck[];
}

export interface MachineCheck {
  readonly name: string;
  /** A `problem` keeps Jouleline from working; a `note` is worth knowing. */
  readonly status: 'ok' | 'note' | 'problem';
  readonly detail: string;
  /** The reason for which a meter can't be used. */
  readonly barrier?: MeterBarrier;
}

export interface DoctorOptions {
  /** The version of Jouleline. */
  readonly version: string;
  readonly folders: readonly string[];
  readonly mediaFolder: string;
  /** The JDK's folder that the settings name. */
  readonly javaHome?: string;
  /** The JDKs that the editor's Java support is set to use. */
  readonly suggestedJdks?: readonly SuggestedJdk[];
  readonly machine?: Machine;
}

const OLDEST_NODE = 20;
/** With less memory, the analysis of a large workspace may end for lack of it. */
const LITTLE_MEMORY = 2 * 1024 ** 3;

/** The extent of our tests on each platform; the README says the same. */
const PLATFORM_TIERS: Readonly<Record<string, string>> = {
  linux: 'Linux: tested',
  darwin: 'macOS: its paths are tested as strings only',
  win32: 'Windows: its paths are tested as strings only',
};

/** Returns a promise so that callers need not change if a check has to wait. */
export function runDoctor(options: DoctorOptions): Promise<MachineReport> {
  const machine = options.machine ?? thisMachine();
  const sections: readonly (readonly [string, () => readonly MachineCheck[]])[] = [
    ['Jouleline', () => [ok('Jouleline', options.version)]],
    ['Node', () => [checkNode(machine)]],
    ['platform', () => [checkPlatform(machine)]],
    ['memory', () => [checkMemory(machine)]],
    ['JDK', () => checkJdks(machine)],
    ['types', () => checkTypes(options, machine)],
    ['meter', () => checkPower(machine)],
    ['measuring', () => checkMeasuring(machine)],
    ['build tool', () => [...options.folders.map(checkBuild), checkInstalledTools(machine)]],
    ['cost models', () => checkModels(options.mediaFolder)],
    ['signature index', () => [checkSignatures(options.mediaFolder)]],
  ];
  const checks = sections.flatMap(([name, check]) => attempt(name, check));
  const publish = (text: string): string => makeOneLine(shortenHome(text, machine));
  return Promise.resolve({
    version: options.version,
    checks: checks.map(({ name, detail, ...check }) => ({
      ...check,
      name: publish(name),
      detail: publish(detail),
    })),
  });
}

function attempt(name: string, check: () => readonly MachineCheck[]): readonly MachineCheck[] {
  try {
    return check();
  } catch (error) {
    return [problem(name, `could not be examined: it ${reasonOf(error)}`)];
  }
}

function checkNode({ nodeVersion }: Machine): MachineCheck {
  if (Number.parseInt(nodeVersion) >= OLDEST_NODE) return ok('Node', nodeVersion);
  return problem('Node', `${nodeVersion}; Jouleline needs ${OLDEST_NODE} or newer`);
}

function checkPlatform({ platform, architecture }: Machine): MachineCheck {
  const tier = PLATFORM_TIERS[platform];
  const detail = `${platform} ${architecture} (${tier ?? 'not tested at all'})`;
  return platform === 'linux' ? ok('platform', detail) : note('platform', detail);
}

function checkMemory({ cores, memoryBytes, freeBytes }: Machine): MachineCheck {
  const detail = `${formatBytes(memoryBytes)}, ${formatBytes(freeBytes)} free; ${counted(cores, 'core')}`;
  return memoryBytes >= LITTLE_MEMORY
    ? ok('memory', detail)
    : note('memory', `${detail}; large workspaces may need more`);
}

function checkJdks(machine: Machine): readonly MachineCheck[] {
  const jdks = findJdks(machine.environment);
  if (jdks.length === 0) {
    return [
      note(
        'JDK',
        'none found (JAVA_HOME, java on the path); java.* is typed from the bundled index, so none is needed',
      ),
    ];
  }
  return jdks.map(({ home, version, implementor, modules, runtimeJars }) => {
    const maker = implementor === '' ? '' : ` ${implementor}`;
    const isWhole = modules !== undefined || runtimeJars !== undefined;
    return ok('JDK', `${version}${maker} in ${home}${isWhole ? '' : ' (without lib/modules)'}`);
  });
}

function checkTypes(
  { javaHome = '', suggestedJdks = [], mediaFolder }: DoctorOptions,
  { environment }: Machine,
): readonly MachineCheck[] {
  const choice = chooseJdk({ configured: javaHome, suggested: suggestedJdks, environment });
  const damages: string[] = [];
  const report = (text: string): void => void damages.push(text);
  // Reading any one class of that JDK tells if a report could read its files.
  if (choice.jdk !== undefined)
    openLibraries({ classPath: [], jdk: choice.jdk }, { mediaFolder, report }).findClass('java/lang/Object');
  return [
    ...[...choice.problems, ...damages].map((text) => problem('types', text)),
    ...(damages.length > 0 ? [] : [ok('types', `java.* from ${choice.description}`)]),
  ];
}

function checkPower(machine: Machine): readonly MachineCheck[] {
  const meters = findMeters(machine);
  if (meters.length > 0) return meters.map(describePower);
  const reason = whyNoMeter(machine);
  const detail = `none: ${reason}; CPU time would stand in for it, and estimates need neither`;
  return [{ ...note('meter', detail), barrier: { reason } }];
}

function describePower({ kind, domains, barrier }: FoundMeter): MachineCheck {
  const detail = `${kind} (${domains.join(', ')})`;
  return barrier === undefined
    ? ok('meter', `${detail}, readable`)
    : { ...note('meter', `${detail}, not readable: ${describeBarrier(barrier)}`), barrier };
}

/** Conditions that make measured runs differ from each other. */
function checkMeasuring(machine: Machine): readonly MachineCheck[] {
  const { warnings } = readMachineState(machine);
  const { description, sampler } = assignCores(machine);
  return [
    sampler.length > 0 ? ok('measuring', description) : note('measuring', description),
    ...warnings.map((warning) => note('measuring', warning)),
  ];
}

function checkBuild(folder: string): MachineCheck {
  const { builds, problem: why } = findBuildFiles(folder);
  if (why !== undefined) return problem('build tool', `${folder} ${why}`);
  if (builds.length === 0) return note('build tool', `${folder}: none`);
  return ok(
    'build tool',
    `${folder}: ${builds.map(({ tool, files }) => `${tool} (${files.join(', ')})`).join('; ')}`,
  );
}

function checkInstalledTools(machine: Machine): MachineCheck {
  const found = ['mvn', 'gradle'].map((name) => `${name} ${findProgram(name, machine) ?? 'not on the path'}`);
  return {
    name: 'build programs',
    status: found.every((text) => text.endsWith('not on the path')) ? 'note' : 'ok',
    detail: found.join('; '),
  };
}

function checkModels(mediaFolder: string): readonly MachineCheck[] {
  const models = readBundledModels(mediaFolder);
  if (models.length === 0) return [problem('cost model', 'none is bundled: the installation is incomplete')];
  return models.map(({ fileName, text }) => {
    const id = readModelId(text);
    if (id === undefined)
      return problem('cost model', `${fileName} is not a model: the installation is damaged`);
    return ok('cost model', `${id} (${formatBytes(Buffer.byteLength(text))})`);
  });
}

/** Reads only enough to notice a damaged file; the rest is checked when the model is loaded. */
function readModelId(text: string): string | undefined {
  try {
    const model: unknown = JSON.parse(text);
    return typeof model === 'object' && model !== null && 'id' in model && typeof model.id === 'string'
      ? model.id
      : undefined;
  } catch {
    // The caller names the file.
    return undefined;
  }
}

function checkSignatures(mediaFolder: string): MachineCheck {
  const loaded = loadSignatureIndex(readBundledSignatures(mediaFolder));
  if (!loaded.ok) return problem('signature index', loaded.problem.message);
  const { platform, classNames } = loaded.value;
  const size = statSync(join(mediaFolder, 'signatures', 'java-25.bin')).size;
  return ok('signature index', `${platform}, ${classNames.length} classes (${formatBytes(size)})`);
}

function ok(name: string, detail: string): MachineCheck {
  return { name, status: 'ok', detail };
}

function note(name: string, detail: string): MachineCheck {
  return { name, status: 'note', detail };
}

function problem(name: string, detail: string): MachineCheck {
  return { name, status: 'problem', detail };
}

function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [divisor, unit] =
    bytes < 1024 ** 2 ? [1024, 'kB'] : bytes < 1024 ** 3 ? [1024 ** 2, 'MB'] : [1024 ** 3, 'GB'];
  const value = bytes / divisor;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** Puts a text on one line: names of files are the user's, and may hold anything. */
function makeOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

interface BuildFiles {
  readonly tool: 'Maven' | 'Gradle';
  /** The build files that were found, the wrapper last. */
  readonly files: readonly string[];
}

interface FolderBuild {
  readonly builds: readonly BuildFiles[];
  /** The reason for which the folder could not be listed. */
  readonly problem?: string;
}

const KNOWN_FILES: readonly BuildFiles[] = [
  { tool: 'Maven', files: ['pom.xml', 'mvnw', 'mvnw.cmd'] },
  {
    tool: 'Gradle',
    files: [
      'build.gradle',
      'build.gradle.kts',
      'settings.gradle',
      'settings.gradle.kts',
      'gradlew',
      'gradlew.bat',
    ],
  },
];

/** The build tools of a folder by the names of its files: it neither reads build files nor runs wrappers. */
function findBuildFiles(folder: string): FolderBuild {
  try {
    const names = new Set(readdirSync(folder));
    const builds = KNOWN_FILES.map(({ tool, files }) => ({
      tool,
      files: files.filter((file) => names.has(file)),
    }));
    return { builds: builds.filter(({ files }) => files.length > 0) };
  } catch (error) {
    return { builds: [], problem: reasonOf(error) };
  }
}
