/** Two programs that `jouleline diff` profiles and compares: their runs take turns, and what ends one ends both. */
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { living } from '../host/run/ill-program';
import { git, makeRepository } from '../support/git';
import { sums } from '../support/java-projects';
import { findJdks } from '../support/jdks';
import { type Outcome, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { waitFor } from '../support/wait-for';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

/**
 * Each run appends the program's name to the file that it is given, in lower case where an agent counts or samples it:
 * how often it is sampled depends on the machine. `measured` is the number of the other runs, of all programs.
 */
const logging = (name: string, then = ''): string => `package demo;

import java.nio.file.*;

public class ${name} {
  public static void main(String[] args) throws Exception {
    Path log = Path.of(args[0]);
    boolean isMeasured = java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .noneMatch(each -> each.startsWith("-javaagent"));
    String name = isMeasured ? "${name}" : "${name.toLowerCase()}";
    Files.writeString(log, name, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    long measured = Files.readString(log).chars().filter(Character::isUpperCase).count();
    ${then}
  }
}
`;

interface Place {
  readonly folder: string;
  readonly temporary: string;
  readonly log: string;
}

function placeOf(folder: string): Place {
  const temporary = makeTemporaryFolder();
  return { folder, temporary, log: join(temporary, 'log.txt') };
}

const two = ['--program', 'demo.A', '--program', 'demo.B', '--source', 'src', '--power', 'cpu-time:1'];

function diff({ folder, temporary }: Place, ...args: readonly string[]): Promise<Outcome> {
  return runCommand(cli, ['diff', ...args], { cwd: folder, env: { ...process.env, TMPDIR: temporary } });
}

function temporariesIn({ temporary }: Place): readonly string[] {
  return readdirSync(temporary).filter((name) => name.startsWith('jouleline'));
}

function savedPaths({ folder }: Place): readonly string[] {
  const profiles = join(folder, '.jouleline', 'profiles');
  return readdirSync(profiles)
    .sort()
    .map((name) => join(profiles, name));
}

/** In the order of their names, which is that of the sides. */
function savedIn(place: Place): readonly ProfileDocument[] {
  return savedPaths(place).map((path) => JSON.parse(readFileSync(path, 'utf8')) as ProfileDocument);
}

describe.runIf(findJdks().length > 0)('sides that are profiled for a comparison', () => {
  test('are counted and sampled first, and then measured in turn, which their profiles say', async () => {
    const place = placeOf(
      makeTemporaryFolder({ 'src/demo/A.java': logging('A'), 'src/demo/B.java': logging('B') }),
    );
    const done = await diff(place, ...two, '--runs', '3', '--', place.log);
    expect(done.status, done.stderr).toBe(0);
    expect(readFileSync(place.log, 'utf8')).toMatch(/^a{3,}b{3,}ABBAAB$/);
    const [a, b] = savedIn(place).map(({ measurement }) => measurement);
    expect([a?.inTurn?.place, b?.inTurn?.place]).toEqual([1, 2]);
    expect(a?.inTurn?.series).toBe(b?.inTurn?.series);
    const starts = [a, b].flatMap((side, index) =>
      (side?.runs ?? []).map(({ start }) => ({ start, name: 'AB'[index] ?? '' })),
    );
    expect(
      starts
        .sort((one, other) => one.start - other.start)
        .map(({ name }) => name)
        .join(''),
    ).toBe('ABBAAB');
    // At a watt a second of processor time is a joule, as the meter has it.
    const by = async (metric: string): Promise<Outcome> =>
      diff(place, ...savedPaths(place), '--metric', metric, '--format', 'json');
    const [energy, time] = [
      JSON.parse((await by('energy')).stdout),
      JSON.parse((await by('time')).stdout),
    ] as {
      readonly unit: string;
      readonly totals: { readonly energyA: number; readonly low: number };
      readonly parts: readonly unknown[];
    }[];
    expect([energy?.unit, time?.unit]).toEqual(['J', 's']);
    expect(time?.totals).toMatchObject({ energyA: energy?.totals.energyA, low: energy?.totals.low });
    expect(time?.parts).toEqual(energy?.parts);
    // Each has starts of a JVM for itself.
    expect([a?.baseline.length, b?.baseline.length]).toEqual([3, 3]);
    expect(temporariesIn(place)).toEqual([]);
  });

  test('end both where a run of one prints without end, with its name; what was measured is compared', async () => {
    // A B, and then the second measured run of B is one too many.
    const endless = 'while (measured >= 3) System.out.println("again and again");';
    const place = placeOf(
      makeTemporaryFolder({ 'src/demo/A.java': logging('A'), 'src/demo/B.java': logging('B', endless) }),
    );
    const done = await diff(place, ...two, '--runs', '9', '--output-limit', '0.2', '--', place.log);
    expect(done.status).toBe(1);
    expect(readFileSync(place.log, 'utf8')).toMatch(/^a{3,}b{3,}ABB$/);
    expect(done.stderr).toMatch(/demo\.B: run 2 is set aside: .*printed more/);
    const [a, b] = savedIn(place).map(({ measurement }) => measurement);
    expect(a?.fewer).toBe('run 2 of demo.B printed more than the limit');
    expect(b?.fewer).toBe('run 2 printed more than the limit');
    // Why there are no more is said of each.
    expect(done.stdout).toMatch(/demo\.A: fewer runs than asked for: run 2 of demo\.B /);
    expect(done.stdout).toMatch(/demo\.B: fewer runs than asked for: run 2 /);
    expect(temporariesIn(place)).toEqual([]);
  });

  test('are none where one of them fails: it is named, and nothing is saved or compared', async () => {
    const fails = 'if (!isMeasured) throw new IllegalStateException("on purpose");';
    const place = placeOf(
      makeTemporaryFolder({ 'src/demo/A.java': logging('A'), 'src/demo/B.java': logging('B', fails) }),
    );
    const done = await diff(place, ...two, '--runs', '2', '--', place.log);
    expect([done.status, done.stdout]).toEqual([1, '']);
    expect(readFileSync(place.log, 'utf8')).toMatch(/^a{3,}b$/);
    expect(done.stderr).toMatch(
      /^jouleline: demo\.B failed \(exit code 1\)\n.*IllegalStateException: on purpose\n/m,
    );
    expect(savedIn(place)).toEqual([]);
  });

  test('say on which side and in which run they are', async () => {
    const waits = 'if (measured == 2) Thread.sleep(600_000);';
    const place = placeOf(
      makeTemporaryFolder({ 'src/demo/A.java': logging('A'), 'src/demo/B.java': logging('B', waits) }),
    );
    const progress = join(place.temporary, 'progress.txt');
    const args = [cli, 'diff', ...two, '--runs', '4', '--progress', progress, '--', place.log];
    const child = spawn(process.execPath, args, {
      ...{ cwd: place.folder, env: { ...process.env, TMPDIR: place.temporary } },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said: Buffer[] = [];
    child.stderr.on('data', (bytes: Buffer) => said.push(bytes));
    const ended = once(child, 'close');
    const told = (): Promise<string> =>
      Promise.resolve(temporariesIn(place).length === 0 ? '' : readText(progress));
    await waitFor('the run of B', told, (text) => text.startsWith('demo.B: run 1 of 4: the program'));
    child.kill('SIGINT');
    await ended;
    expect(Buffer.concat(said).toString('utf8')).toContain('canceled: nothing is compared');
    expect(living(place.temporary)).toEqual([]);
    expect(temporariesIn(place)).toEqual([]);
    expect(savedIn(place)).toEqual([]);
  });

  test('leave neither processes nor checked out files where they are killed', async () => {
    const file = 'src/demo/Sums.java';
    const endless = sums.replace('System.out', 'while (args.length == 0) sum(1000);\n    System.out');
    const place = placeOf(makeRepository({ [file]: sums }, { [file]: endless }));
    const args = ['diff', '--git', 'HEAD~1', '--source', 'src', '--main', 'demo.Sums'];
    const child = spawn(process.execPath, [cli, ...args], {
      ...{ cwd: place.folder, env: { ...process.env, TMPDIR: place.temporary }, stdio: 'ignore' },
    });
    const revisions = (): readonly string[] =>
      readdirSync(place.temporary).filter((name) => name.startsWith('jouleline-revision-'));
    const running = (): Promise<boolean> =>
      Promise.resolve(
        living(place.temporary).some(({ line }) => line.includes(' demo.Sums')) && revisions().length === 2,
      );
    await waitFor('the program, with both revisions there', running, (isRunning) => isRunning);
    child.kill('SIGKILL');
    const left = (): Promise<number> =>
      Promise.resolve(living(place.temporary).length + temporariesIn(place).length);
    await waitFor('its end', left, (count) => count === 0);
    // Git still knows of both, until the next comparison has it forget them.
    expect(git(place.folder, 'worktree', 'list', '--porcelain').match(/^prunable /gm)).toHaveLength(2);
    const next = await diff(place, '--git', 'HEAD', '--git', 'main', '--main', 'demo.Sums');
    expect(next.stderr).toContain('are one commit');
    expect(git(place.folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1);
  });
});

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Not written yet.
    return '';
  }
}
