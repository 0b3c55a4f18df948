/**
 * Real Java to measure on: the sources of the newest JDK found.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

/** Homes of the JDKs with sources, newest first: JAVA_HOME, that of `java` on the path, and their siblings. */
export function findJdksWithSources() {
  const homes = new Set();
  const add = (home) => {
    for (const sibling of existsSync(home)
      ? [home, ...readdirSync(dirname(home)).map((name) => join(dirname(home), name))]
      : []) {
      if (existsSync(join(sibling, 'lib', 'src.zip')) && existsSync(join(sibling, 'release')))
        homes.add(realpathSync(sibling));
    }
  };
  if (process.env.JAVA_HOME) add(process.env.JAVA_HOME);
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const java = join(folder, 'java');
    if (existsSync(java)) add(dirname(dirname(realpathSync(java))));
  }
  return [...homes]
    .map((home) => ({
      home,
      release: Number(/JAVA_VERSION="(\d+)/.exec(readFileSync(join(home, 'release'), 'utf8'))?.[1] ?? 0),
    }))
    .sort((a, b) => b.release - a.release);
}

/** Unzips a module's sources into `folder` once; returns their folder. */
export function unpackModule(jdk, module, folder) {
  const target = join(folder, `jdk-${jdk.release}`, module);
  const done = join(target, '.complete');
  if (existsSync(done)) return target;
  const entries = unzipSync(readFileSync(join(jdk.home, 'lib', 'src.zip')), {
    filter: ({ name }) => name.startsWith(`${module}/`) && name.endsWith('.java'),
  });
  for (const [name, bytes] of Object.entries(entries)) {
    const path = join(folder, `jdk-${jdk.release}`, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  writeFileSync(done, '');
  return target;
}

export function describeMachine() {
  const cpu =
    /model name\s*:\s*(.*)/.exec(
      existsSync('/proc/cpuinfo') ? readFileSync('/proc/cpuinfo', 'utf8') : '',
    )?.[1] ?? process.arch;
  const cores = execFileSync('getconf', ['_NPROCESSORS_ONLN'], { encoding: 'utf8' }).trim();
  return `${cpu}, ${cores} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
}
