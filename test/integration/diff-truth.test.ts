/** Two generated programs whose shared tasks are known, profiled and compared on the command line. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { likenesses, makeKnownPrograms } from '../compare/known-programs';
import { mainClass, sourcesOf } from '../compare/known-sources';
import { type FoundTask, scoreReport } from '../compare/known-trees';
import { findJdks } from '../support/jdks';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

test('most tasks that programs of two authors share are found, and no others', async () => {
  const known = makeKnownPrograms(10_001, 25, likenesses['two authors'] ?? expect.fail());
  const inFolder = (side: 0 | 1): Record<string, string> =>
    Object.fromEntries(
      Object.entries(sourcesOf(known, side)).map(([path, text]) => [`${side}/${path}`, text]),
    );
  const cwd = makeTemporaryFolder({ ...inFolder(0), ...inFolder(1) });
  const options = { cwd, env: { ...process.env, JAVA_HOME: findJdks()[0]?.home } };
  for (const side of ['0', '1']) {
    const counted = ['--runs', '0', '--record', 'tree', '--out', `${side}.json`, '--main', mainClass];
    const { status, stderr } = await runCommand(cli, ['profile', '--source', side, ...counted], options);
    expect(status, stderr).toBe(0);
  }
  const applications = ['--app', 'app0', '--app', 'app1', '--format', 'json'];
  const { stdout } = await runCommand(cli, ['diff', '0.json', '1.json', ...applications], options);
  const { tasks } = JSON.parse(stdout) as { readonly tasks: readonly FoundTask[] };
  const { shared, right, matched } = scoreReport(known, tasks);
  expect(shared).toBeGreaterThan(5);
  expect(right / shared).toBeGreaterThanOrEqual(0.95);
  expect(matched).toBe(right);
});
