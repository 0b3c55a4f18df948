/**
 * How long matching the contexts of two programs takes, by rows and α:
 * `node test/bench/diff.mjs [--svg FILE]`. The target is 5 s of one processor
 * for two trees of 50,000 rows at α = 5, below 1 GB.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { importWithTests } from './bundle.mjs';
import { plotGrowth } from './growth-plot.mjs';
import { formatTable } from './table.mjs';

const { svg } = parseArgs({ options: { svg: { type: 'string' } } }).values;
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { measureMatching, measureTasks } = await importWithTests('test/bench/diff.ts');
const rows = [];
/** The measured series, one for each number of methods and each α. */
const series = [];
for (const methods of [3000, 300])
  for (const alpha of [0, 1, 3, 5]) {
    const points = [];
    for (const size of [6_250, 12_500, 25_000, 50_000, 80_000]) {
      const { rows: sizes, matched, pairs, seconds } = measureMatching(size, alpha, methods, 7);
      const cells = [methods, ...sizes, alpha, matched, pairs, seconds.toFixed(2)].map(String);
      rows.push(cells);
      console.error(cells.join(' '));
      points.push([sizes[0], seconds]);
    }
    series.push({ name: `α = ${alpha}`, isDashed: methods === 300, points });
  }
console.log(formatTable(['methods', 'rows', 'rows', 'α', 'matched', 'pairs', 's'], rows));
if (svg !== undefined)
  writeFileSync(
    svg,
    plotGrowth(series, {
      x: 'contexts of each program (dashed: of 300 methods, else of 3,000)',
      y: 'seconds of a processor',
      target: [50_000, 5],
    }),
  );
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
