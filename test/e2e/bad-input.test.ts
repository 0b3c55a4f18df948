/** Files that the energy map and the lists were not made for, in the real VS Code: each gets a message in words. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Settings } from '../support/code-server';
import { packLineColors } from '../support/other-extensions';
import { makeTemporaryFolder, type FolderContent } from '../support/temporary-folder';
import {
  dismiss,
  hover,
  listEntry,
  openFile,
  pick,
  runCommand,
  runOnFile,
  screenLines,
  screenshot,
  toast,
  waitForCodeLenses,
  waitForDecorations,
  webview,
} from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { heatOf, openEditor } from './editor';
import type { Editor } from './editor';
import { makeProfiledSample } from './sample-profiles';

async function open(
  content: FolderContent,
  settings: Settings = {},
  beside: readonly string[] = [],
): Promise<Editor> {
  const editor = await openEditor(settings, { workspace: makeTemporaryFolder(content), beside });
  onTestFinished(() => editor.close());
  return editor;
}

function text(page: Page, selector: string, fits: (shown: string) => boolean): Promise<string> {
  return waitFor(selector, () => webview(page).locator(selector).first().innerText(), fits);
}

/** One web view at a time. */
async function showLists(page: Page): Promise<void> {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Focus on Hotspots View');
}

test('an empty workspace is said to be empty', async () => {
  const { page } = await open({ 'README.md': 'Nothing here.\n' });
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  await text(page, '.message', (shown) => shown === 'There are no Java files in this workspace.');
  await screenshot(page, 'panel-empty');
  await webview(page).locator('.canvas:visible').focus();
  for (const key of ['n', 'ArrowDown', 'End', 'Enter', '+', '0', 'Escape']) await page.keyboard.press(key);
  for (const view of ['treemap', 'flame', 'table', 'columns'])
    await webview(page).locator(`button[data-view=${view}]`).click();
  await showLists(page);
  await text(page, '.message', (shown) => shown === 'There are no Java files in this workspace.');
});

const METHODS = 2000;
const STATEMENTS = 48;

/** 100,002 lines. */
function longFile(): string {
  const statements = '    x = x * 31 + 7;\n'.repeat(STATEMENTS);
  const method = (_: unknown, index: number): string => `  void step${index}() {\n${statements}  }\n`;
  return `class Long { int x;\n${Array.from({ length: METHODS }, method).join('')}}\n`;
}

test('a file of 100,000 lines and one whose lines all cost the same are shown, and one may go meanwhile', async () => {
  const { page, server } = await open({
    'Long.java': longFile(),
    // Without a constructor, which would cost something else.
    'Same.java':
      'interface Same {\n  static int a(int x) { return x + 1; }\n  static int b(int x) { return x + 1; }\n}\n',
  });
  const frame = webview(page);
  const lens = (part: string): Locator => frame.locator(`.lens ${part}`).first();
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  const counts = new RegExp(`J · Files: 2, lines: 100,00\\d`);
  await text(page, '.facts', (shown) => counts.test(shown) && !shown.includes('is reading'));
  await screenshot(page, 'panel-long');
  await frame.locator('header input[type=search]').fill('Long.java');
  await text(page, '.facts', (shown) => /9\d,\d{3} of/.test(shown));
  await frame.locator('.canvas:visible').focus();
  await page.keyboard.press('n');
  await waitFor('the hottest line', () => lens('.where').innerText(), (where) => where.startsWith('Long.java:')); // prettier-ignore
  await page.keyboard.press('End');
  await waitFor('the last line', () => lens('.where').innerText(), (where) => /:100,?00\d$/.test(where)); // prettier-ignore
  await page.keyboard.press('Escape');
  await frame.locator('header input[type=search]').fill('Same.java');
  await text(page, '.facts', (shown) => /\b2 of/.test(shown));
  await frame.locator('.canvas:visible').focus();
  await page.keyboard.press('n');
  // Both lines take next to nothing of the workspace.
  await waitFor('a cold color', () => lens('.energy').innerText(), (energy) => /50\.0 % of the file[^]*color [1-9] of 24/.test(energy)); // prettier-ignore
  rmSync(join(server.workspace, 'Same.java'));
  await text(page, '.facts', (shown) => /Files: 1,/.test(shown));
  await frame.locator('header input[type=search]').fill('');
  await showLists(page);
  await text(page, '.facts', (shown) => /^Lines: 9\d,\d{3}/.test(shown));
});

test('a recording of another program leaves all lines gray, and lists say why they are empty', async () => {
  const { page } = await open({
    'Here.java': 'class Here { int twice(int x) { return x + x; } }\n',
    'elsewhere.collapsed': 'elsewhere.Main.main;elsewhere.Main.run 10\nelsewhere.Main.main 2\n',
  });
  await openFile(page, 'Here.java');
  await waitForDecorations(page);
  await runOnFile(page, 'elsewhere', 'Import Recordings');
  await toast(page, (message) => message.includes('elsewhere'));
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  await text(page, '.facts', (shown) => shown.startsWith('Files: 1'));
  await webview(page).locator('button[data-view=table]').click();
  await webview(page).getByRole('button', { name: 'Files', exact: true }).click();
  await text(page, 'tbody tr', (shown) => shown.includes('Here.java'));
  await showLists(page);
  await text(page, '.message', (shown) => shown.includes('contains nothing of this workspace'));
});

/** Names that are read from the right. */
const fromRight = `package demo;

class Names {
  static int סכום(int[] מספרים) {
    int תוצאה = 0;
    for (int מספר : מספרים) {
      תוצאה += מספר * 2;
    }
    return תוצאה;
  }
}
`;

/** Nearly one gray. */
const withoutContrast = {
  'editor.background': '#777777',
  'editor.foreground': '#7f7f7f',
  foreground: '#7f7f7f',
  descriptionForeground: '#7c7c7c',
  'sideBar.background': '#777777',
};

test('letters of 30 pixels, names from the right, no contrast, and another extension on the same lines', async () => {
  const { page } = await open(
    { 'demo/Names.java': fromRight },
    { 'editor.fontSize': 30, 'workbench.colorCustomizations': withoutContrast },
    [packLineColors(makeTemporaryFolder())],
  );
  await openFile(page, 'Names.java');
  // Both extensions' backgrounds are on the line.
  const backgrounds = (): Promise<readonly string[]> =>
    page.evaluate(`(() => {
      const row = [...document.querySelectorAll('.view-lines > .view-line')].find((each) => each.textContent.includes('+='));
      const marks = [...document.querySelectorAll('.view-overlays > div')].find((each) => each.style.top === row?.style.top);
      return [...(marks?.querySelectorAll('[class*="ced-"]') ?? [])]
        .map((mark) => getComputedStyle(mark).backgroundColor)
        .filter((color) => color !== 'rgba(0, 0, 0, 0)');
    })()`);
  const both = await waitFor('two backgrounds', backgrounds, (found) => new Set(found).size > 1);
  expect(both.some((color) => color.startsWith('rgba(0, 200, 0'))).toBe(true);
  expect(both.some((color) => heatOf(color) > 0)).toBe(true);
  const [lens = ''] = await waitForCodeLenses(page);
  expect(lens).toMatch(/J per call \|.*Profile/);
  const lines = await screenLines(page);
  expect(lines.find(({ line }) => line === 7)?.text).toContain('* 2;');
  const shown = await hover(page, '* 2', (text) => text.includes('runs'));
  // The fragment is as it stands in the line, also to the eye: its pieces go from left to right.
  expect(shown).toContain('\u2068תוצאה\u2069 += \u2068מספר\u2069 * 2');
  expect(await leftEdges(page, ['תוצאה', '+=', 'מספר', '*', '2'])).toEqual('sorted');
  await screenshot(page, 'bad-letters');
  const box = await page.locator('.monaco-hover:not(.hidden) .hover-contents').first().boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 1400).toBe(true);
  await dismiss(page);
  // Without the extensions for Java nothing is registered in the Test view, and nobody is told of it.
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input.input').fill('>Jouleline: Profile Test');
  await page.keyboard.press('Escape');
  expect(await page.locator('.notification-toast').count()).toBe(0);
  await runCommand(page, 'Jouleline: Show Color Legend');
  await webview(page).locator('h1').waitFor();
  await screenshot(page, 'bad-contrast-legend');
  expect(await misfits(page)).toEqual([]);
});

/** Tells whether the pieces of a fragment in the hover stand from left to right. */
function leftEdges(page: Page, pieces: readonly string[]): Promise<unknown> {
  return page.evaluate(`((pieces) => {
    const whole = pieces.join(' ');
    const plain = (text) => text.replaceAll(/[\u2068\u2069]/g, '');
    const shown = [...document.querySelectorAll('.monaco-hover:not(.hidden) code')].map(({ firstChild }) => firstChild);
    const node = shown.find((each) => plain(each.data).includes(whole));
    const range = document.createRange();
    let from = 0;
    const edges = pieces.map((piece) => {
      const at = node.data.indexOf(piece, from);
      from = at + piece.length;
      range.setStart(node, at);
      range.setEnd(node, from);
      return range.getBoundingClientRect().left;
    });
    return edges.every((edge, index) => index === 0 || edges[index - 1] < edge) ? 'sorted' : edges;
  })(${JSON.stringify(pieces)})`);
}

/** The parts that do not fit into the open page: the page itself, controls over its edge, and words that are cut off. */
function misfits(page: Page): Promise<readonly string[]> {
  return webview(page).locator('body').evaluate<readonly string[], never>(`(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
    const controls = [...document.querySelectorAll('button, select, input, h1:not(.aloud), .facts')];
    const over = controls.filter((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      const isScrolled = control.closest('.scroll, .table, [role=tabpanel]') !== null;
      const isCut = control.scrollWidth > control.clientWidth + 1 && control.tagName !== 'INPUT';
      return width > 0 && !isScrolled && (left < 0 || right > innerWidth + 1 || isCut);
    });
    return [...wide, ...over.map((each) => each.outerHTML.slice(0, 120))];
  })()`);
}

/** Presses Tab until something that fits has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const frame = webview(page);
  await frame.locator('button').first().focus();
  await waitFor(
    `focus on ${selector}`,
    async () => {
      await page.keyboard.press('Tab');
      return frame.locator(`${selector}:focus`).count();
    },
    (count) => count > 0,
  );
}

/** The height of what the page is for. */
async function heightOf(page: Page, selector: string): Promise<number> {
  return (await webview(page).locator(selector).first().boundingBox())?.height ?? 0;
}

test('in a narrow and low window, as at twice the size, pages fit and keys reach all of them', async () => {
  const workspace = await makeProfiledSample();
  const editor = await openEditor({}, { workspace }).finally(() => {
    rmSync(workspace, { recursive: true, force: true });
  });
  onTestFinished(() => editor.close());
  const { page } = editor;
  await page.setViewportSize({ width: 700, height: 450 });
  await runCommand(page, 'Jouleline: Focus on Hotspots View');
  await webview(page).locator('.body .row').first().waitFor();
  await screenshot(page, 'narrow-lists');
  expect(await misfits(page)).toEqual([]);
  expect(await overlaps(page)).toEqual([]);
  // A whole row is in sight before anybody scrolls, in each list.
  for (const list of ['lines', 'methods', 'blocks', 'operations', 'library-calls']) {
    await webview(page).locator(`[data-list=${list}]`).click();
    await webview(page).locator('body:not(.busy)').waitFor();
    await waitFor(`a whole row of ${list}`, () => hiddenPixels(page), (below) => below <= 0); // prettier-ignore
  }
  await screenshot(page, 'narrow-library-calls');
  await webview(page).locator('[data-list=lines]').click();
  await tabTo(page, '.body .row');
  await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  await text(page, '.facts', (shown) => /Files: 1\d/.test(shown) && !shown.includes('is reading'));
  for (const view of ['columns', 'treemap', 'flame', 'table']) {
    await webview(page).locator(`button[data-view=${view}]`).click();
    await screenshot(page, `narrow-${view}`);
    expect(await misfits(page)).toEqual([]);
    expect(await heightOf(page, 'main')).toBeGreaterThan(100);
    await tabTo(page, view === 'table' ? 'tbody button' : '.canvas');
  }
  // Beside an open side bar, the picture and what its colors mean are in sight together.
  await runCommand(page, 'View: Show Explorer');
  await webview(page).locator('button[data-view=columns]').click();
  const isDrawn = (): Promise<boolean> =>
    webview(page).locator('body').evaluate<boolean, never>(`(() => {
      const canvas = [...document.querySelectorAll('canvas')].find(({ clientHeight }) => clientHeight > 0);
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size > 5;
    })()`);
  await waitFor('columns of the new size', isDrawn, Boolean);
  await screenshot(page, 'narrow-beside');
  expect(await misfits(page)).toEqual([]);
  const below = webview(page)
    .locator('footer')
    .evaluate<number, never>(`document.querySelector('footer').getBoundingClientRect().bottom - innerHeight`);
  expect(await below).toBeLessThan(1);
  expect(await heightOf(page, 'main')).toBeGreaterThan(100);
  await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
  await webview(page).locator('button[data-view=table]').click();
  for (const table of ['Files', 'Methods', 'Hottest lines']) {
    await webview(page).getByRole('button', { name: table, exact: true }).click();
    const head = webview(page)
      .locator('thead th', { hasText: /^Energy/ })
      .first();
    const { x = 0, width = 0 } = (await head.boundingBox()) ?? {};
    expect([table, x > 0 && x + width <= 700]).toEqual([table, true]);
  }
  // The boxes are drawn as large as they are shown.
  await webview(page).locator('button[data-view=treemap]').click();
  const canvas = webview(page).locator('.boxes-view canvas:visible');
  await canvas.waitFor();
  const difference = canvas.evaluate<number, never>(`(() => {
    const each = [...document.querySelectorAll('.boxes-view canvas')].find(({ clientHeight }) => clientHeight > 0);
    return each.height - Math.round(each.clientHeight * devicePixelRatio);
  })()`);
  expect(Math.abs(await difference)).toBeLessThanOrEqual(1);
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Compare Profiles');
  await pick(page, 'before');
  await pick(page, 'after');
  await webview(page).locator('h1', { hasText: 'before → after' }).waitFor();
  for (const tab of await webview(page).locator('[role=tab]').all()) {
    await tab.click();
    await screenshot(
      page,
      `narrow-comparison-${(await tab.innerText()).toLowerCase().replaceAll(/\W+/g, '-')}`,
    );
    expect(await misfits(page)).toEqual([]);
    expect(await squeezed(page)).toEqual([]);
  }
  // A name that is read from the right keeps its place before the arrow, also in the tab.
  const saved = join(editor.server.workspace, '.jouleline', 'profiles');
  cpSync(join(saved, 'before.json'), join(saved, 'תוצאה 1.json'));
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Compare Profiles');
  await pick(page, 'תוצאה 1');
  await listEntry(page, 'תוצאה 1').waitFor({ state: 'detached' });
  await pick(page, 'after');
  await page.locator('.tab.active', { hasText: '\u2068תוצאה 1\u2069 → after' }).waitFor();
  await webview(page).locator('h1', { hasText: '\u2068תוצאה 1\u2069 → after' }).waitFor();
  // In a theme without contrast, words are read all the same.
  editor.server.changeSettings({ 'workbench.colorCustomizations': withoutContrast });
  const ground = (): Promise<string> =>
    webview(page).locator('body').evaluate<string, never>('getComputedStyle(document.body).backgroundColor');
  await waitFor('the gray', ground, (color) => color === 'rgb(119, 119, 119)');
  expect(await unread(page)).toEqual([]);
  await screenshot(page, 'narrow-comparison-gray');
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Show Energy Map (SeeSoft)');
  await text(page, '.facts', (shown) => shown.includes('J'));
  expect(await unread(page)).toEqual([]);
  await screenshot(page, 'narrow-map-gray');
  editor.server.changeSettings({});
  await runCommand(page, 'View: Close All Editors');
  await openFile(page, 'Blur.java');
  await waitForCodeLenses(page);
  await runCommand(page, 'Jouleline: Show Color Legend');
  await webview(page).locator('h1').waitFor();
  for (const width of [700, 450]) {
    await page.setViewportSize({ width, height: 450 });
    await screenshot(page, `narrow-legend-${width}`);
    expect(await misfits(page)).toEqual([]);
  }
});

/** The words of the open page that have less contrast than 4.5 to 1 with what is behind them. */
function unread(page: Page): Promise<readonly string[]> {
  return webview(page).locator('body').evaluate<readonly string[], never>(`(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const over = (color, ground) => {
      canvas.fillStyle = ground;
      canvas.fillRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
      return 'rgb(' + [r, g, b] + ')';
    };
    const light = (color) => {
      const [r, g, b] = color.match(/\\d+/g).map(Number).map((each) => each / 255)
        .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const groundOf = (element) => element === null ? 'rgb(0, 0, 0)'
      : over(getComputedStyle(element).backgroundColor, groundOf(element.parentElement));
    const hasWords = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    return [...document.querySelectorAll('body *')].filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && !['OPTION', 'SCRIPT'].includes(element.tagName) && hasWords(element);
    }).flatMap((element) => {
      const ground = groundOf(element);
      const [one, other] = [light(over(getComputedStyle(element).color, ground)), light(ground)];
      const ratio = Math.max(one, other) / Math.min(one, other);
      return ratio < 4.48 ? [ratio.toFixed(2) + ' ' + element.textContent.slice(0, 60)] : [];
    });
  })()`);
}

/** The pixels of the first row of the list that are below the edge of what is shown of it. */
function hiddenPixels(page: Page): Promise<number> {
  return webview(page).locator('body').evaluate<number, never>(`(() => {
    const row = document.querySelector('.body .row');
    const panel = row.closest('[role=tabpanel]').getBoundingClientRect();
    return row.getBoundingClientRect().bottom - Math.min(panel.bottom, innerHeight);
  })()`);
}

/** The parts of the open tab that have no room for what they show, or that stand on each other. */
function squeezed(page: Page): Promise<readonly string[]> {
  return webview(page).locator('main').evaluate<readonly string[], never>(`(() => {
    const shown = [...document.querySelectorAll('main .tools, main .scroll, main .choice')].filter(({ offsetHeight, children }) =>
      children.length > 0 && offsetHeight > 0);
    const boxes = shown.map((each) => each.getBoundingClientRect());
    const isOn = (a, b) => a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return shown.filter((each, index) =>
      (each.matches('.list .scroll') && boxes[index].height < 100) ||
      shown.some((other, at) => at > index && !each.contains(other) && isOn(boxes[index], boxes[at])),
    ).map(({ className }) => className);
  })()`);
}

/** The rows whose figures stand on each other. */
function overlaps(page: Page): Promise<readonly string[]> {
  return webview(page).locator('.body').evaluate<readonly string[], never>(`(() => {
    const boxOf = (part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return range.getBoundingClientRect();
    };
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    const rows = [...document.querySelectorAll('.body .row')].filter((row) => {
      const boxes = [...row.querySelectorAll('.figure, .interval, .share, .executions')].map(boxOf);
      return boxes.some((a, index) => boxes.slice(index + 1).some((b) => meet(a, b)));
    });
    return rows.map(({ textContent }) => textContent);
  })()`);
}
