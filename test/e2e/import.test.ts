/** Other tools' measurements in the real VS Code: from a file in the explorer to lines that say what all sources do. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand as runProgram } from '../support/run-command';
import {
  dismiss,
  goToLine,
  hover,
  openFile,
  pick,
  pickInPalette,
  previewedText,
  runCommand,
  runOnFile,
  runOnRow,
  screenshot,
  statusLabel,
  toast,
  waitForCursor,
  waitForDecorations,
  webview,
} from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { heatOf, openEditor, statusItem } from './editor';
import type { Editor } from './editor';

const imports = 'test/fixtures/imports';
let editor: Editor;

beforeAll(async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'jouleline-imports-'));
  for (const path of [
    'program/nights',
    'jfr/nights-17.jfr',
    'energy/nights.jouleline-energy.json',
    'collapsed/nights-lines.collapsed',
    'pprof/nights-jfr.pprof',
    'program/feed',
    'energy/feed-vlens.jouleline-energy.json',
    'energy/feed-elens.jouleline-energy.json',
  ])
    cpSync(join(imports, path), join(workspace, path.split('/').at(-1) ?? ''), { recursive: true });
  // A copy of it is opened.
  editor = await openEditor(
    { 'jouleline.look': 'custom', 'jouleline.endOfLineText': true },
    { workspace },
  ).finally(() => {
    rmSync(workspace, { recursive: true });
  });
});
afterAll(async () => {
  await editor.close();
});

test('a file is imported from the explorer, and colors the lines that it knows', async () => {
  const { page, server } = editor;
  await openFile(page, 'Nights.java');
  await waitForDecorations(page);
  await runOnFile(page, 'nights.jouleline-energy', 'Import Recordings');
  expect(await toast(page, (message) => message.includes('nights.jouleline-energy.json'))).toMatch(
    /J in the sources/,
  );
  expect(await statusLabel(page, statusItem, (text) => text.includes('Nexus 5'))).toMatch(
    /J of .*J \(Nexus 5\)/,
  );
  await goToLine(page, 56);
  const colored = await waitForDecorations(page, (lines) => lines.some(({ line }) => line === 56));
  expect(colored.map(({ line }) => line)).not.toContain(55);
  expect(heatOf(colored.find(({ line }) => line === 56)?.color ?? '')).toBeGreaterThan(0);
  expect(readdirSync(join(server.workspace, '.jouleline', 'profiles'))).toEqual([
    'nights.jouleline-energy.json.json',
  ]);
});

test('a second one is chosen in the dialogue, made energy by a total, and shown with the first', async () => {
  const { page, server } = editor;
  await dismiss(page);
  await runCommand(page, 'Jouleline: Import Recordings');
  await pick(page, 'Files');
  const path = page.locator('.quick-input-widget input.input');
  const file = join(server.workspace, 'nights-lines.collapsed');
  await pick(page, 'A meter measured the whole run');
  await pick(page, 'Use line numbers from samples');
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget', { hasText: 'in joules' }).waitFor();
  await path.fill('12');
  await page.keyboard.press('Enter');
  const done = page.locator('.notification-toast', { hasText: 'nights-lines' });
  // The dialogue fills its own folder in when it has looked at it, and takes no Enter before it has looked at a path.
  const accept = async (): Promise<boolean> => {
    const shown = (await path.isVisible()) ? await path.inputValue() : '';
    if (shown === file) await page.keyboard.press('Enter');
    else if (shown.startsWith('/')) await path.fill(file);
    await done.waitFor({ timeout: 1500 }).catch(() => undefined);
    return done.isVisible();
  };
  await waitFor('the import', accept, Boolean);
  await statusLabel(page, statusItem, (text) => /of 12 J/.test(text));
  await runCommand(page, 'Jouleline: Focus on Energy Profiles View');
  await showTogether('nights-lines.collapsed', 'nights.jouleline-energy.json');
  await statusLabel(page, statusItem, (text) => text.includes('Nexus 5'));
  await goToLine(page, 56);
  const text = await hover(page, 'sum += star * round', (shown) => shown.includes('nights-lines'));
  expect(text).toContain('nights.jouleline-energy.json');
  expect(text).toContain('Nexus 5');
  expect(text).toContain('measured');
  expect(text).toContain('modeled');
  await screenshot(page, 'import-dark');
  await dismiss(page);
  editor.server.changeSettings({ 'workbench.colorTheme': 'Default Light Modern' });
  await page.locator('.monaco-workbench.vs').waitFor();
  await hover(page, 'sum += star * round', (shown) => shown.includes('nights-lines'));
  await screenshot(page, 'import-light');
});

test('the summary says what the sources took, and what the code that they call', async () => {
  const { page } = editor;
  await dismiss(page);
  const row = profileRow('nights-lines.collapsed');
  await row.hover();
  await row.locator('[aria-label="Show Import Summary"]').click();
  const text = await summary((shown) => shown.includes('Library code that it calls'));
  // It is energy, by the total of 12 J.
  expect(text).toMatch(
    /Hottest lines\s+In method\s+Place\s+Energy\s+Share\s+Nights\.\w+\s+Nights\.java:\d+\s+[\d.]+ J/,
  );
  expect(text).not.toContain('**');
  await screenshot(page, 'import-summary');
});

test('results of vLens and eLens color lines by the whole run, with components and operations on hover', async () => {
  const { page } = editor;
  await dismiss(page);
  await openFile(page, 'Feed.java');
  await runCommand(page, 'View: Show Explorer');
  for (const tool of ['feed-elens', 'feed-vlens']) {
    await runOnFile(page, tool, 'Import Recordings');
    await toast(page, (message) => message.includes(tool));
    await dismiss(page);
  }
  await runCommand(page, 'Jouleline: Focus on Energy Profiles View');
  await showTogether('feed-vlens', 'feed-elens');
  await statusLabel(page, statusItem, (text) => /323 mJ of 361 mJ/.test(text));
  await goToLine(page, 28);
  const wanted = [16, 35, 36, 42];
  const colored = await waitForDecorations(page, (lines) =>
    wanted.every((each) => lines.some(({ line }) => line === each)),
  );
  const heatAt = (at: number): number => heatOf(colored.find(({ line }) => line === at)?.color ?? '');
  // By vLens' energies 96.4, 88.6, 31.2 and 0.9 mJ.
  expect([heatAt(16) >= heatAt(36), heatAt(36) > heatAt(35), heatAt(35) > heatAt(42)]).toEqual([
    true,
    true,
    true,
  ]);
  const text = await hover(page, 'in.read(buffer)', (shown) => shown.includes('eLens'));
  for (const figure of ['96.4 mJ', '90.2 mJ in library code', 'network 88.5 mJ', 'Modeled division'])
    expect(text.replaceAll('\u00a0', ' ')).toContain(figure);
  await screenshot(page, 'import-papers');
});

test('the list of hotspots and the map show the components of lines, or one that is chosen there', async () => {
  const { page, server } = editor;
  await dismiss(page);
  await runCommand(page, 'Jouleline: Focus on Hotspots View');
  const list = webview(page);
  const rows = (): Promise<readonly string[]> => list.locator('.body .row').allInnerTexts();
  const has = (shown: readonly string[], first: string, count: number): boolean =>
    shown[0]?.replaceAll('\u00a0', ' ').includes(first) === true && shown.length >= count;
  await waitFor('the line that reads', rows, (shown) => has(shown, 'network 88.5 mJ', 20));
  await screenshot(page, 'import-components');
  await list.getByRole('combobox', { name: 'Component' }).selectOption('network');
  await waitFor('the network alone', rows, (shown) => has(shown, '88.5 mJ', 1) && shown.length === 1);
  await statusLabel(page, statusItem, (text) => text.includes('network'));
  await runCommand(page, 'View: Show Explorer');
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  const choice = webview(page).getByRole('combobox', { name: 'Component' });
  const chosen = (): Promise<string> => choice.inputValue();
  await waitFor('the chosen component', chosen, (value) => value === 'network');
  await screenshot(page, 'import-components-map');
  await choice.selectOption('');
  const settings = (): string => readFileSync(join(server.workspace, '.vscode', 'settings.json'), 'utf8');
  await waitFor(
    'a setting as before',
    () => Promise.resolve(settings()),
    (text) => !text.includes('component'),
  );
  const facts = (): Promise<string> => webview(page).locator('.facts').innerText();
  await waitFor('the energy of all components', facts, (text) => text.includes('323 mJ'));
  await openFile(page, 'Feed.java');
});

test('a recording opens by a double click, and so does what was saved of it', async () => {
  const { page, server } = editor;
  await dismiss(page);
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'View: Show Explorer');
  const rows = page.locator('.explorer-folders-view .monaco-list-row');
  const tab = page.locator('.tab', { hasText: 'Summary of' });
  await rows.filter({ hasText: /^nights-17\.jfr$/ }).dblclick();
  await tab.waitFor();
  const text = await summary((shown) => shown.includes('Hottest methods'));
  // A page, in the unit that was recorded.
  expect(text).toMatch(/153 samples\. They say where time went, not energy/);
  expect(text).toMatch(
    /Method\s+Place\s+Samples\s+Share\s+Nights\.main\s+Nights\.java:17\s+83 samples\s+54\.2 %/,
  );
  expect(text).toContain('Colors and figures stand on the line of each method’s name');
  expect(text).not.toMatch(/\*\*|^#|Energy/m);
  // The tab of the file made room for the summary.
  await waitFor(
    'one tab',
    () => page.locator('.tabs-container .tab').count(),
    (count) => count === 1,
  );
  expect(readdirSync(join(server.workspace, '.jouleline', 'profiles'))).toContain('nights-17.jfr.json');
  await screenshot(page, 'opened-recording');
  await webview(page).getByText('Nights.java:40').click();
  await waitForCursor(page, (line) => line === 40);
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Focus on Hotspots View');
  const heads = (): Promise<readonly string[]> => webview(page).locator('.head button').allInnerTexts();
  await waitFor('samples', heads, (shown) => shown.some((head) => head.startsWith('Samples')));
  expect(await heads()).not.toContainEqual(expect.stringContaining('Energy'));
  await runCommand(page, 'View: Show Explorer');
  await runCommand(page, 'View: Close All Editors');
  await page.keyboard.press('Control+P');
  const saved = join(server.workspace, '.jouleline', 'profiles', 'nights.jouleline-energy.json.json');
  await page.locator('.quick-input-widget input.input').fill(saved);
  await pick(page, 'nights.jouleline-energy.json.json');
  await tab.waitFor();
  await summary((shown) => shown.includes('Hottest methods'));
  // What other editors may want is theirs first.
  await runOnRow(page, rows.filter({ hasText: /^nights-lines\.collapsed$/ }), 'Open With...');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Energy on the Lines' }).waitFor();
  await page.keyboard.press('Escape');
  await openFile(page, 'Nights.java');
  await statusLabel(page, statusItem, (text) => text.includes('Nexus 5'));
});

test('a profile of Jouleline opens by its file, and a recording in pprof by “Open With…”', async () => {
  const { page, server } = editor;
  await dismiss(page);
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'View: Show Explorer');
  mkdirSync(join(server.workspace, 'once'));
  writeFileSync(join(server.workspace, 'once', 'Once.java'), once);
  await profileOnce(server.workspace);
  const rows = page.locator('.explorer-folders-view .monaco-list-row');
  await page.keyboard.press('Control+P');
  const saved = join(server.workspace, '.jouleline', 'profiles', 'once.json');
  await page.locator('.quick-input-widget input.input').fill(saved);
  await pick(page, 'once.json');
  await toast(page, (message) => message.startsWith('once took'));
  await waitFor('no tab of the file', () => page.locator('.tab', { hasText: 'once.json' }).count(), (count) => count === 0); // prettier-ignore
  await openFile(page, 'Once.java');
  await waitForDecorations(page, (lines) => lines.some(({ line }) => line === 5));
  expect(await hover(page, 'sum += i', (shown) => /sum \+= i r[au]n/.test(shown))).toMatch(/100 times/);
  await dismiss(page);
  await screenshot(page, 'opened-profile');
  await runCommand(page, 'View: Close All Editors');
  await runOnRow(page, rows.filter({ hasText: /^nights-jfr\.pprof$/ }), 'Open With...');
  await pick(page, 'Energy on the Lines');
  await page.locator('.tab', { hasText: 'Summary of' }).waitFor();
  expect(readdirSync(join(server.workspace, '.jouleline', 'profiles'))).toContain('nights-jfr.pprof.json');
  await screenshot(page, 'opened-pprof');
});

test('a file that is dropped on the view is imported', async () => {
  const { page, server } = editor;
  await dismiss(page);
  // Both are in sight at once where somebody has moved the view below the files.
  await pickInPalette(page, 'View: Move View');
  await pick(page, 'Energy Profiles');
  await pick(page, 'Explorer');
  await openFile(page, 'Nights.java');
  await runCommand(page, 'View: Show Explorer');
  const file = page.locator('.explorer-folders-view .monaco-list-row', {
    hasText: /^nights-lines\.collapsed$/,
  });
  await file.dragTo(profileRow('nights-lines.collapsed').first());
  await profileRow('nights-lines.collapsed-2').waitFor();
  expect(readdirSync(join(server.workspace, '.jouleline', 'profiles'))).toContain(
    'nights-lines.collapsed-2.json',
  );
});

/** The page about an import, as soon as it fits. */
async function summary(fits: (text: string) => boolean): Promise<string> {
  const body = previewedText(editor.page);
  const read = async (): Promise<string> => (await body.innerText()).replaceAll('\u00a0', ' ');
  return waitFor('summary', read, fits);
}

/** A row of the view of profiles. */
function profileRow(name: string): Locator {
  return editor.page.locator('.tree-explorer-viewlet-tree-view .monaco-list-row', { hasText: name });
}

/** Selects two rows of the view, and shows both. */
async function showTogether(first: string, second: string): Promise<void> {
  await profileRow(first).click();
  await profileRow(second).click({ modifiers: ['Control'] });
  await runOnRow(editor.page, profileRow(second), 'Show Together');
}

const once = `public class Once {
  public static void main(String[] arguments) {
    long sum = 0;
    for (int i = 0; i < 100; i++)
      sum += i;
    System.out.println(sum);
  }
}
`;

async function profileOnce(folder: string): Promise<void> {
  const out = join(folder, '.jouleline', 'profiles', 'once.json');
  const given = ['profile', '--runs', '0', '--source', 'once', '--out', out, '--main', 'Once'];
  const { status, stderr } = await runProgram(resolve('dist/cli.js'), given, { cwd: folder });
  if (status !== 0) throw new Error(stderr);
}
