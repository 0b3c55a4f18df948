/**
 * Zip files as tools write them (fflate), and as nobody should.
 */
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { computeCrc32 } from '../../server/src/base/crc32';
import { isClassEntry, readJarLayout } from '../../server/src/classfile/archives/jar-layout';
import { accessBytes } from '../support/access-bytes';
import { openZip, type ZipArchive } from '../../server/src/classfile/archives/zip';
import { inflateRaw } from '../../server/src/host/files/random-access-file';
import { must } from './jdk-modules';
import { makeZip, type ZipRecipe } from './make-zip';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const long = text('abc '.repeat(1000));

function open(bytes: Uint8Array): ZipArchive {
  return must(openZip(accessBytes(bytes), inflateRaw));
}

/** Each entry with its content, or why it cannot be had. */
function show(bytes: Uint8Array): Readonly<Record<string, string>> {
  const archive = open(bytes);
  return Object.fromEntries(
    [...archive.entries].map(([name, entry]) => {
      const content = archive.read(entry);
      return [name, content.ok ? new TextDecoder().decode(content.value) : content.problem.message];
    }),
  );
}

describe('a zip file', () => {
  it('has no entries that share their bytes', () => {
    const names = ['a', 'b', 'c'];
    const bytes = Buffer.from(makeZip({ entries: names.map((name) => ({ name, content: long })) }));
    const places = names.map((_, at) => {
      let place = -1;
      for (let nth = 0; nth <= at; nth++) place = bytes.indexOf('PK\x01\x02', place + 1, 'latin1');
      return place + 42;
    });
    const [first = 0, second = 0] = places;
    bytes.writeUInt32LE(bytes.readUInt32LE(first), second);
    const { entries, problems } = open(bytes);
    expect([...entries.keys()]).toEqual(['a', 'c']);
    expect(problems.map(({ message }) => message)).toEqual([
      'Entries that share bytes with others are left out: 1',
    ]);
  });

  it('as fflate writes it gives back what went in', () => {
    const name = fc
      .string({ unit: 'grapheme-ascii', minLength: 1 })
      .filter((given) => /^[\w.]+$/.test(given) && !given.includes('..') && given !== '__proto__');
    const files = fc.dictionary(name, fc.uint8Array({ maxLength: 2000 }), { noNullPrototype: true });
    fc.assert(
      fc.property(files, fc.constantFrom<0 | 6 | 9>(0, 6, 9), (given, level) => {
        const archive = open(zipSync(given, { level }));
        expect([...archive.entries.keys()].sort()).toEqual(Object.keys(given).sort());
        for (const [name, entry] of archive.entries)
          expect(Uint8Array.from(must(archive.read(entry)))).toEqual(given[name]);
        expect(archive.problems).toEqual([]);
      }),
      { seed: 11, numRuns: 200 },
    );
  }, 30_000);

  it.each<[string, Partial<ZipRecipe>]>([
    ['plainly', {}],
    ['as zip64', { zip64: true }],
    ['behind a launcher script', { prefix: text('#!/bin/sh\nexec java -jar "$0"\n') }],
    ['with a comment', { comment: 'made by hand' }],
    ['with a comment that looks like an end', { comment: 'PK\x05\x06 not here' }],
  ])('written %s is read', (_, recipe) => {
    const entries = [
      { name: 'a/Stored.txt', content: text('stored'), method: 0 },
      { name: 'a/Deflated.txt', content: long },
      { name: 'folder/', content: new Uint8Array(), method: 0 },
      { name: 'empty', content: new Uint8Array() },
    ];
    expect(show(makeZip({ entries, ...recipe }))).toEqual({
      'a/Stored.txt': 'stored',
      'a/Deflated.txt': new TextDecoder().decode(long),
      empty: '',
    });
  });

  it('names what is wrong with an entry, and gives the others', () => {
    const shown = show(
      makeZip({
        entries: [
          { name: 'good', content: text('good') },
          { name: 'checksum', content: text('x'), crc32: 1 },
          { name: 'shorter', content: long, size: 10 },
          { name: 'longer', content: long, size: 1_000_000 },
          { name: 'bomb', content: long, size: 0xf000_0000 },
          { name: 'secret', content: text('x'), flags: 1 },
          { name: 'odd', content: text('x'), method: 99 },
        ],
      }),
    );
    expect(shown['good']).toBe('good');
    expect(shown['checksum']).toMatch(/^Entry 'checksum' is corrupt \(at byte \d+\)$/);
    expect(shown['shorter']).toMatch(/is corrupt/);
    expect(shown['longer']).toMatch(/is corrupt/);
    expect(shown['bomb']).toMatch(/claims 4026531840 bytes/);
    expect(shown['secret']).toMatch(/is encrypted/);
    expect(shown['odd']).toMatch(/uses compression method 99/);
  });

  it('says which names occur twice or lead out of it', () => {
    const bytes = makeZip({
      entries: [
        { name: 'twice', content: text('first') },
        { name: 'twice', content: text('second') },
        { name: '../outside', content: text('x') },
        { name: 'a/../../b', content: text('x') },
        { name: '/absolute', content: text('x') },
        { name: 'C:\\windows', content: text('x') },
      ],
    });
    expect(show(bytes)).toEqual({ twice: 'second' });
    expect(open(bytes).problems.map(({ message }) => message.replace(/ \(at byte \d+\)/, ''))).toEqual([
      "Entry 'twice' occurs more than once; the last one counts",
      "Entry '../outside' points outside the archive and is left out",
      "Entry 'a/../../b' points outside the archive and is left out",
      "Entry '/absolute' points outside the archive and is left out",
      "Entry 'C:\\windows' points outside the archive and is left out",
    ]);
  });

  it.each([
    ['is empty', new Uint8Array(), 'is no zip file, or cut off'],
    ['is a text', text('hello '.repeat(30_000)), 'is no zip file, or cut off'],
    [
      'lacks its end',
      makeZip({ entries: [{ name: 'a', content: long }] }).subarray(0, -1),
      'is no zip file, or cut off',
    ],
    [
      'lacks its start',
      makeZip({ entries: [{ name: 'a', content: long }] }).subarray(60),
      'cut off or misplaced',
    ],
  ])('that %s is refused', (_, bytes, message) => {
    const archive = openZip(accessBytes(bytes), inflateRaw);
    expect(archive.ok ? '' : archive.problem.message).toContain(message);
  });

  it('that shrinks while it is read gives problems', () => {
    const bytes = makeZip({ entries: [{ name: 'a', content: long }] });
    let isGone = false;
    const whole = accessBytes(bytes);
    const file = {
      size: bytes.length,
      readAt: (at: number, length: number) => (isGone ? new Uint8Array() : whole.readAt(at, length)),
    };
    const archive = must(openZip(file, inflateRaw));
    isGone = true;
    const [entry] = archive.entries.values();
    const content = entry === undefined ? undefined : archive.read(entry);
    expect(content?.ok === false ? content.problem.message : '').toContain(
      "Entry 'a' cannot be read: Only 0 of 30 bytes",
    );
  });

  it('damaged anywhere never throws', () => {
    const entries = [
      { name: 'META-INF/MANIFEST.MF', content: text('Multi-Release: true\n') },
      { name: 'a/B.class', content: long },
      { name: 'META-INF/versions/9/a/B.class', content: long, method: 0 },
    ];
    const wholes = [makeZip({ entries }), makeZip({ entries, zip64: true })];
    const change = fc.record({ place: fc.double({ min: 0, max: 0.9999, noNaN: true }), value: fc.nat(255) });
    fc.assert(
      fc.property(fc.nat(1), fc.array(change, { minLength: 1, maxLength: 6 }), (index, changes) => {
        const bytes = Uint8Array.from(wholes[index] ?? []);
        for (const { place, value } of changes) bytes[Math.floor(place * bytes.length)] = value;
        const archive = openZip(accessBytes(bytes), inflateRaw);
        if (!archive.ok) return;
        readJarLayout(archive.value, 25);
        for (const entry of archive.value.entries.values()) archive.value.read(entry);
      }),
      { numRuns: 5000, seed: 5 },
    );
  }, 30_000);
});

describe('the checksum', () => {
  it('is the one of the specification', () => {
    expect(computeCrc32(text('123456789'))).toBe(0xcbf43926);
  });
});

describe('a jar', () => {
  const jar = (manifest: string): Uint8Array =>
    makeZip({
      entries: [
        { name: 'META-INF/MANIFEST.MF', content: text(manifest) },
        ...[
          'a/A',
          'a/b/B',
          'META-INF/versions/9/a/A',
          'META-INF/versions/17/a/A',
          'META-INF/versions/21/a/New',
          'META-INF/versions/8/a/A',
        ].map((name) => ({ name: `${name}.class`, content: text(name) })),
        { name: 'a/notes.txt', content: text('') },
      ],
    });
  const classes = (bytes: Uint8Array, release: number): Readonly<Record<string, string>> => {
    const archive = must(openZip(accessBytes(bytes), inflateRaw, isClassEntry));
    const layout = readJarLayout(archive, release);
    return Object.fromEntries(
      [...layout.classes].map(([name, entry]) => [name, new TextDecoder().decode(must(archive.read(entry)))]),
    );
  };
  const multi = 'Manifest-Version: 1.0\r\nMulti-Release: TRUE\r\n\r\nName: x\r\n';

  it.each([
    [8, { 'a/A': 'a/A', 'a/b/B': 'a/b/B' }],
    [11, { 'a/A': 'META-INF/versions/9/a/A', 'a/b/B': 'a/b/B' }],
    [25, { 'a/A': 'META-INF/versions/17/a/A', 'a/New': 'META-INF/versions/21/a/New', 'a/b/B': 'a/b/B' }],
  ])('with several releases gives Java %i its own', (release, expected) => {
    expect(classes(jar(multi), release)).toEqual(expected);
  });

  it.each(['Manifest-Version: 1.0\n', 'Manifest-Version: 1.0\n\nName: x\nMulti-Release: true\n', ''])(
    'that does not say so in its main section has one release (%j)',
    (manifest) => {
      expect(classes(jar(manifest), 25)).toEqual({ 'a/A': 'a/A', 'a/b/B': 'a/b/B' });
    },
  );

  it('has the packages of its classes and those around them', () => {
    expect([...readJarLayout(open(jar('')), 25).packages].sort()).toEqual(['a', 'a/b']);
  });
});
