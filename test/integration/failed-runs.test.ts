/** Programs that fail: no color and no energy comes of them, on the command line and in the editor, and that is said. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { findJdks } from '../support/jdks';
import { type Outcome, outputOf, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { startSession } from './server-session';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

/** It fails as its argument says; `later` fails in the second run without the agent, which is a measured one. */
const text = `package demo;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

public class Fails {
    public static void main(String[] args) throws Exception {
        System.out.println("begins");
        switch (args[0]) {
            case "crash":
                throw new IllegalStateException("on purpose");
            case "exit":
                System.exit(3);
            case "halt":
                Runtime.getRuntime().halt(0);
            case "kill":
                new ProcessBuilder("kill", "-9", String.valueOf(ProcessHandle.current().pid())).start();
                Thread.sleep(60000);
            case "forever":
                while (true) Thread.sleep(1000);
            default:
                Path ran = Path.of("ran");
                boolean isCounted = ManagementFactory.getRuntimeMXBean().getInputArguments().toString().contains("javaagent");
                if (isCounted) return;
                if (Files.exists(ran)) System.exit(3);
                Files.createFile(ran);
        }
    }
}
`;

const saved = '.jouleline/profiles/run.json';

function folderOf(): string {
  const folder = makeTemporaryFolder({ 'demo/Fails.java': text });
  mkdirSync(join(folder, '.jouleline/profiles'), { recursive: true });
  return folder;
}

function profile(folder: string, ...words: readonly string[]): Promise<Outcome> {
  const options = ['profile', '--source', '.', '--out', saved, '--power', 'cpu-time:10', '--time-limit', '3'];
  const env = { ...process.env, JAVA_HOME: findJdks()[0]?.home ?? '' };
  return runCommand(cli, [...options, ...words], { cwd: folder, env });
}

test('colors nothing, whatever its end was, and says what helps', async () => {
  const folder = folderOf();
  const session = await startSession({ folder });
  session.open('demo/Fails.java', text);
  for (const [main, how, way] of [
    [
      'demo.Fails crash',
      'demo.Fails failed (exit code 1)',
      'If it needs arguments, name them after the class',
    ],
    ['demo.Fails exit', 'demo.Fails failed (exit code 3)', 'If it needs arguments'],
    ['demo.Fails kill', 'demo.Fails was ended by SIGKILL', 'begins'],
    [
      'demo.Fails forever',
      'demo.Fails did not end within the time limit',
      '--time-limit gives it more seconds',
    ],
    ['demo.Fail', 'there is no class demo.Fail on the class path', 'Is it demo.Fails?'],
  ] as const) {
    const done = await profile(folder, '--runs', '1', '--main', ...main.split(' '));
    expect([done.status, done.stderr.includes('a run takes')]).toEqual([1, false]);
    expect(done.stderr).toContain(how);
    expect(done.stderr).toContain(way);
    expect(existsSync(join(folder, saved))).toBe(false);
    // The editor asks for what the run left, as it does after each run.
    const paths = [join(folder, saved)];
    const refusal = await session.client.request<{ readonly message: string } | null>(
      'jouleline/showProfiles',
      { paths },
    );
    expect(refusal?.message).toContain('run.json');
    expect(await session.client.request('jouleline/profiles', undefined)).toEqual([]);
  }
  const { legend, statusTooltip } = await session.overlay('demo/Fails.java');
  expect([legend.provenance, statusTooltip.includes('measured')]).toEqual(['estimated', false]);
});

test('below a command that ends well fails the run; beside a good one it is said', async () => {
  const folder = folderOf();
  const java = join(findJdks()[0]?.home ?? '', 'bin', 'java');
  await outputOf(join(dirname(java), 'javac'), ['-d', 'classes', 'demo/Fails.java'], { cwd: folder });
  const run = (script: string): Promise<Outcome> =>
    profile(folder, '--runs', '1', '--class-path', 'classes', '--', 'sh', '-c', script);
  const start = `${java} -cp classes demo.Fails`;
  for (const [how, end] of [
    ['exit', 'failed (exit code 3)'],
    ['crash', 'failed (exit code 1)'],
    ['kill', 'was ended by SIGKILL or Runtime.halt'],
    ['halt', 'was ended by SIGKILL or Runtime.halt'],
  ] as const) {
    const { status, stderr } = await run(`${start} ${how}; true`);
    expect(status, stderr).toBe(1);
    expect(stderr).toContain(`sh ${end}`);
    expect(stderr).toContain('This is the end of the Java program');
    expect(existsSync(join(folder, saved))).toBe(false);
  }
  const mixed = await run(`${start} exit; ${start} good`);
  expect(mixed.stderr).toContain('1 JVM of 2 failed (exit code 3), which the command does not say');
  expect(mixed.status).toBe(1);
  const good = await run(`${start} good; true`);
  expect(good.status, good.stderr).toBe(0);
});

test('in a later measured run counts nowhere, and the editor says so', async () => {
  const folder = folderOf();
  const done = await profile(folder, '--runs', '4', '--main', 'demo.Fails', 'later');
  const said =
    'run 2 is set aside: failed (exit code 3). The runs before it count. Does it find files or ports that an earlier run left?';
  expect(done.status, done.stderr).toBe(1);
  expect(done.stderr).toContain(said);
  const { measurement } = JSON.parse(readFileSync(join(folder, saved), 'utf8')) as ProfileDocument;
  expect(measurement?.runs.map(({ setAside }) => setAside)).toEqual([undefined, 'failed (exit code 3)']);
  expect(measurement?.energy).toMatchObject({ runs: 1, mean: measurement?.runs[0]?.energy });
  const session = await startSession({ folder });
  session.open('demo/Fails.java', text);
  await session.client.request('jouleline/showProfiles', { paths: [join(folder, saved)] });
  expect((await session.message(/is set aside/)).message).toContain(said);
  const { statusTooltip } = await session.overlay(
    'demo/Fails.java',
    ({ legend }) => legend.provenance !== 'estimated',
  );
  expect(statusTooltip).toContain('fewer runs than asked for: run 2 failed');
  expect(statusTooltip).toContain('run 2 is set aside');
});
