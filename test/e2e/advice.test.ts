/** Advice in the real VS Code: from the hint on a line to the change that its light bulb makes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answer,
  dismiss,
  goToLine,
  hover,
  openFile,
  runCommand,
  screenLines,
  screenshot,
  toast,
  waitForDecorations,
  webview,
} from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { openEditor } from './editor';
import type { Editor } from './editor';

const source = `public class Copies {
    static byte[] copy(byte[] from) {
        byte[] to = new byte[from.length];
        for (int i = 0; i < from.length; i++) {
            to[i] = from[i];
        }
        return to;
    }

    static java.nio.FloatBuffer vertices = java.nio.FloatBuffer.allocate(2112);
    static java.nio.FloatBuffer target = java.nio.FloatBuffer.allocate(2112);

    static void blit() {
        for (int i = 0; i < vertices.limit(); i++) {
            target.put(vertices.get(i));
        }
    }

    static int commas(String text) {
        int commas = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == ',') commas++;
        }
        return commas;
    }

    public static void main(String[] arguments) {
        int sum = 0;
        for (int i = 0; i < 2000; i++) {
            sum += copy(new byte[1000])[i % 1000];
        }
        System.out.println(sum + commas("a,b"));
    }
}
`;

const commas = `public class Commas {
    static int commas(String text) {
        int commas = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == ',') commas++;
        }
        return commas;
    }
}
`;

/** Both versions are built, and each is run several times. */
const MEASURE_MS = 150_000;

let editor: Editor;

beforeAll(async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'jouleline-advice-'));
  writeFileSync(join(workspace, 'Copies.java'), source);
  writeFileSync(join(workspace, 'Commas.java'), commas);
  // A copy of it is opened.
  editor = await openEditor(
    { 'jouleline.profile.runs': 3, 'jouleline.advice.interpreted': true },
    { workspace },
  ).finally(() => {
    rmSync(workspace, { recursive: true });
  });
});
afterAll(async () => {
  await editor.close();
});

function textNow(): Promise<string> {
  return screenLines(editor.page).then((lines) => lines.map(({ text }) => text).join('\n'));
}

test('a hint stands on its line, and says what it saves', async () => {
  const { page } = editor;
  await openFile(page, 'Copies.java');
  await waitForDecorations(page);
  await page.locator('.monaco-editor .squiggly-info').first().waitFor();
  const text = await hover(page, 'i < from.length', (shown) => shown.includes('System.arraycopy'));
  expect(text).toMatch(/Saves \d+ µJ, 5–95 %: \d+–\d+ µJ per call, \d\d\.\d % of Copies\.copy\(byte\[\]\)/);
  expect(text).toMatch(/Jouleline\W*bulk-copy/);
  await screenshot(page, 'advice-dark');
  await dismiss(page);
  editor.server.changeSettings({ 'workbench.colorTheme': 'Default Light Modern' });
  await page.locator('.monaco-workbench.vs').waitFor();
  await hover(page, 'i < vertices.limit', (shown) => shown.includes('Provided that'));
  await screenshot(page, 'advice-light');
});

test('every hint can be read about, and ignored where it stands', async () => {
  const { page } = editor;
  await dismiss(page);
  await goToLine(page, 14);
  const ignore = page.locator('.action-widget .monaco-list-row', { hasText: 'Ignore Here: bulk-copy' });
  // A list that was asked for before the hints were there lacks them.
  const ask = async (): Promise<boolean> => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+.');
    await ignore.waitFor({ timeout: 5000 }).catch(() => undefined);
    return ignore.isVisible();
  };
  const list = (): Promise<boolean> => waitFor('the list of actions', ask, Boolean);
  await list();
  await screenshot(page, 'advice-actions');
  await page.keyboard.press('Enter');
  const heading = webview(page).locator('h3#bulk-copy');
  await heading.waitFor();
  await screenshot(page, 'advice-learn-more');
  await page.keyboard.press('Control+F4');
  await page.locator('.tab[data-resource-name="Copies.java"]').click();
  await goToLine(page, 14);
  await list();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await waitFor('the comment', textNow, (text) => text.includes('// jouleline: ignore bulk-copy'));
  await page.keyboard.press('Control+Z');
  await waitFor('no comment', textNow, (text) => !text.includes('// jouleline: ignore'));
});

test('its quick fix is applied, and the hint is gone', async () => {
  const { page } = editor;
  await dismiss(page);
  await goToLine(page, 4);
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+.');
  const item = page.locator('.action-widget .monaco-list-row', { hasText: 'System.arraycopy' });
  await item.waitFor();
  await screenshot(page, 'advice-fix');
  await page.keyboard.press('Enter');
  const changed = await waitFor('the changed line', textNow, (text) => text.includes('System.arraycopy('));
  expect(changed).toContain('        System.arraycopy(from, 0, to, 0, from.length);\n        return to;');
});

test('what the change saves is measured, and said', async () => {
  const { page } = editor;
  await dismiss(page);
  await goToLine(page, 4);
  const item = page.locator('.action-widget .monaco-list-row', {
    hasText: 'Measure the energy that this change saves',
  });
  // The list is asked again: it is empty while the changed text is still read.
  const find = async (): Promise<boolean> => {
    await page.keyboard.press('Control+.');
    const isFound = await item.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (!isFound) await page.keyboard.press('Escape');
    return isFound;
  };
  await waitFor('the action that measures', find, Boolean);
  await page.keyboard.press('Enter');
  const message = await toast(page, (shown) => shown.includes('The change in Copies.java'), MEASURE_MS);
  await screenshot(page, 'advice-measured');
  // Whether the runs tell a difference from chance depends on the machine, and so does the result's sentence.
  expect(message).toMatch(
    /saves \d[\d.]* [mµ]?J, [1-9][\d.]* % of a run, more than chance \(p (?:< 0\.001|= 0\.0[0-4]\d)\)|no difference that these runs could tell from chance; [1-9][\d.]* [mµ]?J would have been found in 8 of 10 cases|saves 3\d\d mJ, \d\d\.\d % of a run, by the model/,
  );
  await answer(page, 'The change in Copies.java', 'Show Details');
  const details = webview(page).locator('body');
  const read = async (): Promise<string> => (await details.innerText()).replaceAll('\u00a0', ' ');
  await waitFor('the details', read, (text) => /CPU time|Measured was energy|energy is the model/.test(text));
  expect(await read()).toContain('Copies.copy');
  await page.locator('.tab[data-resource-name="Copies.java"]').click();
});

test('all that is safe is changed at once', async () => {
  const { page } = editor;
  await dismiss(page);
  await runCommand(page, 'Fix All');
  const changed = await waitFor('the changed loop', textNow, (text) => text.includes('textLength'));
  expect(changed).toContain('for (int i = 0, textLength = text.length(); i < textLength; i++) {');
  expect(changed).toContain('i < vertices.limit()');
});

test('all that is safe is changed when the file is saved, if that is asked for', async () => {
  const { page, server } = editor;
  await dismiss(page);
  // The theme shows when the editor has read the settings.
  server.changeSettings({
    'workbench.colorTheme': 'Default Dark Modern',
    'editor.codeActionsOnSave': { 'source.fixAll.jouleline': 'explicit' },
  });
  await page.locator('.monaco-workbench.vs-dark').waitFor();
  await openFile(page, 'Commas.java');
  await waitForDecorations(page);
  await goToLine(page, 1);
  await page.keyboard.press('Home');
  // Saved at once: what is advised on is the text as it is now.
  await page.keyboard.type('/* a comma */ ');
  // Once: a second save ends what the first one waits for.
  await page.keyboard.press('Control+s');
  const onDisk = (): Promise<string> => readFile(join(server.workspace, 'Commas.java'), 'utf8');
  const saved = await waitFor('the saved file', onDisk, (text) => text.includes('a comma'));
  expect(saved).toContain('textLength');
  expect(saved).toMatch(/^\/\* a comma \*\/ public class Commas/);
});
