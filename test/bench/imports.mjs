/**
 * Measures what importing large files takes: `node test/bench/imports.mjs [SHARE]`, SHARE
 * of the full sizes (1). Large files are made of the real ones in
 * test/fixtures/imports, in a folder that is removed: collapsed stacks below
 * 50,000 different outermost frames, events of JFR again and again, samples of
 * pprof with their innermost frames left out by turns. CPU time is held against
 * the targets, since a machine that others use says nothing by the clock.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bundleAliases } from '../../scripts/bundle-aliases.mjs';
import { formatTable } from './table.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const share = Number(process.argv[2] ?? 1);
const fixtures = join(root, 'test/fixtures/imports');
/** How often each import is canceled. */
const CANCELS = 8;
const work = mkdtempSync(join(tmpdir(), 'jouleline-imports-'));

function write(name, pieces) {
  const path = join(work, name);
  const file = openSync(path, 'w');
  for (const piece of pieces) writeSync(file, piece);
  closeSync(file);
  return path;
}

function* collapsed(bytes) {
  const lines = readFileSync(join(fixtures, 'collapsed/nights.collapsed'), 'utf8').trim().split('\n');
  let written = 0;
  for (let round = 0; written < bytes; round++) {
    const text = lines.map((line) => `Task${round % 50_000}.run;${line}\n`).join('');
    written += text.length;
    yield text;
  }
}

function* recording(bytes) {
  const text = gunzipSync(readFileSync(join(fixtures, 'jfr/nights-17.json.gz'))).toString();
  const { events } = JSON.parse(text).recording;
  const samples = events.filter(({ type }) => type === 'jdk.ExecutionSample');
  yield '{\n  "recording": {\n    "events": [';
  yield events
    .filter(({ type }) => type !== 'jdk.ExecutionSample')
    .map((event) => JSON.stringify(event))
    .join(', ');
  const piece = samples.map((event) => `, ${JSON.stringify(event, null, 2)}`).join('');
  for (let written = 0; written < bytes; written += piece.length) yield piece;
  yield ']\n  }\n}\n';
}

function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

function readVarint(bytes, at) {
  let value = 0;
  for (let shift = 1; ; shift *= 128, at++) {
    value += (bytes[at] & 127) * shift;
    if (bytes[at] < 128) return { value, end: at + 1 };
  }
}

function* fields(bytes) {
  for (let at = 0; at < bytes.length;) {
    const { value: key, end } = readVarint(bytes, at);
    const { value, end: from } = readVarint(bytes, end);
    const next = key % 8 === 2 ? from + value : from;
    yield {
      number: Math.floor(key / 8),
      whole: bytes.subarray(at, next),
      inner: bytes.subarray(from, next),
      value,
    };
    at = next;
  }
}

function* pprof(count) {
  const whole = gunzipSync(readFileSync(join(fixtures, 'pprof/nights-jfr-go.pb.gz')));
  const all = [...fields(whole)];
  const samples = all
    .filter(({ number }) => number === 2)
    .map(({ inner }) => {
      const parts = [...fields(inner)];
      const ids = [];
      // Go writes few numbers one by one, and more of them packed.
      for (const part of parts.filter(({ number }) => number === 1)) {
        if (part.inner.length === 0) ids.push(part.value);
        for (let at = 0; at < part.inner.length;) {
          const { value: id, end } = readVarint(part.inner, at);
          ids.push(id);
          at = end;
        }
      }
      const value = parts.find(({ number }) => number === 2);
      return { ids, value: value.whole };
    });
  let batch = [];
  for (let index = 0; index < count; index++) {
    const { ids, value } = samples[index % samples.length];
    const kept = ids.slice(Math.floor(index / samples.length) % ids.length).flatMap(varint);
    const inner = [10, ...varint(kept.length), ...kept, ...value];
    batch.push(Uint8Array.from([18, ...varint(inner.length), ...inner]));
    if (batch.length === 10_000 || index === count - 1) {
      yield Buffer.concat(batch);
      batch = [];
    }
  }
  yield Buffer.concat(all.filter(({ number }) => number !== 2).map(({ whole: bytes }) => bytes));
}

try {
  const options = { bundle: true, platform: 'node', format: 'cjs', target: 'node20', outdir: work };
  await build({
    entryPoints: { imports: 'test/bench/imports.ts', importer: 'server/src/tasks/import/import-main.ts' },
    alias: bundleAliases,
    ...options,
  });
  const run = (...args) => {
    const all = [join(work, 'imports.js'), ...args];
    return JSON.parse(execFileSync(process.execPath, all, { encoding: 'utf8' }));
  };
  const cases = [
    ['collapsed, 1 GB', 'a.collapsed', () => collapsed(share * 1e9)],
    ['JFR as JSON, 500 MB', 'a.json', () => recording(share * 5e8)],
    ['pprof, 1,000,000 samples', 'a.pprof', () => pprof(share * 1e6)],
  ];
  const rows = [];
  for (const [what, name, make] of cases) {
    const path = write(name, make());
    const size = `${(statSync(path).size / 1e6).toFixed(0)} MB`;
    const result = run(path, work);
    // At moments from the beginning to the very end, where what was read is put together.
    const cancels = Array.from({ length: CANCELS }, (_, index) => {
      const after = (result.seconds * (index + 0.7)) / CANCELS;
      return run(path, work, String(after)).canceled;
    }).filter((took) => took !== undefined);
    rmSync(path);
    const slowest = Math.max(...cancels);
    const isMet = result.cpuSeconds <= 60 && result.megabytes < 512 && slowest <= 200;
    const isWhole = Math.abs(result.total - result.sum) <= 1e-9 * result.total;
    rows.push([
      what,
      size,
      `${result.seconds.toFixed(1)} s`,
      `${result.cpuSeconds.toFixed(1)} s`,
      `${result.megabytes.toFixed(0)} MB`,
      `${slowest.toFixed(0)} ms of ${cancels.length}`,
      `${result.longest.toFixed(0)} ms`,
      String(result.contexts),
      isWhole ? 'all there' : 'lost',
      isMet ? 'met' : 'not met',
    ]);
  }
  const titles = [
    'file',
    'size',
    'time',
    'CPU time (<= 60 s)',
    'memory (< 512 MB)',
    'canceled in (<= 200 ms)',
    'others wait',
  ];
  console.log(formatTable([...titles, 'contexts', 'values', ''], rows));
} finally {
  rmSync(work, { recursive: true, force: true });
}
