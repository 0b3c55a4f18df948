/**
 * Checks whether `jouleline diff` keeps what it says of chance: `node test/bench/diff-trials.mjs [TRIALS] [RUNS]`. With
 * `programs [RUNS]` (default: 5) it profiles twenty real programs by CPU time instead, each twice and once with three
 * times the work, compares them as command line and editor do, also with their own exports and merges of these, and prints
 * what contradicts what (target: nothing), and how many differ from themselves (target: one of twenty).
 * TRIALS (default: 300) are of simulated runs with four kinds of noise, and on
 * machines that drift: one program measured after the other, or in turn. RUNS
 * (default: 0), as 400, are measured of one program by CPU time on this machine
 * (`npm run build` before; JAVA_HOME): blocks of ten are then compared with the
 * next ten, with these in turn, and with all others. The targets: of identical programs nothing
 * differs in 91 of 100 trials, changed counts are always found, and a change of
 * three deviations of a run in 90 of 100.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importWithTests } from './bundle.mjs';
import { formatTable } from './table.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { runBlocks, runDriftTrials, runTrials } = await importWithTests('test/compare/diff-trials.ts');
const { drifts, noises, orders } = await importWithTests('test/compare/noisy-profiles.ts');
const { findJdks } = await importWithTests('test/support/jdks.ts');
const [trials, runs] = [Number(process.argv[2] ?? 300), Number(process.argv[3] ?? 0)];
const work = `import java.util.*;
public class Work {
  public static void main(String[] arguments) {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      Map<Integer, String> texts = new TreeMap<>();
      for (int i = 0; i < 5000; i++) texts.put(i * 31 % 4999, "text " + i);
      for (String each : texts.values()) sum += each.hashCode();
    }
    System.out.println(sum);
  }
}
`;
const percent = (many, of) => `${((100 * many) / of).toFixed(1)} %`;
if (process.argv[2] === 'programs') {
  await comparePrograms(process.argv[3] ?? '5');
  process.exit();
}

const rows = Object.keys(noises).map((noise) => {
  const meter = { noise, deviation: 0.04, runs: 10, isProxy: false };
  const { same, told, counted, grown, atSmallest } = runTrials(meter, trials, [1, 3]);
  const found = [...grown.values()].map((many) => percent(many, trials));
  return [
    noise,
    percent(same, trials),
    percent(told, same),
    percent(counted, trials),
    ...found,
    percent(atSmallest, trials),
  ];
});
console.log(`${trials} trials of ten simulated runs on each side\n`);
console.log(
  formatTable(
    [
      'noise',
      'same: no difference',
      'smallest told',
      'counts found',
      '+1 deviation',
      '+3 deviations',
      '+ smallest',
    ],
    rows,
  ),
);

const names = Object.keys(orders);
const driftRows = Object.keys(noises).flatMap((noise) =>
  Object.keys(drifts).map((drift) => {
    const meter = { noise, deviation: 0.04, runs: 10, isProxy: false };
    const cells = names.flatMap((order) => {
      const { same, found } = runDriftTrials(meter, drift, order, trials);
      return [percent(same, trials), percent(found, trials)];
    });
    return [noise, drift, ...cells];
  }),
);
const heads = names.flatMap((order) => [`${order}: same`, '+3 deviations']);
console.log('\nThe same on a machine that drifts by so many deviations of a run\n');
console.log(formatTable(['noise', 'drift', ...heads], driftRows));

if (runs >= 20) {
  const energies = measure(runs);
  const mean = energies.reduce((sum, energy) => sum + energy, 0) / energies.length;
  const deviation = Math.sqrt(
    energies.reduce((sum, energy) => sum + (energy - mean) ** 2, 0) / (energies.length - 1),
  );
  console.log(
    `\n${energies.length} runs of one program by CPU time: ${mean.toFixed(3)} ± ${percent(deviation, mean)}\n`,
  );
  const { adjacent, inTurn, all } = runBlocks(energies, 10);
  console.log(
    formatTable(
      ['blocks of ten runs', 'pairs', 'no difference', '+3 deviations'],
      [
        ['one after the other', adjacent],
        ['in turn, by rounds', inTurn],
        ['any two', all],
      ].map(([name, { pairs, same, found }]) => [
        name,
        String(pairs),
        percent(same, pairs),
        percent(found, pairs),
      ]),
    ),
  );
}

/** Watts stand for nothing here: one, so that joules are seconds of processor time. */
function measure(many) {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-trials-'));
  const javaHome = findJdks()[0]?.home ?? '';
  try {
    writeFileSync(join(folder, 'Work.java'), work);
    execFileSync(join(javaHome, 'bin', 'javac'), ['-d', folder, join(folder, 'Work.java')]);
    const args = [
      'measure',
      '--class-path',
      folder,
      '--runs',
      String(many),
      '--power',
      'cpu-time:1',
      '--format',
      'json',
    ];
    const text = execFileSync(process.execPath, ['dist/cli.js', ...args, '--main', 'Work'], {
      encoding: 'utf8',
      env: { ...process.env, JAVA_HOME: javaHome },
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 28,
    });
    return JSON.parse(text).runs.flatMap(({ energy, setAside }) =>
      energy === undefined || setAside !== undefined ? [] : [energy],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sides of a program take turns, as `jouleline diff --program` runs them. */
async function comparePrograms(runsOfEach) {
  const { compareAll, compareExports, compareMerges } = await importWithTests(
    'test/compare/contradictions.ts',
  );
  const { programNames, sourceOfProgram } = await importWithTests('test/compare/twenty-programs.ts');
  const environment = { ...process.env, JAVA_HOME: findJdks().at(-1)?.home ?? '' };
  const rows = [];
  for (const name of programNames) {
    const folder = mkdtempSync(join(tmpdir(), 'jouleline-programs-'));
    try {
      const sides = ['one', 'same', 'more'];
      for (const side of sides) {
        mkdirSync(join(folder, side));
        writeFileSync(join(folder, side, 'Work.java'), sourceOfProgram(name, side === 'more' ? 3 : 1));
      }
      const args = ['diff', '--source', '.', '--runs', runsOfEach, '--power', 'cpu-time:10'];
      for (const side of sides)
        args.push('--program', `Work@${join(folder, side)}`, '--out', join(folder, `${side}.json`));
      execFileSync(process.execPath, [join(process.cwd(), 'dist/cli.js'), ...args], {
        cwd: folder,
        env: environment,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const of = (side) => JSON.parse(readFileSync(join(folder, `${side}.json`), 'utf8'));
      const [self, more] = [compareAll(of('one'), of('same')), compareAll(of('one'), of('more'))];
      const verdict = ({ totals: { delta, energyA, isSignificant } }) =>
        `${delta < 0 ? '' : '+'}${percent(delta, energyA)}${isSignificant ? '' : ', no difference found'}`;
      rows.push([
        name,
        verdict(self.comparison),
        verdict(more.comparison),
        String(self.contradictions.length),
        String(more.contradictions.length),
      ]);
      const again = ['one', 'more'].flatMap((side) => {
        const source = readFileSync(join(folder, side, 'Work.java'), 'utf8');
        const sources = [{ path: 'Work.java', text: source }];
        return [...compareExports(of(side)), ...compareMerges(of(side), sources)];
      });
      rows.at(-1)?.push(String(again.length));
      for (const each of [...self.contradictions, ...more.contradictions, ...again])
        console.log(`${name}: ${each}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const head = [
    'program',
    'with itself',
    'with three times the work',
    'contradictions',
    'contradictions',
    'with exports and merges',
  ];
  console.log(formatTable(head, rows));
  const found = (column) => rows.filter((row) => !row[column].includes('no difference found')).length;
  const against = rows.filter((row) => row.slice(3).some((count) => count !== '0')).length;
  console.log(
    `\nof ${rows.length} programs ${found(1)} differ from themselves, ${found(2)} from three times the work; ${against} contradict themselves`,
  );
}
