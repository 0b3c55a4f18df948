/**
 * Plants code that advice is due for in loops of real methods, one place in a file, and counts how much of it
 * `jouleline advise` finds: `node test/bench/advice-planted.mjs FOLDER [COUNT]`, after a build. The folder has Java
 * sources of any project. Prints a row for each rule; exits with 1 if less than nine of ten are found.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatTable } from './table.mjs';

const LOOP = 'for (int planted = 0; planted < 99; planted++)';
const TEXTS = 'String[] plantedTexts = String.valueOf(99).split(",");';
const MANY = 'for (int plantedRound = 0; plantedRound < 99; plantedRound++)';
const EACH = 'for (String planted : plantedTexts)';
const MAP = 'java.util.Map<String, Integer> plantedMap = new java.util.HashMap<>();';

/** By rule, and what tells several plants of one rule apart. */
const PLANTS = {
  'compiled-pattern': `${TEXTS} ${MANY} for (String plantedLine : plantedTexts) { if (plantedLine.matches("[a-z]+[0-9]*")) plantedTexts = null; }`,
  'string-format': `${TEXTS} StringBuilder plantedAll = new StringBuilder(); ${MANY} ${EACH} { plantedAll.append(String.format("%s-%s", planted, "b")); }`,
  'loop-invariant-call': `double plantedSum = 0; ${LOOP} { plantedSum += Math.pow(plantedTexts, 0.5) * planted; }`,
  'repeated-lookup': `${TEXTS} ${MAP} ${MANY} ${EACH} { if (plantedMap.containsKey(planted)) { int plantedValue = plantedMap.get(planted); } }`,
  'key-set-get': `${MAP} ${MANY} for (String planted : plantedMap.keySet()) { Integer plantedValue = plantedMap.get(planted); }`,
  'unsized-collection': `java.util.List<String> plantedList = new java.util.ArrayList<>(); ${LOOP} { plantedList.add("x"); }`,
  'string-concatenation': `String plantedAll = ""; ${LOOP} { plantedAll += "x" + planted; }`,
  'append-concatenation': `StringBuilder plantedAll = new StringBuilder(); ${LOOP} { plantedAll.append(planted + ";"); }`,
  boxing: `Long plantedSum = 0L; ${LOOP} { plantedSum += planted; }`,
  'indexed-linked-list': `java.util.LinkedList<String> plantedList = new java.util.LinkedList<>(); ${MANY} for (int planted = 0; planted < plantedList.size(); planted++) { plantedList.get(planted).length(); }`,
  'char-array': `String plantedText = String.valueOf(99); int plantedSum = 0; for (char planted : plantedText.toCharArray()) { plantedSum += planted; }`,
  'shifting-list': `java.util.ArrayList<Integer> plantedList = new java.util.ArrayList<>(); ${LOOP} { plantedList.add(0, planted); }`,
  'loop-invariant-allocation': `${LOOP} { java.util.Random plantedRandom = new java.util.Random(); plantedRandom.nextInt(9); }`,
  'column-major': `int[][] plantedRows = new int[99][99]; int plantedSum = 0; ${LOOP} for (int plantedRow = 0; plantedRow < 99; plantedRow++) plantedSum += plantedRows[plantedRow][planted];`,
  'repeated-lookup, sorted': `${TEXTS} java.util.Map<String, Integer> plantedMap = new java.util.TreeMap<>(); ${MANY} ${EACH} { plantedMap.put(planted, plantedMap.getOrDefault(planted, 0) + 1); }`,
  'exception-flow': `int plantedSum = 0; ${LOOP} { try { if (planted % 9 == 0) throw new IllegalStateException(); plantedSum += planted; } catch (IllegalStateException plantedEnd) { plantedSum--; } }`,
  'loop-invariant-call, reflection': `int plantedSum = 0; try { ${LOOP} { plantedSum += Integer.class.getMethod("intValue").getModifiers(); } } catch (NoSuchMethodException plantedEnd) { plantedSum = 1; }`,
  'parallel-stream': `int plantedSum = 0; ${LOOP} { plantedSum += java.util.List.of("a", "bb").parallelStream().mapToInt(plantedEach -> plantedEach.length()).sum(); }`,
  'unsized-collection, map': `java.util.Map<Integer, Integer> plantedMap = new java.util.LinkedHashMap<>(); ${LOOP} { plantedMap.put(planted, planted); }`,
  'print-in-loop': `for (int planted = 0; planted < 999; planted++) { System.out.print(planted); }`,
  'unbuffered-stream': `try (java.io.DataOutputStream plantedOut = new java.io.DataOutputStream(new java.io.FileOutputStream("planted"))) { ${LOOP} { plantedOut.writeInt(planted); } } catch (java.io.IOException plantedEnd) { }`,
  'linked-list-queue': `java.util.LinkedList<Integer> plantedQueue = new java.util.LinkedList<>(); ${LOOP} { plantedQueue.add(planted); } while (!plantedQueue.isEmpty()) { plantedQueue.poll(); }`,
};
PLANTS['loop-invariant-call'] = PLANTS['loop-invariant-call'].replace('plantedTexts', '7.5');

/** Members that run once, or show something to a person: advice is silent there. */
const SELDOM = /\bstatic \{|\b(?:toString|main|init\w*|register\w*)\(|Exception\(/;

const [folder, count = '240'] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node test/bench/advice-planted.mjs FOLDER [COUNT]');
const work = mkdtempSync(join(tmpdir(), 'jouleline-planted-'));
try {
  report();
} finally {
  rmSync(work, { recursive: true, force: true });
}

function report() {
  const planted = plant();
  const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
  const given = [cli, 'advise', work, '--no-build-files', '--format', 'json'];
  const { hints } = JSON.parse(execFileSync(process.execPath, given, { encoding: 'utf8', maxBuffer: 1e8 }));
  const isFound = ({ rule, path, line }) =>
    hints.some((hint) => hint.rule === rule.split(',')[0] && hint.path.endsWith(path) && hint.line === line);
  const rows = Object.keys(PLANTS).map((rule) => {
    const all = planted.filter((each) => each.rule === rule);
    const missed = all.filter((each) => !isFound(each));
    return [rule, String(all.length), String(all.length - missed.length), missed.slice(0, 2).map(({ path }) => path).join(' ')]; // prettier-ignore
  });
  console.log(formatTable(['rule', 'planted', 'found', 'missed, some'], rows));
  const found = planted.filter(isFound).length;
  console.log(`found: ${found} of ${planted.length}`);
  if (found < 0.9 * planted.length) process.exitCode = 1;
}

/** The line that a member begins with: the last one above that is indented once. */
function memberOf(lines, index) {
  return lines.slice(0, index).findLast((line) => /^(?:\t| {1,4})[^\s*/})]/.test(line)) ?? '';
}

/** Puts a plant in the middle loop of each file, as a block on a line of its own. */
function plant() {
  const planted = [];
  const rules = Object.keys(PLANTS);
  for (const path of readdirSync(folder, { recursive: true }).toSorted()) {
    if (planted.length >= Number(count)) break;
    if (!path.endsWith('.java')) continue;
    const text = readFileSync(join(folder, path), 'utf8');
    // Advice on what a generator wrote belongs to the generator.
    if (/\bgenerated\b/i.test(text.slice(0, 1500))) continue;
    const lines = text.split('\n');
    const loops = lines.flatMap((line, index) =>
      /^\s+for \(.*\) \{$/.test(line) && !SELDOM.test(memberOf(lines, index)) ? [index] : [],
    );
    const loop = loops[loops.length >> 1];
    if (loop === undefined) continue;
    const rule = rules[planted.length % rules.length];
    const name = `${planted.length}`;
    lines.splice(loop + 1, 0, `{ ${PLANTS[rule]} }`);
    mkdirSync(join(work, name));
    const copy = join(name, path.split('/').at(-1));
    writeFileSync(join(work, copy), lines.join('\n'));
    planted.push({ rule, path: copy, line: loop + 2 });
  }
  return planted;
}
