/**
 * A comparison of two large trees in the real VS Code: how soon the comparison editor shows it, how soon it follows, and
 * what memory it takes.
 *
 *   npx vitest run --project bench test/bench/compare-editor.bench.ts
 *
 * Figures are printed and go to test-output/compare-editor-*.json. `open` is from choosing the second profile to the first
 * task on the screen; `choose` to the trees of the hottest task, `sort` to the list by names, `flame` to the graph; in
 * milliseconds. Memory is what is resident, in megabytes: of the page's process, and of the server's.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openEditor } from '../e2e/editor';
import { makeLargeProfiles } from '../support/large-profiles';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { pick, runCommand, screenshot, webview } from '../support/vscode-page';
import { pageMemories, serverMemory } from './editor-memory';

const RUNS = 2;
const OPENING_MS = 300_000;
const sizes = [5000, 50_000] as const;

/** Makes a workspace in which some classes belong to a framework, so that there are tasks. */
function makeWorkspace(contexts: number): string {
  const { before, after } = makeLargeProfiles({ files: Array<number>(20).fill(100), contexts });
  const [first, second] = [before, after].map((profile) =>
    JSON.stringify(profile).replaceAll('big/Part1', 'android/Part1'),
  );
  return makeTemporaryFolder({
    'A.java': 'class A { }\n',
    '.jouleline/profiles/before.json': first ?? '',
    '.jouleline/profiles/after.json': second ?? '',
  });
}

async function compare(page: Page): Promise<number> {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Compare Profiles');
  const asked = page.locator('.quick-input-title');
  await asked.filter({ hasText: 'Compare: before' }).waitFor();
  await pick(page, 'before');
  await asked.filter({ hasText: 'Compare: after' }).waitFor();
  await pick(page, 'after');
  return Date.now();
}

/** Milliseconds until it is there. */
async function time(frame: FrameLocator, what: string, from = Date.now()): Promise<number> {
  await frame.locator(what).first().waitFor({ timeout: OPENING_MS });
  return Date.now() - from;
}

it.each(sizes)('opens two trees of %i contexts', async (contexts) => {
  const editor = await openEditor({}, { workspace: makeWorkspace(contexts) });
  const rows: Readonly<Record<string, unknown>>[] = [];
  const { page } = editor;
  const own = dirname(editor.server.workspace);
  try {
    for (let run = 0; run < RUNS; run++) {
      const before = await pageMemories(page);
      const frame = webview(page);
      const open = await time(frame, '.methods tr', await compare(page));
      await frame.locator('[data-tab=tasks]').click();
      const list = await frame.locator('.tools .facts').first().innerText();
      const clicked = Date.now();
      await frame.locator('.tasks .row').first().click();
      const choose = await time(frame, '.trees .row', clicked);
      const sorted = Date.now();
      await frame.locator('.tasks [role=columnheader].name button').click();
      const sort = await time(frame, '.tasks [role=columnheader].name[aria-sort=ascending]', sorted);
      const turned = Date.now();
      await frame.locator('[data-tab=flame]').click();
      const flame = await time(frame, '.trail button', turned);
      const memory = await pageMemories(page);
      rows.push({
        open,
        choose,
        sort,
        flame,
        list,
        page: memory.join(' + '),
        before: before.join(' + '),
        server: serverMemory(own),
      });
    }
    await screenshot(page, `compare-${contexts}`);
  } finally {
    await editor.close();
  }
  console.table(rows);
  mkdirSync('test-output', { recursive: true });
  writeFileSync(join('test-output', `compare-editor-${contexts}.json`), JSON.stringify(rows));
  expect(rows).toHaveLength(RUNS);
});
