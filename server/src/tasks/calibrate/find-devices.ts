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

/** @param javaHomes the JDKs that are named; if empty, all that are found and have a compiler for Java. */
export function findDevices(
  javaHomes: readonly string[],
  engines: readonly Engine[],
  machine: string | undefined,
): readonly Device[] {
  const jdks = javaHomes.length > 0 ? javaHomes.map(readNamed) : findJdks(process.env).filter(hasCompiler);
  if (jdks.length === 0)
    throw new Failure('no JDK was found: name one with --java-home, set JAVA_HOME, or put java on the path');
  const isAlone = ({ release }: Jdk): boolean => jdks.filter((each) => each.release === release).length === 1;
  return jdks.flatMap((jdk) =>
    engines.map((engine): Device => {
      const version = isAlone(jdk) ? String(jdk.release) : [jdk.implementor, jdk.version].join(' ').trim();
      const name = `JDK ${version} ${engine === 'interpreter' ? engine : engine.toUpperCase()}`;
      return {
        name: machine === undefined ? name : `${machine}: ${name}`,
        folder: name.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-'),
        javaHome: jdk.home,
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
