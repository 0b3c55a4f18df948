/**
 * The licences of the packages whose code is in the bundles: which these are
 * is read from the bundles' source maps, the licences from the packages.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const licenceFile = /^(licen[cs]e|copying|notice)(\.(txt|md)|-mit\.txt)?$/i;

/** The folders, relative to the project, of the packages that a source map names. */
export function packagesInSourceMap(sourceMap) {
  const folders = sourceMap.sources.map(
    (source) => /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(source)?.[0],
  );
  return new Set(folders.filter((folder) => folder !== undefined));
}

/** A package that states no licence is an error: it may not be shipped. */
export function describePackage(root, folder) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const texts = readdirSync(join(root, folder))
    .filter((name) => licenceFile.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8').trim());
  if (manifest.license === undefined && texts.length === 0) throw new Error(`${folder} states no licence`);
  return {
    name: manifest.name,
    version: manifest.version,
    licence: manifest.license ?? 'see below',
    author: typeof manifest.author === 'object' ? manifest.author.name : manifest.author,
    text: texts.join('\n\n'),
  };
}

export function writeNotices(packages) {
  const sorted = packages.toSorted(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
  );
  const rule = '-'.repeat(78);
  const entries = sorted.map(({ name, version, licence, author, text }) =>
    [
      rule,
      `${name} ${version} (${licence})${author ? `, ${author}` : ''}`,
      '',
      text || `Licence: ${licence}`,
      '',
    ].join('\n'),
  );
  return ['Jouleline contains code of the following packages.', '', ...entries].join('\n');
}
