/**
 * The language items that an operation's name depends on, one fixture for each part of the
 * language: each call and each operation is the one that javac chose.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTypes, type TypeCheck } from '../../agreement/check-types';
import { openClassContainer } from '../../agreement/class-container';
import { jdks, must } from '../../classfile/jdk-modules';
import { platformOf } from '../../operations/extract-text';
import { type ClassUse, disassemble, surplus, untyped, usesOf } from './bytecode-referee';
import { createProject } from './typed-project';
import { runJdkTool } from '../../support/jdk-tools';

const folder = fileURLToPath(new URL('../../fixtures/typing/items/', import.meta.url));
const files = readdirSync(folder)
  .sort()
  .map((name) => ({ path: `typing/items/${name}`, text: readFileSync(join(folder, name), 'utf8') }));

/** References that javac makes lambdas of box what these are handed and give: the front end leaves that out. */
const KNOWN = ['References.java: Function<Integer, Integer> f = super::plus;', 'References.java: BiFunction<String, Integer, Integer> counted = References::count;']; // prettier-ignore

describe.each(jdks.filter(({ version }) => version >= 17))('with JDK $version', (jdk) => {
  const output = mkdtempSync(join(tmpdir(), 'jouleline-items-'));
  const project = createProject(files, platformOf(jdk));
  let check: TypeCheck | undefined;
  let theirs: ReadonlyMap<string, ClassUse> = new Map();

  beforeAll(() => {
    const sources = files.map(({ path }) => join(folder, path.slice('typing/items/'.length)));
    runJdkTool(jdk.home, 'javac', ['-g', '-nowarn', '-Xlint:none', '-d', output, ...sources]);
    const { classes } = must(openClassContainer(output, undefined));
    check = checkTypes({ files, classes, libraries: platformOf(jdk) });
    theirs = disassemble(
      jdk.home,
      classes.map(({ name }) => join(output, `${name}.class`)),
    );
  }, 60_000);

  afterAll(() => {
    rmSync(output, { recursive: true, force: true });
  });

  it.each(files.map(({ path }) => path))('%s: each expression has a type, each call its method', (path) => {
    const bodies = project.typedBodies(path);
    expect(untyped(bodies)).toEqual([]);
    const name = path.slice(0, -'.java'.length);
    const ours = usesOf(bodies).get(name);
    if (ours === undefined) throw new Error(`${name} has no bodies`);
    expect(surplus(ours.invokes, theirs.get(name)?.invokes)).toEqual([]);
    expect(surplus(ours.arithmetic, theirs.get(name)?.arithmetic)).toEqual([]);
  });

  it('statement by statement, operations are the same', () => {
    const differing = (check?.worst ?? []).flatMap(({ path, text, operations }) => {
      // Since JDK 18 classes that never use the instance around them don't keep it (JDK-8271623).
      const others = operations.filter(({ group }) => jdk.version < 18 || group !== 'field');
      return others.length === 0 ? [] : [`${path.slice('typing/items/'.length)}: ${text}`];
    });
    expect(differing.filter((line) => !KNOWN.includes(line))).toEqual([]);
    expect(check?.groups.arithmetic).toMatchObject({ recall: 1, precision: 1 });
    expect(check?.files).toEqual({ compared: files.length, withoutClasses: 0 });
  });
});
