/** The page of `report --format html` in a real browser: seen, chosen, searched, and under attack. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { formatHtml } from '../../server/src/cli/format/html';
import { summarize } from '../../server/src/cli/format/summary';
import { contrast, parseColor } from '../../server/src/words/color';
import type { ReportResult } from '../../server/src/lines/report';
import { hostileReport, sampleOptions, sampleReport } from '../cli/sample-report';
import { launchChromium } from '../support/chromium';
import { makeTemporaryFolder } from '../support/temporary-folder';

const asset = (name: string) =>
  readFileSync(resolve(import.meta.dirname, '../../media/webviews/heatmap', name), 'utf8');
const assets = { style: asset('heatmap.css'), script: asset('heatmap.js') };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});

interface OpenPage {
  readonly page: Page;
  /** Errors, violations of the policy, dialogues and requests: there should be none. */
  readonly troubles: readonly string[];
}

async function open(
  result: ReportResult,
  options: { readonly colorScheme?: 'light' | 'dark'; readonly javaScriptEnabled?: boolean } = {},
): Promise<OpenPage> {
  const file = join(makeTemporaryFolder(), 'page.html');
  writeFileSync(file, [...formatHtml(result, summarize(result), sampleOptions, assets)].join(''));
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
  await page.goto(pathToFileURL(file).href);
  return { page, troubles };
}

const details = '#details';

describe('the heatmap page', () => {
  test('tells the operations of a line that is pointed at, and of one that is chosen', async () => {
    const { page, troubles } = await open(sampleReport);
    await page.hover('#f0-4');
    expect(await page.textContent(details)).toContain('array');
    await page.click('#f0-5');
    const text = (await page.innerText(details)).replaceAll('\n', ' ');
    expect(text).toContain('src/Loops.java:5');
    expect(text).toMatch(/adds ints.*10.*400 nJ.*80\.0 %/);
    expect(text).toContain('500 nJ (Raspberry Pi 5, interpreter)');
    expect(await page.isVisible('#f0-5.chosen')).toBe(true);
    expect(troubles).toEqual([]);
  });

  test('can be used by keys alone', async () => {
    const { page } = await open(sampleReport);
    const place = () => page.locator(`${details} h2`).textContent();
    await page.keyboard.press('n');
    expect(await place()).toBe('src/Loops.java:5');
    await page.keyboard.press('n');
    expect(await place()).toBe('src/Loops.java:4');
    await page.keyboard.press('p');
    await page.keyboard.press('ArrowDown');
    expect(await place()).toBe('src/Loops.java:7');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await place()).toBe('src/Loops.java:4');
    await page.keyboard.press('/');
    await page.keyboard.type('join');
    expect(await page.locator('#hot tbody tr:visible').count()).toBe(1);
    expect(await page.textContent('#found')).toBe('1 found');
  });

  test('sorts and links the hottest lines', async () => {
    const { page } = await open(sampleReport);
    const firstPlace = () => page.locator('#hot tbody tr').first().locator('.where').innerText();
    expect(await firstPlace()).toContain('Loops.java:5');
    await page.click('#hot th button:text("Not modeled")');
    expect(await firstPlace()).toContain('Texts.java:3');
    await page.click('#hot th button:text("Rank")');
    await page.click('#hot th button:text("Rank")');
    expect(await page.locator('#hot th[aria-sort="descending"]').innerText()).toBe('Rank');
    await page.click('#hot a:text("Texts.java:3")');
    expect(await page.locator('#f1-3:focus').count()).toBe(1);
  });

  test('draws a strip for each file that leads to it', async () => {
    const { page } = await open(sampleReport);
    const strips = page.locator('#strips button');
    expect(await strips.allInnerTexts()).toEqual(['Loops.java', 'Texts.java']);
    // Row 5 of 10, in the middle of the code: the hottest color, or its neighbor after smoothing.
    const pixel = await page.evaluate<readonly number[]>(`(() => {
      const canvas = document.querySelector('#strips canvas');
      return [...canvas.getContext('2d').getImageData(20, Math.floor((canvas.height * 4.4) / 10), 1, 1).data];
    })()`);
    expect(pixel[0]).toBeGreaterThan(150);
    expect(pixel[2]).toBeLessThan(110);
    await strips.last().focus();
    await page.keyboard.press('Enter');
    expect((await page.locator('#f1').boundingBox())?.y).toBeLessThan(900);
  });

  test.each(['light', 'dark'] as const)(
    'is readable in the %s theme: what is painted has a contrast of 4.5',
    async (colorScheme) => {
      const { page } = await open(sampleReport, { colorScheme });
      await page.click('#f0-5');
      const painted = await page.evaluate<readonly (readonly [string, string])[]>(`
        [...document.querySelectorAll('li.heat > code, .rank, #details pre')].map((element) => {
          const { color, backgroundColor } = getComputedStyle(element);
          return [color, backgroundColor];
        })`);
      expect(painted.length).toBeGreaterThan(10);
      for (const [ink, background] of painted)
        expect(contrast(parseColor(ink), parseColor(background))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('shows code and colors without scripts, too', async () => {
    const { page } = await open(sampleReport, { javaScriptEnabled: false });
    expect(await page.locator('li.heat').count()).toBe(5);
    expect(await page.locator('label').isVisible()).toBe(false);
    expect(await page.locator('#hot tbody tr').count()).toBe(5);
  });

  test.each([
    '<img src=x onerror=alert(1)>',
    '</script><script>alert(1)</script>',
    '"><svg onload=alert(1)>',
    `'onmouseover='alert(1)`,
  ])('runs nothing of what a project says: %s', async (hostile) => {
    const { page, troubles } = await open(hostileReport(hostile));
    await page.hover('#f0-1');
    await page.click('#f0-1');
    expect(await page.textContent(details)).toContain(hostile);
    expect(await page.locator('img, svg, main script').count()).toBe(0);
    expect(troubles).toEqual([]);
  });
});
