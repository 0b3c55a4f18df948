/**
 * Every class of a JDK's `java.base`, with its code, read by our reader and by
 * the JDK's own (java.lang.classfile, where it has one): in turn, from memory,
 * on one thread, after a first round of each that is not counted. Both have to
 * find the same. By itself: `node test/bench/class-reader.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importBundled } from './bundle.mjs';
import { describeMachine, findJdksWithSources } from './jdk-sources.mjs';
import { formatTable, summarize } from './table.mjs';

const MODULE = 'java.base';
/** Rounds of each, in turns of so many: a virtual machine is started for each turn. */
const TURNS = 3;
const ROUNDS = 8;
/** First of a turn: compiled code comes to be. */
const WARM_UP = 4;
/** The first release whose `java.lang.classfile` is no preview. */
const FIRST_WITH_READER = 24;

/** Classes a second of both; `theirs` is undefined where the JDK is too old. */
export async function benchClassReader({ home, release }) {
  const { readModuleClasses, readAll } = await importBundled('test/bench/class-reader.ts');
  const files = readModuleClasses(home, release, MODULE);
  const bytes = files.reduce((sum, file) => sum + file.length, 0);
  const rates = { ours: [], theirs: [] };
  const all = join('.cache', 'bench', `classes-${process.pid}.bin`);
  let counts;
  let expected;
  writeFileSync(all, Buffer.concat(files.flatMap((file) => [lengthOf(file), file])));
  try {
    for (let turn = 0; turn < TURNS; turn++) {
      for (let round = 0; round < ROUNDS; round++) {
        const started = performance.now();
        counts = readAll(files);
        if (round >= WARM_UP) rates.ours.push(rate(files, performance.now() - started));
      }
      if (release < FIRST_WITH_READER) continue;
      const program = join('test', 'bench', 'ReadClasses.java');
      const [found, ...took] = execFileSync(join(home, 'bin', 'java'), [program, all, String(ROUNDS)], {
        encoding: 'utf8',
      })
        .trim()
        .split('\n');
      expected = found;
      rates.theirs.push(...took.slice(WARM_UP).map((ms) => rate(files, Number(ms))));
    }
  } finally {
    rmSync(all);
  }
  const ours = Object.values(counts).join(' ');
  if (expected !== undefined && ours !== expected)
    throw new Error(`the readers differ in what they find: ${ours} and ${expected}`);
  return {
    counts,
    bytes,
    ours: summarize(rates.ours),
    theirs: expected === undefined ? undefined : summarize(rates.theirs),
  };
}

function rate(files, ms) {
  return (files.length / ms) * 1000;
}

function lengthOf(file) {
  const length = Buffer.alloc(4);
  length.writeInt32BE(file.length);
  return length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
  const [jdk] = findJdksWithSources();
  if (jdk === undefined) throw new Error('no JDK with sources found; set JAVA_HOME to one');
  const { counts, bytes, ours, theirs } = await benchClassReader(jdk);
  const cells = (name, { min, median, max }) => [
    name,
    ...[min, median, max].map((value) => value.toFixed(0)),
  ];
  console.log(describeMachine());
  console.log(
    `JDK ${jdk.release} ${MODULE}: ${counts.classes} classes, ${(bytes / 1024 / 1024).toFixed(1)} MB, ` +
      `${counts.methods} methods, ${counts.instructions} instructions, found by both alike`,
  );
  const rows = [cells('this reader', ours)];
  if (theirs !== undefined) rows.push(cells('java.lang.classfile', theirs));
  console.log(formatTable(['classes a second', 'least', 'median', 'most'], rows));
}
