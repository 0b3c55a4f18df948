/**
 * The first profile of a program of about one second in the real VS Code: how long it takes from the click on its lens to
 * colors by what ran, and to the message that it is done.
 *
 *   npx vitest run --project bench test/bench/profile-editor.bench.ts
 *
 * Figures are printed, in milliseconds. `alone` is the program by itself.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'vitest';
import { openEditor, statusItem } from '../e2e/editor';
import { findJdks } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';
import {
  clickLens,
  openFile,
  statusLabel,
  toast,
  waitForCodeLenses,
  waitForDecorations,
} from '../support/vscode-page';

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

const ROUNDS = 3;

it('is colored by what ran', async () => {
  const workspace = makeTemporaryFolder({ 'src/One.java': source });
  const classes = makeTemporaryFolder();
  const java = findJdks().at(-1)?.home ?? '';
  execFileSync(join(java, 'bin', 'javac'), ['-d', classes, join(workspace, 'src', 'One.java')]);
  const rows: Readonly<Record<string, number>>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const editor = await openEditor({}, { workspace });
    try {
      const { page } = editor;
      const began = Date.now();
      execFileSync(join(java, 'bin', 'java'), ['-cp', classes, 'One']);
      const alone = Date.now() - began;
      await openFile(page, 'One.java');
      await waitForDecorations(page);
      await waitForCodeLenses(page, (lenses) => lenses.some((text) => text.includes('Profile')));
      const clicked = Date.now();
      await clickLens(page, 'Profile', page.locator('.notification-toast', { hasText: 'Profile One' }));
      await statusLabel(page, statusItem, (text) => text.includes('counts measured'));
      const colors = Date.now() - clicked;
      await toast(page, (text) => text.includes('took'), 120_000).catch(() => '');
      rows.push({ alone, colors, done: Date.now() - clicked });
    } finally {
      await editor.close();
    }
  }
  console.table(rows);
});
