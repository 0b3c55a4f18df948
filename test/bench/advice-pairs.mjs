/**
 * Measures pairs of programs, as advice finds them and as it says to write them, interpreted and compiled:
 * `node test/bench/advice-pairs.mjs [--write|--unseen [--looked-at]|--calls] [PATTERN]`, with the JDK of JAVA_HOME. Prints the savings; with `--write` it keeps the CPU times of
 * all in media/advice-pairs.json, with machine and date, and what advice reads of them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CALLS, PAIRS } from './advice-programs.mjs';
import { LOOKED_AT, UNSEEN } from './advice-unseen.mjs';
import { formatTable } from './table.mjs';

const MODES = {
  interpreted: { flags: ['-Xint'], forks: 1, warm: 20, sample: 6 },
  compiled: { flags: [], forks: 2, warm: 300, sample: 6 },
};
const FLAGS = ['-Xbatch', '-XX:+UseSerialGC', '-Xmx256m', '-Xmn16m', '-XX:CompileCommand=quiet', ...['before', 'after'].map((name) => `-XX:CompileCommand=dontinline,*::${name}`)]; // prettier-ignore

/** Each row says where and when it was measured, if not as the head of the file does. */
const WHERE = {
  machine: `${cpus()[0].model}, ${cpus().length} CPUs`,
  date: new Date().toISOString().slice(0, 10),
};

const home = process.env.JAVA_HOME;
const tool = (name) => (home === undefined ? name : join(home, 'bin', name));

const pattern = new RegExp(process.argv.slice(2).find((each) => !each.startsWith('--')) ?? '.');
const out = fileURLToPath(new URL('../../media/advice-pairs.json', import.meta.url));
const table = fileURLToPath(new URL('../../server/src/advice/measured-pairs.ts', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'jouleline-pairs-'));
const isKept = process.argv.includes('--write');
const isUnseen = process.argv.includes('--unseen');
try {
  if (isUnseen) comparePredictions();
  else if (process.argv.includes('--calls')) measureCalls();
  else measureAll();
} finally {
  rmSync(work, { recursive: true, force: true });
}

function measureAll() {
  const chosen = PAIRS.filter(({ rule, kind }) => pattern.test(`${rule}/${kind}`));
  const classes = compile(chosen);
  const rows = chosen.flatMap((pair, index) =>
    pair.sizes.map((n) => {
      const row = measure(pair, `Pair${index}`, n, classes);
      if (isKept) keep(row);
      return row;
    }),
  );
  const header = ['rule', 'kind', 'n', 'interpreted', 'compiled', 'ns before', 'ns after'];
  console.log(formatTable(header, rows.map(textOf)));
}

/** Prints what each call takes by itself, in nanoseconds, for server/src/advice/measured-calls.ts. */
function measureCalls() {
  const chosen = CALLS.filter(({ kind }) => pattern.test(kind));
  const classes = compile(chosen);
  chosen.forEach((each, index) => {
    const { compiled } = measure(each, `Pair${index}`, each.sizes[0], classes, ['compiled'], 'different');
    const taken = (Math.min(...compiled.before) - Math.min(...compiled.after)) / each.sizes[0];
    const single = /hasNext|poll/.test(each.kind) ? taken / 2 : taken;
    console.log(`  [${Math.max(0, single).toFixed(2)}, '${each.kind}'],`);
  });
}

/** What `jouleline advise` predicts of programs that nobody measured before, beside what they save once compiled. */
function comparePredictions() {
  const chosen = (process.argv.includes('--looked-at') ? LOOKED_AT : UNSEEN).filter(({ rule, kind }) =>
    pattern.test(`${rule}/${kind}`),
  );
  const classes = compile(chosen);
  const predicted = adviseOn(join(work, 'sources'));
  const rows = chosen.flatMap((pair, index) => {
    const hint = predicted.find(({ rule, path }) => rule === pair.rule && path.endsWith(`Pair${index}.java`));
    const { compiled } = measure(pair, `Pair${index}`, pair.sizes[0], classes, ['compiled']);
    const measured = 1 - Math.min(...compiled.after) / Math.min(...compiled.before);
    return [{ ...pair, measured, predicted: hint?.compiled?.shareOfMember }];
  });
  const percent = (share) => (share === undefined ? '-' : `${(100 * share).toFixed(0)} %`);
  const texts = rows.map((row) => [row.rule, row.kind, percent(row.predicted), percent(row.measured)]);
  console.log(formatTable(['rule', 'program', 'predicted', 'measured'], texts));
  const known = rows.filter(({ predicted }) => predicted !== undefined);
  const part = (isGood) => percent(known.filter(isGood).length / known.length);
  console.log(`found: ${known.length} of ${rows.length}`);
  console.log(`same sign: ${part(({ predicted, measured }) => predicted > 0 === measured > 0)}`);
  console.log(`within a factor of two: ${part(({ predicted, measured }) => predicted / measured >= 0.5 && predicted / measured <= 2)}`); // prettier-ignore
  console.log(`Spearman: ${spearman(known.map((row) => row.predicted), known.map((row) => row.measured)).toFixed(2)}`); // prettier-ignore
}

function adviseOn(folder) {
  const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
  const given = [cli, 'advise', folder, '--no-build-files', '--interpreted', '--format', 'json'];
  return JSON.parse(execFileSync(process.execPath, given, { encoding: 'utf8' })).hints;
}

function spearman(one, other) {
  const ranks = (values) => values.map((value) => values.filter((each) => each < value).length);
  const [a, b] = [ranks(one), ranks(other)];
  const mean = (values) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const covariance = (x, y) => mean(x.map((each, index) => (each - mean(x)) * (y[index] - mean(y))));
  return covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b));
}

/** Puts a row in the place of its last measurement, so that a long run may be continued. */
function keep(row) {
  const head = existsSync(out) ? JSON.parse(readFileSync(out, 'utf8')) : headOf();
  const known = head.pairs ?? [];
  const nameOf = ({ rule, kind, n }) => `${rule}/${kind} ${n}`;
  const byName = new Map([...known, row].map((each) => [nameOf(each), each]));
  const all = PAIRS.flatMap(({ rule, kind, sizes }) => sizes.map((n) => nameOf({ rule, kind, n })));
  const rows = all.flatMap((name) => byName.get(name) ?? []);
  writeFileSync(out, formatPairs(head, rows));
  writeFileSync(table, formatTimes(rows));
}

/** @returns the folder of the class files. */
function compile(pairs) {
  const sources = join(work, 'sources');
  mkdirSync(sources);
  const classes = join(work, 'classes');
  mkdirSync(classes);
  const files = pairs.map(({ state, before, after }, index) => {
    const path = join(work, `Pair${index}.java`);
    const head = `import java.util.*;\nclass Pair${index} extends AdvicePair { Pair${index}(int n) { super(n); } ${state}`;
    const first = `long before() throws Exception {\n${before}\n}`;
    writeFileSync(path, `${head}\n${first}\nlong after() throws Exception {\n${after}\n}\n}\n`);
    // Advice is given on the first alone.
    writeFileSync(join(sources, `Pair${index}.java`), `${head}\n${first}\n}\n`);
    return path;
  });
  const base = fileURLToPath(new URL('AdvicePair.java', import.meta.url));
  execFileSync(tool('javac'), ['-g', '-nowarn', '-Xlint:none', '-d', classes, base, ...files], {
    stdio: 'inherit',
  });
  return classes;
}

/** @returns the CPU times of each side in each process, in nanoseconds of a call. */
function measure({ rule, kind }, name, n, classes, modes = Object.keys(MODES), ...more) {
  const row = { rule, kind, n, ...WHERE };
  for (const mode of modes) {
    const { flags, forks, warm, sample } = MODES[mode];
    const [before, after] = [[], []];
    for (let fork = 0; fork < forks; fork++) {
      const given = [...flags, ...FLAGS, '-cp', classes, 'AdvicePair', name, n, warm, sample, ...more].map(
        String,
      );
      const { stdout, stderr, status } = spawnSync(tool('java'), given, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${rule}/${kind} of ${n}: ${stderr}`);
      const [first, second] = stdout.trim().split('\n').slice(-2);
      before.push(meanOf(first));
      after.push(meanOf(second));
    }
    row[mode] = { before, after };
  }
  if (modes.length > 1) process.stderr.write(`${textOf(row).join('  ')}\n`);
  return row;
}

/** The mean of the lower four fifths: the rest waited for others. */
function meanOf(line) {
  const samples = line.split(' ').map(Number);
  const kept = samples.slice(0, Math.ceil(0.8 * samples.length));
  return Number((kept.reduce((sum, each) => sum + each, 0) / kept.length).toPrecision(3));
}

/** The least of several processes is the one that other programs disturbed least. */
function savingOf({ before, after }) {
  return `${(100 * (1 - Math.min(...after) / Math.min(...before))).toFixed(0)} %`;
}

function textOf({ rule, kind, n, interpreted, compiled }) {
  const times = [compiled.before, compiled.after].map((each) => String(Math.min(...each)));
  return [rule, kind, String(n), savingOf(interpreted), savingOf(compiled), ...times];
}

function headOf() {
  const version = spawnSync(tool('java'), ['-version'], { encoding: 'utf8' }).stderr.split('\n')[1].trim();
  return { ...WHERE, jvm: version, unit: 'nanoseconds of CPU time of one call, in each process' };
}

function formatPairs({ machine, jvm, date, unit }, rows) {
  const head = { machine, jvm, date, unit };
  const fields = Object.entries(head).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`);
  return `{\n${fields.join(',\n')},\n  "pairs": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** The source that advice reads: the least times of each pair, by their rounds. */
function formatTimes(rows) {
  const pairs = new Map();
  for (const row of rows) {
    const pair = `${row.rule}/${row.kind}`;
    pairs.set(pair, [...(pairs.get(pair) ?? []), row]);
  }
  const lines = [...pairs].map(([pair, sizes]) => `  '${pair}': ${JSON.stringify(sizes.map(timesOf))},`);
  const head =
    '/**\n * Measured pairs of programs, as advice finds them and as it says to write them: `node test/bench/advice-pairs.mjs\n * --write` writes this file. Machine, date and all times are in media/advice-pairs.json.\n */\n\n';
  const type =
    '/** Rows of rounds, then nanoseconds of CPU time: interpreted before and after, compiled before and after. */\nexport type MeasuredPair = readonly (readonly number[])[];\n\n';
  return `${head}${type}/** The pairs by rule and kind. */\n// prettier-ignore\nexport const MEASURED_PAIRS: Readonly<Record<string, MeasuredPair>> = {\n${lines.join('\n')}\n};\n`;
}

function timesOf({ n, interpreted, compiled }) {
  return [
    n,
    ...[interpreted.before, interpreted.after, compiled.before, compiled.after].map((each) =>
      Math.min(...each),
    ),
  ];
}
