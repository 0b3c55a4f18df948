/**
 * Tables 1 and 2 of vLens for libraries whose own tests are the workload.
 *
 * `node test/bench/vlens.mjs tables [--power METER] [LIBRARY…]` prints sizes, times and accuracy beside the paper's
 * ranges. Without a meter CPU time at 10 W stands in for one. Needs a JDK, Maven and a built CLI.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine } from './jdk-sources.mjs';
import { fetchLibrary, LIBRARIES, run } from './published-tests.mjs';
import { formatTable } from './table.mjs';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const PROXY = 'cpu-time:10';
/** Tests that are enough of a workload, and read no files that no jar has. */
const CHOSEN = {
  'commons-codec': String.raw`org\.apache\.commons\.codec\.(language|net)\..*`,
  'commons-lang3': String.raw`org\.apache\.commons\.lang3\.(String|Array|time|text|builder).*`,
  'commons-math3': String.raw`org\.apache\.commons\.math3\.(linear|complex|fraction|transform).*`,
  'commons-collections4': String.raw`org\.apache\.commons\.collections4\.(map|list|bag).*`,
};
const COMMAND_LINE = {
  coordinates: 'commons-cli:commons-cli:1.9.0',
  others: [
    'org.junit.jupiter:junit-jupiter:5.10.3',
    'org.mockito:mockito-core:4.11.0',
    'commons-io:commons-io:2.16.1',
  ],
  opened: [],
};
/** Of the paper's five applications. */
const PAPER = [
  [
    'the paper',
    '590–932',
    '3976–6060',
    '244940–467099',
    '277–873',
    '63–158',
    '0.51–8.77',
    '0.90–0.99',
    '3.4–8.6',
  ],
];
const HEADER = ['application', 'C', 'M', 'BC', 'T_I [s]', 'T_A [s]', 'T_R [%]', 'R²', 'AEE [%]'];

/** Classes, methods and bytecodes, as the JDK's own disassembler lists them. */
function measureSize(jar, work) {
  const folder = join(work, 'classes');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  execFileSync('jar', ['xf', jar], { cwd: folder });
  const files = readdirSync(folder, { recursive: true }).filter(
    (file) => file.endsWith('.class') && !file.includes('META-INF') && !file.endsWith('-info.class'),
  );
  const listed = run('javap', ['-p', '-c', ...files], folder).stdout.split('\n');
  return {
    classes: files.length,
    methods: listed.filter((line) => /^ {2}\S.*\)( throws .*)?;$/.test(line) || / static \{\};$/.test(line))
      .length,
    bytecodes: listed.filter((line) => /^ +\d+: [a-z]/.test(line)).length,
  };
}

function timed(args, folder) {
  const started = performance.now();
  const done = spawnSync(process.execPath, [cli, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 29,
    cwd: folder,
  });
  return { ...done, seconds: (performance.now() - started) / 1000 };
}

function tabulate(given, power, root) {
  const name = given.coordinates.split(':')[1];
  const work = join(root, name);
  mkdirSync(work);
  const library = fetchLibrary(given, work);
  const size = measureSize(library.subject, work);
  const instrumented = timed(
    ['instrument', library.subject, '--record', 'trace', '--out', join(work, 'i')],
    work,
  );
  const out = join(work, 'run.json');
  const opened = library.opened.flatMap((each) => ['--add-opens', `java.base/java.${each}=ALL-UNNAMED`]);
  const classPath = [...library.classPath, library.runner].join(delimiter);
  const include = `org.apache.commons.${name.replace(/^commons-/, '')}.*`;
  const chosen = CHOSEN[name] === undefined ? [] : ['--include-classname', CHOSEN[name]];
  const program = [
    ...['java', ...opened, '-Duser.language=en', '-Duser.region=US', '-cp', classPath],
    ...['org.junit.platform.console.ConsoleLauncher', 'execute', '--scan-class-path', library.tests],
    ...[...chosen, '--details', 'none'],
  ];
  const options = ['--record', 'trace', '--power', power, '--fit', '--keep-failed', '--no-build-files'];
  const ran = timed(['profile', ...options, '--include', include, '--out', out, '--', ...program], work);
  const passed = /(\d+) tests successful/.exec(ran.stdout)?.[1];
  const fitted = timed(['fit', out], work);
  let account;
  try {
    account = JSON.parse(fitted.stdout);
  } catch {
    console.log(`${name}: no fit: ${ran.stderr.slice(-1500)}\n${fitted.stderr.slice(-1500)}`);
    return undefined;
  }
  const [machine] = JSON.parse(readFileSync(out, 'utf8')).trace.machines;
  const { rSquared, aee } = account.goodness;
  console.log(
    `${name}: ${passed ?? 'unknown'} tests passed, ${ran.seconds.toFixed(0)} s; ${account.windows.count} windows, ${account.events.length} collections and switches`,
  );
  return [
    `${name} ${library.version}`,
    ...[size.classes, size.methods, size.bytecodes].map(String),
    instrumented.seconds.toFixed(1),
    fitted.seconds.toFixed(1),
    machine.overhead === null ? '?' : (100 * machine.overhead).toFixed(2),
    rSquared?.toFixed(3) ?? '?',
    (100 * aee).toFixed(1),
  ];
}

function printTables(names, power, work) {
  const rows = [];
  for (const each of [...LIBRARIES, COMMAND_LINE]) {
    const name = each.coordinates.split(':')[1];
    if (names.length > 0 && !names.includes(name)) continue;
    const row = tabulate(each, power, work);
    if (row === undefined) continue;
    rows.push(row);
    console.log(formatTable(HEADER, [row]));
  }
  console.log(formatTable(HEADER, [...rows, ...PAPER]));
}

const given = process.argv.slice(2);
const at = given.indexOf('--power');
const power = at < 0 ? PROXY : given[at + 1];
const [what, ...names] = given.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
const work = mkdtempSync(join(tmpdir(), 'jouleline-vlens-'));
try {
  console.log(
    `${describeMachine()}; meter: ${power}${power.startsWith('cpu-time') ? ' (CPU time, a proxy)' : ''}`,
  );
  if (what === 'tables') printTables(names, power, work);
  else throw new Error('tables is expected');
} finally {
  rmSync(work, { recursive: true, force: true });
}
