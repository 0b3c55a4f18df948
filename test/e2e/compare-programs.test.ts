/** Two programs that do the same job compared in the real VS Code: chosen, given one workload, profiled, and shown. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  dismiss,
  openFile,
  pick,
  runCommand,
  screenshot,
  waitForDecorations,
  webview,
} from '../support/vscode-page';
import { waitFor } from '../support/wait-for';
import { openEditor } from './editor';
import type { Editor } from './editor';

let editor: Editor;
let folder: string;

/** Puts what it reads after what it is given, line by line: this is all that both differ by. */
const programOf = (name: string, declare: string, add: string): string => `package demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

class ${name} {
    public static void main(String[] args) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        ${declare}
        for (String line = lines.readLine(); line != null; line = lines.readLine())
            ${add}
        System.out.println(args[0] + " " + text.length());
    }
}
`;
const sources = {
  'src/demo/Joins.java': programOf('Joins', 'String text = "";', 'text = text.concat(line);'),
  'src/demo/Builds.java': programOf(
    'Builds',
    'StringBuilder text = new StringBuilder();',
    'text.append(line);',
  ),
  'lines.txt': 'x\n'.repeat(300),
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jouleline-programs-'));
  mkdirSync(join(folder, 'src', 'demo'), { recursive: true });
  for (const [path, text] of Object.entries(sources)) writeFileSync(join(folder, path), text);
  editor = await openEditor({ 'jouleline.profile.runs': 0 }, { workspace: folder });
});
afterAll(async () => {
  await editor.close();
  rmSync(folder, { recursive: true, force: true });
});

test('both get the same arguments and the same input, and what differs is shown by task', async () => {
  const { page, server } = editor;
  const asked = page.locator('.quick-input-title');
  const input = page.locator('.quick-input-widget input.input');
  await openFile(page, 'Joins.java');
  await waitForDecorations(page);
  // Before the index knows both, it says how many there are.
  const ask = async (): Promise<boolean> => {
    await runCommand(page, 'Jouleline: Compare Two Programs');
    const first = asked.filter({ hasText: 'Compare: the first program' });
    await first.waitFor({ timeout: 3000 }).catch(() => undefined);
    return first.isVisible();
  };
  await waitFor('the question for a program', ask, Boolean);
  await pick(page, 'demo.Joins');
  await asked.filter({ hasText: 'Compare: the second program' }).waitFor();
  // A comparison of a program with itself says nothing.
  const others = page.locator('.quick-input-list .monaco-list-row');
  expect(await others.count()).toBe(1);
  expect(await others.first().getAttribute('aria-label')).toContain('demo.Builds');
  await pick(page, 'demo.Builds');
  await asked.filter({ hasText: 'Compare: workload for both programs' }).waitFor();
  await input.fill('"one argument');
  await page.locator('.quick-input-message', { hasText: 'A quote is not closed.' }).waitFor();
  await input.fill('"one argument"');
  await input.press('Enter');
  await pick(page, 'A File…');
  const file = join(server.workspace, 'lines.txt');
  // The dialogue fills its own folder in when it has looked at it, and takes no Enter before it has looked at a path.
  const accept = async (): Promise<boolean> => {
    const shown = (await input.isVisible()) ? await input.inputValue() : '';
    if (shown === file) await page.keyboard.press('Enter');
    else if (shown.startsWith('/')) await input.fill(file);
    return page.locator('.terminal-wrapper').isVisible();
  };
  await waitFor('the terminal', accept, Boolean);

  const frame = webview(page);
  await frame
    .locator('h1', { hasText: 'Joins one argument → Builds one argument' })
    .waitFor({ timeout: 120_000 });
  await frame.locator('[data-tab=tasks]').click();
  const rowOf = (name: string) => frame.locator('.tasks .row', { hasText: name }).first();
  // 300 lines each; the builder's length is asked for once.
  expect(await rowOf('String.concat').locator('.calls').innerText()).toMatch(/^300/);
  expect(await rowOf('String.concat').innerText()).toContain('gone');
  expect(await rowOf('StringBuilder.append').innerText()).toContain('new');
  expect(await rowOf('BufferedReader.readLine').locator('.calls').innerText()).toBe('301');
  await screenshot(page, 'comparison-programs');

  const saved = join(server.workspace, '.jouleline', 'profiles');
  const profiles = readdirSync(saved).filter((name) => name.endsWith('.json'));
  expect(profiles.map((name) => name.replace(/-\d.*/, '')).sort()).toEqual(['demo.Builds', 'demo.Joins']);
  for (const name of profiles) {
    const { program } = JSON.parse(readFileSync(join(saved, name), 'utf8')) as {
      readonly program: { readonly command: readonly string[] };
    };
    expect(program.command.at(-1)).toBe('one argument');
  }
});

test('a single program is not compared, which is said', async () => {
  const { page, server } = editor;
  rmSync(join(server.workspace, 'src', 'demo', 'Builds.java'));
  const refused = 'A comparison needs two programs. Classes with a main method in this workspace: 1.';
  // Until the index knows that it is gone, it is still asked which.
  const refuse = async (): Promise<boolean> => {
    await dismiss(page);
    await runCommand(page, 'Jouleline: Compare Two Programs');
    const told = page.locator('.notification-toast', { hasText: refused });
    await told.waitFor({ timeout: 3000 }).catch(() => undefined);
    return told.isVisible();
  };
  await waitFor('the refusal', refuse, Boolean);
});
