/** "Profile" in the real VS Code: a real Maven project, from an unbuilt checkout to colored lines; and where nobody trusts the workspace. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findTool } from '../../scripts/tools.mjs';
import { gradleProject, mavenProject } from '../support/java-projects';
import { mavenJar } from '../support/maven';
import { writeFiles } from '../support/temporary-folder';
import {
  clickLens,
  inputBox,
  listEntry,
  openFile,
  pick,
  runCommand,
  screenshot,
  statusLabel,
  toast,
  waitForCodeLenses,
  waitForDecorations,
} from '../support/vscode-page';
import { openEditor, savedProfiles, statusItem } from './editor';
import type { Editor } from './editor';

/** Build tools take their time to start. */
const BUILD_MS = 150_000;

const launch = JSON.stringify({
  configurations: [
    { type: 'java', name: 'Seven', request: 'launch', mainClass: 'demo.Sums', args: '7', vmArgs: '-Xint' },
  ],
});

describe.runIf(findTool('Maven') !== undefined)('a Maven project', () => {
  let editor: Editor;
  let project: string;
  beforeAll(async () => {
    // The test fetches the launcher that the editor would offer to fetch.
    mavenJar('org.junit.platform:junit-platform-console-standalone:1.10.2');
    project = mkdtempSync(join(tmpdir(), 'jouleline-test-'));
    writeFiles(project, { ...mavenProject, '.vscode/launch.json': launch });
    // Measured runs are the other tests' matter.
    const settings = { 'workbench.colorTheme': 'Default Light Modern', 'jouleline.profile.runs': 0 };
    editor = await openEditor(settings, { workspace: project });
  });
  afterAll(async () => {
    await editor.close();
    rmSync(project, { recursive: true, force: true });
  });

  interface Saved {
    readonly program: { readonly command: readonly string[] };
  }
  function saved(): readonly Saved[] {
    const folder = join(editor.server.workspace, '.jouleline', 'profiles');
    return savedProfiles(editor.server.workspace).map(
      (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Saved,
    );
  }

  test('is built when asked, and a test that calls the method is run', async () => {
    const { page } = editor;
    await openFile(page, 'Sums.java');
    await waitForDecorations(page);
    await waitForCodeLenses(page, (lenses) => lenses.some((text) => text.includes('Profile')));
    await clickLens(page, 'Profile', listEntry(page, 'SumsTest.large'));
    await screenshot(page, 'profile-targets');
    await pick(page, 'SumsTest.large');
    await listEntry(page, 'Build with Maven').waitFor();
    // It is the second of two steps, and leads back to the first.
    await inputBox(page, 'Build (2/2)').locator('.codicon-quick-input-back').click();
    await pick(page, 'SumsTest.large');
    await screenshot(page, 'profile-build');
    await pick(page, 'Build with Maven');
    await expect.poll(() => saved().length, { timeout: BUILD_MS }).toBe(1);
    await statusLabel(page, statusItem, (text) => text.includes('counts measured'));
    await screenshot(page, 'profile-maven');
    expect(saved()[0]?.program.command).toContain('--select-method=demo.SumsTest#large');
  });

  test('remembers the choice, and runs an entry of launch.json when that is chosen instead', async () => {
    const { page } = editor;
    await runCommand(page, 'Jouleline: Profile Method With');
    await pick(page, 'Seven');
    await pick(page, 'What the Settings Say');
    await expect.poll(() => saved().length, { timeout: BUILD_MS }).toBe(2);
    const { command } = saved().find((each) => each.program.command.includes('-Xint'))?.program ?? {};
    expect(command?.slice(-2)).toEqual(['demo.Sums', '7']);
  });
});

describe.runIf(findTool('Gradle') !== undefined)('a Gradle project', () => {
  let editor: Editor;
  let project: string;
  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'jouleline-test-'));
    writeFiles(project, gradleProject);
    const settings = { 'jouleline.profile.runs': 0, 'jouleline.profile.record': 'paths' };
    editor = await openEditor(settings, { workspace: project });
  });
  afterAll(async () => {
    await editor.close();
    rmSync(project, { recursive: true, force: true });
  });

  test('is built by its own tool when asked, and records what the settings say', async () => {
    const { page, server } = editor;
    await openFile(page, 'Sums.java');
    await waitForDecorations(page);
    await waitForCodeLenses(page, (lenses) => lenses.some((text) => text.includes('Profile')));
    await clickLens(page, 'Profile', listEntry(page, 'program'));
    await pick(page, 'program');
    await inputBox(page, 'Arguments of Sums').locator('input.input').press('Enter');
    await pick(page, 'Build with Gradle');
    const profiles = join(server.workspace, '.jouleline', 'profiles');
    await expect.poll(() => savedProfiles(server.workspace).length, { timeout: BUILD_MS }).toBe(1);
    await statusLabel(page, statusItem, (text) => text.includes('counts measured'));
    await screenshot(page, 'profile-gradle');
    const saved = readFileSync(join(profiles, savedProfiles(server.workspace)[0] ?? ''), 'utf8');
    expect(JSON.parse(saved)).toMatchObject({ record: 'paths', program: { exitCode: 0 } });
  });
});

describe('a workspace that nobody trusts', () => {
  const isRefusal = (text: string): boolean =>
    /is off (?:because it runs the code of this workspace|in Restricted Mode)/.test(text);
  let editor: Editor;
  beforeAll(async () => {
    const test = { uri: { path: '/SortingTest.java' } };
    const keybindings = [{ key: 'ctrl+alt+t', command: 'jouleline.profileTest', args: test }];
    editor = await openEditor({}, { isRestricted: true, keybindings });
  });
  afterAll(async () => {
    await editor.close();
  });

  test('is colored, and nothing of it is run: the command says why', async () => {
    const { page, server } = editor;
    await openFile(page, 'Sorting.java');
    await waitForDecorations(page);
    await runCommand(page, 'Jouleline: Profile Method');
    const message = await toast(page, (text) => text.includes('not trusted'));
    expect(message).toContain('Profiling is off');
    await screenshot(page, 'profile-restricted');
    expect(readdirSync(server.workspace)).not.toContain('.jouleline');
  });

  test.each([
    'Run with Energy Profile',
    'Profile Method With…',
    'Measure This Change…',
    'Attach to a Running Program…',
    'Compare With Git Revision…',
    'Compare Two Programs…',
    'Calibrate This Machine…',
  ])('%s is refused', async (command) => {
    const { page, server } = editor;
    await runCommand(page, 'Notifications: Clear All Notifications');
    await runCommand(page, `Jouleline: ${command}`);
    await toast(page, isRefusal);
    expect(readdirSync(server.workspace)).not.toContain('.jouleline');
  });

  test('a test of the Test view is refused', async () => {
    const { page, server } = editor;
    await runCommand(page, 'Notifications: Clear All Notifications');
    await page.keyboard.press('Control+Alt+t');
    await toast(page, isRefusal);
    expect(readdirSync(server.workspace)).not.toContain('.jouleline');
  });
});
