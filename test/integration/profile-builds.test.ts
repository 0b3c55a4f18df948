/** `jouleline profile` in Maven and Gradle projects: what is stale is built, and JVMs that the tools fork are counted. */
import { readdirSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTool } from '../../scripts/tools.mjs';
import { gradleProject, mavenProject, sums } from '../support/java-projects';
import { mavenJar } from '../support/maven';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
/** A build tool's JVMs take their time to start. */
const PATIENCE_MS = 420_000;

function profile(cwd: string, ...args: readonly string[]): Promise<Outcome> {
  return runCommand(cli, ['profile', '--runs', '0', '--out', 'profile.json', ...args], { cwd });
}

async function callsOfSum(cwd: string): Promise<number | undefined> {
  const { stdout } = await runCommand(cli, ['counts', 'profile.json', '--json'], { cwd });
  const { methods } = JSON.parse(stdout) as {
    readonly methods: readonly { readonly name: string; readonly calls: number }[];
  };
  return methods.find(({ name }) => name === 'sum')?.calls;
}

describe.runIf(findTool('Maven') !== undefined)('a Maven project', () => {
  test(
    'is built first, and its forked tests are counted, whatever its argLine says',
    async () => {
      const folder = makeTemporaryFolder(mavenProject);
      const run = await profile(folder, '--', 'mvn', '-B', 'test');
      expect(run.status, run.stderr).toBe(0);
      expect(run.stderr).toContain(`building ${folder} with Maven`);
      expect(await callsOfSum(folder)).toBe(2);

      // What is built stays, until a source changes.
      mavenJar('org.junit.platform:junit-platform-console-standalone:1.10.2');
      const one = await profile(folder, '--build', '--test', 'demo.SumsTest#large');
      expect(one.status, one.stderr).toBe(0);
      expect(one.stderr).not.toContain('building');
      expect(await callsOfSum(folder)).toBe(1);
      const later = Date.now() / 1000 + 5;
      utimesSync(join(folder, 'src/main/java/demo/Sums.java'), later, later);
      const stale = await profile(folder, '--main', 'demo.Sums');
      expect(stale.status).toBe(1);
      expect(stale.stderr).toContain('1 newer than their classes, such as src/main/java/demo/Sums.java');
    },
    PATIENCE_MS,
  );

  test(
    'that does not compile is not run, and the place is said',
    async () => {
      const broken = sums.replace('int s = 0', 'int s = ""');
      const folder = makeTemporaryFolder({ ...mavenProject, 'src/main/java/demo/Sums.java': broken });
      const temporary = makeTemporaryFolder();
      const args = ['profile', '--runs', '0', '--build', '--out', 'profile.json', '--main', 'demo.Sums'];
      const env = { ...process.env, TMPDIR: temporary };
      const run = await runCommand(cli, args, { cwd: folder, env });
      expect(run.status).toBe(1);
      expect(run.stderr).toMatch(/Maven could not build .*Sums\.java:\[5,\d+\] incompatible types/);
      expect(readdirSync(temporary).filter((name) => name.startsWith('jouleline'))).toEqual([]);
    },
    PATIENCE_MS,
  );

  test('whose wrapper is broken is not run: the wrapper is named, and mvn offered', async () => {
    const wrapper = 'echo "cannot read distributionUrl property" >&2\nexit 1\n';
    const folder = makeTemporaryFolder({ ...mavenProject, mvnw: wrapper });
    const args = ['profile', '--runs', '0', '--build', '--out', 'profile.json', '--main', 'demo.Sums'];
    const run = await runCommand(cli, args, { cwd: folder });
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(
      /Maven's wrapper .*mvnw could not build .*: cannot read distributionUrl property\n/,
    );
    expect(run.stderr).toMatch(/If the wrapper is broken, build the project with .*mvn first\./);
  });
});

describe.runIf(findTool('Gradle') !== undefined)('a Gradle project', () => {
  test(
    'is built first, and its tests are counted though they are up to date',
    async () => {
      const folder = makeTemporaryFolder(gradleProject);
      const run = await profile(folder, '--', 'gradle', '--no-daemon', 'test');
      expect(run.status, run.stderr).toBe(0);
      expect(run.stderr).toContain(`building ${folder} with Gradle`);
      expect(await callsOfSum(folder)).toBe(2);
      const again = await profile(folder, '--', 'gradle', '--no-daemon', '--offline', 'test');
      expect(again.status, again.stderr).toBe(0);
      expect(again.stderr).not.toContain('building');
      expect(await callsOfSum(folder)).toBe(2);
    },
    PATIENCE_MS,
  );
});
