/** Calls of a jar on the class path cost what their bodies do, in the built command and in the editor. */
import { readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { jdks } from '../classfile/jdk-modules';
import { runJdkTool } from '../support/jdk-tools';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder, writeFiles } from '../support/temporary-folder';
import { startSession } from './server-session';

const tool = 'package lib; public class Tool { public static int twice(int a) { return a + a; } }';
const uses = 'class Uses {\n  int four(int a) {\n    return lib.Tool.twice(a);\n  }\n}\n';

describe.runIf(jdks.length > 0)('calls of a jar', () => {
  const home = jdks.at(-1)?.home ?? '';
  const made = (): string => {
    const folder = makeTemporaryFolder({ 'Tool.java': tool, 'work/Uses.java': uses });
    runJdkTool(home, 'javac', ['-d', join(folder, 'classes'), join(folder, 'Tool.java')]);
    const jar = zipSync({ 'lib/Tool.class': readFileSync(join(folder, 'classes/lib/Tool.class')) });
    writeFiles(folder, { 'libs/tool.jar': jar, 'libs/bad.jar': 'no jar' });
    return folder;
  };

  it('cost what their bodies do in a report, beside a jar that is none', async () => {
    const folder = made();
    const report = (): Promise<Outcome> =>
      runCommand(resolve('dist/cli.js'), ['report', 'work', '--class-path', 'libs/*', '--format', 'json'], {
        cwd: folder,
        env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') },
      });
    for (const { stdout, stderr } of [await report(), await report()]) {
      expect(stderr).toContain('bad.jar');
      expect(stdout).toMatch(/"lib\.Tool\.twice"[^}]*\}[^}]*\},?\s*"priceBasis":\s*"body"/);
    }
  });

  it('cost what their bodies do in a comparison of profiles', async () => {
    const folder = made();
    const main = `class Main { public static void main(String[] a) { int s = 0;
      for (int i = 0; i < 100; i++) s += lib.Tool.twice(i); System.exit(s == 9900 ? 0 : 1); } }`;
    writeFiles(folder, { 'work/Main.java': main });
    const jar = join(folder, 'libs/tool.jar');
    runJdkTool(home, 'javac', ['-cp', jar, '-d', join(folder, 'own'), join(folder, 'work/Main.java')]);
    const run = async (...given: readonly string[]): Promise<string> => {
      const { status, stdout, stderr } = await runCommand(resolve('dist/cli.js'), given, {
        cwd: folder,
        env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') },
      });
      if (status !== 0) throw new Error(stderr);
      return stdout;
    };
    const counted = ['--runs', '0', '--java-home', home, '--class-path', `own${delimiter}${jar}`];
    await run('profile', ...counted, '--out', 'a.json', '--main', 'Main');
    const energy = async (...given: readonly string[]): Promise<number> => {
      const text = await run('diff', 'a.json', 'a.json', '--format', 'json', ...given);
      return (JSON.parse(text) as { readonly totals: { readonly energyA: number } }).totals.energyA;
    };
    // A method of which only the name is known is taken for one that does more than an addition.
    expect(await energy('--class-path', jar)).toBeLessThan((await energy()) / 2);
  });

  it('cost what their bodies do in the editor, some time after it opened', async () => {
    const folder = made();
    const session = await startSession({
      folder: join(folder, 'work'),
      settings: { classPath: ['../libs/tool.jar'] },
    });
    session.open('Uses.java', uses);
    const hover = async (): Promise<string> => (await session.hover('Uses.java', 'lib.Tool')) ?? '';
    while (!(await hover()).includes('estimated from its body')) await session.overlay('Uses.java');
    expect(await hover()).toMatch(/lib\.Tool\.twice` \(estimated from its body\)/);
  });
});
