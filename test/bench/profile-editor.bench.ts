/**
 * The first profile of a program of about one second in the real VS Code: how long it takes from the click on its lens to
 * colors by what ran, and to the message that it is done, and where that time goes.
 *
 *   [JOULELINE_BESIDE=FILE.vsix] npx vitest run --project bench test/bench/profile-editor.bench.ts
 *
 * Figures are printed, in milliseconds; another package is measured in turn with this one. `alone` is the program by
 * itself. All others are times since the click: `planned` when the editor knows what to run and starts a terminal,
 * `started` when the command line works in it (classes are compiled from here on), `ran` when the counted run begins,
 * `saved` when its profile is there, `colors`, and `done` when the message is shown, after all other runs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openEditor, savedProfiles, statusItem } from '../e2e/editor';
import { packageExtension } from '../support/code-server';
import { findJdks } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { clickLens, openFile, toast, waitForCodeLenses, waitForDecorations } from '../support/vscode-page';

const source = `public class One {
  static long work(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) sum += i % 7 * (i ^ 3);
    return sum;
  }
  public static void main(String[] args) {
    long total = 0;
    for (int i = 0; i < 2_100; i++) total += work(300_000);
    System.out.println(total);
  }
}
`;

const ROUNDS = Number(process.env['JOULELINE_ROUNDS'] ?? 3);
const LOOK_EVERY_MS = 10;

type Step = 'planned' | 'started' | 'ran' | 'saved' | 'colors' | 'done';

/** Notes when each step of a profile is first seen, by what the extension and its command line write. */
function watchSteps(
  workspace: string,
  temporary: string,
): { readonly seen: Map<Step, number>; readonly stop: () => void } {
  const seen = new Map<Step, number>();
  const note = (step: Step, isSeen: boolean): void => {
    if (isSeen && !seen.has(step)) seen.set(step, Date.now());
  };
  const timer = setInterval(() => {
    const folder = readdirSync(temporary).find((name) => name.startsWith('jouleline-progress-'));
    if (folder !== undefined) {
      const file = join(temporary, folder, 'progress');
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      note('planned', true);
      note('started', text !== '');
      note('ran', text.includes('counted'));
    }
    note('saved', savedProfiles(workspace).length > 0);
  }, LOOK_EVERY_MS);
  return {
    seen,
    stop: () => {
      clearInterval(timer);
    },
  };
}

async function timeFirstProfile(vsix: string, java: string): Promise<Readonly<Record<string, number>>> {
  const workspace = makeTemporaryFolder({ 'src/One.java': source });
  const [classes, temporary] = [makeTemporaryFolder(), makeTemporaryFolder()];
  execFileSync(join(java, 'bin', 'javac'), ['-d', classes, join(workspace, 'src', 'One.java')]);
  vi.stubEnv('TMPDIR', temporary);
  const editor = await openEditor({}, { workspace, vsix });
  vi.unstubAllEnvs();
  try {
    const { page, server } = editor;
    await openFile(page, 'One.java');
    await waitForDecorations(page);
    await waitForCodeLenses(page, (lenses) => lenses.some((text) => text.includes('Profile')));
    const clicked = Date.now();
    const { seen, stop } = watchSteps(server.workspace, temporary);
    const shown = page.locator(`[id="${statusItem}"] a[aria-label*="counts measured"]`);
    const colored = shown.waitFor({ state: 'attached' }).then(() => seen.set('colors', Date.now()));
    await clickLens(page, 'Profile', page.locator('.notification-toast', { hasText: 'Profile One' }));
    await colored;
    await toast(page, (text) => text.includes('took'), 120_000);
    stop();
    seen.set('done', Date.now());
    const began = Date.now();
    execFileSync(join(java, 'bin', 'java'), ['-cp', classes, 'One']);
    const alone = Date.now() - began;
    return { alone, ...Object.fromEntries([...seen].map(([step, at]) => [step, at - clicked])) };
  } finally {
    await editor.close();
  }
}

it('is colored by what ran', async () => {
  const java = findJdks().at(-1)?.home ?? '';
  const beside = process.env['JOULELINE_BESIDE'];
  const packages = { this: await packageExtension(), ...(beside !== undefined && { beside }) };
  const rows: Readonly<Record<string, number | string>>[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, vsix] of Object.entries(packages))
      rows.push({ package: name, ...(await timeFirstProfile(vsix, java)) });
  console.table(rows);
  expect(rows.every(({ colors }) => colors !== undefined)).toBe(true);
}, 1_200_000);
