/**
 * `npm run soak -- [hours] [seed]`: one server does the work of so many hours, six unless named, in minutes: an edit each
 * five seconds, and a rest after each tenth. Prints what it held, said and left.
 */
import { fileURLToPath } from 'node:url';
import { loadBundled } from './fuzz-threads.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [hours = 6, seed = 1] = process.argv.slice(2).map(Number);
const PARTS = 10;
const rounds = Math.max(2 * PARTS, Math.round((hours * 3600) / 5 / 5));
const { soak } = await loadBundled('test/faults/soak.ts');
const { atMost, formatBars, none, quantile } = await loadBundled('test/faults/bars.ts');
const began = performance.now();
const { memory, atRest, hovers, errors, left } = await soak(process.cwd(), seed, rounds, PARTS);
const minutes = (performance.now() - began) / 60_000;
const busy = Array.from({ length: PARTS }, (_, part) =>
  quantile(memory.slice((part * rounds) / PARTS, ((part + 1) * rounds) / PARTS), 0.5),
);
console.log(`seed ${seed}, ${rounds} rounds of 5 edits in ${minutes.toFixed(1)} minutes; MB by tenths:`);
console.log(`at work ${busy.map((each) => each.toFixed(0)).join(' ')}`);
console.log(`at rest ${atRest.map((each) => each.toFixed(0)).join(' ')}`);
/**
 * How much more the last three tenths hold than the three after the first, by their medians: a single tenth varies by a
 * tenth of itself, by the room that V8 keeps after a collection.
 */
const growth = (parts, when) => {
  const early = quantile(parts.slice(1, 4), 0.5);
  const percent = 100 * (quantile(parts.slice(-3), 0.5) / early - 1);
  return {
    bar: `memory after the first tenth, ${when}`,
    target: '+ ≤ 5 %',
    measured: `${percent.toFixed(1)} %`,
    isMet: percent <= 5,
  };
};
const bars = [
  growth(busy, 'at work'),
  growth(atRest, 'at rest'),
  // The first one waits for the server to start.
  atMost('hover while it works', hovers.slice(1), 200, 'ms'),
  none('kinds of errors', errors.causes.size),
  none('processes and folders left', left.length),
];
console.log(formatBars(bars));
for (const line of [...errors.lines, ...left]) console.log(line);
process.exitCode = bars.every(({ isMet }) => isMet) ? 0 : 1;
