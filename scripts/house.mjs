/**
 * Counts what keeps the code readable, from the code itself: `npm run house` prints a table of figures with their
 * limits, and fails where one of the first five is missed. `npm run house -- --list NAME` prints the places behind one.
 */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTable } from '../test/bench/table.mjs';
import { findCircles } from './house/circles.mjs';
import { readSources } from './house/sources.mjs';

const SERVER = 'server/src';
const PLACES = [SERVER, 'client'];
const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs'];
const PACKAGE = 'dist/jouleline.vsix';
const MOST_LINES = 100;
const BARE_OPENINGS = /^(Of|What|By|Where|Whether|As)\b/;

const sources = readSources(PLACES);
const inServer = sources.filter(({ path }) => path.startsWith(`${SERVER}/`));

const folders = countBy(inServer, ({ path }) => path.slice(0, path.lastIndexOf('/')));
const circles = findCircles(sources);
const reexports = places(inServer, 'reexports');
const types = severalFiles('types');
const functions = severalFiles('functions');
const longFunctions = places(sources, 'functions')
  .filter(({ lines }) => lines > MOST_LINES)
  .sort((a, b) => b.lines - a.lines);
const comments = places(sources, 'comments');
const bareComments = comments.filter(({ name }) => BARE_OPENINGS.test(name));
const documents = DOCUMENTS.flatMap(documentsIn).map((path) => ({ path, words: wordsOf(path) }));

const lists = {
  folders: () =>
    [...folders].sort((a, b) => b[1] - a[1]).map(([folder, files]) => `${files} files  ${folder}`),
  circles: () => circles.map((circle) => `${circle.length} files\n  ${circle.join('\n  ')}`),
  reexports: () => reexports.map(tell),
  types: () => types.map(tellName),
  functions: () => longFunctions.map((each) => `${tell(each)}: ${each.lines} lines`),
  comments: () => bareComments.map(tell),
  'functions-of-one-name': () => functions.map(tellName),
  absent: () => places(sources, 'absent').map(tell),
  spreads: () => places(sources, 'spreads').map(tell),
  words: () => documents.map(({ path, words }) => `${words} words  ${path}`),
};

const usage = `Usage: npm run house [-- --list NAME]

Prints what keeps the code readable, each figure beside its limit; exit code 1 where one of the first five is over it.

  --list NAME   prints the places behind a figure: ${Object.keys(lists).join(', ')}
                (absent: ?? 0, ?? '', ?? -1; spreads: optional members by ...(x ? {} : { x }))
`;

const { values } = parseArgs({
  options: { list: { type: 'string' }, help: { type: 'boolean', default: false } },
});
if (values.help) console.log(usage);
else if (values.list === undefined) process.exitCode = printTable();
else if (lists[values.list] === undefined) {
  console.error(usage);
  process.exitCode = 2;
} else for (const line of lists[values.list]()) console.log(line);

/** Prints the table; the exit code is 1 where a figure that must hold does not. */
function printTable() {
  const share = (100 * bareComments.length) / comments.length;
  const rows = [
    must('files directly in the largest folder of server/src', Math.max(...folders.values()), 30),
    must('circles of imports, types counted', circles.length, 0),
    must('export … from in server/src', reexports.length, 0),
    must('type names with several meanings', types.length, 10),
    must('doc comments that open with a bare Of, What, By, Where, Whether, As, in %', share, 2),
    must(`functions over ${MOST_LINES} lines`, longFunctions.length, 10),
    wish('lines of server/src and client', sum(sources.map(({ lines }) => lines)), 114_700),
    wish('words of README', wordsOf('README.md'), 900),
    wish(
      'words of README, ARCHITECTURE, CONTRIBUTING and docs',
      sum(documents.map(({ words }) => words)),
      28_000,
    ),
    existsSync(PACKAGE)
      ? wish(`megabytes of ${PACKAGE}`, statSync(PACKAGE).size / 1024 / 1024, 2)
      : { ...fact(`megabytes of ${PACKAGE}`, 0), text: 'not packaged', limit: 2 },
    fact("?? 0, ?? '', ?? -1", places(sources, 'absent').length),
    fact('optional members by a spread', places(sources, 'spreads').length),
    fact('function names in several files', functions.length),
  ];
  const cells = rows.map(({ name, text, limit, verdict }) => [
    name,
    text,
    limit?.toLocaleString('en') ?? '',
    verdict,
  ]);
  console.log(formatTable(['figure', 'now', 'at most', ''], cells));
  return rows.some(({ verdict }) => verdict === 'OVER') ? 1 : 0;
}

/** A figure that fails the command where it is over its limit. */
function must(name, value, limit) {
  return { ...fact(name, value), limit, verdict: value > limit ? 'OVER' : '' };
}

function wish(name, value, limit) {
  return { ...fact(name, value), limit, verdict: value > limit ? 'over' : '' };
}

function fact(name, value) {
  return {
    name,
    text: value.toLocaleString('en', { maximumFractionDigits: 2 }),
    limit: undefined,
    verdict: '',
  };
}

/** The entries of one property of all files, each with its file. */
function places(files, property) {
  return files.flatMap((file) => file[property].map((each) => ({ ...each, path: file.path })));
}

/** Names that are declared at the top of more than one file, with their places; the most frequent first. */
function severalFiles(property) {
  const byName = new Map();
  for (const each of places(sources, property).filter(({ isTop }) => isTop)) {
    if (!byName.has(each.name)) byName.set(each.name, []);
    byName.get(each.name).push(each);
  }
  return [...byName.values()]
    .filter((found) => new Set(found.map(({ path }) => path)).size > 1)
    .sort((a, b) => b.length - a.length || a[0].name.localeCompare(b[0].name));
}

function tell({ path, line, name }) {
  return `${path}:${line}: ${name}`;
}

function tellName(found) {
  return `${found[0].name} (${found.length})\n${found.map(({ path, line }) => `  ${path}:${line}`).join('\n')}`;
}

function documentsIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(path, name))
    .sort();
}

/** Words as `wc -w` counts them. */
function wordsOf(path) {
  return readFileSync(path, 'utf8').split(/\s+/).filter(Boolean).length;
}

function countBy(items, keyOf) {
  const counts = new Map();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

function sum(numbers) {
  return numbers.reduce((total, value) => total + value, 0);
}
