/**
 * `npm run gallery` takes the pictures of the README and the guide in the real VS Code: docs/images/NAME-dark.png. It also
 * takes pictures of the other themes in test-output/, for a person to look at.
 */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { dismiss, openFile, pick, runCommand, screenshot, statusBar, webview } from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { openEditor, statusItem, type Editor } from '../e2e/editor';
import { makeProfiledSample } from '../e2e/sample-profiles';

const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high-contrast': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
} as const;
/** The theme of the pictures in the documents. */
const published = 'dark';

let folder: string;
beforeAll(async () => {
  folder = await makeProfiledSample();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe.each(Object.entries(themes))('in the theme %s', (theme, colorTheme) => {
  test('pictures are taken', async () => {
    const editor = await openEditor({ 'workbench.colorTheme': colorTheme }, { workspace: folder });
    const take: Take = async (name, isPublished = true) => {
      const path = await screenshot(editor.page, `${name}-${theme}`);
      if (isPublished && theme === published)
        copyFileSync(path, join('docs', 'images', `${name}-${theme}.png`));
    };
    try {
      await editor.page.setViewportSize({ width: 1200, height: 720 });
      await takeEditor(editor, take);
      await takePanel(editor, take);
    } finally {
      await editor.close();
    }
  });
});

/** Takes a picture. One that is not published is only for a person to look at. */
type Take = (name: string, isPublished?: boolean) => Promise<void>;

async function takeEditor({ page }: Editor, take: Take): Promise<void> {
  await openFile(page, 'Frame.java');
  await statusBar(page, statusItem);
  // Colors of the whole workspace come once all files are read, and close a hover.
  const explain = async (): Promise<string> => {
    await runCommand(page, 'Jouleline: Explain the Hottest Line');
    await page.waitForTimeout(1500);
    return page.evaluate<string>('inPage.hoverText()');
  };
  await waitFor('hover', explain, (text) => text.includes(' % of the program'));
  // Shares are of all that runs once the calls are known, too.
  await dismiss(page);
  await page.waitForTimeout(3000);
  await waitFor('hover', explain, (text) => text.includes(' % of the program'));
  await take('editor');
  await dismiss(page);
}

async function takePanel({ page }: Editor, take: Take): Promise<void> {
  const frame = webview(page);
  const facts = (fits: (text: string) => boolean): Promise<string> =>
    waitFor('what the panel counts', () => frame.locator('.facts').innerText(), fits);
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  await facts((text) => /Files: 1\d/.test(text) && text.includes('J') && !text.includes('is reading'));
  await frame.locator('.canvas:visible').focus();
  await page.keyboard.press('n');
  await frame.locator('.lens .row.here code', { hasText: /\w/ }).waitFor();
  await take('seesoft-lens');
  await page.keyboard.press('Escape');
  await frame.locator('button[data-view=treemap]').click();
  await take('treemap', false);
  await frame.locator('button[data-view=columns]').click();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Compare Profiles');
  await pick(page, 'before');
  await pick(page, 'after');
  await frame.locator('input[data-package]').first().waitFor({ state: 'attached' });
  await frame.locator('[data-tab=packages]').click();
  await frame.locator('input[data-package="skysurvey.image"]').uncheck();
  await frame.locator('td', { hasText: 'marked by you' }).waitFor();
  await frame.locator('[data-tab=flame]').click();
  await frame.locator('.stage').focus();
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await take('comparison-flame', false);
  await frame.locator('[data-tab=tasks]').click();
  await frame.locator('.tasks .row').first().click();
  await take('comparison-editor', false);
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  await facts((text) => text.includes('before'));
  await frame.locator('.canvas:visible').focus();
  await page.keyboard.press('n');
  await frame.locator('.lens .row.here code', { hasText: /\w/ }).waitFor();
  await take('comparison');
}
