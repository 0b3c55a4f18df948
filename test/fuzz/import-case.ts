/**
 * Changed files of other tools, saved imports and a server's answers: whatever
 * is in them, a reader ends, loses nothing that it took, and says what it did
 * not take.
 */
import { parsePowerRecording } from '../../server/src/power/formats/power-recording';
import { missingOf, placeValues } from '../../server/src/recordings/place/placed-values';
import { formatImport, readImport } from '../../server/src/recordings/document/import-document';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createRecordingPlacer, importFormats } from '../../server/src/recordings/import/import-profile';
import { summarizeRecording } from '../../server/src/recordings/model/summarize-recording';
import { type ImportedRecording, sumOf } from '../../server/src/recordings/model/imported-profile';
import type { PowerTrace } from '../../server/src/power/power-trace';
import { readPower } from '../../server/src/recordings/model/pyroscope';
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

/** Power over time, in the ways in which meters write it. */
const POWER: readonly string[] = [
  'time,watts,cpu (W),memory (mW)\n0,0,0,0\n1,12,9,3000\n2.5,11,8,2500\n',
  '# max_energy_range_uj 262143328850\ntime,package-0_uj,core_uj\n0,262143000000,0\n1,262143300000,100000\n2,71150,300000\n',
  'Time(ms),Main(mA),Main Voltage(V),\n0.0002,120.5,np.float64(4.1),\n0.0004,121.5,4.1,\n0.0006,119,4.1,\n',
  '1.0,2.5,Joules,power/energy-pkg/,1,100.00,,\n2.0,3.5,Joules,power/energy-pkg/,1,100.00,,\n',
  '*** Sampled system activity (Sat Nov 21 12:00:01 2026 -0800) (1000.00ms elapsed) ***\nCPU Power: 211 mW\nCombined Power (CPU + GPU + ANE): 359 mW\n*** Sampled system activity (Sat Nov 21 12:00:02 2026 -0800) (1000.00ms elapsed) ***\nCPU Power: 400 mW\nCombined Power (CPU + GPU + ANE): 500 mW\n',
];

/** The answer of a server about power, of which steps of 10 s are asked for. */
const ANSWER =
  '{"series":[{"labels":[],"points":[{"value":2000000,"timestamp":"1010000"},{"value":3e6,"timestamp":"1030000"}]}]}';

/** One list for each format. */
export function importSeeds(root: string): readonly (readonly ImportSeed[])[] {
  const fixtures = join(root, 'test/fixtures/imports');
  const profiles = FILES.map(([format, path]) => {
    const bytes = readFileSync(join(fixtures, path));
    const whole = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
    return { format, bytes: format === 'jfr' ? fewEvents(whole) : new Uint8Array(whole) };
  });
  const encoder = new TextEncoder();
  const power = [...POWER, readFileSync(join(fixtures, 'power/rails.csv'), 'utf8')];
  const seeds = [
    ...profiles,
    ...power.map((text) => ({ format: 'power', bytes: encoder.encode(text) })),
    { format: 'power answer', bytes: encoder.encode(ANSWER) },
    { format: 'document', bytes: encoder.encode(documentOf(profiles)) },
  ];
  const formats = new Set(seeds.map(({ format }) => format));
  return [...formats].map((format) => seeds.filter((seed) => seed.format === format));
}

/** A saved import of a small profile, laid on a source. */
function documentOf(profiles: readonly ImportSeed[]): string {
  const seed = profiles.find(({ format }) => format === 'energy-json');
  const importer = importFormats.find(({ id }) => id === 'energy-json')?.create({ name: 'a', folders: [] });
  if (seed === undefined || importer === undefined) throw new Error('no such profile');
  importer.push(seed.bytes);
  const text = 'package nights;\nclass Nights {\n  static void main(String[] args) {\n    go();\n  }\n}\n';
  const place = createRecordingPlacer([{ path: 'nights/Nights.java', text }], true);
  return [...formatImport([place(importer.end())], 'fuzz')].join('');
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

/** Cases go round the formats, and within each round its seeds. */
export function seedOfCase(
  seeds: readonly (readonly ImportSeed[])[],
  number: number,
): ImportSeed | undefined {
  const ofFormat = seeds[number % seeds.length] ?? [];
  return ofFormat[Math.floor(number / seeds.length) % ofFormat.length];
}

/** Why case `number` failed; undefined where it did not. Throws what an importer throws. */
export function runImportCase(
  seeds: readonly (readonly ImportSeed[])[],
  seed: number,
  number: number,
): string | undefined {
  const random = createRandom(seed, number);
  const chosen = seedOfCase(seeds, number);
  if (chosen === undefined) return 'no such format';
  const other = random.among(random.among(seeds) ?? []);
  const bytes = changed(chosen.bytes, other?.bytes ?? chosen.bytes, random);
  const text = new TextDecoder().decode(bytes);
  if (chosen.format === 'power') return faultOfPower(text);
  if (chosen.format === 'power answer') return faultOfAnswer(text);
  if (chosen.format === 'document') return faultOfDocument(text);
  const format = importFormats.find(({ id }) => id === chosen.format);
  if (format === undefined) return 'no such format';
  format.recognizes(bytes.subarray(0, 64 * 1024));
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

function faultOfPower(text: string): string | undefined {
  for (const { trace } of parsePowerRecording(text).results) {
    const fault = faultOfTrace(trace);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfTrace({ start, ends, watts }: PowerTrace): string | undefined {
  if (ends.length !== watts.length) return 'intervals without power';
  for (let index = 0; index < ends.length; index++) {
    const [from = NaN, to = NaN] = [index === 0 ? start : ends[index - 1], ends[index]];
    if (!(from < to)) return `an interval from ${from} to ${to}`;
    const power = watts[index] ?? NaN;
    if (power < 0 || power === Infinity) return `a power of ${power}`;
  }
  return undefined;
}

function faultOfAnswer(text: string): string | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined; // whoever asks says so
  }
  const steps = { start: 1_000_000, length: 10_000, count: 3 };
  const { trace, energy } = readPower(answer, 'a', { from: 'counter', scale: 1e-6 }, steps);
  if (!Number.isFinite(energy) || energy < 0) return `an energy of ${energy}`;
  return faultOfTrace(trace);
}

function faultOfDocument(text: string): string | undefined {
  const read = readImport(text);
  for (const placed of read.ok ? read.value.recordings : []) {
    const { accounts } = placeValues(placed);
    for (const account of accounts)
      if (!Number.isFinite(missingOf(account))) return `an account of ${missingOf(account)}`;
    summarizeRecording(placed);
    if ([...formatImport([placed], 'fuzz')].length === 0) return 'nothing is written';
  }
  return undefined;
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
