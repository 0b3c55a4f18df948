/** A change measured in projects that Maven and Gradle build, with the file in another module than the program; and canceled. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTool } from '../../scripts/tools.mjs';
import { living } from '../host/run/ill-program';
import { findJdks } from '../support/jdks';
import { gradleProject, mavenModules, sums } from '../support/java-projects';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { waitFor } from '../support/wait-for';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
/** A build tool's JVMs take their time to start. */
const PATIENCE_MS = 420_000;

const improved = sums.replace('for (int i = 0; i < n; i++) s += i;', 's = n * (n - 1) / 2;');

function measure(cwd: string, temporary: string, ...args: readonly string[]): Promise<Outcome> {
  const env = { ...process.env, TMPDIR: temporary };
  return runCommand(cli, ['measure-change', '--runs', '0', ...args], { cwd, env });
}

function leftIn(temporary: string): readonly string[] {
  return readdirSync(temporary).filter((name) => name.startsWith('jouleline'));
}

test.runIf(findTool('Maven') !== undefined)(
  'a change in one module is measured by the program of another, and nothing that was built changes',
  async () => {
    const changed = 'core/src/main/java/demo/Sums.java';
    const folder = makeTemporaryFolder({ ...mavenModules, [changed]: improved, 'old/Sums.java': sums });
    const temporary = makeTemporaryFolder();
    const versions = ['--before', 'old/Sums.java', '--after', changed];
    const done = await measure(folder, temporary, ...versions, '--build', '--main', 'app.Main');
    expect(done.status, done.stderr).toBe(0);
    expect(done.stderr).toContain(`building ${folder} with Maven`);
    expect(done.stdout).toMatch(/^The change in Sums\.java saves [\d.]+ .?J/);
    expect(done.stdout).toMatch(/demo\.Sums\.sum +1 .*counts differ/);
    expect(leftIn(temporary)).toEqual([]);
    const again = await measure(folder, temporary, ...versions, '--build', '--main', 'app.Main');
    expect(again.stdout, again.stderr).toBe(done.stdout);
    expect(again.stderr).not.toContain('building');
  },
  PATIENCE_MS,
);

test.runIf(findTool('Gradle') !== undefined)(
  'a change is measured in a Gradle project',
  async () => {
    const changed = 'src/main/java/demo/Sums.java';
    const folder = makeTemporaryFolder({ ...gradleProject, [changed]: improved, 'old/Sums.java': sums });
    const temporary = makeTemporaryFolder();
    const versions = ['--before', 'old/Sums.java', '--after', changed];
    const done = await measure(folder, temporary, ...versions, '--build', '--main', 'demo.Sums', '5000');
    expect(done.status, done.stderr).toBe(0);
    expect(done.stdout).toMatch(/^The change in Sums\.java saves [\d.]+ .?J/);
    expect(leftIn(temporary)).toEqual([]);
  },
  PATIENCE_MS,
);

describe.runIf(findJdks().length > 0)('measuring a change', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves nothing behind when it is ended by %s',
    async (signal) => {
      const endless = sums.replace('System.out', 'while (args.length == 0) sum(1000);\n    System.out');
      const folder = makeTemporaryFolder({
        'src/demo/Sums.java': endless,
        'old/Sums.java': endless.replace('int s = 0', 'int s = 1'),
      });
      const temporary = makeTemporaryFolder();
      const given = ['--before', 'old/Sums.java', '--after', 'src/demo/Sums.java', '--source', 'src'];
      const env = { ...process.env, JAVA_HOME: findJdks()[0]?.home, TMPDIR: temporary };
      const args = [cli, 'measure-change', ...given, '--main', 'demo.Sums', '--progress', 'progress'];
      const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
      const ended = once(child, 'close');
      const running = (): Promise<number> => Promise.resolve(living(temporary).length);
      await waitFor('the program', running, (programs) => programs > 0);
      child.kill(signal);
      await ended;
      await waitFor('its end', running, (programs) => programs === 0);
      expect(leftIn(temporary)).toEqual([]);
      expect(readdirSync(join(folder, 'src/demo'))).toEqual(['Sums.java']);
    },
  );
});
