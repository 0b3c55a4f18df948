/** Costs that are fitted in the editor: to a program that a meter watches, and to a table of cases. */
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { present } from '../../server/src/base/check';
import { compileKept } from '../support/compile-java';
import { findJdks } from '../support/jdks';
import { waitFor } from '../support/wait-for';
import { writeFiles } from '../support/temporary-folder';
import {
  answer,
  chooseFile,
  dismiss,
  goToLine,
  hover,
  inputBox,
  openFile,
  pick,
  previewedText,
  runCommand,
  screenshot,
  statusLabel,
  toast,
  waitForDecorations,
} from '../support/vscode-page';
import { openEditor, savedProfiles, statusItem, type Editor } from './editor';

const fixtures = resolve(import.meta.dirname, '../fixtures');
/** A busy machine interprets the program for a minute. */
const PROFILE_MS = 240_000;
let editor: Editor;

interface Saved {
  readonly model?: { readonly id: string };
  readonly trace: { readonly power?: { readonly isProxy: boolean } };
}

function readSaved(workspace: string, name: string): Saved {
  return JSON.parse(readFileSync(join(workspace, '.jouleline/profiles', name), 'utf8')) as Saved;
}

beforeAll(async () => {
  // 2 W, and 10 W for each core that the program uses.
  const meter = `command:${process.execPath} ${join(fixtures, 'measurement/thread-watts.cjs')} Metered`;
  editor = await openEditor({ 'jouleline.profile.runs': 0, 'jouleline.profile.power': meter });
  const { workspace } = editor.server;
  const source = readFileSync(join(fixtures, 'profile/Metered.java'), 'utf8');
  cpSync(join(fixtures, 'profile/Metered.java'), join(workspace, 'src/Metered.java'));
  const [jdk] = findJdks().slice(-1);
  const sources = { 'Metered.java': source };
  const classes = compileKept({ home: present(jdk, 'a JDK').home, sources, options: ['-g'] });
  cpSync(classes, join(workspace, 'classes'), { recursive: true });
});
afterAll(async () => {
  await editor.close();
});
beforeEach(async () => {
  await dismiss(editor.page);
});

/** So many that a busy machine leaves enough windows of the trace. */
const ROUNDS = '150';

test('a program is profiled with a power trace, and its lines have the costs that are fitted to its run', async () => {
  const { page, server } = editor;
  const fixed = { type: 'java', request: 'launch', mainClass: 'Metered', vmArgs: '-Xint' };
  writeFiles(server.workspace, {
    '.vscode/launch.json': JSON.stringify({
      configurations: [{ ...fixed, name: 'All rounds', args: ROUNDS }],
    }),
  });
  await openFile(page, 'Metered.java');
  await waitForDecorations(page);
  await goToLine(page, 10);
  await runCommand(page, 'Jouleline: Profile Method With');
  await pick(page, 'All rounds');
  await pick(page, 'A Power Trace');
  const saved = await waitFor(
    'the fitted profile',
    () => Promise.resolve(savedProfiles(server.workspace).map((name) => readSaved(server.workspace, name))),
    ([one]) => one?.model !== undefined,
    PROFILE_MS,
  );
  expect(saved).toMatchObject([{ model: { id: 'own-run' }, trace: { power: { isProxy: false } } }]);
  await statusLabel(page, statusItem, (text) => text.includes('counts measured'));
  await goToLine(page, 57);
  const shown = await hover(page, 'Arrays.sort(numbers, 0, 50);', (found) => found.includes('Arrays.sort'));
  expect(shown).toMatch(/\bm?J\b/);
  await screenshot(page, 'power-trace');
});

test('a table of cases becomes a model that can be chosen', async () => {
  const { page, server } = editor;
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Jouleline: Focus on Energy Profiles View');
  await runCommand(page, 'Jouleline: Fit a Cost Model');
  await pick(page, 'A Table…');
  await chooseFile(page, 'Fit: the measured data', join(fixtures, 'fitting/counts_clean.csv'));
  const box = inputBox(page, 'Fit a Cost Model').locator('input.input');
  await expect.poll(() => box.inputValue()).toBe('counts_clean');
  await box.fill('Ten cases');
  await box.press('Enter');
  expect(await toast(page, (told) => told.includes('Ten cases'))).toContain('is fitted');
  await answer(page, 'Ten cases is fitted', 'Use New Model');
  const saved = join(
    dirname(server.workspace),
    'data/User/globalStorage/jouleline.jouleline/models/Ten-cases.json',
  );
  expect(JSON.parse(readFileSync(saved, 'utf8'))).toMatchObject({ title: 'Ten cases' });
  await screenshot(page, 'fitted-model');
});

test('the counts that are shown have their costs by several models, side by side', async () => {
  const { page } = editor;
  await runCommand(page, 'Jouleline: Focus on Energy Profiles View');
  await runCommand(page, 'Jouleline: Compare Cost Models');
  await pick(page, 'Raspberry Pi 5, OpenJDK 21, interpreter');
  await page.keyboard.press('Enter');
  const text = await waitFor(
    'the report',
    () => previewedText(page).innerText(),
    (shown) => shown.includes('Metered.'),
  );
  expect(text).toMatch(
    /by several models\s+\S*Ten-cases +rpi5-openjdk21-xint|rpi5-openjdk21-xint +Ten-cases/,
  );
  await screenshot(page, 'compared-models');
});
