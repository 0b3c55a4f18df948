/** The command line as a process of the editor's: a script that does as it does is the other side. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CommandLine, environmentOfPrograms } from '../../client/src/commands/command-line';
import { makeTemporaryFolder } from '../support/temporary-folder';

interface Shown {
  readonly running: CommandLine;
  readonly steps: readonly string[];
  /** The text on a terminal that is opened when the process is there. */
  readonly screen: () => string;
  /** Waits for a text on the terminal. */
  readonly prints: (text: string) => Promise<void>;
  /** The exit code that the terminal gets. */
  readonly closed: Promise<number>;
}

/** The script has `file`, where progress is kept, and `tell(text)`, which keeps it. */
function run(script: string): Shown {
  const folder = makeTemporaryFolder({
    'cli.js': `const { renameSync, writeFileSync } = require('node:fs');
const [, , command, option, file, ...rest] = process.argv;
const tell = (text) => { writeFileSync(file + '.part', text); renameSync(file + '.part', file); };
${script}`,
  });
  const steps: string[] = [];
  const running = new CommandLine({
    script: join(folder, 'cli.js'),
    arguments: ['profile', '--main', 'One'],
    folder,
    environment: process.env,
    onProgress: (text) => steps.push(text),
  });
  onTestFinished(() => {
    running.cancel();
    running.dispose();
  });
  let text = '';
  let look = (): void => undefined;
  const closed = new Promise<number>((resolve) => {
    running.openScreen({
      print: (more) => {
        text += more;
        look();
      },
      end: resolve,
    });
  });
  const prints = (wanted: string): Promise<void> =>
    new Promise((resolve) => {
      look = (): void => {
        if (text.includes(wanted)) resolve();
      };
      look();
    });
  return { running, steps, screen: () => text, prints, closed };
}

test('each step comes as an event, in the order of the work', async () => {
  // The next step begins when the one before was seen.
  const { running, steps, prints } = run(`
    console.log(command, option, ...rest);
    tell('counted');
    process.stdin.on('data', () => { tell('measured'); process.stdin.destroy(); process.disconnect(); });
  `);
  await prints('profile --progress --main One\r\n');
  await expect.poll(() => steps).toEqual(['counted']);
  running.type('\r');
  expect(await running.ended).toBe(0);
  await expect.poll(() => running.progress()).toBe('measured');
});

test('a terminal that opens after the end shows all of it, and the exit code', async () => {
  const { running, closed } = run(`console.log('out'); process.exitCode = 3; process.disconnect();`);
  expect(await running.ended).toBe(3);
  expect(await closed).toBe(3);
  const late: unknown[] = [];
  running.openScreen({ print: () => undefined, end: (code) => late.push(code) });
  expect(late).toEqual([3]);
});

test('lines are sent when they end, as they were corrected', async () => {
  const { running, screen, prints } = run(`
    process.stdin.on('data', (line) => console.log('read', JSON.stringify(String(line))));
    process.stdin.on('end', () => { console.log('end'); process.disconnect(); });
  `);
  running.type('abd');
  running.type('\u007f');
  running.type('c');
  running.type('\u001b[A');
  running.type('\r');
  await prints('read "abc\\n"');
  expect(screen()).toContain('abd\b \bc\r\n');
  running.type('\u0004');
  await prints('end');
  expect(await running.ended).toBe(0);
});

test('a canceled one has lost its editor, writes what it has, and has no exit code', async () => {
  const { running, prints, closed } = run(`
    process.on('SIGTERM', () => undefined);
    process.on('disconnect', () => { tell('written'); process.exit(1); });
    console.log('runs');
  `);
  await prints('runs');
  running.type('\u0003');
  expect(await running.ended).toBeUndefined();
  expect(running.progress()).toBe('written');
  // Its terminal ends, too: a task that stays active is in the way of the next.
  expect(await closed).toBe(1);
});

test('of a very long output the terminal shows the beginning and the last lines', async () => {
  const { screen, closed } = run(`
    console.log('first');
    for (let line = 0; line < 300_000; line++) console.log('line', line);
    console.log('last');
    process.disconnect();
  `);
  expect(await closed).toBe(0);
  expect(screen()).toMatch(/^first\r\nline 0\r\n/);
  expect(screen()).toMatch(/\[…\]\r\n[^]*last/);
  expect(screen().length).toBeLessThan(3_000_000);
});

test('its progress leaves no folder behind', async () => {
  const { running, screen, closed } = run(
    `console.log(require('node:path').dirname(file)); process.disconnect();`,
  );
  expect(await closed).toBe(0);
  const folder = screen().trim();
  expect(existsSync(folder)).toBe(true);
  running.dispose();
  expect(existsSync(folder)).toBe(false);
});

test('programs get the variables of the user and of the terminals, and none of the editor', () => {
  const own = { HOME: '/home/me', VSCODE_PID: '1', ELECTRON_RUN_AS_NODE: '1', JAVA_HOME: '/jdk', OLD: 'x' };
  expect(environmentOfPrograms(own, { JAVA_HOME: '/other', OLD: null })).toEqual({
    HOME: '/home/me',
    JAVA_HOME: '/other',
    ELECTRON_RUN_AS_NODE: '1',
  });
});
