/** Which JDK is taken where there are several, and what is said where there is none. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseJdk, type JdkWishes } from '../../server/src/host/jdk/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';

const RELEASES = {
  'jdk-17/release': 'JAVA_VERSION="17.0.2"\n',
  'jdk-17/lib/modules': '',
  'jdk-17/bin/java': '',
  'jdk-21/release': 'JAVA_VERSION="21"\n',
  'jdk-21/lib/modules': '',
  'jdk-8/release': 'JAVA_VERSION="1.8.0_392"\n',
  'jdk-8/jre/lib/rt.jar': '',
  'half/release': 'JAVA_VERSION="11"\n',
  'stub/bin/java': '',
};

describe('the JDK that types come from', () => {
  function choose(wishes: (root: string) => Partial<JdkWishes>): readonly string[] {
    const root = makeTemporaryFolder(RELEASES);
    const { description, problems } = chooseJdk({
      configured: '',
      suggested: [],
      environment: {},
      ...wishes(root),
    });
    return [description, ...problems].map((text) => text.replaceAll(`${root}/`, ''));
  }

  it('is the one that is set, then the editor’s, then those of the environment', () => {
    const environment = (root: string): NodeJS.ProcessEnv => ({
      JAVA_HOME: join(root, 'jdk-8'),
      PATH: `${join(root, 'none')}:${join(root, 'jdk-17/bin')}`,
    });
    const suggested = (root: string): JdkWishes['suggested'] => [
      { home: join(root, 'gone'), by: 'java.configuration.runtimes' },
      { home: join(root, 'jdk-21'), by: 'java.configuration.runtimes' },
    ];
    const every = (root: string): Partial<JdkWishes> => ({
      suggested: suggested(root),
      environment: environment(root),
    });
    expect(choose((root) => ({ ...every(root), configured: join(root, 'jdk-17') }))).toEqual([
      'JDK 17.0.2 in jdk-17 (jouleline.javaHome)',
    ]);
    expect(choose(every)).toEqual(['JDK 21 in jdk-21 (java.configuration.runtimes)']);
    expect(choose((root) => ({ environment: environment(root) }))).toEqual([
      'JDK 1.8.0_392 in jdk-8 (JAVA_HOME)',
    ]);
    expect(choose((root) => ({ environment: { PATH: environment(root)['PATH'] } }))).toEqual([
      'JDK 17.0.2 in jdk-17 (java on the path)',
    ]);
  });

  it('is the bundled index where none is found, or none is wanted', () => {
    expect(choose((root) => ({ environment: { PATH: join(root, 'stub/bin'), JAVA_HOME: '/gone' } }))).toEqual(
      ['the bundled index of Java 25 (no JDK was found)'],
    );
    expect(
      choose((root) => ({ configured: 'bundled', environment: { JAVA_HOME: join(root, 'jdk-17') } })),
    ).toEqual(['the bundled index of Java 25 (as jouleline.javaHome says)']);
  });

  it('is another where the one that is set is none, and that is said', () => {
    const [description, problem] = choose((root) => ({
      configured: join(root, 'half'),
      environment: { JAVA_HOME: join(root, 'jdk-17') },
    }));
    expect(description).toBe('JDK 17.0.2 in jdk-17 (JAVA_HOME)');
    expect(problem).toBe(
      'half is no JDK: it has neither lib/modules nor lib/rt.jar; correct it in jouleline.javaHome (--java-home)',
    );
    expect(choose((root) => ({ configured: join(root, 'stub') }))[1]).toMatch(
      /^stub is no JDK: it has no file/,
    );
  });
});
