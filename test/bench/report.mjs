/**
 * `jouleline report` over a whole module of the JDK, from nothing and from the
 * cache, beside java-parser alone on the same files and as many workers: in
 * turn, in one run. Time and memory of each process as the operating system
 * counts them. `node test/bench/report.mjs [ROUNDS]` prints the table.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine, findJdksWithSources, unpackModule } from './jdk-sources.mjs';
import { runMeasured, runScriptMeasured } from './measured-cli.mjs';
import { formatTargets } from './table.mjs';

const parserScript = fileURLToPath(new URL('parse-alone.mjs', import.meta.url));

/** Returns for each the round that took least. */
export async function benchReport(folder, rounds = 1) {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'jouleline-bench-'));
  const runs = { parser: [], cold: [], cached: [] };
  const report = () => runMeasured(['report', folder, '--top', '3'], { XDG_CACHE_HOME: cacheFolder });
  try {
    for (let round = 0; round < rounds; round++) {
      runs.parser.push(await runScriptMeasured(parserScript, [folder]));
      rmSync(cacheFolder, { recursive: true, force: true });
      runs.cold.push(await report());
      runs.cached.push(await report());
    }
  } finally {
    rmSync(cacheFolder, { recursive: true, force: true });
  }
  const best = (of) => of.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  const most = Math.max(...[...runs.cold, ...runs.cached].map(({ megabytes }) => megabytes));
  const [parser, cold, cached] = [best(runs.parser), best(runs.cold), best(runs.cached)];
  const isSame = runs.cold.every(({ output }) => output === cached.output);
  return { parser, cold, cached, ratio: cold.seconds / parser.seconds, megabytes: most, isSame };
}

/** Rows of the table: what, target, measured, whether it is met. */
export function reportRows(release, { parser, cold, cached, ratio, megabytes, isSame }) {
  const took = ({ seconds, cpuSeconds, megabytes: peak }) =>
    `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processor, ${peak.toFixed(0)} MB`;
  const hasEnded = cold.code === 0 && cached.code === 0;
  return [
    [`java-parser alone over JDK ${release} java.base, two workers`, '', took(parser), undefined],
    [`report over it: ${firstLine(cold)}`, '<= 120 s', took(cold), hasEnded && cold.seconds <= 120],
    ['  times java-parser alone', '<= 1.8', ratio.toFixed(2), ratio <= 1.8],
    ['  peak memory', '<= 1500 MB', `${megabytes.toFixed(0)} MB`, megabytes <= 1500],
    ['  again, from the cache', '<= 10 s', took(cached), cached.seconds <= 10],
    ['  with the same output', 'yes', isSame ? 'yes' : 'no', isSame],
  ];
}

function firstLine({ output, errors }) {
  return output.split('\n')[0] || errors;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [jdk] = findJdksWithSources();
  if (jdk === undefined) throw new Error('this needs a JDK with lib/src.zip; set JAVA_HOME to one');
  const folder = unpackModule(jdk, 'java.base', resolve('.cache/corpus'));
  const figures = await benchReport(folder, Number(process.argv[2] ?? 1));
  const rows = reportRows(jdk.release, figures);
  console.log(`${describeMachine()}\n\n${formatTargets(rows)}`);
}
