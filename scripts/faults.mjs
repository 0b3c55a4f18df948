/**
 * `npm run faults -- [SUBJECT] [COUNT]`: makes things fail on purpose, and prints what was seen beside its bar. The exit
 * code is 1 where a bar is missed. `many` takes the most seconds behind its count.
 */
import { fileURLToPath } from 'node:url';
import { loadBundled } from './fuzz-threads.mjs';

/** The bars of each subject, by their file in test/faults and the function that gives them. */
const SUBJECTS = {
  saves: ['saves', 'saveBars'],
  git: ['git-trap', 'gitBars'],
  fixes: ['fixes', 'fixBars'],
  bombs: ['bombs', 'bombBars'],
  beside: ['beside', 'besideBars'],
  killed: ['killed', 'killedBars'],
  programs: ['programs', 'programBars'],
  attached: ['attached', 'attachedBars'],
  many: ['many-files', 'manyBars'],
  jdks: ['jdks', 'jdkBars'],
};

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [subject = 'saves', ...numbers] = process.argv.slice(2);
const [file, name] = Object.hasOwn(SUBJECTS, subject) ? SUBJECTS[subject] : [];
if (file === undefined) {
  console.error(`usage: npm run faults -- ${Object.keys(SUBJECTS).join('|')} [COUNT] [SECONDS]`);
  process.exit(2);
}
const { formatBars } = await loadBundled('test/faults/bars.ts');
const { [name]: barsOf } = await loadBundled(`test/faults/${file}.ts`);
const bars = await barsOf(process.cwd(), ...numbers.map(Number));
console.log(formatBars(bars));
process.exitCode = bars.every(({ isMet }) => isMet) ? 0 : 1;
