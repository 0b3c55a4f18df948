/**
 * Compiles Java sources with the user's javac, when asked to run them.
 *
 * Sits in `host/`. Arguments go through a file, past any shell and any limit on their length. Annotation
 * processors are the workspace's own code and stay off: a single file needs none, and a project has a build
 * tool.
 */
import { withDefined } from '../../base/check';
import { Failure } from '../../base/failure';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Options of javac's own JVM. It ends before code compiled well would pay: a file takes 0.55 instead of 0.8 seconds of CPU
 * time. Other JVMs than HotSpot ignore them. A collector is not named: the user's environment may name another.
 */
const QUICK_JVM = ['-J-XX:+IgnoreUnrecognizedVMOptions', '-J-XX:TieredStopAtLevel=1'];

export interface Compilation {
  /** The JDK's folder. */
  readonly jdk: string;
  readonly sources: readonly string[];
  readonly classPath: readonly string[];
  /** Folders where javac finds what the sources need; without them it compiles nothing but the sources. */
  readonly sourcePath?: readonly string[];
  /** The existing folder that gets the class files. */
  readonly out: string;
  /** Ends javac. */
  readonly signal?: AbortSignal;
}

/** Compiles the sources; the failure, if there is one, has javac's messages as its reason. */
export async function compileSources({
  jdk,
  sources,
  classPath,
  sourcePath = [],
  out,
  signal,
}: Compilation): Promise<Failure | undefined> {
  const separator = process.platform === 'win32' ? ';' : ':';
  const words = [
    ...['-g', '-proc:none', '-nowarn', '-Xlint:-options', '-encoding', 'UTF-8', '-d', out],
    ...(classPath.length === 0 ? [] : ['-cp', classPath.join(separator)]),
    ...(sourcePath.length === 0 ? [] : ['-sourcepath', sourcePath.join(separator)]),
    ...sources,
  ];
  const argumentFile = join(out, 'javac-arguments');
  // A backslash escapes within quotes.
  writeFileSync(argumentFile, words.map((word) => `"${word.replaceAll(/["\\]/g, '\\$&')}"\n`).join(''));
  const javac = join(jdk, 'bin', process.platform === 'win32' ? 'javac.exe' : 'javac');
  return new Promise((resolve) => {
    const options = { maxBuffer: 64 * 1024 * 1024, ...withDefined({ signal }) };
    execFile(javac, [...QUICK_JVM, `@${argumentFile}`], options, (error, stdout, stderr) => {
      const said = `${stdout}${stderr}`.trim() || error?.message;
      const isMissing = error?.code === 'ENOENT';
      const reason = isMissing ? `there is no ${javac}: a JDK is needed, not only a JRE` : said;
      resolve(error === null ? undefined : new Failure(reason ?? 'javac failed'));
    });
  });
}
