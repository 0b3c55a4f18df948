/**
 * The page of the energy map under a stopwatch: how soon a picture is seen, how long frames take while it is panned and
 * zoomed, and how much memory the page takes.
 *
 *   node test/bench/panel.mjs [FOLDER] [--files COUNT] [--beside SCRIPT]
 *
 * FOLDER is java.base of the newest JDK with sources unless another is named, or COUNT small files are asked for; SCRIPT
 * is another build of dist/energy-map.js, measured in turn with this one.
 *
 * The picture is drawn by dist/server.js, as in the editor, and kept; the page runs in headless Chromium, without a
 * graphics card: all is drawn by the processor. `frame` is the time between two frames, `work` what of it the page's
 * own code takes. Screenshots go to test-output/.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { findTool, howToInstall } from '../../scripts/tools.mjs';
import { describeMachine, findJdksWithSources, unpackModule } from './jdk-sources.mjs';
import { startServer } from './server-session.mjs';
import { formatTable, milliseconds, summarize } from './table.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const origin = 'http://panel.test';
const screen = { width: 1600, height: 1000 };
const frames = 150;

const { values: options, positionals } = parseArgs({
  options: { beside: { type: 'string' }, files: { type: 'string' } },
  allowPositionals: true,
});
const folder = chooseFolder();
const scripts = ['dist/energy-map.js', ...(options.beside === undefined ? [] : [options.beside])];
const words = await readWords();
const picture = await drawPicture(folder);
const executablePath = findTool('Chromium');
if (executablePath === undefined) throw new Error(`Chromium is missing: ${howToInstall}`);
const browser = await chromium.launch({
  executablePath,
  headless: true,
  chromiumSandbox: false,
  args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
console.log(describeMachine());
console.log(`${folder}: picture of ${(picture.length / 1e6).toFixed(1)} MB`);
try {
  for (const script of scripts) await measure(script);
} finally {
  await browser.close();
}

function chooseFolder() {
  if (options.files !== undefined) return makeSmallFiles(Number(options.files));
  return positionals[0] === undefined ? unpackJavaBase() : resolve(positionals[0]);
}

/** In packages of a hundred, each with a loop. */
function makeSmallFiles(count) {
  const target = join(root, '.cache', 'corpus', `files-${count}`);
  if (existsSync(join(target, '.complete'))) return target;
  for (let file = 0; file < count; file++) {
    const inside = `p${Math.floor(file / 100)}`;
    mkdirSync(join(target, inside), { recursive: true });
    const loop = `for (int i = 0; i < n; i++) sum += i * ${file};`;
    const text = `package ${inside};\n\nclass C${file} {\n  int sum(int n) {\n    int sum = 0;\n    ${loop}\n    return sum;\n  }\n}\n`;
    writeFileSync(join(target, inside, `C${file}.java`), text);
  }
  writeFileSync(join(target, '.complete'), '');
  return target;
}

function unpackJavaBase() {
  const [jdk] = findJdksWithSources();
  if (jdk === undefined) throw new Error('there is no JDK with sources (lib/src.zip)');
  return unpackModule(jdk, 'java.base', join(root, '.cache', 'corpus'));
}

/** Bytes of the whole workspace's picture, once all is analyzed. */
async function drawPicture(path) {
  const session = await startServer({
    folders: [pathToFileURL(path).href],
    storagePath: join(root, '.cache', 'bench', 'panel'),
    settings: { cache: { enable: true, maxSizeMB: 2000 } },
  });
  await session.next(
    'window/logMessage',
    ({ message }) => message.includes('analyzed in the background'),
    true,
  );
  const { path: file } = await session.request('jouleline/picture', { fresh: true });
  await session.stop();
  return gunzipSync(readFileSync(file));
}

async function measure(script) {
  const page = await browser.newPage({ viewport: { width: screen.width, height: screen.height + 90 } });
  page.on('pageerror', (error) => console.error(error));
  await page.addInitScript(instrument);
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/picture') return route.fulfill({ body: picture });
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: pageHtml() });
    if (pathname === '/script') return route.fulfill({ path: resolve(script) });
    return route.fulfill({ path: join(root, pathname) });
  });
  await page.goto(`${origin}/`);
  await page.waitForFunction('bench.isReady');
  const opened = await page.evaluate('bench.open()');
  await page.waitForTimeout(500);
  mkdirSync(join(root, 'test-output'), { recursive: true });
  await page.screenshot({ path: join(root, 'test-output', 'panel-all.png') });

  const rows = [];
  const run = async (name, action) => {
    const { frame, work } = await page.evaluate(`bench.run(${frames}, (view, at) => { ${action} })`);
    const [all, own] = [summarize(frame), summarize(work)];
    rows.push([name, ...[all.median, all.p95, all.max, own.median, own.p95].map(milliseconds)]);
  };
  await run('pan, all in sight', 'view.pan(at % 2 ? 9 : -7, 5)');
  await run('zoom in', 'view.wheel(-13, 800, 500)');
  await page.screenshot({ path: join(root, 'test-output', 'panel-near.png') });
  await run('pan, near', 'view.pan(at % 50 < 25 ? -12 : 12, at % 50 < 25 ? -8 : 8)');
  await run('zoom out', 'view.wheel(13, 800, 500)');
  await run('brush, cold end', 'view.brush(0, at % 20)');
  await page.evaluate('bench.brush(0, 0)');
  await run('brush, hot end', 'view.brush(1, 23 - (at % 20))');
  const memory = await memoryOf();
  await page.close();
  console.log(
    `\n${script}: open to first picture: ${milliseconds(opened)}; resident memory of the page's process: ${memory} MB`,
  );
  console.log(formatTable(['', 'frame median', 'p95', 'max', 'work median', 'p95'], rows));
}

/** The panel's own page, without the editor's policy. */
function pageHtml() {
  return `<!DOCTYPE html><html lang="en"><head>
<link rel="stylesheet" href="/media/webviews/page/page.css">
<link rel="stylesheet" href="/media/webviews/energy-map/energy-map.css">
<style>:root{--vscode-editor-background:#1f1f1f;--vscode-editor-foreground:#ccc;--vscode-focusBorder:#0078d4}</style>
<script type="application/json" id="start">${JSON.stringify({ words })}</script></head>
<body class="vscode-dark"><script src="/script"></script></body></html>`;
}

/** The words of the page in the extension's own language. */
async function readWords() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['server/src/pages/energy-map-words.ts'],
    bundle: true,
    write: false,
    format: 'cjs',
  });
  const bundle = { exports: {} };
  new Function('module', outputFiles[0].text)(bundle);
  return bundle.exports.energyMapWords({ t: (text) => text }, 'en');
}

async function memoryOf() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(
      ({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    );
  return Math.round(Math.max(...sizes));
}

/** In the page, before its scripts: stands for the editor, and holds the stopwatch. */
function instrument() {
  const bench = { isReady: false, work: [] };
  globalThis.bench = bench;
  globalThis.acquireVsCodeApi = () => ({
    postMessage: ({ kind, path }) => {
      if (kind === 'ready') bench.isReady = true;
      if (kind !== 'file') return;
      const answer = (read) => dispatchEvent(new MessageEvent('message', { data: { kind, path, read } }));
      void fetch(path).then(async (response) => answer(await response.arrayBuffer()));
    },
    getState: () => undefined,
    setState: () => undefined,
  });
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) =>
    request((now) => {
      const start = performance.now();
      callback(now);
      bench.work.push(performance.now() - start);
    });
  const put = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (...given) {
    put.apply(this, given);
    bench.drawn?.();
  };
  bench.open = () =>
    new Promise((resolve, reject) => {
      const start = performance.now();
      bench.drawn = () => {
        bench.drawn = undefined;
        request(() => resolve(performance.now() - start));
      };
      const message = document.querySelector('.message');
      new MutationObserver(() => {
        if (!message.hidden) reject(new Error(message.textContent));
      }).observe(message, { childList: true, attributes: true });
      dispatchEvent(
        new MessageEvent('message', {
          data: { kind: 'picture', path: '/picture', first: null, revision: 1 },
        }),
      );
    });
  bench.brush = (end, value) => {
    const range = document.querySelectorAll('.brush input')[end];
    range.value = String(value);
    range.dispatchEvent(new Event('input'));
  };
  bench.run = (count, act) =>
    new Promise((resolve) => {
      const canvas = document.querySelector('canvas.notes');
      const at = (type, x, y, more) =>
        canvas.dispatchEvent(
          new (type === 'wheel' ? WheelEvent : PointerEvent)(type, {
            ...{ clientX: x, clientY: y + 45, bubbles: true, cancelable: true, pointerId: 1, button: 0 },
            ...more,
          }),
        );
      // A pointer that a script makes can't be held.
      Element.prototype.setPointerCapture = () => undefined;
      const view = {
        pan: (dx, dy) => {
          at('pointerdown', 800, 500);
          at('pointermove', 800 + dx, 500 + dy);
          at('pointerup', 800 + dx, 500 + dy);
        },
        wheel: (deltaY, x, y) => at('wheel', x, y, { deltaY }),
        brush: bench.brush,
      };
      const frame = [];
      bench.work = [];
      let last;
      let done = 0;
      const step = (now) => {
        if (last !== undefined) frame.push(now - last);
        last = now;
        if (done >= count) {
          resolve({ frame, work: bench.work });
          return;
        }
        act(view, done++);
        request(step);
      };
      request(step);
    });
}
