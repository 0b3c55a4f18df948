/**
 * Measures what counting costs: `node test/bench/counting.mjs [FORKS] [PATTERN]`, 10
 * forks of all programs of test/bench/programs if nothing is said. Prints each
 * program's overhead, geometric means with 95 % intervals over forks, and how
 * long instrumenting takes for the jars that verify-classes.mjs has fetched.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importWithTests } from './bundle.mjs';
import { corporaFolder } from './project-sources.mjs';
import { formatTable } from './table.mjs';

/** Together more than 500,000 bytecodes. */
const JARS = ['guava-33.4.0-jre', 'commons-math3-3.6.1'];

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const [forks = '10', pattern = ''] = process.argv.slice(2);
const { measureCounting, measureInstrumenting, variants } = await importWithTests('test/bench/counting.ts');
const counted = variants.slice(1);
const measured = [];
const { jdk } = measureCounting(Number(forks), new RegExp(pattern), (done) => {
  measured.push(done);
  const cells = counted.map((variant) => percent(overheadOf(done, variant)));
  console.error(`${done.program}: ${cells.join(', ')}`);
});
const rows = measured.map((done) => [
  done.program,
  (Math.min(...done.times.nothing) / 1000).toFixed(0),
  ...counted.map((variant) => percent(overheadOf(done, variant))),
]);
console.log(
  `JDK ${jdk}, ${forks} forks; overhead is the geometric mean over forks of the time with counters over that without`,
);
console.log(formatTable(['program', 'µs', ...counted], rows));
const single = measured.filter(({ program }) => !program.startsWith('Threads.'));
for (const [what, programs] of [
  [`one thread (${single.length} programs)`, single],
  [`all (${measured.length} programs)`, measured],
]) {
  if (programs.length === 0) continue;
  console.log(`\n${what}`);
  console.log(
    formatTable(
      ['counters', 'mean', '95 % over forks', 'median', 'most'],
      counted.map((variant) => summarize(programs, variant)),
    ),
  );
}
const jars = JARS.map((name) => join(corporaFolder(), 'jars', `${name}.jar`));
if (jars.every((jar) => existsSync(jar))) {
  const { bytecodes, seconds } = measureInstrumenting(jars);
  const of500k = seconds.map((each) => ((each * 500_000) / bytecodes).toFixed(2));
  console.log(
    `\ninstrumenting ${bytecodes} bytecodes: ${seconds.map((each) => each.toFixed(2)).join(', ')} s one after the other`,
  );
  console.log(
    `  for 500,000: ${of500k.join(', ')} s (target: at most 2 s; the first is that of a fresh process)`,
  );
} else {
  console.log('\nleft out: instrumenting; node test/bench/verify-classes.mjs fetches the jars');
}

/** Geometric mean over forks, each beside its neighbor: what the compiler happens to do differs from fork to fork. */
function overheadOf({ times }, variant) {
  return Math.exp(meanOf(times.nothing.map((time, fork) => Math.log(times[variant][fork] / time))));
}

function summarize(programs, variant) {
  const ratios = programs.map((done) => overheadOf(done, variant)).sort((a, b) => a - b);
  const middle = ratios.length / 2;
  const median = (ratios[Math.ceil(middle) - 1] + ratios[Math.floor(middle)]) / 2;
  const logs = programs[0].times.nothing.map((_, fork) =>
    meanOf(programs.map(({ times }) => Math.log(times[variant][fork] / times.nothing[fork]))),
  );
  return [
    variant,
    percent(Math.exp(meanOf(ratios.map(Math.log)))),
    logs.length === 1 ? 'one fork' : describeInterval(logs),
    percent(median),
    percent(ratios.at(-1)),
  ];
}

function describeInterval(logs) {
  const half = intervalOf(logs);
  const center = meanOf(logs);
  return `${percent(Math.exp(center - half))} to ${percent(Math.exp(center + half))}`;
}

/** Half of the interval of a mean, by Student's t. */
function intervalOf(values) {
  const t = [NaN, 12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26][values.length - 1] ?? 2;
  const mean = meanOf(values);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return t * Math.sqrt(variance / values.length);
}

function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(ratio) {
  return `${ratio >= 1 ? '+' : '−'}${(Math.abs(ratio - 1) * 100).toFixed(1)} %`;
}
