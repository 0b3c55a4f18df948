/** One VS Code with the fixture workspace, for the tests of one file: started once, its page shared. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium';
import { startCodeServer } from '../support/code-server';
import type { CodeServer, CodeServerOptions, Settings } from '../support/code-server';
import { openVsCode } from '../support/vscode-page';

export interface Editor {
  readonly page: Page;
  readonly server: CodeServer;
  readonly close: () => Promise<void>;
}

export const statusItem = 'jouleline.jouleline.status';

export async function openEditor(
  settings: Settings = {},
  options: Partial<CodeServerOptions> = {},
): Promise<Editor> {
  const server = await startCodeServer({ workspace: 'test/fixtures/workspace', settings, ...options });
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await server.stop();
  };
  try {
    browser = await launchChromium();
    const page = await openVsCode(browser, server.url);
    return { page, server, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The names of the profiles in a workspace, sorted; what is still being written is none. */
export function savedProfiles(workspace: string): readonly string[] {
  const saved = join(workspace, '.jouleline', 'profiles');
  if (!existsSync(saved)) return [];
  return readdirSync(saved)
    .filter((name) => /^[^.].*\.json$/.test(name))
    .sort();
}

/** Red, green, blue and opacity of a color as CSS computes it. */
export function readRgba(color: string): readonly [number, number, number, number] {
  const [red = 0, green = 0, blue = 0, opacity = 1] = Array.from(color.matchAll(/[\d.]+/g), ([part]) =>
    Number(part),
  );
  // Colors of the theme are mixed by the browser, which gives shares.
  if (color.startsWith('color(srgb')) return [red * 255, green * 255, blue * 255, opacity];
  return [red, green, blue, opacity];
}

/** From 0, blue, to 1, red, along the default palette. */
export function heatOf(color: string): number {
  const [red, , blue] = readRgba(color);
  return red / (red + blue);
}
