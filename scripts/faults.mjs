/**
 * `npm run faults [-- SAVE…]`: fails each call by which a command changes files, in turn, with a full disk, an error of
 * it, and an end of the process, and prints what was left. The exit code is 1 where a file was neither old nor new.
 */
import { fileURLToPath } from 'node:url';
import { loadBundled } from './fuzz-threads.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { failEach, SAVES } = await loadBundled('test/faults/saves.ts');
const { all, Failures, formatBars, none } = await loadBundled('test/faults/bars.ts');
const wanted = process.argv.slice(2);
const bars = [];
const failures = new Failures();
for (const name of wanted.length === 0 ? Object.keys(SAVES) : wanted) {
  const results = { tried: 0, whole: 0, failures };
  await failEach(process.cwd(), name, results);
  bars.push(
    all(`${name}: the old file or the new one, at each call that fails`, results.whole, results.tried),
  );
}
bars.push(none('kinds of failure', failures.causes.size));
console.log(formatBars(bars));
for (const line of failures.lines) console.log(line);
process.exitCode = bars.every(({ isMet }) => isMet) ? 0 : 1;
