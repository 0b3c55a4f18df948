/**
 * The sources of types beside the workspace, in the built server and command:
 * class paths and JDKs that are missing, damaged, or change while in use.
 */
import { rmSync, truncateSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { makeClass } from '../classfile/make-class';
import { makeJimage } from '../classfile/make-jimage';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder, writeFiles } from '../support/temporary-folder';
import { startSession, type Session } from './server-session';

const uses = 'class Uses {\n  long twice(lib.Gauge g) {\n    return g.level * 2;\n  }\n}\n';

const jarWith = (descriptor: string): Uint8Array =>
  zipSync({
    'lib/Gauge.class': makeClass({ name: 'lib/Gauge', fields: [{ name: 'level', descriptor }] }),
  });

/** Asks after each overlay until the hover names the operation. */
async function waitForOperation(session: Session, name: string, line: string, text: string): Promise<void> {
  while (!((await session.hover(name, line)) ?? '').includes(text)) await session.overlay(name);
}

function tellChange(session: Session, path: string): void {
  session.client.notify('workspace/didChangeWatchedFiles', {
    changes: [{ uri: pathToFileURL(path).toString(), type: 2 }],
  });
}

describe('a jar', () => {
  it('that is rebuilt under its name is read anew', async () => {
    const folder = makeTemporaryFolder({ 'Uses.java': uses, 'libs/gauge.jar': jarWith('I') });
    const session = await startSession({ folder, settings: { classPath: ['libs/*'] } });
    session.open('Uses.java', uses);
    await waitForOperation(session, 'Uses.java', 'g.level', 'Multi_int_int');
    writeFiles(folder, { 'libs/gauge.jar': jarWith('D') });
    tellChange(session, join(folder, 'libs/gauge.jar'));
    await waitForOperation(session, 'Uses.java', 'g.level', 'Multi_double_int');
    rmSync(join(folder, 'libs/gauge.jar'));
    tellChange(session, join(folder, 'libs/gauge.jar'));
    await waitForOperation(session, 'Uses.java', 'g.level', 'Multi_?_int');
  });

  it('that changed while nobody watched is noticed when a file is saved', async () => {
    const folder = makeTemporaryFolder({ 'Uses.java': uses });
    const libraries = makeTemporaryFolder({ 'gauge.jar': jarWith('I') });
    const session = await startSession({ folder, settings: { classPath: [join(libraries, 'gauge.jar')] } });
    session.open('Uses.java', uses);
    await waitForOperation(session, 'Uses.java', 'g.level', 'Multi_int_int');
    writeFiles(libraries, { 'gauge.jar': jarWith('J') });
    session.client.notify('textDocument/didSave', { textDocument: { uri: session.uriOf('Uses.java') } });
    await waitForOperation(session, 'Uses.java', 'g.level', 'Multi_long_int');
  });
});

const modules = (...names: readonly string[]): Uint8Array =>
  makeJimage(
    true,
    names.map((name) => ({
      module: 'java.base',
      parent: name.slice(0, name.lastIndexOf('/')),
      base: name.slice(name.lastIndexOf('/') + 1),
      extension: 'class',
      content: makeClass({ name, fields: [{ name: 'ofJdk', descriptor: 'I' }] }),
    })),
  );

/** Typed by the JDK's field, by a method of the bundled index, or not at all. */
const asks = `class Asks {
  long own(String s) {
    return s.ofJdk * 2;
  }
  long size(java.util.List<String> list) {
    return list.size() * 3;
  }
}
`;

function jdkWith(content: Uint8Array): string {
  return makeTemporaryFolder({ release: 'JAVA_VERSION="25"\n', 'lib/modules': content });
}

describe('a JDK', () => {
  it('is said, and gives its types', async () => {
    const home = jdkWith(modules('java/lang/Object', 'java/lang/String'));
    const session = await startSession({ files: { 'Asks.java': asks }, settings: { javaHome: home } });
    const { message } = await session.message(/java\.\* is typed from/);
    expect(message).toContain(`JDK 25 in ${home} (jouleline.javaHome)`);
    session.open('Asks.java', asks);
    await waitForOperation(session, 'Asks.java', 's.ofJdk', 'Multi_int_int');
    const { checks } = await session.client.request<{
      readonly checks: readonly { readonly name: string; readonly detail: string }[];
    }>('jouleline/doctor');
    expect(checks.find(({ name }) => name === 'types')?.detail).toContain('(jouleline.javaHome)');
  });

  it('that is damaged is named, with the way out, and the bundled index serves', async () => {
    const home = jdkWith(new TextEncoder().encode('damaged'));
    const session = await startSession({ files: { 'Asks.java': asks }, settings: { javaHome: home } });
    const { message } = await session.message(/lib\/modules .*typed from the bundled index; repair that JDK/);
    expect(message).toContain(home);
    session.open('Asks.java', asks);
    await waitForOperation(session, 'Asks.java', 'list.size()', 'Multi_int_int');
  });

  it('that is cut off while in use is named, and the bundled index serves; when it is repaired it serves again', async () => {
    const content = modules('java/lang/Object', 'java/lang/String');
    const home = jdkWith(content);
    const session = await startSession({ files: { 'Asks.java': asks }, settings: { javaHome: home } });
    session.open('Asks.java', asks);
    await waitForOperation(session, 'Asks.java', 's.ofJdk', 'Multi_int_int');
    truncateSync(join(home, 'lib/modules'), 100);
    session.client.notify('textDocument/didSave', { textDocument: { uri: session.uriOf('Asks.java') } });
    await session.message(/lib\/modules .*bundled index/);
    await waitForOperation(session, 'Asks.java', 'list.size()', 'Multi_int_int');
    writeFiles(home, { 'lib/modules': content });
    session.client.notify('textDocument/didSave', { textDocument: { uri: session.uriOf('Asks.java') } });
    await waitForOperation(session, 'Asks.java', 's.ofJdk', 'Multi_int_int');
  });
});

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

function jouleline(
  cwd: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const env = { ...process.env, ...environment };
  return runCommand(cli, args, { cwd, env });
}

describe('the command line', () => {
  it.each([
    ['report', ['report', '.']],
    ['operations', ['operations', 'Uses.java']],
  ])('%s refuses to begin where a jar or JDK that is named is not there', async (_, command) => {
    const folder = makeTemporaryFolder({ 'Uses.java': uses });
    const path = await jouleline(folder, [...command, '--class-path', 'one.jar:two/*']);
    expect([path.status, path.stdout]).toEqual([2, '']);
    expect(path.stderr).toContain('--class-path: one.jar, two/* do not exist');
    const home = await jouleline(folder, [...command, '--java-home', 'gone']);
    expect([home.status, home.stdout]).toEqual([2, '']);
    expect(home.stderr).toMatch(/--java-home: gone is no JDK/);
  });

  it('tells the same operations whatever the machine has, if no JDK is wanted', async () => {
    const folder = makeTemporaryFolder({ 'Asks.java': asks });
    const environment = { JAVA_HOME: jdkWith(modules('java/lang/Object', 'java/lang/String')) };
    const withJdk = (await jouleline(folder, ['operations', 'Asks.java'], environment)).stdout;
    expect(withJdk.match(/Multi_int_int/g)).not.toBeNull();
    expect(withJdk).toContain('Multi_?_int');
    const bundled = (
      await jouleline(folder, ['operations', 'Asks.java', '--java-home', 'bundled'], environment)
    ).stdout;
    const none = (await jouleline(folder, ['operations', 'Asks.java'], { JAVA_HOME: '', PATH: '' })).stdout;
    expect(bundled).toBe(none);
  });

  it('goes on without a JDK that is damaged, and without a jar that is no jar, however large', async () => {
    const folder = makeTemporaryFolder({ 'Asks.java': asks, 'huge.jar': '' });
    truncateSync(join(folder, 'huge.jar'), 3 * 1024 ** 3);
    const home = jdkWith(new Uint8Array(1000));
    const { status, stdout, stderr } = await jouleline(
      folder,
      ['report', '.', '--format', 'csv', '--class-path', 'huge.jar'],
      { JAVA_HOME: home },
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/huge\.jar .*; build or fetch it again/);
    expect(stderr).toContain(join(home, 'lib', 'modules'));
    expect(stdout).toContain('Asks.java,6,');
  });
});
