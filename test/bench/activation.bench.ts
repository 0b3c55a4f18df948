/**
 * How long VS Code takes to activate the extension, by its own word: the page
 * "Running Extensions". Run by `npm run bench`; the figure goes to test-output/.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openEditor } from '../e2e/editor';
import { openFile, runCommand, waitForDecorations } from '../support/vscode-page';
import { waitFor } from '../support/wait-for';

const RUNS = 5;

it('measures activation', async () => {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { page, close } = await openEditor();
    try {
      await openFile(page, 'Matrix.java');
      await waitForDecorations(page);
      await runCommand(page, 'Developer: Show Running Extensions');
      const text = await waitFor(
        'the activation time of Jouleline',
        async () => {
          const rows = await page.locator('.runtime-extensions-editor .extension').allInnerTexts();
          return rows.find((row) => row.includes('Jouleline')) ?? '';
        },
        (row) => /\d+\s*ms/.test(row),
      );
      times.push(Number(/(\d+)\s*ms/.exec(text)?.[1]));
    } finally {
      await close();
    }
  }
  expect(times).toHaveLength(RUNS);
  const folder = join(__dirname, '..', '..', 'test-output');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'activation.json'), JSON.stringify(times));
});
