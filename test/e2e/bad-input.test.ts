/** Files that the energy map and the lists were not made for, in the real VS Code: each gets a message in words. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { onTestFinished, test } from 'vitest';
import { makeTemporaryFolder, type FolderContent } from '../support/temporary-folder';
import {
  openFile,
  runCommand,
  runOnFile,
  screenshot,
  toast,
  waitForDecorations,
  webview,
} from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { openEditor } from './editor';
import type { Editor } from './editor';

async function open(content: FolderContent): Promise<Editor> {
  const editor = await openEditor({}, { workspace: makeTemporaryFolder(content) });
  onTestFinished(() => editor.close());
  return editor;
}

function text(page: Page, selector: string, fits: (shown: string) => boolean): Promise<string> {
  return waitFor(selector, () => webview(page).locator(selector).first().innerText(), fits);
}

/** One web view at a time. */
async function showLists(page: Page): Promise<void> {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Focus on Hotspots View');
}

test('an empty workspace is said to be empty', async () => {
  const { page } = await open({ 'README.md': 'Nothing here.\n' });
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  await text(page, '.message', (shown) => shown === 'There are no Java files in this workspace.');
  await screenshot(page, 'panel-empty');
  await webview(page).locator('.canvas:visible').focus();
  for (const key of ['n', 'ArrowDown', 'End', 'Enter', '+', '0', 'Escape']) await page.keyboard.press(key);
  for (const view of ['treemap', 'flame', 'table', 'columns'])
    await webview(page).locator(`button[data-view=${view}]`).click();
  await showLists(page);
  await text(page, '.message', (shown) => shown === 'There are no Java files in this workspace.');
});

const METHODS = 2000;
const STATEMENTS = 48;

/** 100,002 lines. */
function longFile(): string {
  const statements = '    x = x * 31 + 7;\n'.repeat(STATEMENTS);
  const method = (_: unknown, index: number): string => `  void step${index}() {\n${statements}  }\n`;
  return `class Long { int x;\n${Array.from({ length: METHODS }, method).join('')}}\n`;
}

test('a file of 100,000 lines and one whose lines all cost the same are shown, and one may go meanwhile', async () => {
  const { page, server } = await open({
    'Long.java': longFile(),
    // Without a constructor, which would cost something else.
    'Same.java':
      'interface Same {\n  static int a(int x) { return x + 1; }\n  static int b(int x) { return x + 1; }\n}\n',
  });
  const frame = webview(page);
  const lens = (part: string): Locator => frame.locator(`.lens ${part}`).first();
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  const counts = new RegExp(`J · Files: 2, lines: 100,00\\d`);
  await text(page, '.facts', (shown) => counts.test(shown) && !shown.includes('is reading'));
  await screenshot(page, 'panel-long');
  await frame.locator('header input[type=search]').fill('Long.java');
  await text(page, '.facts', (shown) => /9\d,\d{3} of/.test(shown));
  await frame.locator('.canvas:visible').focus();
  await page.keyboard.press('n');
  await waitFor('the hottest line', () => lens('.where').innerText(), (where) => where.startsWith('Long.java:')); // prettier-ignore
  await page.keyboard.press('End');
  await waitFor('the last line', () => lens('.where').innerText(), (where) => /:100,?00\d$/.test(where)); // prettier-ignore
  await page.keyboard.press('Escape');
  await frame.locator('header input[type=search]').fill('Same.java');
  await text(page, '.facts', (shown) => /\b2 of/.test(shown));
  await frame.locator('.canvas:visible').focus();
  await page.keyboard.press('n');
  // Both lines take next to nothing of the workspace.
  await waitFor('a cold color', () => lens('.energy').innerText(), (energy) => /50\.0 % of the file[^]*color [1-9] of 24/.test(energy)); // prettier-ignore
  rmSync(join(server.workspace, 'Same.java'));
  await text(page, '.facts', (shown) => /Files: 1,/.test(shown));
  await frame.locator('header input[type=search]').fill('');
  await showLists(page);
  await text(page, '.facts', (shown) => /^Lines: 9\d,\d{3}/.test(shown));
});

test('a recording of another program leaves all lines gray, and lists say why they are empty', async () => {
  const { page } = await open({
    'Here.java': 'class Here { int twice(int x) { return x + x; } }\n',
    'elsewhere.collapsed': 'elsewhere.Main.main;elsewhere.Main.run 10\nelsewhere.Main.main 2\n',
  });
  await openFile(page, 'Here.java');
  await waitForDecorations(page);
  await runOnFile(page, 'elsewhere', 'Import Recordings');
  await toast(page, (message) => message.includes('elsewhere'));
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  await text(page, '.facts', (shown) => shown.startsWith('Files: 1'));
  await webview(page).locator('button[data-view=table]').click();
  await webview(page).getByRole('button', { name: 'Files', exact: true }).click();
  await text(page, 'tbody tr', (shown) => shown.includes('Here.java'));
  await showLists(page);
  await text(page, '.message', (shown) => shown.includes('contains nothing of this workspace'));
});
