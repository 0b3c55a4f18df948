/** Two profiles compared in the real VS Code: chosen from lists, and shown in the SeeSoft panel by colours and by words. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pick, runCommand, screenshot, toast, webview } from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { openEditor } from './editor';
import type { Editor } from './editor';
import { makeProfiledSample } from './sample-profiles';

let editor: Editor;
let folder: string;

beforeAll(async () => {
  folder = await makeProfiledSample();
  editor = await openEditor({}, { workspace: folder });
});
afterAll(async () => {
  await editor.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Of the page. */
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

test('tasks are listed, the most changed first', async () => {
  const { page } = editor;
  // From a picture with other colours.
  await runCommand(page, 'Jouleline: Show SeeSoft Panel');
  await webview(page).locator('.facts', { hasText: 'J' }).waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Compare Profiles');
  await pick(page, 'before');
  await pick(page, 'after');
  const frame = webview(page);
  await frame.locator('.tasks .row').first().waitFor();
  expect(await frame.locator('h1').innerText()).toBe('Comparison: before → after');
  expect(await frame.locator('.totals').innerText()).toContain('nothing says how much runs spread');
  await screenshot(page, 'comparison-tasks');
});

test('lines are cheaper and dearer, in colours and in words', async () => {
  const { page } = editor;
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Show SeeSoft Panel');
  const frame = webview(page);
  const facts = await waitFor(
    'what the panel counts',
    () => frame.locator('.facts').innerText(),
    (text) => text.includes('before') && text.includes('after'),
  );
  expect(facts).toMatch(/J before, .*J after/);
  const legend = await frame.locator('.changes').innerText();
  for (const word of ['▼ cheaper', '▲ dearer', '= unchanged', '− gone', '+ new'])
    expect(legend).toContain(word);
  await waitFor('what is dearer, in its colour', orangePixels, (count) => count > 10);
  await frame.locator('.canvas:visible').focus();
  await page.keyboard.press('n');
  const energy = await waitFor(
    'lens',
    () => frame.locator('.lens .energy').innerText(),
    (text) => text.includes('before'),
  );
  expect(energy).toMatch(/[▼▲] Δ .*J (cheaper|dearer)/);
  await screenshot(page, 'seesoft-comparison');
  await frame.locator('button[data-view=table]').click();
  const rows = await frame.locator('tbody tr').allInnerTexts();
  expect(rows.some((row) => row.includes('Blur.java') && row.includes('cheaper'))).toBe(true);
  expect(rows.some((row) => row.includes('Simulation.java') && row.includes('dearer'))).toBe(true);
});

test('without two profiles it says what to do, with a button that does it', async () => {
  const { page } = editor;
  await editor.close();
  editor = await openEditor();
  await runCommand(editor.page, 'Jouleline: Compare Profiles');
  expect(await toast(editor.page, (text) => text.includes('Two profiles'))).toContain('0 are saved');
  await editor.page.locator('.notification-toast .monaco-button', { hasText: 'Profile Method' }).waitFor();
  expect(page.isClosed()).toBe(true);
});
