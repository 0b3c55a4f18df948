/**
 * How long fits take, on synthetic counts of the sizes that are promised. By
 * itself, after `npm run build`: `node test/bench/fitting.mjs`.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importBundled } from './bundle.mjs';
import { describeMachine } from './jdk-sources.mjs';
import { formatTargets, milliseconds, summarize } from './table.mjs';

const ROUNDS = 3;

/** Rows for a table: what, target, measured, whether it was met. */
export async function benchFitting() {
  const { fitRegression, fitRobust, fitLevels, sampleInTurn, createChainSampler, createRandom } =
    await importBundled('test/bench/fitting.ts');
  const time = async (run) => {
    const taken = [];
    let result;
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      result = await run();
      taken.push(performance.now() - started);
    }
    return { result, taken: summarize(taken) };
  };
  const small = makeCases(createRandom(1), 1000, 187);
  const large = makeCases(createRandom(2), 20_000, 187);
  const options = { folds: 4, seed: 1 };
  const rows = [];
  const row = (what, limit, { median }) =>
    rows.push([what, `<= ${limit / 1000} s`, milliseconds(median), median <= limit]);

  for (const method of ['nnls', 'ols', 'bisquare'])
    row(
      `${method} fit of 1,000 cases × 187 operations with 4-fold cross-validation, median of ${ROUNDS}`,
      2000,
      (await time(() => fitRegression(small, { ...options, method }))).taken,
    );
  const robust = await time(() => fitRobust(large.counts, large.energies, 'bisquare'));
  row(`robust fit of 20,000 cases × 187 operations, median of ${ROUNDS}`, 10_000, robust.taken);
  const text = readFileSync('test/fixtures/fitting/hier_3480.csv', 'utf8');
  const request = {
    tables: [{ text, fileName: 'hier_3480.csv' }],
    seed: 1,
    chains: 4,
    warmup: 500,
    draws: 4000,
  };
  const inTurn = await time(() => fitLevels(request, sampleInTurn));
  const bayes = await time(() =>
    fitLevels(request, createChainSampler(resolve('dist'), availableParallelism())),
  );
  row(
    `hierarchical model, 4 × 4,000 draws one chain after the other, with diagnostics, median of ${ROUNDS}`,
    20_000,
    inTurn.taken,
  );
  row('  the same, in as many threads as there are processors', 20_000, bayes.taken);
  const { message } = bayes.result.checks.find(({ name }) => name === 'convergence');
  const rejected = [...robust.result.weights].filter((weight) => weight === 0).length;
  rows.push([`  ${message}`, '', '', undefined]);
  rows.push([`  of 200 seeded outliers the robust fit rejects`, '', String(rejected), undefined]);
  return rows;
}

/** Counts spread over two orders of magnitude; 200 cases or a tenth hold far more energy than is theirs. */
function makeCases(random, rows, columns) {
  const rates = Array.from({ length: columns }, () => Math.exp(4 * random.uniform()));
  const costs = Array.from({ length: columns }, () =>
    random.uniform() < 0.3 ? 0 : 5 * random.exponential(),
  );
  const values = new Float64Array(rows * columns);
  const energies = new Float64Array(rows);
  const outliers = Math.min(200, rows / 10);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const count = Math.max(0, Math.round(rates[j] + Math.sqrt(rates[j]) * random.normal()));
      values[i * columns + j] = count;
      energies[i] += count * costs[j];
    }
    energies[i] += 60 * random.normal() + (i < outliers ? 20_000 * (1 + random.uniform()) : 0);
  }
  return {
    names: Array.from({ length: columns }, (_, j) => `op${j + 1}`),
    counts: { rows, columns, values },
    energies,
    cases: Array.from({ length: rows }, (_, i) => `row ${i + 2}`),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
  const rows = await benchFitting();
  console.log(describeMachine());
  console.log(formatTargets(rows));
}
