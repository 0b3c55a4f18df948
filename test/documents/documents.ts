/** The documents of the repository, and what their Markdown holds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files below a folder of the repository, from its root, whose names end in a given way. */
export function filesBelow(folder: string, end: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(end))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`);
}

export interface Document {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** README, ARCHITECTURE, CONTRIBUTING, SECURITY and everything in docs/. */
export const documents: readonly Document[] = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...filesBelow('docs', '.md'),
]
  .sort()
  .map(readDocument);

export const changelog = readDocument('CHANGELOG.md');

function readDocument(path: string): Document {
  return { path, text: readFileSync(`${root}${path}`, 'utf8') };
}

/** Words as `wc -w` counts them. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/** The text without its code blocks. */
export function proseOf({ text }: Document): string {
  return text.replace(/^```.*?^```$/gms, '');
}

/** The contents of code spans, such as `jouleline.enable`. */
export function codeSpansOf(document: Document): readonly string[] {
  return [...proseOf(document).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** The lines of code blocks, continued lines joined. */
export function codeLinesOf({ text }: Document): readonly string[] {
  return [...text.matchAll(/^ *```.*?\n(.*?)^ *```$/gms)].flatMap(([, code = '']) =>
    code
      .replace(/\\\n */g, '')
      .replace(/>\n +(.*)\n +(?=--)/g, '$1 ')
      .split('\n'),
  );
}

/** Titles of commands and views are in italics. */
export function italicsOf(document: Document): readonly string[] {
  const withoutCode = proseOf(document).replace(/`[^`\n]+`/g, '');
  return [...withoutCode.matchAll(/(?<![\w*])_([^_]+)_(?!\w)/g)].map(([, text = '']) =>
    text.replace(/\s+/g, ' '),
  );
}

/** The anchors of a document's headings, as GitHub makes them. */
export function anchorsOf(document: Document): ReadonlySet<string> {
  const headings = proseOf(document).matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    Array.from(headings, ([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** The targets of links and pictures that lead to files of the repository. */
export function linksOf(document: Document): readonly string[] {
  return [...proseOf(document).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}
