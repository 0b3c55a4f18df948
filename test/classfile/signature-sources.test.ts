/**
 * Sources of signatures over folders, jars and images: what they find, what
 * they report, and that they read each class once.
 */
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { SignatureSource } from '../../server/src/classfile/signatures/class-signature';
import { openJimage } from '../../server/src/classfile/archives/jimage';
import { accessBytes } from '../support/access-bytes';
import {
  combineSources,
  type SourceProblem,
  sourceFromFolder,
  sourceFromJar,
  sourceFromJimage,
} from '../../server/src/classfile/signatures/signature-sources';
import { openZip } from '../../server/src/classfile/archives/zip';
import { inflateRaw } from '../../server/src/host/files/random-access-file';
import { must } from './jdk-modules';
import { makeClass } from './make-class';
import { makeJimage } from './make-jimage';

const nonsense = new TextEncoder().encode('nonsense');
/** The classes by file name: one in its place, one that is damaged, one whose name and place differ. */
const files = {
  'p/A.class': makeClass({ name: 'p/A', superName: 'p/q/Base' }),
  'p/q/Broken.class': nonsense,
  'p/a.class': makeClass({ name: 'p/A' }),
};

interface Case {
  readonly source: SignatureSource;
  readonly problems: readonly SourceProblem[];
  readonly reads: readonly string[];
}

function open(kind: 'folder' | 'jar' | 'image'): Case {
  const problems: SourceProblem[] = [];
  const reads: string[] = [];
  const options = {
    file: kind,
    origin: 'class-path',
    report: (problem: SourceProblem) => void problems.push(problem),
  } as const;
  if (kind === 'folder') {
    const readFile = (path: string): { ok: true; value: Uint8Array } | undefined => {
      reads.push(path);
      const value = Object.entries(files).find(([name]) => name === path)?.[1];
      return value === undefined ? undefined : { ok: true, value };
    };
    const hasFolder = (path: string): boolean =>
      Object.keys(files).some((name) => name.startsWith(`${path}/`));
    return { source: sourceFromFolder({ readFile, hasFolder }, options), problems, reads };
  }
  const bytes =
    kind === 'jar'
      ? zipSync(files)
      : makeJimage(
          true,
          Object.entries(files).map(([path, content]) => {
            const [, parent = '', base = ''] = /^(.*)\/(.*)\.class$/.exec(path) ?? [];
            return { module: 'm', parent, base, extension: 'class', content };
          }),
        );
  const access = accessBytes(bytes);
  const file = {
    size: access.size,
    readAt: (offset: number, length: number) => {
      reads.push(String(offset));
      return access.readAt(offset, length);
    },
  };
  const source =
    kind === 'jar'
      ? sourceFromJar(must(openZip(file, inflateRaw)), 25, options)
      : sourceFromJimage(must(openJimage(file, inflateRaw)), options);
  return { source, problems, reads };
}

describe.each(['folder', 'jar', 'image'] as const)('a %s', (kind) => {
  it('gives the classes it has', () => {
    const { source, problems } = open(kind);
    expect(source.findClass('p/A')?.superclass?.name).toBe('p/q/Base');
    expect(source.findClass('p/A')?.origin).toBe('class-path');
    expect(source.findClass('p/None')).toBeUndefined();
    expect(source.findClass('None')).toBeUndefined();
    expect(problems).toEqual([]);
  });

  it('knows its packages', () => {
    const { source } = open(kind);
    expect(['p', 'p/q', 'q', 'p/A', 'p/qq'].map((name) => source.hasPackage(name))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('reports a damaged class once, and gives the others', () => {
    const { source, problems } = open(kind);
    expect(source.findClass('p/q/Broken')).toBeUndefined();
    expect(source.findClass('p/q/Broken')).toBeUndefined();
    expect(source.findClass('p/A')).toBeDefined();
    expect(problems).toEqual([
      { file: kind, message: 'p/q/Broken: Not a class file: it does not start with CAFEBABE (at byte 0)' },
    ]);
  });

  it('does not take a class for another whose name differs in case', () => {
    expect(open(kind).source.findClass('p/a')).toBeUndefined();
  });

  it('reads a class once, found or not', () => {
    const { source, reads } = open(kind);
    const first = source.findClass('p/A');
    source.findClass('p/None');
    const before = reads.length;
    expect(source.findClass('p/A')).toBe(first);
    source.findClass('p/None');
    expect(reads).toHaveLength(before);
  });
});

describe('combined sources', () => {
  it('answer with the first that has a class', () => {
    const folder = (superName: string, name: string): SignatureSource =>
      sourceFromFolder(
        {
          readFile: (path) =>
            path === `${name}.class` ? { ok: true, value: makeClass({ name, superName }) } : undefined,
          hasFolder: (path) => path === superName,
        },
        { file: superName, origin: 'class-path', report: () => undefined },
      );
    const all = combineSources([folder('one', 'p/A'), folder('two', 'p/A'), folder('three', 'p/B')]);
    expect(['p/A', 'p/B', 'p/C'].map((name) => all.findClass(name)?.superclass?.name)).toEqual([
      'one',
      'three',
      undefined,
    ]);
    expect(['one', 'three', 'four'].map((name) => all.hasPackage(name))).toEqual([true, true, false]);
    expect(combineSources([]).findClass('p/A')).toBeUndefined();
  });
});
