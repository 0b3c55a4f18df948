/** The commands in the real VS Code, and what happens when the server ends. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  answer,
  dismiss,
  goToLine,
  openFile,
  pick,
  previewedText,
  runCommand,
  screenshot,
  statusLabel,
  toast,
  typeInBox,
  waitForCursor,
  waitForDecorations,
  webview,
} from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { openEditor, statusItem } from './editor';
import type { Editor } from './editor';

/** A function of the browser's page. */
declare const getComputedStyle: (element: unknown) => { readonly backgroundColor: string };

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor();
});
afterAll(async () => {
  await editor.close();
});
beforeEach(async () => {
  await dismiss(editor.page);
  await openFile(editor.page, 'Matrix.java');
  await goToLine(editor.page, 1);
  await waitForDecorations(editor.page);
});

test('next hot line begins at the hottest, previous goes back to it', async () => {
  const { page } = editor;
  await runCommand(page, 'Jouleline: Go to Next Hottest Line');
  const first = await waitForCursor(page, (line) => line !== 1);
  expect(await lineText(first)).toContain('String.format');
  await runCommand(page, 'Jouleline: Go to Next Hottest Line');
  await waitForCursor(page, (line) => line !== first);
  await runCommand(page, 'Jouleline: Go to Previous Hottest Line');
  await waitForCursor(page, (line) => line === first);
  await page.keyboard.press('Control+K');
  await page.keyboard.press('j');
  await waitForCursor(page, (line) => line !== first);
});

test('the legend says what the colors mean, and runs nothing', async () => {
  const { page } = editor;
  await runCommand(page, 'Jouleline: Show Color Legend');
  const body = webview(page).locator('body');
  const text = await waitFor(
    'legend',
    () => body.innerText(),
    (shown) => shown.includes('Hatched'),
  );
  for (const part of ['Matrix.java', 'Cold', 'Hot', 'Raspberry Pi 5', 'estimated', '%'])
    expect(text).toContain(part);
  expect(await webview(page).locator('.step').count()).toBe(24);
  const colors = await webview(page)
    .locator('.step')
    .evaluateAll((steps: readonly unknown[]) => steps.map((step) => getComputedStyle(step).backgroundColor));
  expect(new Set(colors).size).toBe(24);
  expect(await webview(page).locator('script').count()).toBe(0);
  await screenshot(page, 'legend');
  // Another theme has other colors, in the page as on the lines.
  const hottest = (): Promise<string> =>
    webview(page)
      .locator('.step')
      .last()
      .evaluate((step) => getComputedStyle(step as never).backgroundColor);
  const before = await hottest();
  editor.server.changeSettings({ 'workbench.colorTheme': 'Default High Contrast' });
  await waitFor('the colors of high contrast', hottest, (color) => color !== before);
  await screenshot(page, 'legend-contrast');
  editor.server.changeSettings({});
});

test('setting up a power meter says why nothing is measured, and offers ways out', async () => {
  const { page } = editor;
  await runCommand(page, 'Jouleline: Set Up a Power Meter');
  const box = page.locator('.quick-input-widget input[placeholder*="nergy is "]');
  await box.waitFor();
  const reason = (await box.getAttribute('placeholder')) ?? '';
  expect(reason).toMatch(/^Energy is (?:measured by \w|not measured: \w)/);
  const rows = page.locator('.quick-input-list .monaco-list-row');
  expect((await rows.allInnerTexts()).join()).toContain('Use CPU Time With Your Processor’s Watts…');
  await screenshot(page, 'power-meter');
  await pick(page, 'Use CPU Time');
  await typeInBox(page, 'Watts of one busy processor', '12.5');
  await toast(page, (text) => text.includes('cpu-time:12.5'));
});

test('the model is chosen from a list', async () => {
  const { page } = editor;
  await runCommand(page, 'Jouleline: Choose Cost Model');
  const row = page.locator('.quick-input-list .monaco-list-row[aria-label*="Raspberry Pi 5"]').first();
  await row.waitFor();
  await pick(page, 'Raspberry Pi 5');
});

test('the doctor writes a report, and a bug report names no folder', async () => {
  const { page, server } = editor;
  await runCommand(page, 'Jouleline: Check Setup');
  const read = (): Promise<string> => previewedText(page).innerText();
  const setup = await waitFor('the report', read, (text) => /[✓ℹ✗] JDK/.test(text));
  expect(setup).not.toContain('**');
  await runCommand(page, 'Jouleline: Report an Issue');
  const report = await reportText('Report.md', 'Versions');
  expect(report).toContain('Server: running');
  expect(report).not.toContain(dirname(server.workspace));
  await screenshot(page, 'bug-report');
});

test('the cache is cleared, and says how much it was', async () => {
  await runCommand(editor.page, 'Jouleline: Clear Cache');
  expect(await toast(editor.page, (message) => message.includes('cache'))).toMatch(
    /files: \d+, size: [\d.]+ MB/,
  );
});

test('the log has what the extension and the server did', async () => {
  const { page } = editor;
  await runCommand(page, 'Jouleline: Show Log');
  const log = page.locator('.output-view .view-lines, .panel .view-lines').first();
  const text = await waitFor(
    'log',
    () => log.innerText(),
    (shown) => shown.includes('protocol'),
  );
  expect(text.replaceAll('\u00a0', ' ')).toMatch(/Activated in \d+ ms/);
});

test('the server is started again on request, and when it ends by itself', async () => {
  const { page, server } = editor;
  const first = await serverProcess(server.workspace, (pids) => pids.length === 1);
  await runCommand(page, 'Jouleline: Restart Server');
  const second = await serverProcess(server.workspace, (pids) => pids.length === 1 && pids[0] !== first);
  await statusLabel(page, statusItem, (text) => text.includes('estimated'));
  if (second !== undefined) process.kill(second, 'SIGKILL');
  await serverProcess(server.workspace, (pids) => pids.length === 1 && pids[0] !== second);
  await openFile(page, 'Sorting.java');
  await waitForDecorations(page, (lines) =>
    lines.some(({ text }) => text.includes('values[j + 1] = values[j];')),
  );
});

test('a server that hangs is started again within half a minute, which is told', async () => {
  const { page, server } = editor;
  const hung = await serverProcess(server.workspace, (pids) => pids.length === 1);
  if (hung !== undefined) process.kill(hung, 'SIGSTOP');
  expect(await toast(page, (message) => message.includes('did not answer'))).toContain('was restarted');
  await serverProcess(server.workspace, (pids) => pids.length === 1 && pids[0] !== hung);
  await openFile(page, 'Sorting.java');
  await openFile(page, 'Matrix.java');
  await waitForDecorations(page);
});

test('a file that a setting names and that is not there is told of, with the way to the setting', async () => {
  const { page, server } = editor;
  server.changeSettings({ 'jouleline.budget': 'gone.json' });
  expect(await toast(page, (message) => message.includes('gone.json'))).toContain('energy budgets');
  await answer(page, 'gone.json', 'Open Settings');
  await page.locator('.settings-editor .setting-item', { hasText: 'Budget' }).first().waitFor();
  await screenshot(page, 'warning-setting');
  server.changeSettings({});
});

async function lineText(line: number): Promise<string> {
  const lines = readFileSync('test/fixtures/workspace/src/demo/Matrix.java', 'utf8').split('\n');
  return Promise.resolve(lines[line - 1] ?? '');
}

/** The text of a report in the active editor. */
async function reportText(name: string, wanted: string): Promise<string> {
  const lines = editor.page.locator(
    `.editor-instance .monaco-editor[data-uri$="${encodeURI(name)}"] .view-lines`,
  );
  const text = await waitFor(
    name,
    () => lines.innerText(),
    (shown) => shown.replaceAll('\u00a0', ' ').includes(wanted),
  );
  return text.replaceAll('\u00a0', ' ');
}

/** The id of the language server of this test's own VS Code: its program lies beside the workspace's copy. */
async function serverProcess(
  workspace: string,
  fits: (pids: readonly number[]) => boolean,
): Promise<number | undefined> {
  const program = `${dirname(workspace)}/extensions/`;
  const find = (): readonly number[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => isServer(pid, program))
      .map(Number);
  return (await waitFor('server process', () => Promise.resolve(find()), fits))[0];
}

function isServer(pid: string, program: string): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return line.includes(program) && line.includes('server.js') && line.includes('--node-ipc');
  } catch {
    return false; // it ended meanwhile
  }
}
