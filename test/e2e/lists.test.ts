/** The lists in the real VS Code: what they say, how they are searched, sorted, walked and saved. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  goToLine,
  lineEnds,
  openFile,
  runCommand,
  screenshot,
  waitForCursor,
  waitForDecorations,
  webview,
} from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { openEditor } from './editor';
import type { Editor } from './editor';

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor({ 'jouleline.look': 'custom', 'jouleline.endOfLineText': true });
  const { page } = editor;
  await openFile(page, 'Matrix.java');
  await goToLine(page, 1);
  await waitForDecorations(page);
  await runCommand(page, 'Jouleline: Focus on Hotspots View');
  await facts((text) => text.includes('J') && !text.includes('is reading'));
});
afterAll(async () => {
  await editor.close();
});

function list(): FrameLocator {
  return webview(editor.page);
}

function rows(): Locator {
  return list().locator('.body .row');
}

function facts(fits: (text: string) => boolean): Promise<string> {
  return waitFor('what the list counts', () => list().locator('.facts').innerText(), fits);
}

function places(fits: (shown: readonly string[]) => boolean = () => true): Promise<readonly string[]> {
  const read = async (): Promise<readonly string[]> =>
    (await rows().locator('.place').allInnerTexts()).map((text) => text.split(' · ').at(0) ?? '');
  return waitFor('places', read, fits);
}

async function choose(tab: string): Promise<void> {
  await list().getByRole('tab', { name: tab }).click();
  await facts((text) => text.startsWith(`${tab}:`));
}

test('lines have the shares of the overlay among those of all files', async () => {
  const { page } = editor;
  const shown = await places((all) => all.length > 5);
  expect(shown[0]).toMatch(/\.java:\d+$/);
  await list().getByRole('searchbox').fill('Matrix.java');
  const percent = (text: string): number => Number(/([\d.]+) %/.exec(text)?.[1]);
  const joules = (text: string): number => {
    const [, figure = '', prefix = ''] = /([\d.,]+) ([pnµm]?)J/.exec(text) ?? [];
    return Number(figure.replaceAll(',', '')) * ({ p: 1e-12, n: 1e-9, µ: 1e-6, m: 1e-3 }[prefix] ?? 1);
  };
  // End-of-line texts are shares of the file: in proportion, those of the list.
  const endOf = async (place: string | undefined): Promise<number> => {
    const line = Number(/:(\d+)$/.exec(place ?? '')?.[1]);
    await goToLine(page, line);
    const ends = await waitFor(
      `the text at the end of line ${line}`,
      () => lineEnds(page),
      (all) => all.some((end) => end.line === line),
    );
    return percent(ends.find((end) => end.line === line)?.text ?? '');
  };
  // What was listed while files were still read is listed anew.
  await waitFor(
    'energies in proportion to the shares of the overlay',
    async () => {
      const own = await places(
        (all) => all.length > 1 && all.every((place) => place.includes('Matrix.java')),
      );
      const [first = 0, second = 0] = (await rows().locator('.energy').allInnerTexts()).map(joules);
      return first / second / ((await endOf(own[0])) / (await endOf(own[1])));
    },
    (ratio) => Math.abs(ratio - 1) < 0.03,
  );
  await screenshot(page, 'lists-lines');
  await list().getByRole('searchbox').fill('');
  await places((all) => all.length === shown.length);
});

test('code and names are text, whatever they say', async () => {
  const { server } = editor;
  writeFileSync(
    join(server.workspace, 'Markup.java'),
    'class Markup { int length() { return "<img src=x onerror=alert(1)><b>&amp;".length(); } }\n',
  );
  await list().getByRole('searchbox').fill('Markup.java');
  await places((all) => all.length > 0 && all.every((place) => place.startsWith('Markup.java')));
  expect(await rows().locator('.code').allInnerTexts()).toContainEqual(
    expect.stringContaining('"<img src=x onerror=alert(1)><b>&amp;"'),
  );
  expect(await list().locator('img, b').count()).toBe(0);
  rmSync(join(server.workspace, 'Markup.java'));
  await facts((text) => text.includes('0 of'));
  await list().getByRole('searchbox').fill('');
  await places((all) => all.length > 5);
});

test('a row is opened by keys, and the next hot line is the next row', async () => {
  const { page } = editor;
  await rows().first().click();
  const [first = '', second = '', third = ''] = await places();
  const lineOf = (place: string): number => Number(/:(\d+)$/.exec(place)?.[1]);
  await waitForCursor(page, (line) => line === lineOf(first));
  await rows().first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await waitForCursor(page, (line) => line === lineOf(second));
  await runCommand(page, 'Jouleline: Go to Next Hottest Line');
  await waitForCursor(page, (line) => line === lineOf(third));
  const marked = list().locator('.row[aria-current]');
  expect(await marked.locator('.place').innerText()).toContain(third);
  await runCommand(page, 'Jouleline: Go to Previous Hottest Line');
  await waitForCursor(page, (line) => line === lineOf(second));
});

test('lists are searched, sorted, chosen and walked by keys alone, and say what they are', async () => {
  const { page } = editor;
  const focused = async (what: string): Promise<string> =>
    String(await list().locator('body').evaluate(`document.activeElement.${what}`));
  await rows().first().focus();
  await page.keyboard.press('/');
  expect(await focused('getAttribute("aria-label")')).toContain('Search');
  await page.keyboard.type('Matrix');
  await places((all) => all.length > 0 && all.every((place) => place.includes('Matrix')));
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  const all = await places((shown) => shown.some((place) => !place.includes('Matrix')));
  await page.keyboard.press('Tab');
  expect(await focused('closest("[role=columnheader]")?.className')).toBe('name');
  await page.keyboard.press('Enter');
  await waitFor(
    'an order by places',
    () => list().locator('[role=columnheader].name').getAttribute('aria-sort'),
    (order) => order === 'ascending',
  );
  expect(await focused('closest("[role=columnheader]")?.className')).toBe('name');
  await list().locator('[role=columnheader].energy button').focus();
  await page.keyboard.press('Enter');
  await waitFor(
    'an order by energies',
    () => list().locator('[role=columnheader].energy').getAttribute('aria-sort'),
    (order) => order === 'descending',
  );
  await places((shown) => shown[0] === all[0]);
  for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab');
  expect(await focused('getAttribute("role")')).toBe('row');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  expect(await focused('getAttribute("aria-rowindex")')).toBe('3');
  expect(Number(await list().getByRole('grid').getAttribute('aria-rowcount'))).toBe(all.length + 1);
  await list().getByRole('tab', { name: 'Lines' }).focus();
  await page.keyboard.press('ArrowRight');
  await facts((text) => text.startsWith('Methods:'));
  expect(await focused('getAttribute("aria-selected")')).toBe('true');
  await page.keyboard.press('ArrowLeft');
  await facts((text) => text.startsWith('Lines:'));
});

test('rows are searched, and sorted both ways', async () => {
  await list().getByRole('columnheader', { name: 'Executions' }).getByRole('button').click();
  const numbers = async (): Promise<readonly number[]> =>
    (await rows().locator('.executions').allInnerTexts()).map((text) =>
      text.startsWith('<') ? 0 : Number(text.replaceAll(',', '')),
    );
  const down = await waitFor('order', numbers, (all) =>
    all.every((each, i) => i === 0 || each <= (all[i - 1] ?? 0)),
  );
  expect(new Set(down).size).toBeGreaterThan(1);
  await list().getByRole('columnheader', { name: 'Executions' }).getByRole('button').click();
  await waitFor('order', numbers, (all) => all.every((each, i) => i === 0 || each >= (all[i - 1] ?? 0)));
  await list().getByRole('searchbox').fill('nothing-is-called-so');
  await facts((text) => text.includes('0 of'));
  expect(await list().locator('.message').innerText()).toBe('No results.');
  await list().getByRole('searchbox').fill('');
  await list().getByRole('columnheader', { name: 'Energy' }).getByRole('button').click();
});

test('blocks are stacked of eight groups, for one execution, 3,000, and in the application', async () => {
  await choose('Blocks');
  expect(await list().locator('.legend li').allInnerTexts()).toHaveLength(8);
  const said = (await rows().locator('.stack').first().getAttribute('aria-label')) ?? '';
  expect(said).toMatch(/Ops [\d.]+ %, /);
  const energy = async (): Promise<string> => rows().locator('.energy').first().innerText();
  const application = await energy();
  await list().getByRole('button', { name: 'One execution' }).click();
  const once = await waitFor('energy of one execution', energy, (text) => text !== application);
  await screenshot(editor.page, 'lists-blocks-dark');
  await list().getByRole('button', { name: '3,000 executions' }).click();
  await waitFor('energy of 3,000', energy, (text) => text !== once);
  for (const [theme, name] of [
    ['Default Light Modern', 'light'],
    ['Default High Contrast', 'contrast'],
  ] as const) {
    editor.server.changeSettings({ 'workbench.colorTheme': theme });
    await list()
      .locator(name === 'light' ? 'body.vscode-light' : 'body.vscode-high-contrast')
      .waitFor();
    await screenshot(editor.page, `lists-blocks-${name}`);
  }
});

test('methods, operations and library calls are listed, and open where they take most', async () => {
  await choose('Methods');
  expect(await rows().first().locator('.name').innerText()).toMatch(/\w+\.\w+\(.*\)/);
  await choose('Library Calls');
  expect(await rows().locator('.name').first().innerText()).toContain('java.');
  await choose('Operations');
  await screenshot(editor.page, 'lists-operations');
  const [first = ''] = await places();
  await rows().first().click();
  await waitForCursor(editor.page, (line) => first.endsWith(`:${line}`));
});

test('a list is copied, and saved as a file', async () => {
  const { page, server } = editor;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await runCommand(page, 'Jouleline: Copy Hotspots');
  const copied = await waitFor(
    'what is copied',
    () => page.evaluate<string>('navigator.clipboard.readText()'),
    (text) => text.includes('\t'),
  );
  expect(copied.split('\n')[0]?.split('\t').slice(2)).toEqual([
    'Place',
    'Energy',
    '5–95 %',
    'Share of the program',
    'Executions',
  ]);
  expect(copied.trim().split('\n')).toHaveLength((await rows().count()) + 1);
  await runCommand(page, 'Jouleline: Export Hotspots…');
  const path = page.locator('.quick-input-widget input.input');
  const file = join(server.workspace, 'operations.json');
  // The dialogue fills its own name in when it has looked at its folder, and takes no Enter before it has looked at a path.
  const save = async (): Promise<boolean> => {
    if (existsSync(file)) return true;
    const shown = (await path.isVisible()) ? await path.inputValue() : '';
    if (shown === file) await page.keyboard.press('Enter');
    else if (shown.startsWith('/')) await path.fill(file);
    return existsSync(file);
  };
  await waitFor('the file to be there', save, (isThere) => isThere);
  const saved = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly rows: readonly { readonly name: string }[];
  };
  expect(saved.rows.length).toBe(await rows().count());
  // Files have the names of the catalogue, and people read what these mean.
  expect(saved.rows[0]?.name).toBe('Equal_int_0');
  expect(await rows().first().locator('.name span').first().innerText()).toBe(
    'compares an int and 0 with ==',
  );
});

test('lines over a budget are among the problems once one is set', async () => {
  const { page, server } = editor;
  const budgets = [{ line: 'demo.*', energy: 100, unit: 'µJ' }];
  writeFileSync(
    join(server.workspace, 'energy.jouleline-budget.json'),
    JSON.stringify({ format: 'jouleline-budget', version: 1, budgets }),
  );
  await runCommand(page, 'Problems: Focus on Problems View');
  const found = page.locator('.markers-panel .monaco-list-row', { hasText: 'Over the energy budget of' });
  expect(await found.count()).toBe(0);
  server.changeSettings({ 'jouleline.budget': 'energy.jouleline-budget.json' });
  await found.first().waitFor();
  expect(await found.first().innerText()).toMatch(
    /Over the energy budget of each line of demo.*: 399 µJ \(5–95 %: .* in one call, 100 µJ allowed/,
  );
  await screenshot(page, 'budgets');
  server.changeSettings({ 'jouleline.budget': '' });
  await found.first().waitFor({ state: 'detached' });
});
