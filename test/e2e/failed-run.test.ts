/** A program that fails in the real VS Code: it says so, colors nothing, and gets its arguments. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFiles } from '../support/temporary-folder';
import { waitFor } from '../support/wait-for';
import {
  answer,
  answerUntil,
  clickLens,
  inputBox,
  openFile,
  pick,
  runCommand,
  screenshot,
  statusLabel,
  toast,
  typeInBox,
  waitForCodeLenses,
  waitForDecorations,
} from '../support/vscode-page';
import { openEditor, savedProfiles, statusItem } from './editor';
import type { Editor } from './editor';

const source = `public class Sums {
  public static void main(String[] args) {
    int last = Integer.parseInt(args[0]);
    long sum = 0;
    for (int i = 0; i < last; i++) sum += i;
    System.out.println(sum);
  }
}
`;

const endless = `public class Forever {
  public static void main(String[] args) {
    new java.io.File("began").mkdir();
    for (long i = 0; i >= 0; i = (i + 1) % 1000) Math.floorMod(i, 7);
  }
}
`;

let editor: Editor;
let project: string;
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'jouleline-test-'));
  writeFiles(project, { 'src/Sums.java': source, 'src/Forever.java': endless });
  editor = await openEditor({ 'jouleline.profile.runs': 0 }, { workspace: project });
});
afterAll(async () => {
  await editor.close();
  rmSync(project, { recursive: true, force: true });
});

test('that never ends is canceled: that is said, and nothing is saved', async () => {
  const { page, server } = editor;
  await openFile(page, 'Forever.java');
  await waitForCodeLenses(page, (lenses) => lenses.some((text) => text.includes('Profile')));
  await clickLens(page, 'Profile', page.locator('.notification-toast', { hasText: 'Profile Forever' }));
  await waitFor('a run', () => Promise.resolve(existsSync(join(server.workspace, 'began'))), Boolean);
  await answer(page, 'Profile Forever', 'Cancel');
  const message = await toast(page, (text) => /Forever (?:was|took)/.test(text));
  expect(message).toContain('Forever was canceled: nothing is saved.');
  await screenshot(page, 'canceled-run');
  expect(savedProfiles(server.workspace)).toEqual([]);
});

test('is asked for arguments, and without them fails: nothing is saved or shown', async () => {
  const { page, server } = editor;
  await openFile(page, 'Sums.java');
  await waitForDecorations(page);
  await waitForCodeLenses(page, (lenses) => lenses.some((text) => text.includes('Profile')));
  await clickLens(page, 'Profile', inputBox(page, 'Arguments of Sums'));
  await typeInBox(page, 'Arguments of Sums', '');
  const message = await toast(page, (text) => text.includes('failed'));
  expect(message).toContain('Sums failed (exit code 1)');
  expect(message).toContain('ArrayIndexOutOfBoundsException');
  await screenshot(page, 'failed-run');
  expect(savedProfiles(server.workspace)).toEqual([]);
  await statusLabel(page, statusItem, (text) => text.includes('estimated'));
});

test('runs with the arguments that are set from the message', async () => {
  const { page, server } = editor;
  const title = 'Arguments of Sums';
  await answerUntil(page, 'Sums failed (exit code 1)', 'Set Arguments', inputBox(page, title));
  await typeInBox(page, title, '1000');
  await statusLabel(page, statusItem, (text) => text.includes('counts measured'));
  const [name = ''] = savedProfiles(server.workspace);
  const text = readFileSync(join(server.workspace, '.jouleline', 'profiles', name), 'utf8');
  const { program } = JSON.parse(text) as { readonly program: { readonly command: readonly string[] } };
  expect(program.command.slice(-2)).toEqual(['Sums', '1000']);
});

test('has further settings in launch.json, where the button of the box makes an entry', async () => {
  const { page, server } = editor;
  const title = 'Arguments of Sums';
  await runCommand(page, 'Jouleline: Profile Method With');
  await pick(page, 'Sums');
  await pick(page, 'What the Settings Say');
  const box = inputBox(page, title);
  await box.waitFor();
  const entry = page.locator('.monaco-editor[data-uri$="launch.json"] .view-line', { hasText: 'mainClass' });
  const press = async (): Promise<boolean> => {
    await box
      .locator('.action-label.codicon-gear')
      .click({ timeout: 1000 })
      .catch(() => undefined);
    return entry.first().isVisible();
  };
  await waitFor('the entry', press, Boolean);
  const text = readFileSync(join(server.workspace, '.vscode', 'launch.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    configurations: [{ type: 'java', name: 'Sums', mainClass: 'Sums', args: ['1000'], env: {} }],
  });
  await screenshot(page, 'launch-entry');
});
