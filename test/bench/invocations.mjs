/**
 * Figure 6 of vLens: the energy of library calls, measured in an application by its trace and the power beside it, next
 * to that of the same calls made again and again (test/bench/programs/Invocations.java). After `npm run build`:
 *
 *     node test/bench/invocations.mjs [--power METER] [--jvm interpreted|compiled] [--rounds N]
 *
 * Without a meter CPU time at 10 W stands in for one. It takes five minutes, and wants a quiet machine.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compile, jdkTool } from './heat-programs.mjs';
import { describeMachine } from './jdk-sources.mjs';
import { formatTable } from './table.mjs';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const source = fileURLToPath(new URL('programs/Invocations.java', import.meta.url));
/** Calls that are not timed unless asked for. */
const FURTHER = [
  'java.util.regex.Matcher.find',
  'java.lang.String.format',
  'java.lang.String.replaceAll',
  'java.lang.String.split',
  'java.net.URLEncoder.encode',
  'java.util.Base64$Encoder.encodeToString',
  'java.math.BigInteger.modPow',
];
/** Seconds that a replay takes at least. */
const ENOUGH = 1;
const RUNS = 5;

function run(args, folder) {
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], options);
  if (status !== 0) throw new Error(`jouleline ${args[0]} ended with ${status}: ${stderr.slice(-2000)}`);
  return stdout;
}

/** The joules of one run of a JVM that makes a call so often. */
function energyOfReplay(name, times, { power, java, folder }) {
  const given = ['measure', '--runs', String(RUNS), '--power', power, '--format', 'json'];
  const command = [...java, 'Invocations', 'replay', name, String(times)];
  return JSON.parse(run([...given, '--', ...command], folder)).energy.mean;
}

/** The joules of one call: of runs with many calls less those with none. */
function replay(name, nothing, tools) {
  let times = 200;
  for (;;) {
    const started = process.hrtime.bigint();
    spawnSync(tools.java[0], [...tools.java.slice(1), 'Invocations', 'replay', name, String(times)], {
      cwd: tools.folder,
    });
    if (Number(process.hrtime.bigint() - started) / 1e9 > ENOUGH + 0.2 || times > 1e7) break;
    times *= 2;
  }
  return (energyOfReplay(name, times, tools) - nothing) / times;
}

/** The library calls of each method that makes one: the joules of a call of the method, and what takes most of them. */
function callsOf({ model, keys, classes }) {
  const costs = new Map(model.operations.map(({ place = '', name, mean }) => [`${place} ${name}`, mean]));
  const [{ methods }] = classes.filter(({ name }) => name === 'Invocations');
  return methods.flatMap(({ name, descriptor, calls, operations }) => {
    if (!descriptor.startsWith('(I)V') || name === 'app') return [];
    const parts = operations.flatMap(([key, line, count]) => {
      const { name: called, family } = keys[key];
      if (family !== 'LibraryFunction') return [];
      const place = `Invocations.${name}${descriptor}:${line}`;
      const cost = costs.get(`${place} ${called}`) ?? costs.get(` ${called}`) ?? 0;
      return [{ called, energy: (count * cost) / calls }];
    });
    const [most] = parts.toSorted((one, other) => other.energy - one.energy);
    return [
      { name, api: most?.called ?? name, measured: parts.reduce((sum, { energy }) => sum + energy, 0) },
    ];
  });
}

const { values } = parseArgs({
  options: {
    power: { type: 'string', default: 'cpu-time:10' },
    jvm: { type: 'string', default: 'interpreted' },
    rounds: { type: 'string', default: '801' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'invocations-'));
try {
  compile(folder, [source], '');
  const java = [jdkTool('java'), ...(values.jvm === 'interpreted' ? ['-Xint'] : []), '-cp', folder];
  const tools = { power: values.power, java, folder };
  writeFileSync(join(folder, 'calls.txt'), FURTHER.join('\n'));
  const saved = join(folder, 'profile.json');
  run(
    [
      ...['profile', '--record', 'trace', '--fit', '--power', values.power, '--timed-calls', 'calls.txt'],
      ...['--out', saved, '--', ...java, 'Invocations', 'app', values.rounds],
    ],
    folder,
  );
  const profile = JSON.parse(readFileSync(saved, 'utf8'));
  if (profile.model === undefined) throw new Error('no costs were fitted');
  const nothing = energyOfReplay('sortArray', 0, tools);
  const rows = callsOf(profile).map(({ name, api, measured }) => {
    const replayed = replay(name, nothing, tools);
    console.error(name, api, measured, replayed);
    return { api, measured, replayed, off: measured / replayed - 1 };
  });
  const near = rows.filter(({ off }) => Math.abs(off) <= 0.09);
  console.log(describeMachine());
  console.log(
    formatTable(
      ['call', 'in the application [µJ]', 'replayed [µJ]', 'off'],
      rows.map(({ api, measured, replayed, off }) => [
        api,
        (1e6 * measured).toPrecision(3),
        (1e6 * replayed).toPrecision(3),
        `${(100 * off).toFixed(1)} %`,
      ]),
    ),
  );
  console.log(`${near.length} of ${rows.length} are within 9 % (vLens: 19 of 24)`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
