/**
 * Methods and arithmetic of fixtures and of the JDK's own sources against what
 * javac compiled them to.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignatureSource } from '../../../server/src/classfile/signatures/class-signature';
import { loadSignatureIndex } from '../../../server/src/classfile/signatures/signature-index';
import { readBundledSignatures } from '../../../server/src/host/files/bundled-media';
import { openPlatform } from '../../../server/src/host/jdk/class-path-files';
import { readJdk } from '../../../server/src/host/jdk/jdks';
import { runJdkTool } from '../../support/jdk-tools';
import { findJdks, type Jdk } from '../../support/jdks';
import { readModuleSources } from '../../support/jdk-sources';
import { type ClassUse, disassemble, surplus, untyped, usesOf } from './bytecode-referee';
import { createProject, expressionsOf, type TypedBody } from './typed-project';

const fixtures = fileURLToPath(new URL('../../fixtures/typing/', import.meta.url));
const jdks = findJdks();

function platformOf(jdk: Jdk): SignatureSource {
  const opened = readJdk(jdk.home);
  const platform = opened === undefined ? undefined : openPlatform(opened, () => undefined);
  if (platform?.ok !== true) throw new Error(`${jdk.home} cannot be read`);
  return platform.value;
}

function bundledPlatform(): SignatureSource {
  const index = loadSignatureIndex(
    readBundledSignatures(fileURLToPath(new URL('../../../media', import.meta.url))),
  );
  if (!index.ok) throw new Error(index.problem.message);
  return index.value;
}

/**
 * Invocations that stand in no source: of `for` over iterables, boxing,
 * switches over strings, enums and patterns, `try` with resources, implicit
 * constructor calls, and the last three of bridges.
 */
const implied =
  /^(iterator|hasNext|next|\w+Value|valueOf|hashCode|equals|ordinal|values|\$values|clone|close|addSuppressed|requireNonNull|desiredAssertionStatus|toString|<init>|spare|content|left|right|side|compare|compareTo|get):/;

describe('fixtures', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'typing-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['Streams', 17],
    ['Members', 17],
    ['Arithmetic', 17],
    ['Patterns', 21],
  ])(
    '%s is typed as javac types it',
    (name, release) => {
      const path = `typing/${name}.java`;
      const text = readFileSync(join(fixtures, `${name}.java`), 'utf8');
      const jdk = jdks.find((candidate) => candidate.version >= release);
      const platform = jdk === undefined ? bundledPlatform() : platformOf(jdk);
      const bodies = createProject([{ path, text }], platform).typedBodies(path);
      expect(untyped(bodies)).toEqual([]);
      // A machine without a JDK that new has no referee for what the newest Java adds.
      if (jdk === undefined) return;
      const output = join(folder, name);
      const source = join(fixtures, `${name}.java`);
      runJdkTool(jdk.home, 'javac', ['-nowarn', '-d', output, source]);
      const classes = readdirSync(join(output, 'typing')).map((file) => join(output, 'typing', file));
      const theirs = disassemble(jdk.home, classes).get(`typing/${name}`);
      const ours = usesOf(bodies).get(`typing/${name}`);
      if (ours === undefined || theirs === undefined) throw new Error(`${name} has no classes`);
      expect(surplus(ours.invokes, theirs.invokes)).toEqual([]);
      const more = surplus(theirs.invokes, ours.invokes).map((line) => line.replace(/^\d+ × /, ''));
      expect(more.filter((member) => !implied.test(member))).toEqual([]);
      expect(surplus(ours.arithmetic, theirs.arithmetic)).toEqual([]);
      expect(surplus(theirs.arithmetic, ours.arithmetic)).toEqual([]);
    },
    60_000,
  );

  it('are typed as well from the bundled index', () => {
    const files = ['Streams', 'Members', 'Arithmetic', 'Patterns'].map((name) => ({
      path: `typing/${name}.java`,
      text: readFileSync(join(fixtures, `${name}.java`), 'utf8'),
    }));
    const project = createProject(files, bundledPlatform());
    expect(files.flatMap(({ path }) => untyped(project.typedBodies(path)))).toEqual([]);
  });
});

describe('sources of the JDK', () => {
  it('are typed, and call what their class files call', () => {
    const jdk = jdks.find((candidate) => candidate.sources !== undefined);
    if (jdk === undefined) throw new Error('no JDK with sources is installed');
    const sources = readModuleSources(
      jdk,
      'java.base',
      (path) => path.startsWith('java.base/java/util/') && !path.includes('-info'),
    );
    const files = sources.map(({ path, text }) => ({ path: path.slice('java.base/'.length), text }));
    const platform = platformOf(jdk);
    const project = createProject(files, platform);
    const sample = files.filter((_, i) => i % 12 === 0).map(({ path }) => path);
    const bodies = sample.flatMap((path) => project.typedBodies(path));
    const names = sample.flatMap((path) =>
      project.workspace.classesOf(path).map(({ binaryName }) => binaryName),
    );
    const theirs = disassemble(
      jdk.home,
      withLocal(
        names,
        sample.map((path) => project.texts.get(path) ?? ''),
        platform,
      ).map((name) => name.replaceAll('/', '.')),
    );

    const shares = sharesOf(bodies);
    console.log(`java.util: ${JSON.stringify(shares)}`);
    expect(shares.callsResolved).toBeGreaterThan(0.999);
    expect(shares.operandsTyped).toBeGreaterThan(0.999);
    expect(contradictions(usesOf(bodies), theirs)).toEqual([]);
  }, 120_000);
});

/** Anonymous and local classes are numbered in the class that they stand in. */
function withLocal(
  names: readonly string[],
  texts: readonly string[],
  platform: SignatureSource,
): readonly string[] {
  const declared = texts.flatMap((text) =>
    [...text.matchAll(/\b(?:class|record|enum|interface)\s+(\w+)/g)].map((match) => match[1] ?? ''),
  );
  const all = [...names];
  for (let i = 0; i < all.length; i++) {
    for (const simple of ['', ...new Set(declared)]) {
      for (let number = 1; platform.findClass(`${all[i] ?? ''}$${number}${simple}`) !== undefined; number++) {
        all.push(`${all[i] ?? ''}$${number}${simple}`);
      }
    }
  }
  return [...new Set(all)];
}

const arithmetic = new Set([
  '+',
  '-',
  '*',
  '/',
  '%',
  '<<',
  '>>',
  '>>>',
  '&',
  '|',
  '^',
  '<',
  '>',
  '<=',
  '>=',
  '==',
  '!=',
]);

function sharesOf(bodies: readonly TypedBody[]): {
  readonly calls: number;
  readonly callsResolved: number;
  readonly operands: number;
  readonly operandsTyped: number;
} {
  let calls = 0;
  let resolved = 0;
  let operands = 0;
  let typed = 0;
  for (const { body, typing } of bodies) {
    for (const expression of expressionsOf(body.root)) {
      if (expression.kind === 'call' || expression.kind === 'new') {
        calls++;
        if (typing.resolutionOf(expression)?.kind === 'method') resolved++;
      } else if (expression.kind === 'binary' && arithmetic.has(expression.operator)) {
        operands += 2;
        typed += [expression.left, expression.right].filter(
          (operand) => typing.typeOf(operand).kind !== 'unknown',
        ).length;
      }
    }
  }
  return { calls, callsResolved: resolved / calls, operands, operandsTyped: typed / operands };
}

/** Our calls that the class files do not have. */
function contradictions(
  ours: ReadonlyMap<string, ClassUse>,
  theirs: ReadonlyMap<string, ClassUse>,
): readonly string[] {
  return [...ours].flatMap(([name, { invokes }]) =>
    surplus(invokes, theirs.get(name)?.invokes).map((line) => `${name}: ${line}`),
  );
}
