/** Links, pictures and paths in the documents lead to what is there, and every picture is shown somewhere. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  anchorsOf,
  changelog,
  codeLinesOf,
  codeSpansOf,
  type Document,
  documents,
  filesBelow,
  linksOf,
  root,
} from './documents';

const all = [...documents, changelog];
const scripts = Object.keys(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: object }).scripts,
);

describe.each(all)('$path', (document) => {
  test('links to files and headings that exist', () => {
    expect(linksOf(document).filter((link) => !leadsSomewhere(document, link))).toEqual([]);
  });
});

/** ARCHITECTURE.md names files by their room, without folders. */
const withPaths = all.filter(({ path }) => path !== 'ARCHITECTURE.md');

test.each(withPaths)('$path names files, folders and scripts that exist', (document) => {
  const code = [...codeSpansOf(document), ...codeLinesOf(document)];
  const paths = code.flatMap(
    (text) =>
      text.match(/(?<![\w./~-])(?:client|docs|media|scripts|server|test)\/[\w./-]+(?![\w*<{…])/g) ?? [],
  );
  expect(paths.filter((path) => !/\bNAME\b|\bSUBJECT\b/.test(path) && !existsSync(join(root, path)))).toEqual(
    [],
  );
  const named = code.flatMap((text) =>
    [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name),
  );
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
});

test('every picture is in a document', () => {
  const shown = new Set(
    all.flatMap((document) => linksOf(document).map((link) => targetOf(document, link).path)),
  );
  const pictures = [...filesBelow('docs/images', '.png'), ...filesBelow('docs/images', '.svg')];
  expect(pictures.filter((picture) => !shown.has(picture))).toEqual([]);
});

function leadsSomewhere(document: Document, link: string): boolean {
  const { path, anchor } = targetOf(document, link);
  if (!existsSync(join(root, path))) return false;
  if (anchor === undefined) return true;
  const target = all.find((other) => other.path === path);
  return target !== undefined && anchorsOf(target).has(anchor);
}

function targetOf(document: Document, link: string): { readonly path: string; readonly anchor?: string } {
  const [file = '', anchor] = link.split('#');
  const path =
    file === '' ? document.path : normalize(join(dirname(document.path), file)).replaceAll('\\', '/');
  return anchor === undefined ? { path } : { path, anchor };
}
