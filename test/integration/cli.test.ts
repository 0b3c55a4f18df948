/** The built command, as people and scripts run it: commands other than `report`, colors, pipes and links. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { cli, jouleline, plain, sample } from './built-command';

describe('the other commands', () => {
  test('operations: blocks and operations, line by line', async () => {
    const { status, stdout } = await jouleline(['operations', 'skysurvey/image/Histogram.java']);
    const document = JSON.parse(stdout) as {
      readonly format: string;
      readonly lines: readonly {
        readonly line: number;
        readonly blocks: readonly string[];
        readonly operations: readonly { readonly name: string }[];
      }[];
    };
    expect({ status, format: document.format }).toEqual({ status: 0, format: 'jouleline-operations' });
    const line = document.lines.find((each) => each.line === 12);
    expect(line?.blocks).toEqual(['Histogram.of(Frame)#for_2']);
    expect(line?.operations.map(({ name }) => name)).toContain('BitAnd_int_int');
  });

  test('models and doctor speak to people, and in JSON', async () => {
    expect((await jouleline(['models'])).stdout).toContain('rpi5-openjdk21-xint');
    expect(JSON.parse((await jouleline(['models', '--json'])).stdout)).toMatchObject([
      { id: 'rpi5-openjdk21-xint' },
      { id: 'x64-openjdk25-compiled' },
    ]);
    expect((await jouleline(['doctor'])).stdout).toMatch(/Node +20|Node +2\d/);
    expect(JSON.parse((await jouleline(['doctor', '--json'])).stdout)).toHaveProperty('checks');
  });

  test('help and version are answers, not errors', async () => {
    for (const args of [['--help'], ['report', '--help'], ['help', 'operations'], ['models', '--help']]) {
      expect(await jouleline(args)).toMatchObject({ status: 0, stderr: '' });
    }
    expect((await jouleline(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('streams', () => {
  test('colors come when they are forced, and go when they are not wanted', async () => {
    const colors = async (environment: Readonly<Record<string, string>>) =>
      (await jouleline(['report', 'skysurvey/image/Blur.java'], { environment })).stdout;
    expect(await colors({ FORCE_COLOR: '3' })).toContain('\u001b[48;2;');
    expect(await colors({ FORCE_COLOR: '2' })).toContain('\u001b[48;5;');
    expect(await colors({ NO_COLOR: '1' })).not.toContain('\u001b');
    expect(await colors({ FORCE_COLOR: '0' })).not.toContain('\u001b');
  });

  test('a reader that has seen enough is no error', async () => {
    const child = spawn(process.execPath, [cli, 'report', '.', '--format', 'json'], { cwd: sample });
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((done) => child.once('exit', done));
    expect({ status, complaints }).toEqual({ status: 0, complaints: '' });
  });

  test('runs from anywhere, also through a link, as an installed command does', async () => {
    const folder = makeTemporaryFolder({ 'Plain.java': plain });
    mkdirSync(join(folder, 'bin'));
    symlinkSync(cli, join(folder, 'bin', 'jouleline'));
    const { status, stdout } = await runCommand(join(folder, 'bin', 'jouleline'), ['report', 'Plain.java'], {
      cwd: folder,
    });
    expect({ status, found: stdout.includes('Plain.java:3') }).toEqual({ status: 0, found: true });
    rmSync(join(folder, 'bin'), { recursive: true });
    expect(readFileSync(cli, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
  });
});
