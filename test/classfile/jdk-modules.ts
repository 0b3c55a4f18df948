/**
 * The class files of the JDKs on this machine, for tests whose referee is a
 * real JDK.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Jimage, openJimage } from '../../server/src/classfile/archives/jimage';
import { type ClassFile, readClass } from '../../server/src/classfile/read/read-class';
import { accessFile, inflateRaw } from '../../server/src/host/files/random-access-file';
import { findTool } from '../../scripts/tools.mjs';
import { findJdks, type Jdk } from '../support/jdks';

/** Whole JDKs with an image of modules; under CI none is a failure. */
export const jdks: readonly Jdk[] =
  findTool('JDK') === undefined
    ? []
    : findJdks().filter(({ home }) => existsSync(modulesOf(home)) && existsSync(toolOf(home, 'javap')));

export function modulesOf(home: string): string {
  return join(home, 'lib', 'modules');
}

export function toolOf(home: string, name: string): string {
  return join(home, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

export function openModules(jdk: Jdk): Jimage {
  const image = openJimage(must(accessFile(modulesOf(jdk.home))), inflateRaw);
  return must(image);
}

/** The value of an outcome that has to be one. */
export function must<T>(
  outcome: { ok: true; value: T } | { ok: false; problem: { message: string } } | undefined,
): T {
  if (outcome === undefined) throw new Error('Nothing was found');
  if (!outcome.ok) throw new Error(outcome.problem.message);
  return outcome.value;
}

export function readModuleClass(image: Jimage, name: string): ClassFile {
  return must(readClass(must(image.readClassFile(name))));
}

/** Every n-th of a list, so that so many are left: a sample that is the same in every run. */
export function sample<T>(items: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return items.filter((_, index) => index % step === 0).slice(0, count);
}
