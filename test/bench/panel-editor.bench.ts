/**
 * The energy map in the real VS Code: how soon its first picture is there from the cache, and what memory it takes,
 * for java.base of the newest JDK with sources; and pictures of that and of a project of several modules in each kind
 * of theme, to look at.
 *
 *   [JOULELINE_BESIDE=FILE.vsix,…] npx vitest run --project bench test/bench/panel-editor.bench.ts
 *
 * `JOULELINE_MODULE` names another module than java.base. Figures are printed and go to test-output/panel-editor.json, pictures to test-output/panel-*.png; the README's own is
 * that of java.base with the lens, dark. Times are in milliseconds: `cold` from the command in a window that has just
 * been loaded, its extensions and its server with it; `warm` when the panel was closed and is opened again. `empty` is a
 * page of another extension, opened in the same two ways, that draws one gray canvas and nothing else: VS Code itself
 * takes so long. Other packages are measured in turn with this one.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { makeZip } from '../classfile/make-zip';
import { openEditor, type Editor } from '../e2e/editor';
import { packageExtension } from '../support/code-server';
import { runCommand, screenshot, webview } from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { readModuleSources } from '../support/jdk-sources';
import { findJdks, type Jdk } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { pageMemories, serverMemory } from './editor-memory';

const RUNS = Number(process.env['JOULELINE_ROUNDS'] ?? 5);
const MODULE = process.env['JOULELINE_MODULE'] ?? 'java.base';
/** The whole of java.base is analyzed once. */
const FIRST_ANALYSIS_MS = 540_000;
/** A large folder goes with the editor. */
const CLOSING_MS = 120_000;
const themes = {
  dark: ['Default Dark Modern', '.vscode-dark'],
  light: ['Default Light Modern', '.vscode-light'],
  'high-contrast': ['Default High Contrast', '.vscode-high-contrast'],
  'high-contrast-light': ['Default High Contrast Light', '.vscode-high-contrast-light'],
} as const;
/**
 * The modules that are published together and depend on each other: the compiler with what is built on it, and its
 * neighbors.
 */
const MODULES = [
  'jdk.compiler',
  'jdk.jshell',
  'jdk.javadoc',
  'java.net.http',
  'java.logging',
  'jdk.httpserver',
];

/** In every frame, before its scripts: when a canvas was first painted, by the machine's clock. */
const stopwatch = `
  const put = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (...given) {
    put.apply(this, given);
    requestAnimationFrame(() => { globalThis.paintedAt ??= Date.now(); });
  };`;

let editor: Editor;

async function open(workspace: string): Promise<Page> {
  const settings = { 'jouleline.cache.maxSizeMB': 2000 };
  editor = await openEditor(settings, { workspace, beside: [packEmptyPage()] });
  onTestFinished(() => editor.close(), CLOSING_MS);
  const { page } = editor;
  await page.addInitScript(stopwatch);
  // With what VS Code has around it, the canvas is 1,600 by 1,000.
  await page.setViewportSize({ width: 1650, height: 1180 });
  return page;
}

/** Once all files were looked at, and drawn: a part of them is kept under another name. */
async function waitForAll(page: Page): Promise<void> {
  const folder = join(dataFolder(), 'User', 'globalStorage', 'jouleline.jouleline', 'pictures');
  const drawn = (): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);
  const isWhole = (names: readonly string[]): boolean => names.some((name) => /^[0-9a-f]+\.jlsp$/.test(name));
  await waitFor('the whole picture', () => Promise.resolve(drawn()), isWhole, FIRST_ANALYSIS_MS);
  await waitFor(
    'the panel',
    async () => {
      const busy = await webview(page).locator('body.busy').count();
      return busy === 0 ? webview(page).locator('.facts').innerText() : '';
    },
    (text) => text.includes('J') && !text.includes('is reading'),
    FIRST_ANALYSIS_MS,
  );
}

function dataFolder(): string {
  return join(dirname(editor.server.workspace), 'data');
}

/** Milliseconds from the command, or from opening the window, to the first picture on the screen. */
async function timePainting(page: Page, began: number, extension: string): Promise<number> {
  // A window that is loaded anew may show an earlier page, too.
  const frames = page.locator(`iframe.webview.ready[src*="extensionId=${extension}&"]`);
  const frame = frames.last().contentFrame();
  const body = frame.frameLocator('iframe#active-frame').locator('body');
  const painted = await waitFor(
    'a first picture',
    async () => Number(await body.evaluate('globalThis.paintedAt ?? 0')),
    (at) => at > 0,
  );
  // A page that VS Code brought back before the command says nothing of it.
  return painted < began ? Number.NaN : painted - began;
}

async function showPanel(page: Page, command = 'Jouleline: Show Energy Map (SeeSoft)'): Promise<number> {
  await runCommand(page, command);
  return Date.now();
}

const EMPTY_PAGE = 'Show Empty Page';

/** Packs an extension that opens a web view like the map's, with a canvas of the same size. */
function packEmptyPage(): string {
  const command = { command: 'empty.show', title: EMPTY_PAGE };
  const manifest = {
    ...{ name: 'empty', publisher: 'tests', version: '1.0.0', main: './main.js' },
    engines: { vscode: '^1.100.0' },
    contributes: { commands: [command] },
  };
  const main = `const { commands, window } = require('vscode');
exports.activate = () => commands.registerCommand('empty.show', () => {
  const options = { enableScripts: true, retainContextWhenHidden: true };
  window.createWebviewPanel('empty', 'Empty', 1, options).webview.html = \`<!DOCTYPE html>
<canvas width="1600" height="1000"></canvas>
<script>document.querySelector('canvas').getContext('2d').putImageData(new ImageData(1600, 1000), 0, 0);</script>\`;
});
`;
  const path = join(makeTemporaryFolder(), 'empty.vsix');
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const entries = [
    { name: 'extension/package.json', content: encode(JSON.stringify(manifest)) },
    { name: 'extension/main.js', content: encode(main) },
  ];
  writeFileSync(path, makeZip({ entries }));
  return path;
}

/** Puts the scripts and styles of a package into the place of those that the editor has. */
function installFrom(vsix: string): void {
  const all = join(dirname(editor.server.workspace), 'extensions');
  const own = readdirSync(all).find((name) => name.startsWith('jouleline.'));
  if (own === undefined) throw new Error('the extension is not installed');
  for (const [name, content] of Object.entries(unzipSync(readFileSync(vsix))))
    if (/^extension\/(?:dist|media\/webviews)\/.*\.(?:js|css)$/.test(name))
      writeFileSync(join(all, own, name.slice('extension/'.length)), content);
}

/** A page that was closed is gone a moment later. */
async function closeAll(page: Page): Promise<void> {
  await runCommand(page, 'View: Close All Editors');
  await waitFor(
    'no page',
    () => page.locator('iframe.webview').count(),
    (count) => count === 0,
  );
}

interface Openings {
  readonly cold: number;
  readonly warm: number;
  readonly server: number;
  /** The memory of all pages before and after, in text. */
  readonly pages: string;
  readonly before: string;
}

/** Opens a page in a window that is loaded anew, and once more. */
async function timeOpenings(
  page: Page,
  extension = 'jouleline.jouleline',
  command?: string,
): Promise<Openings> {
  await closeAll(page);
  // The server starts anew with the window, and knows nothing but what is kept on disk.
  await page.reload();
  await page.locator('.monaco-workbench .part.editor').waitFor();
  const before = await pageMemories(page);
  const cold = await timePainting(page, await showPanel(page, command), extension);
  const [pages, server] = [await pageMemories(page), serverMemory(dirname(editor.server.workspace))];
  await closeAll(page);
  const warm = await timePainting(page, await showPanel(page, command), extension);
  return { cold, warm, server, pages: pages.join(' + '), before: before.join(' + ') };
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const [theme, [colorTheme, body]] of Object.entries(themes)) {
    editor.server.changeSettings({ 'workbench.colorTheme': colorTheme });
    await webview(page).locator(`body${body}`).waitFor();
    await page.keyboard.press('Escape');
    await screenshot(page, `panel-${name}-${theme}`);
    await webview(page).locator('.canvas:visible').focus();
    await page.keyboard.press('n');
    await webview(page).locator('.lens .row.here code').waitFor();
    await screenshot(page, `panel-${name}-lens-${theme}`);
    await page.keyboard.press('Escape');
  }
}

function unpack(jdk: Jdk, modules: readonly string[]): string {
  const folder = makeTemporaryFolder();
  for (const module of modules)
    for (const { path, text } of readModuleSources(jdk, module)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  return folder;
}

function newestJdk(): Jdk {
  const jdk = findJdks().findLast(({ sources }) => sources !== undefined);
  if (jdk === undefined) throw new Error('there is no JDK with sources (lib/src.zip)');
  return jdk;
}

it('opens the panel on the whole of java.base, from the cache', async () => {
  const page = await open(join(unpack(newestJdk(), [MODULE]), MODULE));
  await runCommand(page, 'View: Close Primary Side Bar');
  await showPanel(page);
  await waitForAll(page);
  const facts = await webview(page).locator('.facts').innerText();
  await takePictures(page, 'java-base');
  const beside = process.env['JOULELINE_BESIDE']?.split(',') ?? [];
  const packages = [await packageExtension(), ...beside];
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { cold, warm } = await timeOpenings(page, 'tests.empty', EMPTY_PAGE);
    rows.push({ shown: 'empty', cold, warm });
    for (const vsix of packages) {
      installFrom(vsix);
      rows.push({ shown: vsix === packages[0] ? 'map' : vsix, ...(await timeOpenings(page)) });
    }
  }
  console.log(facts);
  console.table(rows);
  mkdirSync('test-output', { recursive: true });
  writeFileSync(join('test-output', 'panel-editor.json'), JSON.stringify({ facts, rows }));
  expect(rows).toHaveLength(RUNS * (1 + packages.length));
});

it('shows a project of several modules', async () => {
  const page = await open(unpack(newestJdk(), MODULES));
  await runCommand(page, 'View: Close Primary Side Bar');
  await showPanel(page);
  await waitForAll(page);
  await takePictures(page, 'modules');
  await webview(page).locator('button[data-view=treemap]').click();
  await screenshot(page, 'panel-modules-treemap');
});
