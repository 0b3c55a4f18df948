/**
 * Signatures from source headers against those that javac wrote into the
 * JDK's own class files.
 */
import { describe, expect, it } from 'vitest';
import {
  AccessFlag,
  type ClassSignature,
  type FieldSignature,
  type JavaType,
  type MethodSignature,
  type SignatureSource,
  type TypeParameter,
} from '../../server/src/classfile/signatures/class-signature';
import { openPlatform } from '../../server/src/host/jdk/class-path-files';
import { readJdk } from '../../server/src/host/jdk/jdks';
import { findJdks } from '../support/jdks';
import { readModuleSources } from '../support/jdk-sources';
import { createProject } from './typing/typed-project';

const [jdk] = findJdks().filter((candidate) => candidate.sources !== undefined);

/** Flags that a header decides; `synthetic` and the like are javac's business. */
const headerFlags =
  AccessFlag.public | AccessFlag.private | AccessFlag.protected | AccessFlag.static | AccessFlag.final | AccessFlag.interface | AccessFlag.abstract; // prettier-ignore

function typeText(type: JavaType): string {
  switch (type.kind) {
    case 'class': {
      const outer = type.outer === undefined ? '' : `${typeText(type.outer)}.`;
      const typeArguments =
        type.typeArguments.length === 0 ? '' : `<${type.typeArguments.map(typeText).join()}>`;
      return `${outer}${type.name}${typeArguments}`;
    }
    case 'array':
      return `${typeText(type.element)}[]`;
    case 'wildcard':
      return `?${type.variance}${type.bound === undefined ? '' : typeText(type.bound)}`;
    case 'intersection':
      return type.types.map(typeText).join('&');
    case 'primitive':
    case 'variable':
      return type.name;
    default:
      return type.kind;
  }
}

/** Enum constants with bodies leave their enum without `final`; what an interface adds is written out in class files. */
function fieldText(field: FieldSignature): string {
  return `${(field.flags & headerFlags).toString(16)} ${field.name}: ${typeText(field.type)}`;
}

function parametersText(parameters: readonly TypeParameter[]): string {
  const each = parameters.map(
    ({ name, bounds }) => `${name}:${bounds.map(typeText).join('&') || 'java/lang/Object'}`,
  );
  return `<${each.join()}>`;
}

function methodText(method: MethodSignature): string {
  const varargs = (method.flags & AccessFlag.varargs) === 0 ? '' : '...';
  const flags = (method.flags & headerFlags).toString(16);
  const parameters = `${method.parameters.map(typeText).join()}${varargs}`;
  return `${flags} ${parametersText(method.typeParameters)} ${method.name}(${parameters}) ${typeText(method.returnType)}`;
}

function describeSignature(signature: ClassSignature): readonly string[] {
  return [
    `flags ${(signature.flags & headerFlags & ~AccessFlag.final).toString(16)} ${signature.isRecord ? 'record' : ''}`,
    parametersText(signature.typeParameters),
    `extends ${signature.superclass === undefined ? '' : typeText(signature.superclass)}`,
    ...signature.interfaces.map((type) => `implements ${typeText(type)}`),
    ...signature.fields.map(fieldText).sort(),
    ...signature.methods.map(methodText).sort(),
    ...[...signature.memberClasses].map(([name, binary]) => `member ${name} ${binary}`).sort(),
    `in ${signature.outerClass ?? ''}`,
  ];
}

function platformOf(home: string): SignatureSource {
  const opened = readJdk(home);
  const platform = opened === undefined ? undefined : openPlatform(opened, () => undefined);
  if (platform?.ok !== true) throw new Error(`${home} cannot be read`);
  return platform.value;
}

describe('headers of the JDK', () => {
  it('say what their class files say', () => {
    if (jdk === undefined) throw new Error('no JDK with sources is installed');
    const platform = platformOf(jdk.home);
    const sources = readModuleSources(jdk, 'java.base', (path) =>
      /\/java\/(util|time|nio)\/[^/]*\.java$/.test(path),
    );
    const files = sources
      .filter(({ path }) => !path.includes('-info'))
      .map(({ path, text }) => ({ path: path.slice('java.base/'.length), text }));
    const { workspace, texts } = createProject(files, platform);
    const source = workspace.source();
    let compared = 0;
    const differences: string[] = [];
    for (const path of texts.keys()) {
      for (const { binaryName, kind } of workspace.classesOf(path)) {
        // The constructors of enum constants' bodies are javac's own.
        if (kind === 'enum-constant') continue;
        const ours = source.findClass(binaryName);
        const theirs = platform.findClass(binaryName);
        // A class file has no headers of classes that javac left out.
        if (ours === undefined || theirs === undefined) continue;
        compared++;
        const expected = describeSignature(theirs);
        const found = describeSignature(ours);
        const missing = expected
          .filter((line) => !found.includes(line))
          .map((line) => `${binaryName} lacks ${line}`);
        const surplus = found
          .filter((line) => !expected.includes(line))
          .map((line) => `${binaryName} has ${line}`);
        differences.push(...missing, ...surplus);
      }
    }
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(500);
  }, 60_000);
});
