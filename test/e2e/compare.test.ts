/** Two profiles compared in the real VS Code: chosen from lists, and shown in an editor and in the energy map. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pick, runCommand, screenshot, toast, webview, chooseFile } from '../support/vscode-page';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { waitFor } from '../support/wait-for';
import { openEditor } from './editor';
import type { Editor } from './editor';
import { makeProfiledSample } from './sample-profiles';

let editor: Editor;
let folder: string;

beforeAll(async () => {
  folder = await makeProfiledSample();
  const profiles = join(folder, '.jouleline', 'profiles');
  const text = readFileSync(join(profiles, 'before.json'), 'utf8');
  writeFileSync(
    join(profiles, 'hostile.json'),
    text.replaceAll('"gaussian"', '"<img src=x><b>gaussian</b>"'),
  );
  editor = await openEditor({}, { workspace: folder });
});
afterAll(async () => {
  await editor.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A function of the browser's page. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  };
}

/** How many pixels are orange, as nothing is in the palette of estimates. */
function orangePixels(): Promise<number> {
  return webview(editor.page)
    .locator('canvas.lines')
    .evaluate((canvas: Canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
        if (red > 150 && green - blue > 40) count++;
      }
      return count;
    });
}

async function compare(before: string, after: string): Promise<void> {
  const { page } = editor;
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Compare Profiles');
  const asked = page.locator('.quick-input-title');
  await asked.filter({ hasText: 'Compare: before' }).waitFor();
  await pick(page, before);
  // The second list takes the place of the first.
  await asked.filter({ hasText: 'Compare: after' }).waitFor();
  await pick(page, `${after},`);
  await webview(page)
    .locator('h1', { hasText: `${before} → ${after}` })
    .waitFor();
}

test('the verdict comes first, then the lines that changed; tasks are listed, the most changed first', async () => {
  const { page } = editor;
  // From a picture with other colors.
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  await webview(page).locator('.facts', { hasText: 'J' }).waitFor();
  await compare('before', 'after');
  const frame = webview(page);
  expect(await frame.locator('h1').innerText()).toBe('Comparison: before → after');
  expect(await frame.locator('.verdict').innerText()).toMatch(
    /^[▼▲] B takes [\d.]+ m?J (?:less|more) than A \(.+\)\s+the variation between runs is unknown$/,
  );
  expect(await frame.locator('[role=tab]').allInnerTexts()).toEqual([
    'Changed Lines',
    'Tasks',
    'Flame Graph',
    'Packages',
  ]);
  await frame.locator('.methods .line').first().waitFor();
  expect(await frame.locator('.methods .block, .alpha').locator('visible=true').count()).toBe(0);
  await screenshot(page, 'comparison-opened');
  await frame.locator('[data-tab=tasks]').click();
  await frame.locator('.alpha select').waitFor();
  const names = await frame.locator('.tasks .row .code').allInnerTexts();
  expect(names.filter((name) => name.startsWith('new ArrayList('))).not.toEqual([]);
  await frame.locator('.tasks .row').first().focus();
  await page.keyboard.press('ArrowDown');
  const title = await frame.locator('.tasks .row').nth(1).getAttribute('title');
  const chosen = await frame.locator('.tree h2').innerText();
  expect(title?.endsWith(chosen)).toBe(true);
  await frame.locator('.trees .row').first().waitFor();
  // The one whose trees are shown is selected, wherever it stands.
  const selected = frame.locator('.tasks .row[aria-selected=true]');
  expect(await selected.getAttribute('title')).toBe(title);
  await frame.locator('.tasks [role=columnheader].name button').click();
  expect(await selected.getAttribute('title')).toBe(title);
  await frame.locator('.tasks .row').last().click();
  expect(await selected.count()).toBe(1);
  expect(await selected.getAttribute('title')).not.toBe(title);
  await frame.locator('.tasks [role=columnheader].difference button').click();
  await frame.locator('input[type=search]').fill('size');
  const found = await frame.locator('.tasks .row .code').allInnerTexts();
  expect(found.length).toBeGreaterThan(0);
  for (const name of found) expect(name).toContain('size');
});

test('a package that is marked otherwise changes the list', async () => {
  const { page } = editor;
  await compare('before', 'after');
  const frame = webview(page);
  await frame.locator('[data-tab=packages]').click();
  await frame.locator('input[data-package="skysurvey.image"]').uncheck();
  await frame.locator('td', { hasText: 'marked by you' }).waitFor();
  await frame.locator('[data-tab=tasks]').click();
  const first = frame.locator('.tasks .row').first();
  expect(await first.innerText()).toContain('Blur.gaussian');
  expect(await first.innerText()).toMatch(/▼ less energy/);
  await first.click();
  const rows = await frame.locator('.trees .row').allInnerTexts();
  expect(rows.some((row) => row.includes('Blur.clamp') && row.includes('≠ other calls'))).toBe(true);
  expect(await frame.locator('.details').innerText()).toMatch(/Rank among all methods\s+A \d+ with callees/);
  expect(await frame.locator('.totals').innerText()).toMatch(/application [\d.]+ %, frameworks [\d.]+ %/);
  expect(await frame.locator('.totals').innerText()).toMatch(/In common\s+[\d.]+ % of the tasks/);
  await screenshot(page, 'comparison-tasks');
  await frame.locator('[data-tab=flame]').click();
  await frame.locator('.stage').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', '+']) await page.keyboard.press(key);
  expect(await frame.locator('.told').innerText()).toMatch(/gaussian.*▼ less energy.*A .*J, B .*J/);
  expect(await frame.locator('.trail').innerText()).toContain('Blur.gaussian');
  await screenshot(page, 'comparison-flame');
});

test('a line of a method is opened, and it is said that the text is another version’s', async () => {
  const { page } = editor;
  await compare('before', 'after');
  const frame = webview(page);
  await frame.locator('[data-tab=methods]').click();
  const blocks = frame.getByRole('button', { name: 'Show blocks' });
  const ground = (): Promise<string> =>
    blocks.evaluate<string, never>(
      `getComputedStyle(document.querySelector('.tools [aria-pressed]')).backgroundColor`,
    );
  const before = await ground();
  await blocks.click();
  expect(await ground()).not.toBe(before);
  expect(await frame.locator('.methods tr.block').first().innerText()).toMatch(
    /^(?:loop (?:body|condition)|branch|sequence) .*Line \d+.*[▼▲+−] (?:less energy|more energy|new|gone)/s,
  );
  await screenshot(page, 'comparison-methods');
  await frame.locator('.methods .link', { hasText: 'Line 18' }).first().click();
  await page.locator('.editor-instance .monaco-editor[data-uri$="Blur.java"] .view-line').first().waitFor();
  await page.locator('.statusbar-item', { hasText: 'Ln 18,' }).waitFor();
});

test('names with markup stay text', async () => {
  const { page } = editor;
  const profiles = join(folder, '.jouleline', 'profiles');
  const text = readFileSync(join(profiles, 'before.json'), 'utf8');
  writeFileSync(
    join(profiles, 'hostile.json'),
    text.replaceAll('"gaussian"', '"<img src=x><b>gaussian</b>"'),
  );
  await compare('hostile', 'after');
  const frame = webview(page);
  await frame.locator('[data-tab=methods]').click();
  await frame.locator('.methods .link', { hasText: '<img src=x><b>gaussian</b>' }).first().waitFor();
  expect(await frame.locator('img, b').count()).toBe(0);
});

test('lines use less and more energy, in colors and in words', async () => {
  const { page } = editor;
  await compare('before', 'after');
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  const frame = webview(page);
  const facts = await waitFor(
    'what the panel counts',
    () => frame.locator('.facts').innerText(),
    (text) => text.includes('before') && text.includes('after'),
  );
  expect(facts).toMatch(/J before, .*J after/);
  const legend = await frame.locator('.changes').innerText();
  for (const word of ['▼ less energy', '▲ more energy', '= unchanged', '− gone', '+ new'])
    expect(legend).toContain(word);
  await waitFor('what uses more energy, in its color', orangePixels, (count) => count > 10);
  await frame.locator('.canvas:visible').focus();
  await page.keyboard.press('n');
  const energy = await waitFor(
    'lens',
    () => frame.locator('.lens .energy').innerText(),
    (text) => text.includes('before'),
  );
  expect(energy).toMatch(/[▼▲] Δ .*J (less energy|more energy)/);
  await screenshot(page, 'energy-map-comparison');
  await frame.locator('button[data-view=table]').click();
  const rows = await frame.locator('tbody tr').allInnerTexts();
  expect(rows.some((row) => row.includes('Blur.java') && row.includes('less energy'))).toBe(true);
  expect(rows.some((row) => row.includes('Simulation.java') && row.includes('more energy'))).toBe(true);
});

test('files from elsewhere are compared: a profile as it is, a recording of another tool once imported', async () => {
  const { page } = editor;
  const elsewhere = makeTemporaryFolder({});
  cpSync(join(folder, '.jouleline', 'profiles', 'before.json'), join(elsewhere, 'kept.json'));
  cpSync('test/fixtures/imports/collapsed/nights.collapsed', join(elsewhere, 'nights.collapsed'));
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Compare Profiles');
  await pick(page, 'A File…');
  const typed = page.locator('.quick-input-widget input.input');
  await expect.poll(() => typed.inputValue()).toMatch(/^\//);
  await page.keyboard.press('Escape');
  // A dialog that is closed leads back to its question.
  await pick(page, 'A File…');
  await chooseFile(page, 'Compare: before', join(elsewhere, 'kept.json'));
  await pick(page, 'A File…');
  await chooseFile(page, 'Compare: after', join(elsewhere, 'nights.collapsed'));
  await webview(page).locator('h1', { hasText: 'kept → ' }).waitFor();
});

test('without two profiles it says what to do, with a button that does it', async () => {
  const { page } = editor;
  await editor.close();
  editor = await openEditor();
  await runCommand(editor.page, 'Jouleline: Compare Profiles');
  expect(await toast(editor.page, (text) => text.includes('A comparison needs two profiles'))).toContain(
    'Profiles saved in this workspace: 0',
  );
  await editor.page.locator('.notification-toast .monaco-button', { hasText: 'Profile Method' }).waitFor();
  expect(page.isClosed()).toBe(true);
});
