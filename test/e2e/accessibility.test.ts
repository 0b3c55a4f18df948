/**
 * Every page of the extension under axe, in a light and a dark theme and in both of high contrast: no violation; and
 * none shows a name of the catalogue.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { source } from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { dismiss, pick, runCommand, screenshot, webview } from '../support/vscode-page';
import { shownColors } from '../../client/src/line-look';
import { legendWords, renderLegend } from '../../client/src/panels/legend-page';
import { sampleOverlay } from '../client/sample-overlay';
import { NAMES } from '../lsp/names-of-catalogue';
import { waitFor } from '../support/wait-for';
import { runCommand as runCli } from '../support/run-command';
import { openEditor } from './editor';
import type { Editor } from './editor';
import { makeProfiledSample } from './sample-profiles';

const themes = {
  light: ['Default Light Modern', '.vscode-light'],
  dark: ['Default Dark Modern', '.vscode-dark'],
  'high-contrast': ['Default High Contrast', '.vscode-high-contrast'],
  'high-contrast-light': ['Default High Contrast Light', '.vscode-high-contrast-light'],
} as const;

let editor: Editor;
let folder: string;

beforeAll(async () => {
  folder = await makeProfiledSample();
  editor = await openEditor({}, { workspace: folder });
});
beforeEach(async () => {
  await dismiss(editor.page);
});
afterAll(async () => {
  await editor.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The texts of a page that hold a name of the catalogue: what is written, and what is read aloud or pointed at. */
async function namesIn(body: Locator): Promise<readonly string[]> {
  const texts = await body.evaluate<readonly string[], unknown>(
    `[document.body, ...document.querySelectorAll('[title], [aria-label], svg text')].flatMap((each) =>
      [each.innerText ?? each.textContent, each.title, each.getAttribute('aria-label')].filter((text) => typeof text === 'string'))`,
    undefined,
  );
  return texts.flatMap((text) => text.split('\n')).filter((text) => NAMES.test(text));
}

/** The rules that the page on screen breaks, each with an element that breaks it. */
async function violations(body: Locator): Promise<readonly string[]> {
  await body.evaluate(source);
  const { passes, broken } = await body.evaluate<
    { readonly passes: number; readonly broken: readonly string[] },
    unknown
  >(
    `axe.run().then(({ passes, violations }) => ({
      passes: passes.length,
      broken: violations.flatMap(({ id, nodes }) => nodes.map(({ target, any, all }) =>
        [id, ...target, ...[...any, ...all].map(({ message }) => message)].join(' '))),
    }))`,
    undefined,
  );
  expect(passes).toBeGreaterThan(8);
  expect.soft(await namesIn(body)).toEqual([]);
  return broken;
}

/** Looks at the page in each theme; `view` names it. */
async function judge(view: string): Promise<void> {
  const { page, server } = editor;
  const found: string[] = [];
  for (const [name, [theme, body]] of Object.entries(themes)) {
    server.changeSettings({ 'workbench.colorTheme': theme });
    await webview(page).locator(`body${body}`).waitFor();
    found.push(...(await violations(webview(editor.page).locator('body'))).map((text) => `${name}: ${text}`));
    await screenshot(page, `axe-${view}-${name}`);
  }
  expect.soft(found, view).toEqual([]);
}

test('the energy map, with and without its lens', async () => {
  const { page } = editor;
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  await webview(page).locator('.facts', { hasText: 'J' }).waitFor();
  for (const view of ['columns', 'treemap', 'flame', 'table']) {
    await webview(page).locator(`button[data-view=${view}]`).click();
    await judge(`map-${view}`);
  }
  await webview(page).locator('button[data-view=columns]').click();
  await webview(page).locator('.canvas:visible').focus();
  await page.keyboard.press('n');
  await webview(page).locator('.lens .row.here code').waitFor();
  await judge('map-lens');
});

test('the energy map by other statistics, and over time', async () => {
  const { page } = editor;
  await page.keyboard.press('Escape');
  const legend = webview(page).locator('footer .scale');
  for (const [name, title] of [
    ['executions', 'Executions'],
    ['measured', 'Share measured'],
    ['group', 'Group of operations'],
    ['age', 'Age of the evidence'],
  ] as const) {
    await webview(page).getByLabel('What the colors show').selectOption(name);
    await legend.filter({ hasText: title }).waitFor();
    await judge(`map-${name}`);
  }
  await webview(page).getByLabel('What the colors show').selectOption('time');
  const slider = webview(page).getByLabel('Profile in the order of time');
  await slider.waitFor();
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^after · 20/);
  const facts = (): Promise<string> => webview(page).locator('.facts').innerText();
  const later = await facts();
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^before · 20/);
  await waitFor('the other profile', facts, (text) => text !== later);
  await judge('map-time');
  await webview(page).locator('button[data-view=treemap]').click();
  await judge('map-time-treemap');
  await webview(page).getByLabel('What the colors show').selectOption('energy');
});

test('the lists of hotspots', async () => {
  const { page } = editor;
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Focus on Hotspots View');
  for (const list of ['lines', 'methods', 'blocks', 'operations', 'library-calls']) {
    await webview(page).locator(`[data-list=${list}]`).click();
    await webview(page).locator('.body .row').first().waitFor();
    await judge(`lists-${list}`);
  }
  await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
});

test('a comparison', async () => {
  const { page } = editor;
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Compare Profiles');
  const asked = page.locator('.quick-input-title');
  await asked.filter({ hasText: 'Compare: before' }).waitFor();
  await pick(page, 'before');
  await asked.filter({ hasText: 'Compare: after' }).waitFor();
  await pick(page, 'after,');
  await webview(page).locator('h1', { hasText: 'before → after' }).waitFor();
  const tabs = await webview(page).locator('[data-tab]').all();
  expect(tabs.length).toBeGreaterThan(2);
  for (const tab of tabs) {
    await tab.click();
    await judge(`comparison-${String(await tab.getAttribute('data-tab'))}`);
  }
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  await webview(page).locator('.facts', { hasText: 'before' }).waitFor();
  await judge('map-comparison');
});

describe('pages that stand alone, or run no script', () => {
  const cli = resolve(import.meta.dirname, '../../dist/cli.js');
  const [before, after] = ['.jouleline/profiles/before.json', '.jouleline/profiles/after.json'];
  const commands = {
    report: ['report', 'src', '--format', 'html'],
    comparison: ['diff', before, after, '--format', 'html'],
    programs: ['diff', before, after, before, '--format', 'html'],
    'model-report': ['model-report', resolve('media/models/rpi5-openjdk21-xint.json')],
    'model-of-operations': ['model-report', resolve('media/models/x64-openjdk25-compiled.json')],
  };

  test.each(Object.entries(commands))('%s, light and dark', async (name, command) => {
    const file = join(folder, `${name}.html`);
    const { status, stdout, stderr } = await runCli(cli, [...command, ...outTo(file, command)], {
      cwd: folder,
    });
    expect(status, stderr).toBe(0);
    if (!existsSync(file)) writeFileSync(file, stdout);
    for (const colorScheme of ['light', 'dark'] as const)
      expect.soft(await violationsOf(pathToFileURL(file).href, { colorScheme }), colorScheme).toEqual([]);
  });

  /** The style that VS Code gives its web views in its own themes. */
  const colors = {
    light: ['#ffffff', '#3b3b3b', '#3b3b3b'],
    dark: ['#1f1f1f', '#cccccc', '#9d9d9d'],
    'high-contrast': ['#000000', '#ffffff', '#ffffff'],
    'high-contrast-light': ['#ffffff', '#292929', '#292929'],
  } as const;

  test.each(Object.entries(colors))('the legend in %s', async (name, [paper, ink, description]) => {
    const { palette, paletteName, legend, status } = sampleOverlay(1, []);
    const theme = name === 'light' || name === 'dark' ? name : 'high-contrast';
    const look = { display: 'line', opacity: 0.4, overviewRuler: true, endOfLineText: false, theme } as const;
    const shown = shownColors({ palette, paletteName }, look);
    const content = { file: 'A.java', palette, paletteName: 'viridis', colors: shown, legend, status };
    const words = legendWords({ t: (text: string) => text }, 'en');
    const variables = `--vscode-editor-background:${paper};--vscode-editor-foreground:${ink};--vscode-descriptionForeground:${description}`;
    const html = renderLegend(content, words, 'abc').replace('<html ', `<html style="${variables}" `);
    const file = join(folder, `legend-${name}.html`);
    // The policy of the page lets no style in that the editor does not set.
    writeFileSync(file, html.replace(/<meta http-equiv[^>]*>/, ''));
    expect(await violationsOf(pathToFileURL(file).href, {})).toEqual([]);
  });
});

async function violationsOf(
  url: string,
  options: { readonly colorScheme?: 'light' | 'dark' },
): Promise<readonly string[]> {
  const context = await browserOf(editor.page).newContext({
    viewport: { width: 1400, height: 900 },
    ...options,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  return violations(page.locator('body'));
}

function browserOf(page: Page): Browser {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser');
  return browser;
}

/** `diff` writes to the output. */
function outTo(file: string, [command]: readonly string[]): readonly string[] {
  return command === 'diff' ? [] : ['--out', file];
}
