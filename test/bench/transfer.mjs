/**
 * How far cost models are off for methods of compiled programs that they were not fitted to: the small programs of
 * heat-programs.mjs are counted, and recorded by the JDK's recorder, in a JVM of each JDK. After `npm run build`:
 *
 *     node test/bench/transfer.mjs [--folder DIR] [--jdk HOME]… [--model FILE]… [--write] [Sorts …]
 *
 * A program takes half a minute. With --folder it goes on after an interruption. --write puts the figures into the model
 * files, where `transfer` holds them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compile, jdkTool, LIBRARIES, libraryProgram, SMALL, smallProgram } from './heat-programs.mjs';
import { describeMachine } from './jdk-sources.mjs';
import { formatTable } from './table.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SECONDS = { all: 25, delay: 5 };
/** Lines of inlined code are those that ran, and the program's own methods are in sight below the JDK's. */
const FLAGS = [
  ...['-XX:+UnlockDiagnosticVMOptions', '-XX:+DebugNonSafepoints'],
  '-XX:FlightRecorderOptions=stackdepth=512',
];

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0)
    throw new Error(`${args.slice(0, 3).join(' ')} ended with ${status}: ${stderr.slice(-1000)}`);
  return stdout;
}

const jouleline = (args) => run(process.execPath, [join(root, 'dist/cli.js'), ...args]);

/** Makes FOLDER/NAME.json, the counts of a run, and FOLDER/NAME.jfr, the samples of many. */
function observe(folder, program, tools) {
  const [profile, recording] = ['json', 'jfr'].map((end) => join(folder, `${program.name}.${end}`));
  if (existsSync(profile) && existsSync(recording)) return;
  const work = mkdtempSync(join(tmpdir(), 'jouleline-transfer-'));
  try {
    const { classPath } = program.prepare(work);
    const include = program.prefixes.flatMap((prefix) => ['--include', `${prefix}*`]);
    const input = program.inputs[0];
    const counted = [
      '--runs',
      '0',
      '--no-build-files',
      '--exact-threads',
      '--class-path',
      classPath,
      ...include,
    ];
    const [counts, samples] = ['counts.json', 'samples.jfr'].map((name) => join(work, name));
    jouleline(['profile', '--out', counts, ...counted, '--main', input[0], '--', ...input.slice(1)]);
    const start = [`filename=${samples}`, 'settings=profile', `delay=${SECONDS.delay}s`];
    run(jdkTool('java'), [
      ...FLAGS,
      `-XX:StartFlightRecording=${start.join()}`,
      ...['-cp', [tools, classPath].join(delimiter), 'Again', String(SECONDS.all), ...input],
    ]);
    renameSync(counts, profile);
    renameSync(samples, recording);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string' },
    jdk: { type: 'string', multiple: true },
    model: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
  },
});
const models = values.model ?? [join(root, 'media/models/rpi5-openjdk21-xint.json')];
const folder =
  values.folder === undefined ? mkdtempSync(join(tmpdir(), 'transfer-')) : resolve(values.folder);
const rows = [];
try {
  for (const home of values.jdk ?? [process.env.JAVA_HOME ?? '']) {
    process.env.JAVA_HOME = home;
    const own = join(folder, basename(home) || 'jdk');
    const tools = join(own, 'tools');
    mkdirSync(own, { recursive: true });
    compile(tools, [join(root, 'test/bench/heat/Again.java')], '');
    for (const each of [...SMALL, ...LIBRARIES]) {
      if (positionals.length === 0 ? each.driver : !positionals.includes(each.name)) continue;
      console.error(`${basename(home)}: ${each.name}`);
      observe(own, each.driver ? libraryProgram(each) : smallProgram(each), tools);
    }
    for (const model of models) {
      const written = values.write ? ['--out', model] : [];
      jouleline(['evaluate', model, own, ...written]);
      const { methods } = JSON.parse(jouleline(['evaluate', model, own]));
      for (const { name, methods: count, rank, off } of [
        ...methods.each,
        { name: 'all', methods: methods.methods, rank: methods.rank, off: methods.off },
      ])
        rows.push([
          basename(model),
          methods.jvm,
          name,
          String(count),
          rank.toFixed(2),
          `± ${(100 * off).toFixed(0)} %`,
        ]);
    }
  }
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
console.log(describeMachine());
console.log(formatTable(['model', 'JVM', 'program', 'methods', 'Spearman', '90 % of energy within'], rows));
