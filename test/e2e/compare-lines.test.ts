/** Two revisions compared in the real VS Code: profiled by the command, and shown on the lines of the editor. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { git } from '../support/git';
import {
  goToLine,
  gutterMarks,
  hover,
  lineEnds,
  openFile,
  pick,
  runCommand,
  screenshot,
  statusBar,
  waitForDecorations,
} from '../support/vscode-page';
import type { ColoredLine } from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { openEditor, readRgba, statusItem } from './editor';
import type { Editor } from './editor';

let editor: Editor;
let folder: string;

const main = join('src', 'main', 'java', 'skysurvey', 'Main.java');
/** Less energy, more energy, gone, and new. */
const edits = [
  ['night < FRAMES', 'night < FRAMES - 1'],
  [
    'simulation.run(2_000, 0.002);',
    'simulation.run(2_000, 0.002);\n        double after = simulation.energy() * 2;',
  ],
  ['new Finding.Drift(before, simulation.energy())', 'new Finding.Drift(before, after)'],
  ['        System.out.println(catalogue.countByMagnitude());\n', ''],
] as const;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jouleline-repository-'));
  cpSync('test/fixtures/sample', folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'one night');
  const text = readFileSync(join(folder, main), 'utf8');
  const edited = edits.reduce((before, [from, to]) => before.replace(from, to), text);
  writeFileSync(join(folder, main), edited);
  git(folder, 'commit', '-q', '-a', '-m', 'fewer nights');
  editor = await openEditor({ 'jouleline.profile.runs': 0 }, { workspace: folder });
});
afterAll(async () => {
  await editor.close();
  rmSync(folder, { recursive: true, force: true });
});

function colorAt(lines: readonly ColoredLine[], text: string): readonly number[] | undefined {
  const found = lines.find((line) => line.text.includes(text));
  return found === undefined ? undefined : readRgba(found.color);
}

test('the command profiles both in folders of their own, and lines say what changed by color, sign and words', async () => {
  const { page } = editor;
  await openFile(page, 'Main.java');
  await waitForDecorations(page);
  await goToLine(page, 28);
  await runCommand(page, 'Jouleline: Compare With Git Revision');
  await pick(page, 'one night');
  await pick(page, 'HEAD');
  await page.locator('.terminal-wrapper').waitFor();
  // The comparison page comes to the front.
  await waitFor(
    'the comparison',
    () => page.locator('.tabs-container .tab').count(),
    (count) => count > 1,
  );
  await page.locator('.tab[aria-label*="Main.java"]').first().click();
  await page.keyboard.press('Control+J');
  await goToLine(page, 36);
  const lines = await waitForDecorations(
    page,
    (shown) => colorAt(shown, 'Blur.gaussian') !== undefined && colorAt(shown, 'double after') !== undefined,
  );
  const [red = 0, , blue = 0] = colorAt(lines, 'Blur.gaussian') ?? [];
  expect(blue).toBeGreaterThan(red);
  const [newRed = 0, newGreen = 0] = colorAt(lines, 'double after') ?? [];
  expect(newRed).toBeGreaterThan(newGreen);
  // Both ran it alike.
  expect(colorAt(lines, 'Calibration.residual(24)')).toBeUndefined();
  expect(new Set((await gutterMarks(page)).map(({ image }) => image)).size).toBeGreaterThanOrEqual(2);
  const ends = await waitFor(
    'the mark',
    () => lineEnds(page),
    (shown) => shown.length > 0,
  );
  expect(ends.map(({ text }) => text.replaceAll('\u00a0', ' ')).join()).toMatch(/− 1 line removed/);
  expect(await statusBar(page, statusItem, (text) => text.startsWith('▼'))).toMatch(/^▼ −.*J/);
  const words = await hover(page, 'Blur.gaussian');
  expect(words).toMatch(/less energy/);
  expect(words).toMatch(/energy per run/);
  await screenshot(page, 'comparison-lines-dark');
  editor.server.changeSettings({ 'workbench.colorTheme': 'Default Light Modern' });
  await page.locator('.monaco-workbench.vs').waitFor();
  await screenshot(page, 'comparison-lines-light');
  const saved = readdirSync(join(editor.server.workspace, '.jouleline', 'profiles'));
  expect(saved.filter((name) => name.startsWith('Main-'))).toHaveLength(2);
  expect(git(editor.server.workspace, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
});
