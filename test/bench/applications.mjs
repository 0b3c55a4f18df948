/**
 * How well models of one application predict its other runs: six programs
 * (applications), each with cases of other inputs. By itself, after `npm run build`:
 *
 *     node test/bench/applications.mjs [--by places|operations] [--jvm compiled|interpreted] [--method nnls]
 *         [--cases 12] [--runs 9] [--leave-out 4] [--at-least 2] [--power METER] [--folder DIR] [Linear Texts …]
 *
 * `--by places` fits an energy to each line, and leaves each case out in turn. `--by operations` is the experiment of
 * "Fine-grained energy modeling" (Li and Gallagher): costs of operations, cases by inputs and by blocks left out, four
 * rounds of cross-validation, and the shares of Figure 3, each beside what the paper printed. With --folder it goes on
 * after an interruption; with --fit-only it fits the cases that are there. Without --power CPU time at 10 W a core stands in for a meter.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from './jdk-sources.mjs';
import { formatTable, formatTargets } from './table.mjs';

/** Aimed at for cases left out. */
const MOST_NMAE = { places: 0.1, compiled: 0.1, interpreted: 0.05 };
const LEAST_R = 0.95;

/** Tables 3 and 4 of the paper, by round, and Figure 3. */
const PAPER = {
  r: { training: [0.84, 0.81, 0.84, 0.84], validation: [0.91, 0.91, 0.88, 0.88] },
  nmae: { training: [0.157, 0.141, 0.163, 0.152], validation: [0.093, 0.157, 0.095, 0.116] },
  shares: [0.713, 0.261],
};

/** A size that stays, and rounds of three parts that each take about a second compiled, and half a second interpreted. */
const PROGRAMS = {
  Linear: { size: 120, compiled: [1500, 2500, 60_000], interpreted: [12, 40, 1200] },
  Texts: { size: 20_000, compiled: [900, 2_000_000, 12_000], interpreted: [22, 18_000, 25] },
  Sorts: { size: 20_000, compiled: [600, 500, 20_000_000], interpreted: [50, 28, 1_000_000] },
  Bodies: { size: 60, compiled: [50_000, 400_000, 1500], interpreted: [1500, 3200, 60] },
  Machine: { size: 12, compiled: [60_000, 200_000_000, 4_000_000], interpreted: [750, 14_000_000, 19_000] },
  Graphs: { size: 5000, compiled: [600, 4000, 1000], interpreted: [24, 400, 15] },
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

/** A fit by operations has so many cases or more, unless hardly any program works without some of its blocks. */
const LEAST_CASES = 20;
const MOST_SEEDS = 4;

/** Profiles all cases of a program, and returns the folder with them. */
function makeCases(name, options) {
  const out = join(options.folder, name);
  if (options['fit-only']) return out;
  mkdirSync(out, { recursive: true });
  runCases(name, out, options, 1);
  // Other blocks are left out with each seed: not every program works without those of the first.
  for (let seed = 2; options.by === 'operations' && seed <= MOST_SEEDS; seed++) {
    if (listCases(out).long.length >= LEAST_CASES) break;
    runCases(name, out, options, seed);
  }
  return out;
}

function runCases(name, out, { by, jvm, power, cases, runs, leaveOut, atLeast, folder }, seed) {
  const { size, [jvm]: whole } = PROGRAMS[name];
  // Sessions make up for shorter runs, of which a fit by operations has more.
  const rounds = by === 'operations' && jvm === 'compiled' ? whole.map((most) => most / 4) : whole;
  const inputs = join(folder, `${name}.txt`);
  writeFileSync(inputs, `${drawInputs(size, rounds, cases).join('\n')}\n`);
  // Variants are named by the paths of their sources, too.
  const source = `test/bench/applications/${name}.java`;
  const leftOut =
    by === 'operations'
      ? ['--leave-out', leaveOut, '--source', source, '--time-limit', '20', '--seed', String(seed)]
      : [];
  const profiled = spawnSync(
    process.execPath,
    [
      ...[cli, 'cases', '--main', name, '--class-path', join(folder, 'classes'), '--no-build-files'],
      ...['--inputs', inputs, '--out', out, '--runs', runs, '--power', power, ...leftOut],
      ...(atLeast === undefined ? [] : ['--at-least', atLeast]),
    ],
    {
      cwd: root,
      env: { ...process.env, ...(jvm === 'interpreted' ? { JDK_JAVA_OPTIONS: '-Xint' } : {}) },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  // A program without some of its blocks may fail, and is no case then.
  if (profiled.status !== 0 && by === 'places')
    throw new Error(`${name}: not all cases were profiled; run it again with --folder`);
}

function fit(...args) {
  const printed = execFileSync(process.execPath, [cli, 'fit', ...args], {
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(printed.toString());
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** The energy of each line, each case left out in turn. */
function rowsByPlaces(name, out, folder) {
  const model = join(folder, `${name}.json`);
  const { crossValidation, residuals, noise } = fit(out, '--application', '--out', model);
  const { nmae, rSquared } = crossValidation.overall;
  const worst = Math.max(...residuals.map(({ measured, leftOut }) => Math.abs(leftOut / measured - 1)));
  const { relativeSd } = JSON.parse(readFileSync(model, 'utf8'));
  return [
    [
      `${name}: mean error of ${residuals.length} cases, each left out in turn`,
      `<= ${100 * MOST_NMAE.places} %`,
      percent(nmae),
      nmae <= MOST_NMAE.places,
    ],
    [
      `  worst ${percent(worst)}, R² ${rSquared.toFixed(3)}, noise ${100 * noise} %, nine of ten within ${(164.5 * relativeSd).toFixed(1)} %`,
      '',
      '',
      undefined,
    ],
  ];
}

/**
 * The names of the cases, apart from those whose own work takes less than starting a JVM does: how long that takes
 * differs by a few percent of itself from run to run, and a program without most of its blocks does little else.
 */
function listCases(out) {
  const names = readdirSync(out).filter((name) => name.endsWith('.json'));
  if (names.length === 0) return { long: [], short: [] };
  const table = `${out}.csv`;
  fit(out, '--folds', '0', '--cases', table);
  const energies = new Map(
    readFileSync(table, 'utf8')
      .split('\n')
      .map((row) => [row.slice(0, row.indexOf(',')), Number(row.slice(row.lastIndexOf(',') + 1))]),
  );
  const long = names.filter((name) => {
    const { startUp } = JSON.parse(readFileSync(join(out, name), 'utf8')).measurement;
    return energies.get(name.replace(/\.json$/, '')) >= startUp.mean;
  });
  return { long, short: names.filter((name) => !long.includes(name)) };
}

/** Tables 3 and 4, and Figure 3, of one application. */
function tablesByOperations(name, out, { jvm, method, folder }) {
  const { long, short } = listCases(out);
  const cases = long.length;
  // Each of four rounds tells a correlation by two cases or more.
  if (cases < 8) return [[`${name}: ${cases} cases are too few for four rounds`, '', '-', false]];
  const fitted = join(folder, `${name}-fitted`);
  rmSync(fitted, { recursive: true, force: true });
  mkdirSync(fitted);
  for (const each of long) copyFileSync(join(out, each), join(fitted, each));
  const model = join(folder, `${name}.json`);
  const { crossValidation, ranking, rank } = fit(fitted, '--method', method, '--folds', '4', '--out', model);
  const { rounds, overall } = crossValidation;
  const row = (what, set, key, format) => [
    `${what}, ${set} set`,
    ...rounds.map((round) => format(round[set][key])),
    PAPER[key][set].map(format).join(' '),
  ];
  const three = (r) => (r === null ? '-' : r.toFixed(3));
  const table = formatTable(
    [name, ...rounds.map((_, index) => `round ${index + 1}`), 'paper'],
    [
      row('r', 'training', 'r', three),
      row('r', 'validation', 'r', three),
      row('NMAE', 'training', 'nmae', percent),
      row('NMAE', 'validation', 'nmae', percent),
    ],
  );
  const left = short.length === 0 ? '' : `; ${short.length} shorter than a start of a JVM are left out`;
  const shares = [ranking.topTenShare, ranking.nextTwentyShare];
  const hottest = ranking.byShare
    .slice(0, 3)
    .map(({ name: operation, share }) => `${operation} ${percent(share)}`);
  const notes = [
    `${cases} cases determine ${rank} of ${ranking.byUnitCost.length} costs${left}`,
    `ten operations of highest unit cost: ${percent(shares[0])} of the energy, the next twenty ${percent(shares[1])} (paper: ${PAPER.shares.map(percent).join(', ')})`,
    `most energy: ${hottest.join(', ')}`,
  ];
  console.log(`${table}\n  ${notes.join('\n  ')}\n`);
  return [
    [
      `${name}: NMAE of ${cases} cases, each left out in one of four rounds`,
      `<= ${100 * MOST_NMAE[jvm]} %`,
      percent(overall.nmae),
      overall.nmae <= MOST_NMAE[jvm],
    ],
    [`${name}: r of the same`, `>= ${LEAST_R}`, three(overall.r), overall.r >= LEAST_R],
  ];
}

export async function benchApplications(options) {
  const { folder, by, names } = options;
  const classes = join(folder, 'classes');
  const sources = Object.keys(PROGRAMS).map((name) => join(root, 'test/bench/applications', `${name}.java`));
  const javac = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin/javac') : 'javac';
  execFileSync(javac, ['-g', '-d', classes, ...sources]);
  const rows = [];
  for (const name of names) {
    const out = makeCases(name, options);
    rows.push(
      ...(by === 'places' ? rowsByPlaces(name, out, folder) : tablesByOperations(name, out, options)),
    );
  }
  return rows;
}

function readOptions() {
  const text = { type: 'string' };
  const { values, positionals } = parseArgs({
    options: {
      by: { ...text, default: 'places' },
      jvm: { ...text, default: 'compiled' },
      power: { ...text, default: 'cpu-time:10' },
      method: { ...text, default: 'nnls' },
      cases: text,
      runs: text,
      'leave-out': { ...text, default: '4' },
      'at-least': text,
      folder: text,
      'fit-only': { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !(name in PROGRAMS));
  if (unknown.length > 0) throw new Error(`no such program: ${unknown.join(', ')}`);
  if (!['places', 'operations'].includes(values.by)) throw new Error(`no such fit: ${values.by}`);
  if (!['compiled', 'interpreted'].includes(values.jvm)) throw new Error(`no such JVM: ${values.jvm}`);
  const byPlaces = values.by === 'places';
  return {
    ...values,
    cases: Number(values.cases ?? (byPlaces ? 12 : 5)),
    runs: values.runs ?? (byPlaces ? '9' : '1'),
    leaveOut: values['leave-out'],
    atLeast: values['at-least'] ?? (byPlaces ? undefined : '2'),
    isKept: values.folder !== undefined,
    folder: resolve(values.folder ?? mkdtempSync(join(tmpdir(), 'applications-'))),
    names: positionals.length > 0 ? positionals : Object.keys(PROGRAMS),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = readOptions();
  const { by, jvm, power, folder, isKept } = options;
  try {
    const rows = await benchApplications(options);
    console.log(
      `${describeMachine()}; ${jvm}; ${by === 'places' ? 'by places' : `by operations, ${options.method}`}`,
    );
    const isProxy = power.startsWith('cpu-time');
    console.log(isProxy ? `CPU time stands in for a meter: a proxy (${power})` : `meter: ${power}`);
    console.log(formatTargets(rows));
  } finally {
    if (!isKept) rmSync(folder, { recursive: true });
  }
}
