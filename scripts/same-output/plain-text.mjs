/**
 * Answers as text that is the same each time: what depends on the clock, on folders, processes and measured
 * energy is replaced by a name.
 */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { gunzipSync } from 'node:zlib';

/** The parts of an answer that are left out, for `--help`. */
export const LEFT_OUT = [
  '<work>, <build>, <jdk>, <home>  folders of this machine',
  '<time>, <date>         dates and times of day',
  '#                      numbers in what measuring commands and the doctor say, where each line is kept once',
  '<seconds>              how long something took',
  "the doctor's line about other busy programs",
];

const REPLACED = [
  [/,?\s*\{[^{}]*\(load [\d.]+ on [^{}]*\}/g, ''],
  [/^.*\(load [\d.]+ on \d+ processors\).*\n/gm, ''],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?([.,]\d+)?(Z| ?[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b\d{4}-\d\d-\d\d\b/g, '<date>'],
  [/-\d{8}-\d{6}(?=\.json)/g, '-<time>'],
  [/\b\d+(\.\d+)? ?s(econds)?\b(?= (of|for|in)\b)/g, '<seconds>'],
  [/^seconds +[\d.]+$/gm, 'seconds   <seconds>'],
];

/** Texts in binary files. */
const WORDS = /[\x20-\x7e]{8,}/g;

/** Properties of JSON documents that hold what the clock, a process or a meter says. */
const CLOCK_KEYS = new Set(['started', 'ended', 'duration', 'seconds', 'pid', 'revision']);

/** An answer's text; of binary ones their texts and a digest of the rest. With `masksNumbers` each number is `#`. */
export function plainText(answer, work, { masksNumbers = false } = {}) {
  const text = typeof answer === 'string' ? answer : decode(answer);
  const shown = showJson(text);
  let plain = shown
    .replaceAll(work.folder, '<work>')
    .replaceAll(work.build, '<build>')
    .replaceAll(work.jdk, '<jdk>')
    .replaceAll(homedir(), '<home>');
  for (const [pattern, name] of REPLACED) plain = plain.replace(pattern, name);
  if (masksNumbers) plain = maskNumbers(plain);
  return plain.endsWith('\n') ? plain : `${plain}\n`;
}

/** Numbers as `#`, and each line once: how many parts a measurement has depends on the machine, too. */
function maskNumbers(text) {
  const number = /(?<![A-Za-z_])[-−]?\d[\d.,]*(e[+-]?\d+)?( ?[nµmkM]?(J|Wh|W|s|B)\b)?/g;
  return [...new Set(text.replace(number, '#').split('\n'))].join('\n');
}

function decode(bytes) {
  const content = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  const text = content.toString('utf8');
  if (!text.includes('\0') && Buffer.from(text, 'utf8').equals(content)) return text;
  const latin = content.toString('latin1');
  const texts = latin.match(WORDS) ?? [];
  const rest = createHash('sha256').update(latin.replace(WORDS, ''), 'latin1').digest('hex');
  return [...texts, `the rest: sha256 ${rest}`].join('\n');
}

/** A JSON document with a line for each value; other text as it is. */
function showJson(text) {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return writeJson(JSON.parse(text));
  } catch {
    return text;
  }
}

export function writeJson(value) {
  return `${JSON.stringify(value, (key, each) => (CLOCK_KEYS.has(key) ? '<clock>' : inRows(each)), 1)}\n`;
}

/** Columns of one length as rows, so that a difference is seen in its row; short lists of numbers on one line. */
function inRows(value) {
  if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'number'))
    return value.length <= 12 ? value.join(' ') : value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const columns = Object.entries(value).filter(([, each]) => Array.isArray(each) && each.length > 1);
  const length = columns[0]?.[1].length;
  const table = columns.filter(
    ([, each]) => each.length === length && each.every((cell) => typeof cell === 'number'),
  );
  if (table.length < 3) return value;
  const rest = Object.fromEntries(
    Object.entries(value).filter(([key]) => !table.some(([name]) => name === key)),
  );
  const rows = table[0][1].map((_, row) => table.map(([, each]) => each[row]).join(' '));
  return { ...rest, [table.map(([name]) => name).join(' ')]: rows };
}
