/**
 * The editor and this machine: calibration, the report on a cost model, programs that run already, and the Test view.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { packJavaTests } from '../support/other-extensions';
import { findJdks, quickTool } from '../support/jdks';
import {
  answer,
  dismiss,
  goToLine,
  hover,
  openFile,
  pick,
  runCommand,
  runOnRow,
  screenshot,
  statusLabel,
  toast,
  waitForDecorations,
  webview,
} from '../support/vscode-page';
import {
  benchmarkNames,
  COST,
  readCalibration,
  writeMeasurements,
  writeRounds,
} from '../support/calibration-journal';
import { waitFor } from '../support/wait-for';
import { openEditor, savedProfiles, statusItem } from './editor';
import type { Editor } from './editor';

let editor: Editor;
let folder: string;
let program: ChildProcess | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jouleline-tests-'));
  const tests = packJavaTests(folder, 'sorts', 'Sorting.java', 6);
  editor = await openEditor({ 'jouleline.profile.runs': 0 }, { beside: [tests] });
});
afterAll(async () => {
  program?.kill('SIGKILL');
  await editor.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await dismiss(editor.page);
});

function profiles(): readonly string[] {
  return savedProfiles(editor.server.workspace);
}

/** The folder where the extension keeps models. */
function models(): string {
  const data = join(dirname(editor.server.workspace), 'data');
  return join(data, 'User', 'globalStorage', 'jouleline.jouleline', 'models');
}

/** The model of a quick calibration. */
function model(): string {
  return join(models(), 'this-machine-quick.json');
}

/** The journal of a quick calibration, with what it has found by now. */
function journal(): string {
  return join(models(), 'this-machine-quick-calibration', 'journal.jsonl');
}

/** How much a quick calibration measures. */
const QUICK_PROGRAMS = 120;
const QUICK_CYCLES = 3;

/** How many calibrations of this editor run. */
function calibrations(): number {
  const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  return all.split('\n').filter((line) => line.includes('calibrate') && line.includes(models())).length;
}

/** Waits until no calibration runs. */
async function calibrationEnd(): Promise<void> {
  await waitFor(
    'the calibration to end',
    () => Promise.resolve(calibrations()),
    (count) => count === 0,
  );
}

test('the report on the cost model is a page of tables, and can be saved', async () => {
  const { page } = editor;
  await openFile(page, 'Sorting.java');
  await waitForDecorations(page);
  await runCommand(page, 'Jouleline: Show Model Report');
  const text = await waitFor(
    'the report',
    () => webview(page).locator('body').innerText(),
    (shown) => shown.includes('Addition'),
  );
  expect(text).toContain('Raspberry Pi 5, OpenJDK 21, interpreter');
  expect(await webview(page).locator('table').count()).toBeGreaterThan(0);
  expect(await toast(page, (message) => message.includes('report'))).toContain('saved');
  await screenshot(page, 'model-report');
});

const busy = `package demo;

public class Busy {
    static int rounds;

    static int step(int n) {
        return n + 1;
    }

    public static void main(String[] args) {
        System.out.println("ready");
        while (true) rounds = step(rounds);
    }
}
`;

test('a program that runs is recorded until it is let go, and its lines are colored by what ran', async () => {
  const { page, server } = editor;
  const [jdk] = findJdks().slice(-1);
  if (jdk === undefined) throw new Error('there is no JDK');
  const source = join(server.workspace, 'src', 'demo', 'Busy.java');
  const classes = join(server.workspace, 'classes');
  writeFileSync(source, busy);
  execFileSync(join(jdk.home, 'bin', 'javac'), [...quickTool, '-g', '-d', classes, source]);
  const child = spawn(join(jdk.home, 'bin', 'java'), ['-cp', classes, 'demo.Busy']);
  program = child;
  await new Promise((ready) => child.stdout.once('data', ready));
  await openFile(page, 'Busy.java');
  await waitForDecorations(page);
  await runCommand(page, 'Jouleline: Attach to a Running Program');
  await pick(page, 'demo.Busy');
  await toast(page, (message) => message.includes('until it is let go'));
  await answer(page, 'demo.Busy', 'Cancel');
  await statusLabel(page, statusItem, (text) => text.includes('counts measured'));
  // The line that ran before it was attached had its color from the estimate.
  const has = (lines: readonly { readonly text: string }[], part: string): boolean =>
    lines.some(({ text }) => text.includes(part));
  await waitForDecorations(page, (lines) => has(lines, 'n + 1') && !has(lines, '"ready"'));
  expect(child.exitCode).toBeNull();
  expect(profiles()).toEqual([expect.stringMatching(/^attached-\d+-/)]);
  await screenshot(page, 'attached');
});

test('a test is profiled from its menu in the Test view', async () => {
  const { page } = editor;
  const before = profiles();
  await runCommand(page, 'Testing: Focus on Test Explorer View');
  await runOnRow(page, page.locator('.test-explorer .monaco-list-row', { hasText: 'sorts' }), 'Profile Test');
  await waitFor(
    'a profile',
    () => Promise.resolve(profiles().filter((name) => !before.includes(name))),
    (names) => names.length > 0,
  );
  await openFile(page, 'Sorting.java');
  await statusLabel(page, statusItem, (text) => text.includes('counts measured'));
});

test('a test is run with an energy profile by the test extension for Java', async () => {
  const { page } = editor;
  const before = profiles();
  await runCommand(page, 'Testing: Focus on Test Explorer View');
  const row = page.locator('.test-explorer .monaco-list-row', { hasText: 'sorts' });
  await runOnRow(page, row, 'Execute Using Profile');
  await pick(page, 'Run with Energy Profile');
  await waitFor(
    'a profile',
    () => Promise.resolve(profiles().filter((name) => !before.includes(name))),
    (names) => names.length > 0,
  );
  await row.locator('.codicon-testing-passed-icon').waitFor();
  await screenshot(page, 'test-profile');
});

/** All benchmarks are compiled before the first runs, and counted before the first is measured. */
const COMPILE_MS = 300_000;

async function startCalibration(): Promise<void> {
  await runCommand(editor.page, 'Jouleline: Calibrate This Machine');
  await pick(editor.page, 'Quick');
}

async function cancelCalibration(): Promise<void> {
  await answer(editor.page, 'Calibrate This Machine', 'Cancel');
  await calibrationEnd();
}

test('a calibration that is canceled goes on from there, and colors lines by its model in the end', async () => {
  const { page } = editor;
  const names = benchmarkNames(QUICK_PROGRAMS);
  mkdirSync(dirname(journal()), { recursive: true });
  writeRounds(journal(), names, 1); // trying out how often each has to run would take long
  await startCalibration();
  const measured = await waitFor(
    'a measurement',
    () => Promise.resolve(readCalibration(journal()).measurements),
    (measurements) => measurements.length > 0,
    COMPILE_MS,
  );
  await cancelCalibration();
  expect(readCalibration(journal()).measurements).toEqual(expect.arrayContaining([...measured]));
  expect(existsSync(model())).toBe(false);
  writeMeasurements(journal(), names, QUICK_CYCLES);
  const full = readFileSync(journal(), 'utf8');
  await startCalibration();
  await waitFor('the model', () => Promise.resolve(existsSync(model())), Boolean, COMPILE_MS);
  await answer(page, 'This machine is calibrated', 'Use New Model');
  expect(readFileSync(journal(), 'utf8')).toBe(full);
  await runCommand(page, 'Jouleline: Color Lines By…');
  await pick(page, 'Estimate');
  await openFile(page, 'Matrix.java');
  // It is this machine's: no other is named.
  await statusLabel(page, statusItem, (text) => text.includes('estimated') && !text.includes('Raspberry'));
  await goToLine(page, 36);
  const cost = await hover(page, 'return product;', (shown) => shown.includes('Return_Object'));
  const [, energy] = /Return_Object\s+1\s+([\d.]+) nJ/.exec(cost) ?? [];
  // The rounds of a benchmark are tuned by time: with other rounds, fitted costs differ by about a percent.
  expect(Number(energy) / (1e9 * COST)).toBeCloseTo(1, 1);
  await screenshot(page, 'calibrated');
}, 800_000);

test('a machine that is calibrated is measured again only when asked', async () => {
  const { page } = editor;
  const before = readFileSync(model(), 'utf8');
  await startCalibration();
  await page.locator('.monaco-dialog-box', { hasText: 'already calibrated' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.monaco-dialog-box').waitFor({ state: 'detached' });
  expect(calibrations()).toBe(0);
  expect(readFileSync(model(), 'utf8')).toBe(before);
});
