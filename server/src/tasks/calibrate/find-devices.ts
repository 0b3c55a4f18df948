/**
 * The devices of this machine that a hierarchical model is fitted to: each JDK's interpreter and compilers.
 *
 * Sits in `tasks/`. The probabilistic energy profiler measures boards of one kind; here JVMs run the same patterns.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/failure';
import { findJdks, type Jdk, readJdk } from '../../host/jdk/jdks';
import type { CalibrateRequest } from './calibrate-machine';

/** The ways in which a device runs code: interpreted, or compiled by one compiler alone. */
export const ENGINES = ['interpreter', 'c1', 'c2'] as const;
export type Engine = (typeof ENGINES)[number];

export interface Device extends Pick<CalibrateRequest, 'mode' | 'compiler' | 'javaHome'> {
  /** The name of the device in the model, such as `JDK 17 interpreter`. */
  readonly name: string;
  /** The name of the device's folder. */
  readonly folder: string;
}

interface DeviceWishes {
  /** The JDKs that are named; if empty, all that are found and have a compiler for Java. */
  readonly javaHomes: readonly string[];
  readonly engines: readonly Engine[];
  /** The name of the machine, which stands before those of its devices. */
  readonly machine?: string;
  readonly environment: NodeJS.ProcessEnv;
}

export function findDevices({ javaHomes, engines, machine, environment }: DeviceWishes): readonly Device[] {
  const jdks = javaHomes.length > 0 ? javaHomes.map(readNamed) : findJdks(environment).filter(hasCompiler);
  if (jdks.length === 0)
    throw new Failure('no JDK was found: name one with --java-home, set JAVA_HOME, or put java on the path');
  const named = new Map<string, Jdk>();
  for (const jdk of jdks) {
    const isAlone = jdks.filter(({ release }) => release === jdk.release).length === 1;
    const version = isAlone ? String(jdk.release) : [jdk.implementor, jdk.version].join(' ').trim();
    const other = named.get(version);
    if (other === undefined) named.set(version, jdk);
    else if (javaHomes.length > 0)
      throw new Failure(
        `--java-home: ${other.home} and ${jdk.home} are both JDK ${version}, and could not be told apart: name one of them`,
      );
  }
  return [...named].flatMap(([version, { home }]) =>
    engines.map((engine): Device => {
      const name = `JDK ${version} ${engine === 'interpreter' ? engine : engine.toUpperCase()}`;
      return {
        name: machine === undefined ? name : `${machine}: ${name}`,
        folder: name.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-'),
        javaHome: home,
        ...(engine === 'interpreter' ? { mode: 'interpreter' } : { mode: 'jit', compiler: engine }),
      };
    }),
  );
}

function readNamed(home: string): Jdk {
  const jdk = readJdk(home);
  if (jdk === undefined || !hasCompiler(jdk))
    throw new Failure(
      `--java-home: ${home} is no JDK: it has no file "release" that says a version, or no javac`,
    );
  return jdk;
}

function hasCompiler({ home }: Jdk): boolean {
  return ['javac', 'javac.exe'].some((name) => existsSync(join(home, 'bin', name)));
}
