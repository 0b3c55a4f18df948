/**
 * Changed files of other tools: whatever is in them, an importer ends, loses
 * nothing that it took, and says what it did not take.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { importFormats } from '../../server/src/measurement/import/formats';
import { type ImportedRecording, sumOf } from '../../server/src/measurement/imported-profile';
import { BLIND_CHANGES } from './byte-edits';
import { createRandom, type Random } from './random';

export interface ImportSeed {
  readonly format: string;
  readonly bytes: Uint8Array;
}

const FILES: readonly (readonly [string, string])[] = [
  ['collapsed', 'collapsed/nights-lines.collapsed'],
  ['collapsed', 'collapsed/nights-threads.collapsed'],
  ['pprof', 'pprof/nights-jfr.pprof'],
  ['pprof', 'pprof/nights-jfr-go.pb.gz'],
  ['speedscope', 'speedscope/nights-py-spy.speedscope.json'],
  ['speedscope', 'speedscope/nights-jfr.speedscope.json'],
  ['callgrind', 'callgrind/nights-c.callgrind'],
  ['callgrind', 'callgrind/nights-jfr-go.callgrind'],
  ['android-trace', 'android/nights.trace'],
  ['simpleperf', 'simpleperf/nights.simpleperf'],
  ['jfr', 'jfr/nights-25.json.gz'],
  ['energy-json', 'energy/nights.jouleline-energy.json'],
  ['energy-csv', 'energy/nights.csv'],
  ['joularjx', 'joularjx/joularjx-result/31873-1795280935120/app/total/calltrees/joularJX-31873-filtered-call-trees-energy.csv'],
  ['joularjx-evolution', 'joularjx/joularjx-result/31873-1795280935120/app/evolution/joularJX-31873-skysurvey.image.Frame.get-evolution.csv'],
]; // prettier-ignore

export function importSeeds(root: string): readonly ImportSeed[] {
  return FILES.map(([format, path]) => {
    const bytes = readFileSync(join(root, 'test/fixtures/imports', path));
    const whole = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
    return { format, bytes: format === 'jfr' ? fewEvents(whole) : new Uint8Array(whole) };
  });
}

/** Two events of each type: changes then hit what is read. */
function fewEvents(bytes: Uint8Array): Uint8Array {
  const { recording } = JSON.parse(new TextDecoder().decode(bytes)) as {
    readonly recording: { readonly events: readonly { readonly type: string }[] };
  };
  const seen = new Map<string, number>();
  const events = recording.events.filter(({ type }) => {
    seen.set(type, (seen.get(type) ?? 0) + 1);
    return (seen.get(type) ?? 0) <= 2;
  });
  return new TextEncoder().encode(JSON.stringify({ recording: { events } }, null, 1));
}

/** Why case `number` failed; undefined where it did not. Throws what an importer throws. */
export function runImportCase(
  seeds: readonly ImportSeed[],
  seed: number,
  number: number,
): string | undefined {
  const random = createRandom(seed, number);
  const chosen = seeds[number % seeds.length];
  const format = importFormats.find(({ id }) => id === chosen?.format);
  if (chosen === undefined || format === undefined) return 'no such format';
  const bytes = changed(chosen.bytes, random.among(seeds)?.bytes ?? chosen.bytes, random);
  format.recognises(bytes.subarray(0, 64 * 1024));
  const importer = format.create({ name: 'case', folders: [], unit: 'joules' });
  const piece = 1 + random.below(20_000);
  for (let at = 0; at < bytes.length; at += piece) importer.push(bytes.subarray(at, at + piece));
  return faultOf(chosen.format, bytes, importer.end());
}

function changed(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  let result = bytes;
  for (let times = 1 + random.below(4); times > 0; times--)
    result = random.pick(BLIND_CHANGES)(result, other, random);
  return result;
}

function faultOf(format: string, bytes: Uint8Array, recording: ImportedRecording): string | undefined {
  for (const [measure, { total }] of recording.measures.entries()) {
    if (!Number.isFinite(total) || total < 0) return `a total of ${total}`;
    if (Math.abs(sumOf(recording, measure) - total) > 1e-9 * total) return 'the tree has not what was read';
  }
  const { parents, frames } = recording.tree;
  for (let context = 1; context < parents.length; context++) {
    if ((parents[context] ?? -1) < 0 || (parents[context] ?? 0) >= context) return 'a parent after its child';
    if (recording.frames[frames[context] ?? -1] === undefined) return 'a frame that is not there';
  }
  if (recording.problems.length > 0 || !['collapsed', 'joularjx'].includes(format)) return undefined;
  const rows = new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => line.replace(/\r$/, '') !== '');
  const expected = rows.reduce((sum, line) => sum + Number(/[ ,]([^ ,]*?)\r?$/.exec(line)?.[1]), 0);
  const total = recording.measures[0]?.total ?? 0;
  return Math.abs(total - expected) > 1e-9 * total
    ? `rows were lost in silence: ${expected} became ${total}`
    : undefined;
}
