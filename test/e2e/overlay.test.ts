/** A Java file in the real VS Code, as a user sees it: colors on the right lines, hover, lens, themes, typing. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  decorations,
  dismiss,
  goToLine,
  gutterMarks,
  hover,
  lineEnds,
  openFile,
  pick,
  runCommand,
  screenLines,
  screenshot,
  statusBar,
  statusLabel,
  clickStatusBar,
  typeAfter,
  waitForCodeLenses,
  waitForDecorations,
} from '../support/vscode-page';
import type { ColoredLine } from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { heatOf, openEditor, readRgba, statusItem } from './editor';
import type { Editor } from './editor';

let editor: Editor;

/** Lines by rank in their file: each file has a hot line. */
const byRank = { 'jouleline.look': 'custom', 'jouleline.scale': 'rank', 'jouleline.rankScope': 'file' };

beforeAll(async () => {
  editor = await openEditor(byRank);
});
afterAll(async () => {
  await editor.close();
});
beforeEach(async () => {
  editor.server.changeSettings(byRank);
  await dismiss(editor.page);
  await openFile(editor.page, 'Matrix.java');
  await goToLine(editor.page, 26);
});

function lineWith(lines: readonly ColoredLine[], text: string): ColoredLine | undefined {
  return lines.find((line) => line.text.includes(text));
}

/** Full colors on all lines: neither faded nor still the few of an earlier screen. */
const isFresh = (lines: readonly ColoredLine[]): boolean =>
  lines.length > 5 && Math.max(...lines.map(({ color }) => readRgba(color)[3])) > 0.2;

test('lines with operations are colored, the innermost loop hottest, and other lines are left alone', async () => {
  const colored = await waitForDecorations(editor.page, isFresh);
  const inner = lineWith(colored, 'sum += cells[row * size + k]');
  const simple = lineWith(colored, 'return product;');
  expect(heatOf(inner?.color ?? '')).toBeGreaterThan(0.7);
  expect(heatOf(simple?.color ?? '')).toBeLessThan(heatOf(inner?.color ?? ''));
  for (const { color } of colored) expect(heatOf(color)).toBeLessThanOrEqual(heatOf(inner?.color ?? ''));
  const plain = (await screenLines(editor.page)).filter(({ text }) =>
    /^\s*$|^(import|package)|\/\*\*/.test(text),
  );
  expect(plain.length).toBeGreaterThan(3);
  const coloredNumbers = colored.map(({ line }) => line);
  expect(plain.filter(({ line }) => coloredNumbers.includes(line))).toEqual([]);
  await screenshot(editor.page, 'dark');
});

test('the hover says which operations a line costs, how sure that is, and whose machine it is', async () => {
  await waitForDecorations(editor.page, isFresh);
  const text = await hover(editor.page, 'sum +=', (shown) => shown.includes('%'));
  expect(text).toMatch(/Addition_\w+|Multiplication_\w+/);
  expect(text).toMatch(/ArrayReference/);
  expect(text).toMatch(/[Ee]stimated/);
  expect(text).toContain('Raspberry Pi 5');
  await screenshot(editor.page, 'hover');
});

test('a lens above each method has its share and what a call costs', async () => {
  const lenses = await waitForCodeLenses(editor.page, (shown) => shown.length > 1);
  expect(
    lenses.filter((text) => /^[\d.<> ]+ %(?: of file)? · .*J per call/.test(text)).length,
  ).toBeGreaterThan(1);
});

test('the status bar has one figure, its tooltip the rest, and a click opens a menu that switches nothing by itself', async () => {
  await waitForDecorations(editor.page, isFresh);
  expect(await statusBar(editor.page, statusItem, (text) => text.includes('J'))).toMatch(
    /^≥? ?[\d.]+ [mµn]?J per call$/,
  );
  expect(await statusLabel(editor.page, statusItem, (text) => text.includes('estimated'))).toContain(
    'in this file',
  );
  const settings = join(editor.server.workspace, '.vscode', 'settings.json');
  const before = settingsIn(settings);
  await clickStatusBar(editor.page, statusItem);
  const items = editor.page.locator('.quick-input-list .monaco-list-row');
  await items.filter({ hasText: 'Turn Off Everywhere' }).waitFor();
  const entries = (await items.allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '');
  expect(entries).toEqual([
    'Color lines by…',
    'Show Details',
    'Show Legend',
    'Show Energy Map (SeeSoft)',
    'Set Up a Power Meter…',
    'Turn Off in This Workspace',
    'Turn Off Everywhere',
    'Settings…',
  ]);
  await screenshot(editor.page, 'status-menu');
  await editor.page.keyboard.press('Escape');
  await waitForDecorations(editor.page, isFresh);
  expect(settingsIn(settings)).toEqual(before);
  await clickStatusBar(editor.page, statusItem);
  await pick(editor.page, 'Turn Off in This Workspace');
  await waitForDecorations(editor.page, (lines) => lines.length === 0);
  expect(await statusBar(editor.page, statusItem, (text) => text === 'off')).toBe('off');
  expect(settingsIn(settings)).toEqual({ ...before, 'jouleline.enable': false });
  await clickStatusBar(editor.page, statusItem);
  await pick(editor.page, 'Turn On in This Workspace');
  await waitForDecorations(editor.page, isFresh);
  expect(settingsIn(settings)).toEqual(before);
});

test('colors stay on their lines while one types, and a new line gets its own', async () => {
  const before = await waitForDecorations(editor.page, isFresh);
  const inner = lineWith(before, 'sum += cells');
  await typeAfter(editor.page, 'double sum = 0;', '\nint extra = size * 2;');
  const after = await waitForDecorations(
    editor.page,
    (lines) => isFresh(lines) && lineWith(lines, 'int extra') !== undefined,
  );
  const moved = lineWith(after, 'sum += cells');
  expect(moved?.line).toBe((inner?.line ?? 0) + 1);
  expect(heatOf(moved?.color ?? '')).toBeGreaterThan(0.7);
  const colored = after.map(({ line }) => line);
  const closing = (await screenLines(editor.page)).find(
    ({ text }) => text.trim() === '/** Sum of the main diagonal. */',
  );
  expect(colored).not.toContain(closing?.line);
  await runCommand(editor.page, 'File: Revert File'); // so that the next test finds it as it was
  const restored = await waitForDecorations(
    editor.page,
    (lines) => isFresh(lines) && lineWith(lines, 'int extra') === undefined,
  );
  expect(lineWith(restored, 'sum += cells')?.line).toBe(inner?.line);
});

test('a file that does not parse keeps its colors where it can be read', async () => {
  await openFile(editor.page, 'Broken.java');
  const colored = await waitForDecorations(
    editor.page,
    (lines) => lineWith(lines, 'value * 2') !== undefined,
  );
  expect(lineWith(colored, 'value / 2')).toBeDefined();
});

test('a deleted brace takes no color and no figure away: those of its method are faded until it is there again', async () => {
  const { page } = editor;
  await statusLabel(page, statusItem, (text) => text.includes('for one call of each method'));
  // Lenses that come later move lines off the screen.
  const areLensesThere = async (): Promise<boolean> => {
    const methods = (await screenLines(page)).filter(({ text }) => /^ {4}public .*\{$/.test(text));
    const lenses = await waitForCodeLenses(page);
    return lenses.filter((text) => text.includes('J')).length >= methods.length;
  };
  await waitFor('a code lens above each method', areLensesThere, Boolean);
  const before = await waitForDecorations(page, isFresh);
  const figure = await statusBar(page, statusItem, (text) => text.includes('J'));
  const heats = (lines: readonly ColoredLine[]): readonly string[] =>
    lines.map(({ line, color }) => `${line} ${heatOf(color).toFixed(2)}`);
  const isFaded = (lines: readonly ColoredLine[]): boolean =>
    readRgba(lineWith(lines, 'sum += cells')?.color ?? '')[3] < 0.2;
  await typeAfter(page, 'for (int k = 0; k < size; k++) {', '');
  await watchColors(page);
  await page.keyboard.press('Backspace');
  expect(await statusBar(page, statusItem, (text) => text.includes('syntax error'))).toBe(
    `${figure.replace(' per call', '')} · syntax error`,
  );
  const broken = await waitForDecorations(page, isFaded);
  expect(heats(broken)).toEqual(heats(before));
  const opacityOf = (lines: readonly ColoredLine[], text: string): number =>
    readRgba(lineWith(lines, text)?.color ?? '')[3];
  expect(opacityOf(broken, 'sum += get(i, i)')).toBe(opacityOf(before, 'sum += get(i, i)'));
  expect(await fewestColors(page)).toBe(before.length);
  expect(await hover(page, 'sum +=', (shown) => shown.includes('%'))).toContain(
    'This text has a syntax error. The figures are from before it.',
  );
  await screenshot(page, 'syntax-error');
  await dismiss(page);
  await page.keyboard.press('Control+Z');
  await statusBar(page, statusItem, (text) => text === figure);
  expect(await waitForDecorations(page, isFresh)).toEqual(before);
});

/** Counts the colored lines in each frame from now on. */
function watchColors(page: Page): Promise<void> {
  return page.evaluate(`{
    window.fewestColors = Infinity;
    const watch = () => {
      window.fewestColors = Math.min(window.fewestColors, inPage.decorations().length);
      requestAnimationFrame(watch);
    };
    watch();
  }`);
}

function fewestColors(page: Page): Promise<number> {
  return page.evaluate<number>('window.fewestColors');
}

test('switching editors shows the kept colors at once; other files have none', async () => {
  await waitForDecorations(editor.page, isFresh);
  await openFile(editor.page, 'notes.txt');
  expect(await decorations(editor.page)).toEqual([]);
  await editor.page.locator(`[id="${statusItem}"]`).waitFor({ state: 'hidden' });
  await openFile(editor.page, 'Sorting.java');
  const sorting = await waitForDecorations(
    editor.page,
    (lines) => lineWith(lines, 'values[j + 1] = values[j];') !== undefined,
  );
  expect(lineWith(sorting, 'package demo')).toBeUndefined();
  await openFile(editor.page, 'Matrix.java');
  const began = performance.now();
  await waitForDecorations(editor.page, (lines) => lineWith(lines, 'sum += cells') !== undefined);
  expect(performance.now() - began).toBeLessThan(5000);
});

test('light theme, energies at the ends of lines', async () => {
  editor.server.changeSettings({
    'workbench.colorTheme': 'Default Light Modern',
    ...byRank,
    'jouleline.endOfLineText': true,
  });
  await editor.page.locator('.monaco-workbench.vs').waitFor();
  const ends = await waitFor(
    'texts at line ends',
    () => lineEnds(editor.page),
    (found) => found.length > 5,
  );
  expect(ends.filter(({ text }) => text.includes('%')).length).toBe(ends.length);
  await waitForDecorations(editor.page, isFresh);
  await screenshot(editor.page, 'light');
});

test('high contrast: borders instead of backgrounds', async () => {
  editor.server.changeSettings({ ...byRank, 'workbench.colorTheme': 'Default High Contrast' });
  await editor.page.locator('.monaco-workbench.hc-black').waitFor();
  await waitForDecorations(editor.page, (lines) => lines.length === 0);
  const borders = await waitFor(
    'borders',
    () => leftBorders(),
    (found) => found.length > 5,
  );
  expect(new Set(borders)).toContain('5px');
  await screenshot(editor.page, 'high-contrast');
});

test('gutter display: marks beside the line numbers, none on the text', async () => {
  editor.server.changeSettings({ ...byRank, 'jouleline.display': 'gutter' });
  const marks = await waitFor(
    'gutter marks',
    () => gutterMarks(editor.page),
    (found) => found.length > 5,
  );
  for (const { image } of marks) expect(image).toContain('data:image/svg+xml');
  expect(await decorations(editor.page)).toEqual([]);
  await screenshot(editor.page, 'gutter');
});

test('a theme sets the colors, on lines and in the gutter', async () => {
  const green = { 'workbench.colorCustomizations': { 'jouleline.hot': '#00ff00' } };
  const isGreen = ([red, green, blue]: ReturnType<typeof readRgba>): boolean =>
    green > 3 * Math.max(red, blue);
  editor.server.changeSettings({ ...byRank, ...green });
  await waitForDecorations(editor.page, (lines) => lines.some(({ color }) => isGreen(readRgba(color))));
  editor.server.changeSettings({ ...byRank, ...green, 'jouleline.display': 'gutter' });
  await waitFor(
    'green gutter marks',
    () => gutterMarks(editor.page),
    (found) => found.some(({ color }) => isGreen(readRgba(color))),
  );
  await screenshot(editor.page, 'gutter-green');
});

test('another palette has other colors', async () => {
  await waitForDecorations(editor.page, isFresh);
  editor.server.changeSettings({ ...byRank, 'jouleline.palette': 'cividis' });
  await waitForDecorations(editor.page, (lines) => {
    const color = lineWith(lines, 'sum += cells')?.color;
    if (color === undefined) return false;
    const [red, green, blue] = readRgba(color);
    return Math.min(red, green) > blue; // its hot end is yellow
  });
});

test('by default a file is faint that takes next to nothing of the workspace’s energy', async () => {
  await waitForDecorations(editor.page, isFresh);
  editor.server.changeSettings({ 'jouleline.look': 'heatmap' });
  const quiet = await waitForDecorations(editor.page, (lines) => lines.length > 5 && !isFresh(lines));
  for (const { color } of quiet) expect(heatOf(color)).toBeLessThan(0.7);
  await screenshot(editor.page, 'quiet');
});

test('hotspots are marked in the gutter, and other lines are left alone', async () => {
  await waitForDecorations(editor.page, isFresh);
  editor.server.changeSettings({ 'jouleline.look': 'hotspots' });
  await waitForDecorations(editor.page, (lines) => lines.length === 0);
  await waitFor(
    'no marks',
    () => gutterMarks(editor.page),
    (found) => found.length === 0,
  );
  await screenshot(editor.page, 'hotspots');
});

test('a comparison of texts has colors of its own', async () => {
  await waitForDecorations(editor.page, isFresh);
  await typeAfter(editor.page, 'double sum = 0;', '\nint extra = size * 2;');
  await runCommand(editor.page, 'File: Compare Active File with Saved');
  await editor.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
  await waitForDecorations(editor.page, (lines) => lines.every(({ color }) => heatOf(color) < 0.7));
  await screenshot(editor.page, 'diff');
  await runCommand(editor.page, 'View: Revert and Close Editor');
  await waitForDecorations(editor.page, isFresh);
});

test('a file that was never saved is colored too', async () => {
  const { page } = editor;
  await page.keyboard.press('Control+Alt+N');
  await page.locator('.tab.active[data-resource-name^="Untitled"]').waitFor();
  await runCommand(page, 'Change Language Mode');
  await page.locator('.quick-input-widget input[placeholder*="Language Mode"]').fill('Java');
  await page.locator('.quick-input-list .monaco-list-row.focused[aria-label^="Java,"]').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('class Scratch { int cube(int n) { return n * n * n; } }');
  await waitForDecorations(page, (lines) => lineWith(lines, 'return n * n * n') !== undefined);
  await statusLabel(page, statusItem, (text) => text.includes('J') && text.includes('estimated'));
});

/** The settings of the workspace; none if it has no file of them. */
function settingsIn(path: string): Readonly<Record<string, unknown>> {
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>)
    : {};
}

/** Widths of the colored borders at the left of lines on screen. */
function leftBorders(): Promise<readonly string[]> {
  return editor.page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('.view-overlays > div [class*="ced-"]')]
      .map((mark) => getComputedStyle(mark).borderLeftWidth).filter((width) => width !== '0px')`,
  );
}
