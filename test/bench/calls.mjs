/**
 * How long the calls of a whole program take to estimate, and how much memory: `node --expose-gc test/bench/calls.mjs
 * FOLDER…`, such as the sources of java.base. Files are analyzed first, or taken from the cache of reports; `dist` must
 * be built.
 */
import { availableParallelism } from 'node:os';
import { importBundled } from './bundle.mjs';

const { analyzeFolder, openSession, edited } = await importBundled('test/bench/calls.ts');
const ROUNDS = 5;
const MEGABYTE = 1024 * 1024;

function used() {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEGABYTE;
}

/** Processor time of this process in milliseconds: it says more where other programs run beside it. */
function processor() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

for (const folder of process.argv.slice(2)) {
  const files = await analyzeFolder(folder);
  const members = files.reduce((sum, { file }) => sum + file.members.length, 0);
  const session = await openSession(files);
  const before = used();
  const rssBefore = process.memoryUsage().rss / MEGABYTE;
  const [started, processorBefore] = [performance.now(), processor()];
  session.solveCalls();
  const first = performance.now() - started;
  const busy = processor() - processorBefore;
  const peak = process.resourceUsage().maxRSS / 1024;
  const kept = used() - before;
  const [times, steps] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const { path, file, lines } = edited(files[Math.floor((files.length * (round + 0.5)) / ROUNDS)]);
    session.addCallees(path, file, lines);
    const began = performance.now();
    let [resumed, longest] = [began, 0];
    const rest = () => {
      const now = performance.now();
      longest = Math.max(longest, now - resumed);
      resumed = now;
      return undefined;
    };
    await session.solveCallsSlowly(rest);
    rest();
    times.push(performance.now() - began);
    steps.push(longest);
  }
  const ms = (time) => `${time.toFixed(0)} ms`;
  console.log(
    `${folder}: ${files.length} files, ${members} members; first solution ${ms(first)} (${ms(busy)} of processor time), ${kept.toFixed(0)} MB kept, ` +
      `at most ${(peak - rssBefore).toFixed(0)} MB more; after edits ${times.map(ms).join(', ')}, the longest steps ${steps.map(ms).join(', ')}; ${availableParallelism()} cores`,
  );
}
