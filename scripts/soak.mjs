/** `npm run soak -- [minutes] [seed]`: works one server that long, 2 minutes unless named, and prints what it held and left. */
import { fileURLToPath } from 'node:url';
import { loadBundled } from './fuzz-threads.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [minutes = 2, seed = 1] = process.argv.slice(2).map(Number);
const { soak } = await loadBundled('test/faults/soak.ts');
const { atMost, formatBars, none, quantile } = await loadBundled('test/faults/bars.ts');
const end = performance.now() + minutes * 60_000;
const { rounds, memory, hovers, errors, left } = await soak(
  process.cwd(),
  seed,
  () => performance.now() > end,
);
const tenth = Math.ceil(memory.length / 10);
const [first, last] = [memory.slice(tenth, 2 * tenth), memory.slice(-tenth)].map((part) =>
  quantile(part, 0.5),
);
console.log(`seed ${seed}, ${rounds} rounds of 5 edits in ${minutes} minutes; MB by tenths:`);
console.log(
  Array.from({ length: 10 }, (_, at) =>
    quantile(memory.slice(at * tenth, (at + 1) * tenth), 0.5).toFixed(0),
  ).join(' '),
);
const growth = (100 * (last - first)) / first;
const bars = [
  {
    bar: 'memory after the first tenth',
    target: '+ ≤ 5 %',
    measured: `${growth.toFixed(1)} %`,
    isMet: growth <= 5,
  },
  atMost('hover while it works', hovers, 200, 'ms'),
  none('kinds of errors', errors.causes.size),
  none('processes and folders left', left.length),
];
console.log(formatBars(bars));
for (const line of [...errors.lines, ...left]) console.log(line);
process.exitCode = bars.every(({ isMet }) => isMet) ? 0 : 1;
