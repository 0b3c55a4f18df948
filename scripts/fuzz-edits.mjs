/**
 * Makes random edits of small workspaces of real sources, and holds what one
 * analyzer finds that lives through them against what is found from nothing.
 * `--count` is of edits, `--from` of sessions of 400 steps.
 */
import { answerOf, bundleThread, createFailures, showProgress, startThread } from './fuzz-threads.mjs';

export async function fuzzEdits({ subject, count, seed, from }) {
  const bundle = await bundleThread('edit-worker');
  const { failures, written, add, write } = createFailures(subject);
  /** The session, its steps, edits, comparisons and analyses of the thread. */
  const progress = new Int32Array(new SharedArrayBuffer(20));
  const started = performance.now();
  let edits = 0;
  let compared = 0;
  let analyzed = 0;
  const done = showProgress(
    () =>
      `session ${progress[0]}, ${edits + progress[2]} of ${count} edits, ${failures.size} kinds of failure`,
  );
  for (let session = from; edits < count; session = progress[0] + 1) {
    progress.fill(0);
    const answer = await answerOf(
      startThread(bundle, { seed, from: session, count: count - edits, progress }),
      {
        // Making a failure smaller is under way while the steps are below zero.
        position: () => (progress[1] < 0 ? performance.now() : progress[0] + progress[1]),
        onFailure({ cause, message, session: number, steps }) {
          add(cause);
          if (steps === undefined) return;
          write(`seed-${seed}-session-${number}.json`, `${JSON.stringify({ message, steps }, null, 2)}\n`);
        },
      },
    );
    edits += progress[2];
    compared += progress[3];
    analyzed += progress[4];
    if (answer.cause !== undefined) add(`session ${progress[0]}: ${answer.cause}`);
  }
  done();
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${edits} edits in ${progress[0] - from + 1} sessions, ${seconds.toFixed(0)} s: ${(edits / seconds).toFixed(0)} a second; ` +
      `after each the declarations compared with what is found from nothing; after ${analyzed} the file analyzed, ` +
      `its members' places and the headers' fingerprint compared; ${compared} files compared in all that is found`,
  );
  return { failures, written };
}
