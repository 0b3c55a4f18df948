/**
 * The folder of one recording: what the agent reads, and what it leaves behind.
 *
 * Sits in `host/`. It lies among the temporary files and goes when it was read.
 */
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gradleInitScript } from '../builds/gradle-agent';
import { agentJarOf } from './bundled-media';

/** What one JVM has written. */
export interface MachineFiles {
  readonly counts: Uint8Array;
  readonly log: string;
  readonly running: string;
  /** Only of a recording of the calling context tree. */
  readonly tree?: Uint8Array;
  /** Only of a recording of times. */
  readonly trace?: {
    readonly bytes: Uint8Array;
    readonly summary: string;
    readonly windows?: Uint8Array;
  };
}

export interface RecordingFolder {
  readonly path: string;
  /** A copy of its own: a running JVM keeps its jar from being replaced on Windows. */
  readonly agentJar: string;
  /** Writes the script by which Gradle's JVMs get the agent; its path. */
  readonly writeInitScript: (agent: string) => string;
  /** In no order that means anything; a JVM that was killed while it started is left out. */
  readonly readMachines: () => readonly MachineFiles[];
  readonly remove: () => void;
}

/** `ownAgent`: a jar in the place of the shipped one. Throws where nothing can be written. */
export function createRecordingFolder(
  mediaFolder: string,
  table: { readonly index: string; readonly bytes: Uint8Array },
  ownAgent?: Uint8Array,
): RecordingFolder {
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
    return { path, agentJar, writeInitScript, readMachines: () => readMachines(path), remove };
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
  // What looks for the table finds it whole, and what it speaks of there.
  writeFileSync(join(folder, 'classes.part'), index);
  renameSync(join(folder, 'classes.part'), join(folder, 'classes.tsv'));
}

/** Of the JVMs that recorded to a folder. */
export function readMachines(path: string): readonly MachineFiles[] {
  return readdirSync(path)
    .filter((name) => name.startsWith('jvm-'))
    .flatMap((name) => {
      const files = new Set(readdirSync(join(path, name)));
      if (!files.has('counts.bin') || !files.has('classes.log')) return [];
      const textOf = (file: string): string =>
        files.has(file) ? readFileSync(join(path, name, file), 'utf8') : '';
      return [
        {
          counts: readFileSync(join(path, name, 'counts.bin')),
          log: textOf('classes.log'),
          running: textOf('running.log'),
          ...(files.has('trace.bin')
            ? {
                trace: {
                  bytes: readFileSync(join(path, name, 'trace.bin')),
                  summary: textOf('trace.tsv'),
                  ...(files.has('windows.bin')
                    ? { windows: readFileSync(join(path, name, 'windows.bin')) }
                    : {}),
                },
              }
            : {}),
          ...(files.has('tree.bin') ? { tree: readFileSync(join(path, name, 'tree.bin')) } : {}),
        },
      ];
    });
}
