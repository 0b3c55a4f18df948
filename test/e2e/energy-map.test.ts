/** The energy map in the real VS Code: its pixels have the overlay's colors, and lens, keys and filters work. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  dismiss,
  goToLine,
  openFile,
  runCommand,
  screenshot,
  waitForCursor,
  waitForDecorations,
  webview,
} from '../support/vscode-page';
import { readInks } from '../../client/src/line-look';
import { at } from '../../server/src/base/check';
import { mix } from '../../server/src/words/color';
import { defaultOpacity } from '../../server/src/words/looks';
import { paletteColors } from '../../server/src/words/palette';
import { waitFor } from '../support/wait-for';
import { openEditor, readRgba } from './editor';
import type { Editor } from './editor';

/** A function of the browser's page. */
interface Canvas {
  readonly clientWidth: number;
  readonly clientHeight: number;
  readonly width: number;
  readonly height: number;
  dispatchEvent(event: Event): boolean;
  getContext(kind: '2d'): {
    clearRect(x: number, y: number, width: number, height: number): void;
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  };
}
interface Point {
  readonly x: number;
  readonly y: number;
}

let editor: Editor;
type Rgb = readonly [number, number, number];
/** The colors of lines of Matrix.java as the editor paints them, by line from 1; the hottest is opaque. */
let overlay: ReadonlyMap<number, Rgb>;
/** The background of the dark theme. */
const paper = [31, 31, 31] as const;

beforeAll(async () => {
  editor = await openEditor();
  const { page } = editor;
  await openFile(page, 'Matrix.java');
  await goToLine(page, 1);
  await showMap();
  // Colors of a run come when all files are known: then the map is complete.
  await openFile(page, 'Matrix.java');
  const lines = await waitForDecorations(page);
  // Line backgrounds are lighter than colors, so that text is read on them.
  const [ink] = readInks(
    { palette: paletteColors('blue-purple-red', 24), paletteName: 'blue-purple-red' },
    { theme: 'dark', opacity: defaultOpacity },
  );
  overlay = new Map(
    lines.map(({ line, color }) => {
      const [red, green, blue, opacity] = readRgba(color);
      return [line, mix(paper, [red, green, blue], opacity / defaultOpacity / (ink?.tone ?? 1))];
    }),
  );
  await showMap();
});
async function showMap(): Promise<void> {
  await runCommand(editor.page, 'Jouleline: Show Energy Map (SeeSoft)');
  await facts((text) => /Files: [1-9]/.test(text) && text.includes('J') && !text.includes('is reading'));
}
afterAll(async () => {
  await editor.close();
});

function facts(fits: (text: string) => boolean): Promise<string> {
  return waitFor('what the panel counts', () => webview(editor.page).locator('.facts').innerText(), fits);
}

/** Places on the canvas where a bar is, and its color, in pixels of the page. */
async function barsOn(): Promise<readonly (Point & { readonly color: Rgb })[]> {
  return webview(editor.page)
    .locator('canvas.lines')
    .evaluate((canvas: Canvas) => {
      const ratio = canvas.width / canvas.clientWidth;
      const found: { x: number; y: number; color: Rgb }[] = [];
      for (let y = 4; y < canvas.clientHeight; y += 3)
        for (let x = 4; x < canvas.clientWidth; x += 11) {
          const at = [Math.round(x * ratio), Math.round(y * ratio)] as const;
          const [red = 0, green = 0, blue = 0] = canvas
            .getContext('2d')
            .getImageData(at[0], at[1], 1, 1).data;
          // Lines without a color are gray, and cold ones faint.
          if (Math.max(red, green, blue) - Math.min(red, green, blue) > 15)
            found.push({ x, y, color: [red, green, blue] });
        }
      return found;
    });
}

async function lens(fits: (text: string) => boolean): Promise<string> {
  return waitFor('lens', () => webview(editor.page).locator('.lens .where').innerText(), fits);
}

test('pixels of lines have the colors that the editor gives them, and the lens says which lines they are', async () => {
  const canvas = webview(editor.page).locator('.canvas:visible');
  const bars = await barsOn();
  expect(bars.length).toBeGreaterThan(10);
  const checked = new Set<number>();
  const source = readFileSync('test/fixtures/workspace/src/demo/Matrix.java', 'utf8').split('\n');
  for (const { x, y, color } of bars) {
    await canvas.hover({ position: { x, y }, force: true });
    const where = await lens((text) => text !== '');
    const [, line] = /Matrix\.java:(\d+)$/.exec(where) ?? [];
    const expected = overlay.get(Number(line));
    if (expected === undefined) continue;
    for (const [channel, value] of color.entries())
      expect(Math.abs(value - at(expected, channel)), where).toBeLessThan(3);
    expect(await webview(editor.page).locator('.lens .energy strong').innerText()).toMatch(/J$/);
    // The lens is there before the text of a file that it shows for the first time.
    const code = webview(editor.page).locator('.lens .row.here code');
    const written = source[Number(line) - 1]?.trim();
    await waitFor(
      `code of line ${line}`,
      async () => (await code.innerText()).trim(),
      (text) => text === written,
    );
    checked.add(Number(line));
    if (checked.size >= 4) break;
  }
  expect(checked.size).toBeGreaterThanOrEqual(4);
  await screenshot(editor.page, 'energy-map-lens');
});

test('what a canvas showed is drawn again after its memory was lost', async () => {
  const count = (await barsOn()).length;
  await webview(editor.page)
    .locator('canvas.lines')
    .evaluate((canvas: Canvas) => {
      canvas.getContext('2d').clearRect(0, 0, canvas.width, canvas.height);
      canvas.dispatchEvent(new Event('contextrestored'));
    });
  await waitFor('bars', barsOn, (bars) => bars.length === count);
});

test('keys go to the hottest line, read it aloud, and open it in the editor', async () => {
  const { page } = editor;
  const frame = webview(page);
  await frame.locator('.canvas:visible').focus();
  await page.keyboard.press('n');
  const where = await lens((text) => text.includes('.java:'));
  const aloud = await frame.locator('.aloud').innerText();
  expect(aloud).toContain(where);
  expect(aloud).toMatch(/J/);
  expect(await frame.locator('.lens .row.here code').innerText()).not.toBe('');
  await page.keyboard.press('Enter');
  const line = Number(/:(\d+)$/.exec(where)?.[1]);
  await waitForCursor(page, (at) => at === line);
  await screenshot(page, 'energy-map-beside');
});

test('the brush hides lines outside of it, and words choose lines', async () => {
  const frame = webview(editor.page);
  const all = await facts((text) => text !== '');
  await frame.locator('.brush input').first().fill('20');
  const some = await facts((text) => text.includes('colored lines shown'));
  expect(some).not.toBe(all);
  const colors = new Set((await barsOn()).map(({ color }) => color.join(',')));
  await frame.locator('.brush input').first().fill('0');
  await facts((text) => text === all);
  expect(new Set((await barsOn()).map(({ color }) => color.join(','))).size).toBeGreaterThan(colors.size);
  await frame.locator('header input[type=search]').fill('product.cells[row');
  await facts((text) => /\b1 of/.test(text));
  await frame.locator('header input[type=search]').fill('nothing-is-called-so');
  await facts((text) => /\b0 of/.test(text));
  await frame.locator('header input[type=search]').fill('');
  await facts((text) => text === all);
});

test('everything is reached by Tab, and has a name; the brush is moved by arrows', async () => {
  const { page } = editor;
  const frame = webview(page);
  const name =
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim()';
  const focused = async (): Promise<string> => String(await frame.locator('body').evaluate(name));
  await frame.locator('button[data-view=columns]').focus();
  const names = [await focused()];
  for (let stop = 1; stop < 13; stop++) {
    await page.keyboard.press('Tab');
    names.push(await focused());
  }
  const expected = [
    ...[/^Columns/, /^Treemap/, /^Callees/, /^Table/, /^Filter by words/, /package/i, /^What the colors/],
    ...[/^Order/, /out/, /all/i, /in/, /^All lines/, /^Coldest/],
  ];
  expected.forEach((label, stop) => {
    expect(names[stop]).toMatch(label);
  });
  const all = await facts((text) => text !== '');
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
  await facts((text) => text.includes('colored lines shown'));
  await page.keyboard.press('Home');
  await facts((text) => text === all);
});

test('the table has what the canvas shows, and opens it by keys', async () => {
  const { page } = editor;
  const frame = webview(page);
  await frame.locator('.canvas:visible').focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  const where = await lens((text) => text.includes('.java:'));
  const energy = await frame.locator('.lens .energy strong').innerText();
  await frame.locator('button[data-view=table]').focus();
  await page.keyboard.press('Enter');
  const first = frame.locator('tbody tr').first();
  expect(await first.innerText()).toContain(where);
  expect(await first.innerText()).toContain(energy);
  expect(await frame.locator('thead th[aria-sort]').count()).toBeGreaterThan(3);
  await frame.locator('thead button').first().focus();
  await page.keyboard.press('Enter');
  expect(await frame.locator('thead button:focus').count()).toBe(1);
  await page.keyboard.press('Enter');
  await frame.locator('thead button').nth(2).focus();
  await page.keyboard.press('Enter');
  await first.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await waitForCursor(page, (line) => where.endsWith(`:${line}`));
  await frame.getByRole('button', { name: 'Files', exact: true }).click();
  const rows = await waitFor(
    'files',
    () => frame.locator('tbody tr').count(),
    (count) => count > 1,
  );
  const counted = Number(/Files: (\d+)/.exec(await frame.locator('.facts').innerText())?.[1]);
  expect(rows).toBe(counted);
  await frame.locator('button[data-view=columns]').click();
});

test('treemap and callees are walked by keys, say what they show, and open methods', async () => {
  const { page } = editor;
  const frame = webview(page);
  const aloud = (fits: (text: string) => boolean): Promise<string> =>
    waitFor('what is said', () => frame.locator('.aloud').innerText(), fits);
  await frame.locator('button[data-view=treemap]').click();
  await frame.locator('.boxes-view .canvas:visible').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  // Its loop makes 1,000 rounds.
  expect(await aloud((text) => text.includes('sumOfSquares'))).toMatch(/sumOfSquares\(int\), .*J, .*%/);
  await screenshot(page, 'energy-map-treemap');
  await page.keyboard.press('Enter');
  await waitForCursor(page, (line) => line === 21);
  await frame.locator('button[data-view=flame]').click();
  await frame.locator('.boxes-view .canvas:visible').focus();
  await page.keyboard.press('ArrowDown');
  expect(await aloud((text) => text.includes('100.0 %'))).toContain('Sorting.main(String[])');
  await screenshot(page, 'energy-map-callees');
  await frame.locator('button[data-view=columns]').click();
});

test('files that are edited or deleted while they are shown are drawn anew', async () => {
  const { page, server } = editor;
  await dismiss(page);
  const before = await facts((text) => /Files: \d/.test(text));
  const count = Number(/Files: (\d+)/.exec(before)?.[1]);
  const path = join(server.workspace, 'Added.java');
  writeFileSync(path, 'class Added { int twice(int x) { return x + x; } }\n');
  await facts((text) => text.includes(`Files: ${count + 1},`));
  rmSync(path);
  await facts((text) => text.includes(`Files: ${count},`));
});
