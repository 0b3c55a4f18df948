/**
 * How long matching the contexts of two programs takes, by rows and α:
 * `node test/bench/diff.mjs`. The target is 5 s for two trees of 50,000 rows at
 * α = 5, below 1 GB.
 */
import { fileURLToPath } from 'node:url';
import { importWithTests } from './bundle.mjs';
import { formatTable } from './table.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { measureMatching, measureTasks } = await importWithTests('test/bench/diff.ts');
const rows = [];
for (const methods of [3000, 300])
  for (const size of [6_250, 12_500, 25_000, 50_000, 80_000])
    for (const alpha of [0, 1, 3, 5]) {
      const { rows: sizes, matched, pairs, seconds } = measureMatching(size, alpha, methods, 7);
      const cells = [methods, ...sizes, alpha, matched, pairs, seconds.toFixed(2)].map(String);
      rows.push(cells);
      console.error(cells.join(' '));
    }
console.log(formatTable(['methods', 'rows', 'rows', 'α', 'matched', 'pairs', 's'], rows));
const whole = [];
for (const methods of [3000, 300])
  for (const alpha of [0, 5, 'auto']) {
    const { rows: sizes, tasks, matched, alpha: used, seconds } = measureTasks(60_000, alpha, methods, 7);
    const cells = [methods, ...sizes, alpha === 'auto' ? `auto (${used})` : alpha, ...tasks, matched];
    whole.push([...cells.map(String), seconds.toFixed(2)]);
    console.error(whole.at(-1).join(' '));
  }
console.log('All of a comparison:');
console.log(formatTable(['methods', 'rows', 'rows', 'α', 'tasks', 'tasks', 'matched', 's'], whole));
const { maxRSS } = process.resourceUsage();
console.log(`most memory: ${Math.round(maxRSS / 1024)} MB (target: below 1,000)`);
