/**
 * Imports one file as the editor and the command line do, and prints what it
 * took as JSON: run by imports.mjs in a process of its own, whose memory is
 * then the import's alone. With a number of seconds as a third argument it is
 * canceled after these, and says how long that took.
 */
import { setTimeout } from 'node:timers/promises';
import { sumOf } from '../../server/src/recordings/model/imported-profile';
import { ImportCanceled, importInThread } from '../../server/src/tasks/import/import-thread';

const [, , path = '', bundleFolder = '', cancelAfter] = process.argv;

async function run(): Promise<void> {
  const started = performance.now();
  let longest = 0;
  let last = started;
  // What else this process has to do, such as answering an editor, waits no longer than this.
  const beat = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  const controller = new AbortController();
  const importing = importInThread(
    { paths: [path], sources: [], lines: false, javaHome: '' },
    { bundleFolder, canceled: controller.signal, onBytes: () => undefined },
  );
  if (cancelAfter !== undefined) {
    const result = await Promise.race([
      importing.then(() => 'done' as const),
      setTimeout(Number(cancelAfter) * 1000, 'time'),
    ]);
    const canceled = performance.now();
    controller.abort();
    const ended = await importing.then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof ImportCanceled)) throw error;
        return performance.now() - canceled;
      },
    );
    clearInterval(beat);
    process.stdout.write(JSON.stringify({ canceled: result === 'done' ? undefined : ended }));
    return;
  }
  const { recordings } = await importing;
  clearInterval(beat);
  const recording = recordings[0]?.recording;
  if (recording === undefined) throw new Error('nothing was imported');
  const { user, system } = process.cpuUsage();
  process.stdout.write(
    JSON.stringify({
      seconds: (performance.now() - started) / 1000,
      cpuSeconds: (user + system) / 1e6,
      longest,
      megabytes: process.resourceUsage().maxRSS / 1024,
      total: recording.measures[0]?.total,
      sum: sumOf(recording, 0),
      contexts: recording.tree.parents.length,
    }),
  );
}

void run();
