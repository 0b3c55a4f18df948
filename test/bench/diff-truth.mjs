/**
 * How many of the tasks that two programs share by construction are found, and
 * how many of those found are shared: `node test/bench/diff-truth.mjs [PAIRS]`.
 * The targets: recall of 0.95, precision of 0.99, at dynamic α.
 */
import { fileURLToPath } from 'node:url';
import { importWithTests } from './bundle.mjs';
import { formatTable } from './table.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { kinds, scoreAll } = await importWithTests('test/bench/diff-truth.ts');
const pairs = Number(process.argv[2] ?? 500);
const rows = [];
const found = [];
for (const likeness of kinds)
  for (const alpha of [0, 'auto', 1, 2, 3, 4, 5]) {
    const started = performance.now();
    const { recall, precision, least, used, byChange } = scoreAll(likeness, alpha, pairs);
    const seconds = (performance.now() - started) / 1000;
    rows.push(
      [
        likeness,
        alpha === 0 ? '0 (exact)' : alpha === 'auto' ? `dynamic (${used})` : alpha,
        recall.toFixed(4),
        precision.toFixed(4),
        least.toFixed(2),
        ((seconds / pairs) * 1000).toFixed(1),
      ].map(String),
    );
    found.push({ likeness, alpha, byChange });
  }
console.log(`${pairs} pairs of each kind\n`);
console.log(formatTable(['programs', 'α', 'recall', 'precision', 'least recall', 'ms/pair'], rows));
for (const likeness of kinds) {
  const shown = found.filter((each) => each.likeness === likeness && [0, 'auto', 5].includes(each.alpha));
  const changes = shown[0].byChange.map(([change, shared]) => [change, shared]);
  console.log(`\n${likeness}: found, by how a shared task differs\n`);
  console.log(
    formatTable(
      ['differs', 'shared', 'exact', 'dynamic α', 'α 5'],
      changes.map(([change, shared]) => [
        change,
        String(shared),
        ...shown.map(({ byChange }) => {
          const [, all, some] = byChange.find(([other]) => other === change);
          return (some / all).toFixed(3);
        }),
      ]),
    ),
  );
}
