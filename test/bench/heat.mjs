/**
 * How well estimates find what is hot, before anything ran. The programs of heat-programs.mjs run with counters and two
 * inputs; the counts, priced by the same model, are the truth, and beside it stand samples of the compiled run by the
 * JDK's recorder. After `npm run build`:
 *
 *     node test/bench/heat.mjs [--folder DIR] [--reprice] [--missed] [--intervals] [--model ID] [--json FILE] [h2 Sorts …]
 *
 * It needs JDK 17 or later. The first run takes an hour, and fetches the programs by Maven. With --folder it keeps what
 * was counted, priced and sampled, and judges other estimates in minutes. --reprice prices what was counted anew, by the
 * present model. --model chooses the model of estimates and counts. --missed lists the hottest methods, and whether calls or loops hide them from the estimate.
 * --intervals tells, in the place of all else, how many energies of a counted run lie within the intervals of the estimate.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { coverage, figuresOf, meanFigures } from './heat-figures.mjs';
import { compile, jdkTool, LIBRARIES, libraryProgram, SMALL, smallProgram } from './heat-programs.mjs';
import { describeMachine } from './jdk-sources.mjs';
import { formatTable } from './table.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = fileURLToPath(new URL('../../dist', import.meta.url));

const MOST_MINUTES = 20;

/** The compiled run: what it takes in seconds, and what is left out until most is compiled. */
const RECORDED = { seconds: 25, delay: 5 };

function run(command, args) {
  const options = { encoding: 'utf8', timeout: MOST_MINUTES * 60_000, maxBuffer: 1e9 };
  const { status, stdout, stderr } = spawnSync(command, args, options);
  if (status !== 0)
    throw new Error(`${args.slice(0, 3).join(' ')} ended with ${status}: ${stderr.slice(-1000)}`);
  return stdout;
}

const jouleline = (args) =>
  run(process.execPath, ['--max-old-space-size=6000', join(dist, 'cli.js'), ...args]);
const java = (args) => run(jdkTool('java'), args);

/** The build that priced something: a hash of its code. */
const build = createHash('sha256')
  .update(
    readdirSync(dist)
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(dist, name), 'utf8'))
      .join(),
  )
  .digest('hex');

/**
 * The lines and methods of a report, by place: a line by its path and number, a method by its path, first and last line
 * and name. `heat` is their energy in a run of the program, where the report tells it, `once` in one call of each
 * method, in joules.
 */
function readReport(path, sources) {
  const heatOf = ({ run, energy }) => (tellsRuns ? (run?.mean ?? 0) : energy.mean);
  const onceOf = ({ energy }) => energy.mean;
  const rangeOf = ({ run, energy }) => [(run ?? energy).low, (run ?? energy).high];
  const read = (energyOf) => {
    const lines = {};
    const methods = {};
    for (const file of files) {
      const name = file.path.slice(sources.length + 1) || file.path.slice(dirname(sources).length + 1);
      for (const each of file.lines) lines[`${name}:${each.line}`] = energyOf(each);
      for (const each of file.methods)
        methods[`${name}:${each.start.line}-${each.end.line}:${each.name}`] = energyOf(each);
    }
    return { lines, methods };
  };
  const files = JSON.parse(readFileSync(path, 'utf8')).files.filter((file) => file.path.startsWith(sources));
  const tellsRuns = files.some(({ lines }) => lines.some(({ run }) => run !== undefined));
  return { heat: read(heatOf), once: read(onceOf), ranges: read(rangeOf) };
}

const ranking = ({ lines, methods }) => ({
  lines: new Map(Object.entries(lines)),
  methods: new Map(Object.entries(methods)),
});

/** What `make` gives, kept as JSON in a file and read from there the next time. */
function kept(path, make, isStale = () => false) {
  if (existsSync(path)) {
    const value = JSON.parse(readFileSync(path, 'utf8'));
    if (!isStale(value)) return value;
  }
  const value = make();
  writeFileSync(path, JSON.stringify(value));
  return value;
}

function report(folder, program, args) {
  const out = join(folder, `report-${process.pid}.json`);
  try {
    const types = ['--class-path', program.libraries, '--no-build-files', ...modelArguments];
    jouleline(['report', program.sources, ...args, '--format', 'json', '--out', out, ...types]);
    return readReport(out, program.sources);
  } finally {
    rmSync(out, { force: true });
  }
}

/** Counts a run, and gives its profile. */
function countRun(folder, program, input, index) {
  const profile = join(folder, `run-${index}.profile.json`);
  if (!existsSync(profile)) {
    // A run that fails leaves a file, too.
    const unfinished = `${profile}.part`;
    const include = program.prefixes.flatMap((prefix) => ['--include', `${prefix}*`]);
    const classes = ['--no-build-files', '--exact-threads', '--class-path', program.classPath, ...include];
    jouleline(['profile', '--runs', '0', '--out', unfinished, ...classes, '--main', ...input]);
    renameSync(unfinished, profile);
  }
  return profile;
}

/** The counted energies of a run. */
function countedRun(folder, program, input, index) {
  const profile = countRun(folder, program, input, index);
  const counted = kept(
    join(folder, `truth-${[index, ...modelArguments.slice(1)].join('-')}.json`),
    () => ({ build, ...report(folder, program, ['--profile', profile]).once }),
    (truth) => options.reprice && truth.build !== build,
  );
  if (counted.build !== build) otherBuilds.add(program.name);
  return ranking(counted);
}

/** The estimate of sources beside which the profile of the other input was learned. */
function learnedRanking(folder, program) {
  const sources = join(folder, 'learned', basename(program.sources));
  rmSync(dirname(sources), { recursive: true, force: true });
  cpSync(program.sources, sources, { recursive: true });
  const types = ['--class-path', program.libraries, '--no-build-files'];
  jouleline(['learn', join(folder, 'run-1.profile.json'), '--source', sources, ...types]);
  return ranking(report(folder, { ...program, sources }, program.driver ? [program.driver] : []).heat);
}

/** The estimate of this release beside which the same run of the release before was learned. */
function earlierRanking(folder, program) {
  const earlier = program.earlier();
  const before = join(folder, 'earlier');
  mkdirSync(before, { recursive: true });
  const { classPath } = earlier.prepare(before);
  countRun(before, { ...earlier, classPath }, earlier.inputs[0], 0);
  const sources = join(before, 'learned', basename(program.sources));
  rmSync(dirname(sources), { recursive: true, force: true });
  cpSync(earlier.sources, sources, { recursive: true });
  const types = ['--class-path', earlier.libraries, '--no-build-files'];
  jouleline(['learn', join(before, 'run-0.profile.json'), '--source', sources, ...types]);
  const taught = join(sources, '.jouleline');
  cpSync(taught, join(before, 'taught'), { recursive: true });
  rmSync(sources, { recursive: true });
  cpSync(program.sources, sources, { recursive: true });
  renameSync(join(before, 'taught'), taught);
  return ranking(report(folder, { ...program, sources }, [program.driver]).heat);
}

/** How many samples of the compiled run fell on each method, what it calls of libraries included. */
function sampledRun(folder, program, input, methods) {
  const lines = kept(join(folder, 'samples.json'), () => {
    const tools = join(folder, 'tools');
    compile(
      tools,
      ['Again', 'Samples'].map((name) => join(here, 'heat', `${name}.java`)),
      '',
    );
    const file = join(folder, 'recording.jfr');
    const recording = [
      ...[`filename=${file}`, 'settings=profile', `delay=${RECORDED.delay}s`],
      // With ten times as many samples, two halves of them agree on more than the hottest methods.
      'jdk.ExecutionSample#period=1 ms',
    ].join();
    const median = java([
      ...[
        '-XX:+UnlockDiagnosticVMOptions',
        '-XX:+DebugNonSafepoints',
        '-XX:FlightRecorderOptions=stackdepth=512',
      ],
      ...[`-XX:StartFlightRecording=${recording}`, '-cp', [tools, program.classPath].join(delimiter)],
      ...['Again', String(RECORDED.seconds), ...input],
    ]);
    writeFileSync(join(folder, 'time.json'), JSON.stringify({ median: Number(median) }));
    const samples = java(['-cp', tools, 'Samples', file, ...program.prefixes, program.main]);
    rmSync(file);
    return samples
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' '));
  });
  const { methodAt, fileOf } = methodFinder(methods);
  const samples = new Map();
  for (const [type, line, count] of lines) {
    const method = methodAt(fileOf(type), line);
    if (method) samples.set(method, (samples.get(method) ?? 0) + Number(count));
  }
  return samples;
}

/** The estimate as it would be if it knew the energy of each method, and had to spread it over the lines alone. */
function withMethodsOf(truth, estimate, methods) {
  const { methodAt } = methodFinder(methods);
  const [guessed, known] = [estimate, truth].map((each) => byRange(each.methods));
  const lines = new Map();
  for (const [place, energy] of estimate.lines) {
    const [, file, line] = /^(.*):(\d+)$/.exec(place);
    const method = rangeOf(methodAt(file, line) ?? '');
    const whole = guessed.get(method);
    lines.set(place, whole > 0 ? (energy / whole) * (known.get(method) ?? 0) : 0);
  }
  return { lines, methods: truth.methods };
}

/** Energies of methods, one for all that stand at the same place, as a record's accessors do. */
function byRange(methods) {
  const sums = new Map();
  for (const [place, energy] of methods) sums.set(rangeOf(place), (sums.get(rangeOf(place)) ?? 0) + energy);
  return sums;
}

const rangeOf = (place) => /^.*?:\d+-\d+(?=:)/.exec(place)?.[0];

/** Finds the innermost method around a line of a file, and the file of a class. */
function methodFinder(methods) {
  const files = new Map();
  const types = new Map();
  for (const place of methods) {
    const [, file, first, last, type] = /^(.*?):(\d+)-(\d+):(\w+)/.exec(place);
    types.set(join(dirname(file), type), file);
    if (!files.has(file)) files.set(file, []);
    files.get(file).push({ place, first: Number(first), last: Number(last) });
  }
  for (const inFile of files.values()) inFile.sort((a, b) => a.last - a.first - (b.last - b.first));
  return {
    methodAt: (file, line) =>
      files.get(file)?.find(({ first, last }) => first <= line && line <= last)?.place,
    fileOf: (type) => types.get(type.split('$')[0].replaceAll('.', '/')),
  };
}

/** All rankings of a program with their figures. */
function judge(folder, program) {
  mkdirSync(folder, { recursive: true });
  const { classPath } = program.prepare(folder);
  Object.assign(program, { classPath });
  const truths = program.inputs.map((input, index) => countedRun(folder, program, input, index));
  const alone = report(folder, program, []);
  const withDriver = program.driver ? report(folder, program, [program.driver]) : undefined;
  const estimate = ranking((withDriver ?? alone).heat);
  const each = [estimate, ...truths];
  const all = {
    lines: [...new Set(each.flatMap(({ lines }) => [...lines.keys()]))],
    methods: [...new Set(each.flatMap(({ methods }) => [...methods.keys()]))],
  };
  const rankings = {
    estimate,
    ...(withDriver && { 'estimate, library alone': ranking(alone.heat) }),
    'each method once': ranking(alone.once),
    'estimate, true energy of methods': withMethodsOf(truths[0], estimate, all.methods),
    'learned from a run of another input': learnedRanking(folder, program),
    ...(program.earlier && { 'learned from the release before': earlierRanking(folder, program) }),
    'a run of another input': truths[1],
    chance: { lines: new Map(), methods: new Map() },
    'the best possible': truths[0],
  };
  const samples = sampledRun(folder, program, program.inputs[0], all.methods);
  const counts = { lines: all.lines.length, samples: [...samples.values()].reduce((a, b) => a + b, 0) };
  const figures = Object.entries(rankings).map(([name, each]) => [
    name,
    figuresOf(each, truths[0], samples, all),
  ]);
  if (options.missed) {
    const once = ranking(alone.once).methods;
    printMissed(folder, program, { ...estimate, once }, truths[0], samples, all.methods);
  }
  return {
    ...counts,
    methods: all.methods.length,
    sampled: samples.size,
    figures: Object.fromEntries(figures),
  };
}

/**
 * The ten truly hottest methods, where the estimate ranks them, and why: how often each is called, and how many times the
 * energy that the estimate gives one call a call really takes.
 */
function printMissed(folder, { name }, estimate, truth, samples, methods) {
  const order = (scores) => [...methods].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
  const ranks = new Map(order(estimate.methods).map((place, rank) => [place, rank + 1]));
  const total = [...truth.methods.values()].reduce((a, b) => a + b, 0);
  const calls = callsOf(join(folder, 'run-0.profile.json'), methods);
  const rows = order(truth.methods)
    .slice(0, 10)
    .map((place) => {
      const energy = truth.methods.get(place) ?? 0;
      const ofOneCall = energy / (calls.get(place) ?? 1) / (estimate.once.get(place) ?? 0);
      return [
        ranks.get(place) <= Math.ceil(methods.length / 20) ? 'found' : 'missed',
        ...[percent(energy / total), `${ranks.get(place)} of ${methods.length}`],
        ...[String(calls.get(place) ?? ''), ofOneCall.toPrecision(2), String(samples.get(place) ?? 0), place],
      ];
    });
  const titles = ['', 'true share', 'rank', 'calls', 'one call ÷ estimate', 'samples', 'method'];
  console.log(`\n${name}\n${formatTable(titles, rows)}`);
}

/** How many lines and methods that ran took what the estimate says they may. */
function judgeIntervals(folder, program) {
  mkdirSync(folder, { recursive: true });
  const { classPath } = program.prepare(folder);
  Object.assign(program, { classPath });
  const truth = countedRun(folder, program, program.inputs[0], 0);
  const { ranges } = report(folder, program, program.driver ? [program.driver] : []);
  const { lines, methods } = ranking(ranges);
  return { lines: coverage(lines, truth.lines), methods: coverage(methods, truth.methods) };
}

function printIntervals(found) {
  const cells = ({ within, below, above, decades, places }) => [
    ...[String(places), percent(within), percent(below), percent(above), decades.toFixed(1)],
  ];
  const titles = ['', 'that ran', 'within', 'below', 'above', 'decades'];
  const rows = found.flatMap(({ name, lines, methods }) => [
    [`${name}, lines`, ...cells(lines)],
    [`${name}, methods`, ...cells(methods)],
  ]);
  const meanOf = (figures) =>
    Object.fromEntries(
      Object.keys(figures[0] ?? {}).map((key) => [
        key,
        figures.reduce((sum, each) => sum + each[key], 0) / figures.length,
      ]),
    );
  const means = ['lines', 'methods'].map((kind) => {
    const mean = meanOf(found.map((each) => each[kind]));
    return [`mean, ${kind}`, ...cells({ ...mean, places: '' })];
  });
  console.log(`\n${describeMachine()}\n\n${formatTable(titles, [...rows, ...means])}`);
}

/** How often each method was called in a counted run. */
function callsOf(profile, methods) {
  const { methodAt, fileOf } = methodFinder(methods);
  const calls = new Map();
  for (const { class: type, lines, calls: count } of JSON.parse(jouleline(['counts', profile, '--json']))
    .methods) {
    const place = lines.length > 0 ? methodAt(fileOf(type), lines[0].line) : undefined;
    if (place !== undefined) calls.set(place, (calls.get(place) ?? 0) + count);
  }
  return calls;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

const cellsOf = ({ part, partOfBest, fifty, ten, spearman, top, recorder }) => [
  ...[part, partOfBest, fifty, ten].map(percent),
  ...[spearman.toFixed(2), top.toFixed(1), recorder.toFixed(2)],
];

/** Means over the programs of one kind, for each ranking that all of them have. */
function meanRows(title, results) {
  if (results.length === 0) return [];
  const ofAll = Object.keys(results[0].figures).filter((name) =>
    results.every(({ figures }) => name in figures),
  );
  return ofAll.map((name) => [
    `${title} (${results.length})`,
    name,
    ...['', ''],
    ...cellsOf(meanFigures(results.map(({ figures }) => figures[name]))),
  ]);
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string' },
    json: { type: 'string' },
    model: { type: 'string' },
    reprice: { type: 'boolean', default: false },
    missed: { type: 'boolean', default: false },
    intervals: { type: 'boolean', default: false },
  },
});
const modelArguments = options.model === undefined ? [] : ['--model', options.model];
const work =
  options.folder === undefined ? mkdtempSync(join(tmpdir(), 'jouleline-heat-')) : resolve(options.folder);
const otherBuilds = new Set();
const results = [];
try {
  const isWanted = ({ name }) => positionals.length === 0 || positionals.includes(name);
  for (const each of [...SMALL, ...LIBRARIES].filter(isWanted)) {
    console.error(each.name);
    const { name, isFit = false } = each;
    try {
      const program = each.driver ? libraryProgram(each) : smallProgram(each);
      const judged = (options.intervals ? judgeIntervals : judge)(join(work, name), program);
      results.push({ name, isFit, isSmall: !each.driver, ...judged });
    } catch (error) {
      console.log(`${name} is left out: ${error.message}`);
    }
  }
} finally {
  if (options.folder === undefined) rmSync(work, { recursive: true, force: true });
}
function printFigures() {
  const header = [
    ...['program', 'ranked by', 'lines', 'samples'],
    ...['hottest 5 % of lines', 'of the best', '50 lines of the best', '10 lines of the best'],
    ...['Spearman of methods', 'best 10 methods', 'Spearman beside recorder'],
  ];
  const rows = results.flatMap(({ name, isFit, lines, samples, sampled, figures }) =>
    Object.entries(figures).map(([ranked, each], row) => [
      `${name}${isFit ? ' (fitted)' : ''}`,
      ranked,
      ...(row === 0 ? [String(lines), `${samples} in ${sampled} methods`] : ['', '']),
      ...cellsOf(each),
    ]),
  );
  for (const isSmall of [false, true]) {
    for (const isFit of [true, false]) {
      const title = `${isSmall ? 'one file' : 'many files'}, ${isFit ? 'fitted' : 'not fitted'}: mean`;
      rows.push(
        ...meanRows(
          title,
          results.filter((each) => each.isSmall === isSmall && each.isFit === isFit),
        ),
      );
    }
  }
  console.log(`\n${describeMachine()}\n\n${formatTable(header, rows)}`);
}
if (options.intervals) printIntervals(results);
else printFigures();
if (otherBuilds.size > 0)
  console.log(
    `\nAnother build priced what was counted of ${[...otherBuilds].join(', ')}; --reprice prices it anew.`,
  );
if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(results, undefined, 1));
