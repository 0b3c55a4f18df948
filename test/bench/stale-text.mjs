/**
 * How well a text is told from the one that ran, where a profile knows nothing but the classes:
 * `node test/bench/stale-text.mjs [EDITS]`. Three libraries, whose sources the user's own Maven fetches, are compiled by
 * each JDK, with and without names of variables. Prints how many methods of unchanged texts are left out, and of EDITS
 * (360) random edits how many are not noticed, by kind, and how many methods that still fit are lost. Exits with 1 if a
 * method of an unchanged text is left out.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importWithTests } from './bundle.mjs';
import { run } from './published-tests.mjs';
import { formatTable } from './table.mjs';

const LIBRARIES = [
  'commons-codec:commons-codec:1.17.1',
  'org.apache.commons:commons-lang3:3.17.0',
  'org.jsoup:jsoup:1.15.4',
];
/** Annotations of jsoup. */
const ANNOTATIONS = 'com.google.code.findbugs:jsr305:3.0.2';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const [edits = '360'] = process.argv.slice(2);
const { judgeLibrary, listJdks } = await importWithTests('test/bench/stale-text.ts');
const work = mkdtempSync(join(tmpdir(), 'jouleline-stale-text-'));
try {
  const annotations = fetch(ANNOTATIONS);
  const sources = LIBRARIES.map(unpack);
  const total = new Map();
  for (const { home, version } of listJdks())
    for (const options of [['-g'], ['-g:lines,source']])
      for (const folder of sources) {
        const classes = compile(folder, join(home, 'bin', 'javac'), [...options, '-cp', annotations]);
        // Edits of one compilation are those of all.
        const made = total.size === 0 || options[0] === '-g' ? Number(edits) : 0;
        const {
          methods,
          refused,
          edits: found,
        } = judgeLibrary({ sources: folder, classes, edits: made, seed: 1 });
        const name = folder.split('/').pop();
        console.log(
          `${name}, javac ${version} ${options[0]}: ${refused.length} of ${methods} methods left out`,
        );
        for (const each of refused) console.log(`  ${each}`);
        if (refused.length > 0) process.exitCode = 1;
        for (const [kind, figures] of found) {
          const sum = total.get(kind) ?? { made: 0, unnoticed: 0, fitting: 0, lost: 0 };
          sum.made += figures.made;
          sum.unnoticed += figures.unnoticed.length;
          sum.fitting += figures.fitting;
          sum.lost += figures.lost.length;
          total.set(kind, sum);
        }
      }
  const header = ['edit', 'made', 'not noticed', 'methods that fit', 'lost'];
  const rows = Array.from(total, ([kind, { made, unnoticed, fitting, lost }]) => [
    kind,
    ...[made, unnoticed, fitting, lost].map(String),
  ]);
  if (rows.length > 0) console.log(formatTable(header, rows));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function fetch(artifact) {
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
  run('mvn', ['-q', '-B', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${work}`], work);
  const [, name, version, , classifier] = artifact.split(':');
  return join(work, `${name}-${version}${classifier === undefined ? '' : `-${classifier}`}.jar`);
}

function unpack(coordinates) {
  const folder = join(work, coordinates.split(':')[1]);
  mkdirSync(folder);
  execFileSync('jar', ['xf', fetch(`${coordinates}:jar:sources`)], { cwd: folder });
  return folder;
}

function compile(folder, javac, options) {
  const out = mkdtempSync(join(work, 'classes-'));
  const texts = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.java') && !/module-info|META-INF/.test(name))
    .map((name) => join(folder, name));
  const given = ['-nowarn', '-encoding', 'UTF-8', '-proc:none', ...options, '-d', out, ...texts];
  execFileSync(javac, given, { stdio: ['ignore', 'ignore', 'pipe'] });
  return out;
}
