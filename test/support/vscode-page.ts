/**
 * The steps of a user in VS Code, on a playwright page. The code of in-page.js reads the editor. Every wait has a
 * limit, and its failure says what was seen instead.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { waitFor } from './wait-for';

/** A line on screen; `line` counts from 1. */
export interface ScreenLine {
  readonly line: number;
  readonly text: string;
}

/** A line with its background as CSS computes it, e.g. `rgba(255, 0, 0, 0.3)`. */
export interface ColoredLine extends ScreenLine {
  readonly color: string;
}

export interface GutterMark {
  readonly line: number;
  readonly image: string;
  readonly color: string;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly right: number;
}

/** The first decoration comes after about 10 s on an idle machine. */
const timeout = 60_000;
const paletteTimeout = 5000;
const palette = '.quick-input-widget input.input';
const ASKED_AT_A_PLACE = 60;

/** Opens VS Code and waits for its explorer. */
export async function openVsCode(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(timeout);
  await page.addInitScript({ path: resolve(import.meta.dirname, 'in-page.js') });
  await page.goto(url);
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  return page;
}

/** Opens a file by its name and waits for its text. */
export async function openFile(page: Page, name: string): Promise<void> {
  await chooseInPalette(page, 'Control+P', name, name);
  await page.locator(`.editor-instance .monaco-editor[data-uri$="${name}"] .view-line`).first().waitFor();
}

/** Runs a command by its title in the palette. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await chooseInPalette(page, 'F1', `>${title}`, title);
}

/**
 * Opens the palette by a key, types a text and chooses the row that is shown for it. An open palette lists only what
 * there was when it was opened. A file that was written a moment ago and a command of an extension that is still being
 * read are found when the palette is opened again.
 */
async function chooseInPalette(page: Page, key: string, typed: string, row: string): Promise<void> {
  await findInPalette(page, key, typed, focusedRow(page, row));
  await page.keyboard.press('Enter');
}

/** Opens the palette of commands, types a text and chooses the first row that is shown for it, focused or not. */
export async function pickInPalette(page: Page, typed: string): Promise<void> {
  await findInPalette(page, 'F1', `>${typed}`, listEntry(page, typed).first());
  await pick(page, typed);
}

async function findInPalette(page: Page, key: string, typed: string, row: Locator): Promise<void> {
  const find = async (): Promise<boolean> => {
    await page.keyboard.press(key);
    const isFound = await page
      .locator(palette)
      .fill(typed, { timeout: paletteTimeout })
      .then(() => row.waitFor({ timeout: paletteTimeout }))
      .then(
        () => true,
        () => false,
      );
    if (!isFound) await page.keyboard.press('Escape');
    return isFound;
  };
  await waitFor(`${typed} in the palette`, find, Boolean);
}

/** Runs a command from a file's menu in the explorer. */
export async function runOnFile(page: Page, file: string, title: string): Promise<void> {
  await runOnRow(page, page.locator('.explorer-folders-view .monaco-list-row', { hasText: file }), title);
}

/** Runs a command from the menu of a row, in whichever view it stands. */
export async function runOnRow(page: Page, row: Locator, title: string): Promise<void> {
  await row.click({ button: 'right' });
  const item = page.locator('.monaco-menu .action-label', { hasText: title });
  await item.waitFor();
  // A menu that has just opened takes no click.
  const click = async (): Promise<boolean> => {
    await item.click({ timeout: 1000 }).catch(() => undefined);
    return item.isVisible();
  };
  await waitFor('the menu to close', click, (isOpen) => !isOpen);
}

/** Presses a button of the message that says this. */
export async function answer(page: Page, message: string, button: string): Promise<void> {
  const shown = page.locator('.notification-toast', { hasText: message });
  const found = shown.locator('.monaco-button', { hasText: button });
  // Progress moves the message about, and a mouse may miss the button.
  await found.click({ timeout: paletteTimeout }).catch(() => found.dispatchEvent('click'));
}

/** Presses a button of the message that says this, until what it opens is on screen. */
export async function answerUntil(
  page: Page,
  message: string,
  button: string,
  opened: Locator,
): Promise<void> {
  const shown = page.locator('.notification-toast', { hasText: message }).first();
  const press = async (): Promise<boolean> => {
    await shown
      .locator('.monaco-button', { hasText: button })
      .first()
      .click({ timeout: 1000 })
      .catch(() => undefined);
    return opened
      .first()
      .waitFor({ timeout: paletteTimeout })
      .then(
        () => true,
        () => false,
      );
  };
  await waitFor(`what ${button} opens`, press, Boolean);
}

/** The box with this title that a command has opened for a text. */
export function inputBox(page: Page, title: string): Locator {
  return page.locator('.quick-input-widget', { hasText: title });
}

/** Types into the box with this title, and takes the text. */
export async function typeInBox(page: Page, title: string, typed: string): Promise<void> {
  const input = inputBox(page, title).locator('input.input');
  await input.fill(typed);
  await input.press('Enter');
  await inputBox(page, title).waitFor({ state: 'hidden' });
}

/**
 * Types the path of a file or folder into the dialogue with this title, until it is taken: a dialogue fills its own folder
 * in when it has looked at it, and takes no Enter before it has looked at a path.
 */
export async function chooseFile(page: Page, title: string, path: string): Promise<void> {
  const asked = page.locator('.quick-input-title', { hasText: title });
  const typed = page.locator('.quick-input-widget input.input');
  const typedNow = async (): Promise<string> => ((await typed.isVisible()) ? await typed.inputValue() : '');
  // The question before it may have the same title.
  await waitFor(`${title} to show a folder`, typedNow, (shown) => shown.startsWith('/'));
  const take = async (): Promise<boolean> => {
    const shown = await typedNow();
    if (shown === path) await page.keyboard.press('Enter');
    else if (shown.startsWith('/')) await typed.fill(path);
    return asked.isVisible();
  };
  await waitFor(`${title} to be answered`, take, (isOpen) => !isOpen);
}

/**
 * Clicks a code lens until what it opens is on screen. Lenses that come anew while the mouse is down take no click, and
 * a view that takes the focus meanwhile closes a list.
 */
export async function clickLens(page: Page, text: string, opened: Locator): Promise<void> {
  const lens = page.locator('.codelens-decoration a', { hasText: text }).first();
  const click = async (): Promise<boolean> => {
    await lens.click({ timeout: paletteTimeout }).catch(() => undefined);
    return opened
      .first()
      .waitFor({ timeout: 4 * paletteTimeout })
      .then(
        () => true,
        () => false,
      );
  };
  await waitFor(`what the lens ${text} opens`, click, Boolean);
}

/** The entries of a list on screen that have this in their label. */
export function listEntry(page: Page, label: string): Locator {
  return page.locator(`.quick-input-list .monaco-list-row[aria-label*="${label}"]`);
}

/** Chooses an entry of the list that a command has opened. */
export async function pick(page: Page, label: string): Promise<void> {
  await listEntry(page, label).first().click();
}

/** The colored lines on screen, as soon as they fit: by default as soon as there are any. */
export async function waitForDecorations(
  page: Page,
  fits: (lines: readonly ColoredLine[]) => boolean = (lines) => lines.length > 0,
): Promise<readonly ColoredLine[]> {
  return waitFor('colored lines', () => decorations(page), fits);
}

/** The colored lines on screen now. */
export async function decorations(page: Page): Promise<readonly ColoredLine[]> {
  return page.evaluate<readonly ColoredLine[]>('inPage.decorations()');
}

/** The lines on screen, inlay hints within their text. */
export async function screenLines(page: Page): Promise<readonly ScreenLine[]> {
  return page.evaluate<readonly ScreenLine[]>('inPage.lines()');
}

/** The texts behind the lines' ends. */
export async function lineEnds(page: Page): Promise<readonly ScreenLine[]> {
  return page.evaluate<readonly ScreenLine[]>('inPage.lineEnds()');
}

/** The marks in the glyph margin. */
export async function gutterMarks(page: Page): Promise<readonly GutterMark[]> {
  return page.evaluate<readonly GutterMark[]>('inPage.gutterMarks()');
}

/** The code lenses on screen from above, as soon as they fit: by default as soon as there are any. */
export async function waitForCodeLenses(
  page: Page,
  fits: (lenses: readonly string[]) => boolean = (lenses) => lenses.length > 0,
): Promise<readonly string[]> {
  return waitFor('code lenses', () => page.evaluate<readonly string[]>('inPage.codeLenses()'), fits);
}

/**
 * Rests the mouse on the first place where this text stands, and gives the hover's text. The mouse follows when
 * code lenses or hints that arrive meanwhile move the text.
 */
export async function hover(
  page: Page,
  text: string,
  fits: (hover: string) => boolean = (shown) => shown !== '' && !shown.startsWith('Loading'),
): Promise<string> {
  let last = '';
  let asked = 0;
  const ask = async (): Promise<string> => {
    // A lens that came while the mouse was on its way has moved the line: it comes from elsewhere again.
    if (++asked % ASKED_AT_A_PLACE === 0) {
      await page.mouse.move(5, 5);
      last = '';
    }
    const { x, y } = await placeOf(page, text);
    if (`${x} ${y}` !== last) await page.mouse.move(x, y, { steps: 2 });
    last = `${x} ${y}`;
    return page.evaluate<string>('inPage.hoverText()');
  };
  return waitFor(`hover on ${text}`, ask, fits);
}

/** Closes a hover, a message or a list, and takes the mouse off the text. */
export async function dismiss(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.keyboard.press('Escape');
}

/** Sets the cursor behind the first place where `after` stands, and types. */
export async function typeAfter(page: Page, after: string, typed: string): Promise<void> {
  const { right, y } = await placeOf(page, after);
  await page.mouse.click(right, y);
  await page.keyboard.type(typed);
}

/** Moves the cursor to a line, counted from 1, and scrolls it into view. A view that takes the focus closes the box. */
export async function goToLine(page: Page, line: number): Promise<void> {
  const go = async (): Promise<boolean> => {
    await page.keyboard.press('Control+G');
    return page
      .locator(palette)
      .fill(`:${line}`, { timeout: paletteTimeout })
      .then(
        () => true,
        () => false,
      );
  };
  await waitFor('the box for a line', go, Boolean);
  await page.keyboard.press('Enter');
  await waitForCursor(page, (at) => at === line);
}

/** The cursor's line, as soon as it fits. The status bar tells it, a moment after the cursor has moved. */
export async function waitForCursor(page: Page, fits: (line: number) => boolean): Promise<number> {
  const position = page.locator('[id="status.editor.selection"]');
  const ask = async (): Promise<number> => Number(/Ln (\d+)/.exec(await position.innerText())?.[1]);
  return waitFor("the cursor's line", ask, fits);
}

/** The text of a status bar item of the extension, e.g. `jouleline.jouleline.total`, as soon as it fits. */
export async function statusBar(
  page: Page,
  item: string,
  fits: (text: string) => boolean = (text) => text !== '',
): Promise<string> {
  const text = (): Promise<string> => statusItem(page, item).innerText();
  return waitFor(
    `status bar item ${item}`,
    async () => (await text()).replaceAll('\u00a0', ' ').trim(),
    fits,
  );
}

/** What a screen reader says of an item in the status bar. */
export async function statusLabel(
  page: Page,
  item: string,
  fits: (text: string) => boolean,
): Promise<string> {
  const label = async (): Promise<string> =>
    (await statusItem(page, item).locator('a').first().getAttribute('aria-label')) ?? '';
  return waitFor(`words of status bar item ${item}`, label, fits);
}

export async function clickStatusBar(page: Page, item: string): Promise<void> {
  await statusItem(page, item).click();
}

/** The first message that fits. */
export async function toast(
  page: Page,
  fits: (message: string) => boolean = () => true,
  limit?: number,
): Promise<string> {
  const messages = await waitFor(
    'message',
    () => page.evaluate<readonly string[]>('inPage.toasts()'),
    (shown) => shown.some(fits),
    limit,
  );
  return messages.find(fits) ?? '';
}

/** The inside of the open webview. */
export function webview(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
}

/** The document within the preview of Markdown, as which texts are shown that are only read. */
export function previewedText(page: Page): Locator {
  return page
    .frameLocator('iframe.webview.ready[src*="vscode.markdown"]')
    .frameLocator('iframe#active-frame')
    .locator('body');
}

/** Saves what is on screen to test-output/NAME.png, for a person to look at. */
export async function screenshot(page: Page, name: string): Promise<string> {
  const path = join('test-output', `${name}.png`);
  mkdirSync('test-output', { recursive: true });
  await page.screenshot({ path, animations: 'disabled' });
  return path;
}

/** The entry that Enter takes: the list may still be the one before the last letter. */
function focusedRow(page: Page, label: string): ReturnType<Page['locator']> {
  return page.locator(`.quick-input-list .monaco-list-row.focused[aria-label*="${label}"]`).first();
}

function statusItem(page: Page, item: string): ReturnType<Page['locator']> {
  return page.locator(`[id="${item}"]`);
}

async function placeOf(page: Page, text: string): Promise<Place> {
  const ask = (): Promise<Place | undefined> =>
    page.evaluate<Place | undefined>(`inPage.placeOf(${JSON.stringify(text)})`);
  const place = await waitFor(`text ${text} on screen`, ask, (found) => found !== undefined);
  if (place === undefined) throw new Error(`${text} is not on screen`);
  return place;
}
