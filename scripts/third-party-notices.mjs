/**
 * The licenses of the packages whose code is in the bundles: which these are
 * is read from the bundles' source maps, the licenses from the packages.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const licenseFile = /^(licen[cs]e|copying|notice)(\.(txt|md)|-mit\.txt)?$/i;

const inModules = /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/;
const inWebpack = /^webpack:\/\/((?:@[^/]+\/)?[^/]+)\//;

/** The folders, relative to the project, of the packages that a source map names; a package may be a bundle itself. */
export function packagesInSourceMap(sourceMap) {
  const folders = sourceMap.sources.map((source) => {
    const bundle = inWebpack.exec(source)?.[1];
    return bundle === undefined ? inModules.exec(source)?.[0] : `node_modules/${bundle}`;
  });
  return new Set(folders.filter((folder) => folder !== undefined));
}

/** Packages that came within the bundle of another, each as "name, within bundle". They are not installed here. */
export function packagesWithinBundles(sourceMap) {
  const names = sourceMap.sources.flatMap((source) => {
    const bundle = inWebpack.exec(source)?.[1];
    const inner = bundle && inModules.exec(source)?.[0].replace(/.*node_modules\//, '');
    return inner ? [`${inner}, within ${bundle}`] : [];
  });
  return new Set(names);
}

/** A package that states no license is an error: it may not be shipped. */
export function describePackage(root, named) {
  // What a package was built from may lie elsewhere here than where it was built.
  const folder = existsSync(join(root, named)) ? named : named.replace(/.*(?=node_modules\/)/, '');
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const texts = readdirSync(join(root, folder))
    .filter((name) => licenseFile.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8').trim());
  if (manifest.license === undefined && texts.length === 0) throw new Error(`${folder} states no license`);
  return {
    name: manifest.name,
    version: manifest.version,
    license: manifest.license ?? 'see below',
    author: typeof manifest.author === 'object' ? manifest.author.name : manifest.author,
    text: texts.join('\n\n'),
  };
}

export function writeNotices(packages, within = []) {
  const sorted = packages.toSorted(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
  );
  const rule = '-'.repeat(78);
  const entries = sorted.map(({ name, version, license, author, text }) =>
    [
      rule,
      `${name} ${version} (${license})${author ? `, ${author}` : ''}`,
      '',
      text || `License: ${license}`,
      '',
    ].join('\n'),
  );
  const inner = [...within].sort().map((name) => `${rule}\n${name}\n`);
  return ['Jouleline contains code of the following packages.', '', ...entries, ...inner].join('\n');
}
