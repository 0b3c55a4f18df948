/** The program of fixtures/run/Ill.java, compiled with the oldest JDK there is, and how to run it. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runProgram, type RunOptions } from '../../../server/src/host/processes/run-program';
import type { JavaObservation, Program, ProgramRun } from '../../../server/src/runs/program-run';
import { toolOf } from '../../classfile/jdk-modules';
import { compileKept } from '../../support/compile-java';
import { findJdks, type Jdk } from '../../support/jdks';
import { measureHelper } from '../../support/measure-helper';

export const jdks = findJdks();

let classes: string | undefined;

/** The folder of the program's classes. Each process of the tests has its own, so that its programs are known by it. */
export function illClasses(): string {
  return (classes ??= makeClasses());
}

function makeClasses(): string {
  const text = readFileSync(resolve(import.meta.dirname, '../../fixtures/run/Ill.java'), 'utf8');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'jouleline-ill-')));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  cpSync(compileKept({ home: oldestJdk().home, sources: { 'Ill.java': text } }), folder, { recursive: true });
  return folder;
}

export function oldestJdk(): Jdk {
  const [oldest] = jdks;
  if (oldest === undefined) throw new Error('these tests need a JDK');
  return oldest;
}

export interface IllOptions extends Partial<RunOptions> {
  readonly jdk?: Jdk;
  readonly observe?: JavaObservation['through'];
  readonly javaOptions?: readonly string[];
  readonly folder?: string;
}

export function illProgram(words: readonly string[], options: IllOptions = {}): Program {
  const { jdk = oldestJdk(), observe, javaOptions = [], folder = illClasses() } = options;
  return {
    command: toolOf(jdk.home, 'java'),
    arguments: [...javaOptions, '-cp', illClasses(), 'Ill', ...words],
    folder,
    environment: { GIVEN: 'a "b" $c; d' },
    ...(observe === undefined ? {} : { java: { release: jdk.version, through: observe } }),
  };
}

export interface IllRun extends ProgramRun {
  readonly stdout: string;
  readonly stderr: string;
}

export async function runIll(words: readonly string[], options: IllOptions = {}): Promise<IllRun> {
  const printed = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const run = await runProgram(illProgram(words, options), {
    helperEntry: measureHelper(),
    limits: { seconds: 60, outputBytes: 1024 ** 2 },
    onOutput: (stream, bytes) => {
      printed[stream].push(bytes);
    },
    ...options,
  });
  return {
    ...run,
    stdout: Buffer.concat(printed.stdout).toString(),
    stderr: Buffer.concat(printed.stderr).toString(),
  };
}

export interface Living {
  readonly pid: number;
  readonly line: string;
}

/** Processes of this test's program: their command lines name the folder of the program. */
export function living(named = illClasses()): readonly Living[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const state = /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        return line.includes(named) && state !== 'Z' ? [{ pid: Number(pid), line }] : [];
      } catch {
        // It ended while it was looked at.
        return [];
      }
    });
}
