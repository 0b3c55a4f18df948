/** The browser of the UI tests: the system's Chromium, headless, that asks nothing of the network. */
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { findTool, howToInstall } from '../../scripts/tools.mjs';

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Containers run tests as root, where Chromium's sandbox refuses to start. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findTool('Chromium');
  if (executablePath === undefined) throw new Error(`Chromium is missing: ${howToInstall}`);
  return chromium.launch({ executablePath, headless: true, chromiumSandbox: false, args: flags });
}
