/**
 * How many of the tasks that two programs share by construction are found, and
 * how many of those found are shared: `node test/bench/diff-truth.mjs [PAIRS]`,
 * as trees; and a pair of each kind as Java, compiled, profiled and compared by
 * the command line (`npm run build` before; JAVA_HOME). The targets: recall of
 * 0.95, precision of 0.99, at dynamic α.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importWithTests } from './bundle.mjs';
import { formatTable } from './table.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { asJava, kinds, scoreAll, scoreFound } = await importWithTests('test/bench/diff-truth.ts');
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

console.log('\nas Java, profiled and compared (60 tasks):\n');
const ends = kinds.flatMap((likeness) => compareAsJava(likeness, 60));
console.log(formatTable(['programs', 'α', 'shared', 'recall', 'precision'], ends));

function compareAsJava(likeness, tasks) {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-truth-'));
  const cli = (...args) =>
    execFileSync(process.execPath, [join(process.cwd(), 'dist/cli.js'), ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
    });
  try {
    const { mainClass, programs } = asJava(likeness, tasks);
    for (const [side, files] of programs.entries()) {
      for (const [path, text] of Object.entries(files)) {
        const file = join(folder, String(side), path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      const counted = ['--runs', '0', '--record', 'tree', '--out', `${side}.json`];
      cli('profile', '--source', String(side), ...counted, '--main', mainClass);
    }
    const applications = ['--app', 'app0', '--app', 'app1'];
    return ['0', 'auto'].map((alpha) => {
      const text = cli('diff', '0.json', '1.json', ...applications, '--alpha', alpha, '--format', 'json');
      const { shared, recall, precision } = scoreFound(likeness, tasks, JSON.parse(text));
      return [
        likeness,
        alpha === '0' ? '0 (exact)' : 'dynamic',
        String(shared),
        recall.toFixed(3),
        precision.toFixed(3),
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
