/**
 * The folder of one capture: what the agent reads, and what it leaves behind.
 *
 * Sits in `host/`. It lies among the temporary files and is removed once it was read.
 */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentJarOf } from './bundled-media';
import { readBytesSync, readTextSync } from './read-file';

/** The files that one JVM has written. */
export interface CaptureFiles {
  readonly counts: Uint8Array;
  readonly log: string;
  readonly running: string;
  /** Present only if the calling context tree was captured. */
  readonly tree?: Uint8Array;
  /** Present only if times were captured. */
  readonly trace?: {
    readonly bytes: Uint8Array;
    readonly summary: string;
    readonly windows?: Uint8Array;
    readonly power?: string;
  };
}

export interface CaptureFolder {
  readonly path: string;
  /** The path of a copy of the jar: on Windows a running JVM keeps its jar from being replaced. */
  readonly agentJar: string;
  /** Writes the script by which Gradle's JVMs get the agent, and returns its path. */
  readonly writeInitScript: (agent: string) => string;
  /** Lists the JVMs in arbitrary order; a JVM that was killed while it started is left out. */
  readonly readMachines: () => readonly CaptureFiles[];
  /** Reads what each JVM sampled. */
  readonly readSamples: () => readonly string[];
  readonly remove: () => void;
}

/** `ownAgent` is a jar in the place of the shipped one. Throws if nothing can be written. */
export function createCaptureFolder(
  mediaFolder: string,
  table: { readonly index: string; readonly bytes: Uint8Array },
  ownAgent?: Uint8Array,
): CaptureFolder {
  const path = mkdtempSync(join(tmpdir(), 'jouleline-'));
  const remove = (): void => { rmSync(path, { recursive: true, force: true, maxRetries: 3 }); }; // prettier-ignore
  try {
    writeSwapTable(path, table);
    const agentJar = join(path, 'jouleline-agent.jar');
    if (ownAgent === undefined) copyFileSync(agentJarOf(mediaFolder), agentJar);
    else writeFileSync(agentJar, ownAgent);
    const writeInitScript = (agent: string): string => {
      const script = join(path, 'jouleline.init.gradle');
      writeFileSync(script, gradleInitScript(agent));
      return script;
    };
    return {
      path,
      agentJar,
      writeInitScript,
      readMachines: () => readMachines(path),
      readSamples: () => readSampleFiles(path),
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

export function writeSwapTable(
  folder: string,
  { index, bytes }: { readonly index: string; readonly bytes: Uint8Array },
): void {
  writeFileSync(join(folder, 'classes.bin'), bytes);
  // The table is renamed into place last, so that readers find it complete with all that it names.
  writeFileSync(join(folder, 'classes.part'), index);
  renameSync(join(folder, 'classes.part'), join(folder, 'classes.tsv'));
}

function readSampleFiles(path: string): readonly string[] {
  const files = readdirSync(path).map((name) => join(path, name, 'samples.tsv'));
  return files.filter((file) => existsSync(file)).map((file) => readTextSync(file));
}

/** Reads the files of the JVMs that wrote a capture to a folder. */
export function readMachines(path: string): readonly CaptureFiles[] {
  return readdirSync(path)
    .filter((name) => name.startsWith('jvm-'))
    .flatMap((name) => {
      const files = new Set(readdirSync(join(path, name)));
      if (!files.has('counts.bin') || !files.has('classes.log')) return [];
      const textOf = (file: string): string => (files.has(file) ? readTextSync(join(path, name, file)) : '');
      return [
        {
          counts: readBytesSync(join(path, name, 'counts.bin')),
          log: textOf('classes.log'),
          running: textOf('running.log'),
          ...(files.has('trace.bin')
            ? {
                trace: {
                  bytes: readBytesSync(join(path, name, 'trace.bin')),
                  summary: textOf('trace.tsv'),
                  ...(files.has('windows.bin')
                    ? { windows: readBytesSync(join(path, name, 'windows.bin')) }
                    : {}),
                  ...(files.has('power.tsv') ? { power: textOf('power.tsv') } : {}),
                },
              }
            : {}),
          ...(files.has('tree.bin') ? { tree: readBytesSync(join(path, name, 'tree.bin')) } : {}),
        },
      ];
    });
}

/**
 * The init script that gives the Java agent to the JVMs that Gradle starts. `agent` is the option that loads it.
 *
 * A running daemon has the environment of the command that started it, and a build script may replace the JVM arguments
 * of a test. A variable of the forked process, set when its task begins, survives both, and comes before all other
 * agents. The extra input makes each capture a run of its own: nothing is up to date, or taken from a cache. Source:
 * Gradle DSL Reference, "Test", "JavaExec", "TaskInputs".
 */
export function gradleInitScript(agent: string): string {
  return `allprojects {
  def agent = ${groovyText(`"${agent}"`)}
  def count = { task ->
    task.inputs.property('jouleline', agent)
    task.doFirst {
      def known = task.environment['JAVA_TOOL_OPTIONS']
      task.environment('JAVA_TOOL_OPTIONS', known ? agent + ' ' + known : agent)
    }
  }
  tasks.withType(Test) { count(it) }
  tasks.withType(JavaExec) { count(it) }
}
`;
}

/** A text in single quotes, in which Groovy replaces nothing. */
function groovyText(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
