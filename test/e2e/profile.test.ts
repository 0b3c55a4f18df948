/** "Profile" in the real VS Code: from the lens above a method to lines colored by what ran. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answer,
  answerUntil,
  clickLens,
  dismiss,
  openFile,
  pick,
  runCommand,
  runOnRow,
  screenshot,
  statusBar,
  statusLabel,
  toast,
  typeInBox,
  typeAfter,
  waitForCodeLenses,
  waitForDecorations,
  webview,
} from '../support/vscode-page';
import type { ColoredLine } from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { heatOf, openEditor, readRgba, savedProfiles, statusItem } from './editor';
import type { Editor } from './editor';

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor({ 'jouleline.profile.runs': 2 });
});
afterAll(async () => {
  await editor.close();
});

function profiles(): readonly {
  readonly format: string;
  readonly measurement?: { readonly requested: number };
}[] {
  const { workspace } = editor.server;
  return savedProfiles(workspace).map(
    (name) =>
      JSON.parse(readFileSync(join(workspace, '.jouleline', 'profiles', name), 'utf8')) as ReturnType<
        typeof profiles
      >[number],
  );
}

test('a method is profiled from its lens by one run, and a message says what was found', async () => {
  const { page } = editor;
  await openFile(page, 'Sorting.java');
  await waitForDecorations(page);
  await waitForCodeLenses(page, (lenses) => lenses.some((text) => text.includes('Profile')));
  await clickLens(page, 'Profile', page.locator('.terminal-wrapper'));
  await statusLabel(page, statusItem, (text) => text.includes('counts measured'));
  await waitForCodeLenses(page, (lenses) => lenses.some((text) => /% · [^|]*J \|/.test(text)));
  const message = await toast(page, (text) => text.includes('took'));
  expect(message).toMatch(
    /^Sorting took [\d.]+ m?J \(proxy\)\. Its hottest line is Sorting\.java:21, with [\d.]+ % of the program: for/,
  );
  await screenshot(page, 'profile');
  expect(profiles()).toMatchObject([{ format: 'jouleline-profile', measurement: { requested: 1 } }]);
});

test('its message measures it more precisely, in its place', async () => {
  const { page } = editor;
  await answer(page, 'took', 'Measure More Precisely');
  await waitFor(
    'two runs',
    () => Promise.resolve(profiles()),
    ([first, second]) => {
      return first?.measurement?.requested === 2 && second === undefined;
    },
  );
  await toast(page, (text) =>
    /took [\d.]+ m?J \(proxy\) \(95 % interval: [\d.]+ m?J to [\d.]+ m?J\)\./.test(text),
  );
});

test('a method that is edited keeps its colors, faded and marked, and all others keep theirs', async () => {
  const { page } = editor;
  await dismiss(page);
  const before = await waitForDecorations(page);
  const heats = (lines: readonly ColoredLine[]): readonly string[] =>
    lines.map(({ line, color }) => `${line} ${heatOf(color).toFixed(2)}`);
  const figure = await statusBar(page, statusItem, (text) => text.includes('J'));
  await typeAfter(page, 'values[j + 1] = values[j];', ' // edited');
  const lenses = await waitForCodeLenses(page, (found) =>
    found.some((text) => text.includes('before the edit')),
  );
  expect(lenses.filter((text) => text.includes('before the edit'))).toHaveLength(1);
  const edited = await waitForDecorations(page, (lines) => heats(lines).join() === heats(before).join());
  const opacityOf = (lines: readonly ColoredLine[], text: string): number =>
    readRgba(lines.find((line) => line.text.includes(text))?.color ?? '')[3];
  expect(opacityOf(edited, 'values[j + 1]')).toBeLessThan(opacityOf(before, 'values[j + 1]'));
  expect(await statusBar(page, statusItem, (text) => text.includes('J'))).toBe(figure);
  await screenshot(page, 'profile-edited');
  await runCommand(page, 'File: Revert File');
  await waitForCodeLenses(page, (found) => !found.some((text) => text.includes('before the edit')));
  expect(await waitForDecorations(page, (lines) => heats(lines).join() === heats(before).join())).toEqual(
    before,
  );
});

test('a second profile of the program is compared with it from its message', async () => {
  const { page } = editor;
  await runCommand(page, 'Notifications: Clear All Notifications');
  await clickLens(page, 'Profile', page.locator('.notification-toast', { hasText: 'Profile Sorting' }));
  await answerUntil(page, 'took', 'Compare With Previous', webview(page).locator('h1'));
  expect(profiles()).toHaveLength(2);
  await webview(page).locator('[data-tab=methods][aria-selected=true]').waitFor();
  await screenshot(page, 'compared-with-previous');
});

test('the menus of the text, of the margin and of the title lead to profiles', async () => {
  const { page } = editor;
  await dismiss(page);
  await openFile(page, 'Sorting.java');
  const menuOf = async (place: string): Promise<string> => {
    await page.locator(place).first().click({ button: 'right' });
    const text = await page.locator('.monaco-menu').innerText();
    await page.keyboard.press('Escape');
    return text;
  };
  expect(await menuOf('.editor-instance .view-line')).toContain('Profile Method');
  expect(await menuOf('.editor-instance .margin .line-numbers')).toContain('Profile Method');
  await page.locator('.editor-actions [aria-label*="Run with Energy Profile"]').click();
  await waitFor(
    'a third profile',
    () => Promise.resolve(profiles()),
    ({ length }) => length === 3,
  );
  await toast(page, (text) => text.includes('took'));
});

test('profiles are called by their programs, and can be renamed, revealed, compared and moved to the trash', async () => {
  const { page, server } = editor;
  await dismiss(page);
  await runCommand(page, 'Notifications: Clear All Notifications');
  await runCommand(page, 'Jouleline: Focus on Energy Profiles View');
  const rows = page.locator('.tree-explorer-viewlet-tree-view .monaco-list-row');
  const row = rows.filter({ hasText: '(proxy)' }).last();
  expect(await row.innerText()).toMatch(
    /^Sorting\s*(shown · )?(now|\d+ minutes? ago) · [\d.]+ m?J \(proxy\)/,
  );
  // A list that is read again closes the menu of its row.
  const askOn = (of: Locator, title: string, question: Locator): Promise<boolean> =>
    waitFor(
      `the question of ${title}`,
      async () => {
        await runOnRow(page, of, title);
        await question.waitFor({ timeout: 3000 }).catch(() => undefined);
        return question.isVisible();
      },
      Boolean,
    );
  await askOn(row, 'Rename Profile', page.locator('.quick-input-widget', { hasText: 'Rename Profile' }));
  await typeInBox(page, 'Rename Profile', 'before tuning');
  const renamed = rows.filter({ hasText: /^before tuning(?! –)/ });
  await renamed.waitFor();
  expect(savedProfiles(server.workspace)).toContain('before tuning.json');
  await runOnRow(page, renamed, 'Reveal Profile');
  await page
    .locator('.explorer-folders-view .monaco-list-row.selected', { hasText: 'before tuning' })
    .waitFor();
  await runCommand(page, 'Jouleline: Focus on Energy Profiles View');
  await screenshot(page, 'profiles-view');
  const other = rows.filter({ hasText: /^Sorting/ }).first();
  await other.click();
  await renamed.click({ modifiers: ['Control'] });
  await runOnRow(page, renamed, 'Compare Profiles');
  await page.locator('.tab[aria-label^="before tuning → Sorting"]').waitFor();
  await renamed.click();
  const dialog = page.locator('.monaco-dialog-box');
  await askOn(renamed, 'Move Profile to Trash', dialog);
  await dialog.locator('.monaco-button', { hasText: 'Move to Trash' }).click();
  // Servers have no trash, and it says so.
  await dialog.filter({ hasText: 'has no trash' }).locator('.monaco-button', { hasText: 'Delete' }).click();
  await renamed.waitFor({ state: 'detached' });
  expect(savedProfiles(server.workspace)).not.toContain('before tuning.json');
});

test('the estimate is chosen again', async () => {
  const { page } = editor;
  await dismiss(page);
  await openFile(page, 'Sorting.java');
  await runCommand(page, 'Jouleline: Color Lines By…');
  await pick(page, 'Estimate');
  await statusLabel(page, statusItem, (text) => text.includes('estimated'));
});

test('a comparison of profiles without calls records them by a click', async () => {
  const { page } = editor;
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'View: Show Explorer');
  await runCommand(page, 'Jouleline: Compare Profiles');
  const asked = page.locator('.quick-input-title');
  await asked.filter({ hasText: 'Compare: before' }).waitFor();
  await pick(page, 'Sorting');
  await asked.filter({ hasText: 'Compare: after' }).waitFor();
  await pick(page, 'Sorting');
  const frame = webview(page);
  await frame.locator('[data-tab=tasks]').click();
  await frame.locator('#panel-tasks', { hasText: 'at least one of the two profiles has none' }).waitFor();
  await screenshot(page, 'comparison-without-calls');
  const known = profiles().length;
  await frame.locator('#panel-tasks .record').click();
  // Both run once more, and their comparison takes the place of the first.
  await frame.locator('#panel-tasks.split').waitFor({ state: 'attached', timeout: 120_000 });
  expect(profiles()).toHaveLength(known + 2);
});
