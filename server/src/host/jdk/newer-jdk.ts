/** Names a JDK of this machine that can do what an older one refused. Sits in `host/`. */
import { findJdks } from './jdks';

/** Class files of Java N have the version N + 44 (JVMS 4.1). */
const FIRST_VERSION = 44;

/** A sentence that names a newer JDK if the output says that one was too old; undefined if it doesn't, or there is none. */
export function suggestNewerJdk(output: string, javaHome: string): string | undefined {
  const [, named] =
    /(?:release version|invalid target release:|invalid source release:) (\d+)/.exec(output) ?? [];
  const [, version] = /more recent version of the Java Runtime \(class file version (\d+)/.exec(output) ?? [];
  const wanted = named ?? (version === undefined ? undefined : Number(version) - FIRST_VERSION);
  if (wanted === undefined) return undefined;
  const [found] = findJdks(process.env, javaHome)
    .filter(({ release }) => release >= Number(wanted))
    .sort((one, other) => one.release - other.release);
  return found === undefined
    ? `It needs a JDK ${wanted} or newer, which is not on this machine.`
    : `It needs a JDK ${wanted} or newer, such as ${found.home}: name that with --java-home, or set JAVA_HOME.`;
}
