/** Changes of sources on disk: what is not changed stays as it is, byte by byte. */
import { chmodSync, linkSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../server/src/base/failure';
import { changeSource } from '../../server/src/host/files/change-source';
import { decodeSource } from '../../server/src/host/files/source-encoding';
import { writeWholeFile } from '../../server/src/host/files/write-file';
import { makeTemporaryFolder } from '../support/temporary-folder';

/** Bytes around the place of the change, which is `here` in ASCII or UTF-16. */
const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with mark': (text) => Buffer.from(`\uFEFF${text}`),
  'ISO 8859-1': (text) => Buffer.from(text.replace('😀', ''), 'latin1'),
  'UTF-16LE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
};
const ENDS: Readonly<Record<string, string>> = {
  LF: 'class A {\n// äöü 😀 \n here \n}\n',
  CRLF: 'class A {\r\n// äöü 😀 \r\n here \r\n}\r\n',
  CR: 'class A {\r// äöü 😀 \r here \r}\r',
  mixed: 'class A {\n// äöü 😀 \r\n here \r}\n\n\r',
  none: '// äöü 😀 here',
};
const MODES = [0o600, 0o644, 0o755, 0o640];

function textOf(bytes: Uint8Array): string {
  const read = decodeSource('A.java', bytes);
  return read.kind === 'text' ? read.text : read.message;
}

async function change(path: string): Promise<string | undefined> {
  const before = textOf(readFileSync(path));
  return (await failureOf(changeSource(path, before, before.replace('here', 'there'))))?.reason;
}

describe('a changed source', () => {
  test.each(Object.entries(ENCODINGS))(
    'in %s keeps every other byte, its mode and its link',
    async (_, encode) => {
      for (const text of Object.values(ENDS))
        for (const mode of MODES)
          for (const isLink of [false, true]) {
            const folder = makeTemporaryFolder({ 'real/A.java': encode(text) });
            const [real, link] = [join(folder, 'real/A.java'), join(folder, 'A.java')];
            chmodSync(real, mode);
            if (isLink) symlinkSync('real/A.java', link);
            expect(await change(isLink ? link : real)).toBeUndefined();
            expect(readFileSync(real).equals(encode(text.replace('here', 'there')))).toBe(true);
            expect((statSync(real).mode & 0o777).toString(8)).toBe(mode.toString(8));
            if (isLink) expect(lstatSync(link).isSymbolicLink()).toBe(true);
          }
    },
  );

  test('keeps any single bytes above ASCII, which may be of an encoding that nobody told', async () => {
    const high = Buffer.from(Array.from({ length: 128 }, (_, at) => [128 + at, 0x20]).flat());
    const bytes = Buffer.concat([Buffer.from('// '), high, Buffer.from('\nhere\n'), high]);
    const path = join(makeTemporaryFolder({ 'A.java': bytes }), 'A.java');
    expect(await change(path)).toBeUndefined();
    const after = Buffer.concat([Buffer.from('// '), high, Buffer.from('\nthere\n'), high]);
    expect(readFileSync(path).equals(after)).toBe(true);
  });

  test.each([
    ['Shift JIS, whose second bytes can be a backslash', Buffer.from('22955c223b2068657265', 'hex')],
    ['ISO-2022-JP, which switches by escapes', Buffer.from('"\u001b$B%"%\\\u001b(B"; here')],
    ['bytes above ASCII behind the mark of UTF-16', Buffer.from('fffe2068657265', 'hex')],
  ])('is left alone in %s', async (_, bytes) => {
    const path = join(makeTemporaryFolder({ 'A.java': bytes }), 'A.java');
    expect(await change(path)).toMatch(
      /A\.java (?:can't be written: its encoding is not certain|changed|is binary)/,
    );
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('is not written where its characters are not of the encoding', async () => {
    const bytes = Buffer.from('// ä here', 'latin1');
    const path = join(makeTemporaryFolder({ 'A.java': bytes }), 'A.java');
    const failure = await failureOf(changeSource(path, '// ä here', '// ä 😀'));
    expect(failure?.reason).toContain('its encoding is not certain');
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('is not written over one that is read-only, has other names, or changed meanwhile', async () => {
    const folder = makeTemporaryFolder({
      'Locked.java': 'here',
      'Linked.java': 'here',
      'Changed.java': 'here',
    });
    const at = (name: string): string => join(folder, name);
    chmodSync(at('Locked.java'), 0o444);
    expect(await change(at('Locked.java'))).toMatch(/Locked\.java can't be written: it is read-only$/);
    linkSync(at('Linked.java'), at('Other.java'));
    expect(await change(at('Linked.java'))).toContain('it has other names (hard links)');
    writeFileSync(at('Changed.java'), 'saved since');
    const failure = await failureOf(changeSource(at('Changed.java'), 'here', 'there'));
    expect(failure?.reason).toContain('it changed since it was read');
    const texts = ['Locked.java', 'Linked.java', 'Changed.java'].map((name) =>
      readFileSync(at(name), 'utf8'),
    );
    expect(texts).toEqual(['here', 'here', 'saved since']);
  });

  test('is not written over what is saved while it is being written', async () => {
    const path = join(makeTemporaryFolder({ 'A.java': 'here' }), 'A.java');
    for (let race = 0; race < 100; race++) {
      writeFileSync(path, 'here');
      function* pieces(): Generator<string> {
        yield 'th';
        // As long as what was read, within one tick of the clock.
        writeFileSync(path, 'mine');
        yield 'ere';
      }
      const failure = await failureOf(writeWholeFile(path, pieces(), { instead: Buffer.from('here') }));
      expect(failure?.reason).toContain('it changed since it was read');
      expect(readFileSync(path, 'utf8')).toBe('mine');
    }
  });
});
