/**
 * Lists the JVMs that run on this machine, and loads agents into them, by the JDK's own `jcmd`.
 *
 * Sits in `host/`. A process that `jcmd` does not list is left alone: an attempt to attach would end a
 * process that is not a JVM.
 */
import { withDefined } from '../../base/check';
import { execFile } from 'node:child_process';
import { join } from 'node:path';

export interface RunningJvm {
  readonly pid: number;
  /** The main class or jar, and the arguments. */
  readonly description: string;
}

const LONGEST_MS = 60_000;
const MOST_OUTPUT = 16 * 1024 * 1024;

interface Said {
  readonly text: string;
  /** The reason of a failure; absent if there was none. */
  readonly problem?: string;
}

/** Lists the JVMs of this user that can be attached to, except `jcmd` itself. */
export async function listJvms(
  jdkHome: string,
): Promise<{ readonly jvms: readonly RunningJvm[]; readonly problem?: string }> {
  const said = await runJcmd(jdkHome, ['-l']);
  if (said.problem !== undefined) return { jvms: [], problem: said.problem };
  return { jvms: readJvmList(said.text) };
}

/** Reads the lines of `jcmd -l`: the process id, then what it runs. */
export function readJvmList(text: string): readonly RunningJvm[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, pid, description = ''] = /^(\d+)(?: (.*))?$/.exec(line) ?? [];
    const isJcmd = /^(?:jdk\.jcmd\/)?sun\.tools\.jcmd\.JCmd\b/.test(description);
    return pid === undefined || isJcmd ? [] : [{ pid: Number(pid), description: description.trim() }];
  });
}

/** Reads a JVM's system properties by name; `problem` tells why it could not be asked. */
export async function readProperties(
  jdkHome: string,
  pid: number,
): Promise<{ readonly properties: ReadonlyMap<string, string>; readonly problem?: string }> {
  const { text, problem } = await runJcmd(jdkHome, [String(pid), 'VM.system_properties']);
  return { properties: readPropertyLines(text), ...withDefined({ problem }) };
}

/** Reads properties as `java.util.Properties` writes them, one a line. */
export function readPropertyLines(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const parts = /^((?:[^\\=]|\\.)+)=(.*)$/.exec(line);
      return parts === null ? [] : [[unescapeProperty(parts[1] ?? ''), unescapeProperty(parts[2] ?? '')]];
    }),
  );
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

function unescapeProperty(text: string): string {
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_, code: string | undefined, letter: string = '') =>
    code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Has a JVM load a Java agent. Returns what was in the way, if anything was. */
export async function loadAgent(
  jdkHome: string,
  pid: number,
  jar: string,
  option: string,
): Promise<string | undefined> {
  // The JVM splits the options again; quotes let them hold spaces.
  const { text, problem } = await runJcmd(jdkHome, [
    ...[String(pid), 'JVMTI.agent_load'],
    ...[`"${jar}"`, `"${option}"`],
  ]);
  if (problem !== undefined) return problem;
  return /^return code: 0\s*$/m.test(text) ? undefined : lastWords(text);
}

function runJcmd(jdkHome: string, words: readonly string[]): Promise<Said> {
  const jcmd = join(jdkHome, 'bin', process.platform === 'win32' ? 'jcmd.exe' : 'jcmd');
  return new Promise((resolve) => {
    execFile(jcmd, words, { timeout: LONGEST_MS, maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
      if (error === null) resolve({ text: stdout });
      else if (error.code === 'ENOENT')
        resolve({ text: '', problem: `there is no ${jcmd}: a JDK is needed, not only a JRE` });
      else if (error.killed === true) resolve({ text: stdout, problem: 'it does not answer' });
      else resolve({ text: stdout, problem: lastWords(`${stdout}\n${stderr}`) });
    });
  });
}

/** The lines that tell what is wrong, without those of stacks. */
function lastWords(text: string): string {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:at |\.\.\. |\d+:$)/.test(line));
  return lines.join(' ') || 'it does not say why';
}
