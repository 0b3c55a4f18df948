/**
 * Compiled code on disk: used when it fits, ignored when it does not.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadBundle } from '../../server/src/host/files/code-cache';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jouleline-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const bundlePath = (): string => join(folder, 'bundle.js');
const codeFolder = (): string => join(folder, 'code');
const writeBundle = (answer: number): void => {
  writeFileSync(
    bundlePath(),
    `const { sep } = require('node:path'); exports.answer = () => ${answer} + sep.length - 1;`,
  );
};

/** Loads the bundle, calls it and stores its code. */
function run(): { readonly answer: unknown; readonly cached: boolean } {
  const bundle = loadBundle(bundlePath(), codeFolder());
  const answer = (bundle.exports as { readonly answer: () => number }).answer();
  bundle.storeCode();
  return { answer, cached: bundle.cached };
}

const storedCode = (): string => join(codeFolder(), readdirSync(codeFolder())[0] ?? '');

describe('a bundle with stored code', () => {
  it('is loaded from it the second time', () => {
    writeBundle(42);
    expect([run(), run()]).toEqual([
      { answer: 42, cached: false },
      { answer: 42, cached: true },
    ]);
  });

  it('is compiled anew when the bundle changes, and the old code is dropped', () => {
    writeBundle(42);
    run();
    writeBundle(43);
    expect([run(), run()]).toEqual([
      { answer: 43, cached: false },
      { answer: 43, cached: true },
    ]);
    expect(readdirSync(codeFolder())).toHaveLength(1);
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    ['changed in one byte', (bytes: Buffer) => bytes.fill(7, bytes.length - 20, bytes.length - 19)],
  ])('is compiled anew when the code is %s, which is then replaced', (_what, damage) => {
    writeBundle(42);
    run();
    writeFileSync(storedCode(), damage(readFileSync(storedCode())));
    expect([run(), run()]).toEqual([
      { answer: 42, cached: false },
      { answer: 42, cached: true },
    ]);
  });

  it('stores the code of a bundle beside it, too, and keeps one of each', () => {
    writeFileSync(join(folder, 'other-part.js'), 'exports.number = () => 41;');
    const ask = (extra: string): unknown => {
      const text = `exports.answer = () => require('./other-part.js').number() + 1;${extra}`;
      writeFileSync(bundlePath(), text);
      const bundle = loadBundle(bundlePath(), codeFolder(), ['./other-part.js']);
      const answer = (bundle.exports as { readonly answer: () => number }).answer();
      bundle.storeCode();
      return answer;
    };
    expect([ask(''), ask('// changed')]).toEqual([42, 42]);
    expect(readdirSync(codeFolder()).map((name) => name.replace(/-[^-]*$/, ''))).toEqual([
      'bundle.js',
      'other-part.js',
    ]);
    expect(loadBundle(join(folder, 'other-part.js'), codeFolder()).cached).toBe(true);
  });

  it('stores nothing without a folder, or where none can be made', () => {
    writeBundle(42);
    loadBundle(bundlePath(), undefined).storeCode();
    writeFileSync(codeFolder(), 'a file is in the way');
    expect([run(), run()].map(({ cached }) => cached)).toEqual([false, false]);
  });
});
