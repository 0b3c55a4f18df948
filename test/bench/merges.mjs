/**
 * Merges of a recording and a counted profile of one program: the merge has the recording's total, whatever shape the
 * recording has.
 *
 * `node test/bench/merges.mjs [PROGRAM…]`, after `npm run build`, with a JDK on the path.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jdkTool, SMALL, smallProgram } from './heat-programs.mjs';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Records and profiles programs of one file, merges both, and tells the totals in joules: one row for each merge. */
export function benchMerges(names = SMALL.slice(0, 10).map(({ name }) => name)) {
  return SMALL.filter(({ name }) => names.includes(name)).flatMap((small) => {
    const folder = mkdtempSync(join(tmpdir(), 'jouleline-merge-'));
    try {
      return mergesOf(smallProgram(small), folder).map((row) => ({ name: small.name, ...row }));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

function mergesOf({ sources, prepare, inputs: [command] }, folder) {
  const run = (file, ...args) => execFileSync(file, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const jouleline = (...args) => run(process.execPath, cli, ...args);
  const { classPath } = prepare(folder);
  const source = ['--source', dirname(sources)];
  const java = [jdkTool('java'), '-cp', classPath];
  jouleline('profile', '--runs', '2', '--out', 'profile.json', '--', ...java, ...command);
  const report = JSON.parse(
    jouleline('report', ...source.slice(1), '--profile', 'profile.json', '--format', 'json'),
  );
  // What a meter is said to have measured for the recorded run: near the profile's energy, and not the same.
  const recorded = Number((1.2 * report.measured.account.total).toPrecision(3));
  const record = '-XX:StartFlightRecording=filename=run.jfr,settings=profile';
  const importRun = () => {
    run(java[0], record, ...java.slice(1), ...command);
    jouleline('import', 'run.jfr', ...source, '--energy', String(recorded), '--out', 'import.json');
  };
  // A run that is shorter than the sampler's interval may have no sample: then it runs again.
  for (let attempt = 1; true; attempt++)
    try {
      importRun();
      break;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  const mergeAs = (shape) => {
    merge(jouleline, ...source);
    const { recordings } = JSON.parse(readFileSync(join(folder, 'merge.json'), 'utf8'));
    const merged = recordings.filter((each) => each.source.format === 'merged');
    const energies = merged.flatMap(({ measures }) => measures);
    const ofAll = energies.filter(({ component }) => component === undefined);
    return {
      shape,
      recorded,
      merged: (ofAll.length > 0 ? ofAll : energies).map(({ total }) => total),
      lines: merged.flatMap(({ frames }) => frames.filter(({ place }) => place.kind === 'line')).length,
    };
  };
  const rows = [mergeAs('JFR with a total')];
  for (const [shape, entries] of tablesOf(report, recorded)) {
    const energies = { format: 'jouleline-energy', version: 1, unit: 'J', entries };
    writeFileSync(join(folder, 'table.json'), JSON.stringify(energies));
    jouleline('import', 'table.json', ...source, '--out', 'import.json');
    rows.push(mergeAs(shape));
  }
  return rows;
}

/** `merge` ends with 1 where the energies differ by more than half: then the merge is written, too. */
function merge(jouleline, ...source) {
  try {
    jouleline('merge', 'import.json', 'profile.json', ...source, '--out', 'merge.json');
  } catch (error) {
    if (error.status !== 1) throw error;
  }
}

/** Tables of the three hottest lines, or of their methods, that add up to the total. */
function tablesOf({ files }, total) {
  const hottest = files
    .flatMap(({ path, methods, lines }) =>
      lines.map(({ line, method, energy }) => ({
        ...{ file: path, line, energy: energy.mean },
        key: methods.find(({ name }) => name === method)?.key,
      })),
    )
    .filter(({ key, energy }) => key !== undefined && energy > 0)
    .sort((one, other) => other.energy - one.energy)
    .slice(0, 3);
  const sum = hottest.reduce((all, { energy }) => all + energy, 0);
  const lines = hottest.map(({ file, line, energy }) => ({ file, line, energy: (energy / sum) * total }));
  const methods = hottest.map(({ key, energy }) => {
    const [, owner, method, descriptor] = /^(.*)\.([^.(]+)(\(.*)$/.exec(key);
    return { class: owner.replaceAll('/', '.'), method, descriptor, energy: (energy / sum) * total };
  });
  const whole = { level: 'total', energy: total };
  const components = lines.flatMap(({ energy, ...place }) => [
    { ...place, component: 'CPU', energy: energy * 0.75 },
    { ...place, component: 'memory', energy: energy * 0.25 },
  ]);
  return [
    ['lines', lines],
    ['lines with a total', [...lines, whole]],
    ['one line with a total', [lines[0], whole]],
    ['methods', methods],
    ['methods with a total', [...methods, whole]],
    ['components', components],
    ['components with a total', [...components, whole]],
  ];
}

/** True if a merge has one total, and it is that of the recording. */
export function hasRecordedTotal({ recorded, merged }) {
  return merged.length === 1 && Math.abs(merged[0] - recorded) <= 1e-9 * recorded;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  const rows = benchMerges(names.length > 0 ? names : undefined);
  for (const { name, shape, recorded, merged, lines } of rows)
    console.log(
      `${name}, ${shape}: recorded ${recorded} J, merged ${merged.join(', ')} J, on ${lines} lines`,
    );
  const right = rows.filter(hasRecordedTotal);
  console.log(`the merge has the recording's total in ${right.length} of ${rows.length} merges`);
}
