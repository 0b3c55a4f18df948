/**
 * The paper's own example: `node test/bench/blit.mjs [--model FILE]`, after a
 * build. What advice predicts that each change of CCGrid3D.blit() saves, beside
 * what it saves in the interpreter, by CPU time: the least of many samples, the
 * versions taken in turns. The order must be the same ("Fine-grained energy
 * modeling", Li and Gallagher, section 6.3 and figure 5).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './published-tests.mjs';
import { formatTable } from './table.mjs';

const SAMPLES = 25;
const CALLS = 40;

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const source = fileURLToPath(new URL('programs/Blit.java', import.meta.url));
/** The change, the rule that advises it, and the version of the program that has it. */
const CHANGES = [
  ['limit() called once', 'loop-invariant-call', 1],
  ['eight rounds in one', 'unroll-loop', 2],
  ['one bulk put', 'bulk-copy', 3],
];

const folder = mkdtempSync(join(tmpdir(), 'jouleline-blit-'));
try {
  const given = [
    'advise',
    source,
    '--interpreted',
    '--format',
    'json',
    '--no-build-files',
    ...process.argv.slice(2),
  ];
  const { hints } = JSON.parse(run(process.execPath, [cli, ...given], folder).stdout);
  const advised = hints.filter(({ member }) => member === 'Blit.original()');
  run('javac', ['-nowarn', '-d', folder, source], folder);
  const printed = run(
    'java',
    ['-Xint', '-cp', folder, 'Blit', String(SAMPLES), String(CALLS)],
    folder,
  ).stdout;
  const samples = printed
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  const least = [0, 1, 2, 3].map((version) => Math.min(...samples.map((sample) => sample[version])));
  const rows = CHANGES.map(([change, rule, version]) => {
    const hint = advised.find((each) => each.rule === rule);
    return {
      change,
      predicted: hint?.shareOfMember,
      unmodeled: hint?.unpriced,
      measured: 1 - least[version] / least[0],
    };
  });
  const percent = (share) => (share === undefined ? 'no hint' : `${(100 * share).toFixed(1)} %`);
  console.log(
    `original: ${(least[0] / 1000).toFixed(0)} µs a call in the interpreter (least of ${SAMPLES} samples)`,
  );
  console.log(
    formatTable(
      ['change', 'predicted saving', 'calls that are not modeled', 'measured saving'],
      rows.map(({ change, predicted, unmodeled, measured }) => [
        change,
        percent(predicted),
        String(unmodeled ?? ''),
        percent(measured),
      ]),
    ),
  );
  const orderBy = (key) => rows.toSorted((one, other) => one[key] - other[key]).map(({ change }) => change);
  const isSame = orderBy('predicted').join() === orderBy('measured').join();
  console.log(`order of savings: predicted ${orderBy('predicted').join(' < ')}`);
  console.log(
    `                  measured  ${orderBy('measured').join(' < ')}: ${isSame ? 'the same' : 'not the same'}`,
  );
  if (!isSame) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
