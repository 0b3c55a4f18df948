/** The notices name every package whose code is in a bundle, with its license. */
import { expect, test } from 'vitest';
import {
  describePackage,
  packagesInSourceMap,
  packagesWithinBundles,
  writeNotices,
} from '../../scripts/third-party-notices.mjs';

test('packages are read from the sources, nested and scoped ones too', () => {
  const sources = [
    '../server/src/units.ts',
    '../node_modules/ml-matrix/matrix.js',
    '../node_modules/ml-matrix/src/index.js',
    '../node_modules/@chevrotain/gast/lib/src/api.js',
    '../node_modules/a/node_modules/b/index.js',
  ];
  expect([...packagesInSourceMap({ sources })]).toEqual([
    'node_modules/ml-matrix',
    'node_modules/@chevrotain/gast',
    'node_modules/a/node_modules/b',
  ]);
});

test('a package that is a bundle itself is named, and what came within it', () => {
  const sources = [
    'webpack://vscode-uri/src/uri.ts',
    'webpack://vscode-uri/node_modules/path-browserify/index.js',
  ];
  expect([...packagesInSourceMap({ sources })]).toEqual(['node_modules/vscode-uri']);
  const within = packagesWithinBundles({ sources });
  expect([...within]).toEqual(['path-browserify, within vscode-uri']);
  expect(writeNotices([], within)).toContain('path-browserify, within vscode-uri');
});

test('a package is told with version and license text', () => {
  const notice = describePackage(process.cwd(), 'node_modules/vscode-languageclient');
  expect(notice).toMatchObject({
    name: 'vscode-languageclient',
    license: 'MIT',
    author: 'Microsoft Corporation',
  });
  expect(notice.text).toContain('Permission is hereby granted');
  expect(writeNotices([notice])).toContain('vscode-languageclient 11');
});
