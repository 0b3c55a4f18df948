/** Class paths of Gradle projects, read without running Gradle. */
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBuildClassPath } from '../../server/src/host/builds/find-class-path';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cached = '.gradle/caches/modules-2/files-2.1';

function home(): string {
  const pom = (inside: string): string =>
    `<project><groupId>g</groupId><artifactId>a</artifactId><version>1.0</version>${inside}</project>`;
  return makeTemporaryFolder({
    [`${cached}/g/a/1.0/h1/a-1.0.jar`]: '',
    [`${cached}/g/a/1.0/h2/a-1.0.pom`]: pom(
      '<dependencies><dependency><groupId>g</groupId><artifactId>b</artifactId><version>2.0</version></dependency></dependencies>',
    ),
    [`${cached}/g/b/2.0/h3/b-2.0.jar`]: '',
    [`${cached}/g/b/1.0/h4/b-1.0.jar`]: '',
  });
}

describe('class paths of Gradle projects', () => {
  it('hold output folders and jars of what scripts write out, the highest version of each', async () => {
    const folder = makeTemporaryFolder({
      'settings.gradle': "include 'app'",
      'app/build.gradle': `
dependencies {
  implementation 'g:a:1.0'
  testImplementation("g:b:1.0")
  // implementation 'g:never:1'
  implementation project(':other')
  implementation libs.guava
  runtimeOnly 'g:gone:3'
}`,
      'app/build/classes/java/main/A.class': '',
      'app/build/classes/kotlin/test/B.class': '',
    });
    const user = home();
    const { elements, found, problems } = await findBuildClassPath([folder], { home: user });
    expect(elements).toEqual([
      join(folder, 'app/build/classes/java/main'),
      join(folder, 'app/build/classes/kotlin/test'),
      join(user, cached, 'g/a/1.0/h1/a-1.0.jar'),
      join(user, cached, 'g/b/2.0/h3/b-2.0.jar'),
    ]);
    expect(found).toEqual(['Gradle, 1 project: 2 jars and 2 folders of classes on the class path']);
    expect(problems[0]).toMatch(/app.build\.gradle: 1 dependency is not written out/);
    expect(problems[1]).toMatch(/a dependency is not in .*\(g:gone:3\)/);
  });

  it('know what configurations were called before Gradle 7', async () => {
    const script = `dependencies { }
compileJava { options.encoding = 'UTF-8' }
dependencies {
  compile 'g:a:1.0'
  testCompile 'g:one:3'
  runtime 'g:two:4'
  compileOnly 'g:three:5'
}`;
    const folder = makeTemporaryFolder({ 'build.gradle': script });
    const { elements, problems } = await findBuildClassPath([folder], { home: home() });
    expect(elements.map((path) => basename(path))).toEqual(['a-1.0.jar', 'b-2.0.jar']);
    for (const name of ['g:one:3', 'g:two:4', 'g:three:5']) expect(problems.join()).toContain(name);
  });

  it('are those of the lock file where there is one', async () => {
    const folder = makeTemporaryFolder({
      'build.gradle.kts': 'dependencies { implementation(libs.a) }',
      'gradle.lockfile': '# locked\ng:b:1.0=compileClasspath,runtimeClasspath\nempty=annotationProcessor\n',
    });
    const user = home();
    const { elements, problems } = await findBuildClassPath([folder], { home: user });
    expect(elements).toEqual([join(user, cached, 'g/b/1.0/h4/b-1.0.jar')]);
    expect(problems).toEqual([]);
  });
});
