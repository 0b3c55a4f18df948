/**
 * How well models of one application predict its other runs, compiled: six
 * programs (applications), each with cases of other inputs, each case
 * left out in turn. By itself, after `npm run build`:
 *
 *     node test/bench/applications.mjs [--cases 12] [--runs 9] [--folder DIR] [Linear Texts …]
 *
 * All takes about twenty minutes; with --folder it goes on after an interruption.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from './jdk-sources.mjs';
import { formatTargets } from './table.mjs';

/** Aimed at. */
const MOST_NMAE = 0.1;

/** A size that stays, and rounds of three parts that each take about a second. */
const PROGRAMS = {
  Linear: [120, [1500, 2500, 60_000]],
  Texts: [20_000, [900, 2_000_000, 12_000]],
  Sorts: [20_000, [600, 500, 20_000_000]],
  Bodies: [60, [50_000, 400_000, 1500]],
  Machine: [12, [60_000, 200_000_000, 4_000_000]],
  Graphs: [5000, [600, 4000, 1000]],
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(root, 'dist/cli.js');

/** Rounds from a tenth to all of those above, evenly on a logarithmic scale, the parts apart: mulberry32. */
function drawInputs(size, rounds, count) {
  let state = 1;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return Array.from({ length: count }, () =>
    [size, ...rounds.map((most) => Math.round(most * 10 ** -uniform()))].join(' '),
  );
}

export async function benchApplications({ cases, runs, folder, names }) {
  const rows = [];
  const classes = join(folder, 'classes');
  const sources = Object.keys(PROGRAMS).map((name) => join(root, 'test/bench/applications', `${name}.java`));
  const javac = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin/javac') : 'javac';
  execFileSync(javac, ['-g', '-d', classes, ...sources]);
  for (const name of names) {
    const [size, rounds] = PROGRAMS[name];
    const inputs = join(folder, `${name}.txt`);
    writeFileSync(inputs, `${drawInputs(size, rounds, cases).join('\n')}\n`);
    const out = join(folder, name);
    mkdirSync(out, { recursive: true });
    const profiled = spawnSync(
      process.execPath,
      [
        cli,
        'cases',
        '--main',
        name,
        '--class-path',
        classes,
        '--no-build-files',
        '--inputs',
        inputs,
        '--out',
        out,
        '--runs',
        String(runs),
        '--power',
        'cpu-time:10',
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    if (profiled.status !== 0)
      throw new Error(`${name}: not all cases were profiled; run it again with --folder`);
    const model = join(folder, `${name}.json`);
    const fitted = execFileSync(process.execPath, [cli, 'fit', out, '--application', '--out', model], {
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { crossValidation, residuals, noise } = JSON.parse(fitted.toString());
    const { nmae, rSquared } = crossValidation.overall;
    const worst = Math.max(...residuals.map(({ measured, leftOut }) => Math.abs(leftOut / measured - 1)));
    const { relativeSd } = JSON.parse(readFileSync(model, 'utf8'));
    rows.push([
      `${name}: mean error of ${residuals.length} cases, each left out in turn`,
      `<= ${100 * MOST_NMAE} %`,
      `${(100 * nmae).toFixed(1)} %`,
      nmae <= MOST_NMAE,
    ]);
    rows.push([
      `  worst ${(100 * worst).toFixed(1)} %, R² ${rSquared.toFixed(3)}, noise ${100 * noise} %, nine of ten within ${(164.5 * relativeSd).toFixed(1)} %`,
      '',
      '',
      undefined,
    ]);
  }
  return rows;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: { cases: { type: 'string' }, runs: { type: 'string' }, folder: { type: 'string' } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !(name in PROGRAMS));
  if (unknown.length > 0) throw new Error(`no such program: ${unknown.join(', ')}`);
  const folder =
    values.folder === undefined ? mkdtempSync(join(tmpdir(), 'applications-')) : resolve(values.folder);
  try {
    const rows = await benchApplications({
      cases: Number(values.cases ?? 12),
      runs: Number(values.runs ?? 9),
      folder,
      names: positionals.length > 0 ? positionals : Object.keys(PROGRAMS),
    });
    console.log(describeMachine());
    console.log(formatTargets(rows));
  } finally {
    if (values.folder === undefined) rmSync(folder, { recursive: true });
  }
}
