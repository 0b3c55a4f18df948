/**
 * Folders that somebody prepared: each of some of the kinds below, told by two numbers. A folder has one ordinary file,
 * Small.java, which must be colored all the same.
 */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BLIND_CHANGES } from '../fuzz/byte-edits';
import { changeJson } from '../fuzz/json-changes';
import { createRandom, type Random } from '../fuzz/random';
import { PLACES, type SavedSeed } from '../fuzz/saved-seeds';

export const SMALL = 'class Small {\n    int twice(int n) {\n        return n * 2;\n    }\n}\n';

interface Part {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Places of links, and what they lead to; a pipe where that is `|`. */
  readonly links?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface HostileFolder {
  readonly kinds: readonly string[];
  readonly parts: readonly Part[];
}

type Make = (random: Random, seeds: readonly SavedSeed[]) => Part;

const pom = (inside: string, id = 'a'): string =>
  `<project><groupId>g</groupId><artifactId>${id}</artifactId><version>1</version>${inside}</project>`;
const repeated = (count: number, textOf: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => textOf(at)).join('');
const dependency = (version: string): string =>
  `<dependencies><dependency><groupId>g</groupId><artifactId>b</artifactId><version>${version}</version></dependency></dependencies>`;

const ODD_XML: readonly [string, ...string[]] = [
  '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><project>&b;</project>',
  '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><project><version>&x;</version></project>',
  '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><project/>',
  '\ufeff<project/>',
  '\0\0\0',
  '<project xmlns:a="x"><a:dependencies/></project>',
  '<project><![CDATA[<dependencies>]]></project>',
  '<project><version>&#0;&#x110000;&amp;lt;</version></project>',
  `<project ${repeated(20_000, (at) => `a${at}="${at}" `)}/>`,
  '',
  '<project',
];

const DEVICES = [
  '/dev/zero',
  '/dev/ptmx',
  '/dev/tty',
  '/dev/stdin',
  '/dev/random',
  '/dev/full',
  '|',
] as const;
const ENDLESS = [
  '/proc/self/mem',
  '/proc/kmsg',
  '/proc/self/fd/0',
  '/sys/kernel/debug',
  '/proc/kcore',
] as const;
const NAMES = [
  'a\nb', 'a\u202eavaj.', '\u2066x\u2069', '-rf', '--exec=x', 'a%2e%2e', "a'b\"c", 'a\tb', '$(touch x)', '`x`', 'a;b', '#a', 'a?b', '*', '[a-z]', '{a,b}', '\\',
  'CON', ' ', '\u0007', '\u001b[31m', 'e\u0301', '\ud83d\ude00', 'x'.repeat(200), 'a'.repeat(60), '<img src=x>', '=1+1', '__proto__', 'constructor',
] as const; // prettier-ignore
const READ_PLACES = [
  ...Object.values(PLACES), 'm/pom.xml', 'settings.gradle.kts', 'build.gradle.kts', 'Linked.java', 'src/A.java', 'lib.jar', '.git', '.git/HEAD', '.git/config',
  '.jouleline', '.jouleline/profiles', '.vscode', '.mvn', '.classpath', '.gitignore', 'target', 'target/classes', 'build', 'src', 'module-info.java',
] as const; // prettier-ignore

/** Without what the user's own settings name as classes. */
const LINKED_PLACES = READ_PLACES.filter((place) => place !== 'lib.jar');

/** Patterns that take long where ways to match are gone back to. */
function oddPattern(random: Random): string {
  return random.pick([
    '{a,b}'.repeat(14),
    '+(a|a|a)*'.repeat(8),
    '**/'.repeat(60),
    '@(a|@(b|@(c|*)))+',
    '{1..9999999}',
    '[[:alpha:]',
    '((((((((((a+)+)+)+)+)+',
    '*'.repeat(200),
    `${'*a'.repeat(20)}#`,
    `**/${'*a'.repeat(9)}#`,
  ]);
}

/** Values that fit no setting, or any. */
function oddValue(random: Random, depth = 0): unknown {
  return random.pick<() => unknown>([
    () => null,
    () => random.oneIn(2),
    () => random.pick([0, -1, 1e308, NaN, 0.1, 2 ** 53, -1e-320]),
    () => random.pick(['', '/', '..', '/etc/passwd', '\0', 'x'.repeat(100_000), '\\\\evil\\share', '//evil/share', 'file:///etc/passwd', '${env:HOME}', '~']),
    () => oddPattern(random),
    () => (depth > 3 ? [] : Array.from({ length: random.below(4) }, () => oddValue(random, depth + 1))),
    () => (depth > 3 ? {} : { enable: oddValue(random, depth + 1), runs: oddValue(random, depth + 1), __proto__x: 1 }),
    () => 'model.json',
  ])();
} // prettier-ignore

const SETTINGS = [
  'hover', 'codeLens', 'inlayHints', 'advice', 'model', 'modelFiles', 'device', 'frequency', 'entryPoints', 'assumptions', 'unit', 'batteryCapacityWattHours', 'energyLimit',
  'look', 'scale', 'rankScope', 'palette', 'colorSteps', 'include', 'exclude', 'buildFiles', 'profile', 'evidenceOrder', 'libraryEnergy',
  'component', 'logLevel', 'unknown', '__proto__',
] as const; // prettier-ignore

/** Settings that are lists of texts. */
const LISTS: ReadonlySet<string> = new Set(['include', 'exclude', 'entryPoints', 'evidenceOrder']);

/** A kind of JSON that is deep, wide, or says more than there is. */
function oddJson(random: Random): string {
  return random.pick<() => string>([
    () => '['.repeat(1_000_000),
    () => `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`,
    () => `{"format":"jouleline-profile","version":2,"classes":[${'{},'.repeat(300_000)}{}]}`,
    () => `{"format":"jouleline-import","version":1,"recordings":[${'{"tree":{"parents":[-1]}},'.repeat(50_000)}{}]}`,
    () => '{"format":"jouleline-profile","version":1e400}',
    () => '{"format":"jouleline-profile","version":2,"__proto__":{"x":1},"constructor":{}}',
    () => `"${'\\u0000'.repeat(300_000)}"`,
    () => '1'.repeat(2_000_000),
    () => '\ufeff{}',
    () => 'null',
  ])();
} // prettier-ignore

function changed(random: Random, seeds: readonly SavedSeed[], { text }: SavedSeed): Uint8Array {
  const json = random.oneIn(2) ? changeJson(text, random) : undefined;
  if (json !== undefined) return new TextEncoder().encode(json);
  const encoder = new TextEncoder();
  let bytes: Uint8Array = encoder.encode(text);
  const other = encoder.encode(random.among(seeds)?.text ?? text);
  for (let times = 1 + random.below(6); times > 0 && bytes.length > 0; times--)
    bytes = random.pick(BLIND_CHANGES)(bytes, other, random);
  return bytes;
}

const KINDS: Readonly<Record<string, Make>> = {
  'exponential properties': (random) => {
    const leaf = random.pick(['x', '', '${p59}', '${project.version}']);
    const values = repeated(60, (at) => `<p${at}>${at === 0 ? leaf : `\${p${at - 1}}`.repeat(2 + random.below(3))}</p${at}>`);
    return { files: { 'pom.xml': pom(`<properties>${values}</properties>${dependency('${p59}')}`) } };
  },
  'cyclic properties': (random) => {
    const size = 2 + random.below(200);
    const values = repeated(size, (at) => `<p${at}>\${p${(at + 1) % size}}\${p${random.below(size)}}</p${at}>`);
    return { files: { 'pom.xml': pom(`<properties>${values}</properties>${dependency('${p0}')}`) } };
  },
  'a chain of properties': (random) => {
    const size = 10 ** (1 + random.below(5));
    const values = repeated(size, (at) => `<c${at}>\${c${at + 1}}</c${at}>`);
    return { files: { 'pom.xml': pom(`<properties>${values}</properties>${dependency('${c0}')}`) } };
  },
  'odd XML': (random) => ({ files: { 'pom.xml': random.pick(ODD_XML), 'm/pom.xml': random.pick(ODD_XML) } }),
  'deep XML': (random) => {
    const tag = random.pick(['a', 'dependencies', 'profile', 'modules']);
    return { files: { 'pom.xml': pom(`<${tag}>x`.repeat(10 ** (2 + random.below(4)))) } };
  },
  'poms that lead to each other': (random) => {
    const parent = (path: string): string => `<parent><groupId>g</groupId><artifactId>p</artifactId><version>1</version><relativePath>${path}</relativePath></parent>`;
    const paths = ['pom.xml', '../pom.xml', '..', '/etc/passwd', '/dev/zero', 'm', '../../../../etc/hostname', '.', '\\\\evil\\share\\pom.xml'] as const;
    const files = Object.fromEntries(['', 'm/', 'n/'].map((place) => [`${place}pom.xml`, pom(`${parent(random.pick(paths))}<modules>${repeated(20, () => `<module>${random.pick(['m', 'n', '.', '..', '../m', '/', 'x', 'x/x/x'])}</module>`)}</modules>`)]));
    return { files, links: { x: '.', y: '..' } };
  },
  'many dependencies': (random) => {
    const many = repeated(10 ** (1 + random.below(5)), (at) => `<dependency><groupId>${random.pick(['g', '..', '/', '${g}', 'a/../../b'])}</groupId><artifactId>a${at}</artifactId><version>${random.pick(['1', '[1,2)', '(,1],[3,)', '../..', 'LATEST', ''])}</version></dependency>`);
    return { files: { 'pom.xml': pom(`<dependencies>${many}</dependencies><dependencyManagement><dependencies>${many}</dependencies></dependencyManagement>`) } };
  },
  'classes elsewhere': (random) => {
    const place = random.pick(['/', '..', '/etc', '${user.home}', '/proc', '../../..', 'target/../../..', 'away']);
    return { files: { 'pom.xml': pom(`<build><outputDirectory>${place}</outputDirectory><sourceDirectory>${place}</sourceDirectory></build>`) }, links: { away: '/usr' } };
  },
  'a large script': (random) => {
    const piece = random.pick(['/* ', '//', '"', "'''", '{', '(', '${', 'implementation(', 'implementation "a:b:1"\n', 'sourceSets { main { java { srcDirs = [', ' ', '\\', 'include ":a"\n', 'project(":a").projectDir = file("', 'platform(', '*/', '/*/', 'dependencies{\n']);
    const size = 1000 * 4 ** random.below(7);
    const name = random.pick(['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts']);
    return { files: { 'build.gradle': '', [name]: piece.repeat(Math.ceil(size / piece.length)) } };
  },
  'a large lock file': (random) => ({
    files: { 'build.gradle': '', 'gradle.lockfile': random.pick(['g:a:1=x\n', ':::::', '=', 'g:a:', `${'x'.repeat(1000)}:a:1=y\n`, '../..:/etc:passwd=x\n']).repeat(100 * 10 ** random.below(4)) },
  }),
  'odd settings': (random) => {
    const names = Array.from({ length: 1 + random.below(8) }, () => random.pick(SETTINGS));
    return { files: { 'model.json': '{}' }, settings: Object.fromEntries(names.map((name) => [name, LISTS.has(name) && random.oneIn(2) ? [oddPattern(random), '**/*.java'] : oddValue(random)])) };
  },
  'odd JSON': (random) => ({
    files: { [random.pick(['.jouleline/profiles/odd.json', PLACES.budget, PLACES.model, PLACES['launch.json']])]: oddJson(random) },
    settings: { budget: PLACES.budget, modelFiles: [PLACES.model] },
  }),
  'changed files': (random, seeds) => ({
    files: Object.fromEntries(seeds.map((seed, at) => [seed.format === 'profile' ? `.jouleline/profiles/p${at}.json` : PLACES[seed.format], random.oneIn(2) ? changed(random, seeds, seed) : seed.text])),
    settings: { budget: PLACES.budget, modelFiles: [PLACES.model], profile: { timedCalls: PLACES.calls } },
  }),
  'links to devices, and pipes': (random) => ({
    links: Object.fromEntries(Array.from({ length: 1 + random.below(8) }, () => [random.among(READ_PLACES) ?? '', random.pick(random.oneIn(2) ? DEVICES : ENDLESS)])),
    settings: { budget: PLACES.budget, modelFiles: [PLACES.model], classPath: ['lib.jar'], profile: { timedCalls: PLACES.calls } },
  }),
  'links to other folders': (random) => ({
    links: Object.fromEntries(Array.from({ length: 1 + random.below(6) }, (_, at) => [random.oneIn(2) ? `l${at}` : (random.among(LINKED_PLACES) ?? ''), random.pick(['/', '..', '.', '/etc', '/proc', '/usr', '/etc/passwd', '/root', 'l0', 'l1', 'gone', '../..', '/sys', '/dev', '/etc/hostname'])])),
    settings: { modelFiles: [PLACES.model], budget: PLACES.budget },
  }),
  'deep folders': (random) => ({
    files: { [`${'d/'.repeat(10 * (1 + random.below(60)))}Deep.java`]: SMALL.replaceAll('Small', 'Deep') },
    links: { 'd/loop': '..', 'd/d/loop': '../..' },
  }),
  'odd names': (random) => {
    const names = Array.from({ length: 1 + random.below(10) }, () => random.pick(NAMES));
    return { files: Object.fromEntries(names.flatMap((name) => [[`${name}/${name}.java`, SMALL], [`.jouleline/profiles/${name}.json`, '{}'], [`${name}/pom.xml`, pom('', name)]])) };
  },
  'odd Java': (random) => {
    const text = random.pick<() => string>([
      () => `class A { int f() { return ${'('.repeat(20_000)}1; } }`,
      () => `class A { int f() { ${'{'.repeat(50_000)} } }`,
      () => 'class A {'.repeat(5000),
      () => `class A { String s = "${'\\u005cu0022'.repeat(20_000)}"; }`,
      () => `class A { int f() { return 1${'+1'.repeat(30_000)}; } }`,
      () => `class A { ${'/*'.repeat(200_000)}`,
      () => `class A<${'T extends A<'.repeat(5000)}`,
      () => '\\uuuuuuuu'.repeat(50_000),
      () => `class A { void f() { ${'if (a) '.repeat(10_000)}; } }`,
      () => `class A { ${repeated(5000, (at) => `int f${at}() { return f${at + 1}(); } `)} }`,
      () => `class A { Object f() { return ${'x -> '.repeat(5000)}1; } }`,
      () => `class A { int f() { switch (1) { ${'case 1: '.repeat(20_000)} } } }`,
    ])();
    return { files: { 'src/A.java': text } };
  },
  'many files': (random) => {
    const count = 100 * (1 + random.below(20));
    return { files: Object.fromEntries(Array.from({ length: count }, (_, at) => [`many/m${at % 7}/F${at}.java`, SMALL.replaceAll('Small', `F${at}`)])) };
  },
  'a damaged jar': (random) => {
    const bytes = new Uint8Array(Buffer.from('UEsDBBQAAAAIAAAAIQAAAAAAAAAAAAAAAAAGAAAAQS5jbGFzcwMAUEsBAhQAFAAAAAgAAAAhAAAAAAAAAAAAAAAAAAYAAAAAAAAAAAAAAAAAAAAAAEEuY2xhc3NQSwUGAAAAAAEAAQA0AAAAJgAAAAAA', 'base64'));
    return { files: { 'lib.jar': random.pick(BLIND_CHANGES)(bytes, bytes, random), 'target/classes/A.class': Buffer.from('cafebabe0000', 'hex') }, settings: { classPath: ['lib.jar', 'target/classes', 'gone.jar'] } };
  },
  "git's configuration": (random) => ({
    files: {
      '.git/HEAD': random.pick(['ref: refs/heads/main\n', 'ref: ../../etc/passwd\n', '']),
      '.git/config': '[core]\n\trepositoryformatversion = 0\n\tfsmonitor = touch ran\n\thooksPath = .\n\tsshCommand = touch ran\n[alias]\n\tlog = !touch ran\n[include]\n\tpath = /etc/passwd\n',
      '.git/objects/.keep': '', '.git/refs/.keep': '',
    },
  }),
  'programs of the folder': () => ({
    files: { mvnw: '#!/bin/sh\ntouch ran\n', gradlew: '#!/bin/sh\ntouch ran\n', 'mvnw.cmd': 'x', 'pom.xml': pom(''), git: '#!/bin/sh\ntouch ran\n', java: '#!/bin/sh\n', 'bin/java': '#!/bin/sh\n', 'node_modules/java-parser/index.js': 'x', 'package.json': '{"main":"x.js"}', '.npmrc': 'x' },
    settings: { javaHome: '.' },
  }),
}; // prettier-ignore

export const KIND_NAMES = Object.keys(KINDS);

/** Case `number` of a run; the first cases have one kind each, in turn. */
export function makeHostile(seed: number, number: number, seeds: readonly SavedSeed[]): HostileFolder {
  const random = createRandom(seed, number);
  const kinds = [KIND_NAMES[number % KIND_NAMES.length] ?? ''];
  if (number >= KIND_NAMES.length)
    for (let more = random.below(4); more > 0; more--) kinds.push(random.among(KIND_NAMES) ?? '');
  const parts = kinds.map((kind) => KINDS[kind]?.(random, seeds) ?? {});
  return { kinds, parts };
}

export function settingsOf({ parts }: HostileFolder): Readonly<Record<string, unknown>> {
  return Object.assign({}, ...parts.map(({ settings }) => settings)) as Readonly<Record<string, unknown>>;
}

/** Writes it. Where two parts want one place the first one has it. */
export function writeHostile(folder: string, { parts }: HostileFolder): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'Small.java'), SMALL);
  for (const { files = {}, links = {} } of parts) {
    for (const [name, target] of Object.entries(links))
      put(folder, name, (path) => {
        if (target === '|') execFileSync('mkfifo', [path]);
        else symlinkSync(target, path);
      });
    for (const [name, data] of Object.entries(files))
      put(folder, name, (path) => {
        writeFileSync(path, data, { flag: 'wx' });
      });
  }
}

function put(folder: string, name: string, make: (path: string) => void): void {
  const path = join(folder, name);
  // A link of the folder must not lead this writer out of it.
  if (!path.startsWith(`${folder}/`)) return;
  try {
    makeOwnFolders(folder, dirname(path));
    make(path);
  } catch {
    // Something is there already, or a file is where a folder should be.
  }
}

/** Throws where a part of the path is no folder of its own. */
function makeOwnFolders(folder: string, path: string): void {
  if (path === folder) return;
  makeOwnFolders(folder, dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (lstatSync(path).isDirectory()) return;
    throw error;
  }
}

export function removeHostile(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
