/**
 * Fits to traces with samples, held against the truth that a simulated meter
 * knows, in the conditions of vLens (section 4.4). By itself:
 * `node test/bench/simulated-meter.mjs [--long]`; `--long` adds the trace of ten
 * million paths. `--recorded [PROFILE…]` takes traces of a JVM instead, and records
 * some where none is given (it needs a JDK and a built CLI).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importBundled } from './bundle.mjs';
import { describeMachine } from './jdk-sources.mjs';
import { formatTargets } from './table.mjs';

/** Paths of 7 to 631 µJ and 10,000 samples a second, as in the paper; the rest is ours. */
const PAPER = {
  ...{ seed: 1, tuples: 300_000, methods: 40, threads: 1, collections: 0, switches: 0, unitCost: 2e-6 },
  ...{ calls: 0.002, waiting: 0.01, jitter: 0.05, rate: 10_000, noise: 0.01, bits: 16, range: 10 },
  ...{ offset: 12.5, drift: 20e-6, idle: 1.1 },
};
const EVENTS = [20, 50, 100, 200];
const MOST_FALSE = 0.01;
/** The least share of a program's energy that a large line has: those below it are together less than the noise. */
const LARGE_LINE = 0.001;

/** Compares what a fit makes of a trace with the truth, which is known. */
function judge({ fitTrace }, request, truth) {
  const started = performance.now();
  const outcome = fitTrace({ rule: 'bisquare', folds: 4, seed: 1, ...request });
  const seconds = (performance.now() - started) / 1000;
  if (!('account' in outcome)) throw new Error(outcome.problems.map(({ message }) => message).join('\n'));
  const { account } = outcome;
  return {
    seconds,
    account,
    lines: judgeLines(request.profile, account, truth),
    events: judgeEvents(account, truth),
  };
}

function judgeLines({ classes, keys }, { coefficients }, truth) {
  const energies = new Map();
  for (const { methods } of classes)
    for (const { code, blocks } of methods)
      for (const [block, key, line, count] of code) {
        const energy = (coefficients[keys[key].name] ?? 0) * count * blocks[block][3];
        energies.set(line, (energies.get(line) ?? 0) + energy);
      }
  const total = truth.lines.reduce((sum, { energy }) => sum + energy, 0);
  const errors = (lines) =>
    lines.map(({ line, energy }) => Math.abs((energies.get(line) ?? 0) / energy - 1)).sort((a, b) => a - b);
  const all = errors(truth.lines);
  const large = errors(truth.lines.filter(({ energy }) => energy > LARGE_LINE * total));
  const middle = (list) => list[list.length >> 1] ?? NaN;
  return {
    count: all.length,
    median: middle(all),
    p90: all[Math.floor(0.9 * all.length)],
    large: middle(large),
  };
}

/** An event is found if one was reported that meets it in time; a report that meets none is a false alarm. */
function judgeEvents({ events }, truth) {
  const meets = (one, other) => Math.min(one.to, other.to) > Math.max(one.from, other.from);
  const found = truth.events.filter((event) => events.some((each) => meets(each, event)));
  const wrong = events.filter((each) => !truth.events.some((event) => meets(each, event)));
  const placed = truth.events.filter(({ method, path, kind, ...event }) =>
    events.some(
      (each) =>
        meets(each, event) && each.path?.method === method && each.path.path === path && each.kind === kind,
    ),
  );
  return { seeded: truth.events.length, found: found.length, placed: placed.length, false: wrong.length };
}

function simulate({ simulateTrace, visitTuples }, options) {
  const { profile, tuples, samples, truth, tails } = simulateTrace(options, 'trace.tuples', {
    name: 'bench',
    version: '0',
  });
  const chunks = [];
  for (const text of samples) chunks.push(Buffer.from(text));
  const request = {
    ...{
      profile,
      profileName: 'trace',
      samples: chunks,
      samplesName: 'samples',
      pulses: truth.pulses,
      tails,
    },
    visitTrace: (visit) => visitTuples(tuples, visit),
  };
  return { request, truth };
}

/** Rows for a table: what, target, measured, whether it was met. */
export async function benchSimulatedMeter(isLong) {
  const modules = await importBundled('test/bench/simulated-meter.ts');
  const rows = [];
  const row = (what, target, measured, met) => rows.push([what, target, measured, met]);
  for (const events of EVENTS) {
    const each = { ...PAPER, seed: events, collections: events / 2, switches: events / 2 };
    const { request, truth } = simulate(modules, each);
    const { account, lines, events: found, seconds } = judge(modules, request, truth);
    const { rSquared, aee } = account.goodness;
    row(`${events} events: windows, R²`, '>= 0.97', rSquared.toFixed(4), rSquared >= 0.97);
    row(
      '  executions of paths, R² (the paper: 0.90 to 0.99)',
      '>= 0.97',
      account.paths.rSquared.toFixed(4),
      account.paths.rSquared >= 0.97,
    );
    row('  windows, AEE', '<= 3.4 %', percent(aee), aee <= 0.034);
    row('  executions of paths, AEE', '<= 3.4 %', percent(account.paths.aee), account.paths.aee <= 0.034);
    row(
      `  median error of ${lines.count} lines (90 % within ${percent(lines.p90)})`,
      '<= 10 %',
      percent(lines.median),
      lines.median <= 0.1,
    );
    row('  events found', `${found.seeded}`, `${found.found}`, found.found === found.seeded);
    row('  of these with the right path and kind', '', `${found.placed}`, undefined);
    row(
      '  false alarms, of all reported',
      `<= ${percent(MOST_FALSE)}`,
      `${found.false}`,
      found.false <= MOST_FALSE * found.seeded,
    );
    row(`  analyzed in`, '', `${seconds.toFixed(1)} s`, undefined);
    const strict = judge(modules, { ...request, rule: 'vlens' }, truth).events;
    row(
      '  the rule of vLens (k = 40 deviations) finds, with false alarms',
      '',
      `${strict.found}, ${strict.false}`,
      undefined,
    );
  }
  for (const rate of [30, 100, 1000]) {
    const { request, truth } = simulate(modules, {
      ...PAPER,
      rate,
      collections: 25,
      switches: 25,
      tuples: 600_000,
    });
    const { account, lines, events } = judge(modules, request, truth);
    row(
      `${rate} samples a second: R², AEE, median error of lines, events found of 50, false`,
      '',
      `${account.goodness.rSquared.toFixed(3)}, ${percent(account.goodness.aee)}, ${percent(lines.median)}, ${events.found}, ${events.false}`,
      undefined,
    );
  }
  if (isLong) benchLongTrace(row);
  return rows;
}

/** Runs the command in a process of its own, so that its memory is its own. */
function benchLongTrace(row) {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-meter-'));
  const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
  try {
    const simulated = [
      '--tuples',
      '10000000',
      '--unit-cost',
      '0.4e-6',
      '--collections',
      '100',
      '--switches',
      '100',
    ];
    execFileSync('node', [cli, 'simulate', '--out', folder, ...simulated], { stdio: 'inherit' });
    const { pulses } = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
    const at = (name) => join(folder, name);
    const fit = [
      at('trace.json'),
      '--samples',
      at('samples.csv'),
      '--tails',
      at('tails.json'),
      `--pulses=${pulses.join(',')}`,
    ];
    // What the process took at most is known when it ends.
    const report = `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(at('peak'))}, String(process.resourceUsage().maxRSS)));`;
    writeFileSync(at('report.cjs'), report);
    const started = performance.now();
    execFileSync('node', ['--require', at('report.cjs'), cli, 'fit', ...fit], { stdio: 'ignore' });
    const seconds = (performance.now() - started) / 1000;
    const megabytes = Number(readFileSync(at('peak'), 'utf8')) / 1024;
    row(`10,000,000 tuples analyzed by the command`, '<= 60 s', `${seconds.toFixed(1)} s`, seconds <= 60);
    row('  peak memory', '< 1000 MB', `${megabytes.toFixed(0)} MB`, megabytes < 1000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The profiles of a program with as many collections, and as many threads, as given: recorded anew. */
function recordSeeded(folder, counts) {
  const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
  const programs = fileURLToPath(new URL('programs', import.meta.url));
  const at = (name) => join(folder, name);
  const sources = ['Seeded', 'Kernels'].map((name) => join(programs, `${name}.java`));
  execFileSync('javac', ['-g', '-nowarn', '-d', folder, ...sources], { stdio: 'ignore' });
  writeFileSync(at('timed'), 'java.lang.System.gc\njava.lang.Thread.join\n');
  return counts.map((events) => {
    const out = at(`seeded-${events}.json`);
    const record = ['--record', 'trace', '--runs', '0', '--exact-threads', '--timed-calls', at('timed')];
    const program = ['java', '-Xint', '-cp', folder, 'Seeded', String(events), '300'];
    execFileSync('node', [cli, 'profile', ...record, '--out', out, '--', ...program], { stdio: 'ignore' });
    return out;
  });
}

/** A JVM's own traces, whose calls of `System.gc` and `Thread.join` the fit is not shown. */
async function benchRecorded(row, given) {
  const modules = await importBundled('test/bench/simulated-meter.ts');
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-meter-'));
  try {
    for (const path of given.length > 0 ? given : recordSeeded(folder, [20, 50]))
      judgeRecorded(modules, row, path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function judgeRecorded(modules, row, path) {
  const profile = JSON.parse(readFileSync(path, 'utf8'));
  const visit = modules.visitTrace(profile, () => []);
  const simulated = modules.simulateMachine(profile, visit, { ...PAPER, rate: 1000, range: 100 });
  const { events, lines, program, others, seconds, pulses, assumed } = simulated;
  console.log(
    `${basename(path)}: ${seconds.toFixed(1)} s, program ${program.toFixed(2)} J, events ${events.reduce((sum, { energy }) => sum + energy, 0).toFixed(2)} J, other programs ${others.toFixed(2)} J; assumed ${assumed}`,
  );
  const hidden = hideSeeded(profile, visit);
  const request = {
    ...{ rule: 'bisquare', folds: 4, seed: 1, profileName: basename(path), samplesName: 'samples' },
    ...{ ...hidden, samples: simulated.samples.map((text) => Buffer.from(text)), pulses },
    ...{ idle: PAPER.idle, tails: [] },
  };
  const outcome = modules.fitTrace(request);
  if (!('account' in outcome)) {
    row(`${basename(path)}: a fit`, '', outcome.problems.at(-1)?.message, undefined);
    return;
  }
  const { account } = outcome;
  const { rSquared, aee } = account.goodness;
  row(`${basename(path)}: windows, R²`, '>= 0.97', rSquared.toFixed(4), rSquared >= 0.97);
  row('  AEE', '<= 3.4 %', percent(aee), aee <= 0.034);
  const costs = new Map([
    ...Object.entries(account.coefficients).map(([name, cost]) => [name, cost ?? 0]),
    ...account.probes.map(({ name, energy, executions }) => [name, energy / Math.max(1, executions)]),
  ]);
  const ofPaths = simulated.judgePaths(costs);
  row('  paths longer than a sample, R²', '>= 0.97', ofPaths.toFixed(4), ofPaths >= 0.97);
  const { count, middle, most } = judgePlaces(hidden.profile, costs, lines);
  row(
    `  ${count} lines off by, median; those with 90 % of the energy`,
    '<= 10 %',
    `${percent(middle)}; ${percent(most)}`,
    most <= 0.1,
  );
  const found = judgeEvents(account, { events });
  row('  events found', `${found.seeded}`, `${found.found}`, found.found === found.seeded);
  row(
    '  false alarms',
    `<= ${percent(MOST_FALSE)}`,
    `${found.false}`,
    found.false <= MOST_FALSE * found.seeded,
  );
  const { total, operations, probes, events: ofEvents, unattributed } = account.account;
  row(
    '  joules: all, operations, probes, events, unattributed',
    '',
    [total, operations, probes, ofEvents, unattributed].map((each) => each.toFixed(2)).join(', '),
    undefined,
  );
}

/** The errors of lines: the middle one, and the one within which the lines are that have nine tenths of the energy. */
function judgePlaces({ classes, keys }, costs, truth) {
  const energies = new Map();
  for (const { name, methods } of classes)
    for (const { code = [], blocks } of methods)
      for (const [block, key, line, count] of code) {
        const place = `${name}:${line}`;
        const energy = (costs.get(keys[key].name) ?? 0) * count * blocks[block][3];
        energies.set(place, (energies.get(place) ?? 0) + energy);
      }
  const judged = [...truth]
    .filter(([place, energy]) => place !== '' && energy > 0)
    .map(([place, energy]) => ({ energy, error: Math.abs((energies.get(place) ?? 0) / energy - 1) }))
    .sort((one, other) => one.error - other.error);
  const total = judged.reduce((sum, { energy }) => sum + energy, 0);
  let sum = 0;
  const most = judged.find(({ energy }) => (sum += energy) >= 0.9 * total)?.error ?? NaN;
  return { count: judged.length, middle: judged[judged.length >> 1]?.error ?? NaN, most };
}

/** Hides the names of calls, which the model has costs for: the fit is to find them by their energy alone. */
function hideSeeded(profile, visit) {
  const pattern = /System[./]gc|lang[./]Thread[./]/;
  const keys = new Set(profile.keys.flatMap(({ name }, index) => (pattern.test(name) ? [index] : [])));
  const calls = new Set(
    profile.trace.calls.flatMap(([, , , , called], index) => (pattern.test(called) ? [index] : [])),
  );
  const classes = profile.classes.map((each) => ({
    ...each,
    methods: each.methods.map((method) => ({
      ...method,
      code: method.code.filter(([, key]) => !keys.has(key)),
    })),
  }));
  return {
    profile: { ...profile, classes },
    visitTrace: (take) =>
      visit((thread, subject, enter, exit) => {
        if (subject % 2 === 0 || !calls.has((subject - 1) / 2)) take(thread, subject, enter, exit);
      }),
  };
}

function percent(share) {
  return `${Number((100 * share).toPrecision(3))} %`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
  const [, , mode, ...given] = process.argv;
  const recorded = [];
  if (mode === '--recorded') await benchRecorded((...row) => recorded.push(row), given);
  const rows = mode === '--recorded' ? recorded : await benchSimulatedMeter(mode === '--long');
  console.log(describeMachine());
  console.log(formatTargets(rows));
}
