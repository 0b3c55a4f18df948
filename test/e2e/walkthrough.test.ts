/** The first steps in the real VS Code: the walkthrough opens, its buttons work, and what was done is ticked off. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dismiss, openFile, runCommand, screenshot, waitForDecorations } from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { openEditor } from './editor';
import type { Editor } from './editor';

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor();
});
afterAll(async () => {
  await editor.close();
});

const steps = '.gettingStartedDetailsContent .step-list-container .getting-started-step';

async function titles(): Promise<readonly string[]> {
  const shown = await waitFor(
    'steps',
    () => editor.page.locator(`${steps} .step-title`).allInnerTexts(),
    (found) => found.length > 2,
  );
  return shown.map((title) => title.replaceAll('\u00a0', ' ').trim());
}

/** Opens a step of the walkthrough, unless it is open, and presses its button. */
async function press(title: string, button: string): Promise<void> {
  const step = editor.page.locator(steps, { hasText: title }).first();
  if ((await step.getAttribute('aria-expanded')) !== 'true') await step.click();
  await step.locator('.monaco-button', { hasText: button }).first().click();
}

function isDone(step: string): Promise<boolean> {
  return waitFor(
    `${step} is done`,
    () =>
      editor.page.locator(steps, { hasText: step }).locator('.codicon-getting-started-step-checked').count(),
    (count) => count > 0,
  ).then((count) => count > 0);
}

test('a command opens it with all of its steps; what was done before is ticked off, and nothing else', async () => {
  await openFile(editor.page, 'Sorting.java');
  await waitForDecorations(editor.page);
  await runCommand(editor.page, 'View: Close All Editors');
  await runCommand(editor.page, 'Jouleline: Get Started');
  expect(await titles()).toEqual([
    'Open a Java file',
    'Hover over a line',
    'Profile your program',
    'Compare before and after',
    'Measure on your machine',
  ]);
  await editor.page.locator('.getting-started-media').first().waitFor();
  expect(await isDone('Open a Java file')).toBe(true);
  expect(await editor.page.locator(`${steps} .codicon-getting-started-step-checked`).count()).toBe(1);
  await screenshot(editor.page, 'walkthrough');
});

test('its first button opens an example, which is colored', async () => {
  const { page } = editor;
  await press('Open a Java file', 'Open an Example');
  await page.locator('.editor-instance .monaco-editor[data-uri$="Primes.java"] .view-line').first().waitFor();
  const lines = await waitForDecorations(page);
  expect(lines.some(({ text }) => text.includes('number % divisor'))).toBe(true);
  await runCommand(page, 'Jouleline: Get Started');
  expect(await isDone('Open a Java file')).toBe(true);
});

test('its hover button explains the hottest line of the file behind it', async () => {
  const { page } = editor;
  await press('Hover over a line', 'Explain the Hottest Line');
  const hover = await waitFor(
    'hover',
    () => page.evaluate<string>('inPage.hoverText()'),
    (text) => text.includes('J') && !text.startsWith('Loading'),
  );
  expect(hover).toContain('takes the remainder of');
  await screenshot(page, 'walkthrough-hover');
  await dismiss(page);
  await runCommand(page, 'Jouleline: Get Started');
  expect(await isDone('Hover over a line')).toBe(true);
});
