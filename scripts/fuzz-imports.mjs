/**
 * Changes files of other tools, and has them imported, or files that folders bring, and has them read. Cases go round
 * the formats: `--count 1400000` are 100,000 of each of the 14.
 */
import { loadBundled } from './fuzz-threads.mjs';

export async function fuzzImports(options) {
  const { importSeeds, runImportCase, seedOfCase } = await loadBundled('test/fuzz/import-case.ts');
  return runCases(options, { seeds: importSeeds(process.cwd()), run: runImportCase, seedOf: seedOfCase });
}

export async function fuzzSaved(options) {
  const { savedSeeds } = await loadBundled('test/fuzz/saved-seeds.ts');
  const { runSavedCase, seedOfSaved } = await loadBundled('test/fuzz/saved-case.ts');
  return runCases(options, { seeds: savedSeeds(process.cwd()), run: runSavedCase, seedOf: seedOfSaved });
}

async function runCases({ count, seed, from }, { seeds, run, seedOf }) {
  const failures = new Map();
  const started = performance.now();
  let slowest = { milliseconds: 0, number: from };
  for (let number = from; number < from + count; number++) {
    const began = performance.now();
    let fault;
    try {
      fault = await run(seeds, seed, number);
    } catch (error) {
      fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    const milliseconds = performance.now() - began;
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, number };
    if (fault === undefined) continue;
    const cause = fault.replace(/[\d.]+(?= became|$)/g, '…');
    if (!failures.has(cause)) console.log(`case ${number} (${seedOf(seeds, number)?.format}): ${fault}`);
    failures.set(cause, (failures.get(cause) ?? 0) + 1);
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${count} cases in ${seconds.toFixed(0)} s; the slowest took ${slowest.milliseconds.toFixed(0)} ms (case ${slowest.number}); the process took ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB at most`,
  );
  return { failures, written: [] };
}
