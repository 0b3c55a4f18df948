/** Folders that live as long as the test that makes them. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export type FolderContent = Readonly<Record<string, string | Uint8Array>>;

/** Its real path; every user may enter it. */
export function makeTemporaryFolder(content: FolderContent = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'jouleline-test-')));
  chmodSync(folder, 0o755);
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  writeFiles(folder, content);
  return folder;
}

/** Names with `/`; folders between are made. */
export function writeFiles(folder: string, content: FolderContent): void {
  for (const [name, data] of Object.entries(content)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), data);
  }
}
