/** "Profile" in the real VS Code: from the lens above a method to lines colored by what ran. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  clickLens,
  dismiss,
  openFile,
  pick,
  runCommand,
  screenshot,
  statusLabel,
  waitForCodeLenses,
  waitForDecorations,
} from '../support/vscode-page';
import { openEditor, savedProfiles, statusItem } from './editor';
import type { Editor } from './editor';

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor();
});
afterAll(async () => {
  await editor.close();
});

test('a method is profiled from its lens, and the lines that ran are colored', async () => {
  const { page, server } = editor;
  await openFile(page, 'Sorting.java');
  await waitForDecorations(page);
  await waitForCodeLenses(page, (lenses) => lenses.some((text) => text.includes('Profile')));
  await clickLens(page, 'Profile', page.locator('.terminal-wrapper'));
  await statusLabel(page, statusItem, (text) => text.includes('counts measured'));
  await waitForCodeLenses(page, (lenses) => lenses.some((text) => /% · [^|]*J \|/.test(text)));
  await screenshot(page, 'profile');
  const folder = join(server.workspace, '.jouleline', 'profiles');
  const [name = ''] = savedProfiles(server.workspace);
  const profile = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { readonly format: string };
  expect(profile.format).toBe('jouleline-profile');
});

test('the estimate is chosen again', async () => {
  const { page } = editor;
  await dismiss(page);
  await runCommand(page, 'Jouleline: Color Lines By…');
  await pick(page, 'Estimate');
  await statusLabel(page, statusItem, (text) => text.includes('estimated'));
});
