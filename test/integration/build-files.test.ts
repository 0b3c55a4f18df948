/**
 * The class path that a project's own build files name, in the built server
 * and command: nothing of the project is run to find it.
 */
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { makeClass } from '../classfile/make-class';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder, writeFiles } from '../support/temporary-folder';
import { startSession, type Session } from './server-session';

const uses = `class Uses {
  long gauge(lib.Gauge g) {
    return g.level * 2;
  }
  long built(made.Built b) {
    return b.level * 3;
  }
}
`;

const classOf = (name: string, descriptor: string): Uint8Array =>
  makeClass({ name, fields: [{ name: 'level', descriptor }] });
const gaugeJar = (descriptor: string): Uint8Array =>
  zipSync({ 'lib/Gauge.class': classOf('lib/Gauge', descriptor) });

const gauge = '<groupId>lib</groupId><artifactId>gauge</artifactId>';
const pom = `<project><modelVersion>4.0.0</modelVersion>
  <groupId>own</groupId><artifactId>own</artifactId><version>1</version>
  <properties><gauge.version>1.0</gauge.version></properties>
  <dependencies><dependency>${gauge}<version>\${gauge.version}</version></dependency></dependencies>
</project>`;

/** A Maven project with its own local repository; `withJar` says whether its dependency was fetched. */
function mavenProject(withJar: boolean): string {
  const folder = makeTemporaryFolder({
    'pom.xml': pom,
    'src/main/java/Uses.java': uses,
    'target/classes/made/Built.class': classOf('made/Built', 'I'),
  });
  writeFiles(folder, { '.mvn/maven.config': `-Dmaven.repo.local=${join(folder, 'repository')}\n` });
  if (withJar) writeFiles(folder, { 'repository/lib/gauge/1.0/gauge-1.0.jar': gaugeJar('D') });
  return folder;
}

const source = 'src/main/java/Uses.java';

async function waitForOperation(session: Session, line: string, text: string): Promise<void> {
  while (!((await session.hover(source, line)) ?? '').includes(text)) await session.overlay(source);
}

function tellChange(session: Session, path: string): void {
  session.client.notify('workspace/didChangeWatchedFiles', {
    changes: [{ uri: pathToFileURL(path).toString(), type: 2 }],
  });
}

describe('the server', () => {
  it('types by the jars and output folders of a Maven project, and again when it is built again', async () => {
    const folder = mavenProject(true);
    const session = await startSession({ folder });
    await session.message(/Maven, 1 project: 1 jar and 1 folder of classes/);
    session.open(source, uses);
    await waitForOperation(session, 'g.level', 'Multi_double_int');
    await waitForOperation(session, 'b.level', 'Multi_int_int');
    writeFiles(folder, { 'target/classes/made/Built.class': classOf('made/Built', 'J') });
    tellChange(session, join(folder, 'target/classes/made/Built.class'));
    await waitForOperation(session, 'b.level', 'Multi_long_int');
    writeFiles(folder, { 'Built.java': 'package made; public class Built { public double level; }\n' });
    tellChange(session, join(folder, 'Built.java'));
    await waitForOperation(session, 'b.level', 'Multi_double_int');
  });

  it('takes the settings first', async () => {
    const folder = mavenProject(true);
    writeFiles(folder, { 'own.jar': gaugeJar('F') });
    const session = await startSession({ folder, settings: { classPath: ['own.jar'] } });
    session.open(source, uses);
    await waitForOperation(session, 'g.level', 'Multi_float_int');
    session.changeSettings({ classPath: [], buildFiles: { enable: false } });
    await waitForOperation(session, 'g.level', 'Multi_?_int');
  });

  it('names what is missing, with the way out, and takes it in when it is there', async () => {
    const folder = mavenProject(false);
    const session = await startSession({ folder });
    const { message } = await session.message(/lib:gauge:1\.0/);
    expect(message).toContain(join(folder, 'repository'));
    expect(message).toMatch(/build the project once, or name the jars in jouleline\.classPath/);
    session.open(source, uses);
    await waitForOperation(session, 'g.level', 'Multi_?_int');
    writeFiles(folder, { 'repository/lib/gauge/1.0/gauge-1.0.jar': gaugeJar('J') });
    session.client.notify('textDocument/didSave', { textDocument: { uri: session.uriOf(source) } });
    await waitForOperation(session, 'g.level', 'Multi_long_int');
    rmSync(join(folder, 'pom.xml'));
    tellChange(session, join(folder, 'pom.xml'));
    await waitForOperation(session, 'g.level', 'Multi_?_int');
  });

  it('takes what the Java extension names after all of its own', async () => {
    const folder = makeTemporaryFolder({
      [source]: uses,
      'one.jar': gaugeJar('I'),
      'two.jar': gaugeJar('D'),
    });
    const session = await startSession({ folder });
    session.open(source, uses);
    await waitForOperation(session, 'g.level', 'Multi_?_int');
    session.client.notify('jouleline/classPath', { elements: [join(folder, 'one.jar')] });
    await waitForOperation(session, 'g.level', 'Multi_int_int');
    session.changeSettings({ classPath: ['two.jar'] });
    await waitForOperation(session, 'g.level', 'Multi_double_int');
    session.client.notify('jouleline/classPath', { elements: 7 });
    session.changeSettings({});
    await waitForOperation(session, 'g.level', 'Multi_?_int');
  });
});

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

function jouleline(cwd: string, args: readonly string[]): Promise<Outcome> {
  return runCommand(cli, args, { cwd });
}

describe('the command line', () => {
  it.each([['.'], ['src/main/java'], [source]])('types %s by the Maven project around it', async (path) => {
    const folder = mavenProject(true);
    const { stdout, stderr, status } = await jouleline(folder, ['report', path, '--format', 'json']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Multi_double_int');
    const without = (await jouleline(folder, ['report', path, '--format', 'json', '--no-build-files']))
      .stdout;
    expect(without).toContain('Multi_?_int');
    expect(without).not.toContain('Multi_double_int');
  });

  it('says what is missing, and goes on', async () => {
    const folder = mavenProject(false);
    const { status, stderr } = await jouleline(folder, ['report', '.', '--format', 'csv']);
    expect(status).toBe(0);
    expect(stderr).toMatch(/a dependency is not in .*lib:gauge:1\.0.*\(--class-path\)/);
  });

  it('says that a pom is broken', async () => {
    const folder = mavenProject(true);
    writeFiles(folder, { 'pom.xml': '<project><artifactId>' });
    const { status, stderr } = await jouleline(folder, ['operations', source]);
    expect(status).toBe(0);
    expect(stderr).toContain(`${join(folder, 'pom.xml')} is no well-formed XML`);
  });
});

const bad = `class Bad {
  long turns(lib.Turns t) {
    return t.level * 2;
  }
  long later(lib.Later l) {
    return l.level * 3;
  }
  long twice(lib.Twice w) {
    return w.level * 4;
  }
}
`;

describe('a class path', () => {
  it('with circles, classes of a later Java, several versions of a class and a cut jar serves as far as it goes', async () => {
    const jar = (...classes: readonly (readonly [string, Uint8Array])[]): Uint8Array =>
      zipSync(Object.fromEntries(classes.map(([name, bytes]) => [`${name}.class`, bytes])));
    const field = (descriptor: string): { fields: { name: string; descriptor: string }[] } => ({
      fields: [{ name: 'level', descriptor }],
    });
    const first = jar(
      ['lib/Turns', makeClass({ name: 'lib/Turns', superName: 'lib/Back' })],
      ['lib/Back', makeClass({ name: 'lib/Back', superName: 'lib/Turns' })],
      ['lib/Later', makeClass({ name: 'lib/Later', version: 99, ...field('D') })],
      ['lib/Twice', makeClass({ name: 'lib/Twice', ...field('F') })],
    );
    const folder = makeTemporaryFolder({
      'Bad.java': bad,
      'first.jar': first,
      'second.jar': jar(['lib/Twice', makeClass({ name: 'lib/Twice', ...field('J') })]),
      'cut.jar': first.subarray(0, first.length / 2),
    });
    const { status, stdout, stderr } = await jouleline(folder, [
      'report',
      '.',
      '--format',
      'json',
      '--class-path',
      'cut.jar:first.jar:second.jar',
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/cut\.jar .*build or fetch it again/);
    expect(stdout).toContain('Multi_double_int');
    expect(stdout).toContain('Multi_float_int');
    expect(stdout).not.toContain('Multi_long_int');
    expect(stdout).toContain('Multi_?_int');
  });
});
