/** The packages that are installed are those that were looked at: each package of the lock file has the hash of its content. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const locked = Object.entries(packages).filter(([path]) => path !== '');

test('every package has a SHA-512, so that npm ci refuses any other content', () => {
  expect(locked.length).toBeGreaterThan(400);
  const unknown = locked.filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity));
  expect(unknown.map(([path]) => path)).toEqual([]);
});

test('one version of a package has one content', () => {
  const contents = new Map<string, Set<string | undefined>>();
  for (const [path, { version, integrity }] of locked) {
    const name = `${path.split('node_modules/').at(-1)}@${version}`;
    contents.set(name, (contents.get(name) ?? new Set()).add(integrity));
  }
  expect([...contents].filter(([, { size }]) => size > 1).map(([name]) => name)).toEqual([]);
});

test('no package runs a script of its own when it is installed', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

test('what ships has no version of lodash with a known weakness', () => {
  const versions = locked.filter(([path]) => /\/lodash(-es)?$/.test(path)).map(([, { version }]) => version);
  expect(new Set(versions)).toEqual(new Set(['4.18.1']));
});

test('no package names an address: npm asks the registry of whoever installs', () => {
  expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});
