/** The browser of the UI tests: the system's Chromium, headless, that asks nothing of the network. */
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { findTool, howToInstall } from '../../scripts/tools.mjs';
import { guard } from './guard';

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Containers run tests as root, where Chromium's sandbox refuses to start. It ends with `close` or with the tests. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findTool('Chromium');
  if (executablePath === undefined) throw new Error(`Chromium is missing: ${howToInstall}`);
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    chromiumSandbox: false,
    args: flags,
  });
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const { commandLine } = await session.send('SystemInfo.getInfo');
  await session.detach();
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  const profile = /--user-data-dir=(\S+)/.exec(commandLine)?.[1];
  if (pid === undefined || profile === undefined)
    throw new Error(`Chromium hides its process: ${commandLine}`);
  const guarded = guard(pid, profile);
  browser.once('disconnected', () => void guarded.end());
  return browser;
}
