/** The first words of a comparison page: for two profiles that differ by chance, and for two that do not. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  formatComparisonHtml,
  describeComparison,
  describeWords,
} from '../../server/src/compare/pages/comparison-page';
import { compareProfiles } from '../../server/src/compare/deltas/compare-profiles';
import { readComparisonAssets } from '../../server/src/host/files/bundled-media';
import { bundledModel } from '../cost/bundled-model';
import { profileOfEnergies } from '../compare/noisy-profiles';
import { launchChromium } from '../support/chromium';
import { makeTemporaryFolder } from '../support/temporary-folder';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});

/** The page that stands alone, B taking so many times what A does. */
async function openPage(factor: number, called = 'times '): Promise<Page> {
  const runs = [2, 2.9, 1.6, 2.2, 2.7];
  const [a, b] = [1, factor].map((times) => ({
    name: `${called}${times}`,
    profile: profileOfEnergies(
      [1000],
      runs.map((each) => each * times),
      [],
      false,
    ),
  }));
  if (a === undefined || b === undefined) throw new Error();
  const isApplication = (): boolean => true;
  const comparison = compareProfiles(a, b, bundledModel(), { alpha: 0, isApplication });
  const written = describeComparison(comparison, {
    ...{ details: ['', ''], wantedAlpha: 0, words: describeWords(), version: '1.0', isApplication },
    marks: { application: [], framework: [] },
  });
  const file = join(makeTemporaryFolder(), 'page.html');
  const assets = readComparisonAssets(resolve(import.meta.dirname, '../../dist'));
  writeFileSync(file, [...formatComparisonHtml(written, assets)].join(''));
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(pathToFileURL(file).href);
  return page;
}

/** The sentence of the verdict, and what follows it. */
async function verdictOf(factor: number): Promise<readonly string[]> {
  const verdict = (await openPage(factor)).locator('.verdict');
  return [await verdict.locator('strong').innerText(), ...(await verdict.locator('span').allInnerTexts())];
}

test('a page that stands alone offers nothing that only an editor can do', async () => {
  const page = await openPage(4);
  for (const tab of ['methods', 'tasks', 'flame', 'packages']) {
    await page.locator(`[data-tab=${tab}]`).click();
    expect(await page.locator('.link:visible, input[type=checkbox]:visible').count()).toBe(0);
  }
  const content = await page.locator('.content').innerHTML();
  expect(content).toContain('The arrow keys move between boxes');
  expect(content).not.toMatch(/Enter opens|unmark/);
  // The methods are there, as text.
  expect(await page.locator('.methods .code').count()).toBeGreaterThan(0);
});

test('no difference found stands before any figure, then what would have been found', async () => {
  const [verdict, smallest, ...figures] = await verdictOf(1.1);
  expect(verdict).toBe('No difference found');
  expect(smallest).toMatch(/^A difference of [\d.]+ J would have been found in 8 of 10 cases$/);
  expect(figures.join(' ')).toMatch(/^\+[\d.]+ m?J \(\+10(?:\.0)? %\) .*could be chance/);
});

test('a difference that is more than chance stands first', async () => {
  const [amount, ...notes] = await verdictOf(9);
  expect(amount).toMatch(/^▲ B takes [\d.]+ J more than A \(\+800(?:\.0)? %\)$/);
  expect(notes.join(' ')).toMatch(/in 95 of 100 cases more than chance/);
});

test('names that are long and have no blanks stay within a narrow window, in either direction', async () => {
  for (const called of ['run-'.repeat(30), 'קריאה'.repeat(20)]) {
    const page = await openPage(9, called);
    await page.setViewportSize({ width: 340, height: 700 });
    const wide = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('h1, .verdict, .totals')].filter((each) => each.scrollWidth > each.clientWidth).map(({ outerHTML }) => outerHTML.slice(0, 40))`,
    );
    expect(wide).toEqual([]);
  }
});
