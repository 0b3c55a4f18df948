/**
 * Merges of a recording and a counted profile of one program: the merge has the recording's total.
 *
 * `node test/bench/merges.mjs [PROGRAM…]`, after `npm run build`, with a JDK on the path.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jdkTool, SMALL, smallProgram } from './heat-programs.mjs';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Records and profiles programs of one file, merges both, and tells the totals in joules. */
export function benchMerges(names = SMALL.slice(0, 10).map(({ name }) => name)) {
  return SMALL.filter(({ name }) => names.includes(name)).map((small) => {
    const folder = mkdtempSync(join(tmpdir(), 'jouleline-merge-'));
    try {
      return { name: small.name, ...mergeOf(smallProgram(small), folder) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

function mergeOf({ sources, prepare, inputs: [command] }, folder) {
  const run = (file, ...args) => execFileSync(file, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const jouleline = (...args) => run(process.execPath, cli, ...args);
  const { classPath } = prepare(folder);
  const source = ['--source', dirname(sources)];
  const java = [jdkTool('java'), '-cp', classPath];
  jouleline('profile', '--runs', '2', '--out', 'profile.json', '--', ...java, ...command);
  const report = jouleline('report', ...source.slice(1), '--profile', 'profile.json', '--format', 'json');
  // What a meter is said to have measured for the recorded run: near the profile's energy, and not the same.
  const recorded = Number((1.2 * JSON.parse(report).measured.account.total).toPrecision(3));
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
  jouleline('merge', 'import.json', 'profile.json', ...source, '--out', 'merge.json');
  const { recordings } = JSON.parse(readFileSync(join(folder, 'merge.json'), 'utf8'));
  const merged = recordings.filter((each) => each.source.format === 'merged');
  return {
    recorded,
    merged: merged.flatMap(({ measures }) => measures.map(({ total }) => total)),
    lines: merged.flatMap(({ frames }) => frames.filter(({ place }) => place.kind === 'line')).length,
  };
}

/** True if a merge has one total, and it is that of the recording. */
export function hasRecordedTotal({ recorded, merged }) {
  return merged.length === 1 && Math.abs(merged[0] - recorded) <= 1e-9 * recorded;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  const rows = benchMerges(names.length > 0 ? names : undefined);
  for (const { name, recorded, merged, lines } of rows)
    console.log(`${name}: recorded ${recorded} J, merged ${merged.join(', ')} J, on ${lines} lines`);
  const right = rows.filter(hasRecordedTotal);
  console.log(`the merge has the recording's total in ${right.length} of ${rows.length} programs`);
}
