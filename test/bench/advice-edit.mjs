/**
 * Advice of a 6,000-line file after an edit inside a method, beside java-parser parsing the whole text, in turn, in one
 * run: `node test/bench/advice-edit.mjs`. It ends with 1 if the median is over the target.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { importWithTests } from './bundle.mjs';
import { describeMachine, findJdksWithSources, unpackModule } from './jdk-sources.mjs';
import { startStockParser } from './stock-parser.mjs';
import { formatTargets, summarize } from './table.mjs';

const FILE = 'java/util/concurrent/ConcurrentHashMap.java';
const [WARM_UP, ROUNDS, MOST_MS] = [40, 60, 50];

const [jdk] = findJdksWithSources();
if (jdk === undefined) throw new Error('this needs a JDK with lib/src.zip; set JAVA_HOME to one');
let text = readFileSync(join(unpackModule(jdk, 'java.base', resolve('.cache/corpus')), FILE), 'utf8');
const anchor = text.indexOf('int hash = spread(key.hashCode());');
const { startAdvice } = await importWithTests('test/bench/advice-edit.ts');
const advise = startAdvice('ConcurrentHashMap.java');
const parser = startStockParser();
const first = advise(text);
const [ours, theirs] = [[], []];
for (let round = -WARM_UP; round < ROUNDS; round++) {
  text = `${text.slice(0, anchor)}int q${round + WARM_UP} = ${round + WARM_UP}; ${text.slice(anchor)}`;
  const [own, stock] = [advise(text), await parser.time(text)];
  if (round < 0) continue;
  ours.push(own);
  theirs.push(stock);
}
await parser.stop();
const [own, stock] = [summarize(ours), summarize(theirs)];
const shown = ({ median, p95 }) => `median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
const lines = text.split('\n').length;
console.log(
  `${describeMachine()}\n\n${formatTargets([
    [`advice of ${lines} lines the first time`, '', `${first.toFixed(0)} ms`, undefined],
    ['  after an edit', `<= ${MOST_MS} ms`, shown(own), own.median <= MOST_MS],
    ['  java-parser on the same text', '', shown(stock), undefined],
  ])}`,
);
process.exitCode = own.median <= MOST_MS ? 0 : 1;
