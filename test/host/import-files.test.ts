/** Files of other tools are opened in pieces, within limits, and links are not followed. */
import { chmodSync, symlinkSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { listImportFiles, openImport, printRecording } from '../../server/src/host/files/import-files';
import { makeTemporaryFolder } from '../support/temporary-folder';

async function read(path: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of openImport(path)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const text = 'app/Main.main;app/Main.run 7\n'.repeat(50_000);

describe('a file', () => {
  it('is the same, compressed or not', async () => {
    const folder = makeTemporaryFolder({ plain: text, packed: gzipSync(text) });
    expect((await read(join(folder, 'plain'))).toString()).toBe(text);
    expect((await read(join(folder, 'packed'))).toString()).toBe(text);
  });

  it('comes in pieces small enough to stop between', async () => {
    const folder = makeTemporaryFolder({ plain: text, packed: gzipSync(text) });
    for (const name of ['plain', 'packed'])
      for await (const chunk of openImport(join(folder, name)))
        expect(chunk.length).toBeLessThanOrEqual(128 * 1024);
  });

  it('that is made to fill memories is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024), { level: 9 });
    const folder = makeTemporaryFolder({ bomb });
    await expect(read(join(folder, 'bomb'))).rejects.toThrow('no profile is');
  });

  it('of which its reader keeps far more than its bytes is refused', async () => {
    // Twenty bytes for each one of the file, as numbered texts of two bytes take.
    const kept: Buffer[] = [];
    const keepAll = async (name: string): Promise<void> => {
      for await (const chunk of openImport(join(folder, name))) kept.push(Buffer.alloc(chunk.length * 20, 1));
    };
    const repeated = Buffer.alloc(16 * 1024 * 1024);
    const folder = makeTemporaryFolder({
      bomb: gzipSync(repeated, { level: 9 }),
      plain: repeated.subarray(0, 6 * 1024 * 1024),
    });
    await expect(keepAll('bomb')).rejects.toThrow(/takes \d+ MB of memory for 1 MB of file/);
    kept.length = 0;
    await keepAll('plain');
    expect(kept.length).toBeGreaterThan(40);
  });

  it('that is cut off, damaged, or none is refused', async () => {
    const packed = gzipSync(text);
    const folder = makeTemporaryFolder({
      cut: packed.subarray(0, packed.length / 2),
      damaged: Buffer.concat([packed.subarray(0, 40), Buffer.alloc(60, 0xff), packed.subarray(100)]),
    });
    await expect(read(join(folder, 'cut'))).rejects.toThrow('cannot be read: unexpected end of file');
    await expect(read(join(folder, 'damaged'))).rejects.toThrow(/^cannot be read: /);
    await expect(read(folder)).rejects.toThrow('is no file');
  });
});

describe('a folder', () => {
  it('is searched, and not left', async () => {
    const outside = makeTemporaryFolder({ 'secret.txt': 'a;b 1' });
    const folder = makeTemporaryFolder({ 'a/b/one.csv': '', 'two.csv': '' });
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'link.csv'));
    symlinkSync(outside, join(folder, 'linked'));
    symlinkSync(folder, join(folder, 'a', 'round'));
    expect(await listImportFiles(folder)).toEqual([join(folder, 'a/b/one.csv'), join(folder, 'two.csv')]);
  });
});

it.skipIf(process.platform === 'win32')('a tool of the JDK that says nothing is ended', async () => {
  const home = makeTemporaryFolder({ 'bin/jfr': '#!/bin/sh\nexec sleep 1000\n' });
  chmodSync(join(home, 'bin/jfr'), 0o755);
  const running: boolean[] = [];
  const printing = {
    ...{ events: ['jdk.CPULoad'], stackDepth: 64, longestSilence: 50 },
    onProcess: (_: number, isRunning: boolean) => running.push(isRunning),
  };
  const printed = printRecording('x.jfr', home, printing).next();
  await expect(printed).rejects.toThrow(/^could not be printed: .*jfr said nothing for 0\.05 s$/);
  expect(running).toEqual([true, false]);
});

it.skipIf(process.platform === 'win32')(
  'a recording whose name begins as an option does is a file to jfr',
  async () => {
    const home = makeTemporaryFolder({ 'bin/jfr': '#!/bin/sh\nfor word in "$@"; do echo "$word"; done\n' });
    chmodSync(join(home, 'bin/jfr'), 0o755);
    const printing = { events: ['jdk.CPULoad'], stackDepth: 64, onProcess: () => undefined };
    let words = '';
    for await (const bytes of printRecording('-x.jfr', home, printing))
      words += Buffer.from(bytes).toString();
    const last = words.trim().split('\n').at(-1) ?? '';
    expect([isAbsolute(last), last.endsWith('-x.jfr')]).toEqual([true, true]);
  },
);
