/** Files that are small and claim to be large: they are refused before they take time or memory. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { runCommand } from '../support/run-command';
import { atMost, type Bar, none } from './bars';

const MB = 1024 * 1024;
const SOURCE = 'class A {\n    int f(int n) {\n        return n * 2;\n    }\n}\n';

/** A zip file of entries that share their bytes, each of which says that it is larger than it is or may be. */
function zipOf(entries: number, data: Buffer, size: number): Buffer {
  const name = (at: number): Buffer => Buffer.from(`a/A${at}.class`);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt32LE(size, 22);
  const first = name(0);
  local.writeUInt16LE(first.length, 26);
  const body = Buffer.concat([local, first, data]);
  const central = Array.from({ length: entries }, (_, at) => {
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt16LE(8, 10);
    header.writeUInt32LE(data.length, 20);
    header.writeUInt32LE(size, 24);
    header.writeUInt16LE(name(at).length, 28);
    return Buffer.concat([header, name(at)]);
  });
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries % 65_536, 8);
  end.writeUInt16LE(entries % 65_536, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, directory, end]);
}

const zeros = (): Buffer => Buffer.alloc(300 * MB);
const document = (tree: string): string =>
  `{"format":"jouleline-import","version":1,"recordings":[{"tool":"x","measures":[${Array.from({ length: 10_000 }, () => '{"name":"m","unit":"joules"}').join(',')}],${tree}}]}`;
const imported = (name: string): readonly string[] => [
  'import',
  name,
  '--source',
  'A.java',
  '--no-history',
  '--out',
  'out.json',
];
const report = (...more: readonly string[]): readonly string[] => ['report', 'A.java', '--no-build-files', '--java-home', 'bundled', ...more]; // prettier-ignore

/** Each with the file to make, and the command that reads it. */
const BOMBS: Readonly<Record<string, { readonly name: string; readonly make: () => Buffer | string; readonly words: readonly string[] }>> = {
  'gzip 1:1000 as pprof': { name: 'a.pb.gz', make: () => gzipSync(zeros()), words: imported('a.pb.gz') },
  'gzip 1:1000 of JSON': { name: 'a.json.gz', make: () => gzipSync(Buffer.concat([Buffer.from('{"$schema":"https://www.speedscope.app/file-format-schema.json","a":"'), Buffer.alloc(300 * MB, 0x61)])), words: imported('a.json.gz') },
  'zip 1:1000 as a jar': { name: 'a.jar', make: () => zipOf(1, deflateRawSync(zeros()), 300 * MB), words: report('--class-path', 'a.jar') },
  'a jar whose entry claims 4 GB': { name: 'a.jar', make: () => zipOf(1, deflateRawSync(Buffer.from('x')), 0xfffffffe), words: report('--class-path', 'a.jar') },
  '60,000 entries that overlap': { name: 'a.jar', make: () => zipOf(60_000, deflateRawSync(Buffer.alloc(10 * MB)), 10 * MB), words: report('--class-path', 'a.jar') },
  'JSON a million deep': { name: 'a.json', make: () => '['.repeat(1_000_000), words: imported('a.json') },
  'a saved profile a million deep': { name: 'p.json', make: () => `{"format":"jouleline-profile","version":2,"classes":${'['.repeat(1_000_000)}`, words: report('--profile', 'p.json') },
  'columns of 10^4 measures × 10^6 contexts': { name: 'i.json', make: () => document(`"tree":{"parents":[${'1,'.repeat(999_999)}1],"frames":[],"values":[]}`), words: report('--profile', 'i.json') },
  'pprof with lengths beyond its end': { name: 'a.pb', make: () => Buffer.from('0affffffff0f0affffffff0f', 'hex'), words: imported('a.pb') },
  'callgrind with a cost of 300 digits on 10^5 lines': { name: 'callgrind.out.1', make: () => `events: Ir\nfl=A.java\nfn=A.f\n${`3 ${'9'.repeat(300)}\n`.repeat(20_000)}`, words: imported('callgrind.out.1') },
}; // prettier-ignore

/** Reads each bomb by a command, and what is no bomb for comparison. */
export async function bombBars(root: string): Promise<readonly Bar[]> {
  const place = mkdtempSync(join(tmpdir(), 'jouleline-bomb-'));
  const [busy, memory]: [number[], number[]] = [[], []];
  let taken = 0;
  try {
    writeFileSync(join(place, 'A.java'), SOURCE);
    const plain = await run(root, place, report());
    for (const [name, { name: file, make, words }] of Object.entries(BOMBS)) {
      writeFileSync(join(place, file), make());
      const { milliseconds, megabytes, status } = await run(root, place, words);
      busy.push(milliseconds - plain.milliseconds);
      memory.push(megabytes);
      // A report says what it can't read of a class path, and goes on.
      if (status === null || (status === 0 && !words.includes('--class-path'))) taken++;
      console.log(`${name}: ${(milliseconds - plain.milliseconds).toFixed(0)} ms more than without, ${megabytes.toFixed(0)} MB, exit code ${status}`);
      rmSync(join(place, file));
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  return [
    atMost('bombs: processor time beside that of an ordinary report', busy, 2000, 'ms'),
    atMost('bombs: memory of the command', memory, 300, 'MB'),
    none('bombs: taken, or ended by a signal', taken),
  ];
} // prettier-ignore

/** Runs a command and sees what it took: the hook writes that at its end. */
async function run(root: string, cwd: string, words: readonly string[]): Promise<{ readonly milliseconds: number; readonly megabytes: number; readonly status: number | null }> {
  const mark = join(cwd, 'took');
  const env = { ...process.env, XDG_CACHE_HOME: join(cwd, 'cache'), NODE_OPTIONS: `--import ${join(root, 'test/faults/take-usage.mjs')}`, JOULELINE_TOOK: mark };
  const { status } = await runCommand(join(root, 'dist/cli.js'), words, { cwd, env });
  const [milliseconds = NaN, megabytes = NaN] = readFileSync(mark, 'utf8').split(' ').map(Number);
  return { milliseconds, megabytes, status };
} // prettier-ignore
