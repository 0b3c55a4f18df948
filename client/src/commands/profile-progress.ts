/**
 * A notification that says what a profile's task runs just now, and can cancel
 * it: the command line writes how far it is to a file.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProgressLocation, window } from 'vscode';

/** A run takes a second or longer. */
const LOOK_EVERY_MS = 300;

/** `work` is given the file to write to; `cancel` must end it. */
export async function showProgress<T>(
  title: string,
  work: (file: string) => Promise<T>,
  cancel: () => void,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-progress-'));
  const file = join(folder, 'progress');
  try {
    return await window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      async (progress, token) => {
        token.onCancellationRequested(cancel);
        const look = setInterval(() => {
          // Before the first word there is no file.
          readFile(file, 'utf8').then(
            (message) => {
              progress.report({ message });
            },
            () => undefined,
          );
        }, LOOK_EVERY_MS);
        try {
          return await work(file);
        } finally {
          clearInterval(look);
        }
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
