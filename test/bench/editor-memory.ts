/** The memory that VS Code's parts take, for benches in the editor itself. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Megabytes that are resident. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** The memory of the language server of the editor whose files are below `folder`; 0 where there is none. */
export function serverMemory(folder: string): number {
  const commandOf = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return ''; // it has ended meanwhile
    }
  };
  const found = readdirSync('/proc').filter((name) => {
    const command = /^\d+$/.test(name) ? commandOf(name) : '';
    return command.includes(folder) && command.includes('dist/server.js');
  });
  return Math.max(0, ...found.map((pid) => memoryOf(Number(pid))));
}

/** The memory of the browser's pages: VS Code's own, and those of web views, which may have one together. */
export async function pageMemories(page: Page): Promise<readonly number[]> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const found = (await session?.send('SystemInfo.getProcessInfo'))?.processInfo ?? [];
  await session?.detach();
  return found
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => memoryOf(id))
    .sort((a, b) => b - a);
}
