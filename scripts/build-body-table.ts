/**
 * Builds the bundled table of what methods of the platform do. Run it by
 * `node scripts/build-body-table.mjs [--jdk HOME]`; it writes `media/bodies/java-25.bin`.
 * Without `--jdk` it takes the first JDK 25 of `JAVA_HOME`, the path and their siblings.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { at } from '../server/src/base/check';
import { loadCallPrices } from '../server/src/cost/model/call-prices';
import { measuredBodies } from '../server/src/cost/model/measured-bodies';
import type { MemberInfo } from '../server/src/classfile/read/read-class';
import { AccessFlag } from '../server/src/classfile/signatures/class-signature';
import {
  BODY_TABLE_TITLE,
  type BodySummary,
  hashMethod,
  hashName,
  LEVEL_OF_ONE,
  LEVELS,
  NO_CLASS,
} from '../server/src/operations/bodies/body-table';
import { KINDS } from '../server/src/operations/bodies/kinds';
import { operandsOfMethod } from '../server/src/operations/bytecode/stack-values';
import { platformBodies } from './bodies/platform-bodies';
import { nearestMix, pickMixes } from './bodies/pick-mixes';
import { type BodySource, parentsOf } from '../server/src/operations/bodies/declared-methods';
import { summarizeBodies } from '../server/src/operations/bodies/summarize-bodies';
import { USUAL } from '../server/src/operations/bodies/usual-types';
import { isJavaModule, openModules } from './signatures/open-modules';
import { readPlatformApi } from './signatures/platform-api';

const release = 25;
const target = `media/bodies/java-${release}.bin`;
const CALLS = `media/bodies/calls-${release}.json`;
const MIXES = 256;
/** Packages of windows and fonts, which few programs use and whose bodies would be a third of the table. */
const LEFT_OUT = /^java\/awt(?:\/|$)/;

/** The weight of kinds when mixes are compared: the square of what they take in an interpreter, beside the others. */
const HEAVY: ReadonlyMap<string, number> = new Map([
  ['Return_int', 400],
  ['LambdaCreation', 400],
  ['Throw_Object', 400],
  ['Concatenation_String_String', 900],
  ['NewObject_Object', 25],
  ['NewArray_int', 25],
  ['NativeCall', 25],
]);
const WEIGHTS = Float64Array.from(KINDS, ({ name }) => HEAVY.get(name) ?? 1);

const visible = AccessFlag.public | AccessFlag.protected;

interface Method {
  readonly hash: number;
  readonly key: string;
}

function build(): void {
  const { jdk, image } = openModules(release);
  const api = readPlatformApi(image, {
    includesModule: isJavaModule,
    includesPackage: (name) => name.startsWith('java/') && !LEFT_OUT.test(name),
  });
  const source = platformBodies(image, isJavaModule);

  const names = api.classes.map(({ name }) => name).filter((name) => source.find(name) !== undefined);
  const places = new Map(names.map((name, index) => [name, index]));
  const methods = names.map((name): readonly Method[] =>
    methodsOf(source, name)
      .filter(({ flags }) => (flags & visible) !== 0 && (flags & AccessFlag.synthetic) === 0)
      .map((method) => ({
        hash: hashMethod(method.name, operandsOfMethod(method.descriptor).parameters),
        key: `${name}.${method.name}${method.descriptor}`,
      }))
      .filter(({ hash }, index, all) => all.findIndex((other) => other.hash === hash) === index),
  );
  const calls = loadCallPrices(readFileSync(CALLS, 'utf8'));
  if (!calls.ok) throw new Error(`${CALLS}: ${calls.problem.message}`);
  const summaries = summarizeBodies(
    methods.flatMap((each) => each.map(({ key }) => key)),
    { ...source, measured: measuredBodies(calls.value) },
  );
  const all = methods.flatMap((each) => each.map(({ key }) => summaries.get(key)));

  const rows = all.flatMap((summary) =>
    summary === undefined ? [] : [summary.fixed, summary.sized].flatMap((counts) => sharesOf(counts) ?? []),
  );
  const mixes = pickMixes(rows, WEIGHTS, MIXES);
  const packed = pack(
    `OpenJDK ${jdk.version}`,
    { names, methods, places, parents: (name) => parentsOf(source.find(name)) },
    all,
    mixes,
  );
  mkdirSync('media/bodies', { recursive: true });
  writeFileSync(target, packed);
  console.log(`${target}: ${all.length} methods of ${names.length} classes, ${packed.length} bytes gzipped`);
}

/**
 * The methods of a class, and those that a type with a usual class behind it inherits: that class may have others of these.
 */
function methodsOf(source: BodySource, name: string): readonly MemberInfo[] {
  const types = new Set([name]);
  // A set hands out what is added while it is walked: this is the worklist.
  if (USUAL[name] !== undefined)
    for (const type of types)
      for (const parent of parentsOf(source.find(type))) if (parent !== 'java/lang/Object') types.add(parent);
  return [...types].flatMap((type) => source.find(type)?.methods ?? []);
}

function sharesOf(counts: Float64Array): Float64Array | undefined {
  const sum = counts.reduce((total, count) => total + count, 0);
  return sum === 0 ? undefined : counts.map((count) => count / sum);
}

interface Names {
  readonly names: readonly string[];
  readonly methods: readonly (readonly Method[])[];
  readonly places: ReadonlyMap<string, number>;
  readonly parents: (name: string) => readonly string[];
}

function pack(
  platform: string,
  { names, methods, places, parents }: Names,
  all: readonly (BodySummary | undefined)[],
  mixes: readonly Float64Array[],
): Buffer {
  const links = names.flatMap((name, index) => [
    ...(index === 0 ? [] : [NO_CLASS]),
    ...parents(name).flatMap((parent) => places.get(parent) ?? []),
  ]);
  const code = (counts: Float64Array | undefined): readonly [number, number] => {
    const shares = counts === undefined ? undefined : sharesOf(counts);
    if (counts === undefined || shares === undefined) return [0, 0];
    const sum = counts.reduce((total, count) => total + count, 0);
    const level = Math.round(Math.log2(sum) * LEVELS) + LEVEL_OF_ONE;
    return level < 1 ? [0, 0] : [nearestMix(shares, mixes, WEIGHTS), Math.min(255, level)];
  };
  const codes = all.map((summary) => [...code(summary?.fixed), ...code(summary?.sized)]);
  const head = [
    BODY_TABLE_TITLE,
    platform,
    [names.length, all.length, mixes.length, links.length, KINDS.length].join(' '),
    '',
  ].join('\n');
  const parts = [
    Buffer.from(head),
    Buffer.from(
      Uint32Array.from(names, (name) => hashName(name.replaceAll('/', '.').replaceAll('$', '.'))).buffer,
    ),
    Buffer.from(Uint16Array.from(methods, (each) => each.length).buffer),
    Buffer.from(Uint16Array.from(links).buffer),
    Buffer.from(Uint16Array.from(methods.flatMap((each) => each.map(({ hash }) => hash))).buffer),
    ...[0, 1, 2, 3].map((column) => Buffer.from(Uint8Array.from(codes, (each) => at(each, column)))),
    ...mixes.map((mix) => Buffer.from(Uint8Array.from(mix, (share) => Math.round(255 * Math.sqrt(share))))),
  ];
  return gzipSync(Buffer.concat(parts), { level: 9 });
}

build();
