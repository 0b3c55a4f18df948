/**
 * Imports one file, and prints what it took as JSON: run by imports.mjs in a
 * process of its own, whose memory is then the import's alone.
 */
import { readMeasurements } from '../../server/src/engine/import-profile';
import { openImport } from '../../server/src/host/import-files';
import { sumOf } from '../../server/src/measurement/imported-profile';

/** Of this process: what else the machine does is not in it. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function run(path: string): Promise<void> {
  const started = performance.now();
  let last = cpuMilliseconds();
  let longest = 0;
  const outcome = await readMeasurements({
    context: { name: 'bench', folders: [] },
    chunks: openImport(path),
    isCancelled: () => {
      const now = cpuMilliseconds();
      longest = Math.max(longest, now - last);
      last = now;
      return false;
    },
    onBytes: () => undefined,
  });
  const seconds = (performance.now() - started) / 1000;
  const ending = cpuMilliseconds() - last;
  if (outcome.kind !== 'read') throw new Error(outcome.kind);
  const { measures, tree } = outcome.recording;
  process.stdout.write(
    JSON.stringify({
      seconds,
      cpuSeconds: cpuMilliseconds() / 1000,
      longest,
      ending,
      megabytes: process.resourceUsage().maxRSS / 1024,
      total: measures[0]?.total,
      sum: sumOf(outcome.recording, 0),
      contexts: tree.parents.length,
    }),
  );
}

void run(process.argv[2] ?? '');
