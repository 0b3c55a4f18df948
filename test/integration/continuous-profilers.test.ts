/**
 * `jouleline push` and `pull` and a Grafana Pyroscope server. Its answers were
 * recorded from a real one (test/fixtures/pyroscope/README.md) and are played
 * back here; `node scripts/pyroscope.mjs` builds one and runs this against it.
 */
import { readImport } from '../../server/src/recordings/document/import-document';
import { type PlacedRecording, placeValues } from '../../server/src/recordings/place/placed-values';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pprofFormat } from '../../server/src/recordings/import/pprof';
import { type ExchangeServer, listen, startExchangeServer } from '../support/exchange-server';
import { makeTemporaryFolder } from '../support/temporary-folder';

const root = resolve(import.meta.dirname, '../..');
const fixtures = join(root, 'test/fixtures/imports');
const program = join(fixtures, 'program');

interface Push {
  readonly series: readonly {
    readonly labels: readonly { readonly name: string; readonly value: string }[];
    readonly samples: readonly { readonly rawProfile: string }[];
  }[];
}

let server: ExchangeServer;

beforeAll(async () => {
  server = await startExchangeServer({
    file: join(root, 'test/fixtures/pyroscope/exchanges.json'),
    real: process.env['JOULELINE_TEST_PYROSCOPE'],
    // Profiles that are sent are read by the tests; here they are told apart by when they are from, and of whom.
    describe: (method, body) => {
      if (method.endsWith('/SelectMergeProfile')) return Buffer.from(body).toString('base64');
      const value: unknown = JSON.parse(Buffer.from(body).toString());
      if (!method.endsWith('/Push')) return value;
      return (value as Push).series.map(({ labels, samples }) => ({
        labels,
        dates: samples.map((sample) => readSent(sample.rawProfile).source.date),
      }));
    },
  });
});

afterAll(async () => {
  await server.close();
});

function readSent(rawProfile: string) {
  const importer = pprofFormat.create({ name: 'sent', folders: [] });
  importer.push(gunzipSync(Buffer.from(rawProfile, 'base64')));
  return importer.end();
}

async function jouleline(folder: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), ...args], { cwd: folder });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (data: Uint8Array) => (texts[name] += new TextDecoder().decode(data)));
  const [status] = (await once(child, 'close')) as unknown as readonly [number | null];
  return { ...texts, status };
}

function placedIn(folder: string, name: string): PlacedRecording {
  const read = readImport(readFileSync(join(folder, name), 'utf8'));
  const placed = read.ok ? read.value.recordings[0] : undefined;
  if (placed === undefined) throw new Error(name);
  return placed;
}

/** The energy of each place, and of each name without one. */
function energiesOf(placed: PlacedRecording): ReadonlyMap<string, number> {
  const measure = placed.recording.measures.findIndex(({ unit }) => unit === 'joules');
  const { places, unplaced } = placeValues(placed);
  return new Map(
    [
      ...places.map(({ placement, values }) => [JSON.stringify(placement), values[measure] ?? 0] as const),
      ...unplaced.map(({ name, reason, values }) => [`${reason} ${name}`, values[measure] ?? 0] as const),
    ].filter(([, value]) => value > 0),
  );
}

const DAY = ['--from', '2026-11-21T17:00:00Z', '--to', '2026-11-21T18:00:00Z'];

test('energies that are pushed are the same when they are pulled', async () => {
  const folder = makeTemporaryFolder();
  // What is sent names files as they were named here.
  cpSync(program, join(folder, 'program'), { recursive: true });
  const recording = join(fixtures, 'jfr/nights-17.json.gz');
  await jouleline(
    folder,
    ...['import', recording, '--energy', '12.5', '--device', 'lab 1', '--source', 'program'],
    ...['--out', 'sent.json'],
  );
  const to = ['--server', server.url, '--service', 'nights'];
  const pushed = await jouleline(folder, 'push', 'sent.json', ...to);
  expect(pushed).toMatchObject({ status: 0, stdout: 'nights has energy:cpu:microjoules\n' });
  const pulled = await jouleline(folder, 'pull', ...to, ...DAY, '--source', 'program', '--out', 'got.json');
  expect(pulled).toMatchObject({ status: 0, stderr: '' });
  expect(pulled.stdout).toContain('cpu (CPU, lab 1): 12.5 J = ');
  const [sent, got] = [placedIn(folder, 'sent.json'), placedIn(folder, 'got.json')];
  const energies = energiesOf(got);
  expect([...energies.keys()].sort()).toEqual([...energiesOf(sent).keys()].sort());
  for (const [place, own] of energiesOf(sent)) expect(energies.get(place)).toBeCloseTo(own, 4);
  expect(got.recording.lineTrust).toBe(sent.recording.lineTrust);
  const [, energy] = sent.recording.measures;
  const total = expect.closeTo(12.5, 4) as number;
  expect(got.recording.measures).toEqual([{ ...energy, name: 'cpu', total }]);
});

test('power over time makes energy of a service’s samples', async () => {
  const folder = makeTemporaryFolder();
  await sendSamples();
  const energies: readonly (readonly [string, number])[] = [
    ['2026-11-21T17:08:10Z', 3],
    ['2026-11-21T17:08:20Z', 4],
    ['2026-11-21T17:08:40Z', 5.5],
  ];
  for (const [time, energy] of energies) {
    const table = `class,method,energy (J)\nmeter.Meter,read,${energy}\n`;
    const meter = makeTemporaryFolder({ 'meter.csv': table });
    await jouleline(meter, 'import', 'meter.csv', '--out', 'meter.json');
    const to = ['--server', server.url, '--service', 'meter', '--time', time];
    expect((await jouleline(meter, 'push', 'meter.json', ...to)).status).toBe(0);
  }
  const { status, stdout, stderr } = await jouleline(
    folder,
    ...['pull', '--server', server.url, '--service', 'nights-cpu', '--source', program, '--out', 'got.json'],
    ...['--from', '2026-11-21T17:08:00Z', '--to', '2026-11-21T17:08:50Z'],
    ...['--power-type', 'energy', '--power-service', 'meter', '--step', '10'],
  );
  expect(stderr).toContain('no power is known of 2 of 5 steps of 10 s');
  expect(status).toBe(1);
  expect(stdout).toContain('process_cpu:cpu:count::');
  expect(stdout).toMatch(/energy by a measured total: 12\.5 J = [\d.]+ J in the sources/);
  const { recording } = placedIn(folder, 'got.json');
  const [trace] = recording.power ?? [];
  expect(Array.from(trace?.watts ?? [])).toEqual([0.3, 0.4, NaN, 0.55, NaN]);
  expect(trace?.start).toBe(Date.parse('2026-11-21T17:08:00Z') / 1000);
  expect(recording.measures[0]).toMatchObject({ unit: 'samples', total: 153 });
});

/** Sends samples as a profiler does, without this project's own writer. */
async function sendSamples(): Promise<void> {
  const rawProfile = readFileSync(join(fixtures, 'pprof/nights-jfr-go.pb.gz')).toString('base64');
  const labels = [
    { name: '__name__', value: 'process_cpu' },
    { name: 'service_name', value: 'nights-cpu' },
  ];
  const response = await fetch(`${server.url}/push.v1.PusherService/Push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ series: [{ labels, samples: [{ rawProfile }] }] }),
  });
  expect(response.status).toBe(200);
}

test('what the server does not have, or refuses, is said, and nothing is written', async () => {
  const folder = makeTemporaryFolder();
  const pull = (...args: readonly string[]) =>
    jouleline(folder, 'pull', '--server', server.url, '--out', 'got.json', ...args);
  const other = await pull('--service', 'night', ...DAY);
  expect(other.status).toBe(1);
  expect(other.stderr).toContain('no profiles of {service_name="night"} in that time; there are: ');
  expect(other.stderr).toContain('nights');
  const typed = await pull('--service', 'nights', '--type', 'memory', ...DAY);
  expect(typed).toMatchObject({ status: 2 });
  expect(typed.stderr).toContain('energy:cpu:microjoules');
  const long = ['--from', '2026-01-01T00:00:00Z', '--to', '2026-11-21T18:00:00Z', '--type', 'energy'];
  const refused = await pull('--service', 'nights', ...long);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/answers 400: the query time range exceeds the limit/);
  expect(() => readFileSync(join(folder, 'got.json'))).toThrow('ENOENT');
});

test.skipIf(process.platform === 'win32')('an interrupt ends it while a server does not answer', async () => {
  const folder = makeTemporaryFolder();
  const silent = createServer();
  const asked = once(silent, 'request');
  const url = await listen(silent);
  const args = ['pull', '--server', url, '--service', 'nights', '--out', 'got.json'];
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), ...args], { cwd: folder });
  const ended = once(child, 'exit');
  await asked;
  child.kill('SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
  silent.closeAllConnections();
  silent.close();
  expect(readdirSync(folder)).toEqual([]);
});
