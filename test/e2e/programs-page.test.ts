/** The page of `diff A B C --format html` in a real browser: read, sorted, filtered, without its script, and under attack. */
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { formatProgramsHtml } from '../../server/src/cli/format/programs-html';
import { comparePrograms } from '../../server/src/compare/deltas/compare-programs';
import { readProgramsAssets } from '../../server/src/host/files/bundled-media';
import { bundledModel } from '../cost/bundled-model';
import { profileOfEnergies } from '../compare/noisy-profiles';
import { launchChromium } from '../support/chromium';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { screenshot } from '../support/vscode-page';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});

/** A hostile name of a class; it has no slash. */
const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)<b>';
const HOSTILE_FILE = `</th></title></script>${HOSTILE}`;

/** Three programs that do ten tasks, of which the second does one half as often, and the third calls one by another name. */
function writePage(): string {
  const executions = Array.from({ length: 30 }, (_, index) => 1000 * (index + 1));
  const programs = [20, 19.42, 20.01].map((energy, index) => {
    const counts = index === 1 ? executions.map((count, at) => (at === 27 ? count / 2 : count)) : executions;
    const runs = Array.from({ length: 10 }, (_, run) => energy + 0.1 * Math.sin(7 * run + index));
    const profile = profileOfEnergies(counts, runs, [], false);
    const text = JSON.stringify(profile);
    const named = JSON.parse(index < 2 ? text : text.replaceAll('Service24', HOSTILE)) as typeof profile;
    return { name: index < 2 ? `app${index}` : HOSTILE_FILE, profile: named };
  });
  const options = { alpha: 0, isApplication: applicationClasses(['android.app', 'app']) } as const;
  const compared = comparePrograms(programs, bundledModel(), options);
  const assets = readProgramsAssets(resolve(import.meta.dirname, '../../dist'));
  const file = join(makeTemporaryFolder(), 'page.html');
  writeFileSync(file, [...formatProgramsHtml(compared, '1.0', assets)].join(''));
  return file;
}

interface OpenPage {
  readonly page: Page;
  /** Errors, violations of the policy, dialogues and requests: there should be none. */
  readonly troubles: readonly string[];
}

async function open(
  options: { readonly colorScheme?: 'light' | 'dark'; readonly javaScriptEnabled?: boolean } = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => troubles.push(message.text()));
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) troubles.push(request.url());
  });
  page.on('dialog', (dialog) => {
    troubles.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(pathToFileURL(writePage()).href);
  return { page, troubles };
}

const names = (page: Page) => page.locator('table[data-filtered] tbody tr:visible .code').allInnerTexts();

test.each(['light', 'dark'] as const)(
  'says in %s which program uses the least energy for what, and what is alike',
  async (colorScheme) => {
    const { page, troubles } = await open({ colorScheme });
    const tasks = page.getByRole('table', { name: 'Tasks', exact: true });
    const changed = tasks.getByRole('row', { name: /Service27/ });
    expect(await changed.getByRole('cell').nth(1).innerText()).toMatch(/least energy/);
    expect(await tasks.getByRole('row', { name: /Service21/ }).innerText()).toContain('alike: A, B, C');
    const first = page.getByRole('table', { name: 'Programs' }).getByRole('row').nth(1);
    expect(await first.innerText()).toMatch(/A app0.*20 J\s*\[.* J to .* J\]/s);
    expect(await page.getByRole('table', { name: 'Tasks that both do' }).getByRole('row').count()).toBe(4);
    await screenshot(page, `programs-page-${colorScheme}`);
    expect(troubles).toEqual([]);
  },
);

test('tables are sorted by their heads, with the keyboard too, and nothing is last', async () => {
  const { page, troubles } = await open();
  const tasks = page.getByRole('table', { name: 'Tasks', exact: true });
  const given = await names(page);
  const head = tasks.getByRole('columnheader', { name: 'Task' });
  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  expect(await head.getAttribute('aria-sort')).toBe('ascending');
  expect(await names(page)).toEqual([...given].sort());
  await page.keyboard.press('Enter');
  expect(await head.getAttribute('aria-sort')).toBe('descending');
  expect(await names(page)).toEqual([...given].sort().reverse());
  // Two tasks are of one program each: the third has no figure for one of them, either way round.
  const third = tasks.getByRole('columnheader', { name: 'C', exact: true });
  for (const direction of ['descending', 'ascending']) {
    await third.getByRole('button').click();
    expect(await third.getAttribute('aria-sort')).toBe(direction);
    expect((await names(page)).at(-1)).toContain('Service24');
  }
  expect(await head.getAttribute('aria-sort')).toBe('none');
  expect(troubles).toEqual([]);
});

test('tasks are found by words and by the program that uses the least energy', async () => {
  const { page } = await open();
  const all = (await names(page)).length;
  await page.keyboard.press('/');
  await page.keyboard.type('service2 work');
  const found = await names(page);
  expect(found.length).toBeGreaterThan(0);
  for (const name of found) expect(name).toContain('Service2');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('combobox').selectOption({ label: 'Least energy: app1' });
  expect(await names(page)).toEqual(['android.part.Service27.work']);
  expect(await page.getByRole('status').innerText()).toBe(`1 of ${all} tasks`);
});

test('without a script all is there but order and filter', async () => {
  const { page, troubles } = await open({ javaScriptEnabled: false });
  expect((await names(page)).length).toBeGreaterThan(9);
  expect(await page.locator('thead button, .tools:visible').count()).toBe(0);
  expect(troubles).toEqual([]);
});

test('names with markup stay text', async () => {
  const { page, troubles } = await open();
  expect((await names(page)).join('\n')).toContain(HOSTILE);
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.locator('script').count()).toBe(1);
  expect(await page.getByRole('option', { name: `Least energy: ${HOSTILE_FILE}` }).count()).toBe(1);
  expect(troubles).toEqual([]);
});
