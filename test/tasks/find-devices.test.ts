/** The devices of a machine, by the JDKs in folders: named so that each is told from the others. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withDefined } from '../../server/src/base/check';
import { type Engine, findDevices } from '../../server/src/tasks/calibrate/find-devices';
import { makeTemporaryFolder } from '../support/temporary-folder';

/** JDKs by the names of their folders: version and vendor. One without javac is a JRE. */
const content = Object.fromEntries(
  [
    ['a', '17.0.2', 'Debian', 'javac'],
    ['b', '25.0.1', 'Adoptium', 'javac'],
    ['c', '25.0.3', 'Adoptium', 'javac.exe'],
    ['d', '25.0.3', 'Adoptium', 'javac'],
    ['e', '21.0.5', 'Debian', 'java'],
  ].flatMap(([name = '', version = '', implementor = '', tool = '']) => [
    [`${name}/release`, `JAVA_VERSION="${version}"\nIMPLEMENTOR="${implementor}"\n`],
    [`${name}/bin/${tool}`, ''],
  ]),
);

/** The devices of the JDKs named, or of those beside the first where none is. */
function devicesOf(
  names: readonly string[],
  engines: readonly Engine[],
  machine?: string,
): ReturnType<typeof findDevices> {
  const folder = makeTemporaryFolder(content);
  return findDevices({
    javaHomes: names.map((name) => join(folder, name)),
    engines,
    ...withDefined({ machine }),
    environment: { JAVA_HOME: join(folder, 'a') },
  });
}

describe('devices', () => {
  it('are the JDKs beside JAVA_HOME that have a compiler for Java, each once', () => {
    const devices = devicesOf([], ['interpreter']);
    expect(devices.map(({ name }) => name)).toEqual([
      'JDK 17 interpreter',
      'JDK Adoptium 25.0.1 interpreter',
      'JDK Adoptium 25.0.3 interpreter',
    ]);
  });

  it('are each engine of each JDK named, with a folder of its own, behind the name of the machine', () => {
    const devices = devicesOf(['b', 'a'], ['interpreter', 'c1', 'c2'], 'Desk');
    expect(devices.map(({ name, folder: own, mode, compiler }) => [name, own, mode, compiler])).toEqual([
      ['Desk: JDK 25 interpreter', 'jdk-25-interpreter', 'interpreter', undefined],
      ['Desk: JDK 25 C1', 'jdk-25-c1', 'jit', 'c1'],
      ['Desk: JDK 25 C2', 'jdk-25-c2', 'jit', 'c2'],
      ['Desk: JDK 17 interpreter', 'jdk-17-interpreter', 'interpreter', undefined],
      ['Desk: JDK 17 C1', 'jdk-17-c1', 'jit', 'c1'],
      ['Desk: JDK 17 C2', 'jdk-17-c2', 'jit', 'c2'],
    ]);
  });

  it.each([
    [['c', 'd'], /are both JDK Adoptium 25\.0\.3, and could not be told apart: name one of them/],
    [['e'], /is no JDK: .* or no javac/],
    [['none'], /is no JDK: it has no file "release"/],
  ])('can’t be %j', (names, message) => {
    expect(() => devicesOf(names, ['c1'])).toThrow(message);
  });

  it('need a JDK', () => {
    expect(() => findDevices({ javaHomes: [], engines: ['c1'], environment: {} })).toThrow(
      /no JDK was found: name one with --java-home/,
    );
  });
});
